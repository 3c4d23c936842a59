"""What every item store promises of partitions and queries."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orc.domain import Json
from orc.ports import CONVERSATION_ITEMS, Create, ItemName, ItemStore, PartitionKey, StoredItem, Upsert

HOME = ("org", "user", "conversation")
PARTS: dict[str, Json] = dict(zip(CONVERSATION_ITEMS.partition_fields, HOME, strict=True))
# Values that look like a separator, a quote, an escape or a wildcard of some encoding.
TRICKY = (
    "",
    ",",
    '"',
    '","',
    "\\",
    '\\"',
    "a",
    "a,",
    'a"',
    "b",
    "ab",
    "%",
    "_",
    "/",
    "|",
    "\x00",
    "\x7f",
    "é",
    "e\u0301",
    "🌍",
)


def item(item_id: str, sort: str | int | None = 0, item_type: str = "message", **fields: Json) -> dict[str, Json]:
    place = {} if sort is None else {"sort": sort}
    return {"id": item_id, "type": item_type, "schema_version": 1, **PARTS, **place, **fields}


def ids(found: Sequence[StoredItem]) -> list[Json]:
    return [stored.body["id"] for stored in found]


async def put(store: ItemStore, *items: dict[str, Json], partition: PartitionKey = HOME) -> None:
    await store.write(partition, [Upsert(each) for each in items])


async def test_the_same_id_in_two_partitions_is_two_items(document_items: ItemStore) -> None:
    await put(document_items, item("m1", n=1), partition=("org", "one"))
    await put(document_items, item("m1", n=2), partition=("org", "two"))
    found = await document_items.read(("org", "one"), "m1")
    assert found is not None
    assert found.body["n"] == 1


async def test_no_value_of_a_partition_reaches_another(
    document_items: ItemStore, request: pytest.FixtureRequest
) -> None:
    seconds = TRICKY if request.config.getoption("whole") else TRICKY[:8]
    partitions = [(first, second) for first in TRICKY for second in seconds]
    for number, partition in enumerate(partitions):
        await put(document_items, item("m", n=number), partition=partition)
    for number, partition in enumerate(partitions):
        assert [found.body["n"] for found in await document_items.query(partition, "message")] == [number]
    for first in TRICKY:
        under = [number for number, partition in enumerate(partitions) if partition[0] == first]
        found = await document_items.query((first,), "message")
        assert sorted(int(str(each.body["n"])) for each in found) == under


async def test_a_prefix_names_all_partitions_under_it(item_store: ItemStore) -> None:
    await put(item_store, item("a", 3), partition=("org", "user", "c1"))
    await put(item_store, item("b", 1), partition=("org", "user", "c2"))
    await put(item_store, item("c", 2), partition=("org", "user2", "c1"))
    await put(item_store, item("d", 0), partition=("org2", "user", "c1"))
    assert ids(await item_store.query(("org", "user"), "message")) == ["b", "a"]
    assert ids(await item_store.query(("org", "user"), "message", descending=True)) == ["a", "b"]
    assert ids(await item_store.query(("org",), "message")) == ["b", "c", "a"]
    assert ids(await item_store.query((), "message")) == ["d", "b", "c", "a"]
    assert await item_store.query(("org", "use"), "message") == []


async def test_a_prefix_is_no_partition_to_read_or_delete(item_store: ItemStore) -> None:
    await put(item_store, item("a"))
    assert await item_store.read(HOME[:2], "a") is None
    await item_store.delete_partition(HOME[:2])
    assert ids(await item_store.query(HOME, "message")) == ["a"]


@pytest.mark.parametrize("prefix", [("org", "user"), ("org",), ()], ids=["user", "organization", "all"])
async def test_bounds_and_limit_hold_over_a_prefix(item_store: ItemStore, prefix: tuple[str, ...]) -> None:
    for number in range(6):
        await put(item_store, item(f"m{number}", number), partition=("org", "user", f"c{number % 2}"))
    found = await item_store.query(prefix, "message", after=0, before=5, limit=3)
    assert ids(found) == ["m1", "m2", "m3"]
    found = await item_store.query(prefix, "message", after=0, before=5, descending=True, limit=3)
    assert ids(found) == ["m4", "m3", "m2"]


async def test_delete_partition_takes_all_of_one_partition(item_store: ItemStore) -> None:
    await put(item_store, item("a"), item("b", None), item("c", 1, "run"))
    await put(item_store, item("d"), partition=("org", "user", "other"))
    await item_store.delete_partition(HOME)
    assert [await item_store.read(HOME, name) for name in "abc"] == [None] * 3
    assert ids(await item_store.query(("org",), "message")) == ["d"]
    await item_store.delete_partition(HOME)


async def test_a_partition_can_be_filled_again_after_it_was_deleted(item_store: ItemStore) -> None:
    await put(item_store, item("a"))
    await item_store.delete_partition(HOME)
    await item_store.write(HOME, [Create(item("a", 2))])
    assert ids(await item_store.query(HOME, "message")) == ["a"]


async def test_delete_partition_takes_more_than_a_batch(item_store: ItemStore) -> None:
    for start in range(0, 250, 50):
        await put(item_store, *(item(f"m{n}", n) for n in range(start, start + 50)))
    await item_store.delete_partition(HOME, last="m7")
    assert await item_store.query(HOME, "message") == []
    await put(item_store, item("a"))
    await item_store.delete_partition(HOME, last="m7")
    assert await item_store.query(HOME, "message") == []


async def test_a_query_returns_bodies_and_etags(item_store: ItemStore) -> None:
    await put(item_store, item("a", text="é"))
    assert await item_store.query(HOME, "message") == [await item_store.read(HOME, "a")]


async def test_a_query_returns_items_of_its_type_only(item_store: ItemStore) -> None:
    await put(item_store, item("a"), item("b", 0, "run"))
    assert ids(await item_store.query(HOME, "run")) == ["b"]
    assert await item_store.query(HOME, "ru") == []


async def test_an_item_without_sort_is_not_listed(item_store: ItemStore) -> None:
    await put(item_store, item("a"), item("b", None))
    assert ids(await item_store.query(HOME, "message")) == ["a"]


async def test_numbers_are_ordered_as_numbers(item_store: ItemStore) -> None:
    numbers = [10, 9, -1, 100, 2**53, 0]
    await put(item_store, *(item(str(number), number) for number in numbers))
    assert ids(await item_store.query(HOME, "message")) == [str(number) for number in sorted(numbers)]


async def test_texts_are_ordered_by_code_point(item_store: ItemStore) -> None:
    texts = ["2026-01-10", "2026-01-09", "b", "B", "a", "aa", "é", "東", "🌍", ""]
    await put(item_store, *(item(f"id {text}", text) for text in texts))
    assert ids(await item_store.query(HOME, "message")) == [f"id {text}" for text in sorted(texts)]


async def test_equal_sorts_are_ordered_by_id(item_store: ItemStore) -> None:
    await put(item_store, item("c", 1), item("a", 1), item("b", 1), item("z", 0))
    assert ids(await item_store.query(HOME, "message")) == ["z", "a", "b", "c"]
    assert ids(await item_store.query(HOME, "message", descending=True)) == ["c", "b", "a", "z"]


@pytest.mark.parametrize("descending", [False, True])
async def test_bounds_are_exclusive_whatever_the_direction(item_store: ItemStore, descending: bool) -> None:
    await put(item_store, *(item(str(n), n) for n in range(5)))
    expected = ["3", "2"] if descending else ["2", "3"]
    assert ids(await item_store.query(HOME, "message", after=1, before=4, descending=descending)) == expected
    assert await item_store.query(HOME, "message", after=4, descending=descending) == []
    assert await item_store.query(HOME, "message", before=0, descending=descending) == []


async def test_bounds_can_be_text(item_store: ItemStore) -> None:
    await put(item_store, *(item(text, text) for text in ("2026-01-01", "2026-01-02", "2026-01-03")))
    assert ids(await item_store.query(HOME, "message", after="2026-01-01")) == ["2026-01-02", "2026-01-03"]
    assert ids(await item_store.query(HOME, "message", before="2026-01-02")) == ["2026-01-01"]


async def test_zero_and_the_empty_text_are_bounds(item_store: ItemStore) -> None:
    await put(item_store, item("a", -1), item("b", 0), item("c", 1))
    assert ids(await item_store.query(HOME, "message", after=0)) == ["c"]
    await put(item_store, item("a", "", "note"), item("b", "x", "note"))
    assert ids(await item_store.query(HOME, "note", after="")) == ["b"]


async def test_a_query_stops_at_its_limit(item_store: ItemStore) -> None:
    for start in range(0, 150, 50):
        await put(item_store, *(item(f"m{n}", n) for n in range(start, start + 50)))
    assert len(await item_store.query(HOME, "message")) == 100
    assert [each.body["sort"] for each in await item_store.query(HOME, "message", limit=2)] == [0, 1]
    assert [each.body["sort"] for each in await item_store.query(HOME, "message", limit=2, descending=True)] == [
        149,
        148,
    ]
    assert len(await item_store.query(HOME, "message", limit=1000)) == 150


async def test_pages_by_bound_cover_everything_once(item_store: ItemStore) -> None:
    await put(item_store, *(item(f"m{n}", n) for n in range(25)))
    seen: list[int] = []
    while page := await item_store.query(HOME, "message", after=seen[-1] if seen else None, limit=10):
        seen += [int(str(each.body["sort"])) for each in page]
    assert seen == list(range(25))


async def test_where_compares_top_level_fields(item_store: ItemStore) -> None:
    await put(
        item_store,
        item("a", name="x", n=1, flag=True),
        item("b", name="x", n=2, flag=False),
        item("c", nested={"name": "x"}),
    )
    assert ids(await item_store.query(HOME, "message", where={"name": "x"})) == ["a", "b"]
    assert ids(await item_store.query(HOME, "message", where={"name": "x", "n": 2})) == ["b"]
    assert ids(await item_store.query(HOME, "message", where={"flag": True})) == ["a"]
    assert ids(await item_store.query(HOME, "message", where={"flag": False})) == ["b"]
    assert await item_store.query(HOME, "message", where={"name": "X"}) == []


async def test_where_distinguishes_types(item_store: ItemStore) -> None:
    values: list[Json] = [1, True, "1", "true", None, 0, False, "", [1], {"a": 1}]
    await put(item_store, *(item(str(n), n, value=value) for n, value in enumerate(values)), item("none", 99))
    for value, expected in ((1, "0"), (True, "1"), ("1", "2"), ("true", "3"), (0, "5"), (False, "6"), ("", "7")):
        assert ids(await item_store.query(HOME, "message", where={"value": value})) == [expected]


async def test_where_compares_any_text(item_store: ItemStore) -> None:
    await put(item_store, *(item(str(n), n, value=text) for n, text in enumerate(TRICKY)))
    for n, text in enumerate(TRICKY):
        assert ids(await item_store.query(HOME, "message", where={"value": text})) == [str(n)]


async def test_where_filters_before_the_limit(item_store: ItemStore) -> None:
    await put(item_store, *(item(f"{n:02}", n, even=n % 2 == 0) for n in range(20)))
    assert ids(await item_store.query(HOME, "message", where={"even": True}, after=3, limit=3)) == ["04", "06", "08"]


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(value=_json)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_any_json_comes_back_as_it_went_in(item_store: ItemStore, value: Json) -> None:
    await put(item_store, item("any", value=value))
    found = await item_store.read(HOME, "any")
    assert found is not None
    assert found.body == item("any", value=value)


@pytest.mark.req("BX-18")
async def test_names_are_of_every_item_under_a_prefix(item_store: ItemStore) -> None:
    await put(item_store, item("a"), item("b c/d", None, "run"))
    await put(item_store, item("a"), partition=("org", "user", "other"))
    await put(item_store, item("a"), partition=("org", "users", "conversation"))
    found = {name async for name in item_store.names(("org", "user"))}
    assert found == {
        ItemName(HOME, "a", "message"),
        ItemName(HOME, "b c/d", "run"),
        ItemName(("org", "user", "other"), "a", "message"),
    }


@pytest.mark.req("BX-18")
async def test_everything_under_a_prefix_is_deleted_and_nothing_else(item_store: ItemStore) -> None:
    for start in range(0, 150, 50):
        await put(item_store, *(item(f"m{n}", None) for n in range(start, start + 50)))
    await put(item_store, item("a"), partition=("org", "user", "other"))
    await put(item_store, item("a"), partition=("org", 'user","x', "other"))
    await item_store.delete_under(("org", "user"))
    await item_store.forget_deleted()
    assert [name async for name in item_store.names(("org", "user"))] == []
    assert [name.partition[1] async for name in item_store.names(("org",))] == ['user","x']
    await item_store.delete_under(("org", "user"))


@pytest.mark.req("BX-18")
async def test_no_prefix_is_no_wish_to_delete_everything(item_store: ItemStore) -> None:
    await put(item_store, item("a"))
    with pytest.raises(ValueError, match="prefix"):
        await item_store.delete_under(())
    assert ids(await item_store.query(HOME, "message")) == ["a"]
