"""The documents' text for a model: the whole text if it fits; else the relevant passages, the pages that the question
names or, for a question about the whole document, excerpts from beginning to end."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from orc.documents.outline import Outline, evenly
from orc.documents.page_notices import (
    lacks_all_pages,
    omission_notices,
    omitted_pages,
    page_confidence,
    page_notices,
)
from orc.documents.page_requests import names_pages
from orc.documents.pieces import WHOLE, DocumentPieces, cut, pieces_of
from orc.documents.questions.question import Question
from orc.documents.questions.question_language import question_languages
from orc.documents.reading_requests import asks_for_task, is_about_all, subject_of, wants_judgement
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.rendering import one_line, render_documents, render_passages
from orc.documents.search.record_questions import is_named, mentions_record, names_of, record_of
from orc.documents.text.headings import Headings
from orc.documents.text.metadata import language_of
from orc.documents.text.sentences import sentence_spans, shortened
from orc.documents.text.table_heads import table_head_at
from orc.documents.text.tokens import content_words
from orc.domain import Caller, Passage

OVERVIEW = "overview"

_LEAST_BUDGET = 4_000
_LEAST_PART = 300
_LEAST_TEXT = 100
_HIGH_NUMBER = 9_999
_OUTLINE_LINES = 80


@dataclass(frozen=True, slots=True)
class Material:
    """passages are the sources in the order of their numbers. whole means that they are the complete documents, without
    overlap; found_first, that those which a search found precede the others. outline shows the structure of documents
    that are not given whole; languages are those of documents that are; on_record is the documents' record if the
    question may ask about it. documents has the name of each document, by file_id, if the passages are of these alone.
    has_parts: the passages begin with pages or sections that the question names, or it names only pages without text.
    page_notices say which pages that the question names do not exist, have no text or are left out; page_confidence is
    the confidence if it asks only for pages. beside_pages is the question as these pages alone answer it, such
    as what is asked for on them, and page_confidence is the confidence of that; empty for any other question.
    """

    passages: tuple[Passage, ...] = ()
    whole: bool = False
    found_first: bool = False
    outline: str = ""
    languages: frozenset[str] = frozenset()
    on_record: str = ""
    documents: Mapping[str, str] = field(default_factory=dict[str, str])
    has_parts: bool = False
    page_notices: tuple[str, ...] = ()
    page_confidence: float | None = None
    beside_pages: str = ""


async def material_of(
    registry: DocumentRegistry,
    caller: Caller,
    documents: Sequence[Document],
    question: str,
    found: Sequence[Passage],
    *,
    budget: int,
    found_first: bool = False,
) -> Material:
    """The sources from these ready documents, in at most budget characters (or 4,000, if that is more) with names and
    headings; those of documents that are given whole may take a tenth more. Documents that the question names are given
    whole if they fit, even if all of them do not; sections that it names come first. found_first puts the found
    passages before the rest of whole documents."""
    if not documents:
        return Material(tuple(found))
    fits = sum(document.characters or budget + 1 for document in documents) <= budget
    names = {document.file_id: document.blob_name for document in documents}
    found_by_id = {passage.source_id: passage for passage in found}
    sources = await pieces_of(registry, caller, documents, found_by_id)
    lines = [f"- {one_line(d.blob_name)}: {one_line(record_of(d))}" for d in documents if mentions_record(question)]
    on_record = "\n".join(lines)
    asked_sources = [source for source in sources if is_named(source.document, question)] or sources
    asked = [source.pages_asked(question) for source in asked_sources] if names_pages(question) else []
    notices = tuple(page_notices(asked, question, one_line))
    lacks_all = lacks_all_pages(asked, question) and all(document.pages for document in asked)
    about = len(render_documents(names)) + len(on_record) + sum(map(len, notices))
    confidence = page_confidence(asked, question)
    given = Material(on_record=on_record, documents=names, page_notices=notices, page_confidence=confidence)
    pieces = tuple(piece for source in sources for piece in source.pieces)
    ranks = {source_id: rank for rank, source_id in enumerate(found_by_id)} if found_first else {}
    pieces = tuple(sorted(pieces, key=lambda piece: ranks.get(piece.source_id, len(ranks))))
    if (
        fits
        and not lacks_all
        and about + sum(_cost(piece, whole=not ranks) for piece in pieces) <= budget + budget // 10
    ):
        languages = frozenset(document.language for document in documents if document.language)
        return replace(given, passages=pieces, whole=True, found_first=bool(ranks), languages=languages)
    remaining = max(_LEAST_BUDGET, budget) - about
    outline = await asyncio.to_thread(_outlines, sources, remaining // 4)
    if lacks_all:
        return replace(given, outline=outline, has_parts=True)
    paged = [piece for source in asked_sources for piece in source.text_of_pages(question)] if asked else []
    most = sum(map(len, omission_notices(omitted_pages(asked, paged, ()), question, one_line)))
    parts = _Parts(sources, question, found, remaining - len(outline) - most)
    passages, has_parts = await asyncio.to_thread(parts.chosen)
    omitted = omitted_pages(asked, paged, passages) if has_parts else {}
    notices += tuple(omission_notices(omitted, question, one_line))
    return replace(given, passages=passages, outline=outline, has_parts=has_parts, page_notices=notices)


def confidence_of_reading(
    confidence: float | None, question: str, languages: Collection[str] | None, *, found_further: bool = False
) -> float | None:
    """The confidence for documents that a model reads; languages are theirs, or None if it reads only passages. None if
    the question's words are no evidence: it asks for a judgement ("a good deal"), or the confidence is low and the
    question is in another language, or what the answer cites was found with other words (D-399, D-455). 1 for a
    task with a whole document, as for a summary."""
    from orc.documents.evidence.confidence import ANSWERED  # not part of a cold start

    if confidence is None or wants_judgement(question):
        return None
    if asks_for_task(question):
        return 1.0
    if confidence >= ANSWERED:
        return confidence
    if found_further:
        return None
    asked = question_languages(question) or {language_of(question)}
    return confidence if languages is None or not asked.isdisjoint(languages) else None


def _outlines(sources: Sequence[DocumentPieces], limit: int) -> str:
    """The outlines of the documents in at most this many characters."""
    outlines = [Outline(source.document, source.content, source.pieces) for source in sources]
    most = _OUTLINE_LINES // len(sources)
    while len(text := "\n\n".join(outline.rendered(most) for outline in outlines)) > limit and most:
        most //= 2
    return text if len(text) <= limit else text[:limit].rpartition("\n")[0]


class _Parts:
    """Chooses the parts of documents that are too long together."""

    def __init__(self, sources: Sequence[DocumentPieces], question: str, found: Sequence[Passage], budget: int) -> None:
        self._sources = sources
        self._question = question
        self._found = found
        self._budget = budget
        self._headings = {source.document.file_id: source.headings for source in sources}
        self._names = [name for source in sources for name in names_of(source.document)]

    def chosen(self) -> tuple[tuple[Passage, ...], bool]:
        """The passages within the budget, and whether they begin with pages that the question names: named documents,
        named pages or what was found; excerpts of all documents for a question about them in full length."""
        question, found = self._question, self._found
        sources = [source for source in self._sources if is_named(source.document, question)]
        named = [piece for source in sources for piece in source.pieces]
        if named and (cost := sum(map(_cost, named))) <= self._budget:
            read = {piece.file_id for piece in named}
            others = [passage for passage in found if passage.file_id not in read]
            return (*named, *self._within(others, self._budget - cost)), False
        if paged := [piece for source in sources or self._sources for piece in source.text_of_pages(question)]:
            shown = list(self._within(paged, self._budget))
            has_subject = bool(Question(subject_of(question), self._names).topic)
            known = {piece.source_id for piece in shown}
            others = [passage for passage in found if has_subject and passage.source_id not in known]
            left = self._budget - sum(map(_cost, shown))
            return (*shown, *self._within(others, left, or_excerpt=False)), True
        if section := self._sections(sources or self._sources):
            known = {piece.source_id for piece in section}
            others = [passage for passage in found if passage.source_id not in known]
            return (*section, *self._within(others, self._budget - sum(map(_cost, section)), or_excerpt=False)), True
        if found and not is_about_all(question, self._names):
            return tuple(self._within(found, self._budget)), False
        return tuple(self.throughout()), False

    def _sections(self, sources: Sequence[DocumentPieces]) -> list[Passage]:
        """The sections that the question names or, if they do not fit, excerpts from their beginning to their end."""
        parts = [replace(source, pieces=tuple(source.text_of_sections(self._question))) for source in sources]
        parts = [part for part in parts if part.pieces]
        text = [piece for part in parts for piece in part.pieces]
        if sum(map(_cost, text)) <= self._budget:
            return text
        inside = {piece.source_id for piece in text}
        found = [passage for passage in self._found if passage.source_id in inside]
        return list(_Parts(parts, self._question, found, self._budget).throughout())

    def throughout(self) -> Iterator[Passage]:
        """What was found on the question's subject, and excerpts spread over each document."""
        sources, subject, shown = self._sources, subject_of(self._question), list[Passage]()
        topic = frozenset(Question(subject, self._names).topic)
        share = self._budget // 2 // len(sources)
        if Question(subject).topic:
            by_document = [[p for p in self._found if p.file_id == file_id] for file_id in self._headings]
            groups = by_document if share >= _LEAST_PART else [self._found]
            shown = [p for group in groups for p in self._within(group, self._budget // 2 // len(groups), topic)]
        yield from self._spread(shown, self._budget - sum(map(_cost, shown)), topic)

    def _within(
        self,
        passages: Sequence[Passage],
        budget: int,
        topic: frozenset[str] = frozenset(),
        *,
        or_excerpt: bool = True,
    ) -> Iterator[Passage]:
        """The first passages that fit or, if none does, an excerpt of the first one."""
        for place, passage in enumerate(passages):
            cost = _cost(passage)
            if cost > budget:
                if not place and or_excerpt:
                    room = len(passage.chunk.text) - (self._most_cost(passage) - budget)
                    yield self._excerpt(passage, max(_LEAST_TEXT, room), topic)
                return
            budget -= cost
            yield passage

    def _spread(self, found: Sequence[Passage], budget: int, topic: frozenset[str]) -> Iterator[Passage]:
        """The search results and parts spread over each document, in the order of the text. Longer documents get the
        unused share of short ones."""
        sources = self._sources
        hits = {passage.source_id: passage for passage in found}
        chosen: dict[str, list[Passage]] = {}
        remaining = budget
        for count, source in zip(
            range(len(sources), 0, -1), sorted(sources, key=lambda source: source.length), strict=True
        ):
            share, parts = remaining // count, list(source.pieces)
            if source.length > share or sum(map(_cost, parts)) > share:  # excerpts of evenly spaced pieces
                size = max(_LEAST_PART, share // max(1, len(parts)))
                spread = evenly(parts, max(0, share) // size)
                rooms = [size - (self._most_cost(piece) - len(piece.chunk.text)) for piece in spread]
                fitting = ((piece, room) for piece, room in zip(spread, rooms, strict=True) if room >= _LEAST_TEXT)
                parts = [self._excerpt(piece, room, topic) for piece, room in fitting]
            remaining -= sum(map(_cost, parts))
            chosen[source.document.file_id] = parts
        for source in sources:
            by_id = {part.source_id: part for part in chosen[source.document.file_id]}
            own_hits = {key: hit for key, hit in hits.items() if hit.file_id == source.document.file_id}
            yield from sorted((by_id | own_hits).values(), key=lambda passage: passage.chunk.start)

    def _most_cost(self, passage: Passage) -> int:
        """The cost of the passage under the longest headings that an excerpt of it may have."""
        headings = self._headings.get(passage.file_id, Headings())
        longest = headings.longest_within(passage.chunk.start, passage.chunk.end)
        return max(_cost(passage), _cost(replace(passage, headings=longest)))

    def _excerpt(self, passage: Passage, size: int, topic: frozenset[str]) -> Passage:
        """An excerpt of the passage under its own headings."""
        part = _excerpt(passage, size, topic)
        headings = self._headings.get(passage.file_id, Headings())
        return replace(part, headings=headings.over(part.chunk.start, part.chunk.text))


def _cost(passage: Passage, *, whole: bool = False) -> int:
    """The maximum number of characters of the passage with its heading."""
    return len(render_passages([passage], first=_HIGH_NUMBER, chunk_ids=True, whole=whole)) + 2


def _excerpt(passage: Passage, size: int, topic: frozenset[str]) -> Passage:
    """The sentence of the passage with most words of the topic, or else its first one, and whole sentences around it,
    with the table head that the excerpt needs, in at most size characters more than the passage's own table head. A
    longer sentence is cut at words."""
    chunk, text = passage.chunk, passage.chunk.text
    if len(text) <= size:
        return passage
    spans = sentence_spans(text)
    first = last = max(range(len(spans)), key=lambda n: len(topic.intersection(content_words(text[slice(*spans[n])]))))
    head = table_head_at(chunk, chunk.start + spans[first][0], chunk.start + spans[first][1], passage.page_starts)
    room = size + min(0, len(chunk.table_head) - len(head))
    room, grows = (room if room >= _LEAST_TEXT else size), True
    while grows:
        grows = False
        for before, after in ((0, 1), (1, 0)):
            a, b = first - before, last + after
            if a >= 0 and b < len(spans) and spans[b][1] - spans[a][0] <= room:
                first, last, grows = a, b, True
    start, end = shortened(text, spans[first][0], spans[last][1], topic, room)
    part = cut(passage, chunk.start + start, chunk.start + end)
    if end - start + len(part.chunk.table_head) > size + len(chunk.table_head):
        part = replace(part, chunk=replace(part.chunk, table_head=""))
    return replace(part, sources=(OVERVIEW,) if passage.sources == (WHOLE,) else passage.sources)
