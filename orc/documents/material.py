"""The documents' text for a model: the whole text if it fits; else the relevant passages or, for a question about the
whole document, excerpts from beginning to end."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from orc.documents.questions.question import Question
from orc.documents.questions.question_language import question_languages
from orc.documents.records import Content, Document
from orc.documents.registry import DocumentRegistry
from orc.documents.rendering import one_line, render_documents, render_passages
from orc.documents.search.record_questions import is_named, mentions_record, names_of, record_of
from orc.documents.text.chunks import page_at
from orc.documents.text.metadata import language_of
from orc.documents.text.sentences import sentence_spans, shortened
from orc.documents.text.table_heads import table_head_at
from orc.documents.text.tokens import content_words
from orc.domain import Caller, Chunk, Heading, Passage
from orc.patterns import regex
from orc.prompts import OUTLINE

WHOLE = "whole"
OVERVIEW = "overview"

_LEAST_BUDGET = 4_000
_LEAST_PART = 300
_LEAST_TEXT = 100
_HIGH_NUMBER = 9_999
_OUTLINE_LINES = 80
_OUTLINE_LINE = 100
_FEWEST_HEADINGS = 3
_JUDGES = regex(
    r"\b(?:stands? out|unusual|remarkable|noteworthy|notable|surpris\w+|striking|strange|suspicious|red flags?"
    r"|pitfalls?|should i (?:know|worry|sign)|watch out|good deal|auffällig\w*|ungewöhnlich\w*|bemerkenswert\w*"
    r"|(?<!\bthe )(?<!\btrade )fair(?= (?:deal|offer|price|rent|to|for)\b|\W*\Z)"
    r"|fällt .{0,80}auf"
    r"|inhabituel\w*|remarquable\w*|frappant\w*|inusual\w*|llamativ\w+|insolit\w+|incomum|opvallend\w*)\b"
    r"|異例|目立|不寻常|异常|值得注意",
    re.IGNORECASE,
)


_DECIDE = (
    r"(?:sign|accept|agree|take|buy|rent|negotiate|reject|refuse|decline|trust|invest|proceed|choose|prefer|worry|care"
    r"|bother|go (?:ahead|for)|be (?:afraid|concerned|happy|worried))"
)
_DECIDE_IN_GERMAN = r"(?:unterschreiben|annehmen|akzeptieren|ablehnen|verhandeln|kaufen|mieten|vertrauen|zustimmen)"
_ADVISES = regex(
    rf"\b(?:should|would|shall) (?:i|we|you) (?:\w+ )?{_DECIDE}\b"
    r"|\b(?:do|would) you (?:think|recommend|advise|suggest)\b"
    r"|\b(?:good|bad|great|best|fair) (?:deal|idea|offer|bargain|choice|investment|value for money)\b"
    r"|\bworth (?:it|signing|buying|taking|my|our|the (?:money|price|risk))\b|\b(?:is|are) (?:[\w'’-]+ ){1,6}?"
    r"(?:reasonable|sensible|wise|advisable|risky|overpriced|too (?:high|low|expensive|strict|risky))\W*\Z"
    rf"|\bsoll(?:te|ten|en)? (?:ich|wir|man) (?:[\w-]+ ){{0,6}}?{_DECIDE_IN_GERMAN}\b|\b(?:gutes|schlechtes|faires) "
    r"(?:geschäft|angebot)\b|\blohnt (?:es )?sich\b"
    r"|\bist (?:[\w-]+ ){1,6}?(?:fair|angemessen|ratsam|sinnvoll|überteuert)\W*\Z"
    r"|\bbonne affaire\b|\bvaut(?:-il)? la peine\b|\b(?:devrais|dois)-je (?:signer|accepter|négocier|refuser)\b"
    r"|\bvale la pena\b|\b(?:debería|debo) (?:firmar|aceptar|negociar|rechazar)\b|\bbuen (?:trato|negocio)\b"
    r"|\b(?:dovrei|devo) (?:firmare|accettare|negoziare|rifiutare)\b|\bbuon affare\b"
    r"|\bbom negócio\b|\bvale a pena\b"
    r"|\bmoet ik (?:[\w-]+ ){0,4}?(?:tekenen|ondertekenen|accepteren|onderhandelen|weigeren)\b|\bde moeite waard\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Material:
    """passages are the sources in the order of their numbers. whole means that they are the complete documents, without
    overlap; found_first, that those which a search found precede the others. outline shows the structure of documents
    that are not given whole; languages are those of documents that are; on_record is the documents' record if the
    question may ask about it. documents has the name of each document, by file_id, if the passages are of these alone.
    """

    passages: tuple[Passage, ...] = ()
    whole: bool = False
    found_first: bool = False
    outline: str = ""
    languages: frozenset[str] = frozenset()
    on_record: str = ""
    documents: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class _Source:
    """A document split into consecutive passages without overlap."""

    document: Document
    content: Content | None
    pieces: tuple[Passage, ...]

    @property
    def length(self) -> int:
        return sum(len(piece.chunk.text) for piece in self.pieces)


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
    headings. Documents that the question names are given whole if they fit, even if all of them do not. found_first
    puts the found passages before the rest of whole documents."""
    if not documents:
        return Material(tuple(found))
    fits = sum(document.characters or budget + 1 for document in documents) <= budget
    names = {document.file_id: document.blob_name for document in documents}
    found_by_id = {passage.source_id: passage for passage in found}
    sources = list[_Source]()
    for document in documents:
        chunks, content = await registry.chunks(caller, document), await registry.content(caller, document)
        sources.append(_Source(document, content, tuple(_pieces(document, content, chunks, found_by_id))))
    lines = [f"- {one_line(d.blob_name)}: {one_line(record_of(d))}" for d in documents if mentions_record(question)]
    on_record = "\n".join(lines)
    about = len(render_documents(names)) + len(on_record)
    pieces = tuple(piece for source in sources for piece in source.pieces)
    ranks = {source_id: rank for rank, source_id in enumerate(found_by_id)} if found_first else {}
    pieces = tuple(sorted(pieces, key=lambda piece: ranks.get(piece.source_id, len(ranks))))
    if fits and about + sum(_cost(piece, whole=not ranks) for piece in pieces) <= budget:
        languages = frozenset(document.language for document in documents if document.language)
        return Material(pieces, True, bool(ranks), languages=languages, on_record=on_record, documents=names)
    remaining = max(_LEAST_BUDGET, budget) - about
    most = _OUTLINE_LINES // len(sources)
    while len(outline := "\n\n".join(_outline(source, most) for source in sources)) > remaining // 4 and most:
        most //= 2
    if len(outline) > remaining // 4:
        outline = outline[: remaining // 4].rpartition("\n")[0]
    remaining -= len(outline)
    named = tuple(piece for source in sources if is_named(source.document, question) for piece in source.pieces)
    cost = sum(_cost(piece, whole=True) for piece in named)
    if named and cost <= remaining:
        read = {piece.file_id for piece in named}
        others = _within([passage for passage in found if passage.file_id not in read], remaining - cost)
        return Material((*named, *others), outline=outline, on_record=on_record, documents=names)
    if found and not is_about_all(question, [name for document in documents for name in names_of(document)]):
        return Material(tuple(_within(found, remaining)), outline=outline, on_record=on_record, documents=names)
    shown, share = list[Passage](), remaining // 2 // len(sources)
    topic = frozenset(Question(question, [name for document in documents for name in names_of(document)]).topic)
    if Question(question).topic:
        by_document = [[p for p in found if p.file_id == file_id] for file_id in names]
        groups = by_document if share >= _LEAST_PART else [found]
        shown = [p for group in groups for p in _within(group, remaining // 2 // len(groups), topic)]
    remaining -= sum(map(_cost, shown))
    return Material(
        tuple(_parts(sources, shown, remaining, topic)), outline=outline, on_record=on_record, documents=names
    )


def is_about_all(question: str, names: Sequence[str]) -> bool:
    """Whether the question is about documents with these names in full length, as one for a summary or a comparison
    is."""
    parsed = Question(question)
    is_whole = parsed.wants_overview or parsed.compares or not parsed.topic or Question(question, names).says_overview
    return is_whole or _JUDGES.search(question) is not None


def confidence_of_reading(
    confidence: float | None, question: str, languages: Collection[str] | None, *, found_otherwise: bool = False
) -> float | None:
    """The confidence for documents that a model reads; languages are theirs, or None if it reads only passages. None if
    the question's words are no evidence: it asks for a judgement ("a good deal"), or the confidence is low and the
    question is in another language, or the model found the answer in other words (D-399, D-455, D-482)."""
    from orc.documents.evidence.confidence import ANSWERED  # not part of a cold start

    if confidence is None or _JUDGES.search(question) or _ADVISES.search(question):
        return None
    if confidence >= ANSWERED:
        return confidence
    if found_otherwise:
        return None
    asked = question_languages(question) or {language_of(question)}
    return confidence if languages is None or not asked.isdisjoint(languages) else None


def _cost(passage: Passage, *, whole: bool = False) -> int:
    """The maximum number of characters of the passage with its heading."""
    return len(render_passages([passage], first=_HIGH_NUMBER, chunk_ids=True, whole=whole)) + 2


def _within(passages: Sequence[Passage], budget: int, topic: frozenset[str] = frozenset()) -> Iterator[Passage]:
    """The first passages that fit, and at least an excerpt of the first one."""
    for place, passage in enumerate(passages):
        cost = _cost(passage)
        if cost > budget:
            if not place:
                yield _excerpt(passage, max(_LEAST_TEXT, len(passage.chunk.text) - (cost - budget)), topic)
            return
        budget -= cost
        yield passage


def _pieces(
    document: Document, content: Content | None, chunks: Sequence[Chunk], found_by_id: dict[str, Passage]
) -> Iterator[Passage]:
    """The chunks in order, without the overlap with the one before."""
    page_starts, page_labels = (content.page_starts, content.page_labels) if content else ((), ())
    end = 0
    for chunk in chunks:
        new_text = chunk.text[max(0, end - chunk.start) :].lstrip()
        if new_text:
            start = chunk.end - len(new_text)
            page = page_at(page_starts, start) or chunk.page
            head = table_head_at(chunk, start, chunk.end, page_starts)
            piece = Passage(
                file_id=document.file_id,
                blob_name=document.blob_name,
                chunk=Chunk(chunk.chunk_id, start, chunk.end, new_text, page, head),
                score=0.0,
                sources=(WHOLE,),
                page_starts=page_starts,
                page_labels=page_labels,
            )
            hit = found_by_id.get(piece.source_id)
            yield replace(piece, score=hit.score, sources=hit.sources, confidence=hit.confidence) if hit else piece
        end = max(end, chunk.end)


def _parts(
    sources: Sequence[_Source], found: Sequence[Passage], budget: int, topic: frozenset[str]
) -> Iterator[Passage]:
    """The search results and parts spread over each document, in the order of the text. Longer documents get the unused
    share of short ones."""
    hits = {passage.source_id: passage for passage in found}
    chosen: dict[str, list[Passage]] = {}
    remaining = budget
    for count, source in zip(
        range(len(sources), 0, -1), sorted(sources, key=lambda source: source.length), strict=True
    ):
        share, parts = remaining // count, list(source.pieces)
        if source.length > share or sum(map(_cost, parts)) > share:  # excerpts of evenly spaced pieces
            size = max(_LEAST_PART, share // max(1, len(parts)))
            spread = _evenly(parts, max(0, share) // size)
            rooms = [size - (_cost(piece) - len(piece.chunk.text)) for piece in spread]
            fitting = ((piece, room) for piece, room in zip(spread, rooms, strict=True) if room >= _LEAST_TEXT)
            parts = [_excerpt(piece, room, topic) for piece, room in fitting]
        remaining -= sum(map(_cost, parts))
        chosen[source.document.file_id] = parts
    for source in sources:
        by_id = {part.source_id: part for part in chosen[source.document.file_id]}
        own_hits = {key: hit for key, hit in hits.items() if hit.file_id == source.document.file_id}
        yield from sorted((by_id | own_hits).values(), key=lambda passage: passage.chunk.start)


def _evenly[T](values: Sequence[T], count: int) -> list[T]:
    if count >= len(values):
        return list(values)
    if count < 2:
        return list(values[:count])
    return [values[i * (len(values) - 1) // (count - 1)] for i in range(count)]


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
    head = table_head_at(chunk, chunk.start + start, chunk.start + end, passage.page_starts)
    fits = end - start + len(head) <= size + len(chunk.table_head)
    cut = replace(
        chunk,
        start=chunk.start + start,
        end=chunk.start + end,
        text=text[start:end],
        page=page_at(passage.page_starts, chunk.start + start) or chunk.page,
        table_head=head if fits else "",
    )
    return replace(passage, chunk=cut, sources=(OVERVIEW,) if passage.sources == (WHOLE,) else passage.sources)


def _outline(source: _Source, most: int) -> str:
    """The headings of as many levels as fit and some of the next one, or the first lines of the parts, each with its
    position."""
    document, pieces = source.document, source.pieces
    pages, language = f"{document.pages} pages, " if document.pages else "", document.language or "unknown"
    chunks = f"{pieces[0].chunk.chunk_id} to {pieces[-1].chunk.chunk_id}" if pieces else "no text"
    lines = [f"{OUTLINE} {one_line(document.blob_name)} ({pages}{chunks}, language {language}):"]
    headings = source.content.headings if source.content else ()
    if len(headings) >= _FEWEST_HEADINGS:
        shown = list[Heading]()
        for level in sorted({heading.level for heading in headings}):
            shown += _evenly([heading for heading in headings if heading.level == level], most - len(shown))
        shown.sort(key=lambda heading: heading.start)
        lines += [f"{_place(h.start, pieces)}: {_short(h.text)}" for h in shown]
    else:
        lines += [f"{_place(p.chunk.start, pieces)}: {_short(p.chunk.text)}" for p in _evenly(pieces, most)]
    return "\n".join(lines)


def _place(offset: int, pieces: Sequence[Passage]) -> str:
    starts = [piece.chunk.start for piece in pieces]
    piece = pieces[max(0, bisect_right(starts, offset) - 1)]
    page = page_at(piece.page_starts, offset)
    return f"{piece.chunk.chunk_id}, page {page}" if page else piece.chunk.chunk_id


def _short(text: str) -> str:
    line = " ".join(text.strip().partition("\n")[0].split())
    return line if len(line) <= _OUTLINE_LINE else f"{line[:_OUTLINE_LINE]}…"
