"""What Azure's blob store adds to the port: blocks, refusals, outages and retries, told apart."""

import asyncio
import subprocess
import sys
from asyncio import StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from azure.storage.blob.aio import BlobServiceClient

from orc.errors import ItemChanged, NotFound, StoreUnavailable
from shared.blobs import azure_client
from shared.blobs.azure import AzureBlobStore
from tests.support.emulators import Azurite
from tests.support.loopback import LoopbackServer, Received, send_json

pytestmark = pytest.mark.cloud

PATH = "documents/org/user/conversation/report.txt"
TEXT = "text/plain"
MEGABYTE = bytes(1024 * 1024)


@pytest.fixture
async def store(blob_account: Azurite) -> AsyncIterator[AzureBlobStore]:
    store = AzureBlobStore(connection_string=blob_account.connection_string, create_containers=True)
    yield store
    await store.aclose()


@pytest.fixture
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(azure_client, "BACKOFF_SECONDS", 0.001)


class FailingService(LoopbackServer):
    """Answers with errors, and after so many of them accepts the request."""

    def __init__(
        self, status: int, *, failures: int = 1000, headers: dict[str, str] | None = None, body: object = None
    ) -> None:
        super().__init__()
        self.body = body
        self.status = status
        self.failures = failures
        self.headers = headers or {}

    async def respond(self, received: Received, writer: StreamWriter) -> None:
        if len(self.requests) <= self.failures:
            await send_json(writer, self.body, status=self.status, headers=self.headers)
        else:
            await send_json(writer, {}, status=202)

    def store(self) -> AzureBlobStore:
        return AzureBlobStore(account_url=f"{self.address}/account", credential="a2V5", create_containers=True)


def operations(store: AzureBlobStore) -> list[Callable[[], Awaitable[object]]]:
    async def listed() -> list[str]:
        return [blob.path async for blob in store.list("documents")]

    return [
        lambda: store.put(PATH, b"text", content_type=TEXT),
        lambda: store.get(PATH),
        lambda: store.read_range(PATH, 0, 1),
        lambda: store.properties(PATH),
        listed,
        lambda: store.delete(PATH),
        lambda: store.ping("documents"),
    ]


async def uncommitted(account: Azurite) -> int:
    async with BlobServiceClient.from_connection_string(account.connection_string) as service:
        container, _, name = PATH.partition("/")
        _, waiting = await service.get_blob_client(container, name).get_block_list("all")
        return len(waiting)


async def test_a_long_upload_is_streamed_and_visible_only_when_complete(
    store: AzureBlobStore, blob_account: Azurite
) -> None:
    waiting = []

    async def long() -> AsyncIterator[bytes]:
        for megabyte in range(13):
            yield MEGABYTE
            if megabyte > 8:
                waiting.append(await uncommitted(blob_account))
                assert await store.properties(PATH) is None

    put = await store.put(PATH, long(), content_type=TEXT)
    assert waiting == [2, 2, 3, 3]
    assert put.size == 13 * len(MEGABYTE)
    assert await store.properties(PATH) == put
    assert await store.get(PATH) == MEGABYTE * 13


async def test_a_long_stream_that_breaks_leaves_what_was_there(store: AzureBlobStore) -> None:
    async def broken() -> AsyncIterator[bytes]:
        for _ in range(10):
            yield MEGABYTE
        raise EOFError("the client went away")

    with pytest.raises(EOFError):
        await store.put(PATH, broken(), content_type=TEXT)
    assert await store.properties(PATH) is None
    before = await store.put(PATH, b"before", content_type=TEXT)
    with pytest.raises(EOFError):
        await store.put(PATH, broken(), content_type=TEXT)
    assert [blob async for blob in store.list("documents")] == [before]


async def test_one_of_two_concurrent_long_uploads_is_kept_whole(store: AzureBlobStore) -> None:
    begun = asyncio.Barrier(2)

    async def upload(letter: bytes) -> None:
        async def long() -> AsyncIterator[bytes]:
            for megabyte in range(10):
                yield letter * len(MEGABYTE)
                if megabyte == 8:
                    await begun.wait()

        await store.put(PATH, long(), content_type=TEXT)

    outcomes = await asyncio.gather(upload(b"a"), upload(b"b"), return_exceptions=True)
    [lost] = [outcome for outcome in outcomes if outcome is not None]
    assert isinstance(lost, ItemChanged)
    kept = b"b" if outcomes[0] is lost else b"a"
    assert await store.get(PATH) == kept * 10 * len(MEGABYTE)


