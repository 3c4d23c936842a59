"""A stream that is cut at every event, and in the middle of one, is in the end the same bytes."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from tests.faults.hosts import Hosts
from tests.faults.turns import KINDS
from tests.support.app import Api, turn_body


def blocks(response: httpx2.Response) -> Iterator[bytes]:
    """Whole events as they were sent, each with its empty line; comments are left out."""
    unread = b""
    for piece in response.iter_bytes():
        *whole, unread = (unread + piece).split(b"\n\n")
        for block in whole:
            if not block.startswith(b":"):
                yield block + b"\n\n"


def dropped_at_each(api: Api, conversation: str) -> bytes:
    """A turn as a client has it that never hears more than one event before its connection is lost."""
    heard: list[bytes] = []
    last = "0"
    while not heard or b"event: done" not in heard[-1]:
        address = f"/api/conversations/{conversation}/stream"
        with api.http.stream("GET", address, headers={"last-event-id": last}) as response:
            block = next(blocks(response))
        heard.append(block)
        last = block.decode().partition("id: ")[2].partition("\n")[0]
    return b"".join(heard)


def resumed_in(api: Api, conversation: str, whole: bytes, position: int) -> bytes:
    """A stream that is cut after so many bytes: what was not heard whole is forgotten, the rest is asked for."""
    kept = whole[: whole.rfind(b"\n\n", 0, position) + 2] if b"\n\n" in whole[:position] else b""
    last = kept.decode().rpartition("id: ")[2].partition("\n")[0] or "0"
    return kept + api.http.get(f"/api/conversations/{conversation}/stream?since={last}").content


@pytest.mark.req("BX-03", "CS-04")
@pytest.mark.parametrize("kind", KINDS)
def test_a_stream_that_drops_at_every_event_is_the_same_bytes(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path, kind: str
) -> None:
    turn = KINDS[kind]
    with hosts.running(tmp_path, on_disk) as host, host.user("user-drops") as api, host.user("user-drops") as other:
        conversation = turn.prepare(api)
        body = turn_body(turn.question, conversation, turn.documents)
        with ThreadPoolExecutor() as threads:
            if turn.background:
                assert api.http.post("/api/orc/background", json=body).is_success
                undisturbed = threads.submit(api.http.get, f"/api/conversations/{conversation}/stream?since=0")
                pieces = dropped_at_each(other, conversation)
                whole = undisturbed.result().content
            else:
                with api.http.stream("POST", "/api/orc", json=body) as response:
                    read = blocks(response)
                    first = next(read)
                    dropped = threads.submit(dropped_at_each, other, conversation)
                    whole = first + b"".join(read)
                pieces = dropped.result()
        assert pieces == whole
        for position in range(0, len(whole), 97):
            assert resumed_in(api, conversation, whole, position) == whole
