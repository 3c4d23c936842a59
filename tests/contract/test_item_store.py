"""What every item store promises."""

import asyncio
from collections.abc import Sequence

import pytest

from orc.domain import Json
from orc.errors import ItemChanged, ItemExists
from orc.ports import (
    CONVERSATION_ITEMS,
    DOCUMENT_ITEMS,
    MAX_WRITES_PER_BATCH,
    Create,
    Delete,
    Increment,
    ItemStore,
    Replace,
    StoredItem,
    Upsert,
    Write,
)
from tests.contract.conftest import OpenItemStore

HOME = ("org", "user", "conversation")
WRITERS = 50
PARTS: dict[str, Json] = dict(zip(CONVERSATION_ITEMS.partition_fields, HOME, strict=True))


def item(item_id: str, item_type: str = "message", **fields: Json) -> dict[str, Json]:
    return {"id": item_id, "type": item_type, "schema_version": 1, **PARTS, **fields}


def ids(found: Sequence[StoredItem]) -> list[Json]:
    return [stored.body["id"] for stored in found]


async def stored(store: ItemStore, item_id: str, partition: tuple[str, ...] = HOME) -> StoredItem:
    found = await store.read(partition, item_id)
    assert found is not None
    return found


async def gone(store: ItemStore, item_id: str) -> None:
    """Returns when the item has expired; looks for ten seconds."""
    for _ in range(500):
        if await store.read(HOME, item_id) is None:
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"{item_id} has not expired")


async def test_an_item_is_read_as_it_was_written(item_store: ItemStore) -> None:
    body = item(
        "m1",
        "message",
        sort=7,
        text='Grüße, 東京 🌍 "quoted" \\ \x00 \x7f \u2028 \n',
        nested={"list": [1, [2, {"deep": None}], True, False], "empty": {}, "none": []},
        big=2**53,
        negative=-(2**53),
        real=0.1,
        tiny=5e-324,
        whole=1.0,
        nothing=None,
    )
    [etag] = await item_store.write(HOME, [Create(body)])
    found = await stored(item_store, "m1")
    assert found == StoredItem(body, etag)
    assert [type(found.body[key]) for key in ("big", "real", "whole")] == [int, float, float]


async def test_an_item_holds_the_parts_of_its_partition(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create({"id": "m1", "type": "message", "schema_version": 1})])
    assert (await stored(item_store, "m1")).body == item("m1")


async def test_half_a_surrogate_pair_from_a_model_is_stored(item_store: ItemStore) -> None:
    body = item("m1", text="broken \ud83d emoji \\\ud83d é")
    await item_store.write(HOME, [Create(body)])
    assert (await stored(item_store, "m1")).body == body


async def test_tuples_are_stored_as_lists(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item("m1", names=("a", "b")))])
    assert (await stored(item_store, "m1")).body["names"] == ["a", "b"]


async def test_changing_a_read_item_does_not_change_the_store(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item("m1", names=["a"]))])
    names = (await stored(item_store, "m1")).body["names"]
    assert isinstance(names, list)
    names.append("b")
    assert (await stored(item_store, "m1")).body["names"] == ["a"]


async def test_a_missing_item_is_none(item_store: ItemStore) -> None:
    assert await item_store.read(HOME, "m1") is None


async def test_a_store_that_answers_can_be_pinged(item_store: ItemStore) -> None:
    await item_store.ping()


async def test_items_survive_a_restart(open_item_store: OpenItemStore) -> None:
    async with open_item_store(CONVERSATION_ITEMS) as store:
        [etag] = await store.write(HOME, [Create(item("m1"))])
    async with open_item_store(CONVERSATION_ITEMS) as store:
        assert await stored(store, "m1") == StoredItem(item("m1"), etag)


async def test_containers_do_not_see_each_other(open_item_store: OpenItemStore) -> None:
    async with open_item_store(CONVERSATION_ITEMS) as one, open_item_store(DOCUMENT_ITEMS) as other:
        await one.write(HOME, [Create(item("m1", sort=1))])
        await other.write(HOME[:2], [Create(item("m2", sort=1))])
        assert await other.read(HOME[:2], "m1") is None
        await one.delete_partition(HOME)
        assert ids(await other.query(HOME[:2], "message")) == ["m2"]


async def test_two_openings_see_each_others_writes(open_item_store: OpenItemStore) -> None:
    async with open_item_store(CONVERSATION_ITEMS) as one, open_item_store(CONVERSATION_ITEMS) as other:
        [etag] = await one.write(HOME, [Create(item("m1", n=1))])
        await other.write(HOME, [Replace(item("m1", n=2), etag)])
        assert (await stored(one, "m1")).body["n"] == 2


async def test_create_refuses_a_taken_id(item_store: ItemStore) -> None:
    [etag] = await item_store.write(HOME, [Create(item("m1", n=1))])
    with pytest.raises(ItemExists):
        await item_store.write(HOME, [Create(item("m1", n=2))])
    assert await stored(item_store, "m1") == StoredItem(item("m1", n=1), etag)