async def test_refused_credentials_are_an_outage_and_no_missing_blob(blob_account: Azurite) -> None:
    store = AzureBlobStore(account_url=blob_account.account_url, credential="d3Jvbmc=", create_containers=True)
    for operation in operations(store):
        with pytest.raises(StoreUnavailable, match="refused the credentials") as refused:
            await operation()
        assert "report" not in refused.value.message
    await store.aclose()


async def test_a_missing_container_is_distinguished_from_a_missing_blob(
    store: AzureBlobStore, blob_account: Azurite
) -> None:
    strict = AzureBlobStore(connection_string=blob_account.connection_string, create_containers=False)
    with pytest.raises(StoreUnavailable, match="container does not exist"):
        await strict.put(PATH, b"text", content_type=TEXT)
    with pytest.raises(NotFound):
        await strict.get(PATH)
    assert await strict.properties(PATH) is None
    assert [blob async for blob in strict.list("documents")] == []
    await strict.delete(PATH)
    await store.put(PATH, b"text", content_type=TEXT)
    await strict.put(PATH, b"other", content_type=TEXT)
    assert await store.get(PATH) == b"other"
    await strict.aclose()


@pytest.mark.usefixtures("no_waits")
async def test_a_service_that_is_not_there_is_an_outage(unused_tcp_port: int) -> None:
    store = AzureBlobStore(
        account_url=f"http://127.0.0.1:{unused_tcp_port}/account", credential="a2V5", create_containers=True
    )
    for operation in operations(store):
        with pytest.raises(StoreUnavailable, match="does not answer") as outage:
            await operation()
        assert "127.0.0.1" not in outage.value.message
    await store.aclose()


@pytest.mark.usefixtures("no_waits")
@pytest.mark.req("RE-07")
async def test_a_failing_service_is_asked_five_times() -> None:
    async with FailingService(503) as service:
        store = service.store()
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await store.get(PATH)
        assert len(service.requests) == 5
        await store.aclose()


@pytest.mark.usefixtures("no_waits")
async def test_a_service_that_recovers_was_no_outage() -> None:
    async with FailingService(500, failures=4) as service:
        store = service.store()
        await store.delete(PATH)
        assert len(service.requests) == 5
        await store.aclose()


async def test_an_answer_that_cannot_be_read_is_an_outage() -> None:
    async with FailingService(200, body="<html>Sign in</html>") as service:
        store = service.store()
        with pytest.raises(StoreUnavailable, match="does not answer"):
            _ = [blob async for blob in store.list("documents")]
        await store.aclose()


@pytest.mark.req("RE-07")
async def test_the_wait_that_the_service_asks_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(azure_client, "BACKOFF_SECONDS", 3600)
    async with FailingService(503, failures=2, headers={"Retry-After": "0"}) as service, asyncio.timeout(30):
        store = service.store()
        await store.delete(PATH)
        assert len(service.requests) == 3
        await store.aclose()


@pytest.mark.req("SE-03")
@pytest.mark.parametrize(
    "path", ["", "name", "documents//name", "documents/../other/name", "documents/./name", "../name", "documents/a\\b"]
)
async def test_a_path_of_other_than_plain_parts_is_refused(path: str) -> None:
    store = AzureBlobStore(account_url="http://127.0.0.1:1/account", credential="a2V5", create_containers=True)
    for operation in (
        store.put(path, b"text", content_type=TEXT),
        store.get(path),
        store.properties(path),
        store.delete(path),
    ):
        with pytest.raises(ValueError, match="blob path"):
            await operation
    with pytest.raises(ValueError, match="prefix"):
        assert [blob async for blob in store.list(f"{path}/../..")]
    await store.aclose()


def test_the_sdk_is_not_imported_before_a_store_is_used() -> None:
    program = (
        "import sys; from shared.blobs.azure import AzureBlobStore;"
        "AzureBlobStore(connection_string='x', create_containers=True);"
        "sys.exit('azure.storage' in str(sys.modules.keys()))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_store_has_one_address() -> None:
    with pytest.raises(ValueError, match="either"):
        AzureBlobStore(create_containers=True)
    with pytest.raises(ValueError, match="either"):
        AzureBlobStore(account_url="https://a", connection_string="b", create_containers=True)
