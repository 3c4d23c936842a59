"""A user's data as a zip archive, which is streamed while it is built."""

import asyncio
import json
import re
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from orc.conversations.export import to_markdown
from orc.conversations.records import FILE_CONVERSATION, Conversation
from orc.conversations.repository import Conversations
from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.errors import NotFound
from orc.items import now, timestamp
from orc.patterns import regex
from orc.ports import BlobStore, ItemStore

_PAGE = 100
_PIECE = 1024 * 1024
_NAME_BYTES = 120
_MARKDOWN, _PLAIN = "md", "txt"
_RISKY = regex(r'[<>:"/\\|?*\x00-\x1f]')
_DEVICES = regex(r"(con|conin\$|conout\$|prn|aux|nul|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE)
_INTERNAL = ("lease_owner", "lease_until", "attempts", "generation", "deleting", "blob_etag", "previous_content_id")

type AsJson = Callable[[str], Awaitable[str]]


class Archive:
    """Exports conversations as JSON and Markdown, documents with their original bytes, text and metadata, and a
    manifest. The manifest comes last: an archive without it is incomplete."""

    def __init__(
        self, items: ItemStore, conversations: Conversations, registry: DocumentRegistry, blobs: BlobStore
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._blobs = blobs

    async def pieces(self, caller: Caller, as_json: AsJson) -> AsyncIterator[bytes]:
        """Yields the archive's bytes. as_json returns a conversation, by its id, as the API does. At most one
        conversation, one document's text or one piece of its bytes is in memory."""
        zipped = _Zip()
        manifest: dict[str, Any] = {"format": 1, "begun_at": timestamp(now()), "conversations": [], "documents": []}
        for item_type in ("conversation", FILE_CONVERSATION):
            after = None
            while True:
                page = await self._items.query(caller.partition, item_type, after=after, limit=_PAGE)
                for stored in page:
                    if stored.body["status"] == "deleting":
                        continue
                    conversation = Conversation.from_item(stored)
                    folder = f"conversations/{_safe(conversation.conversation_id)}"
                    try:
                        whole = await as_json(conversation.conversation_id)
                        messages = await self._conversations.messages(caller.conversation(conversation.conversation_id))
                    except NotFound:  # deleted in the meantime
                        continue
                    yield await zipped.add(f"{folder}/conversation.json", whole.encode())
                    text = await asyncio.to_thread(to_markdown, conversation, messages)
                    yield await zipped.add(f"{folder}/conversation.{_MARKDOWN}", text.encode())
                    about = {"conversation_id": conversation.conversation_id, "title": conversation.shown_title}
                    manifest["conversations"].append({**about, "messages": len(messages), "folder": folder})
                if len(page) < _PAGE:
                    break
                after = str(page[-1].body["sort"])
        for document in await self._registry.of_caller(caller):
            async for piece in self._document(zipped, caller, document, manifest["documents"]):
                yield piece
        manifest["finished_at"] = timestamp(now())
        yield await zipped.add("manifest.json", _json(manifest))
        yield zipped.end()

    async def _document(
        self, zipped: "_Zip", caller: Caller, document: Document, listed: list[dict[str, Any]]
    ) -> AsyncIterator[bytes]:
        """Writes a folder with the document's bytes, under a name valid for archives, its text and its record."""
        folder, file = f"documents/{_safe(document.file_id)}", _safe(document.blob_name)
        path = blob_path(caller.conversation(document.conversation_id), document.blob_name)
        blob = await self._blobs.properties(path)
        if blob is None:  # deleted in the meantime
            return
        with zipped.open(f"{folder}/original/{file}") as entry:
            for start in range(0, blob.size, _PIECE):
                try:
                    piece = await self._blobs.read_range(path, start, _PIECE)
                except NotFound:
                    break
                await asyncio.to_thread(entry.write, piece)
                yield zipped.take()
        yield zipped.take()
        record = {name: value for name, value in asdict(document).items() if name not in _INTERNAL}
        yield await zipped.add(f"{folder}/document.json", _json(record))
        if document.status == "ready":
            with suppress(NotFound):
                yield await zipped.add(
                    f"{folder}/text.{_PLAIN}", (await self._registry.text(caller, document)).encode()
                )
        about = {"file_id": document.file_id, "name": document.blob_name, "size": blob.size}
        listed.append({**about, "file": f"{folder}/original/{file}", "conversation_id": document.conversation_id})


class _Zip:
    """A zip archive whose bytes can be read while it is written."""

    def __init__(self) -> None:
        self._grown = bytearray()
        self._archive = zipfile.ZipFile(self, "w", zipfile.ZIP_DEFLATED)

    def write(self, data: bytes) -> int:
        self._grown += data
        return len(data)

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def open(self, name: str) -> Any:
        return self._archive.open(name, "w", force_zip64=True)

    async def add(self, name: str, data: bytes) -> bytes:
        def work() -> None:
            with self.open(name) as entry:
                entry.write(data)

        await asyncio.to_thread(work)
        return self.take()

    def take(self) -> bytes:
        """Returns the bytes written since the last call."""
        taken, self._grown = bytes(self._grown), bytearray()
        return taken

    def end(self) -> bytes:
        self._archive.close()
        return self.take()


def _safe(name: str) -> str:
    """A file name that every system can store, without any folder."""
    plain = _RISKY.sub("_", name).strip(" .") or "_"
    if _DEVICES.fullmatch(plain):
        plain = f"_{plain}"
    stem, dot, extension = plain.rpartition(".")
    suffix = f"{dot}{extension}" if stem and len(extension) <= 8 else ""
    return plain.removesuffix(suffix).encode()[: _NAME_BYTES - len(suffix.encode())].decode(errors="ignore") + suffix


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()
