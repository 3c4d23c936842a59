"""Sources of blob events: a local directory, which is watched, or a blob store, which is scanned."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import watchfiles

from orc.errors import OrcError
from orc.ports import BlobProperties, BlobStore

logger = logging.getLogger(__name__)

_RESCAN_MS = 5_000  # the watch misses files that appear in a new folder before it watches that folder


class BlobSource(Protocol):
    """Blobs by path (container/part/.../name), each with an ETag that changes with the content."""

    def batches(self, containers: Collection[str]) -> AsyncIterator[list[BlobProperties]]:
        """Endless batches: the first has all blobs of the containers, later ones those that may be new or changed."""
        ...

    async def properties(self, path: str) -> BlobProperties | None:
        """The current properties of the blob; None when it is missing."""
        ...

    async def read(self, path: str) -> bytes:
        """The content of the blob."""
        ...

    def uri(self, path: str) -> str | None:
        """The address of the blob; None when the source has no addresses."""
        ...


class LocalDirectory:
    """The files under a directory. A path with a part that begins with a dot is a temporary file and ignored."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def batches(self, containers: Collection[str]) -> AsyncIterator[list[BlobProperties]]:
        for container in containers:
            (self._root / container).mkdir(parents=True, exist_ok=True)
        yield await asyncio.to_thread(self._under, [self._root])
        changes = watchfiles.awatch(
            self._root,
            watch_filter=None,
            debounce=200,
            step=20,
            rust_timeout=_RESCAN_MS,
            yield_on_timeout=True,
        )
        async for changed in changes:
            gone = watchfiles.Change.deleted
            paths = [Path(path) for change, path in changed if change is not gone] if changed else [self._root]
            yield await asyncio.to_thread(self._under, paths)

    async def properties(self, path: str) -> BlobProperties | None:
        return self._properties(path)  # not in a thread, as a change in between would be missed until the next rescan

    async def read(self, path: str) -> bytes:
        return await asyncio.to_thread((self._root / path).read_bytes)

    def uri(self, path: str) -> str:
        return (self._root / path).as_uri()

    def _under(self, paths: Iterable[Path]) -> list[BlobProperties]:
        found = []
        for path in paths:
            files = [path] if path.is_file() else (folder / name for folder, _, names in path.walk() for name in names)
            for file in files:
                name = file.relative_to(self._root)
                hidden = any(part.startswith(".") for part in name.parts)
                if not hidden and (blob := self._properties(name.as_posix())):
                    found.append(blob)
        return found

    def _properties(self, path: str) -> BlobProperties | None:
        try:
            status = (self._root / path).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return BlobProperties(
            path=path,
            size=status.st_size,
            etag=f"{status.st_mtime_ns}-{status.st_size}",
            content_type="application/octet-stream",
            last_modified=datetime.fromtimestamp(status.st_mtime, UTC),
        )


class ContainerScan:
    """Any blob store, listed periodically as by the Functions host. An outage is logged once, and listing goes on."""

    def __init__(self, store: BlobStore, *, scan_seconds: float = 1) -> None:
        self._store, self._scan_seconds = store, scan_seconds

    async def batches(self, containers: Collection[str]) -> AsyncIterator[list[BlobProperties]]:
        down = False
        while True:
            try:
                found = [blob for container in containers async for blob in self._store.list(container)]
            except OrcError as error:
                if not down:
                    logger.warning("The blobs cannot be listed; blob events wait until they can: %s", error)
                down = True
            else:
                if down:
                    logger.info("The blobs can be listed again")
                down = False
                yield found
            await asyncio.sleep(self._scan_seconds)

    async def properties(self, path: str) -> BlobProperties | None:
        return await self._store.properties(path)

    async def read(self, path: str) -> bytes:
        return await self._store.get(path)

    def uri(self, path: str) -> None:
        """Blob stores have no addresses."""
