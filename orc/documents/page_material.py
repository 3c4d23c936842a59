"""The text of the pages that a question names, for an answer without a model."""

from collections.abc import Sequence

from orc.documents.markdown.prose import plain
from orc.documents.material import Material
from orc.documents.page_notices import (
    lacks_all_pages,
    omission_notices,
    omitted_pages,
    page_confidence,
    page_notices,
)
from orc.documents.page_requests import names_pages
from orc.documents.pieces import pieces_of
from orc.documents.reading_requests import asks_for_task
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.search.record_questions import is_named
from orc.domain import Caller

_MOST_PASSAGES = 40


async def pages_alone(
    registry: DocumentRegistry, caller: Caller, documents: Sequence[Document], question: str
) -> Material | None:
    """The text of the pages that the question names, if it asks for nothing else, without passages if none of them has
    text; None for any other question, and for a task that needs a model, such as a translation. The pages are those of
    the documents that it names, or of all."""
    if not names_pages(question):
        return None
    named = [document for document in documents if is_named(document, question)] or documents
    sources = await pieces_of(registry, caller, named, {})
    asked = [source.pages_asked(question) for source in sources]
    confidence = 0.0 if lacks_all_pages(asked, question) else page_confidence(asked, question)
    if confidence is None or (confidence and asks_for_task(question)):
        return None
    paged = [piece for source in sources for piece in source.text_of_pages(question)] if confidence else []
    passages = tuple(paged[:_MOST_PASSAGES])
    omitted = omission_notices(omitted_pages(asked, paged, passages), question, plain)
    return Material(
        passages,
        documents={document.file_id: document.blob_name for document in named},
        has_pages=True,
        page_notices=(*page_notices(asked, question, plain), *omitted),
        page_confidence=confidence,
    )
