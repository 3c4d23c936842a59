"""How the adapter finds its database and containers, and what it makes of a service that it cannot use."""

import asyncio
import base64
from typing import Self

import pytest
from azure.core.credentials import AccessToken
from azure.core.exceptions import ClientAuthenticationError

from cosmos_server import CosmosServer
from orc.errors import ConfigurationError, StoreUnavailable
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, Create, ItemContainer
from shared.blobs.local import LocalBlobStore
from shared.stores.cosmos import CosmosDatabase, CosmosItemStore
from tests.cosmos.conftest import Cosmos
from tests.cosmos.items import HOME, item

pytestmark = pytest.mark.cloud


async def test_an_unreachable_service_is_unavailable_and_no_secret_leaks(cosmos: Cosmos, unused_port: int) -> None:
    items = await cosmos.items(endpoint=f"http://127.0.0.1:{unused_port}")
    with pytest.raises(StoreUnavailable) as raised:
        await items.read(HOME, "m1")
    assert "does not answer" in raised.value.message
    assert len(cosmos.waits) == 4


async def test_a_service_that_recovers_is_used(server: CosmosServer, cosmos: Cosmos) -> None:
    items = await cosmos.items()
    server.fail("account", status=503, times=5)
    with pytest.raises(StoreUnavailable):
        await items.read(HOME, "m1")
    assert await items.read(HOME, "m1") is None


async def test_a_wrong_key_is_refused_without_being_repeated(server: CosmosServer, cosmos: Cosmos) -> None:
    wrong = base64.b64encode(b"not the key of this account").decode()
    items = await cosmos.items(credential=wrong)
    with pytest.raises(StoreUnavailable, match="refused the credentials") as raised:
        await items.read(HOME, "m1")
    assert wrong not in str(raised.value)
    assert len(server.requests) == 1


class NoIdentity:
    """A credential on a machine where nobody is signed in."""

    def __init__(self) -> None:
        self.closed = False

    async def get_token(self, *scopes: str, **_: object) -> AccessToken:
        raise ClientAuthenticationError("nobody is signed in")

    async def close(self) -> None:
        self.closed = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def test_a_missing_credential_is_reported_and_closed_with_the_database(cosmos: Cosmos) -> None:
    identity = NoIdentity()
    database = await cosmos.database(endpoint="https://127.0.0.1:1", credential=identity)
    with pytest.raises(StoreUnavailable, match="No credentials"):
        await database.ping()
    assert cosmos.waits == []
    await database.aclose()
    assert identity.closed


def test_an_identity_is_not_shown_without_encryption(blobs: LocalBlobStore) -> None:
    with pytest.raises(ConfigurationError, match="over https"):
        CosmosDatabase(large_values=blobs, endpoint="http://127.0.0.1:1", credential=NoIdentity())


async def test_a_missing_database_is_named(cosmos: Cosmos) -> None:
    database = await cosmos.database(create=False, database="elsewhere")
    with pytest.raises(StoreUnavailable, match="no database 'elsewhere'"):
        await CosmosItemStore(database, CONVERSATION_ITEMS).read(HOME, "m1")
    with pytest.raises(StoreUnavailable, match="no database 'elsewhere'"):
        await database.ping()


async def test_a_missing_container_is_named(cosmos: Cosmos) -> None:
    await (await cosmos.database()).ping()
    items = await cosmos.items(create=False)
    with pytest.raises(StoreUnavailable, match="no container 'conversations' in database 'orc'"):
        await items.ping()


async def test_existing_containers_are_used_unchanged(server: CosmosServer, cosmos: Cosmos) -> None:
    await (await cosmos.items()).ping()
    items = await cosmos.items(create=False)
    await items.write(HOME, [Create(item("m1"))])
    assert server.count("create_container") == 1


async def test_a_container_of_another_shape_is_refused(cosmos: Cosmos) -> None:
    other = ItemContainer(CONVERSATION_ITEMS.name, DOCUMENT_ITEMS.partition_fields)
    await (await cosmos.items(other)).ping()
    with pytest.raises(StoreUnavailable, match="hierarchical partition key /organization_id, /user_id, /conversation"):
        await (await cosmos.items()).ping()


async def test_many_who_ask_at_first_connect_once(server: CosmosServer, items: CosmosItemStore) -> None:
    await asyncio.gather(*(items.read(HOME, f"m{n}") for n in range(20)))
    assert server.count("create_database") == 1
    assert server.count("create_container") == 1


async def test_two_processes_may_make_the_containers_at_once(cosmos: Cosmos) -> None:
    stores = [await cosmos.items() for _ in range(4)]
    assert await asyncio.gather(*(each.read(HOME, "m1") for each in stores)) == [None] * 4


async def test_a_closed_database_is_unavailable(cosmos: Cosmos) -> None:
    database = await cosmos.database()
    items = CosmosItemStore(database, CONVERSATION_ITEMS)
    await items.ping()
    await database.aclose()
    await database.aclose()
    with pytest.raises(StoreUnavailable, match="closed"):
        await items.read(HOME, "m1")


async def test_a_caller_who_gives_up_does_not_break_the_connection_for_others(items: CosmosItemStore) -> None:
    impatient = asyncio.create_task(items.read(HOME, "m1"))
    patient = asyncio.create_task(items.read(HOME, "m1"))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"endpoint": "https://name.documents.azure.com"}, "key or an identity"),
        ({"endpoint": "name.documents.azure.com", "credential": "a2V5"}, "must be a URL"),
        ({"credential": "a2V5"}, "must be a URL"),
        ({"endpoint": "https://name.documents.azure.com", "credential": "not base64!"}, "base64"),
        ({"connection_string": "AccountEndpoint=https://name.documents.azure.com"}, "no AccountKey"),
        ({"connection_string": "nonsense"}, "no AccountEndpoint"),
    ],
)
def test_settings_that_cannot_work_are_refused_at_once(
    blobs: LocalBlobStore, settings: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigurationError, match=message):
        CosmosDatabase(large_values=blobs, **settings)  # type: ignore[arg-type]  # all of these are texts


async def test_a_connection_string_is_enough(server: CosmosServer, cosmos: Cosmos) -> None:
    text = f"AccountEndpoint={server.endpoint};AccountKey={server.key};"
    items = await cosmos.items(endpoint=None, credential=None, connection_string=text)
    await items.ping()
