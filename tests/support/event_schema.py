"""Holds what is sent of events against their schemas, more strictly than clients do: no field may be unknown."""

from collections.abc import Mapping
from typing import Any

import jsonschema_rs


def event_problems(schemas: Mapping[str, Any], data: Mapping[str, Any]) -> list[str]:
    """What is wrong with an event's data by the OpenAPI document's schemas."""
    closed = {
        name: schema | ({"additionalProperties": False} if "properties" in schema else {})
        for name, schema in schemas.items()
    }
    reference = schemas["TurnEvent"]["discriminator"]["mapping"][data["type"]]
    document = {"$ref": reference, "components": {"schemas": closed}}
    return [error.message for error in jsonschema_rs.Draft202012Validator(document).iter_errors(dict(data))]
