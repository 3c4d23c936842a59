"""Request bodies of chat completions, and the parts of their messages that are used."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, StrictFloat, StrictInt
from pydantic.config import JsonDict

from orc.api.bodies import BodyKind
from orc.api.openai.bodies import OpenAIBody, refusing
from orc.errors import InvalidRequest

_MOST_STOPS, _LONGEST_STOP = 4, 200
_STOP: JsonDict = {
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "maxItems": 4}, {"type": "null"}]
}
_OPTIONS = ("include_usage", "include_obfuscation")
_IGNORED_FIELDS = ("name", "refusal", "annotations", "reasoning", "reasoning_content")
_CALL_FIELDS = ("tool_calls", "function_call", "audio")
_TOOL_ROLES = ("tool", "function")


def _check_stream_options(given: dict[str, Any]) -> dict[str, Any]:
    for name, value in given.items():
        if value is not None and not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false")
        if name not in _OPTIONS:
            raise ValueError(f"{name} is not a known option; known options: {', '.join(_OPTIONS)}")
    return given


def _listed(stop: Any) -> Any:
    return [stop] if isinstance(stop, str) else stop or []


def _check_stop(given: Any) -> Any:
    sequences = _listed(given)
    if not isinstance(sequences, list) or not all(isinstance(each, str) for each in sequences):
        raise ValueError("must be a text or a list of texts")
    if len(sequences) > _MOST_STOPS:
        raise ValueError(f"{len(sequences)} sequences; the limit is {_MOST_STOPS}")
    if any(len(each) > _LONGEST_STOP for each in sequences):
        raise ValueError(f"a sequence is longer than {_LONGEST_STOP} characters")
    return given


_NONE = refusing(bool, "is not supported: Orc runs its own tools, and an answer is one text with citations")
_TEXT = refusing(lambda given: given.get("type") != "text", "must be text: answers are text with citations")

type _Unsupported = Annotated[Any, _NONE]


class ChatBody(OpenAIBody):
    """The messages so far; the last user messages are the question. Messages may contain files, so the limit on bytes
    is that of uploads."""

    body_kind: ClassVar[BodyKind] = "upload"

    messages: list[dict[str, Any]] = Field(min_length=1, max_length=1000)
    max_completion_tokens: StrictInt | None = Field(None, ge=1, le=1_000_000)
    max_tokens: StrictInt | None = Field(None, ge=1, le=1_000_000)
    n: Literal[1] | None = None
    response_format: Annotated[dict[str, Any], _TEXT] | None = None
    stream_options: Annotated[dict[str, Any], AfterValidator(_check_stream_options)] | None = None
    modalities: list[Literal["text"]] | None = None
    frequency_penalty: StrictFloat | None = Field(None, ge=-2, le=2)
    presence_penalty: StrictFloat | None = Field(None, ge=-2, le=2)
    logit_bias: dict[str, StrictFloat] | None = None
    seed: StrictInt | None = None
    stop: Annotated[Any, AfterValidator(_check_stop)] = Field(
        None, description="The model's text ends before the first of these, at most 4.", json_schema_extra=_STOP
    )
    reasoning_effort: str | None = Field(None, max_length=64)
    verbosity: str | None = Field(None, max_length=64)
    tool_choice: Literal["none", "auto"] | None = None
    tools: _Unsupported = None
    functions: _Unsupported = None
    function_call: _Unsupported = None
    logprobs: _Unsupported = None
    audio: _Unsupported = None
    prediction: _Unsupported = None
    web_search_options: _Unsupported = None
    moderation: _Unsupported = None


def stop_sequences(body: ChatBody) -> tuple[str, ...]:
    """The sequences before which the answer's text ends."""
    return tuple(dict.fromkeys(filter(None, _listed(body.stop))))


def messages_of(body: ChatBody) -> list[dict[str, Any]]:
    """Returns the messages without fields of earlier answers that are ignored. Calls of a chat that began with another
    model are ignored before the last message: a tool's result becomes an empty answer. In the last message they raise
    InvalidRequest, since Orc never asks a client to call a tool."""
    messages: list[dict[str, Any]] = []
    for position, given in enumerate(body.messages):
        is_last = position == len(body.messages) - 1
        if not is_last and given.get("role") in _TOOL_ROLES:
            messages.append({"role": "assistant", "content": ""})
            continue
        for name in _CALL_FIELDS:
            if is_last and given.get(name):
                raise InvalidRequest.of(f"messages.{position}.{name}", "is not supported: Orc runs its own tools")
        kept = {name: value for name, value in given.items() if name not in (*_IGNORED_FIELDS, *_CALL_FIELDS)}
        messages.append(kept | ({"content": ""} if kept.get("content") is None else {}))
    return messages
