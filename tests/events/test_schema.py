"""The JSON Schema of events says what is sent of them: all of it, and nothing else."""

import json
from typing import Any

import jsonschema_rs
import pytest

from orc.events.schema import event_schemas
from orc.events.sse import encode_sse
from orc.events.types import Event, LoggedEvent
from tests.events.test_codec import EVENTS
from tests.support.event_schema import event_problems


def sent(event: Event) -> dict[str, Any]:
    return dict(json.loads(encode_sse(LoggedEvent(1, event)).decode().partition("data: ")[2]))


@pytest.mark.req("BX-16")
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_an_event_is_sent_as_the_schema_says(event: Event) -> None:
    schemas = event_schemas()
    data = sent(event)
    assert event_problems(schemas, data) == []
    for name in data.keys() - {"type"}:
        lacking = {key: value for key, value in data.items() if key != name}
        assert event_problems(schemas, data | {name: [["of no event"]]})
        assert (event_problems(schemas, lacking) == []) == (name not in required(schemas, data["type"]))
    assert event_problems(schemas, data | {"mood": "calm"})


def required(schemas: dict[str, Any], event_type: str) -> list[str]:
    reference = schemas["TurnEvent"]["discriminator"]["mapping"][event_type]
    return list(schemas[reference.rpartition("/")[2]]["required"])


@pytest.mark.req("BX-16")
def test_every_type_of_event_is_in_the_union_once() -> None:
    union = event_schemas()["TurnEvent"]
    mapping = union["discriminator"]["mapping"]
    assert set(mapping) == {event.type for event in EVENTS}
    assert [each["$ref"] for each in union["oneOf"]] == list(mapping.values())
    assert jsonschema_rs.meta.is_valid(union)
