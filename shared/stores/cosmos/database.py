"""The process's client of Cosmos DB and its open containers."""

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from orc.errors import ConfigurationError, StoreUnavailable
from orc.ports import BlobStore, ItemContainer
from shared.stores.cosmos.charges import Charges

if TYPE_CHECKING:
    from azure.core.credentials_async import AsyncTokenCredential
    from azure.cosmos.aio import CosmosClient

    from shared.stores.cosmos.container import Container

    type Credential = str | AsyncTokenCredential


class CosmosDatabase:
    """Connects on first use. Missing containers are created when create allows it.

    A request is retried for max_retry_seconds at most. Values too large for an item go to large_values, which its
    creator closes; the credential is closed here. connection_verify is False or a file of certificates for an emulator
    with a self-signed one. charges counts the requests and their costs. A wrong endpoint, credential or connection
    string raises ConfigurationError.
    """

    def __init__(
        self,
        *,
        large_values: BlobStore,
        endpoint: str | None = None,
        credential: "Credential | None" = None,
        connection_string: str | None = None,
        database: str = "orc",
        create: bool = False,
        vector_dimensions: int | None = None,
        max_retry_seconds: float = 30,
        connection_verify: bool | str = True,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        if connection_string:
            parts = dict(part.split("=", 1) for part in connection_string.split(";") if "=" in part)
            for name in ("AccountEndpoint", "AccountKey"):
                if name not in parts:
                    raise ConfigurationError(f"The connection string of Cosmos DB has no {name}.")
            endpoint, credential = parts["AccountEndpoint"], parts["AccountKey"]
        url = urlsplit(endpoint or "")
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ConfigurationError(
                "The endpoint of Cosmos DB must be a URL such as https://name.documents.azure.com."
            )
        if not credential:
            raise ConfigurationError("Cosmos DB needs a key or an identity.")
        if isinstance(credential, str):
            try:
                base64.b64decode(credential, validate=True)
            except binascii.Error:
                raise ConfigurationError("The key of Cosmos DB is not valid: keys are base64.") from None
        elif url.scheme == "http":
            raise ConfigurationError("Cosmos DB must be reached over https when an identity is used.")
        self._endpoint, self._credential = url.geturl(), credential
        self._database = database
        self._create = create
        self._vector_dimensions = vector_dimensions
        self._max_retry_seconds = max_retry_seconds
        self._connection_verify = connection_verify
        self._sleep = sleep
        self._client = _Once(self._connect)
        self._containers: dict[str, _Once[Container]] = {}
        self._closed = False
        self.large_values = large_values
        self.charges = Charges()

    async def container(self, container: ItemContainer) -> "Container":
        """The container, opened or created once per process."""

        async def work() -> "Container":
            from shared.stores.cosmos.opening import open_container, open_database

            database = await open_database(await self._client.get(), self._database, create=self._create)
            dimensions = self._vector_dimensions
            return await open_container(database, container, create=self._create, vector_dimensions=dimensions)

        return await self._containers.setdefault(container.name, _Once(work)).get()

    async def ping(self) -> None:
        """Returns when the database exists and accepts the credential; raises StoreUnavailable otherwise."""
        from shared.stores.cosmos.opening import open_database

        await open_database(await self._client.get(), self._database, create=self._create)

    async def aclose(self) -> None:
        """Cancels containers that are being opened, then closes the client and the credential."""
        self._closed = True
        for opening in self._containers.values():
            await opening.end()
        client = await self._client.end()
        if client is not None:
            await client.close()
        if not isinstance(self._credential, str):
            await self._credential.close()

    async def _connect(self) -> "CosmosClient":
        from shared.stores.cosmos.opening import connect
        from shared.stores.cosmos.transport import RepeatPolicy

        if self._closed:
            raise StoreUnavailable("Cosmos DB was closed.")
        repeat = RepeatPolicy(self.charges, max_seconds=self._max_retry_seconds, sleep=self._sleep)
        return await connect(self._endpoint, self._credential, repeat, verify=self._connection_verify)


class _Once[T]:
    """The shared result of work that runs once for all callers, and again for the next caller after a failure."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._work = work
        self._task: asyncio.Task[T] | None = None

    async def get(self) -> T:
        if self._task is None or _failed(self._task):
            self._task = asyncio.create_task(self._work())
            self._task.add_done_callback(_failed)  # retrieves the error, for which nobody may wait any more
        return await asyncio.shield(self._task)

    async def end(self) -> T | None:
        """The result if there is one; running work is cancelled."""
        task, self._task = self._task, None
        if task is None:
            return None
        task.cancel()
        await asyncio.wait([task])
        return None if _failed(task) else task.result()


def _failed(task: asyncio.Task[object]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
