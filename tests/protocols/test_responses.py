"""Runs as the Responses API tells them: every event fits the SDK's types, and pieces fold as the whole does."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from orc.domain import Citation
from orc.events.log import MOST_UNSTORED
from orc.events.types import Done, Event, LoggedEvent, Message, RunStart, StatusChange, Token
from orc.protocols.fold import Numbering
from orc.protocols.responses import ResponseFold, ResponseHead, encode
from tests.support.logs import ANSWER_ID, CONVERSATION_ID, RUN_ID, in_pieces, run_logs

_STREAMED: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
_TOLD = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1.0,
    "model": "orc",
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
}
_TERMINAL = ("response.completed", "response.failed", "response.incomplete")


def _link(message_id: str, citation: Citation, statement: int) -> str:
    return f"https://orc.example/{message_id}/{citation.id}/{statement}"


def fold(*, background: bool = False) -> ResponseFold:
    return ResponseFold(ResponseHead(_TOLD, RUN_ID, ANSWER_ID, _link, background=background, with_results=True))


def events(log: list[LoggedEvent], *, background: bool = False) -> list[dict[str, Any]]:
    numbering = Numbering(fold(background=background))
    numbered = numbering.open() + numbering.feed(log)
    return [json.loads(encode(*each).partition(b"data: ")[2]) for each in numbered]


@pytest.mark.req("BX-13")
@given(st.data())
def test_responses_folded_in_pieces_are_those_folded_at_once(data: st.DataObject) -> None:
    log, background = data.draw(run_logs()), data.draw(st.booleans())
    whole = Numbering(fold(background=background))
    parts = Numbering(fold(background=background), after := data.draw(st.integers(-1, 30)))
    expected = whole.open() + whole.feed(log)
    pieces = data.draw(in_pieces(log))
    found = parts.open() + [each for piece in pieces for each in parts.feed(piece)]
    assert found == [(number, event) for number, event in expected if number > after]


@pytest.mark.req("BX-13")
@given(run_logs(), st.booleans())
def test_every_event_of_any_run_fits_the_types_of_the_sdk(log: list[LoggedEvent], background: bool) -> None:
    last = -1
    for event in events(log, background=background):
        read = _STREAMED.validate_python(event, strict=True)
        assert read.type == event["type"]
        assert read.sequence_number > last
        last = read.sequence_number


@pytest.mark.req("BX-13")
@given(run_logs())
def test_items_begin_and_end_once_and_last_event_has_the_final_ones(log: list[LoggedEvent]) -> None:
    told = events(log)
    assert [event["type"] for event in told if event["type"] in _TERMINAL] == [told[-1]["type"]]
    begun = [event["item"]["id"] for event in told if event["type"] == "response.output_item.added"]
    ended = {e["output_index"]: e["item"] for e in told if e["type"] == "response.output_item.done"}
    assert len(set(begun)) == len(begun)
    assert sorted(begun) == sorted(item["id"] for item in ended.values())
    final = told[-1]["response"]
    Response.model_validate(final, strict=True)
    in_order = [ended[index] for index in sorted(ended)]
    assert [item for item in in_order if item in final["output"]] == final["output"]
    answers = [item for item in final["output"] if item["type"] == "message"]
    assert len(answers) <= 1
    if final["status"] == "completed":
        assert all(item["status"] in ("completed", "failed") for item in final["output"])


@pytest.mark.req("BX-13")
@given(run_logs())
def test_the_deltas_of_an_item_are_its_text(log: list[LoggedEvent]) -> None:
    told = events(log)
    for done in (event for event in told if event["type"] == "response.output_text.done"):
        deltas = [
            e["delta"] for e in told if e["type"] == "response.output_text.delta" and e["item_id"] == done["item_id"]
        ]
        assert "".join(deltas) == done["text"]


def test_a_run_withdrawn_from_the_queue_is_cancelled_without_output() -> None:
    told = events([LoggedEvent(0, Done(RUN_ID, "cancelled"))], background=True)
    assert [event["type"] for event in told] == ["response.created", "response.queued", "response.incomplete"]
    assert [event["response"]["status"] for event in told] == ["queued", "queued", "cancelled"]


@pytest.mark.req("BX-13")
@pytest.mark.parametrize("stored", range(3))
def test_events_of_an_abandoned_answer_are_replayed(stored: int) -> None:
    before: list[Event] = [RunStart(RUN_ID, CONVERSATION_ID, "2026-01-01T00:00:00.000000Z"), *[Token("a ")] * stored]
    after: list[Event] = [
        *[Token("")] * MOST_UNSTORED,
        StatusChange("recovered"),
        *(Token("All "), Token("of it.")),
        *(Message(ANSWER_ID, "All of it.", (), (), None), Done(RUN_ID, "completed")),
    ]
    told, whole = events(logged(before)), events(logged([*before, *after]))
    assert whole[: len(told)] == told
    assert [event["sequence_number"] for event in whole] == list(range(len(whole)))
    ended = [event["item"] for event in whole if event["type"] == "response.output_item.done"]
    texts = [(item["status"], item["content"][0]["text"]) for item in ended]
    assert texts == [*[("incomplete", "a " * stored)] * bool(stored), ("completed", "All of it.")]
    for item in ended:
        deltas = [event["delta"] for event in whole if "delta" in event and event["item_id"] == item["id"]]
        assert "".join(deltas) == item["content"][0]["text"]


def logged(events: Sequence[Event]) -> list[LoggedEvent]:
    return [LoggedEvent(seq, event) for seq, event in enumerate(events, 1)]
