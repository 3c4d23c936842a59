"""What the directory behind the local blob store adds to the port: whole files, no way out, honest failures."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from orc.errors import StoreUnavailable
from shared.blobs.local import LocalBlobStore

PATH = "documents/org/user/conversation/report.txt"
TEXT = "text/plain"


def folders(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_dir())


def files(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


async def listed(store: LocalBlobStore, prefix: str = "documents") -> list[str]:
    return [blob.path async for blob in store.list(prefix)]


async def refused(store: LocalBlobStore, path: str) -> None:
    """Every operation refuses the path."""
    with pytest.raises(ValueError, match="blob path"):
        await store.put(path, b"text", content_type=TEXT)
    with pytest.raises(ValueError, match="blob path"):
        await store.get(path)
    with pytest.raises(ValueError, match="blob path"):
        await store.properties(path)
    with pytest.raises(ValueError, match="blob path"):
        await store.delete(path)


async def test_a_blob_is_the_file_of_its_path(tmp_path: Path) -> None:
    await LocalBlobStore(tmp_path).put(PATH, b"text", content_type=TEXT)
    assert files(tmp_path) == [PATH]
    assert (tmp_path / PATH).read_bytes() == b"text"


async def test_a_file_put_there_by_hand_is_a_blob(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_bytes(b"text")
    store = LocalBlobStore(tmp_path)
    assert await store.get("documents/a.txt") == b"text"
    before = await store.properties("documents/a.txt")
    (tmp_path / "documents" / "a.txt").write_bytes(b"changed")
    after = await store.properties("documents/a.txt")
    assert before is not None
    assert after is not None
    assert before.etag != after.etag


@pytest.mark.req("SE-03")
@pytest.mark.parametrize(
    "path",
    [
        "",
        "name",
        "/documents/name",
        "documents//name",
        "documents/name/",
        "documents/",
        "documents/../name",
        "documents/..",
        "../name",
        "documents/./name",
        "documents/a\\b",
        "documents\\..\\name",
        "documents/a\0b",
        "documents/.hidden",
        "documents/\ud800",
        f"documents/{'é' * 128}",
    ],
)
async def test_a_path_of_other_than_plain_parts_is_refused(tmp_path: Path, path: str) -> None:
    store = LocalBlobStore(tmp_path / "blobs")
    await refused(store, path)
    assert files(tmp_path) == []


@pytest.mark.req("SE-03")
@pytest.mark.parametrize("prefix", ["", "/", "..", "documents/..", "documents//", "documents/../.."])
async def test_a_prefix_of_other_than_plain_parts_is_refused(tmp_path: Path, prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        await listed(LocalBlobStore(tmp_path), prefix)


@pytest.mark.req("SE-03")
async def test_a_link_leads_nowhere(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "blobs"
    outside.mkdir()
    (outside / "secret.txt").write_bytes(b"secret")
    (root / "documents").mkdir(parents=True)
    (root / "documents" / "folder").symlink_to(outside)
    (root / "documents" / "file.txt").symlink_to(outside / "secret.txt")
    (root / "documents" / "dangling.txt").symlink_to(outside / "new.txt")
    store = LocalBlobStore(root)
    for path in ("documents/folder/secret.txt", "documents/file.txt", "documents/dangling.txt"):
        await refused(store, path)
    assert await listed(store) == []
    with pytest.raises(ValueError, match="link"):
        await listed(store, "documents/folder")
    assert files(outside) == ["secret.txt"]


async def test_the_root_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "blobs").symlink_to(tmp_path / "disk")
    store = LocalBlobStore(tmp_path / "blobs")
    await store.put(PATH, b"text", content_type=TEXT)
    assert await listed(store) == [PATH]
    assert files(tmp_path / "disk") == [PATH]


async def test_an_unfinished_upload_is_a_hidden_file_next_to_its_target(tmp_path: Path) -> None:
    store = LocalBlobStore(tmp_path)
    seen: list[str] = []

    async def watched() -> AsyncIterator[bytes]:
        yield b"one"
        seen.extend(files(tmp_path))
        seen.extend(await listed(store))
        yield b"two"

    await store.put(PATH, watched(), content_type=TEXT)
    [hidden] = seen
    assert hidden.startswith("documents/org/user/conversation/.")
    assert files(tmp_path) == [PATH]


async def test_a_stream_is_written_as_it_comes(tmp_path: Path) -> None:
    sizes: list[int] = []

    async def large() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield bytes(100_000)
            sizes.append(sum((tmp_path / name).stat().st_size for name in files(tmp_path)))

    await LocalBlobStore(tmp_path).put(PATH, large(), content_type=TEXT)
    assert sizes == [100_000, 200_000, 300_000, 400_000]


async def test_uploads_cancelled_at_any_moment_leave_no_file(tmp_path: Path) -> None:
    store = LocalBlobStore(tmp_path)

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield bytes(1000)
        await asyncio.Event().wait()

    for turns in range(30):
        upload = asyncio.create_task(store.put(PATH, endless(), content_type=TEXT))
        for _ in range(turns):
            await asyncio.sleep(0)
        upload.cancel()
        await asyncio.gather(upload, return_exceptions=True)
        assert upload.cancelled()
        assert files(tmp_path) == []


async def test_hidden_files_are_not_listed(tmp_path: Path) -> None:
    store = LocalBlobStore(tmp_path)
    await store.put("documents/.org/a.txt", b"text", content_type=TEXT)
    (tmp_path / "documents" / ".DS_Store").write_bytes(b"")
    assert await listed(store) == ["documents/.org/a.txt"]


async def test_deleting_takes_emptied_folders_away_but_not_the_container(tmp_path: Path) -> None:
    store = LocalBlobStore(tmp_path)
    await store.put(PATH, b"text", content_type=TEXT)
    await store.put("documents/org/other/a.txt", b"text", content_type=TEXT)
    await store.delete(PATH)
    assert folders(tmp_path) == ["documents", "documents/org", "documents/org/other"]
    await store.delete("documents/org/other/a.txt")
    assert folders(tmp_path) == ["documents"]


async def test_a_directory_that_cannot_be_used_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "blobs").write_bytes(b"a file where the directory should be")
    store = LocalBlobStore(tmp_path / "blobs")
    for answer in (store.ping("documents"), store.get(PATH), store.properties(PATH), listed(store), store.delete(PATH)):
        with pytest.raises(StoreUnavailable):
            await answer
    with pytest.raises(StoreUnavailable) as outage:
        await store.put(PATH, b"text", content_type=TEXT)
    assert "report" not in outage.value.message
    assert str(tmp_path) not in outage.value.message


async def test_a_file_that_cannot_be_written_over_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / PATH).mkdir(parents=True)
    with pytest.raises(StoreUnavailable):
        await LocalBlobStore(tmp_path).put(PATH, b"text", content_type=TEXT)
    assert files(tmp_path) == []


@pytest.mark.req("BX-18")
async def test_deleting_a_folder_takes_what_a_broken_upload_has_left(tmp_path: Path) -> None:
    store = LocalBlobStore(tmp_path)
    await store.put(PATH, b"text", content_type=TEXT)
    (tmp_path / PATH).with_name(".0123456789abcdef").write_bytes(b"the first part")
    await store.delete_folder("documents/org/user")
    assert files(tmp_path) == []
