"""Metadata in a form or a query, as the text of a JSON object."""

import json
from typing import Annotated

from pydantic import Field

from orc.documents.labels import MAX_KEY, MAX_KEYS, MAX_VALUE, checked_metadata
from orc.errors import InvalidRequest
from orc.input_strings import safe_strings

MAX_JSON = 6 * MAX_KEYS * (MAX_KEY + MAX_VALUE) + 1_000
"""Characters of the largest object, however its own are escaped."""

BOUNDS = f"At most {MAX_KEYS} keys of {MAX_KEY} characters, with values of {MAX_VALUE}."

type MetadataText = Annotated[
    str | None, Field(max_length=2_000, description="A JSON object of the values that documents must have, by key.")
]
"""Metadata in a query, which is short enough for an address."""


def metadata_in(text: str, *, name: str) -> dict[str, str]:
    """Parses metadata from JSON text. InvalidRequest names the field."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRequest.of(name, "must be a JSON object of strings") from None
    return checked_metadata(safe_strings(value, name), name=name)
