"""Everything that can go wrong, as one tree.

OrcError
├── RequestError                 the caller can mend it
│   ├── InvalidRequest           422  a field is wrong: errors name field and limit
│   ├── MalformedRequest         400
│   ├── Unauthenticated          401
│   ├── NotFound                 404  missing and foreign alike
│   ├── RequestTimeout           408  the body came too slowly
│   ├── Conflict                 409
│   ├── PayloadTooLarge          413
│   ├── TooManyRequests          429  with the seconds to wait
│   └── UnsupportedDocumentType  415
├── DocumentFailure              this document cannot be read, however often it is tried
├── ToolFailure                  a tool call that brought no result
│   ├── ToolRetry                its message tells the model what to call it with instead
│   ├── ToolTimedOut
│   └── ToolServerDown           its server cannot be reached, or does not speak MCP
├── ModelError
│   ├── ModelUnavailable         503  worth another try
│   └── ModelRejected            502  refused, filtered, or not understood
├── StoreError
│   ├── ItemExists               409
│   ├── ItemChanged              409  the ETag no longer holds
│   └── StoreUnavailable         503
├── SchedulerUnavailable         503  the platform of the orchestrations does not answer
├── IllegalTransition            500  a run cannot become that
├── ShuttingDown                 503  this process takes no more turns
├── Busy                         503  this process has too much under way
├── RunTaken                     another worker has the run by now
├── LeaseHeld                    503  another process has in hand what is named by its id
├── LeaseLost                    503  another process has the lease by now, or it could not be kept
├── RunLost                      its workers died one after the other
└── ConfigurationError           500  the settings do not fit together
"""

from collections.abc import Sequence
from dataclasses import dataclass

CONTENT_FILTERED = "content_filtered"
"""The code of a ModelRejected whose answer, or the question to it, the model's content filter stopped."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong with one field; field is a dotted path such as `blob_names.0`."""

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
    code = "bad_request"

    def __init__(self, message: str, *, code: str | None = None, errors: Sequence[FieldError] = ()) -> None:
        super().__init__(message, code=code)
        self.errors = tuple(errors)


class InvalidRequest(RequestError):
    code = "invalid_request"

    @classmethod
    def of(cls, field: str, message: str, *, code: str | None = None) -> "InvalidRequest":
        return cls(f"{field}: {message}", code=code, errors=[FieldError(field, message)])


class MalformedRequest(RequestError):
    code = "malformed_json"


class Unauthenticated(RequestError):
    code = "unauthenticated"


class NotFound(RequestError):
    code = "not_found"


class RequestTimeout(RequestError):
    code = "request_timeout"
    retryable = True


class Conflict(RequestError):
    code = "conflict"


class PayloadTooLarge(RequestError):
    code = "payload_too_large"


class TooManyRequests(RequestError):
    code = "too_many_requests"
    retryable = True

    def __init__(self, message: str, *, retry_after_seconds: int, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after_seconds = retry_after_seconds


class UnsupportedDocumentType(RequestError):
    code = "unsupported_document_type"


class DocumentFailure(OrcError):
    code = "document_failed"


class ToolFailure(OrcError):
    code = "tool_failed"


class ToolRetry(ToolFailure):
    code = "tool_retry"
    retryable = True


class ToolTimedOut(ToolFailure):
    code = "tool_timed_out"
    retryable = True


class ToolServerDown(ToolFailure):
    code = "tool_server_down"
    retryable = True


class IllegalTransition(OrcError):
    code = "illegal_transition"


class ShuttingDown(OrcError):
    code = "shutting_down"
    retryable = True


class Busy(OrcError):
    code = "busy"
    retryable = True


class RunTaken(OrcError):
    code = "run_taken"


class DeliveryInProgress(OrcError):
    """Another delivery of the same activity is at work."""

    code = "delivery_in_progress"
    retryable = True


class LeaseHeld(OrcError):
    code = "lease_held"
    retryable = True

    def __init__(self, message: str, *, item_id: str) -> None:
        super().__init__(message)
        self.item_id = item_id


class LeaseLost(OrcError):
    code = "lease_lost"
    retryable = True


class RunLost(OrcError):
    code = "run_lost"
    retryable = True


class ModelError(OrcError):
    code = "model_error"


class ModelUnavailable(ModelError):
    code = "model_unavailable"
    retryable = True


class ModelRejected(ModelError):
    code = "model_rejected"


class StoreError(OrcError):
    code = "store_error"


class ItemExists(StoreError):
    code = "item_exists"


class ItemChanged(StoreError):
    code = "item_changed"
    retryable = True


class StoreUnavailable(StoreError):
    code = "store_unavailable"
    retryable = True


class SchedulerUnavailable(OrcError):
    """Clients know its code as that of any outage behind the API."""

    code = StoreUnavailable.code
    retryable = True


class ConfigurationError(OrcError):
    code = "configuration_error"


HTTP_STATUS: dict[type[OrcError], int] = {
    InvalidRequest: 422,
    MalformedRequest: 400,
    Unauthenticated: 401,
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
    StoreUnavailable: 503,
    SchedulerUnavailable: 503,
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
