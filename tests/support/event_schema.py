"""Checks sent events against their schemas, more strictly than clients do: unknown fields are errors."""

from collections.abc import Mapping
from typing import Any

import jsonschema_rs


def event_problems(schemas: Mapping[str, Any], data: Mapping[str, Any]) -> list[str]:
    """The violations of the OpenAPI document's schema in an event's data."""
    closed = {
        name: schema | ({"additionalProperties": False} if "properties" in schema else {})
        for name, schema in schemas.items()
    }
    reference = schemas["TurnEvent"]["discriminator"]["mapping"][data["type"]]
    document = {"$ref": reference, "components": {"schemas": closed}}
    return [error.message for error in jsonschema_rs.Draft202012Validator(document).iter_errors(dict(data))]
