"""Bytes by path."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class BlobProperties:
    """metadata is the blob's metadata, if the store keeps any; listings leave it out."""

    path: str
    size: int
    etag: str
    content_type: str
    last_modified: datetime
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])


class BlobStore(Protocol):
    """Stores bytes by path. A path is `container/part/.../name`; the caller chooses the parts."""

    async def put(
        self, path: str, data: bytes | AsyncIterator[bytes], *, content_type: str, if_match: str | None = None
    ) -> BlobProperties:
        """Stores the whole blob or nothing, replacing the one at this path. With if_match, raises ItemChanged unless
        the blob at this path has this ETag (also if it is gone)."""
        ...

    async def get(self, path: str) -> bytes:
        """The whole blob. Raises NotFound if there is none."""
        ...

    async def read_range(self, path: str, start: int, length: int) -> bytes:
        """This many bytes from start on (from 0), fewer at the end of the blob. Raises NotFound if there is none."""
        ...

    async def properties(self, path: str) -> BlobProperties | None: ...

    def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        """Blobs whose path starts with the prefix (a container and whole parts), in order of path."""
        ...

    async def delete(self, path: str, *, if_match: str | None = None) -> None:
        """Deletes a blob. With if_match, raises ItemChanged if the blob has another ETag. A missing blob is no
        error."""
        ...

    async def delete_folder(self, prefix: str) -> None:
        """Deletes every blob whose path starts with the prefix (a container and whole parts), and the remains of
        interrupted uploads to such paths."""
        ...

    async def ping(self, container: str) -> None:
        """Returns when the container accepts writes, else raises StoreUnavailable. Leaves no blob behind."""
        ...

    async def aclose(self) -> None: ...
