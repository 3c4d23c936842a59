"""The HTTP side of the server, and its interface for tests."""

import base64
import copy
import json
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from cosmos_server.errors import ServiceError
from cosmos_server.faults import Faults, Kind, Request
from cosmos_server.gateway import Answer, Call, Gateway
from cosmos_server.routing import check_signature, kind_of

KEY = base64.b64encode(b"a key of the local server, known to all and good for nothing else").decode()
_MAX_REQUEST_BYTES = 16 * 1024 * 1024


class CosmosServer(Faults):
    """requests are the received requests, in order. max_page caps the items of a query's page."""

    def __init__(self) -> None:
        super().__init__()
        self.key = KEY
        self.requests: list[Request] = []
        self._ahead = 0.0
        self._gateway = Gateway(lambda: time.time() + self._ahead)

    @property
    def endpoint(self) -> str:
        return self._gateway.endpoint

    @property
    def max_page(self) -> int:
        return self._gateway.max_page

    @max_page.setter
    def max_page(self, items: int) -> None:
        self._gateway.max_page = items

    def count(self, kind: Kind) -> int:
        """The number of received requests of a kind."""
        return sum(request.kind == kind for request in self.requests)

    def advance(self, seconds: float) -> None:
        """Moves the clock by which items expire."""
        self._ahead += seconds

    def items(self, container: str) -> list[dict[str, Any]]:
        """The unexpired items of the containers of this name, with their system properties."""
        named = (database.containers.get(container) for database in self._gateway.databases.values())
        return [copy.deepcopy(item.body) for each in named if each for item in each.live()]

    @asynccontextmanager
    async def serving(self, port: int = 0) -> AsyncIterator[None]:
        app = web.Application(client_max_size=_MAX_REQUEST_BYTES)
        app.router.add_route("*", "/{path:.*}", self._respond)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            self._gateway.endpoint = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield
        finally:
            await runner.cleanup()

    async def _respond(self, received: web.Request) -> web.StreamResponse:
        segments = [unquote(part) for part in received.rel_url.raw_path.split("/") if part]
        headers = {name.lower(): value for name, value in received.headers.items()}
        request = Request(received.method, "/".join(segments), kind_of(received.method, segments, headers))
        content = await received.read()
        self.requests.append(request)
        cut = self.cut(request)
        try:
            check_signature(self.key, request.method, segments, headers)
            if error := ServiceError(503) if cut == "before" else self.error(request):
                raise error
            answer = self._gateway.answer(request.kind, Call(segments[1::2], headers, content))
        except ServiceError as error:
            error_body = {"code": error.code, "message": error.message}
            answer = Answer(error.status, error_body, 0, {"x-ms-substatus": str(error.substatus), **error.headers})
        if cut and received.transport:
            received.transport.abort()
        own = {
            "x-ms-activity-id": headers.get("x-ms-activity-id", str(uuid.uuid4())),
            "x-ms-request-charge": f"{answer.charge:.2f}",
            "x-ms-version": "2020-07-15",
        }
        minimal = headers.get("prefer") == "return=minimal" and answer.status in (HTTPStatus.OK, HTTPStatus.CREATED)
        body = b"" if answer.body is None or minimal else json.dumps(answer.body, ensure_ascii=False).encode()
        return web.Response(
            status=answer.status, body=body, headers=own | answer.headers, content_type="application/json"
        )


@asynccontextmanager
async def cosmos_server(*, port: int = 0) -> AsyncIterator[CosmosServer]:
    """A server on a free loopback port unless one is given, empty, until the block ends."""
    server = CosmosServer()
    async with server.serving(port):
        yield server
