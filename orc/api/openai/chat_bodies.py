"""Bodies of requests for chat completions, and the messages of theirs that are kept."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from orc.api.bodies import BodyKind
from orc.api.openai.bodies import OpenAIBody
from orc.errors import InvalidRequest

_OPTIONS = ("include_usage", "include_obfuscation")
_IGNORED_OF_MESSAGE = ("name", "refusal", "annotations", "reasoning", "reasoning_content")
_CALLS = ("tool_calls", "function_call", "audio")


def _none(value: Any) -> Any:
    if value:
        raise ValueError("is not supported: tools run in the deployment, and an answer is one text with citations")
    return value


def _text(given: dict[str, Any]) -> dict[str, Any]:
    if given.get("type") != "text":
        raise ValueError("must be text: answers are text with citations")
    return given


def _options(given: dict[str, Any]) -> dict[str, Any]:
    for name in given:
        if name not in _OPTIONS:
            raise ValueError(f"{name} is not a known option; there are {' and '.join(_OPTIONS)}")
    return given


type _Unsupported = Annotated[Any, AfterValidator(_none)]


class ChatBody(OpenAIBody):
    """The messages so far, of which the last ones of the user are the question. Files come inside, so its limit on
    bytes is that of uploads."""

    body_kind: ClassVar[BodyKind] = "upload"

    messages: list[dict[str, Any]] = Field(min_length=1, max_length=1000)
    max_completion_tokens: int | None = Field(None, ge=1, le=1_000_000)
    max_tokens: int | None = Field(None, ge=1, le=1_000_000)
    n: Literal[1] | None = None
    response_format: Annotated[dict[str, Any], AfterValidator(_text)] | None = None
    stream_options: Annotated[dict[str, Any], AfterValidator(_options)] | None = None
    modalities: list[Literal["text"]] | None = None
    frequency_penalty: float | None = Field(None, ge=-2, le=2)
    presence_penalty: float | None = Field(None, ge=-2, le=2)
    logit_bias: dict[str, float] | None = None
    seed: int | None = None
    reasoning_effort: str | None = Field(None, max_length=64)
    verbosity: str | None = Field(None, max_length=64)
    tool_choice: Literal["none", "auto"] | None = None
    tools: _Unsupported = None
    functions: _Unsupported = None
    function_call: _Unsupported = None
    logprobs: _Unsupported = None
    stop: _Unsupported = None
    audio: _Unsupported = None
    prediction: _Unsupported = None
    web_search_options: _Unsupported = None
    moderation: _Unsupported = None


def messages_of(body: ChatBody) -> list[dict[str, Any]]:
    """The messages without what clients send back of answers and means nothing here. InvalidRequest for tool calls:
    none was ever made here."""
    messages: list[dict[str, Any]] = []
    for position, given in enumerate(body.messages):
        for name in _CALLS:
            if given.get(name):
                raise InvalidRequest.of(f"messages.{position}.{name}", "is not supported: tools run in the deployment")
        kept = {name: value for name, value in given.items() if name not in (*_IGNORED_OF_MESSAGE, *_CALLS)}
        messages.append(kept | ({"content": ""} if kept.get("content") is None else {}))
    return messages
