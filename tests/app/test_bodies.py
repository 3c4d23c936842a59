"""Requests as far as their heads, and bodies that do not come: over raw connections, with small limits."""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from itertools import repeat
from pathlib import Path

import pytest

from tests.app.conftest import app_host, client
from tests.app.operations import AS_JSON, BODIES, MISSING, PUBLIC, UPLOADS, filled, operations
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, checked, principal, problem
from tests.support.hosts import RunningHost
from tests.support.processes import descriptors
from tests.support.raw_http import RawConnection, chunk, raw_connection
from tests.support.waiting import eventually

pytestmark = pytest.mark.req("SE-13")

MEGABYTE = 1024 * 1024
SETTINGS = {
    "IDENTITY": "easyauth",
    "MAX_UPLOAD_BYTES": str(MEGABYTE),
    "MAX_UPLOAD_FILES": "2",
    "HEAD_SECONDS": "1",
    "BODY_STALL_SECONDS": "1.5",
    "MIN_BODY_BYTES_PER_SECOND": "1000",
    "MAX_BODY_SECONDS": "4",
    "MAX_CONCURRENT_UPLOADS": "7",
    "RATE_LIMIT_PER_MINUTE": "1000",
}
FORM = {"content-type": "multipart/form-data; boundary=edge"}
PART = b'--edge\r\ncontent-disposition: form-data; name="files"; filename="note.txt"\r\n\r\n'
END = b"\r\n--edge--\r\n"
JSON = {"content-type": "application/json"}

type Connecting = Callable[[], RawConnection]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with app_host(tmp_path_factory.mktemp("bodies"), SETTINGS) as host:
        yield host


@pytest.fixture
def caller() -> Mapping[str, str]:
    return principal("organization", f"user-{uuid.uuid4().hex}")


@pytest.fixture
def api(host: RunningHost, caller: Mapping[str, str]) -> Iterator[Api]:
    with client(host, caller) as api:
        yield api


@pytest.fixture
def upload(api: Api) -> str:
    """Where documents of the caller's go."""
    return f"/api/conversations/{api.create()}/documents"


@pytest.fixture
def connect(host: RunningHost) -> Iterator[Connecting]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(raw_connection(host.url))


def _with_bodies(api: Api) -> list[str]:
    return [name for name in operations(api) if name in (*BODIES, *UPLOADS)]


def test_a_stranger_is_refused_by_the_head_alone(api: Api, connect: Connecting) -> None:
    for name in operations(api):
        if name not in PUBLIC:
            connection = connect()
            connection.head(filled(name, MISSING), {"content-length": str(200 * MEGABYTE), **AS_JSON})
            answer = connection.answer()
            assert (answer.status, answer.problem["code"]) == (401, "unauthenticated"), name
            assert (answer.headers["connection"], answer.headers["www-authenticate"]) == ("close", "Bearer"), name


@pytest.mark.parametrize("size", [{"content-length": "1000"}, {"transfer-encoding": "chunked"}])
def test_anothers_conversation_is_not_found_before_the_body_arrives(
    api: Api, host: RunningHost, connect: Connecting, caller: Mapping[str, str], size: Mapping[str, str]
) -> None:
    with client(host, principal("organization", "owner")) as owner:
        conversation = owner.create()
    for ids in (MISSING, {**MISSING, "conversation_id": conversation}):
        for name in _with_bodies(api):
            if "{" in name:
                connection = connect()
                connection.head(filled(name, ids), {**caller, **size})
                assert connection.answer().status == 404, name


def test_a_size_over_the_limit_is_refused_by_the_head_alone(
    api: Api, connect: Connecting, caller: Mapping[str, str]
) -> None:
    for name in _with_bodies(api):
        connection = connect()
        connection.head(filled(name, MISSING), {**caller, **AS_JSON, "content-length": str(4 * MEGABYTE)})
        answer = connection.answer()
        assert (answer.status, answer.problem["code"]) == (413, "payload_too_large"), name


