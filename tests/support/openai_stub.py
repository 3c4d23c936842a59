"""A local server of the Chat Completions API whose answers a test scripts.

In a test: `async with OpenAIStub() as stub: stub.script(Reply(text="Hello there"))`. As a process of its own:
`python -m tests.support.openai_stub --port 0` writes its base URL to standard output; POST /stub/script takes a JSON
list of replies (objects with the fields of Reply; null ends the script) and forgets what came in, POST /stub/release
opens the gates, GET /stub/requests tells what came in.
"""

import argparse
import asyncio
import json
import re
import sys
from asyncio import StreamWriter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tests.support.loopback import LoopbackServer, Received, send_chunk, send_head, send_json
from tests.support.model_rules import refusal

MODEL = "stub-model"


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer. text goes out a word a chunk, json_value as JSON text, raw as the bytes of the whole stream.

    One that plans is kept for requests that ask for a plan, one that rewrites for those that ask to make a
    follow-up stand alone, and they get no others. tool_calls are {name, arguments,
    id?}; delays are in seconds. Once gate_after chunks (beside the first, which has the role only) are out, the stream
    waits for release(); once cut_after are out, its connection is cut.
    """

    plans: bool = False
    rewrites: bool = False
    text: str = ""
    json_value: Any = None
    tool_calls: list[dict[str, str]] = field(default_factory=list)
    refusal: str | None = None
    raw: str | None = None
    finish_reason: str | None = None
    usage: tuple[int, int] | None = (7, 3)
    usage_details: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    error_code: str | None = None
    error_param: str | None = None
    error_message: str = "the stub was told to fail"
    first_token_delay: float = 0
    token_delay: float = 0
    gate_after: int | None = None
    cut_after: int | None = None


def answer_to(body: Mapping[str, Any]) -> Reply:
    """The reply to a request without a script: the smallest JSON that fits the schema, or a sentence."""
    question = next((m["content"] for m in reversed(body["messages"]) if m["role"] == "user"), "")
    if schema := body.get("response_format", {}).get("json_schema", {}).get("schema"):
        return Reply(json_value=smallest(schema, question))
    return Reply(text=f"This is the stub's answer to: {question}")


def asks_for_plan(body: Mapping[str, Any]) -> bool:
    """Whether the request asks for the plan of a turn. Without a script, the plan is a conversation."""
    return schema_of(body) == "turn_plan"


def schema_of(body: Mapping[str, Any]) -> str:
    return str(body.get("response_format", {}).get("json_schema", {}).get("name", ""))


def smallest(schema: Mapping[str, Any], text: str) -> Any:
    """The smallest value that fits a plain JSON schema; every string is the text."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            known = schema.get("properties", {})
            return {name: smallest(known.get(name, {}), text) for name in schema.get("required", known)}
        case "array":
            return [smallest(schema.get("items", {}), text)] * schema.get("minItems", 0)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return text


