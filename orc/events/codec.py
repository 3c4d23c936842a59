"""Events as JSON: the data that clients receive, and the form that the store keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, assert_never, cast

from orc.domain import Citation, FileRef, Json, TokenUsage
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

EVENTS: Mapping[str, Any] = {
    event.type: event
    for event in (
        *(UserMessage, RunStart, StepThinking, StepStarted, StepComplete, Token),
        *(CitationFound, Message, RunComplete, StatusChange, ErrorRaised, Done),
    )
}
"""The types of events by name."""

_FIELDS = {name: tuple(field.name for field in fields(event)) for name, event in EVENTS.items()}
OMITTED_WHEN_NONE = {
    *("reasoning", "output_key", "error", "message", "run_id", "finish_reason", "confidence"),
    *("page", "page_label", "heading", "table_head", "cached", "thought", "server"),
}
"""The fields that data leaves out instead of null, in events and in what they hold."""


def event_data(event: Event | UnknownEvent) -> Mapping[str, Json]:
    """The JSON data of an event as defined by the HTTP contract, with its fields in the order in which they are
    sent."""
    match event:
        case Token():
            return {"text": event.text}
        case CitationFound():
            return _citation_data(event.citation)
        case Message():
            return _present(asdict(event)) | {"citations": [_citation_data(each) for each in event.citations]}
        case RunComplete():
            return _present(asdict(event)) | {"tokens": _present(asdict(event.tokens))}
        case (
            UserMessage()
            | RunStart()
            | StepThinking()
            | StepStarted()
            | StepComplete()
            | StatusChange()
            | ErrorRaised()
            | Done()
        ):
            return _present({name: getattr(event, name) for name in _FIELDS[event.type]})
        case UnknownEvent():
            return event.data
        case _:
            assert_never(event)


def _citation_data(citation: Citation) -> dict[str, Json]:
    return _present(asdict(citation)) | {"spans": [_present(asdict(span)) for span in citation.spans]}


def _present(data: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in data.items() if value is not None or name not in OMITTED_WHEN_NONE}


def read_event(event_type: str, data: Mapping[str, Any]) -> Event | UnknownEvent:
    """The event from stored data. Unknown fields are ignored; absent ones get their default."""
    if event_type not in EVENTS:
        return UnknownEvent(event_type, data)
    values = {name: data[name] for name in _FIELDS[event_type] if name in data}
    match event_type:
        case UserMessage.type:
            values["blob_names"] = tuple(values["blob_names"])
        case CitationFound.type:
            values = {"citation": Citation.of(data)}
        case Message.type:
            values["citations"] = tuple(map(Citation.of, values["citations"]))
            values["uploaded_file_refs"] = tuple(FileRef(**ref) for ref in values["uploaded_file_refs"])
        case RunComplete.type:
            values["tokens"] = TokenUsage(**values["tokens"])
    return cast(Event, EVENTS[event_type](**values))


def pack(events: Sequence[LoggedEvent]) -> list[Json]:
    """The stored form of events with consecutive numbers. Neighbouring tokens become one entry that keeps where each
    begins."""
    packed: list[dict[str, Json]] = []
    for logged in events:
        event = logged.event
        if not isinstance(event, Token):
            packed.append({"type": event.type, "data": event_data(event)})
        elif packed and "texts" in packed[-1]:
            cast("list[Json]", packed[-1]["texts"]).append(event.text)
        else:
            packed.append({"type": Token.type, "texts": [event.text]})
    return cast("list[Json]", packed)


def unpack(first_seq: int, packed: Sequence[Mapping[str, Any]]) -> list[LoggedEvent]:
    """The events of a stored form, numbered from first_seq."""
    events: list[Event | UnknownEvent] = []
    for entry in packed:
        if "texts" in entry:
            events += map(Token, entry["texts"])
        else:
            events.append(read_event(entry["type"], entry["data"]))
    return [LoggedEvent(seq, event) for seq, event in enumerate(events, first_seq)]
