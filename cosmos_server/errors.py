"""The service's errors, in the form of its gateway."""

from http import HTTPStatus

PARTITION_KEY_MISMATCH = 1001
CROSS_PARTITION_QUERY_NOT_SERVABLE = 1004
OWNER_NOT_FOUND = 1003
CONTAINER_RID_MISMATCH = 1024
RATE_LIMITED = 3200

_CODES = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    408: "RequestTimeout",
    409: "Conflict",
    412: "PreconditionFailed",
    413: "RequestEntityTooLarge",
    424: "FailedDependency",
    429: "429",
    449: "RetryWith",
    500: "InternalServerError",
    503: "ServiceUnavailable",
}


class ServiceError(Exception):
    """A response with a status of 400 or above, with the service's code, message, substatus and extra headers."""

    def __init__(
        self, status: int, message: str = "", *, substatus: int = 0, headers: dict[str, str] | None = None
    ) -> None:
        self.status = status
        self.code = _CODES.get(status, HTTPStatus(status).phrase.replace(" ", ""))
        self.message = message or HTTPStatus(status).phrase
        self.substatus = substatus
        self.headers = headers or {}
        super().__init__(f"({self.code}) {self.message}")


def bad_request(message: str, *, substatus: int = 0) -> ServiceError:
    return ServiceError(400, message, substatus=substatus)


def not_found(substatus: int = 0) -> ServiceError:
    return ServiceError(404, "Entity with the specified id does not exist in the system.", substatus=substatus)


def conflict() -> ServiceError:
    return ServiceError(409, "Entity with the specified id already exists in the system.")


def precondition_failed() -> ServiceError:
    return ServiceError(412, "Operation cannot be performed because one of the specified precondition is not met.")


def too_large() -> ServiceError:
    return ServiceError(413, "Request size is too large")


def rate_limited(retry_after_ms: int) -> ServiceError:
    return ServiceError(
        429,
        "Request rate is large. More Request Units may be needed, so no changes were made. Please retry this request "
        "later.",
        substatus=RATE_LIMITED,
        headers={"x-ms-retry-after-ms": str(retry_after_ms)},
    )
