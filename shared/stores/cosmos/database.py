"""The one client of Cosmos DB in a process, and the containers that it has open."""

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
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
    """Connects when it is first used. Containers that are missing are made when create allows it.

    A request is tried again for max_retry_seconds at most. Values too large for an item go to large_values, which is
    for whoever made it to close; the credential is closed here. connection_verify is False, or a file of certificates,
    for an emulator that has made its own. charges counts what all requests cost.
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
            endpoint, credential = _parsed(connection_string)
        self._endpoint, self._credential = _checked(endpoint, credential)
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
        """The container, open. It is looked for, or made, once in the life of a process."""
        opening = self._containers.setdefault(container.name, _Once(lambda: self._open(container)))
        return await opening.get()

    async def ping(self) -> None:
        """Returns when the database is there and may be used; StoreUnavailable says why not."""
        from shared.stores.cosmos.opening import open_database

        await open_database(await self._client.get(), self._database, create=self._create)

    async def aclose(self) -> None:
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

    async def _open(self, container: ItemContainer) -> "Container":
        from shared.stores.cosmos.opening import open_container, open_database

        database = await open_database(await self._client.get(), self._database, create=self._create)
        return await open_container(database, container, create=self._create, vector_dimensions=self._vector_dimensions)


class _Once[T]:
    """Work that is done once for all who ask; after a failure, the next who asks has it done again."""

    def __init__(self, work: Callable[[], Awaitable[T]]) -> None:
        self._work = work
        self._task: asyncio.Task[T] | None = None

    async def get(self) -> T:
        if self._task is None or _failed(self._task):
            self._task = asyncio.create_task(self._do())
            self._task.add_done_callback(_failed)  # looks at the error, which may have nobody left to wait for it
        return await asyncio.shield(self._task)

    async def end(self) -> T | None:
        """What there is, when there is something; work under way is given up. Nothing is done again."""
        task, self._task = self._task, None
        if task is None:
            return None
        task.cancel()
        await asyncio.wait([task])
        return None if _failed(task) else task.result()

    async def _do(self) -> T:
        return await self._work()


def _failed(task: asyncio.Task[object]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _parsed(connection_string: str) -> tuple[str, str]:
    parts = dict(part.split("=", 1) for part in connection_string.split(";") if "=" in part)
    try:
        return parts["AccountEndpoint"], parts["AccountKey"]
    except KeyError as missing:
        raise ConfigurationError(f"The connection string of Cosmos DB has no {missing.args[0]}.") from None


def _checked(endpoint: str | None, credential: "Credential | None") -> "tuple[str, Credential]":
    url = urlsplit(endpoint or "")
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ConfigurationError("The endpoint of Cosmos DB must be a URL such as https://name.documents.azure.com.")
    if not credential:
        raise ConfigurationError("Cosmos DB needs a key or an identity.")
    if isinstance(credential, str):
        try:
            base64.b64decode(credential, validate=True)
        except binascii.Error:
            raise ConfigurationError("The key of Cosmos DB is not one: keys are base64.") from None
    elif url.scheme == "http":
        raise ConfigurationError("An identity is shown to Cosmos DB over https only.")
    return url.geturl(), credential