async def test_replace_needs_the_current_etag(item_store: ItemStore) -> None:
    [first] = await item_store.write(HOME, [Create(item("m1", n=1))])
    [second] = await item_store.write(HOME, [Replace(item("m1", n=2), first)])
    with pytest.raises(ItemChanged):
        await item_store.write(HOME, [Replace(item("m1", n=3), first)])
    assert await stored(item_store, "m1") == StoredItem(item("m1", n=2), second)


async def test_replace_of_a_missing_item_is_a_change(item_store: ItemStore) -> None:
    [etag] = await item_store.write(HOME, [Create(item("m1"))])
    await item_store.write(HOME, [Delete("m1")])
    with pytest.raises(ItemChanged):
        await item_store.write(HOME, [Replace(item("m1"), etag)])
    assert await item_store.read(HOME, "m1") is None


async def test_a_recreated_item_has_a_new_etag(item_store: ItemStore) -> None:
    [first] = await item_store.write(HOME, [Create(item("m1"))])
    await item_store.write(HOME, [Delete("m1")])
    [second] = await item_store.write(HOME, [Create(item("m1"))])
    assert first != second


async def test_upsert_creates_and_overwrites(item_store: ItemStore) -> None:
    [first] = await item_store.write(HOME, [Upsert(item("m1", n=1, old=True))])
    [second] = await item_store.write(HOME, [Upsert(item("m1", n=1))])
    assert first != second
    assert await stored(item_store, "m1") == StoredItem(item("m1", n=1), second)


async def test_upsert_can_change_type_and_place_in_the_order(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item("a", "message", sort=1)), Create(item("b", "message", sort=2))])
    await item_store.write(HOME, [Upsert(item("a", "message", sort=3)), Upsert(item("b", "note", sort=2))])
    assert ids(await item_store.query(HOME, "message")) == ["a"]
    assert ids(await item_store.query(HOME, "note")) == ["b"]


async def test_deleting_a_missing_item_is_no_error(item_store: ItemStore) -> None:
    assert await item_store.write(HOME, [Delete("m1")]) == [""]


async def test_a_delete_with_an_etag_deletes_that_version_only(item_store: ItemStore) -> None:
    [first] = await item_store.write(HOME, [Create(item("m1", n=1))])
    [second] = await item_store.write(HOME, [Replace(item("m1", n=2), first)])
    for others in ([], [Create(item("m2"))]):
        with pytest.raises(ItemChanged):
            await item_store.write(HOME, [*others, Delete("m1", first)])
    assert await stored(item_store, "m1") == StoredItem(item("m1", n=2), second)
    assert await item_store.read(HOME, "m2") is None
    assert await item_store.write(HOME, [Delete("m1", second), Create(item("m2"))]) != ["", ""]
    assert ids(await item_store.query(HOME, "message")) == []
    assert await item_store.read(HOME, "m1") is None


async def test_a_delete_with_an_etag_of_a_missing_item_is_no_error(item_store: ItemStore) -> None:
    [etag] = await item_store.write(HOME, [Create(item("m1"))])
    for _ in range(2):
        assert await item_store.write(HOME, [Delete("m1", etag)]) == [""]
    assert (await item_store.write(HOME, [Delete("m1", etag), Create(item("m2"))]))[0] == ""
    assert await item_store.read(HOME, "m2") is not None


async def test_each_write_of_a_batch_has_its_etag_in_order(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item("gone"))])
    etags = await item_store.write(HOME, [Create(item("a")), Delete("gone"), Upsert(item("b"))])
    assert etags == [(await stored(item_store, "a")).etag, "", (await stored(item_store, "b")).etag]
    assert len(set(etags)) == 3


async def test_an_empty_batch_changes_nothing(item_store: ItemStore) -> None:
    assert await item_store.write(HOME, []) == []


async def test_writes_of_a_batch_take_effect_in_order(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item("a", n=1))])
    await item_store.write(HOME, [Delete("a"), Create(item("a", n=2)), Upsert(item("a", n=3))])
    assert (await stored(item_store, "a")).body["n"] == 3


@pytest.mark.parametrize(
    ("failing", "error"),
    [
        (Create(item("taken")), ItemExists),
        (Replace(item("taken"), "stale"), ItemChanged),
        (Delete("taken", "stale"), ItemChanged),
    ],
)
@pytest.mark.parametrize("position", [0, 2, 3])
async def test_a_failing_write_anywhere_in_a_batch_undoes_all(
    item_store: ItemStore, failing: Write, error: type[Exception], position: int
) -> None:
    await item_store.write(HOME, [Create(item("taken", n=1)), Create(item("kept"))])
    writes: list[Write] = [Create(item("new")), Upsert(item("taken", n=2)), Delete("kept")]
    writes.insert(position, failing)
    with pytest.raises(error):
        await item_store.write(HOME, writes)
    assert await item_store.read(HOME, "new") is None
    assert (await stored(item_store, "kept")).body == item("kept")
    assert (await stored(item_store, "taken")).body["n"] == 1


async def test_the_largest_batch_is_written(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item(f"m{n}", sort=n)) for n in range(MAX_WRITES_PER_BATCH)])
    assert len(await item_store.query(HOME, "message", limit=1000)) == MAX_WRITES_PER_BATCH