def test_a_caller_over_the_rate_limit_is_refused_by_the_head_alone(tmp_path: Path, caller: Mapping[str, str]) -> None:
    with app_host(tmp_path, {**SETTINGS, "RATE_LIMIT_PER_MINUTE": "1"}) as host, client(host, caller) as api:
        eventually(lambda: api.http.post("/api/conversations", json={}).status_code == 429)
        with raw_connection(host.url) as connection:
            connection.head("POST /api/orc", {**caller, **JSON, "content-length": "1000"})
            answer = connection.answer()
    assert (answer.status, answer.problem["code"]) == (429, "too_many_requests")
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize("address", ["/api/conversations/none/documents", "/api/mcp", "/api/orc", "/api/nothing"])
def test_a_client_that_sends_200_megabytes_sees_why_not(host: RunningHost, address: str) -> None:
    with client(host) as stranger:
        answer = stranger.http.post(address, content=(bytes(MEGABYTE) for _ in range(200)))
    assert (problem(answer)[0], answer.headers["connection"]) == (404 if "nothing" in address else 401, "close")


def test_a_body_without_a_size_is_cut_at_the_limit(upload: str, connect: Connecting, caller: Mapping[str, str]) -> None:
    sent = {address: connect() for address in (upload, "/api/mcp", "/api/orc")}
    for address, connection in sent.items():
        kind, size = (FORM, 3) if address == upload else (JSON, 2)
        connection.head(f"POST {address}", {**caller, **kind, "transfer-encoding": "chunked"})
        connection.send(chunk(PART))
        for _ in range(16 * size):
            connection.send(chunk(bytes(MEGABYTE // 16)))
    for address, connection in sent.items():
        answer = connection.answer()
        assert (answer.status, answer.problem["code"]) == (413, "payload_too_large"), address
        assert connection.ends()


def test_a_sender_that_stalls_is_given_up(
    upload: str, host: RunningHost, connect: Connecting, caller: Mapping[str, str]
) -> None:
    message = {"/api/orc": JSON, "/api/mcp": JSON, upload: FORM, upload.replace("documents", "messages"): JSON}
    stalled = {address: connect() for address in message}
    for address, connection in stalled.items():
        connection.head(f"POST {address}", {**caller, **message[address], "content-length": "1000"})
        connection.send(PART)
    for address, connection in stalled.items():
        answer = connection.answer()
        assert (answer.status, answer.problem["code"]) == (408, "request_timeout"), address
        assert answer.headers["connection"] == "close"
        assert connection.ends()
    assert "Traceback" not in host.log


def test_a_sender_that_drips_is_given_up(upload: str, connect: Connecting, caller: Mapping[str, str]) -> None:
    connection = connect()
    connection.head(f"POST {upload}", {**caller, **FORM, "content-length": str(MEGABYTE)})
    connection.send(PART + bytes(MEGABYTE // 2))  # what came fast buys no time
    connection.drip(repeat(b"x", 1000), pause=0.1)
    assert connection.answer().problem["code"] == "request_timeout"


def test_a_body_has_a_time_however_it_comes(upload: str, connect: Connecting, caller: Mapping[str, str]) -> None:
    connection = connect()
    connection.head(f"POST {upload}", {**caller, **FORM, "transfer-encoding": "chunked"})
    connection.send(chunk(PART))
    connection.drip(repeat(chunk(bytes(400)), 1000), pause=0.1)
    assert connection.answer().problem["code"] == "request_timeout"


def test_slow_senders_that_keep_the_pace_are_served(
    api: Api, upload: str, connect: Connecting, caller: Mapping[str, str]
) -> None:
    body = PART + PARKING_NOTE + END
    connection = connect()
    connection.head(f"POST {upload}", {**caller, **FORM, "content-length": str(len(body))})
    for start in range(0, len(body), 100):
        connection.send(body[start : start + 100])
    assert connection.answer().status == 201
    assert "note.txt" in checked(api.http.get(upload)).text


def test_expect_continue_is_acknowledged_only_for_acceptable_requests(
    upload: str, connect: Connecting, caller: Mapping[str, str]
) -> None:
    body = PART + PARKING_NOTE + END
    head = {**FORM, "content-length": str(len(body)), "expect": "100-continue"}
    stranger = connect()
    stranger.head(f"POST {upload}", head)
    assert stranger.answer().status == 401
    assert stranger.ends()
    known = connect()
    known.head(f"POST {upload}", {**caller, **head})
    assert known.interim() == 100
    known.send(body)
    assert known.answer().status == 201


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("HEAD", 200), ("DELETE", 204)])
def test_a_body_that_nobody_asked_for_is_not_waited_for(
    api: Api, connect: Connecting, caller: Mapping[str, str], method: str, status: int
) -> None:
    connection = connect()
    connection.head(f"{method} /api/conversations/{api.create()}", {**caller, "content-length": str(MEGABYTE)})
    answer = connection.answer(has_body=method != "HEAD")
    assert (answer.status, answer.headers["connection"]) == (status, "close")
    assert connection.ends()


def test_a_connection_outlives_a_small_body_that_nobody_asked_for(
    api: Api, connect: Connecting, caller: Mapping[str, str]
) -> None:
    connection = connect()
    for _ in range(3):
        connection.head("GET /api/conversations", {**caller, "content-length": "2"})
        connection.send(b"{}")
        assert connection.answer().status == 200


@pytest.mark.parametrize("sent", [b"", b"GET /api/hea", b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: "])
def test_a_connection_on_which_no_request_comes_ends(connect: Connecting, sent: bytes) -> None:
    connection = connect()
    connection.send(sent)
    assert connection.ends()


def test_a_head_that_drips_ends_with_its_connection(connect: Connecting) -> None:
    first, second = connect(), connect()
    second.head("GET /api/health", {})
    assert second.answer().status == 200
    for connection in (first, second):
        connection.send(b"GET /api/health HTTP/1.1\r\nx: ")
        connection.drip(repeat(b"x", 1000), pause=0.1)
        assert connection.ends()


@pytest.mark.parametrize("size", ["-1", "1e3", "0x10", "10, 11", "99999999999999999999"])
def test_a_size_that_is_no_size_is_refused(
    upload: str, connect: Connecting, caller: Mapping[str, str], size: str
) -> None:
    connection = connect()
    connection.head(f"POST {upload}", {**caller, **FORM, "content-length": size})
    assert connection.answer(has_body=False).status in (400, 413)


@pytest.mark.req("SE-09")
@pytest.mark.parametrize(("senders", "size"), [(8, MEGABYTE), (7, 3 * MEGABYTE - 1000)])
def test_the_concurrent_uploads_of_one_caller_are_bounded(
    api: Api, host: RunningHost, upload: str, caller: Mapping[str, str], senders: int, size: int
) -> None:
    """The number in one case, their bytes in the other."""
    with ExitStack() as stack:
        stalled = [stack.enter_context(raw_connection(host.url)) for _ in range(senders)]
        for connection in stalled:
            connection.head(f"POST {upload}", {**caller, **FORM, "content-length": str(size)})
        with client(host, principal("organization", "another")) as another:
            another.upload(another.create(), {"note.txt": PARKING_NOTE})
        answers = [connection.answer() for connection in stalled]
    assert sorted(answer.status for answer in answers) == [408] * (senders - 1) + [429]
    refused = next(answer for answer in answers if answer.status == 429)
    assert refused.problem["code"] == "too_many_uploads"
    assert int(refused.headers["retry-after"]) > 0
    assert checked(api.post_files(upload.split("/")[3], [("note.txt", PARKING_NOTE)])).is_success


def test_nothing_stays_of_an_upload_that_broke_off(
    host: RunningHost, upload: str, caller: Mapping[str, str], connect: Connecting
) -> None:
    for breaks_off in (RawConnection.close, RawConnection.answer):
        connection = connect()
        connection.head(f"POST {upload}", {**caller, **FORM, "content-length": str(2 * MEGABYTE)})
        connection.send(PART + bytes(MEGABYTE + MEGABYTE // 2))
        eventually(lambda: _spooled(host))
        breaks_off(connection)
        eventually(lambda: not _spooled(host))


def _spooled(host: RunningHost) -> list[str]:
    """The temporary files without a name that the host has open, where files of more than a megabyte are kept."""
    found = []
    for descriptor in descriptors(host.process.pid):
        with suppress(FileNotFoundError):
            target = str(descriptor.readlink())
            if target.endswith("(deleted)") and descriptor.stat().st_size >= MEGABYTE:
                found.append(target)
    return found
