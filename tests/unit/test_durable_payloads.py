"""Where large values of orchestrations are kept."""

import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from orc.errors import ConfigurationError, StoreUnavailable
from shared.durable_payloads import LargePayloads
from tests.support.forked import ROOT

VALUE = b'"large"' * 1000
LAZY = """
import sys
from shared.durable_payloads import payload_store
store = payload_store()
assert store is payload_store()
assert not store.is_known_token('{"run_id": "r-1"}')
assert store.options.threshold_bytes == 256 * 1024
assert "azure.core" not in sys.modules
"""


class Account(ThreadingHTTPServer):
    """As much of Azure Blob Storage as keeps a blob; refusing says no to everything."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.blobs: dict[str, bytes] = {}
        self.refusing = False

    @property
    def connection_string(self) -> str:
        endpoint = f"http://127.0.0.1:{self.server_port}/account"
        return f"DefaultEndpointsProtocol=http;AccountName=account;AccountKey=a2V5;BlobEndpoint={endpoint}"


class _Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Account

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers["content-length"] or 0))
        path, _, query = self.path.partition("?")
        if self.server.refusing:
            return self._send(403)
        if "restype=container" not in query:
            self.server.blobs[path] = content
        return self._send(201)

    def do_GET(self) -> None:
        content = self.server.blobs.get(self.path.partition("?")[0])
        if content is None:
            return self._send(404)
        return self._send(206, content)

    def _send(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.send_header("content-range", f"bytes 0-{len(content) - 1}/{len(content)}")
        self.send_header("etag", '"1"')
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """A test's output is its own."""


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[Account]:
    with Account() as account:
        monkeypatch.setenv("AZURE_STORAGE_CONNECTION_STRING", account.connection_string)
        monkeypatch.setenv("COSMOS_CONNECTION_STRING", "not looked at")
        thread = threading.Thread(target=account.serve_forever, args=[0.01])
        thread.start()
        yield account
        account.shutdown()
        thread.join()


@pytest.fixture
async def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[LargePayloads]:
    monkeypatch.setenv("ORC_DATA_DIR", str(tmp_path))
    async with aclosing(LargePayloads()) as store:
        yield store


def files(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


def test_nothing_is_built_before_the_first_large_value() -> None:
    subprocess.run([sys.executable, "-c", LAZY], check=True, cwd=ROOT, env={"CHUNK_SIZE": "no number"})


async def test_a_value_is_one_file_however_often_it_comes(store: LargePayloads, tmp_path: Path) -> None:
    token = await store.upload_async(VALUE, instance_id="turn")

    assert store.upload(VALUE, instance_id="turn") == token
    assert await store.download_async(token) == store.download(token) == VALUE
    [file] = files(tmp_path)
    assert file.stat().st_size < len(VALUE)


@pytest.mark.parametrize(
    "value", ["", "orc-payload:", "orc-payload:../../secret", f"orc-payload:{'0' * 64}.gz", "blob:"]
)
def test_an_unknown_value_is_no_payload_token(store: LargePayloads, value: str) -> None:
    assert not store.is_known_token(value)


async def test_a_token_is_known_in_every_process(store: LargePayloads) -> None:
    token = await store.upload_async(VALUE)

    assert LargePayloads().is_known_token(token)


async def test_values_of_a_forgotten_orchestration_are_deleted(store: LargePayloads, tmp_path: Path) -> None:
    for instance in ("turn", "another"):
        await store.upload_async(VALUE, instance_id=instance)
    await store.forget("turn")
    await store.forget("unknown")
    assert len(files(tmp_path)) == 1


async def test_a_value_that_is_gone_is_an_outage(store: LargePayloads, tmp_path: Path) -> None:
    token = await store.upload_async(VALUE)
    for file in files(tmp_path):
        file.unlink()

    with pytest.raises(StoreUnavailable):
        await store.download_async(token)


async def test_a_value_that_cannot_be_written_is_an_outage(store: LargePayloads, tmp_path: Path) -> None:
    (tmp_path / "payloads").touch()

    with pytest.raises(StoreUnavailable):
        store.upload(VALUE)


async def test_a_value_that_cannot_be_deleted_is_an_outage(store: LargePayloads, tmp_path: Path) -> None:
    (tmp_path / "payloads").touch()

    with pytest.raises(StoreUnavailable):
        await store.forget("turn")


async def test_mistaken_settings_are_reported(store: LargePayloads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNK_SIZE", "0")

    with pytest.raises(ConfigurationError):
        await store.upload_async(VALUE)


async def test_azure_storage_keeps_values_where_it_is_configured(
    account: Account, store: LargePayloads, tmp_path: Path
) -> None:
    token = await store.upload_async(VALUE, instance_id="turn")

    assert token.startswith("blob:v1:orc-payloads:turn/")
    assert store.is_known_token(token)
    assert not store.is_known_token(token.replace("orc-payloads", "documents"))
    assert await store.download_async(token) == store.download(token) == VALUE
    assert [path.rpartition("/")[0] for path in account.blobs] == ["/account/orc-payloads/turn"]
    assert not files(tmp_path)


async def test_a_refusal_of_azure_storage_is_an_outage(account: Account, store: LargePayloads) -> None:
    account.refusing = True

    with pytest.raises(StoreUnavailable):
        await store.upload_async(VALUE)
    with pytest.raises(StoreUnavailable):
        store.upload(VALUE)


async def test_an_identity_serves_in_place_of_a_connection_string(
    store: LargePayloads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_URL", "https://account.invalid")
    monkeypatch.setenv("COSMOS_ENDPOINT", "https://cosmos.invalid")

    assert store.is_known_token("blob:v1:orc-payloads:turn/1")


async def test_a_closed_store_opens_again(account: Account, store: LargePayloads) -> None:
    token = await store.upload_async(VALUE)
    await store.aclose()

    assert await store.download_async(token) == VALUE
