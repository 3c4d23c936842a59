"""The text of the pages that a question names, and what is asked for on them, for an answer without a model."""

import asyncio
import re
from collections.abc import Sequence

from orc.documents.evidence.judging import confidence_of
from orc.documents.markdown.prose import plain
from orc.documents.material import Material
from orc.documents.page_notices import (
    PagesAsked,
    lacks_all_pages,
    omission_notices,
    omitted_pages,
    page_confidence,
    page_notices,
)
from orc.documents.page_requests import beside_pages, names_only_pages, names_pages, with_sheet_numbers
from orc.documents.pieces import pieces_of
from orc.documents.questions.instructions import several_questions
from orc.documents.questions.question import Question
from orc.documents.reading_requests import asks_for_task
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.search.catalogue_questions import catalogue_question
from orc.documents.search.record_questions import is_named
from orc.documents.text.tokens import content_words
from orc.domain import Caller
from orc.patterns import regex

_MOST_PASSAGES = 40
# What is longer than the one on page 4 may be on another page.
_COMPARES = regex(
    r"\b(?:than|as \w+ as|compared|same|differ\w*|also|too|other|else|ones?|als|so \w+ wie|auch|andere\w?|que sur"
    r"|autres?|mismo|otr[oa]s?|altr[oiae]|outr[oa]s?|dan op|anders?)\b|比|より|보다",
    re.IGNORECASE,
)


async def pages_asked_for(
    registry: DocumentRegistry, caller: Caller, documents: Sequence[Document], question: str
) -> Material | None:
    """The text of the pages that the question names, if it asks for nothing else, without passages if none of them has
    text, or for something on them; None for any other question, and for a task that needs a model, such as a
    translation. The pages are those of the documents that it names, or of all."""
    if not names_pages(question):
        return None
    named = [document for document in documents if is_named(document, question)] or documents
    sources = await pieces_of(registry, caller, named, {})
    written, labels = question, [source.content.page_labels for source in sources if source.content]
    if len(with_labels := [each for each in labels if each]) == 1:
        question = with_sheet_numbers(question, with_labels[0])
    asked = [source.pages_asked(question) for source in sources]
    confidence = 0.0 if lacks_all_pages(asked, question) else page_confidence(asked, question)
    beside = _beside(question, asked) if confidence is None else ""
    if (confidence is None and not beside) or (confidence and asks_for_task(question)):
        return None
    paged = [] if confidence == 0 else [piece for source in sources for piece in source.text_of_pages(question)]
    if beside and len(paged) > _MOST_PASSAGES:
        return None
    passages = tuple(paged[:_MOST_PASSAGES])
    omitted = omission_notices(omitted_pages(asked, paged, passages), question, plain)
    return Material(
        passages,
        documents={document.file_id: document.blob_name for document in named},
        has_parts=True,
        page_notices=(*page_notices(asked, question, plain), *omitted),
        page_confidence=await asyncio.to_thread(confidence_of, beside, passages) if beside else confidence,
        beside_pages=beside or (question if question != written else ""),
    )


def _beside(question: str, asked: Sequence[PagesAsked]) -> str:
    """What the question asks for on the pages, without these. Empty if it asks for something else too, may mean
    something else than pages, or no document has them with text."""
    is_known = all(document.pages for document in asked) and any(document.readable for document in asked)
    if not is_known or any(document.beyond for document in asked) or not names_only_pages(question):
        return ""
    beside = beside_pages(question)
    asks_more = several_questions(question) or _COMPARES.search(question) or Question(question).compares
    if asks_more or asks_for_task(question) or catalogue_question(question) or not content_words(beside):
        return ""
    return beside
