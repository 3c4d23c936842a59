"""Ports that extract the text of files and search it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from orc.domain import Caller, Chunk, ExtractedText, PageLayout, ScoredChunk


@dataclass(frozen=True, slots=True)
class Embedded:
    """The vectors of a content's chunks, in order, and the name of the model that created them."""

    model: str
    vectors: Sequence[Sequence[float]]


class DocumentIndex(Protocol):
    """Searches the chunks of a caller's documents by content_id, which files with the same content share."""

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        """Indexes the chunks, and their vectors if there are any, replacing those that the content had."""
        ...

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        """The best chunks of these contents by lexical score, best first; empty if nothing matches."""
        ...

    async def nearest(
        self, owner: Caller, vector: Sequence[float], model: str, *, content_ids: Collection[str], top_k: int
    ) -> list[ScoredChunk]:
        """The chunks whose vectors of this model are nearest, best first, scored by their cosine."""
        ...

    async def without_vectors(self, owner: Caller, content_ids: Collection[str], model: str) -> list[str]:
        """Those of the contents that have a chunk without a vector of this model."""
        ...

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        """All chunks of a content in the order of the text."""
        ...

    async def remove(self, owner: Caller, content_id: str) -> None: ...

    async def remove_all(self, owner: Caller) -> None:
        """Removes the chunks and vectors of all of the owner's contents."""
        ...


type PagesRead = Callable[[int, int], None]
"""Called with the number of pages read of a long document, and their total."""


class TextExtractor(Protocol):
    """Extracts the text of a file. DocumentFailure has the reason if it cannot, in words for the user."""

    async def extract(
        self,
        data: bytes,
        *,
        name: str,
        read: Callable[[], None] = lambda: None,
        pages_read: PagesRead = lambda _, __: None,
    ) -> ExtractedText:
        """The text of the file. read is called when this machine has finished its part; a service may continue.
        pages_read is called at intervals while a document of many pages is read."""
        ...


class PageReader(Protocol):
    """Renders pages of PDFs, counted from 1. DocumentFailure has the reason if a page cannot be shown, in words for the
    user."""

    async def layout(self, data: bytes, page: int, text: str) -> PageLayout:
        """The page's size, and the boxes of the characters of its extracted text."""
        ...

    async def image(self, data: bytes, page: int, width: int) -> bytes:
        """The page as a PNG of this width in pixels, or less if it would exceed 10 million pixels."""
        ...
