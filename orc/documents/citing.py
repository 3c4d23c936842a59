"""The citations of an answer while it is written: each checked against the stored text of its document."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace

from orc.documents.cite import cite, is_borne_out, widened
from orc.documents.markers import claim_before, clause_before, last_markers, numbers_in, words_before
from orc.documents.quotes import Quotation, quotations, stands, unfound
from orc.documents.source import Source
from orc.domain import Citation, Passage

type SourceOf = Callable[[str], Awaitable[Source | None]]
"""What is stored of the document with a file_id; None when there is none to be had."""

_MARKER = re.compile(r"\[(\d{1,3})\]")


class Citations:
    """found has them by number, in the order in which they were first cited.

    literal says that the answer is made of parts of the documents, so that each of its statements must stand in one as
    it is but for white space; otherwise the passages need only bear it out. A citation changes while more is written:
    its snippet grows to show what further claims rest on, and it stays verified only while every claim that it is cited
    for holds.
    """

    def __init__(self, question: str, source_of: SourceOf, *, literal: bool = False) -> None:
        self.found: dict[int, Citation] = {}
        self._question = question
        self._source_of = source_of
        self._literal = literal
        self._sources: dict[str, Source] = {}
        self._stands: dict[str, bool] = {}
        self._claims: dict[int, dict[str, bool]] = {}

    async def cited(self, number: int, answer: str, passages: Sequence[Passage]) -> list[Citation]:
        """Takes note of a number that the answer ends with so far; the citations that are new or have changed."""
        passage = passages[number - 1]
        claim = words_before(answer) if self._literal else claim_before(answer)
        clause = claim if self._literal else clause_before(answer)
        known = self.found.get(number)
        if known is None:
            made = cite(passage, number, claim=claim, question=self._question)
        else:
            made = widened(known, passage, claim)
        group = [n for n in dict.fromkeys(numbers_in(last_markers(answer))) if n <= len(passages)]
        borne_out = await self._borne_out(clause, [passages[n - 1] for n in group] or [passage])
        for member in {number, *(n for n in group if n in self.found)}:
            self._claims.setdefault(member, {})[clause] = borne_out
        changed = [await self._judged(made)]
        changed += [await self._judged(self.found[n]) for n in group if n in self.found and n != number]
        return [citation for citation in changed if self._keep(citation)]

    async def _borne_out(self, clause: str, passages: Sequence[Passage]) -> bool:
        if not self._literal:
            return is_borne_out(clause, passages, self._question)
        if not clause or any(stands(passage.chunk.text, clause) for passage in passages):
            return True
        texts = [(await self._source(passage.file_id)).text for passage in passages]
        return any([await asyncio.to_thread(stands, text, clause) for text in texts])

    def _keep(self, citation: Citation) -> bool:
        number = int(citation.id)
        changed = self.found.get(number) != citation
        self.found[number] = citation
        return changed

    async def _judged(self, citation: Citation) -> Citation:
        source = await self._source(citation.file_id)
        borne_out = all(self._claims[int(citation.id)].values())
        return replace(source.placed(citation), verified=source.has(citation) and borne_out)

    async def _source(self, file_id: str) -> Source:
        if file_id not in self._sources:
            self._sources[file_id] = await self._source_of(file_id) or Source("")
        return self._sources[file_id]

    async def unfound_quotes(self, answer: str, passages: Sequence[Passage], told: Sequence[str]) -> list[Quotation]:
        """The quotations of an answer that stand neither in its passages, nor in what else it was told, nor anywhere in
        the documents of the passages. What is literal is checked statement by statement."""
        if self._literal:
            return []
        at_hand = [*told, *(passage.chunk.headed_text for passage in passages)]
        quoted = await asyncio.to_thread(unfound, list(quotations(answer)), at_hand)
        if not quoted:
            return []
        texts = [(await self._source(file_id)).text for file_id in dict.fromkeys(p.file_id for p in passages)]
        return await asyncio.to_thread(unfound, quoted, texts)

    def doubted(self, answer: str, quotes: Sequence[Quotation]) -> list[Citation]:
        """The citations beside these quotations, as not verified; those that were until now."""
        beside = dict.fromkeys(number for quote in quotes for number in _beside(answer, quote))
        known = [self.found[number] for number in beside if number in self.found]
        return [doubted for each in known if self._keep(doubted := replace(each, verified=False))]


def _beside(answer: str, quote: Quotation) -> Iterator[int]:
    """The numbers of the markers next to a quotation in its line: those after it, or else the last one before."""
    start, end = answer.rfind("\n", 0, quote.start) + 1, answer.find("\n", quote.end)
    rest = answer[quote.end : end if end >= 0 else len(answer)]
    if following := re.search(rf"(?:{_MARKER.pattern})+", rest):
        yield from numbers_in(following[0])
    elif before := _MARKER.findall(answer[start : quote.start]):
        yield int(before[-1])
