"""A server of the OpenAI API: one pooled client, what it raises translated, and when a request is made again."""

import asyncio
import math
import re
import ssl
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import TYPE_CHECKING

from orc.errors import ModelRejected
from shared.models.chat_completions import ModelBusy, ParameterRefused, failure, stream_cut
from shared.models.parameters import OPTIONAL

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI
    from tenacity import AsyncRetrying

_OPENAI = "https://api.openai.com/v1"
_CONNECT_SECONDS = 5.0
_PING_SECONDS = 5.0
_CONNECTIONS = 1000
_KEEPALIVE_SECONDS = 60.0
_BAD_REQUEST = 400
_UNPROCESSABLE = 422
_UNSUPPORTED = re.compile(r"Unsupported (?:parameter|value): '(\w+)'")


def import_client() -> None:
    """Imports what the first request would otherwise stop for, half a second long."""
    for name in ("openai", "tenacity"):
        import_module(name)


class Connection:
    """Builds its client on first use.

    For Azure OpenAI, base_url is "<endpoint>/openai/v1/" and api_key gives a token for each request. An empty
    api_key is for servers that ask for none. A request is made at most max_tries times in all, while the next try
    starts within retry_budget_seconds of the first.
    """

    def __init__(
        self,
        *,
        api_key: str | Callable[[], Awaitable[str]],
        base_url: str | None,
        timeout_seconds: float,
        retry_budget_seconds: float,
        max_tries: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._api_key = _provider(api_key) if callable(api_key) else api_key or "none"
        self._base_url = base_url or _OPENAI
        self._timeout_seconds = timeout_seconds
        self._retry_budget_seconds = retry_budget_seconds
        self._max_tries = max_tries
        self._sleep = sleep
        self._client: AsyncOpenAI | None = None

    def client(self) -> "AsyncOpenAI":
        if self._client is None:
            import httpx2
            from openai import AsyncOpenAI, DefaultAioHttpClient

            timeout = httpx2.Timeout(self._timeout_seconds, connect=min(_CONNECT_SECONDS, self._timeout_seconds))
            limits = httpx2.Limits(max_connections=_CONNECTIONS, keepalive_expiry=_KEEPALIVE_SECONDS)
            self._client = AsyncOpenAI(
                api_key=self._api_key,
                base_url=self._base_url,
                timeout=timeout,
                max_retries=0,
                # Reading a chunk takes a third of the time that it takes with the client's default transport.
                http_client=DefaultAioHttpClient(timeout=timeout, limits=limits, follow_redirects=False),
            )
        return self._client

    def retrying(self) -> "AsyncRetrying":
        from tenacity import (
            AsyncRetrying,
            retry_if_exception_type,
            stop_after_attempt,
            stop_before_delay,
            wait_exception,
            wait_exponential_jitter,
        )

        return AsyncRetrying(
            retry=retry_if_exception_type(ModelBusy),
            wait=wait_exception(_asked_wait) + wait_exponential_jitter(multiplier=0.5, max=8, jitter=0.5),
            stop=stop_after_attempt(self._max_tries) | stop_before_delay(self._retry_budget_seconds),
            sleep=self._sleep,
            reraise=True,
        )

    async def ping(self) -> None:
        import httpx2
        import openai

        # A server without this route has answered all the same.
        with translated(), suppress(openai.NotFoundError):
            await self.client().get("/models", cast_to=httpx2.Response, options={"timeout": _PING_SECONDS})

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()


def _provider(token: Callable[[], Awaitable[str]]) -> Callable[[], Awaitable[str]]:
    async def translated() -> str:
        from azure.core.exceptions import AzureError, ClientAuthenticationError

        try:
            return await token()
        except ClientAuthenticationError:
            raise ModelRejected("There is no identity to ask the model with.", code="model_auth") from None
        except AzureError:
            raise ModelBusy("The identity service cannot be reached.") from None

    return translated


def _asked_wait(error: BaseException) -> float:
    return error.retry_after if isinstance(error, ModelBusy) else 0


@contextmanager
def translated() -> Iterator[None]:
    """Turns what the client raises into a ModelError, without its cause: that holds the request and the response."""
    import anyio
    import httpx2
    import openai

    try:
        yield
    except openai.APIStatusError as error:
        if (parameter := _refused_parameter(error)) is not None:
            raise ParameterRefused(parameter) from None
        retry_after = _retry_after(error.response.headers)
        raise failure(error.status_code, error.code, retry_after=retry_after) from None
    except openai.APIConnectionError:
        raise ModelBusy("The model's server cannot be reached, or takes too long to answer.") from None
    except (httpx2.RequestError, httpx2.StreamError, ssl.SSLError, anyio.EndOfStream):
        raise stream_cut() from None
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL):
        raise ModelRejected("The model's client could not make the request.") from None


def _refused_parameter(error: "APIStatusError") -> str | None:
    """The optional parameter that a 400 or 422 is about. Its code says unsupported, invalid or nothing; some gateways
    keep the message alone."""
    if error.status_code not in (_BAD_REQUEST, _UNPROCESSABLE):
        return None
    named = _UNSUPPORTED.search(error.message)
    parameter = error.param or (named and named[1])
    return parameter if parameter in OPTIONAL else None


def _retry_after(headers: Mapping[str, str]) -> float:
    """The longest wait in seconds that the server asks for, in milliseconds, seconds or as a date; 0 for none."""
    waits = [
        _seconds(headers.get("retry-after-ms")) / 1000,
        _seconds(headers.get("retry-after")),
        _seconds_until(headers.get("retry-after")),
    ]
    return max(0.0, *waits)


def _seconds(value: str | None) -> float:
    try:
        seconds = float(value or 0)
    except ValueError:
        return 0
    return 0 if math.isnan(seconds) else seconds


def _seconds_until(value: str | None) -> float:
    try:
        moment = parsedate_to_datetime(value or "")
    except ValueError:
        return 0
    return (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
