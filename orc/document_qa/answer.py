"""The citations of an answer about one document: its chunks, each with the statements that it supports."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from orc.documents.citations.attribution import attributed
from orc.documents.citations.markers import MarkerStream
from orc.documents.citations.snippets import cite, support_by_passage
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import span_of, with_spans
from orc.documents.records import Document
from orc.documents.reply_json import Reply
from orc.domain import Chunk, Citation, CitationSpan, Passage

_NUMBER = re.compile(r"(?s)```.*?(?:```|\Z)|`[^`\n]*`|(?<!\{)\[(\d{1,3})\]")
_LOADED = ("load_document_chunk",)


def cite_answer(
    answer: str, cited: Sequence[Passage], question: str, source: Source, *, cited_from: int = 0
) -> Iterator[Citation]:
    """The citations, each with the statements of answer[cited_from:] that it supports best, checked against the
    document's text and against the chunks that support them."""
    for number, (passage, supported) in enumerate(zip(cited, attributed(answer[cited_from:], cited), strict=True), 1):
        spans = list[CitationSpan]()
        for first, last, chunks in supported:
            start, end = first + cited_from, last + cited_from
            claim = answer[start:end]
            supports = dict(zip(chunks, support_by_passage(claim, chunks, question), strict=True))
            citation = cite(passage, number, claim=claim, question=question, verified=supports.get(passage, False))
            span = span_of(citation, start, end)
            spans.append(replace(span, verified=source.has(span) and supports.get(passage, False)))
        yield replace(source.placed(with_spans(citation, spans)), spans=tuple(spans) if answer else ())


def without_dangling_markers(answer: str, citations: int) -> str:
    """The answer without numbers in brackets that refer to none of its citations."""
    markers = MarkerStream(citations)
    return "".join(part for part in (*markers.feed(answer), *markers.flush()) if isinstance(part, str)).strip()


def with_numbered_sources(reply: Reply, passages: Sequence[Passage]) -> Reply:
    """Converts a reply that cites passages by number, as in a conversation: the chunks that the numbers refer to become
    its citations, and the numbers are changed to theirs. Prose before an object is no statement unless it has one."""
    texts, numbers = list[str](), dict[int, None]()
    cited_from = 0
    for part in reply.parts:
        markers = MarkerStream(len(passages))
        pieces = [*markers.feed(part), *markers.flush()]
        cited_from = 0 if numbers else sum(map(len, texts))
        numbers |= dict.fromkeys(piece for piece in pieces if isinstance(piece, int))
        texts.append("".join(piece for piece in pieces if isinstance(piece, str)))
    chunks = list(dict.fromkeys(passages[number - 1].chunk.chunk_id for number in numbers))
    places = {number: chunks.index(passages[number - 1].chunk.chunk_id) + 1 for number in numbers}

    def renumbered(match: re.Match[str]) -> str:
        return f"[{places[int(match[1])]}]" if match[1] and int(match[1]) in places else match[0]

    text = _NUMBER.sub(renumbered, "".join(texts))
    return replace(reply, text=text, citations=tuple(chunks), cited_from=cited_from) if numbers else reply


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
