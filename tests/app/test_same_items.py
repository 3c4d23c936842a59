"""What one scenario leaves in the stores: the same items in SQLite as in Cosmos DB, but for ids, times and ETags."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from orc.api.services import Services
from orc.conversations.records import Run, TurnRequest
from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.documents.paths import blob_path
from orc.domain import Caller
from shared.composition.services import build_services
from shared.settings import Settings
from tests.app.conftest import SETUPS
from tests.app.samples import HANDBOOK, LEASE, PARKING_NOTE
from tests.support.files import make_damaged_pdf
from tests.support.stored import Stored, StoredInCloud, StoredOnDisk

CALLER = Caller("organization", "user")
FILES = {"lease.pdf": LEASE, "handbook.pdf": HANDBOOK, "broken.pdf": make_damaged_pdf(), "note.md": PARKING_NOTE}
TURNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("How often is the brake inspected?", ("lease.pdf",)),
    ("And how high is the rent?", ("lease.pdf",)),
    ("Summarise these documents", ("lease.pdf", "handbook.pdf", "broken.pdf")),
    ("", ("note.md",)),
    ("Thank you!", ()),
)

_IDS = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?:run|message|file|document|document-event)-[0-9a-f]{32}(?:-[0-9a-f]{12})?"
)
_TIMES = re.compile(r'\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=_ms": )\d+')
_NOT_COMPARED = {"chunk", "hour_counts", "counted"}  # the index's own, and what depends on time
_OF_THE_STORE = {"_rid", "_self", "_etag", "_ts", "_attachments", "_lsn", "orc_write", "blob_etag"}


@asynccontextmanager
async def running(environment: dict[str, str]) -> AsyncIterator[Services]:
    services = build_services(Settings.from_environ(environment))
    try:
        yield services
    finally:
        await services.close()


async def converse(services: Services) -> None:
    """Uploads, registers and asks: every kind of item comes into being."""
    conversation = (await services.conversations.create(CALLER)).conversation_id
    for name, data in FILES.items():
        blob = await services.blobs.put(
            blob_path(CALLER.conversation(conversation), name), data, content_type=SUPPORTED_TYPES[extension_of(name)]
        )
        await services.registry.note_upload(CALLER.conversation(conversation), name, blob)
        await services.registry.ensure_registered(CALLER.conversation(conversation), name)
    for question, names in TURNS:
        request = TurnRequest(question=question, conversation_id=conversation, blob_names=names)
        run = await services.orchestrator.start(CALLER, request)
        await finished(services, run)


async def finished(services: Services, run: Run) -> None:
    async for _ in services.orchestrator.follow_run(CALLER, run, tick_seconds=5):
        pass


def comparable(stored: Stored) -> list[Any]:
    """All items that can be compared, in an order that does not depend on the store."""
    items = [item for item in stored.items() if item["type"] not in _NOT_COMPARED]
    plain = [{key: value for key, value in item.items() if key not in _OF_THE_STORE} for item in items]
    text = _TIMES.sub("0", json.dumps(plain, sort_keys=True))
    numbers: dict[str, str] = {}
    named: list[dict[str, Any]] = json.loads(text)
    order = _runs_joined(sorted(named, key=lambda item: (item["type"], _place(item), _named(item))))
    text = _IDS.sub(lambda match: numbers.setdefault(match[0], f"id {len(numbers)}"), json.dumps(order))
    return list(json.loads(text))


def _runs_joined(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events of a run as one item: when tokens are stored, and what goes with them, depends on time."""
    joined: list[dict[str, Any]] = []
    for item in items:
        before = joined[-1] if joined else {}
        if item["type"] != "event" or (before.get("type"), before.get("run_id")) != ("event", item["run_id"]):
            joined.append(item)
            continue
        for event in item["events"]:
            last = before["events"][-1]
            if event["type"] == last["type"] == "token":
                last["texts"] += event["texts"]
            else:
                before["events"].append(event)
        before["last_seq"] = item["last_seq"]
    return joined


def _place(item: dict[str, Any]) -> int:
    """Where an item stands among those of its type, when that does not depend on ids."""
    place = item.get("sort")
    return place if isinstance(place, int) else 0


def _named(item: dict[str, Any]) -> str:
    """What tells apart items of one place, whatever their ids."""
    if item["type"] == "document_event":
        return _IDS.sub("", json.dumps([item["name"], item["payload"]]))
    return str(item.get("blob_name") or item.get("title") or item.get("node") or item.get("question") or "")


@pytest.mark.cloud
@pytest.mark.req("CS-08")
async def test_one_scenario_leaves_the_same_items_in_both_set_ups(tmp_path: Path) -> None:
    async with running({"ORC_DATA_DIR": str(tmp_path)}) as services:
        await converse(services)
    local = comparable(StoredOnDisk(tmp_path))

    with SETUPS["cloud"]() as environment:
        async with running({**environment, "ORC_DATA_DIR": str(tmp_path / "cloud")}) as services:
            await converse(services)
        cosmos, storage = environment["COSMOS_CONNECTION_STRING"], environment["AZURE_STORAGE_CONNECTION_STRING"]
        cloud = comparable(StoredInCloud(cosmos, storage))

    kinds = {"conversation", "message", "run", "event", "checkpoint", "lease", "document", "content", "document_event"}
    assert {item["type"] for item in local} == {*kinds, "usage", "organization_usage"}
    for one, other in zip(local, cloud, strict=True):
        assert one == other
