"""Blob events of a blob store that the local host scans."""

import asyncio
import json
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from shared.blobs.local import LocalBlobStore
from shared.devhost.blobs import blob_id
from tests.devhost.conftest import APP, notes_in
from tests.support.hosts import RunningHost, running_host
from tests.support.waiting import eventually


class Cloud:
    """A container that any number of hosts, one after the other, find their blobs in."""

    def __init__(self, directory: Path) -> None:
        self.blobs, self.data_dir = directory / "cloud" / "blobs", directory / "host"
        self.blobs.mkdir(parents=True)
        self._store = LocalBlobStore(self.blobs)

    def put(self, name: str, content: str, folder: str = "documents/acme") -> None:
        asyncio.run(self._store.put(f"{folder}/{name}", content.encode(), content_type="text/plain"))

    def delete(self, name: str) -> None:
        asyncio.run(self._store.delete(f"documents/acme/{name}"))

    def fail(self) -> None:
        self.blobs.rename(self.blobs.with_name("away"))
        self.blobs.touch()

    def recover(self) -> None:
        self.blobs.unlink()
        self.blobs.with_name("away").rename(self.blobs)

    @property
    def closed(self) -> bool:
        return self.blobs.with_name("closed").exists()

    def scans(self) -> int:
        """How many were begun; one ends at the first container that cannot be listed."""
        return max(Counter(self.blobs.with_name("listings").read_text().splitlines()).values())

    def reads(self) -> list[str]:
        return self.blobs.with_name("reads").read_text().splitlines()

    def host(self, *arguments: str) -> AbstractContextManager[RunningHost]:
        env = {
            "CLOUD_BLOBS": str(self.blobs),
            "AZURE_STORAGE_CONNECTION_STRING": "not looked at",
            "COSMOS_CONNECTION_STRING": "not looked at",
        }
        return running_host(APP, self.data_dir, env, arguments, "tests.devhost.cloud_host")

    def deliveries(self, name: str) -> list[dict[str, Any]]:
        """The notes of the test app's blob function."""
        return notes_in(self.data_dir, f"blob-documents~acme~{name}")


@pytest.fixture
def cloud(tmp_path: Path) -> Cloud:
    return Cloud(tmp_path)


def test_a_blob_is_delivered_once_for_each_change(cloud: Cloud) -> None:
    cloud.put("changing.txt", "0")
    cloud.put("steady.txt", "0")
    with cloud.host():
        eventually(lambda: cloud.deliveries("changing.txt") and cloud.deliveries("steady.txt"))
        cloud.put("changing.txt", "00")
        eventually(lambda: len(cloud.deliveries("changing.txt")) > 1)
        seen = cloud.scans()
        eventually(lambda: cloud.scans() > seen + 1)

    assert [(note["content"], note["length"]) for note in cloud.deliveries("changing.txt")] == [("0", 1), ("00", 2)]
    assert len(cloud.deliveries("steady.txt")) == 1
    assert not (cloud.data_dir / "blobs").exists()
    assert cloud.closed


def test_a_restart_delivers_new_container_blobs_and_nothing_twice(cloud: Cloud) -> None:
    cloud.put("before.txt", "0")
    cloud.put("deleted.txt", "0")
    receipts = cloud.data_dir / "blob-receipts.jsonl"
    with cloud.host():
        eventually(lambda: receipts.exists() and len(receipts.read_text().splitlines()) == 2)
    cloud.delete("deleted.txt")
    cloud.put("meanwhile.txt", "0")
    with cloud.host():
        eventually(lambda: cloud.deliveries("meanwhile.txt"))

    assert len(cloud.deliveries("before.txt")) == 1
    kept = [json.loads(line)[1] for line in receipts.read_text().splitlines()]
    assert set(kept) == set(map(blob_id, ["documents/acme/before.txt", "documents/acme/meanwhile.txt"]))


def test_a_store_outage_is_logged_once_and_waited_out(cloud: Cloud) -> None:
    with cloud.host("--blob-retry-delay", "1") as host:
        cloud.put("shaky.txt", "2")
        eventually(lambda: cloud.deliveries("shaky.txt"))
        cloud.fail()
        eventually(lambda: "Blob documents/acme/shaky.txt waits for its store" in host.log)
        seen = cloud.scans()
        eventually(lambda: cloud.scans() > seen + 2)
        cloud.recover()
        cloud.put("after.txt", "0")
        eventually(lambda: cloud.deliveries("after.txt") and len(cloud.deliveries("shaky.txt")) == 3)

        assert host.log.count("cannot be listed") == 1
        assert host.log.count("can be listed again") == 1
        assert not notes_in(cloud.data_dir, "poison")


def test_a_host_starts_while_the_store_is_down(cloud: Cloud) -> None:
    cloud.put("early.txt", "0")
    cloud.fail()
    with cloud.host() as host:
        eventually(lambda: "cannot be listed" in host.log)
        cloud.recover()
        eventually(lambda: cloud.deliveries("early.txt"))


def test_a_function_that_takes_a_reference_gets_no_copy_of_the_blob(cloud: Cloud) -> None:
    cloud.put("ü 1.bin", "0", "large/a b")
    cloud.put("copied.txt", "0")
    with cloud.host():
        eventually(lambda: notes_in(cloud.data_dir, "named") and cloud.deliveries("copied.txt"))

    assert notes_in(cloud.data_dir, "named") == [{"path": "large/a b/ü 1.bin"}]
    assert cloud.reads() == ["documents/acme/copied.txt"]
