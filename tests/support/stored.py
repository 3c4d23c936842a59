"""The app's stored data, read directly from its stores and, on disk, changed there."""

import base64
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, ItemContainer


class Stored(Protocol):
    def items(self, item_type: str | None = None, *, of: str = "") -> list[dict[str, Any]]:
        """The bodies of items of a type, or of all, in the order of their writing, without those of audits; of is a
        part of the partition, such as a conversation."""
        ...

    def blobs(self) -> Mapping[str, bytes]:
        """All blobs by path, but for those that are being written."""
        ...

    def put(self, path: str, data: bytes, metadata: Mapping[str, str] | None = None) -> None:
        """Stores a blob; metadata is for a store that keeps some."""
        ...


@dataclass(frozen=True)
class _Blobs(Mapping[str, bytes]):
    """Blobs that are read on access, because most tests need only their paths."""

    paths: Sequence[str]
    read: Callable[[str], bytes]

    def __getitem__(self, path: str) -> bytes:
        return self.read(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)


@dataclass(frozen=True)
class StoredOnDisk:
    data_dir: Path

    def items(self, item_type: str | None = None, *, of: str = "") -> list[dict[str, Any]]:
        query = (
            "SELECT body FROM items WHERE container != 'audit' AND (? IS NULL OR type = ?) AND instr(partition, ?) "
            "ORDER BY rowid"
        )
        with closing(sqlite3.connect(f"file:{self.data_dir / 'orc.db'}?mode=ro", uri=True)) as database:
            return [json.loads(body) for (body,) in database.execute(query, (item_type, item_type, of or '"'))]

    def blobs(self) -> Mapping[str, bytes]:
        root = self.data_dir / "blobs"
        files = [path for path in root.rglob("*") if path.is_file() and not path.name.startswith(".")]
        return _Blobs([path.relative_to(root).as_posix() for path in files], lambda path: (root / path).read_bytes())

    def put(self, path: str, data: bytes, metadata: Mapping[str, str] | None = None) -> None:
        file = self.data_dir / "blobs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / ".new").write_bytes(data)
        (file.parent / ".new").replace(file)


@dataclass(frozen=True)
class StoredInCloud:
    cosmos: str
    storage: str

    def items(
        self,
        item_type: str | None = None,
        *,
        of: str = "",
        containers: Sequence[ItemContainer] = (CONVERSATION_ITEMS, DOCUMENT_ITEMS),
    ) -> list[dict[str, Any]]:
        from azure.cosmos import CosmosClient

        found: list[dict[str, Any]] = []
        with CosmosClient.from_connection_string(self.cosmos) as client:
            database = client.get_database_client("orc")
            made = {container["id"] for container in database.list_containers()}  # each with the first use of it
            for container in containers:
                if container.name not in made:
                    continue
                items = database.get_container_client(container.name).read_all_items()
                found += [item for item in items if not of or of in (item[f] for f in container.partition_fields)]
        found.sort(key=lambda item: base64.b64decode(item["_rid"].replace("-", "/")))
        return [item for item in found if item_type in (None, item["type"])]

    def blobs(self) -> Mapping[str, bytes]:
        from azure.storage.blob import BlobServiceClient

        with BlobServiceClient.from_connection_string(self.storage) as account:
            containers = [container.name for container in account.list_containers()]
            paths = [
                f"{name}/{blob}" for name in containers for blob in account.get_container_client(name).list_blob_names()
            ]
        return _Blobs(paths, self._blob)

    def put(self, path: str, data: bytes, metadata: Mapping[str, str] | None = None) -> None:
        from azure.storage.blob import BlobServiceClient

        container, _, name = path.partition("/")
        with BlobServiceClient.from_connection_string(self.storage) as account:
            account.get_blob_client(container, name).upload_blob(data, overwrite=True, metadata=dict(metadata or {}))

    def _blob(self, path: str) -> bytes:
        from azure.storage.blob import BlobServiceClient

        with BlobServiceClient.from_connection_string(self.storage) as account:
            return account.get_blob_client(*path.split("/", 1)).download_blob().readall()


@contextmanager
def refusing_writes(data_dir: Path, conversation: str, condition: str) -> Iterator[None]:
    """Makes the store fail each write to the conversation whose new row meets the SQL condition."""
    when = f"instr(new.partition, '{conversation}') AND ({condition})"
    events = {f"refuse_{event}": event for event in ("insert", "update")}
    with closing(sqlite3.connect(data_dir / "orc.db", timeout=10, isolation_level=None)) as database:
        for name, event in events.items():
            database.execute(
                f"CREATE TRIGGER {name} BEFORE {event} ON items WHEN {when} BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            )
        try:
            yield
        finally:
            for name in events:
                database.execute(f"DROP TRIGGER {name}")
