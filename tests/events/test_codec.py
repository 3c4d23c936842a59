"""The JSON of events: what clients receive, what the store keeps, and what older and newer versions have stored."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from orc.domain import Citation, CitationSpan, FileRef, TokenUsage
from orc.events.codec import event_data, pack, read_event, unpack
from orc.events.sse import encode_sse
from orc.events.types import (
    CitationFound,
    Done,
    ErrorRaised,
    Event,
    LoggedEvent,
    Message,
    RunComplete,
    RunStart,
    StatusChange,
    StepComplete,
    StepStarted,
    StepThinking,
    Token,
    UnknownEvent,
    UserMessage,
)

SPAN = CitationSpan(0, 11, None, 3, 8, "brake", verified=True)
CITATION = Citation(
    *("1", "file-1:chunk_0", "file-1", "manual.txt", None, 3, 8, "brake"), ("text",), verified=True, spans=(SPAN,)
)
EVENTS: list[Event] = [
    UserMessage("message-1", "Why?", ("manual.txt",), None),
    RunStart("run-1", "conversation-1", "2026-01-01T00:00:00.000000Z"),
    StepThinking("tools", "Asking"),
    StepStarted(1, "tool", {"a": [1, "ü"]}),
    StepStarted(1, "tool", {}, "Because"),
    StepStarted(1, "tool", {}, server="library"),
    StepComplete(1, "tool", ok=True, duration_ms=5, result={"kind": "text", "text": "x"}),
    StepComplete(1, "tool", ok=False, duration_ms=5, error={"code": "c", "message": "m", "retryable": False}),
    Token("Brake "),
    CitationFound(CITATION),
    CitationFound(replace(CITATION, page=2, page_label="Slide 2", heading="Brakes")),
    Message("message-2", "Brake [1]", (CITATION,), (FileRef("file-1", "manual.txt"),), None, 0.5),
    RunComplete(1, TokenUsage(1, None), 10, None, "model"),
    StatusChange("cancel_requested", run_id="run-1"),
    ErrorRaised("code", "message", retryable=True),
    Done("run-1", "completed"),
]


def test_every_event_is_sent_alike_before_and_after_it_was_stored() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event.__value__))
    logged = [LoggedEvent(seq, event) for seq, event in enumerate(EVENTS, 7)]
    replayed: Any = unpack(7, pack(logged))  # type: ignore[arg-type]  # JSON
    assert replayed == logged
    assert list(map(encode_sse, replayed)) == list(map(encode_sse, logged))


@pytest.mark.parametrize(
    ("event", "sent"),
    [
        (StepComplete(1, "t", ok=True, duration_ms=5), {"step": 1, "tool": "t", "ok": True, "duration_ms": 5}),
        (UserMessage("m", "", (), None), {"message_id": "m", "text": "", "blob_names": (), "parent_message_id": None}),
        (StatusChange("queued"), {"status": "queued"}),
    ],
)
def test_an_absent_optional_field_is_left_out_and_any_other_is_null(event: Event, sent: dict[str, Any]) -> None:
    nulls = {"result": None} if isinstance(event, StepComplete) else {}
    assert event_data(event) == sent | nulls


def test_an_event_that_is_not_in_the_log_has_no_id() -> None:
    assert encode_sse(LoggedEvent(0, Done("run-1", "failed"))) == (
        b'event: done\ndata: {"type": "done", "run_id": "run-1", "status": "failed"}\n\n'
    )


def test_events_of_an_older_version_have_the_defaults_of_newer_fields() -> None:
    stored = {name: value for name, value in event_data(CitationFound(CITATION)).items() if name != "spans"}
    assert read_event("citation", stored) == CitationFound(replace(CITATION, spans=()))


def test_fields_and_types_of_a_newer_version_do_not_break_a_replay() -> None:
    newer = {"mood": "calm"}
    for event in EVENTS:
        assert read_event(event.type, {**event_data(event), **newer}) == event
    [logged] = unpack(3, [{"type": "weather", "data": newer}])
    assert logged == LoggedEvent(3, UnknownEvent("weather", newer))
    assert encode_sse(logged) == b'id: 3\nevent: weather\ndata: {"type": "weather", "mood": "calm"}\n\n'
