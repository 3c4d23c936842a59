"""Ports of models: chat and embeddings."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from orc.domain import Json, Passage, TokenUsage
from orc.patterns import regex
from orc.ports.stop_sequences import StopFilter

logger = logging.getLogger(__name__)

_WORD = regex(r"[^\W_]+")
_LEAST_READ = 1_000  # tokens; a smaller count is not that of a long prompt

type Task = Literal["answer", "plan", "summary"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call by the model; arguments are its JSON text, not validated yet."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message to the model. tool_call_id names the call that a tool's message answers."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that the model may call; parameters is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """The JSON Schema that the answer's text follows; strict asks the server to enforce it."""

    name: str
    schema: Mapping[str, Json]
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Grounding:
    """The data that the messages of a grounded request were rendered from, for a model that reads no prompts.

    passages are numbered from 1 in their order; the numbers are the citation markers. documents are the names of all
    files that the question is about. For a follow-up, question is what it means in the conversation, queries are other
    readings of it, asked is what the user wrote, and before is the answer before. languages are those of the documents
    if there are no passages that tell them.
    """

    question: str
    passages: tuple[Passage, ...] = ()
    documents: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    asked: str = ""
    before: str = ""
    languages: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request to a model. None leaves a parameter to the model's server. task is the purpose of the request, for
    which a deployment may have a model of its own. withheld_tools are the names of tools that are not offered because
    there is no use for them; a text that calls one of them is no answer. `ask` ends the text before the first of the
    stop_sequences, and the response once its text has max_characters; a model does not know either."""

    messages: tuple[ChatMessage, ...]
    grounding: Grounding | None = None
    tools: tuple[ToolSpec, ...] = ()
    withheld_tools: tuple[str, ...] = ()
    output_schema: OutputSchema | None = None
    max_output_tokens: int | None = None
    temperature: float | None = None
    stop_sequences: tuple[str, ...] = ()
    max_characters: int | None = None
    task: Task = "answer"


@dataclass(frozen=True, slots=True)
class TextDelta:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The last chunk of a stream: the finish reason, the tokens used, and the model that answered."""

    reason: Literal["stop", "length", "tool_calls", "content_filter"]
    usage: TokenUsage = field(default_factory=TokenUsage)
    model: str = ""


type ChatChunk = TextDelta | ToolCall | Finished


class ChatModel(Protocol):
    """Answers a chat request as a stream that ends with one Finished, or raises a ModelError. A filtered answer does
    both: the usage in its Finished, then a ModelRejected.

    Closing the stream early closes its connection. generative is False for a model that answers from Grounding only; it
    gets no requests for plans and no tools.
    """

    name: str
    generative: bool

    def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]: ...

    async def ping(self) -> None:
        """Returns when the model is available, else raises a ModelError. Costs no tokens."""
        ...

    async def aclose(self) -> None: ...


class EmbeddingModel(Protocol):
    """Embeds texts in vectors of one dimension, or raises a ModelError. Vectors of models with different names are not
    comparable."""

    name: str

    async def embed(self, texts: Sequence[str]) -> list[list[float]]: ...

    async def ping(self) -> None: ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's whole response: its text, its tool calls and its usage. is_cut: the text has reached the allowed
    length. is_prompt_cut: the server has read only a part of the request (D-561)."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)
    model: str = ""
    is_cut: bool = False
    is_prompt_cut: bool = False


async def ask(
    model: ChatModel, request: ChatRequest, on_text: Callable[[str], Awaitable[None]] | None = None
) -> Completion:
    """Returns the model's whole response. on_text is called with each piece of its text as it arrives. Raises a
    ModelError if there is no response. After a stop sequence the response is read to its end for its usage; tool calls
    behind the sequence are ignored. At max_characters the response is closed, so that the server stops writing; its
    usage is unknown."""
    parts: list[str] = []
    calls: list[ToolCall] = []
    finished, received = Finished("stop"), 0
    until = StopFilter(request.stop_sequences)

    async def tell(text: str) -> None:
        if text:
            parts.append(text)
            if on_text is not None:
                await on_text(text)

    async with aclosing(model.stream(request)) as chunks:
        async for chunk in chunks:
            match chunk:
                case TextDelta(text):
                    await tell(until.feed(text))
                    received += len(text)
                    if request.max_characters is not None and received >= request.max_characters:
                        finished = Finished("length", TokenUsage(None, None))
                        break
                case ToolCall():
                    calls.append(chunk)
                case Finished():
                    finished = chunk
    await tell(until.end())
    is_cut = finished.reason == "length" and not until.found
    calls = [] if until.found else calls
    is_prompt_cut = model.generative and _has_cut(request, finished.usage)
    return Completion("".join(parts), tuple(calls), finished.usage, finished.model, is_cut, is_prompt_cut)


def _has_cut(request: ChatRequest, usage: TokenUsage) -> bool:
    """Whether the server counted fewer tokens than the request has words, each of which takes one at least."""
    tokens = usage.prompt or 0
    if tokens < _LEAST_READ or sum(len(message.content) for message in request.messages) < 2 * tokens:
        return False
    words = sum(1 for message in request.messages for _ in _WORD.finditer(message.content))
    if is_cut := tokens < words:
        logger.warning("The model's server has cut a prompt of %d words: it has read %d tokens of it", words, tokens)
    return is_cut


async def ask_again_if_empty(
    model: ChatModel, request: ChatRequest, on_text: Callable[[str], Awaitable[None]] | None = None
) -> Completion:
    """Like ask, but a response without text and calls is requested once more, unless it has used up its length or may
    have begun with a stop sequence. The usage is that of both."""
    first = await ask(model, request, on_text)
    if first.text.strip() or first.tool_calls or first.is_cut or request.stop_sequences:
        return first
    second = await ask(model, request, on_text)
    return replace(second, usage=first.usage + second.usage)
