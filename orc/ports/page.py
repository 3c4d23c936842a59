"""The files of the chat page."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file, plain and gzip-compressed. The ETag is a weak one for both forms."""

    content: bytes
    gzipped: bytes
    media_type: str
    etag: str


class PageFiles(Protocol):
    """The page as it was last built."""

    async def index(self) -> PageFile | None:
        """The page itself; None if it is not built."""

    async def asset(self, name: str) -> PageFile | None:
        """A file that the page loads, whose name changes with its content; None if there is none of this name."""
