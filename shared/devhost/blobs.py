"""Blob triggers: watches <data_dir>/blobs/<container>/... and delivers each version of each blob once.

Receipts (blob-receipts.jsonl) tell after a restart what was delivered. A blob that fails every try goes on record in
poison.jsonl. Names with a part that begins with a dot are files in the making and are left alone.
"""

import asyncio
import json
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import watchfiles

from shared.devhost.background import Background, Grace, cancel
from shared.devhost.worker import Function, FunctionFailed, TypedData, Worker

logger = logging.getLogger(__name__)

_AT_ONCE = 8
_RESCAN_MS = 5_000  # a watch misses what appears in a folder before it watches that folder too


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

    def load(self, blobs: Path) -> None:
        """Reads the file, and leaves out blobs that are gone."""
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8").splitlines():
            if receipt := _parsed(line):
                self._seen[receipt[0], receipt[1]] = receipt[2]
        self._seen = {key: version for key, version in self._seen.items() if (blobs / key[1]).exists()}
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


class BlobEvents:
    """Delivers blobs while open. A blob that fails waits retry_delay, then twice as long each; others go on."""

    def __init__(self, worker: Worker, grace: Grace, *, data_dir: Path, retry_delay: float, tries: int = 5) -> None:
        self._worker, self._grace = worker, grace
        self._triggers = [BlobTrigger.of(function) for function in worker.triggered_by("blobtrigger")]
        self._blobs = data_dir / "blobs"
        self._poison = data_dir / "poison.jsonl"
        self._receipts = Receipts(data_dir / "blob-receipts.jsonl")
        self._retry_delay, self._tries = retry_delay, tries
        self._under_way: set[tuple[str, str]] = set()
        self._deliveries = Background()
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> None:
        if not self._triggers:
            return
        for trigger in self._triggers:
            (self._blobs / trigger.container).mkdir(parents=True, exist_ok=True)
        await asyncio.to_thread(self._receipts.load, self._blobs)
        self._watching = asyncio.create_task(self._watch())

    async def __aexit__(self, *_: object) -> None:
        if self._watching:
            await cancel(self._watching)
        await self._deliveries.finish(self._grace.left())

    async def _watch(self) -> None:
        await self._look([self._blobs])
        changes = watchfiles.awatch(
            self._blobs,
            watch_filter=None,
            debounce=200,
            step=20,
            rust_timeout=_RESCAN_MS,
            yield_on_timeout=True,
        )
        async for changed in changes:
            gone = watchfiles.Change.deleted
            paths = [Path(path) for change, path in changed if change is not gone] if changed else [self._blobs]
            await self._look(paths)

    async def _look(self, paths: Iterable[Path]) -> None:
        for blob, version in await asyncio.to_thread(self._versions, paths):
            for trigger in self._triggers:
                key = (trigger.function.name, blob)
                if (
                    key not in self._under_way
                    and not self._receipts.has(*key, version)
                    and trigger.pattern.fullmatch(blob)
                ):
                    self._under_way.add(key)
                    self._deliveries.start(self._deliver(trigger.function, blob))

    def _versions(self, paths: Iterable[Path]) -> list[tuple[str, str]]:
        found = []
        for path in paths:
            files = [path] if path.is_file() else (folder / name for folder, _, names in path.walk() for name in names)
            for file in files:
                name = file.relative_to(self._blobs)
                if not any(part.startswith(".") for part in name.parts) and (version := self._version(name.as_posix())):
                    found.append((name.as_posix(), version))
        return found

    def _version(self, blob: str) -> str | None:
        try:
            status = (self._blobs / blob).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return f"{status.st_mtime_ns}-{status.st_size}"

    async def _deliver(self, function: Function, blob: str) -> None:
        """Delivers the blob as it is, and again if it was changed meanwhile."""
        try:
            while (version := self._version(blob)) and not self._receipts.has(function.name, blob, version):
                await self._try_out(function, blob, version)
        finally:
            self._under_way.discard((function.name, blob))

    async def _try_out(self, function: Function, blob: str, version: str) -> None:
        for attempt in range(1, self._tries + 1):
            if self._version(blob) != version:
                return
            try:
                async with self._slots:
                    await self._invoke(function, blob, version)
            except (FunctionFailed, OSError) as error:
                logger.warning("Try %d of %d of blob %s: %s", attempt, self._tries, blob, error)
                failure: Exception = error
            else:
                self._receipts.add(function.name, blob, version)
                return
            if attempt < self._tries:
                await asyncio.sleep(self._retry_delay * 2 ** (attempt - 1))
        self._give_up(function, blob, failure)
        self._receipts.add(function.name, blob, version)

    async def _invoke(self, function: Function, blob: str, version: str) -> None:
        path = self._blobs / blob
        content = await asyncio.to_thread(path.read_bytes)
        modified = datetime.fromtimestamp(int(version.partition("-")[0]) / 1e9, UTC)
        properties = {"ContentLength": len(content), "ETag": version, "LastModified": modified.isoformat()}
        metadata = {
            "BlobTrigger": TypedData(string=blob),
            "Uri": TypedData(string=path.as_uri()),
            "Properties": TypedData(json=json.dumps(properties)),
            "Metadata": TypedData(json="{}"),
        }
        await self._worker.invoke(function, TypedData(bytes=content), metadata=metadata)

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
