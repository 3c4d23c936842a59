"""The text of the sections that a question asks for, for an answer without a model."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from orc.documents.asked_sections import AskedSection, has_numbers, heading_line, mentions, section_asked, sections_in
from orc.documents.material import Material
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.outline import headings_of
from orc.documents.pieces import DocumentPieces, pieces_of
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.search.record_questions import is_named, names_of
from orc.documents.text.sentences import is_row
from orc.domain import Caller, Passage

_MOST_DOCUMENTS, _MOST_SECTIONS, _MOST_PASSAGES = 20, 3, 4
_MOST_READ = 2_000_000  # characters


async def sections_asked_for(
    registry: DocumentRegistry, caller: Caller, documents: Sequence[Document], question: str
) -> Material | None:
    """The text of the sections that the question asks for, without their headings, if it asks for nothing else: those
    of the documents that it names, or of all. Without passages, and with a refusal, if all of them have numbered
    sections and none has or mentions that number; None if they are not found otherwise, and for any other question."""
    asked = section_asked(question, [name for document in documents for name in names_of(document)])
    if asked is None or not documents:
        return None
    named = [document for document in documents if is_named(document, question)] or documents
    if len(named) > _MOST_DOCUMENTS or sum(document.characters or 0 for document in named) > _MOST_READ:
        return None
    sources = await pieces_of(registry, caller, named, {})
    texts = [await registry.text(caller, document) for document in named]
    known = list(zip(sources, texts, strict=True))
    found = [passage for source, text in known for passage in await asyncio.to_thread(_passages, source, text, asked)]
    given = Material(
        documents={document.file_id: document.blob_name for document in named},
        has_parts=True,
        page_confidence=1.0,
        beside_pages=question,
    )
    if found:
        return replace(given, passages=tuple(found))
    lacks = partial(_lacks, asked)
    if asked.is_surely_section and all([await asyncio.to_thread(lacks, source, text) for source, text in known]):
        return replace(given, page_notices=(NOT_IN_DOCUMENTS.to(question),), page_confidence=0.0, beside_pages="")
    return None


def _passages(source: DocumentPieces, text: str, asked: AskedSection) -> list[Passage]:
    headings = headings_of(source.content, source.pieces)
    are_marked = source.content is not None and bool(headings) and headings == source.content.headings
    spans = sections_in(text, headings, asked, are_marked=are_marked)[:_MOST_SECTIONS]
    bodies = ((start + len(heading_line(text[start:end])), end) for start, end in spans)
    parts = (part for body in bodies for part in islice(source.between(*body), _MOST_PASSAGES))
    return [part if is_row(part.chunk.text.partition("\n")[0]) else _without_head(part) for part in parts]


def _without_head(passage: Passage) -> Passage:
    """The passage without the lines over it, such as what introduces a list in another section."""
    return replace(passage, chunk=replace(passage.chunk, table_head=""))


def _lacks(asked: AskedSection, source: DocumentPieces, text: str) -> bool:
    return has_numbers(text, headings_of(source.content, source.pieces)) and not mentions(text, asked)
