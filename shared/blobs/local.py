"""Blobs as files under one directory, replaced atomically."""

import asyncio
import errno
import logging
import mimetypes
import os
import secrets
import stat
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.errors import ItemChanged, NotFound, StoreUnavailable
from orc.ports import BlobProperties
from shared.blobs.paths import is_name, is_part, parts_of, prefix_parts_of
from shared.fault_log import FaultLog

_changes = threading.Lock()  # held while an ETag is compared and its blob replaced, and while directories change
_ABSENT = (FileNotFoundError, IsADirectoryError, NotADirectoryError)
_PROBE_BYTES = 4096
_SPACE = "Free space on the disk that holds {root}, which needs no restart, or move ORC_DATA_DIR to another disk."
_RIGHTS = "Let the user of this process read and write {root} and its contents."
_FAULTS = {
    errno.ENOSPC: ("cannot be written: the disk is full", _SPACE),
    errno.EDQUOT: ("cannot be written: the quota of the disk is used up", _SPACE),
    errno.EFBIG: (
        "cannot be written: the file size limit is reached",
        "Raise the file size limit (ulimit -f) for {root}.",
    ),
    errno.EROFS: ("cannot be written: it is read-only", _RIGHTS),
    errno.EACCES: ("cannot be used: permission denied", _RIGHTS),
    errno.EPERM: ("cannot be used: permission denied", _RIGHTS),
}
_faults = FaultLog(logging.getLogger(__name__))


