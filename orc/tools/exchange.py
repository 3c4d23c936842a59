"""The HTTP exchange of one MCP request: confined to its server, limited in size, and aborted when nobody waits for it
(D-143)."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import anyio
import httpx2

from orc.errors import OrcError

_LINGER_SECONDS = 1.0


class Exchange:
    """The outcome of the HTTP requests of one MCP request, whichever tasks of the MCP client send them. problem is the
    reason for a missing response, without secrets; status is that of the latest response; sent is true if a request may
    have reached the server."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.problem: str | None = None
        self.too_large = False
        self.status: int | None = None
        self.sent = False
        self.task: asyncio.Task[Any] | None = None
        self._closed = False
        self._scopes: set[anyio.CancelScope] = set()

    @property
    def http_problem(self) -> str | None:
        """The problem that the latest response's status indicates."""
        failed = self.status is not None and self.status >= 400
        return f"answered with HTTP status {self.status}" if failed else None

    def close(self) -> None:
        """Aborts running requests. A request that starts afterwards, such as the notice of cancellation, gets a short
        time."""
        self._closed = True
        for scope in tuple(self._scopes):
            scope.cancel()

    def refuse_size(self) -> None:
        self.too_large = True
        if self.task is not None:
            self.task.cancel()

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """Raises CutOff when close() aborts the body."""
        deadline = anyio.current_time() + _LINGER_SECONDS if self._closed else math.inf
        with anyio.CancelScope(deadline=deadline) as scope:
            self._scopes.add(scope)
            try:
                yield
            finally:
                self._scopes.discard(scope)
        if scope.cancelled_caught:
            raise CutOff


EXCHANGE: ContextVar[Exchange] = ContextVar("exchange")
"""That of the call which the running task works for. The MCP client sends a request in its caller's context."""


class CutOff(httpx2.StreamError):
    """A StreamError, which the MCP client treats as the failure of one request, not of the connection."""

    def __init__(self, why: str = "cut off") -> None:
        super().__init__(why)


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Sends requests to one server only and adds that server's query and headers, which so appear in no log of the
    client. A failure is recorded in the exchange and answered with a 502, because an exception would end the
    connection's other requests too."""

    def __init__(
        self,
        inner: httpx2.AsyncBaseTransport,
        *,
        server: httpx2.URL,
        headers: Callable[[], Awaitable[Mapping[str, str]]],
        max_bytes: int,
    ) -> None:
        self._inner = inner
        self._server = server
        self._headers = headers
        self._max_bytes = max_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        exchange = EXCHANGE.get(None) or Exchange(self._max_bytes)
        try:
            if request.url.host != self._server.host:
                return _answer_for(request, exchange, "answered with a redirect to another host")
            with exchange.bounded():
                headers, query = httpx2.Headers(request.headers), self._server.params
                headers.update(await self._headers())
                request = httpx2.Request(
                    request.method,
                    request.url.copy_merge_params(query) if query else request.url,
                    headers=headers,
                    stream=request.stream,
                    extensions=request.extensions,
                )
                response = await self._inner.handle_async_request(request)
        except (httpx2.ConnectError, httpx2.PoolTimeout):
            return _answer_for(request, exchange, "could not be reached")
        except httpx2.ConnectTimeout:
            return _answer_for(request, exchange, "could not be reached in time")
        except httpx2.TransportError:
            exchange.sent = True
            return _answer_for(request, exchange, "closed the connection before it answered")
        except OrcError as error:
            return _answer_for(request, exchange, error.message)
        except CutOff:
            return _answer_for(request, exchange, "was not waited for")
        exchange.sent = True
        if request.method == "POST":
            exchange.status = response.status_code
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            return _answer_for(request, exchange, "sent a response in an encoding that was not requested")
        length = response.headers.get("content-length", "")
        endless = request.method == "GET"  # the server's own stream lasts as long as the connection
        if not endless and length.isdecimal() and int(length) > exchange.max_bytes:
            await response.aclose()
            exchange.refuse_size()
            return _answer_for(request, exchange, "sent too much")
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_Limited(response, exchange, math.inf if endless else exchange.max_bytes),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


def _answer_for(request: httpx2.Request, exchange: Exchange, problem: str) -> httpx2.Response:
    exchange.problem = problem
    return httpx2.Response(502, request=request)


class _Limited(httpx2.AsyncByteStream):
    """A response body that ends with an error at the limit."""

    def __init__(self, response: httpx2.Response, exchange: Exchange, max_bytes: float) -> None:
        self._response = response
        self._exchange = exchange
        self._left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = self._response.aiter_raw()
        while True:
            try:
                with self._exchange.bounded():
                    chunk = await anext(chunks, None)
            except httpx2.TransportError as error:
                self._exchange.problem = "closed the connection before its response was complete"
                raise CutOff("connection lost") from error
            if chunk is None:
                return
            self._left -= len(chunk)
            if self._left < 0:
                self._exchange.refuse_size()
                raise CutOff("too large")
            yield chunk

    async def aclose(self) -> None:
        await self._response.aclose()
