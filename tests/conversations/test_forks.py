"""Interrupted forks: no client sees them, and what was copied is removed."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from orc.conversations.deletion import Deletion
from orc.conversations.forks import Forks
from orc.documents.paths import blob_path
from orc.domain import ConversationKey
from orc.errors import ItemChanged, NotFound, StoreUnavailable
from orc.items import now, timestamp
from orc.ports import Upsert
from tests.app.parts import CALLER, Parts, parts
from tests.support.waiting import until

AWAY = StoreUnavailable("The store does not answer.")


@pytest.fixture
async def orc(tmp_path: Path) -> AsyncIterator[Parts]:
    async with parts(tmp_path) as orc:
        yield orc


def forks(orc: Parts) -> Forks:
    return Forks(orc.items, orc.conversations, orc.registry, orc.blobs, lease_seconds=20)


def deletion(orc: Parts) -> Deletion:
    """One that takes for left what was begun until now."""

    async def cancel(key: ConversationKey, run_id: str | None) -> None:
        """Nothing runs."""

    return Deletion(orc.items, orc.conversations, orc.registry, orc.blobs, cancel, abandoned_after_seconds=-60)


async def asked(orc: Parts) -> tuple[str, str]:
    """A conversation with two documents, and its newest message."""
    conversation = await orc.conversation(a=b"Cars park in row seven.", b=b"Bicycles park in row eight.")
    _, message = await orc.ask(conversation, "Where do cars park?", "a.txt", "b.txt")
    return conversation, message.message_id


async def elsewhere(orc: Parts, conversation: str) -> tuple[list[str], list[str]]:
    """The documents and the files that belong to no other conversation than this one."""
    documents = [d.blob_name for d in await orc.registry.of_caller(CALLER) if d.conversation_id != conversation]
    paths = [blob.path async for blob in orc.blobs.list("documents") if conversation not in blob.path]
    return documents, paths


async def test_an_abandoned_fork_is_invisible_and_is_collected(orc: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    conversation, message = await asked(orc)
    note_upload, noted = orc.registry.note_upload, list[str]()

    async def breaks_off(*args: Any) -> Any:
        if noted:
            raise AWAY
        noted.append(args[2])
        return await note_upload(*args)

    with monkeypatch.context() as outage:
        outage.setattr(orc.registry, "note_upload", breaks_off)
        with pytest.raises(StoreUnavailable):
            await forks(orc).fork(CALLER.conversation(conversation), message)
    documents, paths = await elsewhere(orc, conversation)
    assert (documents, len(paths)) == (["a.txt"], 2)
    listed = await orc.conversations.listing(CALLER, limit=10, continuation=None)
    assert [each.conversation_id for each in listed] == [conversation]
    await deletion(orc).resume()
    assert await elsewhere(orc, conversation) == ([], [])
    assert await orc.items.query(CALLER.partition, "conversation", where={"status": "deleting"}) == []
    fork = await forks(orc).fork(CALLER.conversation(conversation), message)
    assert sorted((await elsewhere(orc, conversation))[0]) == ["a.txt", "b.txt"]
    assert len(await orc.conversations.messages(CALLER.conversation(fork.conversation_id))) == 2


async def test_a_collected_fork_leaves_nothing(orc: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    conversation, message = await asked(orc)
    note_upload = orc.registry.note_upload

    async def deleted_meanwhile(*args: Any) -> Any:
        await deletion(orc).resume()
        return await note_upload(*args)

    with monkeypatch.context() as slow:
        slow.setattr(orc.registry, "note_upload", deleted_meanwhile)
        with pytest.raises((ItemChanged, NotFound)):
            await forks(orc).fork(CALLER.conversation(conversation), message)
    assert await elsewhere(orc, conversation) == ([], [])


@pytest.mark.req("RE-09")
async def test_a_fork_reads_its_own_copy_of_what_a_dead_reader_left(orc: Parts) -> None:
    conversation, message = await asked(orc)
    await orc.blobs.put(
        blob_path(CALLER.conversation(conversation), "c.txt"), b"Trams stop in row nine.", content_type="text/plain"
    )
    blob = await orc.blobs.properties(blob_path(CALLER.conversation(conversation), "c.txt"))
    assert blob is not None
    queued = await orc.registry.note_upload(CALLER.conversation(conversation), "c.txt", blob)
    later = timestamp(now() + timedelta(hours=1))
    held = replace(queued, status="processing", attempts=1, lease_owner="process-elsewhere", lease_until=later)
    await orc.documents.write(CALLER.partition, [Upsert(held.to_item())])
    fork = await forks(orc).fork(CALLER.conversation(conversation), message)
    copy = await orc.registry.deliver(CALLER.conversation(fork.conversation_id), "c.txt")
    assert copy is not None
    assert (copy.status, copy.attempts) == ("ready", 1)
    assert await orc.registry.deliver(CALLER.conversation(conversation), "c.txt") is None


async def test_a_slow_fork_is_not_collected(orc: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    conversation, message = await asked(orc)
    put, times = orc.blobs.put, set[str]()

    async def slow(*args: Any, **kwargs: Any) -> Any:
        async def is_renewed() -> bool:
            [draft] = await orc.items.query(CALLER.partition, "conversation", where={"status": "deleting"})
            times.add(str(draft.body["updated_at"]))
            return len(times) > 2

        await until(is_renewed)
        return await put(*args, **kwargs)

    monkeypatch.setattr(orc.blobs, "put", slow)
    fork = await Forks(orc.items, orc.conversations, orc.registry, orc.blobs, lease_seconds=0.3).fork(
        CALLER.conversation(conversation), message
    )
    assert fork.status == "idle"
