"""All errors of the product, as one tree, with their HTTP status.

OrcError
├── RequestError                 the caller can correct the request
│   ├── InvalidRequest           422  a field is wrong; errors name the field and the limit
│   ├── MalformedRequest         400
│   ├── Unauthenticated          401
│   ├── Forbidden                403  the caller does not have the required role
│   ├── NotFound                 404  missing, or somebody else's
│   ├── RequestTimeout           408  the body arrived too slowly
│   ├── Conflict                 409
│   ├── PayloadTooLarge          413
│   ├── TooManyRequests          429  with the seconds to wait
│   └── UnsupportedDocumentType  415
├── DocumentFailure              422  the document cannot be read, however often it is tried
├── ToolFailure                  502  a tool call without a result
│   ├── ToolRetry                the message tells the model how to correct the arguments
│   ├── ToolTimedOut
│   └── ToolServerDown           the server cannot be reached, or does not speak MCP
├── ModelError                   502
│   ├── ModelUnavailable         503  a repeated request may succeed
│   └── ModelRejected            refused, filtered, or not understood
├── StoreError                   500
│   ├── ItemExists               409
│   ├── ItemChanged              409  the ETag is no longer current
│   ├── ErasureInProgress        409  the user's data is being erased, or was erased after this work began
│   └── StoreUnavailable         503
├── SchedulerUnavailable         503  the platform of the orchestrations does not answer
├── IssuerUnavailable            503  the keys of the token issuer cannot be fetched
├── IllegalTransition            500  a run cannot change to this status
├── ShuttingDown                 503  this process starts no more turns
├── Busy                         503  this process has too much to do
├── RunTaken                     another worker owns the run
├── DeliveryInProgress           another delivery of the same activity is at work
├── LeaseHeld                    503  another process holds the lease of the named item
├── LeaseLost                    503  another process has taken the lease, or it could not be renewed
├── RunLost                      the run was interrupted too often
└── ConfigurationError           500  settings are missing or contradict each other
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, final

CONTENT_FILTERED = "content_filtered"
"""The code of a ModelRejected whose answer, or the question to it, the model's content filter stopped."""

CONTEXT_EXCEEDED = "context_length_exceeded"
"""The code of a ModelRejected whose request is longer than the model's context."""

BUG = "Something went wrong on our side. Please try again."
"""The message to a caller about an unexpected error; the log has the details."""

