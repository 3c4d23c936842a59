"""The events of a turn as JSON Schemas, generated from their types: the data of each as it is sent (D-267)."""

from collections.abc import Mapping
from typing import Any

from orc.events.codec import EVENTS, OMITTED_WHEN_NONE

_REFERENCE = "#/components/schemas/{model}"
_UNION = "TurnEvent"

EVENT_STREAM: Mapping[str, Any] = {"text/event-stream": {"schema": {"$ref": _REFERENCE.format(model=_UNION)}}}
"""The content of a response that streams events: each `data` is one of the union."""


def event_schemas() -> dict[str, Any]:
    """The schemas of all events and their parts, by name, and their union, discriminated by `type`."""
    from pydantic import TypeAdapter

    types = [(name, "serialization", TypeAdapter(event)) for name, event in EVENTS.items()]
    _, definitions = TypeAdapter.json_schemas(types, ref_template=_REFERENCE)  # type: ignore[arg-type]
    held: dict[str, dict[str, Any]] = {}  # with all their fields; those left out without a value are never null
    for name, schema in definitions["$defs"].items():
        if "properties" not in schema:  # no other type has none; generators of clients fail at its recursion
            held[name] = {"description": "Any JSON value."}
            continue
        properties: dict[str, dict[str, Any]] = {field: {} for field in schema["properties"]}
        for field, each in schema["properties"].items():
            for key, value in each.items():
                if key == "anyOf" and field in OMITTED_WHEN_NONE:
                    properties[field] |= next(choice for choice in value if choice != {"type": "null"})
                elif key not in ("default", "title"):
                    properties[field][key] = value
        required = [field for field in properties if field not in OMITTED_WHEN_NONE]
        held[name] = {**schema, "properties": properties, "required": required}
    events = {}
    for event_type, event in EVENTS.items():
        schema = held.pop(event.__name__)
        if event_type == "citation":  # the data is the citation itself
            schema = held["Citation"] | {"description": schema["description"]}
        kind = {"const": event_type, "type": "string"}
        schema = schema | {"properties": {"type": kind} | schema["properties"]}
        schema["required"] = ["type", *schema["required"]]
        events[_name(event_type)] = schema | {"title": _name(event_type)}
    references = {name: _REFERENCE.format(model=_name(name)) for name in EVENTS}
    union = {
        "title": _UNION,
        "description": "The data of an event, by its type.",
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
    }
    return held | events | {_UNION: union}


def _name(event_type: str) -> str:
    return "".join(word.capitalize() for word in event_type.split("_")) + "Event"
