"""What every blob store promises about the content of blobs."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta

import pytest

from orc.errors import ItemChanged, NotFound
from orc.ports import BlobStore
from tests.contract.conftest import Open

PATH = "documents/org/user/conversation/report.txt"
TEXT = "text/plain"


async def stream(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def broken_stream() -> AsyncIterator[bytes]:
    yield b"the first part"
    raise EOFError("the client went away")


async def paths(store: BlobStore, prefix: str) -> list[str]:
    return [blob.path async for blob in store.list(prefix)]


@pytest.mark.parametrize("data", [b"", b"text", bytes(range(256)) * 5000])
async def test_a_blob_is_read_as_it_was_put(blob_store: BlobStore, data: bytes) -> None:
    put = await blob_store.put(PATH, data, content_type=TEXT)
    assert await blob_store.get(PATH) == data
    assert await blob_store.properties(PATH) == put
    assert (put.path, put.size, put.content_type) == (PATH, len(data), TEXT)


@pytest.mark.parametrize("pieces", [[], [b""], [b"one"], [b"one", b"", b"two"], [bytes(100_000)] * 20])
async def test_a_stream_is_stored_as_one_blob(blob_store: BlobStore, pieces: list[bytes]) -> None:
    put = await blob_store.put(PATH, stream(pieces), content_type=TEXT)
    assert put.size == len(b"".join(pieces))
    assert await blob_store.get(PATH) == b"".join(pieces)


async def test_the_time_of_the_last_change_is_utc(blob_store: BlobStore) -> None:
    put = await blob_store.put(PATH, b"text", content_type=TEXT)
    assert put.last_modified.tzinfo is UTC
    assert abs(datetime.now(UTC) - put.last_modified) < timedelta(minutes=5)


async def test_a_store_that_answers_can_be_pinged(blob_store: BlobStore) -> None:
    await blob_store.ping("documents")


async def test_a_missing_blob_is_not_found(blob_store: BlobStore) -> None:
    with pytest.raises(NotFound):
        await blob_store.get(PATH)
    assert await blob_store.properties(PATH) is None


async def test_a_folder_is_no_blob(blob_store: BlobStore) -> None:
    await blob_store.put(PATH, b"text", content_type=TEXT)
    folder = PATH.rpartition("/")[0]
    with pytest.raises(NotFound):
        await blob_store.get(folder)
    assert await blob_store.properties(folder) is None
    await blob_store.delete(folder)
    assert await blob_store.get(PATH) == b"text"


async def test_nothing_is_under_a_blob(blob_store: BlobStore) -> None:
    await blob_store.put(PATH, b"text", content_type=TEXT)
    with pytest.raises(NotFound):
        await blob_store.get(f"{PATH}/below")
    assert await blob_store.properties(f"{PATH}/below") is None
    assert await paths(blob_store, f"{PATH}/below") == []
    await blob_store.delete(f"{PATH}/below")


async def test_put_replaces_the_whole_blob(blob_store: BlobStore) -> None:
    await blob_store.put(PATH, b"a long text", content_type=TEXT)
    await blob_store.put(PATH, b"short", content_type=TEXT)
    assert await blob_store.get(PATH) == b"short"


async def test_a_put_with_the_current_etag_replaces_the_blob(blob_store: BlobStore) -> None:
    first = await blob_store.put(PATH, b"first", content_type=TEXT)
    second = await blob_store.put(PATH, stream([b"sec", b"ond"]), content_type=TEXT, if_match=first.etag)
    assert await blob_store.get(PATH) == b"second"
    assert second.etag != first.etag


async def test_a_put_with_an_old_etag_changes_nothing(blob_store: BlobStore) -> None:
    first = await blob_store.put(PATH, b"first", content_type=TEXT)
    second = await blob_store.put(PATH, b"second", content_type=TEXT)
    for data in (b"third", stream([bytes(5_000_000), b"third"])):
        with pytest.raises(ItemChanged):
            await blob_store.put(PATH, data, content_type=TEXT, if_match=first.etag)
    assert await blob_store.properties(PATH) == second


async def test_a_put_with_the_etag_of_a_deleted_blob_creates_nothing(blob_store: BlobStore) -> None:
    first = await blob_store.put(PATH, b"first", content_type=TEXT)
    await blob_store.delete(PATH)
    with pytest.raises(ItemChanged):
        await blob_store.put(PATH, b"second", content_type=TEXT, if_match=first.etag)
    with pytest.raises(ItemChanged):
        await blob_store.put("nowhere/a.txt", b"second", content_type=TEXT, if_match=first.etag)
    assert await paths(blob_store, "documents") == []


async def test_one_of_concurrent_writers_with_the_same_etag_wins(blob_store: BlobStore) -> None:
    first = await blob_store.put(PATH, b"first", content_type=TEXT)
    texts = [bytes([n]) * 1000 for n in range(8)]
    puts = (blob_store.put(PATH, text, content_type=TEXT, if_match=first.etag) for text in texts)
    outcomes = await asyncio.gather(*puts, return_exceptions=True)
    assert sum(isinstance(outcome, ItemChanged) for outcome in outcomes) == 7
    [winner] = [text for text, outcome in zip(texts, outcomes, strict=True) if not isinstance(outcome, BaseException)]
    assert await blob_store.get(PATH) == winner


async def test_a_delete_with_the_current_etag_deletes_the_blob(blob_store: BlobStore) -> None:
    await blob_store.put(PATH, b"first", content_type=TEXT)
    second = await blob_store.put(PATH, b"second", content_type=TEXT)
    await blob_store.delete(PATH, if_match=second.etag)
    assert await paths(blob_store, "documents") == []


async def test_a_delete_with_an_old_etag_leaves_the_blob(blob_store: BlobStore) -> None:
    first = await blob_store.put(PATH, b"first", content_type=TEXT)
    second = await blob_store.put(PATH, b"second", content_type=TEXT)
    with pytest.raises(ItemChanged):
        await blob_store.delete(PATH, if_match=first.etag)
    assert await blob_store.properties(PATH) == second
    assert await paths(blob_store, "documents") == [PATH]


async def test_a_delete_with_the_etag_of_a_deleted_blob_succeeds(blob_store: BlobStore) -> None:
    first = await blob_store.put(PATH, b"first", content_type=TEXT)
    for path in (PATH, PATH, "nowhere/a.txt"):
        await blob_store.delete(path, if_match=first.etag)
    assert await paths(blob_store, "documents") == []


async def test_a_delete_by_etag_never_removes_a_concurrent_put(blob_store: BlobStore) -> None:
    for n in range(10):
        old = await blob_store.put(PATH, b"old", content_type=TEXT)
        put = blob_store.put(PATH, b"new %d" % n, content_type=TEXT)
        deletes = [blob_store.delete(PATH, if_match=old.etag) for _ in range(3)]
        new, *_ = await asyncio.gather(put, *deletes, return_exceptions=True)
        assert await blob_store.properties(PATH) == new


@pytest.mark.parametrize(
    ("start", "length", "expected"), [(0, 4, b"0123"), (3, 2, b"34"), (8, 100, b"89"), (10, 1, b""), (500, 1, b"")]
)
async def test_a_range_is_read(blob_store: BlobStore, start: int, length: int, expected: bytes) -> None:
    await blob_store.put(PATH, b"0123456789", content_type=TEXT)
    assert await blob_store.read_range(PATH, start, length) == expected


async def test_a_range_of_an_empty_blob_is_empty_rather_than_not_found(blob_store: BlobStore) -> None:
    await blob_store.put(PATH, b"", content_type=TEXT)
    assert await blob_store.read_range(PATH, 0, 10) == b""
    with pytest.raises(NotFound):
        await blob_store.read_range(f"{PATH}.md", 0, 10)


@pytest.mark.parametrize(("start", "length"), [(-1, 1), (0, 0), (0, -1)])
async def test_a_range_without_bytes_is_refused(blob_store: BlobStore, start: int, length: int) -> None:
    with pytest.raises(ValueError, match="range"):
        await blob_store.read_range(PATH, start, length)


async def test_every_replacement_has_a_new_etag(blob_store: BlobStore) -> None:
    etags = [(await blob_store.put(PATH, b"same", content_type=TEXT)).etag for _ in range(50)]
    assert len(set(etags)) == 50


async def test_the_etag_of_a_blob_at_rest_stays(blob_store: BlobStore) -> None:
    put = await blob_store.put(PATH, b"text", content_type=TEXT)
    await blob_store.put(f"{PATH}.md", b"other", content_type="text/markdown")
    await blob_store.get(PATH)
    assert await blob_store.properties(PATH) == put


async def test_a_stream_that_breaks_leaves_nothing(blob_store: BlobStore) -> None:
    with pytest.raises(EOFError):
        await blob_store.put(PATH, broken_stream(), content_type=TEXT)
    assert await blob_store.properties(PATH) is None
    assert await paths(blob_store, "documents") == []


async def test_a_stream_that_breaks_leaves_what_was_there(blob_store: BlobStore) -> None:
    put = await blob_store.put(PATH, b"before", content_type=TEXT)
    with pytest.raises(EOFError):
        await blob_store.put(PATH, broken_stream(), content_type=TEXT)
    assert await blob_store.get(PATH) == b"before"
    assert await blob_store.properties(PATH) == put


async def test_a_cancelled_upload_leaves_nothing(blob_store: BlobStore) -> None:
    reached = asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        yield b"the first part"
        reached.set()
        await asyncio.Event().wait()

    upload = asyncio.create_task(blob_store.put(PATH, endless(), content_type=TEXT))
    await reached.wait()
    assert await blob_store.properties(PATH) is None
    upload.cancel()
    with pytest.raises(asyncio.CancelledError):
        await upload
    assert await paths(blob_store, "documents") == []


async def test_a_reader_sees_one_whole_version_while_writers_replace_it(blob_store: BlobStore) -> None:
    versions = [bytes([n]) * 200_000 for n in range(10)]
    await blob_store.put(PATH, versions[0], content_type=TEXT)

    async def write(version: bytes) -> None:
        await blob_store.put(PATH, stream([version[:100_000], version[100_000:]]), content_type=TEXT)

    async def read() -> None:
        assert await blob_store.get(PATH) in versions

    await asyncio.gather(*(write(version) for version in versions), *(read() for _ in range(30)))
    assert await paths(blob_store, "documents") == [PATH]


async def test_blobs_survive_a_restart(open_blob_store: Open[BlobStore]) -> None:
    async with open_blob_store() as store:
        put = await store.put(PATH, b"text", content_type=TEXT)
    async with open_blob_store() as store:
        assert await store.get(PATH) == b"text"
        assert await store.properties(PATH) == put


@pytest.mark.req("BX-18")
async def test_deleting_a_folder_deletes_its_contents_and_nothing_else(blob_store: BlobStore) -> None:
    others = ["documents/org/user2/conversation/report.txt", "documents/org/other/report.txt"]
    for path in (PATH, "documents/org/user/another/deep/report.txt", *others):
        await blob_store.put(path, b"text", content_type=TEXT)
    await blob_store.delete_folder("documents/org/user")
    await blob_store.delete_folder("documents/org/user")
    assert await paths(blob_store, "documents") == sorted(others)
