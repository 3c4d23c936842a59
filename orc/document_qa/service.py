"""Answers questions about one document: by a model that may load chunks and query the catalogue or, without a
generative model, from the passages found."""

import asyncio
import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from orc import prompts
from orc.document_qa.answer import (
    cite_answer,
    cited_passages,
    places_of,
    with_numbered_sources,
    without_dangling_markers,
)
from orc.document_qa.prompt import NEWEST_EVENTS, describe, render_prompt
from orc.documents.citations.quotes import missing_quotations, quotations, words_to_name
from orc.documents.citations.sanitized_text import SanitizedText
from orc.documents.citations.source import Source, read_source
from orc.documents.citations.tracker import Citations
from orc.documents.events import DocumentEvent
from orc.documents.evidence.judging import overall_confidence
from orc.documents.grounding import grounded_request
from orc.documents.material import Material, confidence_of_reading, material_of
from orc.documents.notices import FILTERED, LENGTH_REACHED, PROMPT_CUT, STOPPED_EARLY, UNFOUND_QUOTATION
from orc.documents.page_material import pages_asked_for
from orc.documents.records import Document
from orc.documents.refusals import has_certain_language, refusal
from orc.documents.registry import DocumentRegistry
from orc.documents.reply import read_reply
from orc.documents.search.catalogue import Catalogue, CatalogueCounts
from orc.documents.search.catalogue_questions import catalogue_question
from orc.documents.search.record_questions import describe_records, names_of
from orc.documents.section_material import sections_asked_for
from orc.domain import Caller, Chunk, Citation, Passage
from orc.errors import (
    CONTENT_FILTERED,
    CONTEXT_EXCEEDED,
    DocumentFailure,
    ModelRejected,
    ModelUnavailable,
    NotFound,
    OrcError,
    StoreError,
    ToolRetry,
)
from orc.ports import ChatMessage, ChatModel, ChatRequest, ToolCall
from orc.ports.models import Completion, ask
from orc.text import is_nested_deeply
from orc.tools import load_document_chunk
from orc.tools.agent_loop import run_agent_loop
from orc.tools.built_in import BuiltInTool, as_spec, error_body, invoke

logger = logging.getLogger(__name__)

_SEEDED_PASSAGES = 5
_LEAST_CONTEXT = 4_000
_RECOMMENDED = 3
_MOST_RECOMMENDED = 10


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """counts are the work that the answer took, and the references that were dropped because they refer to nothing;
    confidence is the likelihood, from 0 to 1, that the document answers; finish_reason is why the answer ended early:
    length, tool_limit or content_filter; catalogue has the counts of all of the caller's documents."""

    answer: str
    citations: tuple[Citation, ...]
    recommended: tuple[Document, ...]
    counts: dict[str, int]
    confidence: float | None = None
    finish_reason: str | None = None
    catalogue: CatalogueCounts | None = None


@dataclass(slots=True)
class _Talk:
    """One dialogue with the model. results are those of its calls, loaded the document's chunks that it has loaded;
    written is its text since its last call. is_bounded: it has used up its tool calls; is_cut: its text exceeds the
    limit; is_filtered: a content filter stopped it; is_prompt_cut: the server has read only a part of the request."""

    caller: Caller
    document: Document
    tool_calls: int = 0
    results: list[str] = field(default_factory=list)
    loaded: set[str] = field(default_factory=set)
    is_bounded: bool = False
    is_cut: bool = False
    is_filtered: bool = False
    is_prompt_cut: bool = False
    written: list[str] = field(default_factory=list)

    @property
    def finish_reason(self) -> str | None:
        """Why the answer ended early; None if it did not."""
        if self.is_filtered:
            return "content_filter"
        return "length" if self.is_cut else "tool_limit" if self.is_bounded else None


