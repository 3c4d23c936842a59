"""Streams the answer: its text, made inert, and the citations in it."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from orc.documents.citations.markers import MarkerStream, marker_of
from orc.documents.citations.quotes import words_to_name
from orc.documents.citations.sanitized_text import SanitizedText
from orc.documents.citations.source import Source, read_source
from orc.documents.citations.tracker import Citations
from orc.documents.reply import ReplyReader
from orc.documents.reply_json import asks_for_json
from orc.domain import Citation, Passage
from orc.errors import NotFound, StoreError
from orc.events.types import CitationFound
from orc.graphs.context.state import TurnContext

logger = logging.getLogger(__name__)

_SLICE = 4_096
_MUCH_HELD = 16_384  # characters; if more are held back, a thread makes them inert


@dataclass(slots=True)
class Draft:
    """Sends the answer, made inert. passages are the sources by number; a round of the tool loop may add to them. given
    are the other texts that the model has, to which a round may add too.
    written is the model's text, against which citations are checked. text is the part that has been sent, without what
    is held back until finish. is_cut: JSON in the model's last text is incomplete."""

    context: TurnContext
    question: str
    passages: list[Passage]
    given: list[str] = field(default_factory=list[str])
    first_token_ms: int | None = None
    is_cut: bool = False
    _citations: Citations = field(init=False)
    _shown: SanitizedText = field(default_factory=SanitizedText)
    _waiting: list[Citation] = field(default_factory=list)
    _reply: ReplyReader | None = None
    _markers: MarkerStream | None = None
    _unread: str = ""
    _break: bool = False

    def __post_init__(self) -> None:
        async def source(file_id: str) -> Source | None:
            registry, caller = self.context.registry, self.context.key.caller
            try:
                return await read_source(registry, caller, await registry.get(caller, file_id))
            except NotFound:
                return None
            except StoreError as error:
                logger.warning("The text of document %s could not be read: %s", file_id, error.code)
                return None

        self._citations = Citations(self.question, source, literal=not self.context.model.generative)

    def anew(self, passages: Sequence[Passage], given: list[str]) -> "Draft":
        """A draft from other sources, which goes on behind the text of this one. This one has no citations."""
        draft = Draft(self.context, self.question, list(passages), given, self.first_token_ms, _shown=self._shown)
        draft.new_paragraph()
        return draft

    @property
    def text(self) -> str:
        return self._shown.text

    @property
    def written(self) -> str:
        return self._shown.written

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations so far, in the order of their first use."""
        return tuple(map(self._shown.placed, self._citations.found.values()))

    async def send(self, text: str) -> None:
        """Sends text without markers."""
        if not text:
            return
        if self._break:
            self._break = False
            await self._show("\n")  # only a complete line shows whether it ends a code block
            fence = self._shown.open_fence
            text = f"{fence}\n\n{text.lstrip()}" if fence else f"\n{text.lstrip()}"
        await self._show(text)

    async def _show(self, text: str) -> None:
        is_much = self._shown.held > _MUCH_HELD
        await self._emit(await asyncio.to_thread(self._shown.feed, text) if is_much else self._shown.feed(text))

    async def finish(self) -> None:
        """Sends what is held back, at the end of the answer."""
        self._waiting += await self._citations.ended(self.written, self.passages)
        await self._emit(await asyncio.to_thread(self._shown.end))

    async def _emit(self, text: str) -> None:
        if text:
            if self.first_token_ms is None:
                self.first_token_ms = self.context.elapsed_ms()
            await self.context.events.token(text)
        if not self._shown.holds_back:
            waiting, self._waiting = self._waiting, []
            for citation in waiting:
                await self.context.events.append(CitationFound(self._shown.placed(citation)))

    async def write(self, piece: str) -> None:
        """Sends a piece of text with markers. Each marker is followed by its citation if that is new or has changed."""
        if self._markers is None:
            texts = [*(passage.chunk.headed_text for passage in self.passages), *self.given]
            from_sources = self.context.model.generative and (self.passages or self.context.run.blob_names)
            self._markers = MarkerStream(len(self.passages), texts if from_sources else None)
            wants_json = asks_for_json(f"{self.question}\n{self.context.run.instructions or ''}")
            mark = partial(marker_of, passages=self.passages)
            self._reply = ReplyReader(mark, wants_json=wants_json) if from_sources else None
        self._unread += piece
        if self._shown.held <= _MUCH_HELD or len(self._unread) >= _SLICE:  # not a thread for each piece of a long line
            await self._read(self._markers)

    async def _read(self, markers: MarkerStream) -> None:
        text, self._unread = self._unread, ""
        for at in range(0, len(text), _SLICE):
            part = text[at : at + _SLICE]
            await self._send(markers, self._reply.feed(part) if self._reply else part)

    async def end(self) -> None:
        """Ends a text with markers."""
        markers, self._markers = self._markers, None
        if markers is not None:
            await self._read(markers)
            text = await asyncio.to_thread(self._reply.end) if self._reply else ""
            self.is_cut = self._reply is not None and self._reply.is_cut
            await self._send(markers, text)
            await self._send_parts(markers.flush())
            await self._send_citations(await self._citations.ended(self.written, self.passages))

    def new_paragraph(self) -> None:
        """Starts a new paragraph."""
        self._break = bool(self.written)

    async def _send(self, markers: MarkerStream, text: str) -> None:
        """Sends text with markers in slices, between which other tasks have their turn."""
        for at in range(0, len(text), _SLICE):
            if at or len(text) == _SLICE:
                await asyncio.sleep(0)
            await self._send_parts(markers.feed(text[at : at + _SLICE]))

    async def _send_parts(self, parts: Sequence[str | int]) -> None:
        for part in parts:
            if isinstance(part, str):
                await self.send(part)
            else:
                await self._send_citations(await self._citations.cited(part, self.written, self.passages))

    async def quotes_without_source(self, given_texts: Sequence[str]) -> list[str]:
        """The words of quotations so far that occur in no source and none of the given texts, as many as are named. The
        citations next to all such quotations are sent again as not verified."""
        if not self.passages:
            return []
        quotes = await self._citations.quotes_without_source(self.written, self.passages, given_texts)
        await self._send_citations(self._citations.mark_unverified(self.written, quotes))
        return words_to_name(quotes)

    async def _send_citations(self, citations: Sequence[Citation]) -> None:
        """Sends citations after the text before them."""
        self._waiting += citations
        await self._emit("")
