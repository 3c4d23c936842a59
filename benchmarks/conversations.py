"""Creates conversations with a history for the measured turns."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.naive_server import ADD, INDEX, SCHEMA
from orc.conversations.records import TurnRequest
from orc.documents.paths import blob_path
from orc.domain import Caller
from shared.composition.services import build_services
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.api.services import Services

_AT_ONCE = 16
_CALLER = Caller("local", "user")


def make_conversations(data_dir: Path, messages: Sequence[int]) -> list[str]:
    """Creates a conversation with each of these numbers of messages by asking the product without a model. Returns the
    ids."""
    return asyncio.run(_make(data_dir, messages))


async def _make(data_dir: Path, messages: Sequence[int]) -> list[str]:
    services = build_services(Settings.from_environ({"ORC_DATA_DIR": str(data_dir)}))
    slots = asyncio.Semaphore(_AT_ONCE)

    async def make(count: int) -> str:
        async with slots:
            conversation = await services.conversations.create(_CALLER)
            for number in range(count // 2):
                await _ask(
                    services, TurnRequest(question=f"Thanks {number}", conversation_id=conversation.conversation_id)
                )
            return conversation.conversation_id

    try:
        return await asyncio.gather(*map(make, messages))
    finally:
        await services.close()


async def _ask(services: "Services", request: TurnRequest) -> None:
    run = await services.orchestrator.start(_CALLER, request)
    async with aclosing(services.orchestrator.follow_run(_CALLER, run, tick_seconds=10)) as events:
        async for _ in events:
            pass


def make_document(data_dir: Path, name: str, content: bytes) -> str:
    """Creates a conversation with a text that is ready to be asked about. Returns its id."""
    return asyncio.run(_make_document(data_dir, name, content))


async def _make_document(data_dir: Path, name: str, content: bytes) -> str:
    services = build_services(Settings.from_environ({"ORC_DATA_DIR": str(data_dir)}))
    try:
        conversation = await services.conversations.create(_CALLER)
        key = _CALLER.conversation(conversation.conversation_id)
        await services.blobs.put(blob_path(key, name), content, content_type="text/markdown")
        await services.registry.ensure_registered(key, name)
        return conversation.conversation_id
    finally:
        await services.close()


def copy_for_the_naive_server(conversation_ids: Sequence[str], messages: int, database: Path) -> None:
    """Creates conversations with the same numbers of messages, of the same length, for the naive server."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(SCHEMA)
    connection.execute(INDEX)
    pair = [("user", "Thanks 1"), ("assistant", "You are welcome.")]
    rows = [(id_, role, text, 0) for id_ in conversation_ids for _ in range(messages // 2) for role, text in pair]
    connection.executemany(ADD, rows)
    connection.commit()
    connection.close()
