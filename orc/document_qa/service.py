"""Questions about one document: answered by a model that may load chunks and look through the catalogue, or, where no
model can, from the passages found."""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from orc import prompts
from orc.document_qa.answer import cite_answer, cited_passages, without_dangling_markers
from orc.document_qa.prompt import NEWEST_EVENTS, describe, render_prompt
from orc.documents.citations.markers import MarkerStream
from orc.documents.citations.shown import ShownText
from orc.documents.citations.snippets import NOT_IN_DOCUMENTS
from orc.documents.citations.source import Source, read_source
from orc.documents.citations.tracker import Citations
from orc.documents.events import DocumentEvent
from orc.documents.grounding import grounded_request
from orc.documents.material import material_of
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.reply import Reply, read_reply
from orc.documents.search.about import about_documents
from orc.documents.search.catalogue import Catalogue, CatalogueCounts
from orc.documents.search.judging import evident, overall
from orc.documents.search.on_record import names_of, told_from_record
from orc.domain import Caller, Chunk, Citation, Passage
from orc.errors import DocumentFailure, ModelUnavailable, NotFound, OrcError, StoreError, ToolRetry
from orc.ports import ChatMessage, ChatModel, ChatRequest, ToolCall, ToolSpec
from orc.ports.models import Completion, ask
from orc.text import is_nested_deeply
from orc.tools import load_document_chunk
from orc.tools.agent_loop import run_agent_loop
from orc.tools.built_in import BuiltInTool, as_spec, error_body, invoke

logger = logging.getLogger(__name__)

_SEEDED_PASSAGES = 5
_RECOMMENDED = 3
_MOST_RECOMMENDED = 10


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """counts tell what the answer took, and what of it was dropped because it stood for nothing; confidence is how
    likely the document answers, from 0 to 1; finish_reason is why the answer ended early: length or tool_limit;
    catalogue has the counts of all that the caller has."""

    answer: str
    citations: tuple[Citation, ...]
    recommended: tuple[Document, ...]
    counts: dict[str, int]
    confidence: float | None = None
    finish_reason: str | None = None
    catalogue: CatalogueCounts | None = None


@dataclass(slots=True)
class _Talk:
    """One conversation with the model. loaded are the chunks of the document that it has loaded."""

    caller: Caller
    document: Document
    tool_calls: int = 0
    loaded: set[str] = field(default_factory=set)
    bounded: bool = False
    cut: bool = False


