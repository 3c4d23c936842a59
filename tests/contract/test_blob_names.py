"""What every blob store promises about names: any is kept, lists are of whole parts, and what is deleted is gone."""

import asyncio

import pytest

from orc.ports import BlobStore
from tests.contract.test_blob_store import PATH, TEXT, paths


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("a.txt", "text/plain"),
        ("a.MD", "text/markdown"),
        ("a.json", "application/json"),
        ("a.csv", "text/csv"),
        ("a.log", "text/plain"),
        ("a.html", "text/html"),
        ("a.pdf", "application/pdf"),
        ("a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("a.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        ("a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("a.unknown-kind", "application/octet-stream"),
        ("a", "application/octet-stream"),
        ("data:,a.tar.gz", "application/octet-stream"),
    ],
)
async def test_a_blob_keeps_the_content_type_of_its_name(blob_store: BlobStore, name: str, content_type: str) -> None:
    put = await blob_store.put(f"documents/{name}", b"", content_type=content_type)
    assert put.content_type == content_type
    [listed] = [blob async for blob in blob_store.list("documents")]
    assert listed == put


@pytest.mark.parametrize(
    "name",
    [
        "Grüße 東京 🌍.txt",
        "e\u0301.txt",
        "with space.txt",
        "a%2Fb.txt",
        "100%.txt",
        "a?b#c&d=e.txt",
        "'\"<>|*:;.txt",
        "~tilde",
        "trailing.",
        "n" * 255,
        "é" * 127,
    ],
)
async def test_any_file_name_is_kept(blob_store: BlobStore, name: str) -> None:
    path = f"documents/org/{name}"
    put = await blob_store.put(path, b"text", content_type=TEXT)
    assert put.path == path
    assert await blob_store.get(path) == b"text"
    assert await paths(blob_store, "documents/org") == [path]
    await blob_store.delete(path)
    assert await blob_store.properties(path) is None


async def test_a_list_holds_the_blobs_under_whole_parts_in_order(blob_store: BlobStore) -> None:
    inside = [
        "files/org/user/a-b",
        "files/org/user/a.txt",
        "files/org/user/a/b/c",
        "files/org/user/a/z",
        "files/org/user/b",
        "files/org/user/é",
    ]
    for path in (*reversed(inside), "files/org/user2/a", "files/org/z", "other/org/user/a"):
        await blob_store.put(path, path.encode(), content_type=TEXT)
    assert await paths(blob_store, "files/org/user/") == sorted(inside)
    assert await paths(blob_store, "files/org/user") == sorted(inside)
    assert await paths(blob_store, "files/org/user/a/") == ["files/org/user/a/b/c", "files/org/user/a/z"]
    assert await paths(blob_store, "files") == sorted([*inside, "files/org/user2/a", "files/org/z"])


async def test_a_list_holds_the_properties(blob_store: BlobStore) -> None:
    put = [await blob_store.put(f"files/{name}", name.encode(), content_type=TEXT) for name in ("a.txt", "bb.txt")]
    assert [blob async for blob in blob_store.list("files")] == put


async def test_an_unknown_prefix_holds_nothing(blob_store: BlobStore) -> None:
    assert await paths(blob_store, "documents/org/nobody/") == []
    assert await paths(blob_store, "nothing") == []


async def test_a_deleted_blob_is_gone_and_others_stay(blob_store: BlobStore) -> None:
    await blob_store.put(PATH, b"text", content_type=TEXT)
    await blob_store.put(f"{PATH}.md", b"other", content_type="text/markdown")
    await blob_store.delete(PATH)
    assert await blob_store.properties(PATH) is None
    assert await paths(blob_store, "documents") == [f"{PATH}.md"]
    await blob_store.delete(f"{PATH}.md")
    assert await paths(blob_store, "documents") == []


async def test_deleting_a_missing_blob_is_no_error(blob_store: BlobStore) -> None:
    await blob_store.delete(PATH)


async def test_concurrent_puts_and_deletes_do_not_interfere(blob_store: BlobStore) -> None:
    async def come_and_go(number: int) -> None:
        path = f"documents/org/user/conversation/{number}.txt"
        for _ in range(10):
            await blob_store.put(path, b"text", content_type=TEXT)
            await blob_store.delete(path)
        await blob_store.put(path, b"last", content_type=TEXT)

    await asyncio.gather(*(come_and_go(number) for number in range(6)))
    assert len(await paths(blob_store, "documents")) == 6
