"""Tracks the citations of a streaming answer and checks each statement against the stored text of its source."""

import asyncio
import re
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from orc.documents.citations.answer_statements import (
    Statement,
    introduced,
    is_source_entry,
    items_below,
    quotation_before,
    stands_alone,
    statement_around,
    statement_before,
    statement_shared,
)
from orc.documents.citations.best_sentences import LONGEST_SNIPPET
from orc.documents.citations.markers import MarkerStream, is_markers, last_markers, numbers_in
from orc.documents.citations.quoted_rows import place_row
from orc.documents.citations.quotes import Quotation, missing_quotations, occurs_verbatim, quotations
from orc.documents.citations.snippets import cite, support_by_passage
from orc.documents.citations.source import Source
from orc.documents.text.chunks import page_at
from orc.documents.text.sentences import Span
from orc.domain import MOST_SPANS, Citation, CitationSpan, Passage
from orc.patterns import regex

type SourceOf = Callable[[str], Awaitable[Source | None]]
"""Returns the source of the document with a file_id; None if it is not available."""

_MARKER = regex(r"(?<!\\)\[(\d{1,3})\]")
_ALL_SENT, _SENT_EVERY = 10, 10  # spans: a citation with more is sent again after each tenth only
_TOGETHER = 8
_MOST_ITEMS = 100
"""So many items of a list are checked. A statement that introduces more is not verified."""
_MOST_MADE = 1_000
"""So many snippets are chosen for an answer. Statements after that add no span to known citations (D-380)."""


