"""Says which pages that a question names do not exist, have no text or are left out."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from orc.documents.notices import EMPTY_PAGE, NO_SUCH_PAGE, NOT_IN_PAGES, PAGES_LEFT_OUT
from orc.documents.page_requests import MOST_PAGES, names_pages, pages_beyond, pages_named, sure_mentions
from orc.documents.reading_requests import asks_only_for_pages
from orc.documents.records import Content, Document
from orc.documents.registry import DocumentRegistry
from orc.documents.search.record_questions import is_named, names_of
from orc.domain import Caller, Chunk, Passage

_MOST_NOTICES = 10


@dataclass(frozen=True, slots=True)
class PagesAsked:
    """The pages that a question names of a document with so many pages: of the first 50, those with text and those
    without; those beyond; and numbers that no page has. names are what a question may call the document. is_undivided:
    the question asks only for pages, and the text neither has pages nor mentions such."""

    blob_name: str
    names: tuple[str, ...]
    pages: int
    readable: tuple[int, ...]
    empty: tuple[int, ...]
    missing: tuple[int, ...]
    beyond: tuple[int, ...] = ()
    is_undivided: bool = False

    @classmethod
    def of(cls, question: str, document: Document, content: Content | None, chunks: Sequence[Chunk]) -> "PagesAsked":
        """chunks have all of the document's text."""
        names = names_of(document)
        for name in filter(names_pages, sorted(names, key=len, reverse=True)):  # of page 12.pdf, no page is asked
            question = re.sub(re.escape(name), " ", question, flags=re.IGNORECASE)
        starts, labels = (content.page_starts, content.page_labels) if content else ((), ())
        ends = (*starts[1:], max((chunk.end for chunk in chunks), default=0))

        def has_text(page: int) -> bool:
            start, end = starts[page - 1], ends[page - 1]
            shared = (chunk.text[max(0, start - chunk.start) : max(0, end - chunk.start)] for chunk in chunks)
            return any(text.strip() for text in shared)

        named = pages_named(question, len(starts), labels)
        readable = tuple(page for page in named[:MOST_PAGES] if has_text(page))
        empty = tuple(page for page in named[:MOST_PAGES] if page not in readable)
        missing = tuple(pages_beyond(question, len(starts))) if starts else ()
        is_undivided = (
            content is not None
            and not starts
            and asks_only_for_pages(question, names)
            and bool(mentions := sure_mentions(question))
            and not any(mention in chunk.text.casefold() for mention in mentions for chunk in chunks)
        )
        beyond = tuple(named[MOST_PAGES:])
        return cls(document.blob_name, names, len(starts), readable, empty, missing, beyond, is_undivided)


async def pages_asked(
    registry: DocumentRegistry, caller: Caller, documents: Sequence[Document], question: str
) -> list[PagesAsked]:
    """What the question asks of the pages of ready documents: of those that it names, or else of all."""
    if not names_pages(question):
        return []
    return [
        PagesAsked.of(question, each, await registry.content(caller, each), await registry.chunks(caller, each))
        for each in [document for document in documents if is_named(document, question)] or documents
    ]


def page_notices(asked: Sequence[PagesAsked], question: str, show: Callable[[str], str]) -> list[str]:
    """A sentence, in the language of the question, for each document that lacks a page of which no other has text. show
    returns a file name as it is shown. None if the number may be one of the text of a document without pages."""
    if not all(document.pages or document.is_undivided for document in asked):
        return []
    readable = {page for document in asked for page in document.readable}
    notices = list[str]()
    for document in asked:
        name = show(document.blob_name)
        missing, empty = (
            ", ".join(str(page) for page in pages if page not in readable)
            for pages in (document.missing, document.empty)
        )
        notices += [NO_SUCH_PAGE.to(question).format(name, missing, document.pages)] if missing else []
        notices += [EMPTY_PAGE.to(question).format(name, empty)] if empty else []
        notices += [NOT_IN_PAGES.to(question).format(name)] if document.is_undivided and not readable else []
    return notices[:_MOST_NOTICES]


def omitted_pages(
    asked: Sequence[PagesAsked], paged: Sequence[Passage], given: Sequence[Passage]
) -> dict[str, list[int]]:
    """By document, the pages that are not given in full: those beyond the first 50, and those of which paged, the text
    of the first, has more than is given."""
    omitted = defaultdict[str, set[int]](set)
    for piece in paged:
        if piece.chunk.page is not None and piece not in given:
            omitted[piece.blob_name].add(piece.chunk.page)
    for document in asked:
        if document.beyond:
            omitted[document.blob_name].update(document.beyond)
    return {name: sorted(pages) for name, pages in omitted.items()}


def omission_notices(omitted: Mapping[str, Collection[int]], question: str, show: Callable[[str], str]) -> list[str]:
    """A sentence, in the language of the question, for each document with pages that are left out. show returns a file
    name as it is shown."""
    notices = [
        PAGES_LEFT_OUT.to(question).format(show(name), _as_ranges(pages)) for name, pages in omitted.items() if pages
    ]
    return notices[:_MOST_NOTICES]


def _as_ranges(numbers: Collection[int]) -> str:
    """Numbers in ascending order, with ranges: 3, 5–9."""
    ranges = list[list[int]]()
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    return ", ".join("–".join(map(str, ends)) for ends in ranges)


def lacks_all_pages(asked: Sequence[PagesAsked], question: str) -> bool:
    """Whether the question asks only for pages, and none of them has text."""
    is_lacking = any(document.missing or document.empty or document.is_undivided for document in asked)
    has_text = any(document.readable or not (document.pages or document.is_undivided) for document in asked)
    names = [name for document in asked for name in document.names]
    return is_lacking and not has_text and asks_only_for_pages(question, names)


def page_confidence(asked: Sequence[PagesAsked], question: str) -> float | None:
    """The likelihood that the documents answer a question that asks only for pages: 1 if one of these has text, else 0.
    None for any other question, and if a document without pages may have what is meant."""
    if lacks_all_pages(asked, question):
        return 0.0 if all(document.pages for document in asked) else None
    names = [name for document in asked for name in document.names]
    has_text = any(document.readable for document in asked)
    return 1.0 if has_text and asks_only_for_pages(question, names) else None
