"""Blob triggers: delivers each version of each blob once.

Receipts (blob-receipts.jsonl) keep deliveries across restarts. A blob that fails every attempt is recorded in
poison.jsonl.
"""

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Iterable, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from orc.errors import OrcError, StoreUnavailable
from orc.ports import BlobProperties
from shared.devhost.background import Background, Grace
from shared.devhost.blob_sources import BlobSource
from shared.devhost.worker import Function, FunctionFailed, TypedData, Worker

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class BlobTrigger:
    """A function and the pattern of the blob paths that trigger it."""

    function: Function
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, function: Function) -> "BlobTrigger":
        literals = re.split(r"\{\w+\}", function.trigger["path"])
        return cls(function, re.compile("(.+)".join(re.escape(literal) for literal in literals)))

    @property
    def container(self) -> str:
        return str(self.function.trigger["path"]).partition("/")[0]


def blob_id(path: str) -> str:
    """Identifies a blob in files that outlive it, without the names of files and users in its path."""
    return hashlib.sha256(path.encode()).hexdigest()


class Receipts:
    """The version of each blob that was delivered to each function, in a file that load() compacts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: dict[tuple[str, str], str] = {}

    def load(self, paths: Set[str]) -> None:
        """Reads the file, and drops receipts of blobs that do not exist any more."""
        blob_ids = set(map(blob_id, paths))
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):  # the incomplete last line of a killed host
                function, blob, version = json.loads(line)
                self._seen[function, blob] = version
        self._seen = {key: version for key, version in self._seen.items() if key[1] in blob_ids}
        compact = self._path.with_suffix(".tmp")
        compact.write_text("".join(_line([*key, version]) for key, version in self._seen.items()), encoding="utf-8")
        compact.replace(self._path)

    def has(self, function: str, blob: str, version: str) -> bool:
        return self._seen.get((function, blob_id(blob))) == version

    def add(self, function: str, blob: str, version: str) -> None:
        self._seen[function, blob_id(blob)] = version
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line([function, blob_id(blob), version]))


def _line(value: object) -> str:
    return json.dumps(value) + "\n"


class BlobEvents:
    """Delivers blobs while open. A failing blob is retried after retry_delay seconds, then after twice as long each
    time; other blobs are not delayed. at_once deliveries run concurrently."""

    def __init__(
        self,
        worker: Worker,
        grace: Grace,
        source: BlobSource,
        *,
        data_dir: Path,
        retry_delay: float,
        at_once: int = 8,
        tries: int = 5,
    ) -> None:
        self._worker, self._grace, self._source = worker, grace, source
        self._triggers = [BlobTrigger.of(function) for function in worker.triggered_by("blobtrigger")]
        self._poison = data_dir / "poison.jsonl"
        self._receipts = Receipts(data_dir / "blob-receipts.jsonl")
        self._retry_delay, self._tries = retry_delay, tries
        self._under_way: set[tuple[str, str]] = set()
        self._watching, self._deliveries = Background(), Background()
        self._slots = asyncio.Semaphore(at_once)

    async def __aenter__(self) -> None:
        async def watch() -> None:
            batches = self._source.batches({trigger.container for trigger in self._triggers})
            everything = await anext(batches)
            await asyncio.to_thread(self._receipts.load, {blob.path for blob in everything})
            self._start_deliveries(everything)
            async for batch in batches:
                self._start_deliveries(batch)

        if self._triggers:
            self._watching.start(watch())

    async def __aexit__(self, *_: object) -> None:
        await self._watching.finish(0)
        await self._deliveries.finish(self._grace.left())

    def _start_deliveries(self, blobs: Iterable[BlobProperties]) -> None:
        for blob in blobs:
            for trigger in self._triggers:
                key = (trigger.function.name, blob.path)
                if (
                    key not in self._under_way
                    and not self._receipts.has(*key, blob.etag)
                    and trigger.pattern.fullmatch(blob.path)
                ):
                    self._under_way.add(key)
                    self._deliveries.start(self._deliver(trigger.function, blob))

    async def _deliver(self, function: Function, found: BlobProperties) -> None:
        """Delivers the blob, and again if it was changed in the meantime."""
        blob: BlobProperties | None = found
        try:
            while blob and not self._receipts.has(function.name, blob.path, blob.etag):
                await self._deliver_version(function, blob)
                async with self._slots:
                    blob = await self._source.properties(found.path)
        except StoreUnavailable as error:  # a later scan finds the blob again
            logger.warning("Blob %s waits for its store: %s", found.path, error)
        finally:
            self._under_way.discard((function.name, found.path))

    async def _deliver_version(self, function: Function, blob: BlobProperties) -> None:
        for attempt in range(1, self._tries + 1):
            async with self._slots:
                now = await self._source.properties(blob.path)
                if now is None or now.etag != blob.etag:
                    return
                try:
                    await self._invoke(function, blob)
                    break
                except (FunctionFailed, OrcError, OSError) as error:
                    failure = error
            logger.warning("Attempt %d of %d of blob %s: %s", attempt, self._tries, blob.path, failure)
            if attempt < self._tries:
                await asyncio.sleep(self._retry_delay * 2 ** (attempt - 1))
                continue
            logger.error("Blob %s is poison: %s failed %d times", blob.path, function.name, self._tries)
            if isinstance(failure, FunctionFailed):
                failure.log()
            record = {
                "time": datetime.now(UTC).isoformat(),
                "function": function.name,
                "blob": blob_id(blob.path),
                "tries": self._tries,
                "error": str(failure),
            }
            with self._poison.open("a", encoding="utf-8") as file:
                file.write(_line(record))
        self._receipts.add(function.name, blob.path, blob.etag)

    async def _invoke(self, function: Function, blob: BlobProperties) -> None:
        if function.trigger.get("properties", {}).get("SupportsDeferredBinding"):
            container, _, name = blob.path.partition("/")
            place = {"Connection": function.trigger["connection"], "ContainerName": container, "BlobName": name}
            content = json.dumps(place).encode()
            reference = SimpleNamespace(
                version="1.0", source="AzureStorageBlobs", content_type="application/json", content=content
            )
            value = TypedData(model_binding_data=reference)
        else:
            value = TypedData(bytes=await self._source.read(blob.path))
        properties = {
            "ContentLength": blob.size,
            "ContentType": blob.content_type,
            "ETag": blob.etag,
            "LastModified": blob.last_modified.isoformat(),
        }
        metadata = {
            "BlobTrigger": TypedData(string=blob.path),
            "Properties": TypedData(json=json.dumps(properties)),
            "Metadata": TypedData(json="{}"),
        }
        if uri := self._source.uri(blob.path):
            metadata["Uri"] = TypedData(string=uri)
        await self._worker.invoke(function, value, metadata=metadata)
