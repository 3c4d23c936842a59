"""Answers of document_chat by a model, complete and checked as the answer of a turn is."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from orc.documents.citations.markers import marker_of
from orc.documents.citations.quotes import words_to_name
from orc.documents.citations.sanitized_text import SanitizedText
from orc.documents.citations.source import Source, read_source
from orc.documents.citations.tracker import Citations
from orc.documents.grounding import grounded_request
from orc.documents.notices import FILTERED, LENGTH_REACHED, PROMPT_CUT, STOPPED_EARLY, UNFOUND_QUOTATION
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.reply import ReplyReader
from orc.documents.reply_json import asks_for_json
from orc.domain import Caller, Citation, Passage
from orc.errors import CONTENT_FILTERED, ModelRejected, ModelUnavailable
from orc.ports import ChatModel
from orc.ports.models import ask_again_if_empty


@dataclass(frozen=True, slots=True)
class Answered:
    """finish_reason is why the answer ended early: length or content_filter."""

    text: str
    citations: tuple[Citation, ...]
    finish_reason: str | None


@dataclass(frozen=True, slots=True)
class Answering:
    """The model that answers from the passages, and the most tokens of an answer. admit raises if the caller's budget
    is used up; count counts an answer against it."""

    model: ChatModel
    tokens: int | None
    admit: Callable[[Caller], Awaitable[None]]
    count: Callable[[Caller], None]

    async def answer(
        self,
        registry: DocumentRegistry,
        caller: Caller,
        question: str,
        documents: Sequence[Document],
        passages: Sequence[Passage],
    ) -> Answered:
        """The answer from numbered passages of the documents, with notes on its early end and on quotations that are
        in none of them. Raises ModelUnavailable if a generative model writes nothing."""
        pieces, is_cut, is_filtered, is_prompt_cut = list[str](), False, False, False
        request = grounded_request(question, tuple(passages), tuple(document.blob_name for document in documents))

        async def keep(piece: str) -> None:
            pieces.append(piece)

        try:
            request = replace(request, max_output_tokens=self.tokens)
            completion = await ask_again_if_empty(self.model, request, keep)
            is_cut, is_prompt_cut = completion.is_cut, completion.is_prompt_cut
        except ModelRejected as error:
            if error.code != CONTENT_FILTERED or not "".join(pieces).strip():
                raise
            is_filtered = True
        reader = ReplyReader(partial(marker_of, passages=passages), wants_json=asks_for_json(question))
        by_id = {document.file_id: document for document in documents}

        async def source_of(file_id: str) -> Source:
            return await read_source(registry, caller, by_id[file_id])

        def read() -> str:
            text = "".join(pieces)
            return reader.feed(text) + reader.end() if self.model.generative else text

        found = Citations(question, source_of, literal=not self.model.generative)
        written = await found.cite(await asyncio.to_thread(read), passages, [question])
        if self.model.generative and not written.strip():
            why = "used up the length of an answer before it wrote any" if is_cut else "returned an empty answer"
            raise ModelUnavailable(f"The model {why}.", code="model_answer_empty")
        self.count(caller)
        ends = {FILTERED: is_filtered, LENGTH_REACHED: is_cut, STOPPED_EARLY: reader.is_cut}
        notes = [notice.to(question) for notice, applies in ends.items() if applies][:1]
        notes += [PROMPT_CUT.to(question)] if is_prompt_cut else []
        doubted = await found.quotes_without_source(written, passages, [question])
        found.mark_unverified(written, doubted)
        notes += [UNFOUND_QUOTATION.to(question).format(words) for words in words_to_name(doubted)]
        shown = SanitizedText()
        await asyncio.to_thread(shown.feed, written)
        for note in notes:
            shown.feed("\n")  # only a complete line shows whether it ends a code block
            shown.feed(f"{shown.open_fence}\n{note}")
        shown.end()
        reason = "content_filter" if is_filtered else "length" if is_cut else None
        return Answered(shown.text, tuple(map(shown.placed, found.found.values())), reason)
