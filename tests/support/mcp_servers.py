"""A real MCP server over streamable HTTP that a test can make misbehave.

`python -m tests.support.mcp_servers --port 0` writes its URL to standard output. POST /control sets what it does
(fields of Behaviour; null resets it and forgets what came in), GET /control tells what came in, POST /release lets the
tools go on that wait.
"""

import argparse
import asyncio
import json
import os
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import mcp_types as types
import uvicorn
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.forked import Forked, kill_group, start_server
from tests.support.loopback import NO_AUTHORITIES

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


@dataclass
class Behaviour:
    """tools are the names on offer, each with what it does; hints are the annotations of each; says is the result of
    those that say; fault is what becomes of the HTTP requests with this method; an old server knows nothing of the
    newest protocol and keeps sessions."""

    tools: dict[str, str] = field(default_factory=lambda: {"echo": "echo", "wait": "wait"})
    description: str = "A tool for tests."
    schema: dict[str, Any] = field(default_factory=lambda: {"type": "object"})
    hints: dict[str, bool] = field(default_factory=dict[str, bool])
    says: str = ""
    pages: int = 1
    fault: str | None = None
    method: str = "tools/call"
    redirect_to: str = ""
    old: bool = False


class MisbehavingServer:
    def __init__(self) -> None:
        self.behaviour = Behaviour()
        self.log: dict[str, list[Any]] = {"requests": [], "calls": [], "cancelled": [], "disconnects": []}
        self.released = asyncio.Event()
        self.server: Server[Any] = Server("other", on_list_tools=self.list_tools, on_call_tool=self.call_tool)

    async def list_tools(
        self, _: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        page = int(params.cursor) if params and params.cursor else 1
        described = self.behaviour.description
        tools = [
            types.Tool(
                name=name if page == 1 else f"{name}_{page}",
                description=described,
                input_schema=self.behaviour.schema,
                output_schema=TEXT if does == "invalid" else None,
                annotations=types.ToolAnnotations.model_validate(self.behaviour.hints)
                if self.behaviour.hints
                else None,
            )
            for name, does in self.behaviour.tools.items()
        ]
        following = str(page + 1) if page < self.behaviour.pages else None
        return types.ListToolsResult(tools=tools, next_cursor=following)

    async def call_tool(self, ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> Any:
        arguments = params.arguments or {}
        headers = dict(ctx.request.headers) if ctx.request is not None else {}
        meta = {key: str(value) for key, value in (params.meta or {}).items()}
        self.log["calls"].append({"tool": params.name, "arguments": arguments, "headers": headers, "meta": meta})
        does = self.behaviour.tools.get(params.name)
        if does is None:
            return _result(f"Unknown tool: {params.name}", is_error=True)
        if does == "wait":
            await self._wait(ctx, params.name)
        if does == "announce":
            await ctx.session.send_tool_list_changed()
        if does == "crash":
            os._exit(1)
        if does == "strict":
            raise MCPError(types.INVALID_PARAMS, "text must be a string")
        if does == "own_error":
            raise MCPError(types.CONNECTION_CLOSED, "The ink is out.")
        if does == "leaking":
            return _result(f"Refused: {headers['authorization']}, {headers['x-token']}", is_error=True)
        if does == "says":
            return _result(self.behaviour.says, {"said": self.behaviour.says})
        if does == "tells_headers":
            await ctx.session.report_progress(0, None, f"Called with {headers}")
            return _result(str(headers), {"headers": headers, str(headers): True})
        return _answer(does, arguments)

    async def _wait(self, ctx: ServerRequestContext[Any], name: str) -> None:
        await ctx.session.report_progress(0, None, "Working on it")
        try:
            await self.released.wait()
        except asyncio.CancelledError:
            self.log["cancelled"].append(name)
            raise

    async def control(self, request: Request) -> Response:
        if request.method == "POST":
            asked = await request.json()
            if asked is None:
                self.behaviour, self.released = Behaviour(), asyncio.Event()
                for entries in self.log.values():
                    entries.clear()
            else:
                for name, value in asked.items():
                    setattr(self.behaviour, name, value)
        return JSONResponse(self.log)

    async def release(self, _: Request) -> Response:
        self.released.set()
        return JSONResponse({})

    def app(self) -> Starlette:
        app = self.server.streamable_http_app()
        app.add_route("/control", self.control, methods=["GET", "POST"])
        app.add_route("/release", self.release, methods=["POST"])
        app.add_middleware(_Faults, owner=self)
        return app


def _result(text: str, structured: object = None, *, is_error: bool = False) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structured_content=structured, is_error=is_error)


def _answer(does: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
    text = str(arguments.get("text", ""))
    answers = {
        "failing": _result("It went wrong: the ink is out.", is_error=True),
        "long_error": _result("It went wrong.\n" * 1000, is_error=True),
        "error_as_success": _result("", {"error": {"code": "out_of_ink", "message": "The ink is out."}}),
        "error_text": _result("", {"error": "The ink is out."}),
        "error_in_json": _result('{"error": "The ink is out."}'),
        "json": _result('{"books": [{"title": "Tides"}], "count": 1}'),
        "broken_json": _result('{"count": NaN}'),
        "error_among_data": _result("", {"error": "none", "rows": [1]}),
        "error_by_name": _result("Error: this is the title of a book."),
        "invalid": _result("", {"text": 7}),
        "numbers": _result("1, 2", [1, 2]),
        "table": _result("", {"rows": [dict.fromkeys(map(str, range(20)), "ü" * 300)] * 50}),
    }
    if does == "big":
        return _result("x" * int(arguments["size"]))
    return answers.get(does) or _result(text, {"text": text})


class _Faults:
    """Wraps the MCP app, and answers in its place if the behaviour says so."""

    def __init__(self, app: ASGIApp, owner: MisbehavingServer) -> None:
        self._app = app
        self._owner = owner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/mcp" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        body = await Request(scope, receive).body()
        message = json.loads(body)
        method, sent = message.get("method", ""), False
        query, headers = scope["query_string"].decode(), dict(Request(scope).headers)
        self._owner.log["requests"].append({"method": method, "query": query, "headers": headers})

        async def again() -> Message:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            gone = await receive()
            if gone["type"] == "http.disconnect":
                self._owner.log["disconnects"].append(method)
            return gone

        behaviour = self._owner.behaviour
        if behaviour.old and (method == "server/discover" or "2026" in scope_header(scope, "mcp-protocol-version")):
            error = {"code": types.METHOD_NOT_FOUND, "message": "Method not found"}
            unknown = {"jsonrpc": "2.0", "id": message.get("id"), "error": error}
            await JSONResponse(unknown, 404)(scope, again, send)
        elif behaviour.fault and behaviour.method in (method, "*"):
            await self._fault(behaviour)(scope, again, send)
        else:
            await self._app(scope, again, send)

    def _fault(self, behaviour: Behaviour) -> ASGIApp:
        faults: dict[str, ASGIApp] = {
            "stall": _stall,
            "garbage": Response("{not json", media_type="application/json"),
            "html": Response("<html>Log in</html>", media_type="text/html"),
            "down": Response("", 503),
            "unauthorised": Response("", 401),
            "compressed": Response(b"x", headers={"content-encoding": "gzip"}, media_type="application/json"),
            "cut": Response(b'{"jsonrpc"', headers={"content-length": "100"}, media_type="application/json"),
            "long": Response(b"x" * (10 << 20), media_type="application/json"),
            "endless": _endless,
            "redirect": RedirectResponse(behaviour.redirect_to, 307),
        }
        return faults[behaviour.fault or ""]


def scope_header(scope: Scope, name: str) -> str:
    return Request(scope).headers.get(name, "")


async def _stall(_: Scope, receive: Receive, __: Send) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _endless(_: Scope, receive: Receive, send: Send) -> None:
    """A stream that ends only when the client leaves."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    gone = asyncio.create_task(_stall(_, receive, send))
    while not gone.done():
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        await asyncio.sleep(0)


class McpProcess:
    """The server in a process of its own. It keeps its port when it is restarted."""

    def __init__(self) -> None:
        self._port = 0
        self._process: Forked | None = None
        self.url = ""

    def start(self) -> None:
        self._process, self.url = start_server("tests.support.mcp_servers", "--port", str(self._port))
        self._port = httpx2.URL(self.url).port or 0

    def stop(self) -> None:
        if self._process is not None:
            kill_group(self._process)

    def _ask(self, path: str, body: object) -> dict[str, list[Any]]:
        address = self.url.removesuffix("/mcp") + path
        return dict(httpx2.post(address, content=json.dumps(body), trust_env=False, verify=NO_AUTHORITIES).json())

    def reset(self) -> None:
        self._ask("/control", None)

    def behave(self, **fields: object) -> None:
        self._ask("/control", fields)

    def release(self) -> None:
        self._ask("/release", None)

    @property
    def log(self) -> dict[str, list[Any]]:
        return self._ask("/control", {})


@contextmanager
def mcp_process() -> Iterator[McpProcess]:
    process = McpProcess()
    process.start()
    try:
        yield process
    finally:
        process.stop()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    with socket.create_server(("127.0.0.1", parser.parse_args(arguments).port)) as listener:
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp\n")
        sys.stdout.flush()
        config = uvicorn.Config(MisbehavingServer().app(), log_level="critical", timeout_graceful_shutdown=0)
        uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
