"""Connections to MCP servers: made on first use, kept over calls, each opened and closed by a task of its own."""

import asyncio
import contextvars
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from orc import __version__
from orc.errors import ToolServerDown
from orc.tools.exchange import EXCHANGE, Exchange, GuardedTransport
from orc.tools.offer import ServerSettings

logger = logging.getLogger(__name__)

_PROTOCOL = "2026-07-28"

type Request[T] = Callable[[Client], Coroutine[Any, Any, T]]
type Opener = Callable[[], AbstractAsyncContextManager[Client]]


class Connection(Protocol):
    """Sends MCP requests to one server. Raises TimeoutError if there is no response in time. A request is cancelled,
    also over the network, when nobody waits for it any more."""

    async def run[T](self, request: Request[T], *, seconds: float, exchange: Exchange) -> T: ...

    async def aclose(self) -> None: ...


@dataclass(slots=True, eq=False)
class _Live:
    """A connected client; closing it waits until nobody uses it."""

    ready: asyncio.Future[Client]
    closing: asyncio.Event
    keeper: asyncio.Task[None] | None = None
    users: int = 0
    retired: bool = False


class _Clients:
    """The connected clients, one for each event loop, because a client works only in its own loop."""

    def __init__(self, server: str, opener: Opener, connect_seconds: float) -> None:
        self._server = server
        self._opener = opener
        self._connect_seconds = connect_seconds
        self._live: WeakKeyDictionary[asyncio.AbstractEventLoop, _Live] = WeakKeyDictionary()

    async def live(self) -> tuple[_Live, Client]:
        """Returns the client; the first caller connects it. Raises ToolServerDown if that fails."""

        def report_failure(keeper: asyncio.Task[None]) -> None:
            if not keeper.cancelled() and (error := keeper.exception()) is not None:
                logger.error("A connection to an MCP server ended", exc_info=error)

        loop = asyncio.get_running_loop()
        live = self._live.get(loop)
        if live is None or (live.keeper is not None and live.keeper.done()):
            live = self._live[loop] = _Live(loop.create_future(), asyncio.Event())
            live.ready.add_done_callback(_retrieve_exception)
            live.keeper = loop.create_task(self._keep(live), context=contextvars.Context())
            live.keeper.add_done_callback(report_failure)
        return live, await asyncio.shield(live.ready)

    async def _keep(self, live: _Live) -> None:
        """Opens and closes the client in one task, as its task groups require."""
        exchange = Exchange(1 << 20)
        EXCHANGE.set(exchange)
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(self._connect_seconds):
                    client = await stack.enter_async_context(self._opener())
                live.ready.set_result(client)
                await live.closing.wait()
                exchange.close()
        except* (MCPError, ValidationError, RuntimeError) as errors:
            if live.ready.done():
                raise
            why = exchange.problem or exchange.http_problem or "does not speak MCP"
            logger.info("No connection to %s: %s", self._server, [type(error).__name__ for error in errors.exceptions])
            live.ready.set_exception(ToolServerDown(f"The MCP server {self._server} {why}."))
        except* TimeoutError:
            live.ready.set_exception(ToolServerDown(f"The MCP server {self._server} did not answer in time."))
        finally:
            if not live.ready.done():
                live.ready.set_exception(ToolServerDown(f"The MCP server {self._server} could not be reached."))

    def retire(self, live: _Live) -> None:
        """Makes the next caller connect a new client. This one is closed when its last user is done."""
        loop = asyncio.get_running_loop()
        live.retired = True
        if self._live.get(loop) is live:
            del self._live[loop]
        self.release(live, 0)

    def release(self, live: _Live, users: int = 1) -> None:
        live.users -= users
        if live.retired and live.users <= 0:
            live.closing.set()

    async def aclose(self) -> None:
        live = self._live.pop(asyncio.get_running_loop(), None)
        if live is not None and live.keeper is not None:
            live.closing.set()
            if not live.ready.done():
                live.keeper.cancel()
            await asyncio.wait([live.keeper])


