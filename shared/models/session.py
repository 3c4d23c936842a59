"""A server of the OpenAI API as answers are streamed from it: one pooled session, and what it raises translated."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from orc.errors import ModelRejected
from shared.models.chat_completions import ModelBusy, failure, stream_cut
from shared.models.retrying import OPENAI, retry_after, token_of

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

_CONNECT_SECONDS = 5.0
_PING_SECONDS = 5.0
_CONNECTIONS = 1000
_KEEPALIVE_SECONDS = 60.0


def import_client() -> None:
    """Imports what the first request would otherwise stop for."""
    for name in ("aiohttp", "tenacity"):
        import_module(name)


class Session:
    """Opened by the first request. For Azure OpenAI, base_url is "<endpoint>/openai/v1/" and api_key gives a token for
    each request. An empty api_key is for servers that ask for none. timeout_seconds is how long the server may be
    silent."""

    def __init__(
        self, *, api_key: str | Callable[[], Awaitable[str]], base_url: str | None, timeout_seconds: float
    ) -> None:
        self._api_key = token_of(api_key) if callable(api_key) else api_key
        self._base_url = (base_url or OPENAI).rstrip("/")
        self._timeout_seconds = timeout_seconds
        self._session: ClientSession | None = None

    async def post(self, path: str, body: Mapping[str, object]) -> "ClientResponse":
        """The unread response, to be closed; a ModelError when it is none to read."""
        response = await self._request("POST", path, self._timeout_seconds, json=body)
        if response.status >= HTTPStatus.MULTIPLE_CHOICES:
            raise await _refusal(response)
        return response

    async def ping(self) -> None:
        """A server without this route has answered all the same."""
        response = await self._request("GET", "/models", min(_PING_SECONDS, self._timeout_seconds))
        if response.status >= HTTPStatus.MULTIPLE_CHOICES and response.status != HTTPStatus.NOT_FOUND:
            raise await _refusal(response)
        response.release()

    async def _request(self, method: str, path: str, seconds: float, **options: Any) -> "ClientResponse":
        from aiohttp import ClientError, ClientTimeout

        api_key = await self._api_key() if callable(self._api_key) else self._api_key
        headers = {"authorization": f"Bearer {api_key}"} if api_key else {}
        timeout = ClientTimeout(total=None, sock_connect=min(_CONNECT_SECONDS, seconds), sock_read=seconds)
        try:
            return await self._opened().request(
                method, self._base_url + path, headers=headers, timeout=timeout, allow_redirects=False, **options
            )
        except ValueError:
            raise ModelRejected("The model's client could not make the request.") from None
        except (ClientError, TimeoutError):
            raise ModelBusy("The model's server cannot be reached, or takes too long to answer.") from None

    def _opened(self) -> "ClientSession":
        if self._session is None:
            from aiohttp import ClientSession, DummyCookieJar, TCPConnector

            url = urlsplit(self._base_url)
            self._session = ClientSession(
                connector=TCPConnector(limit=_CONNECTIONS, keepalive_timeout=_KEEPALIVE_SECONDS),
                cookie_jar=DummyCookieJar(),
                headers={"accept-encoding": "identity"},
                proxy=None if proxy_bypass(url.hostname or "") else getproxies().get(url.scheme),
            )
        return self._session

    async def aclose(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()


async def _refusal(response: "ClientResponse") -> Exception:
    from aiohttp import ClientError

    async with response:
        try:
            error = json.loads(await response.read())["error"]
        except (ClientError, TimeoutError, ValueError, RecursionError, TypeError, KeyError):
            error = None
    code = error.get("code") if isinstance(error, dict) else None
    return failure(response.status, code, retry_after=retry_after(response.headers))


@contextmanager
def reading() -> Iterator[None]:
    """Turns what is raised when an answer breaks off into a ModelError, without its cause: that holds the request."""
    from aiohttp import ClientError

    try:
        yield
    except (ClientError, TimeoutError):
        raise stream_cut() from None
