"""Request bodies of the Responses API, and the fields that a response repeats from its request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt
from pydantic.config import JsonDict

from orc.api.bodies import BodyKind
from orc.api.openai.bodies import DEFAULT_MODEL, OpenAIBody, Unsupported
from orc.api.openai.inputs import SentFile
from orc.documents.labels import checked_metadata
from orc.errors import InvalidRequest
from orc.text import short

RESULTS = "file_search_call.results"
_INCLUDABLE = (
    RESULTS,
    "web_search_call.results",
    "web_search_call.action.sources",
    "message.input_image.image_url",
    "computer_call_output.output.image_url",
    "code_interpreter_call.outputs",
    "reasoning.encrypted_content",
    "message.output_text.logprobs",
)

_INPUT: JsonDict = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]}
_CONVERSATION: JsonDict = {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "null"}]}
_CHOICE: JsonDict = {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "null"}]}
_TOOL_FIELDS = ("type", "vector_store_ids", "filters", "max_num_results", "ranking_options")
_ECHOED = (
    "instructions",
    "metadata",
    "previous_response_id",
    "max_output_tokens",
    "temperature",
    "top_p",
    "user",
    "top_logprobs",
    "truncation",
    "reasoning",
    "service_tier",
    "safety_identifier",
    "prompt_cache_key",
)


def includes_results(given: Sequence[str]) -> bool:
    """Whether `include` asks for the results of searches. Other values of the API are accepted without effect, since
    Orc has nothing to include for them; unknown values raise InvalidRequest."""
    for each in given:
        if each not in _INCLUDABLE:
            message = f"{short(each, 100)} cannot be included; known values: {', '.join(_INCLUDABLE)}"
            raise InvalidRequest.of("include", message)
    return RESULTS in given


class ResponseBody(OpenAIBody):
    """A question, the documents and metadata it is limited to, and how the answer is delivered. It may contain files,
    so the limit on bytes is that of uploads."""

    body_kind: ClassVar[BodyKind] = "upload"

    input: Any = Field(json_schema_extra=_INPUT)
    instructions: str | None = None
    conversation: Any = Field(None, json_schema_extra=_CONVERSATION)
    previous_response_id: str | None = Field(None, max_length=200)
    background: StrictBool | None = None
    tools: list[dict[str, Any]] | None = Field(None, max_length=20)
    tool_choice: Any = Field(None, json_schema_extra=_CHOICE)
    include: list[str] | None = Field(None, max_length=20)
    max_output_tokens: StrictInt | None = Field(None, ge=1, le=1_000_000)
    reasoning: dict[str, Any] | None = None
    text: dict[str, Any] | None = None
    truncation: Literal["auto", "disabled"] | None = None
    access_programs: Unsupported = None
    background_options: Unsupported = None
    context_management: Unsupported = None
    image: Unsupported = None
    max_tool_calls: Unsupported = None
    moderation: Unsupported = None
    prompt: Unsupported = None


@dataclass(frozen=True, slots=True)
class SearchScope:
    """What the file_search tools of a request limit the search to: files (None without such a tool) and metadata
    filters. filters_field is the position of the filters in the request."""

    files: tuple[SentFile, ...] | None
    filters: Mapping[str, str]
    filters_field: str


def read_tools(body: ResponseBody) -> SearchScope:
    """Reads the tools of a request. Raises InvalidRequest for options that would change the answer and are not
    supported."""
    choice, form = body.tool_choice, (body.text or {}).get("format") or {"type": "text"}
    kind = choice.get("type") if isinstance(choice, Mapping) else choice
    if kind not in (None, "auto", "required", "file_search"):
        raise InvalidRequest.of("tool_choice", "must be auto, required or file_search")
    if not isinstance(form, Mapping) or form.get("type") != "text":
        raise InvalidRequest.of("text.format", "is not supported: answers are text with citations")
    files, filters, filters_field = None, dict[str, str](), "filters"
    for position, tool in enumerate(body.tools or []):
        field = f"tools.{position}"
        if tool.get("type") != "file_search":
            message = f"must be file_search; {tool.get('type')} is not supported: the deployment configures other tools"
            raise InvalidRequest.of(f"{field}.type", message)
        for name in tool:
            if name not in _TOOL_FIELDS:
                raise InvalidRequest.of(f"{field}.{name}", "is not a known parameter")
        named = tool.get("vector_store_ids") or []
        if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
            raise InvalidRequest.of(f"{field}.vector_store_ids", "must be a list of file ids")
        where = f"{field}.vector_store_ids"
        ids = (SentFile(f"{where}.{n}", each, is_only_id=True) for n, each in enumerate(named))
        files = (*(files or ()), *ids)
        if tool.get("filters") is not None:
            filters_field = f"{field}.filters"
            filters |= _filters(tool["filters"], filters_field)
    return SearchScope(files, checked_metadata(filters, name=filters_field), filters_field)


def _filters(given: object, field: str) -> Iterator[tuple[str, str]]:
    """Yields the metadata that a filter requires: one `eq` comparison, or several joined by `and`."""
    if not isinstance(given, Mapping):
        raise InvalidRequest.of(field, "must be a filter")
    kind, key, value = given.get("type"), given.get("key"), given.get("value")
    if kind == "and" and isinstance(given.get("filters"), list):
        for position, each in enumerate(given["filters"]):
            yield from _filters(each, f"{field}.filters.{position}")
    elif kind == "eq" and isinstance(key, str) and isinstance(value, str | int | float | bool):
        yield key, str(value).lower() if isinstance(value, bool) else str(value)
    else:
        raise InvalidRequest.of(
            f"{field}.type", "must be eq with key and value, or and; other filters are not supported"
        )


def echoed_fields(body: ResponseBody) -> dict[str, Any]:
    """The request fields that the response repeats, as they are stored with the run."""
    echoed = {name: getattr(body, name) for name in _ECHOED if getattr(body, name) is not None}
    if body.parallel_tool_calls is not None:
        echoed["parallel_tool_calls"] = body.parallel_tool_calls
    return echoed | {
        "model": body.model or DEFAULT_MODEL,
        "tools": body.tools or [],
        "tool_choice": body.tool_choice or "auto",
    }