class DocumentQuestions:
    """Answers from ready documents; one that is still being read is waited for."""

    def __init__(
        self,
        registry: DocumentRegistry,
        catalogue: Catalogue,
        model: ChatModel,
        tools: Sequence[BuiltInTool],
        *,
        max_tool_calls: int,
        context_characters: int = 60_000,
        answer_tokens: int | None = None,
    ) -> None:
        self._registry = registry
        self._catalogue = catalogue
        self._model = model
        self._tools = {tool.name: tool for tool in tools}
        self._max_tool_calls = max_tool_calls
        self._context_characters = context_characters
        self._answer_tokens = answer_tokens

    async def ask(self, caller: Caller, file_id: str, question: str, *, include_history: bool) -> DocumentAnswer:
        """NotFound when the document is missing, deleted or another's; DocumentFailure when it cannot be read."""
        answer = await self._answer(caller, file_id, question, include_history=include_history)
        return replace(answer, catalogue=await self._catalogue.counts(caller))

    async def _answer(self, caller: Caller, file_id: str, question: str, *, include_history: bool) -> DocumentAnswer:
        document = await self._ready(caller, await self._registry.get(caller, file_id))
        history = await self._history(caller, document) if include_history else []
        self._registry.note_question(caller, [document], question)
        passages = await self._catalogue.passages(caller, question, [document], top_k=_SEEDED_PASSAGES)
        if not self._model.generative:
            return await self._extracted(caller, document, question, passages)
        chunks = await self._registry.chunks(caller, document)
        description = describe(document, chunks, history, limit=self._context_characters)
        budget = self._context_characters - len(description)
        material = await material_of(self._registry, caller, [document], question, passages, budget=budget)
        system = ChatMessage("system", render_prompt(description, material))
        talk = _Talk(caller, document)
        answer = read_reply(await self._converse(talk, (system, ChatMessage("user", question))))
        confidence = overall(passages)
        if material.whole:
            confidence = await asyncio.to_thread(evident, confidence, question, material.languages)
        return replace(await self._checked(talk, answer, question, chunks, passages), confidence=confidence)

    async def _ready(self, caller: Caller, document: Document) -> Document:
        if await self._registry.fresh(caller, document.file_id) is None:
            conversation_id, name = document.conversation_id, document.blob_name
            document, _ = await self._registry.ensure_registered(caller.conversation(conversation_id), name)
        if document.error is not None:
            message = f"{document.blob_name} cannot be asked about: {document.error.message}"
            raise DocumentFailure(message, code=document.error.code)
        return document

    async def _history(self, caller: Caller, document: Document) -> list[DocumentEvent]:
        try:
            return await self._registry.events(caller, document, limit=NEWEST_EVENTS)
        except StoreError as error:
            logger.warning("The events of document %s could not be read: %s", document.file_id, error.code)
            return []

    async def _extracted(
        self, caller: Caller, document: Document, question: str, passages: Sequence[Passage]
    ) -> DocumentAnswer:
        """An answer from the passages alone, as a turn gives it; recommended is what else bears on the question."""
        about = about_documents(question, names_of(document))
        told = told_from_record(about.record, [document]) if about and about.record else None
        text, citations = told or NOT_IN_DOCUMENTS, tuple[Citation, ...]()
        if passages and told is None:
            request = grounded_request(question, tuple(passages), (document.blob_name,))
            answer = await ask(self._model, request)
            text, citations = await self._cited(caller, document, question, answer.text, passages)
        ranked = (await self._catalogue.listing(caller, question, limit=_RECOMMENDED + 1)).entries
        others = tuple(e.document for e in ranked if e.document.content_id != document.content_id)[:_RECOMMENDED]
        counts = {"tool_calls": 0, "chunks_loaded": 0, "citations": len(citations), "dropped_citations": 0}
        confidence = overall(passages) if told is None else None
        return DocumentAnswer(text, citations, others, counts | _recommending(others, 0), confidence)

    async def _cited(
        self, caller: Caller, document: Document, question: str, answer: str, passages: Sequence[Passage]
    ) -> tuple[str, tuple[Citation, ...]]:
        """An answer with numbers in it as it is shown, and what the numbers stand for."""

        async def source_of(_: str) -> Source:
            return await read_source(self._registry, caller, document)

        markers, citations, shown = (
            MarkerStream(len(passages)),
            Citations(question, source_of, literal=True),
            ShownText(),
        )
        for part in (*markers.feed(answer), *markers.flush()):
            if isinstance(part, str):
                shown.feed(part)
            else:
                await citations.cited(part, shown.written, passages)
        shown.end()
        await citations.ended(shown.written, passages)
        return shown.text, tuple(map(shown.placed, citations.found.values()))

    async def _converse(self, talk: _Talk, messages: tuple[ChatMessage, ...]) -> str:
        """The model's last word, after the tool calls that it asked for."""

        async def call_tools(completion: Completion, _: int) -> list[ChatMessage]:
            return [
                ChatMessage("tool", await self._result(talk, call), tool_call_id=call.call_id)
                for call in completion.tool_calls
            ]

        specs = tuple(map(_spec, self._tools.values()))
        end = await run_agent_loop(
            self._model,
            ChatRequest(messages, tools=specs, max_output_tokens=self._answer_tokens),
            call_tools,
            rounds=self._max_tool_calls,
            calls=self._max_tool_calls,
            no_more_calls=ChatMessage("system", prompts.NO_CALLS_LEFT),
        )
        talk.bounded, talk.cut = end.is_limited, end.answer.is_cut
        return end.answer.text

    async def _result(self, talk: _Talk, call: ToolCall) -> str:
        """The result of a call, or its error, as JSON for the model."""
        if talk.tool_calls >= self._max_tool_calls:
            told = OrcError("No tool calls are left.", code="tool_limit_reached")
            return json.dumps(error_body(told))
        talk.tool_calls += 1
        try:
            return await self._call(talk, call)
        except OrcError as error:
            return json.dumps(error_body(error), ensure_ascii=False)

    async def _call(self, talk: _Talk, call: ToolCall) -> str:
        tool = self._tools.get(call.name)
        if tool is None:
            raise ToolRetry(f"There is no tool {call.name}; there are {', '.join(self._tools)}.", code="unknown_tool")
        arguments = _arguments(call)
        if tool.name == load_document_chunk.NAME:
            arguments.setdefault("file_id", talk.document.file_id)
        result = await invoke(tool, talk.caller.conversation(talk.document.conversation_id), arguments, _no_progress)
        if isinstance(result, load_document_chunk.LoadedChunk) and result.file_id == talk.document.file_id:
            talk.loaded.add(result.chunk_id)
        return result.model_dump_json()

    async def _checked(
        self, talk: _Talk, answer: Reply, question: str, chunks: Sequence[Chunk], passages: Sequence[Passage]
    ) -> DocumentAnswer:
        """The model's answer with what it points at: what stands for nothing is dropped and counted."""
        document = talk.document
        source = await read_source(self._registry, talk.caller, document)
        page_starts = source.content.page_starts if source.content else ()
        cited, dropped = cited_passages(answer.citations, document, chunks, passages, page_starts)
        shown = ShownText()
        text = without_dangling_markers(answer.text, 0 if dropped else len(cited))
        shown.feed(text)
        shown.end()
        made = await asyncio.to_thread(lambda: list(cite_answer(text, cited, question, source)))
        citations = tuple(map(shown.placed, made))
        recommended, unknown = await self._recommended(talk, answer)
        counts = {"tool_calls": talk.tool_calls, "chunks_loaded": len(talk.loaded)}
        counts |= {"citations": len(citations), "dropped_citations": dropped} | _recommending(recommended, unknown)
        reason = "tool_limit" if talk.bounded else "length" if talk.cut else None
        return DocumentAnswer(
            self._told(talk, shown.text, is_cut=answer.is_cut), citations, recommended, counts, finish_reason=reason
        )

    def _told(self, talk: _Talk, text: str, *, is_cut: bool) -> str:
        limit = f"the limit of {self._max_tool_calls} tool calls"
        if talk.bounded:
            rest = f"({limit[0].upper()}{limit[1:]} was reached: the answer rests on what was read until then.)"
            return f"{text}\n\n{rest}" if text else f"No answer was found within {limit}."
        if talk.cut and text:
            return f"{text}\n\n(The answer was cut off here: it has reached the length that the model may write.)"
        if not text:
            raise ModelUnavailable("The model gave no answer that can be read.", code="model_answer_empty")
        if is_cut:
            return f"{text}\n\n(The answer was cut off here: the model did not finish it.)"
        return text

    async def _recommended(self, talk: _Talk, answer: Reply) -> tuple[tuple[Document, ...], int]:
        """The caller's own documents among those named, and how many of the others there were."""
        found: list[Document] = []
        for file_id in answer.recommended[:_MOST_RECOMMENDED]:
            try:
                found.append(await self._registry.get(talk.caller, file_id))
            except NotFound:
                continue
        others = tuple(document for document in found if document.file_id != talk.document.file_id)
        return others, len(answer.recommended) - len(others)


def _recommending(documents: Sequence[Document], dropped: int) -> dict[str, int]:
    return {"recommended_documents": len(documents), "dropped_documents": dropped}


def _arguments(call: ToolCall) -> dict[str, object]:
    try:
        arguments = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError) as error:
        raise ToolRetry("The arguments are not JSON.", code="invalid_arguments") from error
    if not isinstance(arguments, dict) or is_nested_deeply(arguments):
        raise ToolRetry("The arguments are not a JSON object.", code="invalid_arguments")
    return arguments


def _spec(tool: BuiltInTool) -> ToolSpec:
    """The document asked about is the one meant when a chunk is loaded without a file_id."""
    spec = as_spec(tool)
    if tool.name != load_document_chunk.NAME:
        return spec
    return replace(spec, parameters={**spec.parameters, "required": []})


async def _no_progress(_: str) -> None:
    return