class LocalBlobStore:
    """The blob `container/a/name` is the file root/container/a/name; its name decides its content type.

    A path that leaves the root, by its parts or by a link, raises ValueError, as does a name that begins with a dot,
    which marks a temporary file. The condition of a put holds among the writers of one process, that of a delete among
    all processes.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    async def put(
        self, path: str, data: bytes | AsyncIterator[bytes], *, content_type: str, if_match: str | None = None
    ) -> BlobProperties:
        upload = _Upload(self._root, parts_of(path), if_match)
        if isinstance(data, bytes):
            return await asyncio.to_thread(upload.put, data)
        try:
            async for piece in data:
                await asyncio.to_thread(upload.write, piece)
            return await asyncio.to_thread(upload.finish)
        except BaseException:
            await asyncio.shield(asyncio.to_thread(upload.discard))
            raise

    async def get(self, path: str) -> bytes:
        return await asyncio.to_thread(_get, self._root, parts_of(path))

    async def read_range(self, path: str, start: int, length: int) -> bytes:
        if start < 0 or length < 1:
            raise ValueError("a range starts at 0 or later and has a byte or more")
        return await asyncio.to_thread(_get, self._root, parts_of(path), start, length)

    async def properties(self, path: str) -> BlobProperties | None:
        parts = parts_of(path)

        def work() -> BlobProperties | None:
            with _translated(self._root):
                return _of_file(path, _target(self._root, parts))

        return await asyncio.to_thread(work)

    async def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        parts = prefix_parts_of(prefix)

        def on_error(error: OSError) -> None:
            if not isinstance(error, _ABSENT):
                raise error

        def work() -> Sequence[BlobProperties]:
            with _translated(self._root):
                path, top = "/".join(parts), _target(self._root, parts)
                blobs = [_of_file(path, top)]
                for folder, folders, names in top.walk(on_error=on_error):
                    folders[:] = filter(is_part, folders)
                    files = [folder / name for name in names if is_name(name)]
                    blobs += [_of_file(f"{path}/{file.relative_to(top).as_posix()}", file) for file in files]
            return sorted((blob for blob in blobs if blob), key=lambda blob: blob.path)

        for blob in await asyncio.to_thread(work):
            yield blob

    async def delete(self, path: str, *, if_match: str | None = None) -> None:
        parts = parts_of(path)

        def work() -> None:
            with _translated(self._root):
                target = _target(self._root, parts)
                with _changes, suppress(*_ABSENT):
                    there = _of_file(path, target)
                    if if_match is None:
                        target.unlink()
                    elif there is not None and there.etag == if_match:
                        # Another process may have replaced the file since: the ETag is compared again, under a name
                        # that only this call knows.
                        aside = target.with_name(f".{secrets.token_hex(8)}")
                        target.rename(aside)
                        there = _of_file(path, aside)
                        if there is not None and there.etag != if_match:
                            with suppress(FileExistsError):  # an even newer blob stays
                                os.link(aside, target)
                        aside.unlink()
                    if if_match is not None and there is not None and there.etag != if_match:
                        raise ItemChanged("The blob has changed in the meantime.")
            with _changes, suppress(OSError):
                for folder in target.parents[: len(parts) - 2]:
                    folder.rmdir()

        await asyncio.to_thread(work)

    async def delete_folder(self, prefix: str) -> None:
        parts = prefix_parts_of(prefix)

        def work() -> None:
            with _translated(self._root), _changes:
                top = _target(self._root, parts)
                for folder, folders, names in top.walk(top_down=False):
                    for name in names:
                        (folder / name).unlink(missing_ok=True)
                    for name in folders:
                        with suppress(OSError):  # a link, or a file of another process came into it
                            (folder / name).rmdir()
                with suppress(*_ABSENT):
                    top.unlink()
            with _changes, suppress(OSError):
                for folder in (top, *top.parents[: len(parts) - 1]):
                    folder.rmdir()

        await asyncio.to_thread(work)

    async def ping(self, container: str) -> None:
        parts = parts_of(f"{container}/probe")

        def work() -> None:
            with _translated(self._root), _create_beside(_target(self._root, parts)) as file:
                try:
                    file.write(bytes(_PROBE_BYTES))
                    file.flush()
                finally:
                    Path(file.name).unlink(missing_ok=True)

        await asyncio.to_thread(work)

    async def aclose(self) -> None:
        """Does nothing: no file stays open."""


class _Upload:
    """An upload into a temporary file beside its target. Discarding waits for a running call."""

    def __init__(self, root: Path, parts: tuple[str, ...], if_match: str | None) -> None:
        self._root = root
        self._parts = parts
        self._if_match = if_match
        self._lock = threading.Lock()
        self._file: BinaryIO | None = None
        self._ended = False

    def put(self, data: bytes) -> BlobProperties:
        try:
            self.write(data)
            return self.finish()
        except BaseException:
            self.discard()
            raise

    def write(self, data: bytes) -> None:
        with self._lock, _translated(self._root):
            self._opened().write(data)

    def finish(self) -> BlobProperties:
        with self._lock, _translated(self._root):
            file = self._opened()
            file.close()
            temporary = Path(file.name)
            now = time.time_ns()  # finer than the kernel's own stamp, so that the ETag is new even within one tick
            os.utime(temporary, ns=(now, now))
            path, target = "/".join(self._parts), _target(self._root, self._parts)
            blob = _blob(path, temporary.stat())
            with _changes:
                there = _of_file(path, target) if self._if_match is not None else None
                if self._if_match != (there.etag if there else None):
                    raise ItemChanged("The blob has changed in the meantime.")
                temporary.replace(target)
            self._ended = True
            return blob

    def discard(self) -> None:
        with self._lock:
            self._ended = True
            if self._file is not None:
                with suppress(OSError):
                    self._file.close()
                with suppress(OSError):
                    Path(self._file.name).unlink(missing_ok=True)

    def _opened(self) -> BinaryIO:
        if self._ended:
            raise ValueError("the upload has ended")
        if self._file is None:
            self._file = _create_beside(_target(self._root, self._parts))
        return self._file


def _create_beside(target: Path) -> BinaryIO:
    """Opens a new temporary file; retries when another process removes the empty directory meanwhile."""
    temporary = target.with_name(f".{secrets.token_hex(8)}")
    for _ in range(20):
        with _changes, suppress(FileNotFoundError, FileExistsError):
            target.parent.mkdir(parents=True, exist_ok=True)
            return temporary.open("xb")
    raise StoreUnavailable("The blob store's directory does not stay.")


def _get(root: Path, parts: tuple[str, ...], start: int = 0, length: int = -1) -> bytes:
    with _translated(root):
        try:
            with _target(root, parts).open("rb") as file:
                file.seek(start)
                return file.read(length)
        except _ABSENT:
            raise NotFound("There is no such blob.") from None


def _target(root: Path, parts: tuple[str, ...]) -> Path:
    if root.exists() and not root.is_dir():  # in this order: another thread may create it in between
        raise StoreUnavailable("The blob store's directory is not a directory.")
    top = os.path.realpath(root)
    target = os.path.join(top, *parts)  # noqa: PTH118 - Path takes three times as long, for every call of the store
    if os.path.realpath(target) != target:
        raise ValueError("a blob path must not go through a link")
    return Path(target)


def _of_file(path: str, file: Path) -> BlobProperties | None:
    try:
        status = file.lstat()
    except _ABSENT:
        return None
    return _blob(path, status) if stat.S_ISREG(status.st_mode) else None


def _blob(path: str, status: os.stat_result) -> BlobProperties:
    mime_type = SUPPORTED_TYPES.get(extension_of(path))
    guessed, encoding = mimetypes.guess_file_type(path)
    return BlobProperties(
        path=path,
        size=status.st_size,
        etag=f"{status.st_mtime_ns:x}-{status.st_size:x}-{status.st_ino:x}",
        content_type=mime_type or (guessed if guessed and not encoding else "application/octet-stream"),
        last_modified=datetime.fromtimestamp(status.st_mtime, UTC),
    )


@contextmanager
def _translated(root: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        name = errno.errorcode.get(error.errno or 0, type(error).__name__)
        fault, remedy = _FAULTS.get(error.errno or 0, ("does not answer", ""))
        message = f"The blob store {fault} ({name})."
        if remedy:
            _faults.log(message, remedy.format(root=root))
        raise StoreUnavailable(message) from error
