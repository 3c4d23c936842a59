"""The turns that faults disturb, and their outcomes in a form that can be compared."""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx2

from tests.app.samples import BRAKE, LEASE
from tests.faults.model import STORY
from tests.support.app import Api, Event, Turn, turn_body
from tests.support.stored import Stored
from tests.support.waiting import eventually


@dataclass(frozen=True)
class Kind:
    """A kind of turn. It is sent with a client_message_id, so that a client that does not know the outcome can send it
    again."""

    question: str
    answer: str
    documents: tuple[str, ...] = ()
    background: bool = False

    def prepare(self, api: Api) -> str:
        """Creates a conversation for the turn."""
        return api.with_documents({"lease.pdf": LEASE}) if self.documents else api.create()

    def ask(self, api: Api, conversation: str) -> httpx2.Response:
        """Sends the turn and follows it to its end, or returns the error."""
        body = turn_body(self.question, conversation, self.documents, client_message_id="the message")
        if not self.background:
            return api.http.post("/api/orc", json=body)
        begun = api.http.post("/api/orc/background", json=body)
        return api.http.get(f"/api/conversations/{conversation}/stream?since=0") if begun.is_success else begun

    def disturbed(self, api: Api, conversation: str) -> None:
        with suppress(httpx2.TransportError):
            self.ask(api, conversation)


BRAKE_QUESTION = "How often is the brake inspected?"
KINDS = {
    "documents": Kind(BRAKE_QUESTION, f"{BRAKE} [1]", ("lease.pdf",)),
    "plan": Kind("Which books on ink are there, and what follows?", STORY),
    "background": Kind(BRAKE_QUESTION, f"{BRAKE} [1]", ("lease.pdf",), background=True),
}


def settled(api: Api, conversation: str) -> None:
    """Waits until all turns of a conversation are over."""
    eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)


def whole_log(api: Api, conversation: str) -> Turn:
    """The conversation's events. Asserts that their numbers have no gap."""
    log = api.follow(conversation)
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    return log


def heard(events: Iterable[Event]) -> dict[str, Any]:
    """The steps and the final events that a client has received. Asserts that its text and citations, which it discards
    when the turn is recovered, are those of the message."""
    text, citations, steps, end = "", dict[str, Any](), dict[int, Any](), dict[str, Any]()
    for event in events:
        match event.type:
            case "status_change" if event.data["status"] == "recovered":
                text, citations = "", {}
            case "token":
                text += event.data["text"]
            case "citation":
                citations[event.data["id"]] = event.data
            case "step_complete":
                steps[event.data["step"]] = event.data
            case "user_message" | "message" | "run_complete" | "done" | "error":
                assert event.type not in end, f"two of {event.type}"
                end[event.type] = event.data
    said = end["message"]
    assert text == said["text"]
    assert list(citations.values()) == said["citations"]
    return dict(comparable({"steps": steps, **end}))


def kept(stored: Stored, conversation: str) -> list[str]:
    """The stored items of a conversation other than events, without fields that differ between turns."""
    items = [item for item in stored.items(of=conversation) if item["type"] not in ("event", "lease")]
    return sorted(json.dumps(comparable(item), sort_keys=True) for item in items)


_VARYING = (
    *("duration_ms", "first_token_ms", "first_seq", "last_seq", "sort", "seq", "epoch", "recoveries"),
    *("_rid", "_self", "_etag", "_attachments", "_ts", "orc_write"),
)
_IDS = re.compile(r"\b(run|message|file|upload)-[0-9a-f][0-9a-f-]{15,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
_ENDS = re.compile(r"user-[\w-]+")


def comparable(value: Any) -> Any:
    """The value without parts that differ between two equal turns."""
    match value:
        case str():
            return _ENDS.sub("USER", _TIMES.sub("TIME", _IDS.sub("ID", value)))
        case Mapping():
            return {str(key): comparable(each) for key, each in value.items() if key not in _VARYING}
        case list() | tuple():
            return [comparable(each) for each in value]
        case _:
            return value


def outcome(api: Api, stored: Stored, conversation: str) -> dict[str, Any]:
    """Waits for the only turn of a conversation, and returns everything that it has left."""
    settled(api, conversation)
    told = api.conversation(conversation)
    return {
        "runs": [run["status"] for run in told["runs"]],
        "messages": comparable(told["messages"]),
        "heard": heard(whole_log(api, conversation).events),
        "kept": kept(stored, conversation),
    }
