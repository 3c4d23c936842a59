"""The answer as far as it has been sent: its text and the citations in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from orc.documents.cite import MarkerStream, cite, claim_before
from orc.domain import Citation, Passage
from orc.events import CitationFound
from orc.graphs.state import TurnContext


@dataclass(slots=True)
class Draft:
    """Sends the answer. passages are the sources by number; a round of the tool loop may add to them."""

    context: TurnContext
    question: str
    passages: list[Passage]
    text: str = ""
    citations: dict[int, Citation] = field(default_factory=dict)
    first_token_ms: int | None = None
    _markers: MarkerStream | None = None
    _break: bool = False

    async def send(self, text: str) -> None:
        """Sends text as it is."""
        if not text:
            return
        if self.first_token_ms is None:
            self.first_token_ms = self.context.elapsed_ms()
        if self._break:
            text, self._break = f"\n\n{text.lstrip()}", False
        self.text += text
        await self.context.events.token(text)

    async def write(self, piece: str) -> None:
        """Sends a piece of text that cites: each marker is followed by its citation, the first time it is used."""
        if self._markers is None:
            self._markers = MarkerStream(len(self.passages))
        await self._send(self._markers.feed(piece))

    async def end(self) -> None:
        """Ends a text that cites."""
        markers, self._markers = self._markers, None
        if markers is not None:
            await self._send(markers.flush())

    def new_paragraph(self) -> None:
        """What is sent next begins a paragraph of its own."""
        self._break = bool(self.text)

    async def _send(self, parts: Sequence[str | int]) -> None:
        for part in parts:
            if isinstance(part, str):
                await self.send(part)
            elif part not in self.citations:
                claim = claim_before(self.text)
                citation = cite(self.passages[part - 1], part, claim=claim, question=self.question)
                self.citations[part] = citation
                await self.context.events.append(CitationFound(citation))
