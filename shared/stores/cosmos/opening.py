"""Connects a client, and opens or creates the database and its containers."""

from contextlib import suppress
from typing import TYPE_CHECKING

from azure.cosmos import PartitionKey
from azure.cosmos.aio import CosmosClient, DatabaseProxy
from azure.cosmos.documents import ConnectionPolicy
from azure.cosmos.exceptions import CosmosHttpResponseError, CosmosResourceExistsError, CosmosResourceNotFoundError

from orc.errors import StoreUnavailable
from orc.ports import ItemContainer
from shared.stores.cosmos.container import Container, found, missing, translated
from shared.stores.cosmos.schema import definitions
from shared.stores.cosmos.transport import RepeatPolicy

if TYPE_CHECKING:
    from azure.core.credentials_async import AsyncTokenCredential

_CONNECT_SECONDS = 5
_READ_SECONDS = 10
_BAD_REQUEST = 400


async def connect(
    endpoint: str, credential: "str | AsyncTokenCredential", repeat: RepeatPolicy, *, verify: bool | str
) -> CosmosClient:
    """A connected client with session consistency. Raises StoreUnavailable when the account does not answer."""
    policy = ConnectionPolicy()
    policy.ConnectionRetryConfiguration = repeat  # type: ignore[assignment]  # any policy of a pipeline is taken
    client = CosmosClient(
        endpoint,
        credential,
        connection_policy=policy,
        connection_timeout=_CONNECT_SECONDS,
        read_timeout=_READ_SECONDS,
        connection_verify=verify,
        user_agent_suffix="orc",
    )
    try:
        with translated("account"):
            await client.__aenter__()
    except BaseException:
        await client.close()
        raise
    return client


async def open_database(client: CosmosClient, name: str, *, create: bool) -> DatabaseProxy:
    """The database, created when it is missing and create allows it. Raises StoreUnavailable otherwise."""
    described = f"database '{name}'"
    with found(described):
        database = client.get_database_client(name)
        try:
            await database.read()
        except CosmosResourceNotFoundError:
            if not create:
                raise missing(described) from None
            with suppress(CosmosResourceExistsError):
                await client.create_database(name)
    return database


async def open_container(
    database: DatabaseProxy, container: ItemContainer, *, create: bool, vector_dimensions: int | None
) -> Container:
    """The container, created when it is missing and create allows it. Raises StoreUnavailable otherwise, and for a
    container with other settings than the product relies on."""
    described = f"container '{container.name}' in database '{database.id}'"
    with found(described):
        proxy = database.get_container_client(container.name)
        try:
            properties = await proxy.read()
        except CosmosResourceNotFoundError:
            if not create:
                raise missing(described) from None
            wanted = definitions(container, vector_dimensions=vector_dimensions)
            for number, definition in enumerate(wanted, 1):  # up to the first that the account accepts
                key = definition["partitionKey"]
                try:
                    await database.create_container(
                        definition["id"],
                        PartitionKey(path=key["paths"], kind=key["kind"], version=key["version"]),
                        indexing_policy=definition["indexingPolicy"],
                        default_ttl=definition["defaultTtl"],
                        full_text_policy=definition.get("fullTextPolicy"),
                        vector_embedding_policy=definition.get("vectorEmbeddingPolicy"),
                    )
                except CosmosResourceExistsError:
                    break
                except CosmosHttpResponseError as error:
                    if error.status_code != _BAD_REQUEST or number == len(wanted):
                        raise
                else:
                    break
            properties = await proxy.read()
    paths = [f"/{field}" for field in container.partition_fields]
    if properties["partitionKey"]["paths"] != paths:
        raise StoreUnavailable(f"The {described} must have the hierarchical partition key {', '.join(paths)}.")
    if properties.get("defaultTtl") is None:
        raise StoreUnavailable(f"The {described} must have time to live turned on, so that items expire.")
    return Container(proxy, described)
