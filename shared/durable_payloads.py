# mypy: disallow-subclassing-any=False
# (mypy does not follow imports into durabletask)
"""Large inputs and results of orchestrations, kept apart: messages and histories carry tokens in their place."""

import asyncio
import gzip
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from durabletask.payload import LargePayloadStorageOptions, PayloadStore

from orc.errors import StoreUnavailable
from shared.settings import Settings

_CONTAINER = "orc-payloads"
_BLOB_TOKEN = f"blob:v1:{_CONTAINER}:"  # the format is that of every Durable Task SDK
_FILE_TOKEN = "orc-payload:"  # noqa: S105 - a reference, no secret


@cache
def payload_store() -> "LargePayloads":
    """The one of this process."""
    return LargePayloads()


@dataclass(frozen=True)
class _Backend:
    store: PayloadStore
    failure: type[Exception]
    aclose: Callable[[], Awaitable[None]]

    @contextmanager
    def answering(self) -> Iterator[PayloadStore]:
        try:
            yield self.store
        except self.failure as error:
            reason = type(error).__name__
            raise StoreUnavailable(f"A large value of an orchestration is out of reach ({reason}).") from error


class LargePayloads(PayloadStore):
    """Values above the threshold, in Azure Storage where the settings name it, else in files of the data directory.

    Settings and clients wait for the first such value. What goes wrong with the store is StoreUnavailable.
    """

    def __init__(self, *, threshold_bytes: int = 256 * 1024) -> None:
        self._options = LargePayloadStorageOptions(threshold_bytes=threshold_bytes)

    @property
    def options(self) -> LargePayloadStorageOptions:
        return self._options

    def upload(self, data: bytes, *, instance_id: str | None = None) -> str:
        with self._blocking.answering() as store:
            return str(store.upload(data, instance_id=instance_id))

    async def upload_async(self, data: bytes, *, instance_id: str | None = None) -> str:
        with self._awaited.answering() as store:
            return str(await store.upload_async(data, instance_id=instance_id))

    def download(self, token: str) -> bytes:
        with self._blocking.answering() as store:
            return bytes(store.download(token))

    async def download_async(self, token: str) -> bytes:
        with self._awaited.answering() as store:
            return bytes(await store.download_async(token))

    def is_known_token(self, value: str) -> bool:
        """Asked of every value of every message: one that cannot be a token builds nothing."""
        return value.startswith((_BLOB_TOKEN, _FILE_TOKEN)) and bool(self._awaited.store.is_known_token(value))

    async def aclose(self) -> None:
        """Closes what is open; the next use opens it again."""
        for name in ("_blocking", "_awaited"):
            if backend := self.__dict__.pop(name, None):
                await backend.aclose()

    @cached_property
    def _blocking(self) -> _Backend:
        return _backend(self._options, blocking=True)

    @cached_property
    def _awaited(self) -> _Backend:
        return _backend(self._options, blocking=False)


class FilePayloads(PayloadStore):
    """Values as gzip files that are named by their content, so that the same value is one file however often it comes.

    Nothing is deleted: an orchestration may still be replayed.
    """

    def __init__(self, directory: Path, options: LargePayloadStorageOptions) -> None:
        self._directory, self._options = directory, options

    @property
    def options(self) -> LargePayloadStorageOptions:
        return self._options

    def upload(self, data: bytes, *, instance_id: str | None = None) -> str:
        name = sha256(data).hexdigest()
        file = self._file(name)
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_name(f".{name}-{secrets.token_hex(4)}")
            try:
                unfinished.write_bytes(gzip.compress(data))
                unfinished.replace(file)
            finally:
                unfinished.unlink(missing_ok=True)
        return _FILE_TOKEN + name

    async def upload_async(self, data: bytes, *, instance_id: str | None = None) -> str:
        return await asyncio.to_thread(self.upload, data)

    def download(self, token: str) -> bytes:
        return gzip.decompress(self._file(token.removeprefix(_FILE_TOKEN)).read_bytes())

    async def download_async(self, token: str) -> bytes:
        return await asyncio.to_thread(self.download, token)

    def is_known_token(self, value: str) -> bool:
        return re.fullmatch(_FILE_TOKEN + "[0-9a-f]{64}", value) is not None

    def _file(self, name: str) -> Path:
        return self._directory / f"{name}.gz"


def _backend(options: LargePayloadStorageOptions, *, blocking: bool) -> _Backend:
    settings = Settings.from_environ()
    if settings.uses_azure_storage:
        return _azure(settings, options, blocking=blocking)

    async def nothing_is_open() -> None: ...

    return _Backend(FilePayloads(settings.orc_data_dir / "payloads", options), OSError, nothing_is_open)


def _azure(settings: Settings, options: LargePayloadStorageOptions, *, blocking: bool) -> _Backend:
    """Durable Task's own store, which hands one credential to both its clients: so each way of calling has its own."""
    from azure.core.exceptions import AzureError
    from durabletask.extensions.azure_blob_payloads import BlobPayloadStore, BlobPayloadStoreOptions

    credential = None if settings.azure_storage_connection_string else _entra_credential(blocking=blocking)
    store = BlobPayloadStore(
        BlobPayloadStoreOptions(
            **asdict(options),
            container_name=_CONTAINER,
            connection_string=settings.azure_storage_connection_string,
            account_url=settings.azure_storage_account_url,
            credential=credential,
        )
    )

    async def aclose() -> None:
        store.close()
        await store.close_async()
        if credential and (closing := credential.close()):
            await closing

    return _Backend(store, AzureError, aclose)


def _entra_credential(*, blocking: bool) -> Any:
    if blocking:
        from azure.identity import DefaultAzureCredential

        return DefaultAzureCredential()
    from shared.adapters import entra_credential

    return entra_credential()
