"""A model's answer about one document, taken apart: its text, and the chunks and documents that it points at."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from orc.documents.citations.attribution import attributed
from orc.documents.citations.snippets import cite, is_borne_out
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import span_of, with_spans
from orc.documents.records import Document
from orc.domain import Chunk, Citation, CitationSpan, Passage
from orc.text import repaired_json

_OBJECT = re.compile(r"\{\s*\"")
_MOST_STARTS = 20
_LOADED = ("load_document_chunk",)


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """citations are chunk ids and recommended file ids, as the model named them, each once."""

    text: str
    citations: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()

    def cite(self, cited: Sequence[Passage], question: str, source: Source) -> Iterator[Citation]:
        """The citations, each with the statements of the answer that it supports best, checked against the document's
        text and against the chunks that support them."""
        for number, (passage, supported) in enumerate(zip(cited, attributed(self.text, cited), strict=True), 1):
            spans = list[CitationSpan]()
            for start, end, chunks in supported:
                claim = self.text[start:end]
                made = cite(passage, number, claim=claim, question=question)
                span = span_of(made, start, end)
                borne_out = is_borne_out(claim, chunks, question)
                spans.append(replace(span, verified=source.has(span) and borne_out))
            yield replace(source.placed(with_spans(made, spans)), spans=tuple(spans) if self.text else ())


def parse_answer(output: str) -> ModelAnswer:
    """What the model wrote as a JSON object, whatever is written around it; output without one is the text of the
    answer."""
    decoder = json.JSONDecoder()
    for start in islice(_OBJECT.finditer(output), _MOST_STARTS):
        try:
            found, _ = decoder.raw_decode(output, start.start())
            found = repaired_json(found)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and isinstance(found.get("answer"), str):
            named = (_names(found.get(field), key) for field, key in _LISTS)
            return ModelAnswer(found["answer"].strip(), *named)
    return ModelAnswer(output.strip())


_LISTS = (("citations", "chunk_id"), ("recommended_documents", "file_id"))


def _names(value: object, key: str) -> tuple[str, ...]:
    """The ids in a list, plain or as objects; whatever else is in it stands for nothing, and is kept to be counted."""
    listed = value if isinstance(value, list) else []
    return tuple(dict.fromkeys(str(each.get(key) if isinstance(each, dict) else each) for each in listed))


def cited_passages(
    answer: ModelAnswer,
    document: Document,
    chunks: Sequence[Chunk],
    passages: Sequence[Passage],
    page_starts: tuple[int, ...],
) -> tuple[list[Passage], int]:
    """The chunks that the answer cites, as sources, and how many ids stand for none."""
    known = {chunk.chunk_id: chunk for chunk in chunks}
    found = {passage.chunk.chunk_id: passage for passage in passages}
    cited = [
        Passage(
            file_id=document.file_id,
            blob_name=document.blob_name,
            chunk=known[chunk_id],
            score=found[chunk_id].score if chunk_id in found else 0.0,
            sources=found[chunk_id].sources if chunk_id in found else _LOADED,
            page_starts=page_starts,
        )
        for chunk_id in answer.citations
        if chunk_id in known
    ]
    return cited, len(answer.citations) - len(cited)
