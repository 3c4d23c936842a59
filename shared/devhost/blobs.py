"""Blob triggers: delivers each version of each blob once, wherever the blobs are.

Receipts (blob-receipts.jsonl) tell after a restart what was delivered. A blob that fails every try goes on record in
poison.jsonl.
"""

import asyncio
import json
import logging
import re
from collections.abc import Iterable, Set
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

_AT_ONCE = 8


@dataclass(frozen=True)
class BlobTrigger:
    function: Function
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, function: Function) -> "BlobTrigger":
        literals = re.split(r"\{\w+\}", function.trigger["path"])
        return cls(function, re.compile("(.+)".join(re.escape(literal) for literal in literals)))

    @property
    def container(self) -> str:
        return str(self.function.trigger["path"]).partition("/")[0]


class Receipts:
    """The version of each blob that each function has seen, in a file that only grows until it is next loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: dict[tuple[str, str], str] = {}

    def load(self, paths: Set[str]) -> None:
        """Reads the file, and leaves out all blobs but those of the paths."""
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8").splitlines():
            if receipt := _parsed(line):
                self._seen[receipt[0], receipt[1]] = receipt[2]
        self._seen = {key: version for key, version in self._seen.items() if key[1] in paths}
        compact = self._path.with_suffix(".tmp")
        compact.write_text("".join(_line([*key, version]) for key, version in self._seen.items()), encoding="utf-8")
        compact.replace(self._path)

    def has(self, function: str, blob: str, version: str) -> bool:
        return self._seen.get((function, blob)) == version

    def add(self, function: str, blob: str, version: str) -> None:
        self._seen[function, blob] = version
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line([function, blob, version]))


def _line(value: object) -> str:
    return json.dumps(value) + "\n"


def _parsed(line: str) -> list[str] | None:
    try:
        receipt: list[str] = json.loads(line)
    except ValueError:  # the last line of a host that was killed
        return None
    return receipt


def _reference(function: Function, path: str) -> TypedData | None:
    """Where the blob is, for a function that takes that in place of the bytes (SupportsDeferredBinding)."""
    if not function.trigger.get("properties", {}).get("SupportsDeferredBinding"):
        return None
    container, _, name = path.partition("/")
    found = {"Connection": function.trigger["connection"], "ContainerName": container, "BlobName": name}
    content = json.dumps(found).encode()
    return TypedData(
        model_binding_data=SimpleNamespace(
            version="1.0", source="AzureStorageBlobs", content_type="application/json", content=content
        )
    )


class BlobEvents:
    """Delivers blobs while open. A blob that fails waits retry_delay, then twice as long each; others go on."""

    def __init__(
        self,
        worker: Worker,
        grace: Grace,
        source: BlobSource,
        *,
        data_dir: Path,
        retry_delay: float,
        tries: int = 5,
    ) -> None:
        self._worker, self._grace, self._source = worker, grace, source
        self._triggers = [BlobTrigger.of(function) for function in worker.triggered_by("blobtrigger")]
        self._poison = data_dir / "poison.jsonl"
        self._receipts = Receipts(data_dir / "blob-receipts.jsonl")
        self._retry_delay, self._tries = retry_delay, tries
        self._under_way: set[tuple[str, str]] = set()
        self._watching, self._deliveries = Background(), Background()
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def __aenter__(self) -> None:
        if self._triggers:
            self._watching.start(self._watch())

    async def __aexit__(self, *_: object) -> None:
        await self._watching.finish(0)
        await self._deliveries.finish(self._grace.left())

    async def _watch(self) -> None:
        batches = self._source.batches({trigger.container for trigger in self._triggers})
        everything = await anext(batches)
        await asyncio.to_thread(self._receipts.load, {blob.path for blob in everything})
        self._look(everything)
        async for batch in batches:
            self._look(batch)

    def _look(self, blobs: Iterable[BlobProperties]) -> None:
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
        """Delivers the blob as it was found, and again if it was changed meanwhile."""
        blob: BlobProperties | None = found
        try:
            while blob and not self._receipts.has(function.name, blob.path, blob.etag):
                await self._try_out(function, blob)
                async with self._slots:
                    blob = await self._source.properties(found.path)
        except StoreUnavailable as error:  # no fault of this blob: it is found again when the store is back
            logger.warning("Blob %s waits for its store: %s", found.path, error)
        finally:
            self._under_way.discard((function.name, found.path))

    async def _try_out(self, function: Function, blob: BlobProperties) -> None:
        for attempt in range(1, self._tries + 1):
            async with self._slots:
                now = await self._source.properties(blob.path)
                if now is None or now.etag != blob.etag:
                    return
                failure = await self._failure(function, blob)
            if failure is None:
                break
            logger.warning("Try %d of %d of blob %s: %s", attempt, self._tries, blob.path, failure)
            if attempt == self._tries:
                self._give_up(function, blob.path, failure)
            else:
                await asyncio.sleep(self._retry_delay * 2 ** (attempt - 1))
        self._receipts.add(function.name, blob.path, blob.etag)

    async def _failure(self, function: Function, blob: BlobProperties) -> Exception | None:
        """Invokes the function once and returns what went wrong."""
        try:
            await self._invoke(function, blob)
        except (FunctionFailed, OrcError, OSError) as error:
            return error
        return None

    async def _invoke(self, function: Function, blob: BlobProperties) -> None:
        value = _reference(function, blob.path)
        if value is None:
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

    def _give_up(self, function: Function, blob: str, failure: Exception) -> None:
        logger.error("Blob %s is poison: gave up after %d tries of %s", blob, self._tries, function.name)
        if isinstance(failure, FunctionFailed):
            failure.log()
        record = {
            "time": datetime.now(UTC).isoformat(),
            "function": function.name,
            "blob": blob,
            "tries": self._tries,
            "error": str(failure),
        }
        with self._poison.open("a", encoding="utf-8") as file:
            file.write(_line(record))
