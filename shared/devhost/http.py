"""HTTP triggers: finds the function for a request and streams request and response through (D-176)."""

import asyncio
import hmac
import json
import logging
import math
import re
import uuid
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from socket import socket
from types import SimpleNamespace
from urllib.parse import parse_qs, unquote

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shared.devhost.background import cancel
from shared.devhost.connections import Lingering, connection_class
from shared.devhost.worker import Function, FunctionFailed, TypedData, Worker

logger = logging.getLogger(__name__)

type Headers = Iterable[tuple[bytes, bytes]]

_HOP_BY_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding "
    b"upgrade".split()
)


@dataclass(frozen=True)
class Route:
    """A function's address; without methods it accepts any."""

    function: Function
    template: str
    methods: frozenset[str]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, function: Function, prefix: str) -> "Route":
        path = function.trigger.get("route") or function.name
        template = "/".join(part for part in (prefix, path) if part).strip("/")
        methods = frozenset(method.upper() for method in function.trigger.get("methods") or ())
        pattern = ""
        for segment in template.split("/"):
            if not (match := re.fullmatch(r"\{(\*{0,2})(\w+)(?::[^?]*)?(\??)\}", segment)):
                pattern += f"/{re.escape(segment)}"
            elif match[1]:
                pattern += f"(?:/(?P<{match[2]}>[^/].*)?)?"  # no route of the host matches an empty segment
            else:
                value = f"/(?P<{match[2]}>[^/\\n]+)"  # the worker's own router takes no line feed
                pattern += f"(?:{value})?" if match[3] else value
        return cls(function, f"/{template}", methods, re.compile(f"{pattern}/?", re.IGNORECASE))

    def allows(self, method: str) -> bool:
        return not self.methods or method in self.methods


def in_host_order(routes: Iterable[Route]) -> list[Route]:
    """Routes as Azure's host tries them: by the function's name, ignoring case, however specific they are.

    FunctionMetadataManager.LoadFunctionMetadata sorts with StringComparer.OrdinalIgnoreCase, which compares upper case;
    WebScriptHostHttpRoutesManager adds the routes in that order to a RouteCollection, of which the first match wins.
    """
    return sorted(routes, key=lambda route: route.function.name.upper())


def route_of(routes: Iterable[Route], method: str, path: str) -> tuple[Route, re.Match[str]] | None:
    """The first route that matches. A method is a constraint of a route (HttpMethodRouteConstraint): when it fails, the
    next route is tried. HEAD is distinct from GET."""
    found = ((route, route.pattern.fullmatch(path)) for route in routes if route.allows(method))
    return next(((route, match) for route, match in found if match), None)


class Gateway:
    """The ASGI application in front of the worker's. Functions above the anonymous level require the key."""

    def __init__(self, worker: Worker, *, prefix: str, key: str) -> None:
        self._worker = worker
        self._key = key.encode()
        self.routes = in_host_order(Route.of(function, prefix) for function in worker.triggered_by("httptrigger"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Azure's host decodes a path before routing, except encoded slashes, which separate no segments.
        path = unquote(re.sub("%2f", "%252F", scope["raw_path"].decode("latin-1"), flags=re.IGNORECASE))
        found = route_of(self.routes, scope["method"], path)
        if found is None:  # also for a method that no function accepts: Azure's host sends no 405
            await _refuse(send, HTTPStatus.NOT_FOUND, f"No function accepts {scope['method']} at this address.")
            return
        route, match = found
        code = parse_qs(scope["query_string"]).get(b"code", [b""])[0]
        key = dict(scope["headers"]).get(b"x-functions-key", code)
        is_public = str(route.function.trigger.get("authLevel", "function")).lower() == "anonymous"
        if not is_public and not hmac.compare_digest(key, self._key):
            await _refuse(send, HTTPStatus.UNAUTHORIZED, "This function needs its key: x-functions-key or ?code=.")
            return
        if self._worker.web_app is None:
            raise RuntimeError("an app with HTTP functions has a web application")
        invocation_id = str(uuid.uuid4())
        http = SimpleNamespace(
            method=scope["method"],
            url=_url(scope),
            headers={},
            query={},
            body=TypedData(),
            params=match.groupdict(default=""),
        )
        invocation = asyncio.create_task(
            self._worker.invoke(route.function, TypedData(http=http), invocation_id=invocation_id)
        )
        answer = _Answer(invocation, send)
        headers = [(name, value) for name, value in _end_to_end(scope["headers"]) if name != b"x-ms-invocation-id"]
        present = dict(headers)
        forwarded = {
            b"x-forwarded-host": present.get(b"host", b""),
            b"x-forwarded-proto": scope["scheme"].encode(),
            b"x-original-url": _url(scope).encode(),
        }
        headers += [(name, value) for name, value in forwarded.items() if name not in present]
        headers.append((b"x-ms-invocation-id", invocation_id.encode()))
        try:
            await self._worker.web_app({**scope, "headers": headers}, receive, answer)
        except FunctionFailed as failure:
            failure.log()
            await _refuse(send, HTTPStatus.INTERNAL_SERVER_ERROR, f"The function {route.function.name} failed.")
        except asyncio.CancelledError:  # the request outlasts the grace period; its task ends here
            logger.warning("Cancelled %s %s: the host stops", scope["method"], scope["path"])
            if not answer.started:
                await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, "The host is stopping.")
        finally:
            await cancel(invocation)


class _Answer:
    """Forwards the response, or raises the function's failure instead."""

    def __init__(self, invocation: asyncio.Task[None], send: Send) -> None:
        self._invocation, self._send = invocation, send
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if self._invocation.done():
                self._invocation.result()
            self.started = True
            message = {**message, "headers": _end_to_end(message.get("headers", ()))}
        await self._send(message)


def _end_to_end(headers: Headers) -> list[tuple[bytes, bytes]]:
    headers = list(headers)
    named = {
        name.strip().lower() for key, value in headers if key.lower() == b"connection" for name in value.split(b",")
    }
    return [(name, value) for name, value in headers if name.lower() not in _HOP_BY_HOP | named]


def _url(scope: Scope) -> str:
    path, query = scope["raw_path"].decode("latin-1"), scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


async def _refuse(send: Send, status: HTTPStatus, detail: str) -> None:
    problem = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status,
        "detail": detail,
        "code": status.name.lower(),
    }
    body = json.dumps(problem).encode()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class _Server(uvicorn.Server):
    """Leaves signals to the host, and sets an event when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving(app: ASGIApp, listener: socket, *, grace: float, head_seconds: float) -> AsyncIterator[None]:
    """Serves app while the context is open. Then accepts no more requests, and waits up to grace seconds for running
    ones."""
    config = uvicorn.Config(
        Lingering(app),
        http=connection_class(head_seconds),
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=math.ceil(grace),
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve([listener]))
    await server.listening.wait()
    try:
        yield
    finally:
        server.should_exit = True
        await running
        await cancel(*server.server_state.tasks)
