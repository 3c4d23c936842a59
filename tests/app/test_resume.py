"""Streams that break at every event. What is sent for an event is the same bytes however often and whenever it is asked
for, live or stored, so that the pieces that a client hears make exactly the stream that it would have heard."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.app.plans import plan, step
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, until
from tests.support.openai_stub import Reply

TEXT = "The rent is 4,200 euros [1]. The notice is ninety days [2]. The brake is inspected every two weeks [3]."
TOKEN_DELAY = 0.01


def frames(response: httpx2.Response) -> Iterator[bytes]:
    """What is sent for each event, without heartbeats."""
    received = b""
    for piece in response.iter_raw():
        received += piece
        while b"\n\n" in received:
            frame, _, received = received.partition(b"\n\n")
            if not frame.startswith(b":"):
                yield frame + b"\n\n"


def undisturbed(api: Api, conversation: str) -> list[bytes]:
    with api.http.stream("GET", f"/api/conversations/{conversation}/stream") as response:
        return list(frames(response))


def in_drops(api: Api, conversation: str) -> list[bytes]:
    """Hangs up after each event and comes again, by since and by Last-Event-ID in turn."""
    heard: list[bytes] = []
    while not heard or b"event: done\n" not in heard[-1]:
        newest = str(len(heard))
        query, headers = ({"since": newest}, {}) if len(heard) % 2 else ({}, {"last-event-id": newest})
        address = f"/api/conversations/{conversation}/stream"
        with api.http.stream("GET", address, params=query, headers=headers) as response:
            heard.append(next(frames(response)))
    return heard


def heard_twice(
    api: Api, stub: StubProcess, question: str, conversation: str | None = None, documents: Sequence[str] = ()
) -> tuple[str, list[bytes]]:
    """A turn's stream, which one client heard undisturbed and one in drops, while the one that asked hung up."""
    with ThreadPoolExecutor() as threads:
        with api.asking(question, conversation, documents) as events:
            conversation = until(events, "run_start")[-1].data["conversation_id"]
            whole = threads.submit(undisturbed, api, conversation)
            drops = threads.submit(in_drops, api, conversation)
            until(events, "token")
        stub.release()
        assert drops.result(60) == whole.result(60)
    assert not any(b"event: error\n" in frame for frame in whole.result())
    return conversation, whole.result()


def check_replays(api: Api, conversation: str, whole: Sequence[bytes]) -> None:
    """From after any event on, the rest is the rest of the undisturbed stream."""
    address = f"/api/conversations/{conversation}/stream"
    assert [frame.partition(b"\n")[0] for frame in whole] == [b"id: %d" % (n + 1) for n in range(len(whole))]
    for since in range(len(whole) + 1):
        rest = b"".join(whole[since:])
        assert api.http.get(f"{address}?since={since}").content == rest
        assert api.http.get(address, headers={"last-event-id": str(since)}).content == rest


@pytest.mark.req("BX-03", "CS-12")
def test_a_turn_about_a_document_survives_a_break_at_every_event(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=TEXT, gate_after=1, token_delay=TOKEN_DELAY))
    question = "How high is the rent, how is the lease ended, and how often is the brake inspected?"
    _, whole = heard_twice(api, stub, question, conversation, ["lease.pdf"])
    assert any(b"event: citation\n" in frame for frame in whole)
    check_replays(api, conversation, whole)


@pytest.mark.req("BX-03", "CS-12")
def test_a_turn_with_tools_survives_a_break_at_every_event(workflows: Api, stub: StubProcess) -> None:
    steps = [
        step(1, "find", "found", subject="tides"),
        step(2, "draft", "text", topic="tides", sources="From the library: {{found}}"),
    ]
    answer = Reply(text="Two books.\n\n## Draft\nDone.", gate_after=1, token_delay=TOKEN_DELAY)
    stub.script(plan("multi_step", *steps), answer)
    conversation, whole = heard_twice(workflows, stub, "Search books on tides, then draft a note from them")
    assert sum(b"event: step_complete\n" in frame for frame in whole) == 2
    check_replays(workflows, conversation, whole)
