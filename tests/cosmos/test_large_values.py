"""Values that are too large for an item of Cosmos DB."""

import os
from pathlib import Path

import pytest

from cosmos_server import CosmosServer
from orc.errors import ItemChanged, ItemExists, StoreError, StoreUnavailable
from orc.ports import Create, Delete, Replace, StoredItem, Upsert
from shared.blobs.local import LocalBlobStore
from shared.stores.cosmos import CosmosItemStore
from shared.stores.cosmos.large import MAX_BATCH_BYTES, MAX_ITEM_BYTES
from tests.cosmos.items import HOME, item, stored

pytestmark = pytest.mark.cloud

LARGE = "x" * 1_200_000


def files(tmp_path: Path) -> list[Path]:
    return sorted(path for path in (tmp_path / "blobs").rglob("*") if path.is_file())


@pytest.mark.req("RE-04")
@pytest.mark.parametrize("size", [1_900_000, 2_100_000, 5_000_000])
@pytest.mark.parametrize("character", ["x", "é", "\ud83d"])
async def test_an_item_beyond_the_services_limit_is_stored(
    server: CosmosServer, items: CosmosItemStore, size: int, character: str
) -> None:
    body = item("m1", text=character * (size // 2), steps=[{"result": "y" * 1000}] * (size // 2000), short="z")
    [etag] = await items.write(HOME, [Create(body)])
    assert await items.read(HOME, "m1") == StoredItem(body, etag)
    assert await items.query(HOME, "message") == [StoredItem(body, etag)]
    assert all(len(str(each)) < MAX_ITEM_BYTES for each in server.items("conversations"))


@pytest.mark.req("RE-04")
async def test_a_batch_beyond_the_services_limit_is_written_whole(server: CosmosServer, items: CosmosItemStore) -> None:
    bodies = [item(f"m{n}", text=str(n) * 60_000) for n in range(10, 60)]
    await items.write(HOME, [Create(body) for body in bodies])
    assert [found.body for found in await items.query(HOME, "message")] == bodies
    assert sum(len(str(each)) for each in server.items("conversations")) < 1.1 * MAX_BATCH_BYTES


async def test_an_item_of_usual_size_has_no_blob(items: CosmosItemStore, tmp_path: Path) -> None:
    await items.write(HOME, [Create(item("m1", text="x" * 500_000))])
    assert files(tmp_path) == []


async def test_a_large_value_is_under_its_container_partition_and_item(items: CosmosItemStore, tmp_path: Path) -> None:
    await items.write(HOME, [Create(item("a/b", text=LARGE))])
    [file] = files(tmp_path)
    assert file.relative_to(tmp_path / "blobs").parent == Path("large", "conversations", *HOME, "a~2Fb")
    assert file.name.startswith("text-")


async def test_a_large_value_goes_with_its_item(items: CosmosItemStore, tmp_path: Path) -> None:
    await items.write(HOME, [Create(item("m1", text=LARGE)), Create(item("m2", text=LARGE))])
    await items.write(HOME, [Delete("m1"), Upsert(item("m3"))])
    assert [file.parent.name for file in files(tmp_path)] == ["m2"]


async def test_large_values_go_with_their_partition(items: CosmosItemStore, tmp_path: Path) -> None:
    await items.write(HOME, [Create(item("m1", text=LARGE)), Create(item("m2", text=LARGE))])
    other = (*HOME[:2], "other")
    await items.write(other, [Create(item("m1", text=LARGE))])
    await items.delete_partition(HOME)
    assert [file.parent.parent.name for file in files(tmp_path)] == ["other"]


@pytest.mark.req("CS-06")
async def test_large_values_that_cannot_be_deleted_keep_the_item_that_goes_last(
    items: CosmosItemStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await items.write(HOME, [Create(item("m1", text=LARGE)), Create(item("conversation"))])

    async def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("The blobs cannot be reached.")

    with monkeypatch.context() as outage:
        outage.setattr(LocalBlobStore, "delete", away)
        with pytest.raises(StoreUnavailable):
            await items.delete_partition(HOME, last="conversation")
    assert await items.read(HOME, "conversation") is not None
    await items.delete_partition(HOME, last="conversation")
    assert (files(tmp_path), await items.read(HOME, "conversation")) == ([], None)


async def test_each_write_has_its_own_large_value(items: CosmosItemStore) -> None:
    [first] = await items.write(HOME, [Create(item("m1", text=LARGE + "1"))])
    await items.write(HOME, [Replace(item("m1", text=LARGE + "2"), first)])
    assert (await stored(items, "m1")).body["text"] == LARGE + "2"
    await items.write(HOME, [Upsert(item("m1", text="small"))])
    assert (await stored(items, "m1")).body["text"] == "small"


async def test_long_superseded_values_are_deleted(items: CosmosItemStore, tmp_path: Path) -> None:
    await items.write(HOME, [Create(item("m1", text=LARGE + "1"))])
    [old] = files(tmp_path)
    os.utime(old, (0, 0))
    await items.write(HOME, [Upsert(item("m1", text=LARGE + "2"))])
    await items.write(HOME, [Upsert(item("m1", text=LARGE + "3"))])
    assert old not in files(tmp_path)
    assert len(files(tmp_path)) == 2
    assert (await stored(items, "m1")).body["text"] == LARGE + "3"


async def test_a_refused_write_leaves_no_blob_and_harms_none(items: CosmosItemStore, tmp_path: Path) -> None:
    await items.write(HOME, [Create(item("m1", text=LARGE))])
    before = files(tmp_path)
    with pytest.raises(ItemExists):
        await items.write(HOME, [Create(item("m1", text=LARGE + "2"))])
    with pytest.raises(ItemChanged):
        await items.write(HOME, [Replace(item("m1", text=LARGE + "2"), "stale"), Create(item("m2", text=LARGE))])
    assert files(tmp_path) == before
    assert (await stored(items, "m1")).body["text"] == LARGE


async def test_a_write_that_may_have_happened_keeps_its_blobs(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.ping()
    server.drop_connection(times=5, when="after")
    with pytest.raises(StoreUnavailable):
        await items.write(HOME, [Upsert(item("m1", text=LARGE))])
    assert (await stored(items, "m1")).body["text"] == LARGE


async def test_a_lost_large_value_is_an_outage_rather_than_an_empty_value(
    items: CosmosItemStore, tmp_path: Path
) -> None:
    await items.write(HOME, [Create(item("m1", text=LARGE))])
    [file] = files(tmp_path)
    file.unlink()
    with pytest.raises(StoreUnavailable, match="large value"):
        await items.read(HOME, "m1")


async def test_an_item_that_is_large_all_over_is_refused(items: CosmosItemStore) -> None:
    body = item("m1", **{f"field{n}": "x" * 700 for n in range(3500)})
    with pytest.raises(StoreError):
        await items.write(HOME, [Create(body)])


async def test_a_blob_store_that_fails_does_not_leave_half_a_write(
    items: CosmosItemStore, blobs: LocalBlobStore, tmp_path: Path
) -> None:
    await items.ping()
    (tmp_path / "blobs").mkdir()
    (tmp_path / "blobs" / "large").write_text("a file where a folder should be")
    with pytest.raises(StoreUnavailable):
        await items.write(HOME, [Create(item("m1", text=LARGE))])
    assert await items.read(HOME, "m1") is None
