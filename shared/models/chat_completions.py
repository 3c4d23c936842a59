"""The wire format of the Chat Completions API: builds requests, and assembles answers from chunks."""

import json
import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from orc.domain import TokenUsage
from orc.errors import CONTENT_FILTERED, CONTEXT_EXCEEDED, ModelError, ModelRejected, ModelUnavailable
from orc.ports import ChatChunk, ChatRequest, Finished, TextDelta, ToolCall
from orc.ports.stop_sequences import StopFilter
from orc.text import IncomingText, repaired
from orc.tools.naming import clean
from shared.models.bare_calls import BareCall
from shared.models.parameters import RESPONSE_FORMAT, TOOLS, ModelParameters
from shared.models.reasoning import AnswerAlone
from shared.models.text_calls import TextCalls
from shared.models.visible_text import VisibleText

logger = logging.getLogger(__name__)

_FILTER: Final = "content_filter"
_TOO_LONG: Final = frozenset({"context_length_exceeded", "tokens_limit_reached"})
_TOO_MANY_REQUESTS: Final = 429
_NO_QUOTA: Final = "insufficient_quota"
_REQUEST_TIMEOUT: Final = 408
_TURN_ENDS: Final = (
    "<|im_end|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<end_of_turn>",
    "<｜end▁of▁sentence｜>",
)
"""Special tokens that end a turn. A server that does not know its model's lets it write them, and go on."""
_WHOLE: Final = frozenset(
    {"stop", "stop_sequence", "eos", "eos_token", "end_turn", "complete", "tool_calls", "tool_use", "function_call"}
)
_FULL: Final = frozenset({"length", "max_tokens", "model_length"})
_BROKEN: Final = frozenset({"abort", "error", "insufficient_system_resource"})


class ParameterRefused(ModelRejected):
    """The server does not accept the parameter, or its value, for this model."""

    def __init__(self, parameter: str) -> None:
        super().__init__(f"The model's server refused the request's {parameter}.")
        self.parameter = parameter


class ModelBusy(ModelUnavailable):
    """A transient failure: the request may be retried after retry_after seconds."""

    def __init__(self, message: str, *, code: str | None = None, retry_after: float = 0) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after


def stream_cut() -> ModelBusy:
    """The failure of an answer that ends before it is complete."""
    return ModelBusy("The model's answer was interrupted.", code="model_stream_cut")


def _malformed() -> ModelRejected:
    return ModelRejected(
        "The model's server sent something that is not a Chat Completions chunk.", code="model_protocol"
    )


def _filtered() -> ModelRejected:
    return ModelRejected("The model's content filter stopped the request or its answer.", code=CONTENT_FILTERED)


def failure(status: int, code: str | None, *, retry_after: float = 0) -> ModelError:
    """The error for an HTTP status and the server's error code. It contains nothing else of the response."""
    if code == _FILTER:
        return _filtered()
    if code in _TOO_LONG:
        return ModelRejected("The request is longer than the model's context.", code=CONTEXT_EXCEEDED)
    if status in (401, 403):
        return ModelRejected(f"The model's server refused the credentials ({status}).", code="model_auth")
    if code == _NO_QUOTA:
        return ModelRejected("The account of the model has no quota left.", code="model_quota")
    if status in (_REQUEST_TIMEOUT, _TOO_MANY_REQUESTS) or status >= 500:
        return ModelBusy(f"The model's server cannot answer now ({status}).", retry_after=retry_after)
    return ModelRejected(f"The model's server refused the request ({status}).")


def request_body(model: str, request: ChatRequest, parameters: ModelParameters) -> dict[str, object]:
    """The JSON body of a streamed completion, without the fields that the request leaves open."""
    messages = []
    for message in request.messages:
        wire: dict[str, object] = {"role": message.role, "content": message.content}
        if message.tool_calls:
            wire["content"] = message.content or None
            wire["tool_calls"] = [
                {
                    "id": call.call_id,
                    "type": "function",
                    # The model may have called a tool by a name that its service refuses to get back.
                    "function": {"name": clean(call.name), "arguments": call.arguments},
                }
                for call in message.tool_calls
            ]
        if message.tool_call_id is not None:
            wire["tool_call_id"] = message.tool_call_id
        messages.append(wire)
    body: dict[str, object] = {"model": model, "messages": messages, "stream": True, **parameters.of(request)}
    if request.tools and parameters.allows(TOOLS):
        body[TOOLS] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
            }
            for tool in request.tools
        ]
    if (schema := request.output_schema) is not None and parameters.allows(RESPONSE_FORMAT):
        json_schema = {"name": schema.name, "schema": schema.schema, "strict": schema.strict}
        body[RESPONSE_FORMAT] = {"type": "json_schema", "json_schema": json_schema}
    return body


