"""The HTTP pipeline to Cosmos DB: the one place where requests are retried and their charges are counted (D-009)."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Mapping

from azure.core.exceptions import AzureError, ServiceRequestError, ServiceResponseError
from azure.core.pipeline import PipelineRequest, PipelineResponse
from azure.core.pipeline.policies import AsyncHTTPPolicy
from azure.core.pipeline.transport import AsyncHttpResponse, HttpRequest

from shared.stores.cosmos.charges import Charges, Kind

_MAX_TRIES = 5
_FIRST_WAIT_SECONDS = 0.25
_SHORTEST_TRY_SECONDS = 1.0
_BUSY = frozenset({408, 429, 449, 502, 503, 504})
_MULTI_STATUS = 207
_FAILED_DEPENDENCY = 424
_SDK_OPTIONS = ("timeout", "request_params", "global_endpoint_manager")  # for the SDK's own policy in this place
_RESOURCE = "x-ms-thinclient-proxy-resource-type"
_OPERATION = "x-ms-thinclient-proxy-operation-type"
_KINDS: Mapping[str, Kind] = {"Read": "read", "SqlQuery": "query", "ReadFeed": "query", "QueryPlan": "query"}

type _Request = PipelineRequest[HttpRequest]
type _Response = PipelineResponse[HttpRequest, AsyncHttpResponse]


class ServiceFailure(AzureError):
    """All attempts failed. No policy of the SDK retries this error; status is None without an answer."""

    def __init__(self, reason: str, status: int | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_after = retry_after


class RepeatPolicy(AsyncHTTPPolicy[HttpRequest, AsyncHttpResponse]):
    """Retries requests that a busy service refused or that did not reach it: at most five attempts, never sooner than
    the service asks for, and none that would begin later than max_seconds after the first.

    It stands where the SDK has its policy for connections. The SDK's other retries find nothing to do, except those
    that choose another region or look for a partition that was moved.
    """

    def __init__(
        self,
        charges: Charges,
        *,
        max_seconds: float,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__()
        self._charges = charges
        self._max_seconds = max_seconds
        self._sleep = sleep

    async def send(self, request: _Request) -> _Response:
        """The response to the last attempt. Raises ServiceFailure when that failed."""
        options = request.context.options
        for option in _SDK_OPTIONS:
            options.pop(option, None)
        read_timeout = float(options.get("read_timeout") or self._max_seconds)
        deadline = time.monotonic() + self._max_seconds
        tries = 0
        while True:
            options["read_timeout"] = min(read_timeout, max(deadline - time.monotonic(), _SHORTEST_TRY_SECONDS))
            outcome = await self._try(request)
            if not isinstance(outcome, ServiceFailure):
                return outcome
            tries += 1
            wait = outcome.retry_after
            if wait is None:  # spread by chance, so that callers do not retry at the same time
                wait = _FIRST_WAIT_SECONDS * float(2 ** (tries - 1)) * random.uniform(1, 1.25)  # noqa: S311
            if tries == _MAX_TRIES or time.monotonic() + wait > deadline:
                raise outcome
            await self._sleep(wait)

    async def _try(self, request: _Request) -> _Response | ServiceFailure:
        """The response, or a failure that may be transient."""
        try:
            response = await self.next.send(request)
        except (ServiceRequestError, ServiceResponseError) as error:
            return ServiceFailure(type(error.inner_exception or error).__name__)
        answer, headers = response.http_response, request.http_request.headers
        is_metadata = headers.get(_RESOURCE) != "docs"
        kind = "metadata" if is_metadata else _KINDS.get(headers.get(_OPERATION, ""), "write")
        self._charges.add(kind, float(answer.headers.get("x-ms-request-charge", 0)))
        status = int(answer.status_code)
        if status == _MULTI_STATUS:  # of a failed batch, the status of the operation that made it fail
            codes = [int(result["statusCode"]) for result in json.loads(answer.body())]
            status = next((code for code in codes if code >= 400 and code != _FAILED_DEPENDENCY), _MULTI_STATUS)
        if status in _BUSY:
            milliseconds, seconds = answer.headers.get("x-ms-retry-after-ms"), answer.headers.get("retry-after", "")
            retry_after = float(seconds) if seconds.isdecimal() else None
            if milliseconds is not None:
                retry_after = float(milliseconds) / 1000
            return ServiceFailure(f"HTTP {status}", status, retry_after=retry_after)
        if status >= 400 and headers.get(_RESOURCE) == "databaseaccount":
            raise ServiceFailure(f"HTTP {status}", status)  # the SDK would retry it, whatever the status
        return response