class Citations:
    """found maps source numbers to citations in the order of their first marker, with offsets in the answer as
    written. literal means that the answer consists of quoted parts of documents, so each statement must occur
    verbatim, except for white space; otherwise the passages must support it. A citation changes as the answer
    continues: further statements add spans, and a statement with its marker in front, or in a table, grows to its
    end. The items of a list that a statement introduces cite the same sources, each those that support it; the
    statement is verified only if all of them are. An entry in a list of sources at the end is not a statement; if
    nothing else cites the source, the entry does, and is not verified."""

    def __init__(self, question: str, source_of: SourceOf, *, literal: bool = False) -> None:
        self.found: dict[int, Citation] = {}
        self._question = question
        self._source_of = source_of
        self._literal = literal
        self._sources: dict[str, Source] = {}
        self._sent: dict[int, Citation] = {}
        self._judgement: tuple[tuple[int, str, tuple[int, ...]], frozenset[int]] | None = None
        self._made = 0
        self._statement: Statement | None = None
        self._previous: Statement | None = None  # the statement before that one
        self._previous_numbers: list[int] = []
        self._numbers: list[int] = []  # the numbers of that statement's markers
        self._row: list[Statement] = []  # a quotation and those listed below it
        self._before = self._end = 0  # the end of the previous markers, and the end of these

    async def cite(self, answer: str, passages: Sequence[Passage], given: Sequence[str] = ()) -> str:
        """Records all that the markers of a complete answer cite. Returns its text, without markers of no source. given
        are the texts beside the passages that the model was given."""
        texts = None if self._literal else [*(passage.chunk.headed_text for passage in passages), *given]
        markers, written = MarkerStream(len(passages), texts), ""
        for part in (*markers.feed(answer), *markers.flush()):
            if isinstance(part, str):
                written += part
            else:
                await self.cited(part, written, passages)
        await self.ended(written, passages)
        return written

    async def cited(self, number: int, answer: str, passages: Sequence[Passage]) -> list[Citation]:
        """Records that the answer so far ends with a marker of this number. Returns the new and changed citations;
        those with many statements are returned at intervals."""
        await asyncio.sleep(0)  # yields to other tasks when an answer with many markers arrives at once
        if number in self._numbers and self._statement and is_markers(answer[self._end :], len(passages)):
            self._end = len(answer)  # the statement cites this source again
            self._statement = replace(self._statement, end=self._end)
            return []
        mark = len(answer) - len(last_markers(answer, len(passages)).lstrip())
        touched = list(self._numbers)
        if mark >= self._end:
            self._before = await self._extend_last(answer, mark, passages)
            self._previous, self._previous_numbers, self._numbers = self._statement, self._numbers, []
        self._end = len(answer)
        if not self._numbers and (self._is_full(number) or (number in self.found and self._made >= _MOST_MADE)):
            self._statement = None
        else:
            statement_of = quotation_before if self._literal else statement_before
            self._statement = statement_of(answer, self._before, len(passages))
            group = [n for n in dict.fromkeys(numbers_in(answer[mark:])) if n <= len(passages)] or [number]
            judged_before, before = self._judgement, list(self._numbers)
            self._numbers = [n for n in dict.fromkeys((*group, number)) if n == number or n in before]
            supports = await self._supporting(self._statement, group, passages)
            for n in [number] if self._judgement is judged_before else self._numbers:
                end = answer.index(f"[{n}]", mark) + len(f"[{n}]")
                await self._note(n, replace(self._statement, end=end), passages, supports=n in supports)
            if self._literal and number in self.found:
                await self._place_row(number, self._statement, answer, passages)
        counts = {n: len(self.found[n].spans) for n in (*touched, *self._numbers)}
        return self._changed(n for n, count in counts.items() if count <= _ALL_SENT or count % _SENT_EVERY == 0)

    async def ended(self, answer: str, passages: Sequence[Passage]) -> list[Citation]:
        """Records that the answer, or a part of it, has ended. Returns all citations that have changed since they were
        last returned."""
        await self._extend_last(answer, len(answer), passages)
        self._statement = None
        return self._changed(self.found)

    async def _extend_last(self, answer: str, stop: int, passages: Sequence[Passage]) -> int:
        """Extends the last statement by the text after its markers if that belongs to it. Returns the statement's
        end."""
        before = self._statement
        if before is None:
            return self._end
        whole = statement_around(answer, before, stop, self._before, len(passages))
        shared = None if whole else statement_shared(answer, before, self._previous)
        if shared:
            self._statement, self._numbers = shared, list(dict.fromkeys((*self._previous_numbers, *self._numbers)))
        if extended := whole or shared:
            supports = await self._supporting(extended, self._numbers, passages)
            for n in self._numbers:
                end = answer.index(f"[{n}]", shared.mark) + len(f"[{n}]") if shared else extended.end
                await self._note(n, replace(extended, end=end), passages, supports=n in supports)
        for n in self._numbers:
            *earlier, last = self.found[n].spans
            apart = [span for span in earlier if span.answer_start < last.answer_start]
            if len(apart) < len(earlier):  # the statement cites the source twice
                self.found[n] = with_spans(self.found[n], (*apart, last))
        lead = extended or before
        items = [] if self._literal else items_below(answer, lead, stop, len(passages))
        supporting = list[frozenset[int]]()
        for item in items[:_MOST_ITEMS]:
            supports = await self._supporting(introduced(lead, item), self._numbers, passages)
            if not supports and stands_alone(lead, item):
                supports = await self._supporting(item, self._numbers, passages)
            supporting.append(supports)
            for n in supports or self._numbers:
                await self._note(n, item, passages, supports=n in supports)
        if items:
            supporting += [frozenset()] if len(items) > _MOST_ITEMS else []
            self._judge_introduction(lead, supporting)
            return items[-1].end
        return extended.end if extended else self._end

    def _judge_introduction(self, lead: Statement, supporting: Sequence[frozenset[int]]) -> None:
        """Marks the statement that introduces a list as verified, in each source that supports an item, if every item
        is supported, and as not verified otherwise."""
        for n in self._numbers:
            is_verified = all(supporting) and any(n in numbers for numbers in supporting)
            spans = self.found[n].spans
            judged = [replace(s, verified=is_verified) if s.answer_start == lead.start else s for s in spans]
            self.found[n] = with_spans(self.found[n], judged)

    async def _supporting(
        self, statement: Statement, group: Sequence[int], passages: Sequence[Passage]
    ) -> frozenset[int]:
        """The sources of adjacent markers that support the statement. The first of them are checked together."""
        numbers = tuple(group[:_TOGETHER])
        judged = statement.start, statement.claim, numbers
        if self._judgement is None or self._judgement[0] != judged:
            cited = [passages[n - 1] for n in numbers]
            if self._literal:
                claim = statement.claim
                found = [
                    not claim
                    or occurs_verbatim(passage.chunk.text, claim)
                    or await asyncio.to_thread(occurs_verbatim, (await self._source(passage.file_id)).text, claim)
                    for passage in cited
                ]
            else:
                found = await asyncio.to_thread(support_by_passage, statement.claim, cited, self._question)
            self._judgement = judged, frozenset(n for n, supports in zip(numbers, found, strict=True) if supports)
        return self._judgement[1]

    async def _note(self, number: int, statement: Statement, passages: Sequence[Passage], *, supports: bool) -> None:
        """Adds the span of a statement to a citation, or replaces the earlier version of that span."""
        passage, existing = passages[number - 1], self.found.get(number)
        spans = existing.spans if existing else ()
        last = spans[-1] if spans and spans[-1].answer_end > statement.mark else None
        if last is None and self._is_full(number):
            return
        before = spans if last is None else spans[:-1]
        is_entry = is_source_entry(statement.claim, passage.blob_name)
        if existing is not None and before and is_entry:
            self.found[number] = with_spans(existing, before)
            return
        supports = supports and (self._literal or not is_entry)
        source = await self._source(passage.file_id)
        if existing is None or last is None or (last.answer_start, last.answer_end) != (statement.start, statement.end):
            claim, sentence = statement.claim, statement.sentence
            near = existing.start if existing else None
            citation = cite(
                passage, number, claim=claim, question=self._question, sentence=sentence, near=near, verified=supports
            )
            self._made += 1
            citation = source.at_heading(citation, passage, claim) if self._literal else citation
            existing, span = existing or citation, span_of(citation, statement.start, statement.end)
        else:
            span = last
        span = replace(span, verified=source.has(span) and supports)
        if span != last:
            self.found[number] = source.placed(with_spans(existing, (*before, span)))

    async def _place_row(self, number: int, statement: Statement, answer: str, passages: Sequence[Passage]) -> None:
        """Places a quotation that is listed below that of a table row, and all of that list, at one row and its
        table."""
        row, citation = self._row, self.found[number]
        spans = {span.answer_start: span for span in citation.spans}
        first = spans.get(row[0].start) if row else None
        depths = [at - answer.rfind("\n", 0, at) for at in (statement.start, *(each.start for each in row[:1]))]
        places, passage, source = list[Span | None](), passages[number - 1], await self._source(citation.file_id)
        if first is not None and depths[0] > depths[-1]:
            quoted = [each.claim for each in (*row, statement)]
            taken = {span.start for span in citation.spans if span.answer_start < first.answer_start}
            places = await asyncio.to_thread(place_row, passage, source.text, quoted, taken)
        self._row = [*(row if places else ()), statement]
        if not places:
            return
        for each, place in zip(self._row, places, strict=True):
            if place and place[1] - place[0] <= LONGEST_SNIPPET and (span := spans.get(each.start)):
                start, end = place
                page = page_at(passage.page_starts, start) or passage.chunk.page
                spans[each.start] = replace(span, page=page, start=start, end=end, snippet=source.text[start:end])
        self.found[number] = source.placed(with_spans(citation, tuple(spans.values())))

    def _is_full(self, number: int) -> bool:
        return number in self.found and len(self.found[number].spans) == MOST_SPANS

    def _changed(self, numbers: Iterable[int]) -> list[Citation]:
        changed = {n: self.found[n] for n in numbers if self._sent.get(n) != self.found[n]}
        self._sent |= changed
        return list(changed.values())

    async def _source(self, file_id: str) -> Source:
        if file_id not in self._sources:
            self._sources[file_id] = await self._source_of(file_id) or Source("")
        return self._sources[file_id]

    async def quotes_without_source(
        self, answer: str, passages: Sequence[Passage], other_texts: Sequence[str]
    ) -> list[Quotation]:
        """The answer's quotations that occur neither in its passages, nor in other texts that the model was given, nor
        anywhere in the documents of the passages. Literal answers are checked statement by statement instead."""
        if self._literal:
            return []
        known_texts = [*other_texts, *(passage.chunk.headed_text for passage in passages)]
        quoted = await asyncio.to_thread(lambda: missing_quotations(list(quotations(answer)), known_texts))
        if not quoted:
            return []
        texts = [(await self._source(file_id)).text for file_id in dict.fromkeys(p.file_id for p in passages)]
        return await asyncio.to_thread(missing_quotations, quoted, texts)

    def mark_unverified(self, answer: str, quotes: Sequence[Quotation]) -> list[Citation]:
        """Marks the statements with these quotations, in their order, as not verified. Returns the citations that
        change."""
        doubted = dict[int, list[int]]()  # for each number, its positions: after a quotation in its line, or before it
        end, marks, starts = -1, list[re.Match[str]](), list[int]()  # the markers of a line
        for quote in quotes:
            if quote.start > end:
                start, end = answer.rfind("\n", 0, quote.start) + 1, answer.find("\n", quote.end)
                end = end if end >= 0 else len(answer)
                marks = list(_MARKER.finditer(answer, start, end))
                starts = [mark.start() for mark in marks]
            after, before = bisect_left(starts, quote.end), bisect_left(starts, quote.start)
            next_to = marks[after : after + 1] or marks[:before][-1:]
            for mark in marks[after + 1 :]:
                if mark.start() > next_to[-1].end():
                    break
                next_to.append(mark)
            for mark in next_to:
                doubted.setdefault(int(mark[1]), []).append(next_to[0].start())
        affected = {number: self.found[number] for number in doubted if number in self.found}
        for number, citation in affected.items():
            positions = sorted(doubted[number])
            spans = [
                replace(each, verified=each.verified and is_free)
                for each in citation.spans
                for is_free in [bisect_left(positions, each.answer_start) == bisect_left(positions, each.answer_end)]
            ]
            self.found[number] = with_spans(citation, spans)
        return self._changed(affected)


def span_of(citation: Citation, start: int, end: int) -> CitationSpan:
    """The span of one statement of the answer."""
    return CitationSpan(
        answer_start=start,
        answer_end=end,
        page=citation.page,
        start=citation.start,
        end=citation.end,
        snippet=citation.snippet,
        verified=citation.verified,
    )


def with_spans(citation: Citation, spans: Sequence[CitationSpan]) -> Citation:
    """The citation with these spans. Its own offsets are those of the first."""
    first = spans[0]
    return replace(
        citation,
        page=first.page,
        start=first.start,
        end=first.end,
        snippet=first.snippet,
        verified=first.verified,
        spans=tuple(spans),
    )
