"""The files of the chat page."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is, and compressed by gzip. The ETag is a weak one, of both."""

    content: bytes
    gzipped: bytes
    media_type: str
    etag: str


class PageFiles(Protocol):
    """The page as it was last built."""

    async def index(self) -> PageFile | None:
        """The page itself; None while it is not built."""

    async def asset(self, name: str) -> PageFile | None:
        """A file that the page loads, whose name changes with its content; None when there is none of this name."""
