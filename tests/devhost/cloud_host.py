"""The commands of the local host, with the cloud's blobs in the directory that CLOUD_BLOBS names."""

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from orc.ports import BlobProperties
from shared import adapters
from shared.blobs.local import LocalBlobStore
from shared.devhost import cli
from shared.settings import Settings


class CloudBlobs(LocalBlobStore):
    """Notes beside its directory each container that is listed, what is read, and that it was closed."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._listings, self._closed = root.with_name("listings"), root.with_name("closed")
        self._reads = root.with_name("reads")

    async def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        with self._listings.open("a") as file:
            file.write(f"{prefix}\n")
        async for blob in super().list(prefix):
            yield blob

    async def get(self, path: str) -> bytes:
        with self._reads.open("a") as file:
            file.write(f"{path}\n")
        return await super().get(path)

    async def aclose(self) -> None:
        self._closed.touch()
        await super().aclose()


def cloud_blobs(settings: Settings) -> CloudBlobs:
    assert settings.uses_azure_storage
    return CloudBlobs(Path(os.environ["CLOUD_BLOBS"]))


def main(arguments: Sequence[str]) -> int:
    vars(adapters)["cloud_blobs"] = cloud_blobs
    return cli.main(arguments)
