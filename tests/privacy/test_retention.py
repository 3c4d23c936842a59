"""Retention: what is older than a deployment keeps it goes, oldest first, and is shown beforehand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from orc.conversations.deletion import Deletion
from orc.conversations.records import FILE_CONVERSATION, Conversation
from orc.domain import Caller
from orc.items import now, timestamp
from orc.ports import AUDIT_ITEMS, Upsert
from orc.privacy.audit import AuditLog
from orc.privacy.deletions import AuditedDeletion
from orc.privacy.retention import Retention
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.app.parts import CALLER, Parts, parts

pytestmark = pytest.mark.req("BX-18")

ORGANIZATION = CALLER.organization_id


@dataclass(frozen=True)
class Aging:
    """The parts of an app, in which things can be older than they are."""

    orc: Parts
    deletion: AuditedDeletion
    audit: AuditLog

    def keeping(self, *, conversations: int | None = None, documents: int | None = None) -> Retention:
        return Retention(
            self.orc.items,
            self.orc.documents,
            self.deletion,
            conversation_days=conversations,
            document_days=documents,
        )

    async def conversation(self, *, days: float, caller: Caller = CALLER, purpose: str | None = None) -> str:
        then = timestamp(now() - timedelta(days=days))
        made = replace(Conversation.draft(), status="idle", created_at=then, updated_at=then, purpose=purpose)
        await self.orc.items.write(caller.conversation(made.conversation_id).partition, [Upsert(made.to_item())])
        return made.conversation_id

    async def document(self, *, days: float) -> str:
        conversation = await self.orc.conversation(lease=b"Payment is due.")
        document, _ = await self.orc.registry.ensure_registered(CALLER.conversation(conversation), "lease.txt")
        then = timestamp(now() - timedelta(days=days))
        await self.orc.documents.write(CALLER.partition, [Upsert(replace(document, created_at=then).to_item())])
        return document.file_id

    async def conversations(self) -> set[str]:
        found = [await self.orc.items.query((), kind) for kind in ("conversation", FILE_CONVERSATION)]
        return {str(each.body["conversation_id"]) for page in found for each in page}


@pytest.fixture
async def aging(tmp_path: Path) -> AsyncIterator[Aging]:
    async with opened(tmp_path) as made:
        yield made


@asynccontextmanager
async def opened(directory: Path) -> AsyncIterator[Aging]:
    database = SqliteDatabase(directory / "audit.db")
    async with parts(directory) as orc:
        plain = Deletion(
            orc.items,
            orc.conversations,
            orc.registry,
            orc.blobs,
            orc.orchestrator.cancel,
            abandoned_after_seconds=60,
        )
        audit = AuditLog(SqliteItemStore(database, AUDIT_ITEMS), keep_days=30)
        yield Aging(orc, AuditedDeletion(plain, orc.conversations, orc.registry, audit), audit)
    await database.aclose()


async def test_only_what_is_older_goes(aging: Aging) -> None:
    old = {await aging.conversation(days=3), await aging.conversation(days=9, purpose="user_data")}
    young = await aging.conversation(days=1)
    aged, fresh = await aging.document(days=3), await aging.document(days=1)
    before = await aging.conversations()
    await aging.keeping(conversations=2, documents=2).sweep()
    assert await aging.conversations() == before - old
    assert young in await aging.conversations()
    assert [each.file_id for each in await aging.orc.registry.of_caller(CALLER)] == [fresh]
    told = await aging.audit.page(ORGANIZATION, since=None, until=None, after=None, limit=10)
    assert {(each.action, each.actor, each.target) for each in told} == {
        *(("conversation_expired", "system", each) for each in old),
        ("document_expired", "system", aged),
    }


async def test_without_the_settings_everything_stays(aging: Aging) -> None:
    await aging.conversation(days=9_000)
    await aging.document(days=9_000)
    before = await aging.conversations()
    await aging.keeping().sweep()
    assert await aging.conversations() == before
    assert len(await aging.orc.registry.of_caller(CALLER)) == 1
    assert [(each.after_days, each.count) for each in await aging.keeping().preview(ORGANIZATION)] == [(None, 0)] * 2


async def test_a_preview_lists_what_would_be_deleted_and_deletes_nothing(aging: Aging) -> None:
    old = [await aging.conversation(days=days, purpose="user_data" if days % 2 else None) for days in (9, 8, 7, 6, 5)]
    await aging.conversation(days=9, caller=Caller("another", "user"))
    retention, before = aging.keeping(conversations=2), await aging.conversations()
    counts = {each.kind: each for each in await retention.preview(ORGANIZATION)}
    assert (counts["conversation"].count, counts["document"].count) == (5, 0)
    assert str(counts["conversation"].oldest) < timestamp(now() - timedelta(days=8.9))
    page = await retention.page(ORGANIZATION, "conversation", after=None, limit=3)
    rest = await retention.page(ORGANIZATION, "conversation", after=page[-1].dated, limit=3)
    assert [each.id for each in (*page, *rest)] == old
    assert [each.count for each in await retention.preview(ORGANIZATION, days=8)] == [2, 0]
    shorter = await aging.keeping().page(ORGANIZATION, "conversation", after=None, limit=9, days=7)
    assert [each.id for each in shorter] == old[:3]
    assert await aging.conversations() == before
