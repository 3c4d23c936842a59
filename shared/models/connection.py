"""A server of the OpenAI API: one pooled client, its errors as ModelErrors, and the retries."""

import asyncio
import math
import re
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import TYPE_CHECKING, Required, TypedDict

from orc.errors import CONTEXT_EXCEEDED, ModelRejected
from shared.models.chat_completions import ModelBusy, ParameterRefused, failure, stream_cut
from shared.models.parameters import OPTIONAL, RESPONSE_FORMAT, TOOLS

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from tenacity import AsyncRetrying

_OPENAI = "https://api.openai.com/v1"
_CONNECT_SECONDS = 5.0
_PING_SECONDS = 5.0
_CONNECTIONS = 1000
_KEEPALIVE_SECONDS = 60.0
_BAD_REQUEST = 400
_UNPROCESSABLE = 422
_UNSUPPORTED = re.compile(r"Unsupported (?:parameter|value): '(\w+)'")
_INVALID_SCHEMA = re.compile(r"invalid schema", re.IGNORECASE)
# vLLM, LM Studio, llama.cpp, Gemini and TGI have no code for it.
_TOO_LONG = re.compile(
    r"maximum (?:context|model) length|context (?:length|size|window)|exceed_context_size|prompt is too long"
    r"|exceeds the maximum number of tokens|must have less than \d+ tokens",
    re.IGNORECASE,
)
_MAY_BE_TOO_LONG = frozenset((400, 413, 422, 500))
# Ollama and vLLM name the parameter in a sentence only.
_LACKING = {
    TOOLS: re.compile(
        r"not support (?:tool|function)|--enable-auto-tool-choice|\btools? (?:is|are) not", re.IGNORECASE
    ),
    RESPONSE_FORMAT: re.compile(r"response_format|json_schema|structured output|guided decoding", re.IGNORECASE),
}


def import_client() -> None:
    """Imports the libraries, for which the first request would otherwise block for half a second."""
    for name in ("openai", "tenacity"):
        import_module(name)


class ConnectionOptions(TypedDict, total=False):
    """The parameters of Connection, which the models pass on."""

    api_key: Required[str | Callable[[], Awaitable[str]]]
    base_url: str | None
    timeout_seconds: float
    retry_budget_seconds: float
    max_tries: int
    sleep: Callable[[float], Awaitable[None]]


class Connection:
    """Builds its client on first use.

    For Azure OpenAI, base_url is "<endpoint>/openai/v1/" and api_key may return a token for each request. An empty
    api_key is for servers that require none. A request has at most max_tries attempts, each of which begins within
    retry_budget_seconds of the first.
    """

    def __init__(
        self,
        *,
        api_key: str | Callable[[], Awaitable[str]],
        base_url: str | None = None,
        timeout_seconds: float = 60,
        retry_budget_seconds: float = 30,
        max_tries: int = 5,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._api_key = _token_provider(api_key) if callable(api_key) else api_key or "none"
        self._base_url = base_url or _OPENAI
        self._timeout_seconds = timeout_seconds
        self._retry_budget_seconds = retry_budget_seconds
        self._max_tries = max_tries
        self._sleep = sleep
        self._client: AsyncOpenAI | None = None

    def client(self) -> "AsyncOpenAI":
        """The client, whose own retries are off."""
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
                # Reads a chunk in a third of the default transport's time.
                http_client=DefaultAioHttpClient(timeout=timeout, limits=limits, follow_redirects=False),
            )
        return self._client

    def retrying(self) -> "AsyncRetrying":
        """Calls a function again while it raises ModelBusy, never sooner than the server asks for."""
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
            wait=wait_exception(lambda error: getattr(error, "retry_after", 0))
            + wait_exponential_jitter(multiplier=0.5, max=8, jitter=0.5),
            stop=stop_after_attempt(self._max_tries) | stop_before_delay(self._retry_budget_seconds),
            sleep=self._sleep,
            reraise=True,
        )

    async def ping(self) -> None:
        """Returns when the server answers; raises ModelError otherwise."""
        import httpx2
        import openai

        # A server without this route has answered, too.
        with translated(), suppress(openai.NotFoundError):
            await self.client().get("/models", cast_to=httpx2.Response, options={"timeout": _PING_SECONDS})

    async def aclose(self) -> None:
        """Closes the client; the next use builds another."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()


def _token_provider(token: Callable[[], Awaitable[str]]) -> Callable[[], Awaitable[str]]:
    async def translated() -> str:
        from azure.core.exceptions import AzureError, ClientAuthenticationError

        try:
            return await token()
        except ClientAuthenticationError:
            raise ModelRejected("No identity is available for calls of the model.", code="model_auth") from None
        except AzureError:
            raise ModelBusy("The identity service cannot be reached.") from None

    return translated


@contextmanager
def translated() -> Iterator[None]:
    """Raises the client's errors as ModelErrors, without their cause, which contains the request and the response."""
    import anyio
    import httpx2
    import openai

    try:
        yield
    except openai.APIStatusError as error:
        if error.status_code in (_BAD_REQUEST, _UNPROCESSABLE):
            parameter = error.param
            if not parameter and (named := _UNSUPPORTED.search(error.message)):
                parameter = named[1]
            elif not parameter:  # the message alone names it
                lacking = (name for name, pattern in _LACKING.items() if pattern.search(error.message))
                parameter = next(lacking, None)
            if parameter in OPTIONAL and not _INVALID_SCHEMA.search(error.message):
                raise ParameterRefused(parameter) from None
        headers = error.response.headers
        value = headers.get("retry-after", "")
        delays = [_seconds(headers.get("retry-after-ms")) / 1000, _seconds(value)]
        with suppress(ValueError):
            moment = parsedate_to_datetime(value)
            delays.append((moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
        is_too_long = error.status_code in _MAY_BE_TOO_LONG and _TOO_LONG.search(error.message)
        code = CONTEXT_EXCEEDED if is_too_long else error.code
        raise failure(error.status_code, code, retry_after=max(0.0, *delays)) from None
    except openai.APIConnectionError:
        raise ModelBusy("The model's server cannot be reached, or takes too long to answer.") from None
    except (httpx2.RequestError, httpx2.StreamError, ssl.SSLError, anyio.EndOfStream):
        raise stream_cut() from None
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL):
        raise ModelRejected("The model's client could not make the request.") from None


def _seconds(value: str | None) -> float:
    try:
        seconds = float(value or 0)
    except ValueError:
        return 0
    return 0 if math.isnan(seconds) else seconds
