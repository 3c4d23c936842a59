"""A model's answer that is made to be slow work delays nobody else."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.conftest import AsUser
from tests.support.app import Api, StubProcess, checked
from tests.support.openai_stub import Reply

ANSWERS = {"brackets": "![" * 200_000, "quotations": '"a b c d" ' * 20_000, "quotation marks": ">" * 400_000}


def in_one_piece(text: str) -> Reply:
    """The answer as a server sends it that does not stream: all in one event."""
    said = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": "stop"}]}
    return Reply(raw=f"data: {json.dumps(said)}\n\ndata: [DONE]\n\n")


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS)
def test_a_long_answer_at_once_delays_no_other_caller(text: str, api: Api, as_user: AsUser, stub: StubProcess) -> None:
    conversation, other = api.with_documents({"a.txt": b"The warranty is 24 months."}), as_user()
    stub.script(in_one_piece(text))
    with ThreadPoolExecutor(1) as threads:
        turn, waits = threads.submit(api.ask, "How long is the warranty?", conversation, ["a.txt"]), [0.0]
        while not turn.done():
            asked = time.monotonic()
            checked(other.http.get("/api/health"))
            waits.append(time.monotonic() - asked)
    assert turn.result().status == "completed"
    assert max(waits) < sum(waits) * 2 / 3  # none waits for most of the turn, however slow the machine is


@pytest.mark.req("SE-12", "AN-05")
def test_a_marker_that_is_repeated_costs_no_more_than_a_word(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"a.txt": b"The warranty is 24 months."})
    stub.script(Reply(text="The warranty is 24 months" + " [1]" * 5_000), Reply(text="word " * 5_000))
    seconds = list[float]()
    for _ in range(2):
        begun = time.monotonic()
        turn = api.ask("How long is the warranty?", conversation, ["a.txt"])
        seconds.append(time.monotonic() - begun)
        assert turn.status == "completed"
        if len(seconds) == 1:
            [cited] = turn.of("citation")
            assert [span["verified"] for span in cited["spans"]] == [True]
    assert seconds[0] < 4 * seconds[1] + 1
