"""The stored text of a document with the places in it, which citations are checked against and named by."""

import asyncio
from bisect import bisect_right
from dataclasses import dataclass, replace

from orc.documents.records import Content, Document
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, Citation, CitationSpan


@dataclass(frozen=True, slots=True)
class Source:
    """content tells where its pages and headings are, if that is known."""

    text: str
    content: Content | None = None

    def has(self, cited: Citation | CitationSpan) -> bool:
        """Whether the snippet stands where the citation says."""
        return bool(cited.snippet) and self.text[cited.start : cited.end] == cited.snippet

    def placed(self, citation: Citation) -> Citation:
        """The citation with what its page is called and the nearest heading above it."""
        if self.content is None:
            return citation
        labels, headings = self.content.page_labels, self.content.headings
        label = labels[citation.page - 1] if citation.page and citation.page <= len(labels) else None
        above = bisect_right(headings, citation.start, key=lambda heading: heading.start)
        return replace(citation, page_label=label or None, heading=headings[above - 1].text if above else None)


async def read_source(registry: DocumentRegistry, caller: Caller, document: Document) -> Source:
    """Of a ready document; NotFound when it is not."""
    text, content = await asyncio.gather(registry.text(caller, document), registry.content(caller, document))
    return Source(text, content)