def _retrieve_exception(outcome: asyncio.Future[Any]) -> None:
    """Retrieves an exception that may no longer have a waiter, so that asyncio does not log it."""
    if not outcome.cancelled():
        outcome.exception()


class InMemoryConnection:
    """The built-in server, in this process."""

    def __init__(self, server: Server[Any]) -> None:
        self._clients = _Clients(server.name, lambda: Client(server, mode=_PROTOCOL, cache=None), connect_seconds=60)

    async def run[T](self, request: Request[T], *, seconds: float, exchange: Exchange) -> T:
        async with asyncio.timeout(seconds):
            _, client = await self._clients.live()
            return await request(client)

    async def aclose(self) -> None:
        await self._clients.aclose()


_tls = cache(httpx2.create_ssl_context)  # called in a thread: reading the authorities takes 60 ms


class HttpConnection:
    """A server over streamable HTTP. Its requests run concurrently, and the failure of one does not affect others."""

    def __init__(self, settings: ServerSettings, *, connect_seconds: float, on_change: Callable[[], None]) -> None:
        logging.getLogger("mcp.client").setLevel(logging.CRITICAL)  # it logs what servers answer
        self._settings = settings
        self._connect_seconds = connect_seconds
        self._on_change = on_change
        self._authorization: Mapping[str, str] = {}
        self._clients = _Clients(settings.name, self._open, connect_seconds)
        self._ending: set[asyncio.Task[Any]] = set()

    def secrets(self) -> tuple[str, ...]:
        """Values that no message may contain: those of headers, and parts of values such as `Bearer ...`."""
        values = (*self._settings.headers.values(), *self._authorization.values())
        parts = {part for value in values for part in (value, *value.split())}
        query = httpx2.URL(self._settings.url).params.values()
        return tuple(sorted((part for part in (*parts, *query) if len(part) >= 4), key=len, reverse=True))

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Client]:
        async def headers() -> Mapping[str, str]:
            if self._settings.authorize is not None:
                self._authorization = await self._settings.authorize()
            return {**self._settings.headers, **self._authorization}

        async def on_message(message: object) -> None:
            if isinstance(message, types.ToolListChangedNotification):
                self._on_change()

        url = httpx2.URL(self._settings.url)
        inner = httpx2.AsyncHTTPTransport(verify=await asyncio.to_thread(_tls))
        transport = GuardedTransport(inner, server=url, headers=headers, max_bytes=1 << 20)
        timeout = httpx2.Timeout(None, connect=self._connect_seconds)
        own = {"accept-encoding": "identity", "user-agent": f"orc/{__version__}"}
        async with httpx2.AsyncClient(transport=transport, timeout=timeout, trust_env=False, headers=own) as http:
            streams = streamable_http_client(str(url.copy_with(query=None)), http_client=http, max_sse_event_size=None)
            async with Client(streams, mode="auto", cache=None, message_handler=on_message) as client:
                yield client

    async def run[T](self, request: Request[T], *, seconds: float, exchange: Exchange) -> T:
        live, client = await self._clients.live()
        context = contextvars.copy_context()
        context.run(EXCHANGE.set, exchange)
        live.users += 1
        task = asyncio.get_running_loop().create_task(request(client), context=context)
        exchange.task = task
        task.add_done_callback(lambda _: self._clients.release(live))
        task.add_done_callback(_retrieve_exception)
        try:
            async with asyncio.timeout(seconds):
                await asyncio.wait([task])
        finally:
            if not task.done():  # nobody waits for it or for the server's response to its end
                exchange.close()
                task.cancel()
                self._ending.add(task)
                task.add_done_callback(self._ending.discard)
            if exchange.status is not None and exchange.status >= 400:
                self._clients.retire(live)  # a server that was replaced may know neither the session nor the protocol
        if task.cancelled():
            raise MCPError(types.CONNECTION_CLOSED, "The request was ended.")
        return task.result()

    async def aclose(self) -> None:
        if self._ending:
            await asyncio.wait(self._ending)
        await self._clients.aclose()
