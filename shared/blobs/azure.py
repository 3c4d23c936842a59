"""Blobs in Azure Blob Storage: a path's first part is the container, the rest is the blob's name.

The SDK, which takes half a second to import, is imported when a store is first used.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from orc.errors import ItemChanged, NotFound, StoreUnavailable
from orc.ports import BlobProperties
from shared.blobs.paths import parts_of, prefix_parts_of

if TYPE_CHECKING:
    from azure.core.credentials_async import AsyncTokenCredential
    from azure.storage.blob.aio import BlobClient, BlobServiceClient

_PROBE = ".probe"


class AzureBlobStore:
    """Connects one client on first use. The caller closes the credential.

    A put into a missing container creates it with create_containers, and raises StoreUnavailable without, since only
    an operator can create it.
    """

    def __init__(
        self,
        *,
        account_url: str | None = None,
        credential: "AsyncTokenCredential | str | None" = None,
        connection_string: str | None = None,
        create_containers: bool,
    ) -> None:
        if (account_url is None) == (connection_string is None):
            raise ValueError("either the account's URL or a connection string")
        self._account_url = account_url
        self._credential = credential
        self._connection_string = connection_string
        self._create_containers = create_containers
        self._connected: BlobServiceClient | None = None

    async def put(
        self, path: str, data: bytes | AsyncIterator[bytes], *, content_type: str, if_match: str | None = None
    ) -> BlobProperties:
        from shared.blobs.azure_uploads import Upload

        parts_of(path)
        create = self._create_containers
        with _translated():
            upload = Upload(self._service, path, content_type=content_type, if_match=if_match, create_container=create)
            return await upload.run(data)

    async def get(self, path: str) -> bytes:
        blob = self._blob(path)
        with _translated():
            return await (await blob.download_blob()).readall()

    async def read_range(self, path: str, start: int, length: int) -> bytes:
        from shared.blobs.azure_client import read_range

        if start < 0 or length < 1:
            raise ValueError("a range starts at 0 or later and has a byte or more")
        blob = self._blob(path)
        with _translated():
            return await read_range(blob, start, length)

    async def properties(self, path: str) -> BlobProperties | None:
        from shared.blobs.azure_client import properties_of

        blob = self._blob(path)
        try:
            with _translated():
                return properties_of(await blob.get_blob_properties())
        except NotFound:
            return None

    async def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        from shared.blobs.azure_client import properties_of

        container, *parts = prefix_parts_of(prefix)
        start = "/".join(parts)
        blobs = self._service.get_container_client(container).list_blobs(start or None)
        try:
            with _translated():
                under = [each async for each in blobs if not start or f"{each.name}/".startswith(f"{start}/")]
        except NotFound:
            return
        for blob in sorted(map(properties_of, under), key=lambda each: each.path):
            yield blob

    async def delete(self, path: str, *, if_match: str | None = None) -> None:
        from shared.blobs.azure_client import condition

        blob = self._blob(path)
        try:
            with _translated():
                await blob.delete_blob(delete_snapshots="include", **condition(if_match))
        except NotFound:
            return
        except ItemChanged:  # raised for a missing blob, too
            if await self.properties(path) is not None:
                raise

    async def delete_folder(self, prefix: str) -> None:
        async for blob in self.list(prefix):
            await self.delete(blob.path)

    async def ping(self, container: str) -> None:
        """Stages a block that is never committed: this tests writing without creating a blob or triggering an event."""
        from azure.core.exceptions import ResourceNotFoundError

        with _translated():
            try:
                await self._service.get_blob_client(container, _PROBE).stage_block(_PROBE, b"ping")
            except ResourceNotFoundError as error:
                if not self._create_containers:
                    raise StoreUnavailable(
                        "The blob container does not exist, and the app does not create it."
                    ) from error
                async for _ in self._service.list_containers(results_per_page=1):
                    return

    async def aclose(self) -> None:
        if self._connected is not None:
            await self._connected.close()
            self._connected = None

    @property
    def _service(self) -> "BlobServiceClient":
        from shared.blobs.azure_client import connect

        if self._connected is None:
            self._connected = connect(self._account_url, self._credential, self._connection_string)
        return self._connected

    def _blob(self, path: str) -> "BlobClient":
        container, *parts = parts_of(path)
        return self._service.get_blob_client(container, "/".join(parts))


def _translated() -> AbstractContextManager[None]:
    from shared.blobs.azure_client import translated

    return translated()
