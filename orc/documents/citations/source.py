"""The stored text of a document with its pages and headings, for checking and labelling citations."""

import asyncio
from bisect import bisect_right
from dataclasses import dataclass, replace

from orc.documents.citations.quoted_rows import place_above
from orc.documents.citations.quotes import occurs_verbatim
from orc.documents.records import Content, Document
from orc.documents.registry import DocumentRegistry
from orc.documents.text.chunks import page_at
from orc.domain import Caller, Citation, CitationSpan, Passage


@dataclass(frozen=True, slots=True)
class Source:
    """content has the positions of pages and headings, if they are known."""

    text: str
    content: Content | None = None

    def has(self, cited: Citation | CitationSpan) -> bool:
        """Whether the snippet is at the citation's offsets."""
        return bool(cited.snippet) and self.text[cited.start : cited.end] == cited.snippet

    def at_heading(self, citation: Citation, passage: Passage, claim: str) -> Citation:
        """The citation of a claim that only lines above the passage's table contain, at its heading or the nearest of
        them. Unchanged if the passage contains the claim, or no line does."""
        chunk = passage.chunk
        if not chunk.table_head or occurs_verbatim(chunk.text, claim):
            return citation
        if (place := place_above(self.text, chunk.start, chunk.table_head.split("\n"), claim)) is None:
            return citation
        page = page_at(passage.page_starts, place[0]) or chunk.page
        snippet = self.text[slice(*place)]
        return replace(citation, page=page, start=place[0], end=place[1], snippet=snippet, verified=True)

    def placed(self, citation: Citation) -> Citation:
        """Adds the page label and the nearest heading above to a citation."""
        if self.content is None:
            return citation
        labels, headings = self.content.page_labels, self.content.headings
        label = labels[citation.page - 1] if citation.page and citation.page <= len(labels) else None
        above = bisect_right(headings, citation.start, key=lambda heading: heading.start)
        return replace(citation, page_label=label or None, heading=headings[above - 1].text if above else None)


async def read_source(registry: DocumentRegistry, caller: Caller, document: Document) -> Source:
    """Reads the source of a ready document. Raises NotFound if the document is not ready."""
    text, content = await asyncio.gather(registry.text(caller, document), registry.content(caller, document))
    return Source(text, content)
