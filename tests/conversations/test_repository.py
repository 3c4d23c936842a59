"""Conversations over the real store."""

from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orc.conversations.records import Message
from orc.conversations.repository import Conversations
from orc.domain import Caller, Citation, CitationSpan
from orc.ports import CONVERSATION_ITEMS, MAX_WRITES_PER_BATCH, Create
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore

CALLER = Caller("org", "user")
MADE = "2026-01-01T00:00:00.000000Z"


def message(number: int) -> Message:
    return Message(
        message_id=f"message-{number}",
        seq=1 + number * 10,
        role="assistant" if number % 2 else "user",
        text=f"Message {number}",
        run_id=f"run-{number // 2}",
        parent_message_id=f"message-{number - 1}" if number else None,
        created_at=MADE,
    )


async def test_a_long_conversation_is_listed_whole_and_read_from_its_end(tmp_path: Path) -> None:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        items = SqliteItemStore(database, CONVERSATION_ITEMS)
        conversations = Conversations(items)
        conversation_id = (await conversations.create(CALLER)).conversation_id
        partition = CALLER.conversation(conversation_id).partition
        said = [message(number) for number in range(450)]
        for start in range(0, len(said), MAX_WRITES_PER_BATCH):
            batch = said[start : start + MAX_WRITES_PER_BATCH]
            await items.write(partition, [Create(each.to_item()) for each in batch])

        assert await conversations.messages(CALLER.conversation(conversation_id)) == said
        assert await conversations.branch(partition, "message-449", 5) == said[-5:]
        assert await conversations.branch(partition, "message-3", 10) == said[:4]


@pytest.mark.req("AN-05")
async def test_citations_round_trip_with_and_without_spans(tmp_path: Path) -> None:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        items = SqliteItemStore(database, CONVERSATION_ITEMS)
        conversations = Conversations(items)
        conversation_id = (await conversations.create(CALLER)).conversation_id
        span = CitationSpan(0, 13, None, 5, 9, "rent", verified=True)
        citation = Citation("1", "f:c", "f", "f.txt", None, 5, 9, "rent", ("bm25",), verified=True, spans=(span,))
        new = replace(message(1), parent_message_id=None, citations=(citation,))
        old = replace(message(3), citations=(replace(citation, spans=()),))
        stored: Any = old.to_item()
        del stored["citations"][0]["spans"]
        await items.write(CALLER.conversation(conversation_id).partition, [Create(new.to_item()), Create(stored)])
        assert await conversations.messages(CALLER.conversation(conversation_id)) == [new, old]