TURN_FAILED = "Something went wrong on our side. The turn was not completed; please try again."
"""The same, about a turn."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """A problem with one field; field is a dotted path such as `blob_names.0`."""

    field: str
    message: str


class OrcError(Exception):
    """Carries a stable code for programs and a message for people; neither holds secrets or document text."""

    code = "internal_error"
    retryable = False

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class RequestError(OrcError):
    """The request is at fault. errors names the fields, if the problem is with fields."""

    code = "bad_request"

    def __init__(self, message: str, *, code: str | None = None, errors: Sequence[FieldError] = ()) -> None:
        super().__init__(message, code=code)
        self.errors = tuple(errors)

    @classmethod
    def of(cls, field: str, message: str, *, code: str | None = None) -> Self:
        """The error of one field."""
        return cls(f"{field}: {message}", code=code, errors=[FieldError(field, message)])


class InvalidRequest(RequestError):
    """A value of the request is outside what the API accepts."""

    code = "invalid_request"


class MalformedRequest(RequestError):
    """The body is not JSON."""

    code = "malformed_json"


class Unauthenticated(RequestError):
    """The request has no valid proof of who the caller is."""

    code = "unauthenticated"


class Forbidden(RequestError):
    """The caller does not have the role that the route requires."""

    code = "forbidden"


class NotFound(RequestError):
    """The resource does not exist or belongs to somebody else. Callers cannot tell which."""

    code = "not_found"


class RequestTimeout(RequestError):
    """The request did not arrive in time."""

    code = "request_timeout"
    retryable = True


class Conflict(RequestError):
    """The state of the resource does not allow the request."""

    code = "conflict"


class PayloadTooLarge(RequestError):
    """The body or a file exceeds its limit."""

    code = "payload_too_large"


class TooManyRequests(RequestError):
    """The caller exceeds a limit. The request may be repeated after retry_after_seconds or, for limits longer than
    minutes, at ends_at, in ISO 8601."""

    code = "too_many_requests"
    retryable = True

    def __init__(
        self, message: str, *, retry_after_seconds: int, code: str | None = None, ends_at: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.retry_after_seconds = retry_after_seconds
        self.ends_at = ends_at


class UnsupportedDocumentType(RequestError):
    """No reader knows files of this type."""

    code = "unsupported_document_type"


class DocumentFailure(OrcError):
    """A document cannot be processed; the code says why."""

    code = "document_failed"


class ToolFailure(OrcError):
    """A tool did not give a result. The turn continues without it."""

    code = "tool_failed"


class ToolRetry(ToolFailure):
    """The tool refused its arguments: a call with other arguments may succeed."""

    code = "tool_retry"
    retryable = True


class ToolTimedOut(ToolFailure):
    """The tool gave no result in its time; it may have acted."""

    code = "tool_timed_out"
    retryable = True


class ToolServerDown(ToolFailure):
    """The server of the tool cannot be reached."""

    code = "tool_server_down"
    retryable = True


class IllegalTransition(OrcError):
    """A run cannot change from its status to the requested one."""

    code = "illegal_transition"


class ShuttingDown(OrcError):
    """This process is about to stop and starts nothing new; another process continues."""

    code = "shutting_down"
    retryable = True


class Busy(OrcError):
    """This server is doing too much at the moment; a repeated request may succeed."""

    code = "busy"
    retryable = True


class RunTaken(OrcError):
    """Another worker owns the run or has ended it, so this one stops."""

    code = "run_taken"


class DeliveryInProgress(OrcError):
    """Another delivery of the same activity is at work."""

    code = "delivery_in_progress"
    retryable = True


class LeaseHeld(OrcError):
    """Another owner holds the lease of the item and has not let it expire."""

    code = "lease_held"
    retryable = True

    def __init__(self, message: str, *, item_id: str) -> None:
        super().__init__(message)
        self.item_id = item_id


class LeaseLost(OrcError):
    """The lease has passed to another owner, so this one stops."""

    code = "lease_lost"
    retryable = True


class RunLost(OrcError):
    """The run was interrupted too often and is not recovered again."""

    code = "run_lost"
    retryable = True


class ModelError(OrcError):
    """The model gave no usable answer."""

    code = "model_error"


class ModelUnavailable(ModelError):
    """The model cannot be reached or gives no answer; a repeated request may succeed."""

    code = "model_unavailable"
    retryable = True


class ModelRejected(ModelError):
    """The model's server refuses the request; repeating it does not help."""

    code = "model_rejected"


class StoreError(OrcError):
    """The store did not do what it was asked."""

    code = "store_error"


class ItemExists(StoreError):
    """An item with this id exists, so it was not created."""

    code = "item_exists"


class ItemChanged(StoreError):
    """The item no longer has the expected ETag, so nothing was written."""

    code = "item_changed"
    retryable = True


class ErasureInProgress(StoreError):
    """Nothing is written for this user while everything of theirs is erased, not even by work that began before."""

    code = "erasure_in_progress"


@final  # an orchestration knows a failed activity's error by the name of its class only
class StoreUnavailable(StoreError):
    """The store cannot be reached. A write may have happened. remedy tells operators what to do, with paths: it is for
    logs and for errors at start only, and empty for a transient failure."""

    code = "store_unavailable"
    retryable = True

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class SchedulerUnavailable(OrcError):
    """The scheduler cannot be reached. Clients receive the code of a store outage."""

    code = StoreUnavailable.code
    retryable = True


class IssuerUnavailable(OrcError):
    """The keys of the token issuer cannot be fetched, so a token may be valid or not."""

    code = "issuer_unavailable"
    retryable = True


class ConfigurationError(OrcError):
    """Settings are missing or contradict each other, so the app does not start."""

    code = "configuration_error"


HTTP_STATUS: dict[type[OrcError], int] = {
    InvalidRequest: 422,
    MalformedRequest: 400,
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    RequestTimeout: 408,
    Conflict: 409,
    PayloadTooLarge: 413,
    TooManyRequests: 429,
    UnsupportedDocumentType: 415,
    RequestError: 400,
    DocumentFailure: 422,
    ToolFailure: 502,
    ModelUnavailable: 503,
    ModelError: 502,
    ItemExists: 409,
    ItemChanged: 409,
    ErasureInProgress: 409,
    StoreUnavailable: 503,
    SchedulerUnavailable: 503,
    IssuerUnavailable: 503,
    ShuttingDown: 503,
    Busy: 503,
    LeaseHeld: 503,
    LeaseLost: 503,
    StoreError: 500,
    OrcError: 500,
}


def http_status(error: OrcError) -> int:
    """The status of the nearest class in the tree that the table names."""
    return next(HTTP_STATUS[cls] for cls in type(error).__mro__ if cls in HTTP_STATUS)