async def test_a_larger_batch_is_refused_whole(item_store: ItemStore) -> None:
    with pytest.raises(ValueError, match="at most 100"):
        await item_store.write(HOME, [Create(item(f"m{n}", sort=n)) for n in range(MAX_WRITES_PER_BATCH + 1)])
    assert await item_store.query(HOME, "message") == []


@pytest.mark.req("RE-03")
async def test_fifty_concurrent_writers_lose_no_update(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Create(item("counter", "counter", n=0, by=[]))])

    async def add_one(writer: int) -> None:
        while True:
            found = await stored(item_store, "counter")
            n, by = found.body["n"], found.body["by"]
            assert isinstance(n, int)
            assert isinstance(by, list)
            changed = item("counter", "counter", n=n + 1, by=[*by, writer])
            try:
                await item_store.write(HOME, [Replace(changed, found.etag)])
            except ItemChanged:
                continue
            return

    await asyncio.gather(*(add_one(writer) for writer in range(WRITERS)))
    body = (await stored(item_store, "counter")).body
    assert body["n"] == WRITERS
    assert isinstance(body["by"], list)
    assert {*body["by"]} == {*range(WRITERS)}


@pytest.mark.req("RE-03")
async def test_one_of_fifty_concurrent_creations_succeeds(item_store: ItemStore) -> None:
    results = await asyncio.gather(
        *(item_store.write(HOME, [Create(item("m1", n=n))]) for n in range(50)), return_exceptions=True
    )
    won = [n for n, result in enumerate(results) if isinstance(result, list)]
    assert len(won) == 1
    assert sum(isinstance(result, ItemExists) for result in results) == 49
    assert (await stored(item_store, "m1")).body["n"] == won[0]


@pytest.mark.req("CS-14")
async def test_an_expired_item_is_not_there(item_store: ItemStore) -> None:
    [etag, _] = await item_store.write(HOME, [Create(item("m1", sort=1, ttl=1)), Create(item("m2", sort=2, ttl=3600))])
    assert ids(await item_store.query(HOME, "message")) == ["m1", "m2"]
    await gone(item_store, "m1")
    assert ids(await item_store.query(HOME, "message")) == ["m2"]
    with pytest.raises(ItemChanged):
        await item_store.write(HOME, [Replace(item("m1"), etag)])
    await item_store.write(HOME, [Create(item("m1", n=2))])
    assert (await stored(item_store, "m1")).body["n"] == 2


async def test_the_lifetime_counts_from_the_last_write(item_store: ItemStore) -> None:
    etags = await item_store.write(HOME, [Create(item(name, ttl=1)) for name in ("replaced", "upserted")])
    await item_store.write(HOME, [Replace(item("replaced"), etags[0]), Upsert(item("upserted", ttl=3600))])
    await item_store.write(HOME, [Create(item("last", ttl=1))])
    await gone(item_store, "last")
    assert await item_store.read(HOME, "replaced")
    assert await item_store.read(HOME, "upserted")


def counter(**fields: Json) -> dict[str, Json]:
    return item("counter", "count", **fields)


async def test_numbers_are_added_up_and_created_where_they_are_missing(item_store: ItemStore) -> None:
    [first] = await item_store.write(HOME, [Increment(counter(name="Grüße \ud800", sort=1), {"turns": 2})])
    [second] = await item_store.write(HOME, [Increment(counter(name="unused"), {"turns": 3, "in.put": -1})])
    found = await stored(item_store, "counter")
    assert found.body == counter(name="Grüße \ud800", sort=1, turns=5) | {"in.put": -1}
    assert found.etag == second != first
    assert ids(await item_store.query(HOME, "count")) == ["counter"]


async def test_no_addition_of_concurrent_writers_is_lost(open_item_store: OpenItemStore) -> None:
    async with open_item_store(CONVERSATION_ITEMS) as one, open_item_store(CONVERSATION_ITEMS) as another:
        adding = [store.write(HOME, [Increment(counter(), {"turns": 1})]) for store in (one, another) * WRITERS]
        await asyncio.gather(*adding)
        assert (await stored(one, "counter")).body["turns"] == 2 * WRITERS


async def test_an_addition_takes_effect_with_its_batch_or_not_at_all(item_store: ItemStore) -> None:
    async def count(what: str) -> None:
        await item_store.write(HOME, [Create(item(what)), Increment(counter(), {"turns": 1})])

    await count("run-1")
    with pytest.raises(ItemExists):
        await count("run-1")
    await count("run-2")
    assert (await stored(item_store, "counter")).body["turns"] == 2
    await item_store.write(HOME, [Increment(counter(), {"turns": 1}), Increment(counter(), {"turns": 1})])
    assert (await stored(item_store, "counter")).body["turns"] == 4


async def test_an_expired_counter_starts_again(item_store: ItemStore) -> None:
    await item_store.write(HOME, [Increment(counter(ttl=1), {"turns": 7})])
    await gone(item_store, "counter")
    await item_store.write(HOME, [Increment(counter(ttl=100), {"turns": 1})])
    assert (await stored(item_store, "counter")).body["turns"] == 1
