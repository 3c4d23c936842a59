"""Atomic uploads to Azure Storage, a block at a time, into a container that may have to be created first."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from datetime import UTC
from functools import partial
from secrets import token_hex
from typing import Any

from azure.core.exceptions import ResourceExistsError, ResourceNotFoundError
from azure.storage.blob import BlobBlock, ContentSettings
from azure.storage.blob.aio import BlobServiceClient

from orc.errors import ItemChanged, StoreUnavailable
from orc.ports import BlobProperties
from shared.blobs.azure_client import code_of, condition

BLOCK_BYTES = 4 * 1024 * 1024


class Upload:
    """One upload. Data that fits in a block is sent in one request; more is staged, and visible once committed.

    The service deletes uncommitted blocks after a week.
    """

    def __init__(
        self, service: BlobServiceClient, path: str, *, content_type: str, if_match: str | None, create_container: bool
    ) -> None:
        container, _, name = path.partition("/")
        self._path = path
        self._container = service.get_container_client(container)
        self._blob = self._container.get_blob_client(name)
        self._create_container = create_container
        self._content_type = content_type
        self._conditional = if_match is not None
        self._options = {"content_settings": ContentSettings(content_type=content_type), **condition(if_match)}

    async def run(self, data: bytes | AsyncIterator[bytes]) -> BlobProperties:
        """Uploads the data and returns the blob's properties. Of concurrent uploads, the first to commit wins."""
        async with aclosing(_blocks(data)) as blocks:
            first, second = await anext(blocks, b""), await anext(blocks, None)
            if second is None:
                put = partial(self._blob.upload_blob, first, overwrite=True, **self._options)
                return self._properties(len(first), await self._send(put))
            upload_id, size = token_hex(8), 0
            ids: list[BlobBlock] = []

            async def stage(block: bytes) -> None:
                nonlocal size
                ids.append(BlobBlock(f"{upload_id}-{len(ids):06d}"))
                await self._send(partial(self._blob.stage_block, ids[-1].id, block))
                size += len(block)

            await stage(first)
            await stage(second)
            async for block in blocks:
                await stage(block)
            commit = partial(self._blob.commit_block_list, ids, **self._options)
            return self._properties(size, await self._send(commit))

    async def _send[T](self, request: Callable[[], Awaitable[T]]) -> T:
        """The response; the request is repeated once a missing container was created."""
        try:
            return await request()
        except ResourceNotFoundError as error:
            if self._conditional:
                raise ItemChanged("The blob is gone.") from error
            if code_of(error) != "ContainerNotFound":
                raise
            if not self._create_container:
                raise StoreUnavailable("The blob container does not exist, and the app does not create it.") from error
        try:
            await self._container.create_container()
        except ResourceExistsError as error:
            if code_of(error) != "ContainerAlreadyExists":
                raise
        return await request()

    def _properties(self, size: int, answer: dict[str, Any]) -> BlobProperties:
        return BlobProperties(
            path=self._path,
            size=size,
            etag=str(answer["etag"]).strip('"'),
            content_type=self._content_type,
            last_modified=answer["last_modified"].astimezone(UTC),
        )


async def _blocks(data: bytes | AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
    """The data in blocks of BLOCK_BYTES, of which the last may be shorter."""
    if isinstance(data, bytes):
        for start in range(0, len(data), BLOCK_BYTES):
            yield data[start : start + BLOCK_BYTES]
        return
    left = bytearray()
    async for piece in data:
        left += piece
        while len(left) >= BLOCK_BYTES:
            yield bytes(left[:BLOCK_BYTES])
            del left[:BLOCK_BYTES]
    if left:
        yield bytes(left)