class DocumentQuestions:
    """Answers from ready documents; waits for one that is still being read."""

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
        instructions: str = "",
    ) -> None:
        self._registry = registry
        self._catalogue = catalogue
        self._model = model
        self._tools = {tool.name: tool for tool in tools}
        self._max_tool_calls = max_tool_calls
        self._context_characters = context_characters
        self._answer_tokens = answer_tokens
        self._instructions = instructions

    async def ask(self, caller: Caller, file_id: str, question: str, *, include_history: bool) -> DocumentAnswer:
        """Raises NotFound if the document is missing, deleted or somebody else's, DocumentFailure if it cannot be
        read."""
        document = await self._registry.get(caller, file_id)
        if await self._registry.fresh(caller, file_id) is None:
            key = caller.conversation(document.conversation_id)
            document, _ = await self._registry.ensure_registered(key, document.blob_name)
        if document.error is not None:
            message = f"{document.blob_name} cannot be used to answer questions: {document.error.message}"
            raise DocumentFailure(message, code=document.error.code)
        history: list[DocumentEvent] = []
        if include_history:
            try:
                history = await self._registry.events(caller, document, limit=NEWEST_EVENTS)
            except StoreError as error:
                logger.warning("The events of document %s could not be read: %s", file_id, error.code)
        self._registry.note_question(caller, [document], question)
        passages = await self._catalogue.passages(caller, question, [document], top_k=_SEEDED_PASSAGES)
        if self._model.generative:
            answer = await self._answer_by_model(caller, document, question, history, passages)
        else:
            answer = await self._answer_from_passages(caller, document, question, passages)
        return replace(answer, catalogue=await self._catalogue.counts(caller))

    async def _answer_from_passages(
        self, caller: Caller, document: Document, question: str, passages: Sequence[Passage]
    ) -> DocumentAnswer:
        """An answer without a generative model, as in a turn; recommended are other relevant documents."""
        about = catalogue_question(question, names_of(document))
        record = describe_records(about.record, [document]) if about and about.record else None
        pages = await pages_asked_for(self._registry, caller, [document], question) if record is None else None
        if pages is None and record is None:
            pages = await sections_asked_for(self._registry, caller, [document], question)
        if pages is not None:
            passages = pages.passages
            record = None if passages else "\n\n".join(pages.page_notices)
        languages = [document.language] if document.language else []
        refused = refusal(question, languages, sure=has_certain_language(document))
        text, citations = record or refused, tuple[Citation, ...]()
        if passages and record is None:
            asked = (pages.beside_pages if pages else "") or question
            request = grounded_request(asked, tuple(passages), (document.blob_name,))
            answer = await ask(self._model, request)

            async def source_of(_: str) -> Source:
                return await read_source(self._registry, caller, document)

            found, shown = Citations(question, source_of, literal=True), SanitizedText()
            shown.feed(await found.cite(answer.text, passages))
            shown.end()
            text, citations = shown.text, tuple(map(shown.placed, found.found.values()))
            text = "\n\n".join((text, *(pages.page_notices if pages else ())))
        ranked = (await self._catalogue.listing(caller, question, limit=_RECOMMENDED + 1)).entries
        others = tuple(e.document for e in ranked if e.document.content_id != document.content_id)[:_RECOMMENDED]
        counts = {"tool_calls": 0, "chunks_loaded": 0, "citations": len(citations), "dropped_citations": 0}
        counts |= {"recommended_documents": len(others), "dropped_documents": 0}
        confidence = pages.page_confidence if pages else overall_confidence(passages) if record is None else None
        return DocumentAnswer(text, citations, others, counts, confidence)

    async def _answer_by_model(
        self,
        caller: Caller,
        document: Document,
        question: str,
        history: Sequence[DocumentEvent],
        passages: Sequence[Passage],
    ) -> DocumentAnswer:
        """The model's answer with its citations and recommendations. References to nothing are dropped and counted."""
        chunks = await self._registry.chunks(caller, document)
        talk = _Talk(caller, document)
        said, description, material = await self._ask_within_context(talk, question, chunks, history, passages)
        reply = await asyncio.to_thread(read_reply, said)
        source = await read_source(self._registry, caller, document)
        given = [question, description, material.outline, source.text, *talk.results]
        if is_numbered := not reply.citations:
            reply = await asyncio.to_thread(with_numbered_sources, reply, material.passages, given)
        page_starts = source.content.page_starts if source.content else ()
        cited, dropped = cited_passages(reply.citations, document, chunks, passages, page_starts)
        places = places_of(reply.citations, cited)
        text, parts = await asyncio.to_thread(without_dangling_markers, reply.text, places, reply.parts, cited, given)
        if is_numbered:
            found = Citations(question, partial(_known, source))
            await found.cite(text, cited, given)
            citations = list(found.found.values())
        else:
            citations = await asyncio.to_thread(lambda: list(cite_answer(text, cited, question, source, parts)))
        doubtful = await asyncio.to_thread(lambda: missing_quotations(list(quotations(text)), given))
        shown, completed = SanitizedText(), self._completed(talk, text, question, is_cut=reply.is_cut)
        missing = [UNFOUND_QUOTATION.to(question).format(words) for words in words_to_name(doubtful)]
        await asyncio.to_thread(shown.feed, "\n\n".join((completed, *missing)))
        shown.end()
        recommended = await self._recommended(caller, document, reply.recommended[:_MOST_RECOMMENDED])
        languages = material.languages if material.whole else None
        is_further = _cites_further(citations, (*material.passages, *passages))
        known = partial(confidence_of_reading, overall_confidence(passages), question, languages)
        confidence = material.page_confidence
        if confidence is None:
            confidence = await asyncio.to_thread(partial(known, found_further=is_further))
        return DocumentAnswer(
            shown.text,
            tuple(map(shown.placed, citations)),
            recommended,
            {
                "tool_calls": talk.tool_calls,
                "chunks_loaded": len(talk.loaded),
                "citations": len(citations),
                "dropped_citations": dropped,
                "recommended_documents": len(recommended),
                "dropped_documents": len(reply.recommended) - len(recommended),
            },
            confidence,
            finish_reason=talk.finish_reason,
        )

    async def _ask_within_context(
        self,
        talk: _Talk,
        question: str,
        chunks: Sequence[Chunk],
        history: Sequence[DocumentEvent],
        passages: Sequence[Passage],
    ) -> tuple[str, str, Material]:
        """The model's last text, and the document's description and sources that it was given. These are halved while
        the model's context is too short for them and the results of its calls (D-553)."""
        caller, document, limit = talk.caller, talk.document, self._context_characters
        while True:
            description = describe(document, chunks, history, limit=limit)
            budget = limit - len(description)
            material = await material_of(self._registry, caller, [document], question, passages, budget=budget)
            if material.has_parts and not material.passages:  # the summary is of other pages
                description = describe(document, chunks, history, limit=limit, with_summary=False)
            rules = render_prompt(description, material)
            try:
                return await self._converse(talk, rules, question), description, material
            except ModelRejected as error:
                if error.code != CONTEXT_EXCEEDED or limit <= _LEAST_CONTEXT:
                    raise
                limit = max(_LEAST_CONTEXT, min(limit, len(rules)) // 2)

    async def _recommended(self, caller: Caller, document: Document, file_ids: Sequence[str]) -> tuple[Document, ...]:
        """Those of the named documents that exist, without the document that was asked."""
        found = list[Document]()
        for file_id in file_ids:
            with suppress(NotFound):
                found.append(await self._registry.get(caller, file_id))
        return tuple(other for other in found if other.file_id != document.file_id)

    async def _converse(self, talk: _Talk, rules: str, question: str) -> str:
        """The model's last text, after its tool calls."""
        deployment = f"{prompts.deployed(self._instructions)}\n\n" if self._instructions else ""
        messages = (ChatMessage("system", deployment + rules), ChatMessage("user", question))
        by_name = {name: as_spec(tool) for name, tool in self._tools.items()}
        if load := by_name.get(load_document_chunk.NAME):  # without a file_id: the document is fixed
            by_name[load.name] = replace(load, parameters={**load.parameters, "required": []})
        specs = tuple(by_name.values())

        async def call_tools(completion: Completion, _: int) -> list[ChatMessage]:
            results = list[ChatMessage]()
            talk.written.clear()
            for call in completion.tool_calls:
                try:
                    result = await self._call_tool(talk, call)
                except OrcError as error:
                    result = json.dumps(error_body(error), ensure_ascii=False)
                talk.results.append(result)
                results.append(ChatMessage("tool", result, tool_call_id=call.call_id))
            return results

        async def keep(piece: str) -> None:
            talk.written.append(piece)

        try:
            end = await run_agent_loop(
                self._model,
                ChatRequest(messages, tools=specs, max_output_tokens=self._answer_tokens),
                call_tools,
                rounds=self._max_tool_calls,
                calls=self._max_tool_calls,
                no_more_calls=ChatMessage("system", prompts.NO_CALLS_LEFT),
                on_text=keep,
            )
        except ModelRejected as error:
            if error.code != CONTENT_FILTERED or not "".join(talk.written).strip():
                raise
            talk.is_filtered = True
            return "".join(talk.written)
        talk.is_bounded, talk.is_cut = end.is_limited, end.answer.is_cut
        talk.is_prompt_cut = end.answer.is_prompt_cut
        return end.answer.text

    async def _call_tool(self, talk: _Talk, call: ToolCall) -> str:
        """The result of a call as JSON for the model. Raises ToolRetry if the call cannot be made."""
        if talk.tool_calls >= self._max_tool_calls:
            raise OrcError("No tool calls are left.", code="tool_limit_reached")
        talk.tool_calls += 1
        tool = self._tools.get(call.name)
        if tool is None:
            raise ToolRetry(
                f"There is no tool {call.name}; the tools are {', '.join(self._tools)}.", code="unknown_tool"
            )
        try:
            arguments = json.loads(call.arguments or "{}")
        except (ValueError, RecursionError) as error:
            raise ToolRetry("The arguments are not JSON.", code="invalid_arguments") from error
        if not isinstance(arguments, dict) or is_nested_deeply(arguments):
            raise ToolRetry("The arguments are not a JSON object.", code="invalid_arguments")
        if tool.name == load_document_chunk.NAME:
            arguments.setdefault("file_id", talk.document.file_id)

        async def ignore_progress(_: str) -> None:
            return

        key = talk.caller.conversation(talk.document.conversation_id)
        result = await invoke(tool, key, arguments, ignore_progress)
        if isinstance(result, load_document_chunk.LoadedChunk) and result.file_id == talk.document.file_id:
            talk.loaded.update(part.chunk_id for part in result.parts)
        return result.model_dump_json()

    def _completed(self, talk: _Talk, text: str, question: str, *, is_cut: bool) -> str:
        """The answer's text with a note on why it is incomplete. Raises ModelUnavailable if there is nothing to
        show."""
        limit = f"the limit of {self._max_tool_calls} tool calls"
        if not text:
            if talk.is_bounded:
                return f"No answer was found within {limit}."
            raise ModelUnavailable("The model's answer could not be read.", code="model_answer_empty")
        if talk.is_filtered:
            notes = [FILTERED.to(question)]
        else:
            note = LENGTH_REACHED if talk.is_cut else STOPPED_EARLY
            notes = [note.to(question)] if talk.is_cut or is_cut else []
        if talk.is_prompt_cut:
            notes.append(PROMPT_CUT.to(question))
        if talk.is_bounded:
            notes.append(f"({limit[0].upper()}{limit[1:]} was reached; the answer uses what had been read by then.)")
        return "\n\n".join((text, *notes))


def _cites_further(citations: Sequence[Citation], given: Sequence[Passage]) -> bool:
    """Whether a verified citation is of a part of the document that the model was not given at first."""
    return any(
        each.verified and not any(passage.chunk.start <= each.start < passage.chunk.end for passage in given)
        for each in citations
    )


async def _known(source: Source, _: str) -> Source:
    return source
