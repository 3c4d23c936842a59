# mypy: disallow-subclassing-any=False
# (mypy does not follow imports into durabletask)
"""Storage of large inputs and results of orchestrations: messages and histories contain tokens in their place."""

import asyncio
import gzip
import re
import secrets
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from durabletask.payload import LargePayloadStorageOptions, PayloadStore

from orc.errors import StoreUnavailable
from shared.settings import Settings

_CONTAINER = "orc-payloads"
_BLOB_TOKEN = f"blob:v1:{_CONTAINER}:"  # the format of all Durable Task SDKs
_FILE_TOKEN = "orc-payload:"  # noqa: S105 - a reference, no secret


@cache
def payload_store() -> "LargePayloads":
    """The store of this process."""
    return LargePayloads()


async def close_payload_store() -> None:
    """Closes the store of this process; the next use opens it again."""
    await payload_store().aclose()


@dataclass(frozen=True)
class _Backend:
    """forget deletes the values of an instance."""

    store: PayloadStore
    failure: type[Exception]
    aclose: Callable[[], Awaitable[None]]
    forget: Callable[[str], Awaitable[None]]

    @contextmanager
    def answering(self) -> Iterator[PayloadStore]:
        try:
            yield self.store
        except self.failure as error:
            reason = type(error).__name__
            raise StoreUnavailable(f"A large value of an orchestration cannot be read ({reason}).") from error


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
        with self._asynchronous.answering() as store:
            return str(await store.upload_async(data, instance_id=instance_id))

    def download(self, token: str) -> bytes:
        with self._blocking.answering() as store:
            return bytes(store.download(token))

    async def download_async(self, token: str) -> bytes:
        with self._asynchronous.answering() as store:
            return bytes(await store.download_async(token))

    async def forget(self, instance_id: str) -> None:
        """Deletes the values of an orchestration that is no longer replayed."""
        backend = self._asynchronous
        with backend.answering():
            await backend.forget(instance_id)

    def is_known_token(self, value: str) -> bool:
        """Whether the value is a token. Called for every value: only one that may be a token builds the store."""
        return value.startswith((_BLOB_TOKEN, _FILE_TOKEN)) and bool(self._asynchronous.store.is_known_token(value))

    async def aclose(self) -> None:
        """Closes the clients; the next use opens them again."""
        for name in ("_blocking", "_asynchronous"):
            if backend := self.__dict__.pop(name, None):
                await backend.aclose()

    @cached_property
    def _blocking(self) -> _Backend:
        return _backend(self._options, blocking=True)

    @cached_property
    def _asynchronous(self) -> _Backend:
        return _backend(self._options, blocking=False)


class FilePayloads(PayloadStore):
    """Values as gzip files in a folder for each instance, named by their content's hash, so that equal values of an
    instance share a file. They stay until the instance is forgotten: it may be replayed."""

    def __init__(self, directory: Path, options: LargePayloadStorageOptions) -> None:
        self._directory, self._options = directory, options

    @property
    def options(self) -> LargePayloadStorageOptions:
        return self._options

    def upload(self, data: bytes, *, instance_id: str | None = None) -> str:
        folder = "" if instance_id is None else f"{_folder_of(instance_id)}/"
        name = f"{folder}{sha256(data).hexdigest()}"
        file = self._file(name)
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_name(f".{file.name}-{secrets.token_hex(4)}")
            try:
                unfinished.write_bytes(gzip.compress(data))
                unfinished.replace(file)
            finally:
                unfinished.unlink(missing_ok=True)
        return _FILE_TOKEN + name

    async def upload_async(self, data: bytes, *, instance_id: str | None = None) -> str:
        return await asyncio.to_thread(self.upload, data, instance_id=instance_id)

    async def forget(self, instance_id: str) -> None:
        folder = self._directory / _folder_of(instance_id)
        with suppress(FileNotFoundError):
            await asyncio.to_thread(shutil.rmtree, folder)

    def download(self, token: str) -> bytes:
        return gzip.decompress(self._file(token.removeprefix(_FILE_TOKEN)).read_bytes())

    async def download_async(self, token: str) -> bytes:
        return await asyncio.to_thread(self.download, token)

    def is_known_token(self, value: str) -> bool:
        return re.fullmatch(_FILE_TOKEN + "([0-9a-f]{32}/)?[0-9a-f]{64}", value) is not None

    def _file(self, name: str) -> Path:
        return self._directory / f"{name}.gz"


def _folder_of(instance_id: str) -> str:
    return sha256(instance_id.encode()).hexdigest()[:32]


def _backend(options: LargePayloadStorageOptions, *, blocking: bool) -> _Backend:
    """In Azure Durable Task's own store, which passes one credential to both its clients: blocking and asynchronous
    calls have backends of their own."""
    settings = Settings.from_environ()
    if not settings.uses_azure_storage:

        async def nothing_is_open() -> None: ...

        files = FilePayloads(settings.orc_data_dir / "payloads", options)
        return _Backend(files, OSError, nothing_is_open, files.forget)
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

    async def forget(instance_id: str) -> None:
        from shared.adapters import cloud_blobs

        if blobs := cloud_blobs(settings):
            await blobs.delete_folder(f"{_CONTAINER}/{instance_id}")
            await blobs.aclose()

    return _Backend(store, AzureError, aclose, forget)
