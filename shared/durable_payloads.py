# mypy: disallow-subclassing-any=False
# (mypy does not follow imports into durabletask)
"""Storage of large inputs and results of orchestrations: messages and histories contain tokens in their place."""

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
    """The store of this process."""
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
    """Values above the threshold, in Azure Storage if it is configured, else in files of the data directory.

    Reads settings and builds clients for the first such value. Failures of the store raise StoreUnavailable.
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
        """Whether the value is a token. Called for every value: only one that may be a token builds the store."""
        return value.startswith((_BLOB_TOKEN, _FILE_TOKEN)) and bool(self._awaited.store.is_known_token(value))

    async def aclose(self) -> None:
        """Closes the clients; the next use opens them again."""
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
    """Values as gzip files named by their content's hash, so that equal values share a file.

    Files are never deleted: an orchestration may be replayed.
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
    """Durable Task's own store. It passes one credential to both its clients, so blocking and asynchronous calls have
    stores of their own."""
    from azure.core.exceptions import AzureError
    from durabletask.extensions.azure_blob_payloads import BlobPayloadStore, BlobPayloadStoreOptions

    credential: Any = None
    if not settings.azure_storage_connection_string:
        from azure.identity import DefaultAzureCredential

        from shared.adapters import entra_credential

        credential = DefaultAzureCredential() if blocking else entra_credential()
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
