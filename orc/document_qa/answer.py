"""The citations of an answer about one document: its chunks, each with the statements that it supports."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from orc.documents.citations.answer_statements import statements
from orc.documents.citations.attribution import Supported, attributed
from orc.documents.citations.markers import MarkerStream, renumbered
from orc.documents.citations.snippets import cite, support_by_passage
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import span_of, with_spans
from orc.documents.records import Document
from orc.documents.reply_json import CitedPart, Reply
from orc.domain import MOST_SPANS, Chunk, Citation, CitationSpan, Passage

_LOADED = ("load_document_chunk",)


def cite_answer(
    answer: str, cited: Sequence[Passage], question: str, source: Source, parts: Sequence[CitedPart]
) -> Iterator[Citation]:
    """The citations, each with the statements that it supports best in the parts of the answer that cite it, checked
    against the document's text and against the chunks that support them."""
    numbers = {passage.chunk.chunk_id: number for number, passage in enumerate(cited)}
    found = statements(answer)
    supported: list[dict[int, Supported]] = [{} for _ in cited]
    for part in parts:
        named = [numbers[each] for each in dict.fromkeys(part.citations) if each in numbers]
        if part.start < part.end:
            within = attributed(answer[part.start : part.end], [cited[number] for number in named])
            for number, best in zip(named, within, strict=True):
                for first, last, chunks in best:
                    supported[number].setdefault(part.start + first, (part.start + first, part.start + last, chunks))
            continue
        at = bisect_left(found, part.end, key=lambda span: span[1])  # the statement that the ids stand in, or end
        first, last = found[min(at, len(found) - 1)] if found else (0, len(answer))
        for number in named:
            supported[number].setdefault(first, (first, last, [cited[each] for each in named]))
    for number, (passage, of_passage) in enumerate(zip(cited, supported, strict=True), 1):
        spans = list[CitationSpan]()
        chosen = [of_passage[start] for start in sorted(of_passage)][:MOST_SPANS]
        for start, end, chunks in chosen or [(0, len(answer), [passage])]:
            claim = answer[start:end]
            supports = dict(zip(chunks, support_by_passage(claim, chunks, question), strict=True))
            citation = cite(passage, number, claim=claim, question=question, verified=supports.get(passage, False))
            span = span_of(citation, start, end)
            spans.append(replace(span, verified=source.has(span) and supports.get(passage, False)))
        yield replace(source.placed(with_spans(citation, spans)), spans=tuple(spans) if answer else ())


def without_dangling_markers(
    answer: str,
    places: Mapping[int, int],
    parts: Sequence[CitedPart] = (),
    cited: Sequence[Passage] = (),
    given: Sequence[str] = (),
) -> tuple[str, list[CitedPart]]:
    """The answer with the numbers of its citations, and where its parts are in it. places maps the numbers in brackets
    to those; markers with other numbers are removed. cited are the sources of the citations, given the other texts that
    the model was given."""
    bounds = sorted({min(bound, len(answer)) for part in parts for bound in (part.start, part.end)})
    numbers = {number: places.get(number) for number in range(1, max(places, default=0) + 1)}
    of_sources = [cited[place - 1].chunk.headed_text if place and cited else "" for place in numbers.values()]
    markers, texts, length = MarkerStream(len(numbers), [*of_sources, *given]), list[str](), 0
    moved = dict[int, int]()
    for first, last in pairwise((0, *bounds, len(answer))):
        pieces = [*markers.feed(answer[first:last]), *(markers.flush() if last == len(answer) else ())]
        texts.append(renumbered("".join(piece for piece in pieces if isinstance(piece, str)), numbers))
        length += len(texts[-1])
        moved[last] = length
    text = "".join(texts)
    lead, stripped = len(text) - len(text.lstrip()), text.strip()
    places = {old: min(max(0, new - lead), len(stripped)) for old, new in {0: 0, **moved}.items()}
    return stripped, [
        replace(part, start=places[min(part.start, len(answer))], end=places[min(part.end, len(answer))])
        for part in parts
    ]


def with_numbered_sources(reply: Reply, passages: Sequence[Passage], given: Sequence[str]) -> Reply:
    """Converts a reply that cites passages by number, as in a conversation: the chunks that the numbers refer to become
    its citations, and the numbers are changed to theirs. given are the other texts that the model was given."""
    markers = MarkerStream(len(passages), [*(passage.chunk.headed_text for passage in passages), *given])
    pieces = [*markers.feed(reply.text), *markers.flush()]
    numbers = dict.fromkeys(piece for piece in pieces if isinstance(piece, int))
    chunks = list(dict.fromkeys(passages[number - 1].chunk.chunk_id for number in numbers))
    places = {number: chunks.index(passages[number - 1].chunk.chunk_id) + 1 for number in numbers}
    text = renumbered("".join(piece for piece in pieces if isinstance(piece, str)), places)
    return replace(reply, text=text, citations=tuple(chunks))


def places_of(citations: Sequence[str], cited: Sequence[Passage]) -> dict[int, int]:
    """The number of each passage that exists, by its number among the citations of a reply."""
    ids = [passage.chunk.chunk_id for passage in cited]
    return {number: ids.index(each) + 1 for number, each in enumerate(citations, 1) if each in ids}


def cited_passages(
    citations: Sequence[str],
    document: Document,
    chunks: Sequence[Chunk],
    passages: Sequence[Passage],
    page_starts: tuple[int, ...],
) -> tuple[list[Passage], int]:
    """The chunks that an answer cites by id, as sources, and the number of ids that refer to none."""
    chunks_by_id = {chunk.chunk_id: chunk for chunk in chunks}
    found = {passage.chunk.chunk_id: passage for passage in passages}
    cited = [
        Passage(
            file_id=document.file_id,
            blob_name=document.blob_name,
            chunk=chunks_by_id[chunk_id],
            score=found[chunk_id].score if chunk_id in found else 0.0,
            sources=found[chunk_id].sources if chunk_id in found else _LOADED,
            page_starts=page_starts,
        )
        for chunk_id in citations
        if chunk_id in chunks_by_id
    ]
    return cited, len(citations) - len(cited)
