"""A server of the OpenAI API: one pooled client of the SDK, and what it raises translated."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING

from orc.errors import ModelRejected
from shared.models.chat_completions import ModelBusy, failure
from shared.models.retrying import OPENAI, retry_after, retrying, token_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from tenacity import AsyncRetrying

_CONNECT_SECONDS = 5.0
_PING_SECONDS = 5.0
_CONNECTIONS = 1000
_KEEPALIVE_SECONDS = 60.0


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
        self._api_key = token_of(api_key) if callable(api_key) else api_key or "none"
        self._base_url = base_url or OPENAI
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
                http_client=DefaultAioHttpClient(timeout=timeout, limits=limits, follow_redirects=False),
            )
        return self._client

    def retrying(self) -> "AsyncRetrying":
        return retrying(budget_seconds=self._retry_budget_seconds, max_tries=self._max_tries, sleep=self._sleep)

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


@contextmanager
def translated() -> Iterator[None]:
    """Turns what the client raises into a ModelError, without its cause: that holds the request and the response."""
    import httpx2
    import openai

    try:
        yield
    except openai.APIStatusError as error:
        asked = retry_after(error.response.headers)
        raise failure(error.status_code, error.code, retry_after=asked) from None
    except openai.APIConnectionError:
        raise ModelBusy("The model's server cannot be reached, or takes too long to answer.") from None
    except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL):
        raise ModelRejected("The model's client could not make the request.") from None