class OpenAIStub(LoopbackServer):
    """requests are those for completions. Leaving the block checks that the script was followed to its end.

    A request that the service of its model would refuse is refused, without use of the script; deployments name the
    models behind other names.
    """

    def __init__(self, *, port: int = 0, default: Callable[[Mapping[str, Any]], Reply] = answer_to) -> None:
        super().__init__(port=port)
        self.models_reply = Reply()
        self.deployments: dict[str, str] = {}
        self._default = default
        self._script: list[Reply] | None = None
        self._unscripted = 0
        self._gate = asyncio.Event()

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    @property
    def completions(self) -> list[Received]:
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    def script(self, *replies: Reply) -> None:
        """Sets the only replies to come, in this order. Replaces the rest of an earlier script."""
        self._script = list(replies)
        self._gate.clear()

    def release(self) -> None:
        """Opens the gates until the next script."""
        self._gate.set()

    def verify(self) -> None:
        """Fails if the script has replies left, or if it was asked for more than it had."""
        assert not self._unscripted, f"{self._unscripted} requests beyond the script"
        assert not self._script, f"replies that nothing asked for: {self._script}"

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await super().__aexit__(kind)
        if kind is None:
            self.verify()

    async def respond(self, received: Received, writer: StreamWriter) -> None:
        if received.path.startswith("/stub/"):
            await send_json(writer, self._control(received))
        elif received.path.endswith("/chat/completions"):
            model = received.body["model"]
            if refused := refusal(self.deployments.get(model, model), received.body):
                error = {"type": "invalid_request_error", **asdict(refused)}
                await send_json(writer, {"error": error}, status=400)
            else:
                await self._complete(self._next_reply(received), received, writer)
        elif received.path.endswith("/models") and self.models_reply.status == 200:
            await send_json(writer, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        elif received.path.endswith("/models"):
            await _fail(self.models_reply, writer)
        else:
            await _fail(Reply(status=404), writer)

    def _next_reply(self, received: Received) -> Reply:
        if self._script is None:
            return self._default(received.body)
        if schema := {"turn_plan": "plans", "follow_up": "rewrites"}.get(schema_of(received.body)):
            own = next((reply for reply in self._script if getattr(reply, schema)), None)
            if own is None:
                return answer_to(received.body)
            self._script.remove(own)
            return own
        if not self._script:
            self._unscripted += 1
            return Reply(status=400, error_code="not_scripted")
        return self._script.pop(0)

    def _control(self, received: Received) -> object:
        if received.path == "/stub/requests":
            return {
                "requests": [asdict(request) for request in self.completions],
                "connections": self.connections,
                "disconnects": len(self.disconnects),
                "unscripted": self._unscripted,
                "unconsumed": len(self._script or []),
            }
        if received.path == "/stub/script":
            replies = received.body
            self.script(*(Reply(**reply) for reply in replies or []))
            self._script = None if replies is None else self._script
            self.requests.clear()
            self.disconnects.clear()
            self._unscripted = 0
        elif received.path == "/stub/release":
            self.release()
        return {}

    async def _complete(self, reply: Reply, received: Received, writer: StreamWriter) -> None:
        if reply.status != 200:
            await _fail(reply, writer)
            return
        streamed = {"content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked"}
        send_head(writer, 200, streamed | reply.headers)
        await writer.drain()
        await asyncio.sleep(reply.first_token_delay)
        if reply.raw is not None:
            await send_chunk(writer, reply.raw.encode(errors="surrogateescape"))
        else:
            await send_chunk(writer, _event({"role": "assistant", "content": ""}))
        for count, event in enumerate(_events(reply, received.body)):
            if reply.gate_after == count:
                await self._gate.wait()
            if reply.cut_after == count:
                writer.transport.abort()
                return
            await send_chunk(writer, event)
            await asyncio.sleep(reply.token_delay)
        await send_chunk(writer, b"")


async def _fail(reply: Reply, writer: StreamWriter) -> None:
    error = {"message": reply.error_message, "type": "stub_error", "code": reply.error_code, "param": reply.error_param}
    await send_json(writer, {"error": error}, status=reply.status, headers=reply.headers)


def _events(reply: Reply, request: Mapping[str, Any]) -> Iterator[bytes]:
    """The chunks after the role: content, the finish reason, the usage if requested, and the end."""
    if reply.raw is not None:
        return
    yield from map(_event, _deltas(reply))
    yield _event({}, finish_reason=reply.finish_reason or ("tool_calls" if reply.tool_calls else "stop"))
    if reply.usage is not None and request.get("stream_options", {}).get("include_usage"):
        prompt, completion = reply.usage
        usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
        usage |= reply.usage_details
        yield _data({"choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _deltas(reply: Reply) -> Iterator[dict[str, Any]]:
    text = reply.text if reply.json_value is None else json.dumps(reply.json_value)
    for word in re.findall(r"\s*\S+|\s+$", text):
        yield {"content": word}
    if reply.refusal is not None:
        yield {"refusal": reply.refusal}
    for index, call in enumerate(reply.tool_calls):
        call_id = call.get("id", f"call_{index}")
        function = {"name": call["name"], "arguments": ""}
        yield {"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]}
        for part in re.findall(r"(?s).{1,8}", call["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": part}}]}


def _event(delta: Mapping[str, Any], *, finish_reason: str | None = None) -> bytes:
    return _data({"choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}], "usage": None})


def _data(fields: Mapping[str, Any]) -> bytes:
    chunk = {"id": "chatcmpl-stub", "object": "chat.completion.chunk", "created": 0, "model": MODEL, **fields}
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode()


async def serve(answer: Callable[[Mapping[str, Any]], Reply], port: int = 0) -> None:
    """Serves until it is ended. Writes the base URL to standard output when it is ready."""
    async with OpenAIStub(port=port, default=answer) as stub:
        sys.stdout.write(f"{stub.base_url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def _timed(arguments: argparse.Namespace) -> Callable[[Mapping[str, Any]], Reply]:
    def timed(body: Mapping[str, Any]) -> Reply:
        reply = answer_to(body)
        text = " ".join(["token"] * arguments.tokens) if arguments.tokens else reply.text
        first, each = arguments.first_token_delay, arguments.token_delay
        return replace(reply, text=text, first_token_delay=first, token_delay=each)

    return timed


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A local stand-in for the Chat Completions API.")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--first-token-delay", type=float, default=0, help="seconds, of unscripted replies")
    parser.add_argument("--token-delay", type=float, default=0, help="seconds, of unscripted replies")
    parser.add_argument("--tokens", type=int, default=0, help="length of unscripted texts; 0 for a sentence")
    parsed = parser.parse_args(arguments)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(_timed(parsed), parsed.port))


if __name__ == "__main__":
    main()