def _decoded(data: bytes) -> str:
    """Decodes UTF-8, including halves of surrogate pairs. Invalid bytes become U+FFFD."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _object(value: object) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _malformed()
    return value


def _list(value: object) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise _malformed()
    return value


def _text(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _malformed()
    return value


def _content(value: object) -> str:
    """The text of a piece of an answer. Some servers send it in parts, including thoughts."""
    if not isinstance(value, list):
        return _text(value)
    return "".join(_text(part.get("text")) for part in map(_object, value) if part.get("type") == "text")


def _count(counts: object, name: str) -> int | None:
    """A token count from the server; None if it is missing or invalid, so that no answer fails because of it."""
    reported = counts.get(name) if isinstance(counts, Mapping) else None
    return reported if isinstance(reported, int) and not isinstance(reported, bool) and reported >= 0 else None


class _PartialCall:
    """A tool call whose arguments are incomplete."""

    def __init__(self, call_id: str, index: object) -> None:
        self.call_id = call_id
        self.index = index
        self.name: str | None = None
        self.arguments: list[str] = []

    def whole(self, position: int) -> ToolCall:
        if self.name is None:
            raise _malformed()
        call_id = self.call_id or f"call_{position}"
        return ToolCall(repaired(call_id), repaired(self.name) or "unnamed", repaired("".join(self.arguments)))


class Answer:
    """One answer, assembled from its chunks. With reads_calls, tagged tool calls in its text are calls. A whole text
    that is a call always is, of one of the known tools if it has no sign of one, unless known is None. thoughts removes
    the model's. done: the server has ended the stream."""

    def __init__(
        self,
        model: str,
        *,
        reads_calls: bool = False,
        known: Collection[str] | None = (),
        thoughts: AnswerAlone | None = None,
    ) -> None:
        self.done = False
        self._model = model
        self._reason = ""
        self._usage = TokenUsage(None, None)
        self._calls: list[_PartialCall] = []
        self._visible = VisibleText()
        self._text = IncomingText()
        self._alone = thoughts or AnswerAlone()
        self._bare_call = BareCall(known or (), reads=known is not None, reads_tags=not reads_calls)
        self._text_calls = TextCalls(reads=reads_calls)
        self._turn = StopFilter(_TURN_ENDS)

    def add(self, data: bytes) -> TextDelta | None:
        """Adds the data of one event and returns its text, if any. Raises ModelError for an error in the stream."""
        if self.done or data.strip() == b"[DONE]":
            self.done = True
            return None
        try:
            chunk = _object(json.loads(_decoded(data)))  # json would guess the encoding of bytes
        except (ValueError, RecursionError):
            raise _malformed() from None
        if error := chunk.get("error"):
            detail = error if isinstance(error, dict) else {}
            code = str(detail.get("code") or "")  # a status, a name, or missing
            if code.isdecimal() and len(code) == len("500"):
                raise failure(int(code), None)
            raise failure(400 if detail.get("type") == "invalid_request_error" else 500, code)
        if (model := chunk.get("model")) != self._model:
            self._model = repaired(_text(model)) or self._model
        if isinstance(usage := chunk.get("usage"), Mapping) and usage:
            self._usage = TokenUsage(
                _count(usage, "prompt_tokens"),
                _count(usage, "completion_tokens"),
                _count(usage.get("prompt_tokens_details"), "cached_tokens"),
                _count(usage.get("completion_tokens_details"), "reasoning_tokens"),
            )
        choices = map(_object, _list(chunk.get("choices")))
        choice = next((each for each in choices if each.get("index") in (None, 0)), {})  # others were not asked for
        delta = _object(choice.get("delta"))
        for part in map(_object, _list(delta.get("tool_calls"))):
            call_id, index = _text(part.get("id")), part.get("index")
            function = _object(part.get("function"))
            of_id = [call for call in self._calls if call_id in ("", call.call_id)]  # some servers send index 0 for all
            same = [call for call in of_id if index in (None, call.index) or (call_id and call.index is None)]
            if call_id and function.get("name") is None:  # with a name and a new index, it is a call of the same id
                same = same or of_id
            call = same[-1] if same else _PartialCall(call_id, index)
            if not same:
                self._calls.append(call)
            call.name = call.name or (_text(function["name"]) if function.get("name") is not None else call.name)
            arguments = function.get("arguments")  # some servers send an object
            call.arguments.append(json.dumps(arguments) if isinstance(arguments, dict) else _text(arguments))
        self._reason = _text(choice.get("finish_reason")) or self._reason
        if self._reason == _FILTER:
            return None  # the usage is still to come
        said = _content(delta.get("content")) + _text(delta.get("refusal"))  # a refusal is an answer, too (D-481)
        text = self._alone.feed(self._text.feed(self._visible.feed(said)))
        text = self._turn.feed(self._text_calls.feed(self._bare_call.feed(text)))
        return TextDelta(text) if text else None

    def end(self) -> Iterator[ChatChunk]:
        """The rest of the text, the tool calls and Finished. Raises ModelUnavailable for an answer that ended early
        (D-398), and ModelRejected after the Finished of an answer that was filtered."""
        if self._reason == _FILTER:
            yield Finished(_FILTER, self._usage, self._model)
            raise _filtered()
        reason = self._reason.casefold() or ("stop" if self.done else "")
        if reason and reason not in _WHOLE | _FULL:
            logger.warning("The model's server ended an answer with the finish reason %s", clean(reason))
        if not reason or reason in _BROKEN:
            raise stream_cut()
        ids = Counter(call.call_id for call in self._calls)
        for call in self._calls:
            call.call_id = call.call_id if ids[call.call_id] == 1 else ""  # a result names its call by the id
        calls = [call.whole(position) for position, call in enumerate(self._calls)]
        rest = self._bare_call.feed(self._alone.feed(self._text.flush()) + self._alone.flush(is_cut=reason in _FULL))
        rest = self._text_calls.feed(rest + self._bare_call.flush())
        if rest := self._turn.feed(rest + self._text_calls.flush()) + self._turn.end():
            yield TextDelta(rest)
        for name, arguments in (*self._bare_call.calls, *self._text_calls.calls):
            calls.append(ToolCall(f"call_{len(calls)}", repaired(name) or "unnamed", repaired(arguments)))
        yield from calls
        if reason in _FULL:
            yield Finished("length", self._usage, self._model)
        else:
            yield Finished("tool_calls" if calls else "stop", self._usage, self._model)
