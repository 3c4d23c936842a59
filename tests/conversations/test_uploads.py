"""Uploads while what they are for is deleted: what was told of them is so, and what is late leaves nothing."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from orc.conversations.deletion import Deletion
from orc.conversations.repository import Conversations
from orc.conversations.uploads import Uploads
from orc.documents.labels import NewFile, UploadInfo
from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.domain import ConversationKey
from orc.errors import NotFound
from orc.ports import CONVERSATION_ITEMS
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.documents.processes import CALLER, TEXT, Process


@dataclass(frozen=True)
class World:
    process: Process
    conversations: Conversations
    deletion: Deletion

    @property
    def uploads(self) -> Uploads:
        return Uploads(self.conversations, self.process.registry)

    async def left(self) -> tuple[list[Document], list[str]]:
        """The documents, and the paths of all blobs."""
        paths = [blob.path for top in ("documents", "extracted") async for blob in self.process.blobs.list(top)]
        return await self.process.registry.of_caller(CALLER), paths


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        process, items = Process(database, tmp_path), SqliteItemStore(database, CONVERSATION_ITEMS)
        conversations = Conversations(items)

        async def cancel(key: ConversationKey, run_id: str | None) -> None:
            """Nothing runs."""

        parts = items, conversations, process.registry, process.blobs, cancel
        yield World(process, conversations, Deletion(*parts, abandoned_after_seconds=60))


def file(name: str, meanwhile: Callable[[], Awaitable[object]] | None = None) -> NewFile:
    """A file; meanwhile happens when half of it was sent."""

    async def pieces() -> AsyncIterator[bytes]:
        yield TEXT[:5].encode()
        if meanwhile is not None:
            await meanwhile()
        yield TEXT[5:].encode()

    return NewFile(name, "text/plain", pieces(), UploadInfo(sha256(TEXT.encode()).hexdigest()))


@pytest.mark.req("CS-06")
@pytest.mark.parametrize("names", [["a.txt"], ["a.txt", "b.txt", "c.txt"]])
async def test_an_upload_during_a_conversations_deletion_leaves_nothing(world: World, names: list[str]) -> None:
    conversation = (await world.conversations.create(CALLER)).conversation_id
    files = [file(name) for name in names]
    files[len(names) // 2] = file(
        names[len(names) // 2], lambda: world.deletion.delete(CALLER.conversation(conversation))
    )
    with pytest.raises(NotFound, match="no such conversation"):
        await world.uploads.store(CALLER.conversation(conversation), files)
    assert await world.left() == ([], [])


@pytest.mark.req("CS-06")
async def test_a_file_that_is_read_while_its_conversation_is_deleted_leaves_nothing(world: World) -> None:
    conversation = (await world.conversations.create(CALLER)).conversation_id
    path = blob_path(CALLER.conversation(conversation), "a.txt")
    await world.process.blobs.put(path, TEXT.encode(), content_type="text/plain")
    read: list[str] = []

    async def read_now() -> None:
        document, _ = await world.process.registry.ensure_registered(CALLER.conversation(conversation), "a.txt")
        read.append(document.status)

    world.process.blobs.before_listing = read_now
    await world.deletion.delete(CALLER.conversation(conversation))
    assert read == ["ready"]
    assert await world.left() == ([], [])


async def test_a_file_deleted_before_its_upload_returns_is_no_document(world: World) -> None:
    conversation = (await world.conversations.create(CALLER)).conversation_id
    registry = world.process.registry

    async def read_and_deleted() -> None:
        document, _ = await registry.ensure_registered(CALLER.conversation(conversation), "a.txt")
        await registry.delete(CALLER, document.file_id)

    world.process.blobs.after_putting = read_and_deleted
    [told] = await world.uploads.store(CALLER.conversation(conversation), [file("a.txt")])
    assert told.blob_name == "a.txt"
    assert await world.left() == ([], [])
