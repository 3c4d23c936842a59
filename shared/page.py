"""The chat page, as Vite builds it: index.html, and in app/ the files that it loads."""

import asyncio
import gzip
import hashlib
import re
from functools import lru_cache
from mimetypes import MimeTypes
from pathlib import Path
from typing import Final

from orc.ports import PageFile

_NAME: Final = re.compile(r"[\w-]+(\.[\w-]+)+", re.ASCII)


class BuiltPage:
    """The files of a folder. Each is compressed once, at its first request, and read again after a change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def index(self) -> PageFile | None:
        return await asyncio.to_thread(_file, self._folder / "index.html")

    async def asset(self, name: str) -> PageFile | None:
        if not _NAME.fullmatch(name):
            return None
        return await asyncio.to_thread(_file, self._folder / "app" / name)


def _file(path: Path) -> PageFile | None:
    try:
        return _packed(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=256)
def _packed(path: Path, _changed: int) -> PageFile:
    content = path.read_bytes()
    types = MimeTypes().guess_type(path.name)
    return PageFile(
        content,
        gzip.compress(content, mtime=0),
        types[0] or "application/octet-stream",
        f'W/"{hashlib.sha256(content).hexdigest()[:32]}"',
    )
