"""Images of PDF pages, and the positions of passages and words on them. Both are stored with the content (D-231)."""

import asyncio
import hashlib
import json
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from weakref import WeakValueDictionary

from orc.documents.contents import content_id_of
from orc.documents.paths import blob_path
from orc.documents.records import Content, Document
from orc.documents.regions import Rect, Word, rects_of, words_of
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, PageLayout
from orc.errors import InvalidRequest, NotFound
from orc.ports import BlobStore, PageReader

MOST_CHARACTERS, MOST_PAGES = 20_000, 10
"""The maximum length of a span, in characters."""

NARROWEST, WIDEST = 16, 2_400
"""The range of an image's width, in pixels."""

type _Make = Callable[[bytes], Awaitable[bytes]]

_KEPT_STEP = 100  # images of other widths are drawn again each time, so that only few images of a page are stored


@dataclass(frozen=True, slots=True)
class PageRegion:
    """The rectangles around a span on one page, whose width and height are in points."""

    page: int
    width: float
    height: float
    rects: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class PageWords:
    """A page with its words, in the order of the text; width and height are in points."""

    page: int
    width: float
    height: float
    words: tuple[Word, ...]


class Pages:
    """The pages of ready documents. Drawing or measuring a page takes a slot, as reading a file does."""

    def __init__(self, registry: DocumentRegistry, blobs: BlobStore, reader: PageReader) -> None:
        self._registry = registry
        self._blobs = blobs
        self._reader = reader
        self._locks: WeakValueDictionary[tuple[Caller, str, str], asyncio.Lock] = WeakValueDictionary()

    async def regions(
        self, caller: Caller, document: Document, text: str, start: int, end: int
    ) -> tuple[PageRegion, ...]:
        """The regions of text[start:end] of the document's text; none for a format without page images."""
        if end - start > MOST_CHARACTERS:
            raise InvalidRequest.of("end", f"the span has {end - start} characters; the limit is {MOST_CHARACTERS}")
        content = await self._registry.content(caller, document)
        if content is None or not content.has_page_images:
            return ()
        first, last = bisect_right(content.page_starts, start), bisect_right(content.page_starts, end - 1)
        if last - first >= MOST_PAGES:
            raise InvalidRequest.of("end", f"the span is on {last - first + 1} pages; the limit is {MOST_PAGES}")
        regions: list[PageRegion] = []
        for page in range(first, last + 1):
            begin, stop = _span(content.page_starts, page, len(text))
            layout = await self._layout(caller, document, content, page, text[begin:stop])
            rects = rects_of(text[begin:stop], layout, max(start, begin) - begin, min(end, stop) - begin)
            regions.append(PageRegion(page, layout.width, layout.height, rects))
        return tuple(regions)

    async def words(self, caller: Caller, document: Document, page: int) -> PageWords:
        """The words of a page. Raises NotFound if the page has no image."""
        content = await self.content_of(caller, document, page)
        text = await self._registry.text(caller, document)
        begin, stop = _span(content.page_starts, page, len(text))
        layout = await self._layout(caller, document, content, page, text[begin:stop])
        return PageWords(page, layout.width, layout.height, words_of(text[begin:stop], layout, offset=begin))

    async def image(self, caller: Caller, document: Document, page: int, width: int) -> bytes:
        """The page as a PNG of this width in pixels, or narrower if the image would have more than 10 million pixels.
        Raises NotFound if the page does not exist."""
        content = await self.content_of(caller, document, page)
        name, stored_type = f"{page}-{width}.png", "image/png" if width % _KEPT_STEP == 0 else None
        return await self._cached(
            caller, document, content, name, lambda data: self._reader.image(data, page, width), stored_type
        )

    async def content_of(self, caller: Caller, document: Document, page: int) -> Content:
        """The content of a document whose page has an image. Raises NotFound if it has none."""
        content = await self._registry.content(caller, document) if document.status == "ready" else None
        if content is None:
            raise NotFound("This document has no text.", code="document_not_ready")
        if not content.has_page_images:
            raise NotFound("Only the pages of PDFs have images.", code="page_images_unavailable")
        if not 1 <= page <= len(content.page_starts):
            has = f"The document has {len(content.page_starts)} pages."
            raise NotFound(f"There is no such page. {has}", code="page_not_found")
        return content

    async def _layout(self, caller: Caller, document: Document, content: Content, page: int, text: str) -> PageLayout:
        name = f"{page}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"

        async def laid_out(data: bytes) -> bytes:
            layout = await self._reader.layout(data, page, text)
            return await asyncio.to_thread(lambda: json.dumps(asdict(layout)).encode())

        stored = await self._cached(caller, document, content, name, laid_out, "application/json")
        return await asyncio.to_thread(lambda: PageLayout.of(json.loads(stored)))

    async def _cached(
        self, caller: Caller, document: Document, content: Content, name: str, make: _Make, stored_type: str | None
    ) -> bytes:
        """Returns the data stored under the name. If there is none, computes it from the file, once for all concurrent
        callers, and stores it with the content type stored_type; None stores nothing. Raises NotFound if a newer file
        has replaced this one."""
        lock = self._locks.setdefault((caller, content.content_id, name), asyncio.Lock())
        async with lock:
            stored_data = await self._registry.derived(caller, content, name)
            if stored_data is not None:
                return stored_data
            async with self._registry.slots.slot(caller, 0):
                path = blob_path(caller.conversation(document.conversation_id), document.blob_name)
                data = await self._blobs.get(path)
                if await asyncio.to_thread(content_id_of, data, document.extracted_as) != content.content_id:
                    raise NotFound("There is no such document.", code="document_not_found")
                derived = await make(data)
            if stored_type is not None:
                await self._registry.store_derived(caller, content, name, derived, content_type=stored_type)
            return derived


def _span(page_starts: Sequence[int], page: int, characters: int) -> tuple[int, int]:
    return page_starts[page - 1], (*page_starts, characters)[page]
