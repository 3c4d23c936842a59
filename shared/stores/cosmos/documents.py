"""Converts items to documents of the service, and back."""

import json
from collections.abc import Mapping
from typing import Any

from orc.ports import Item
from shared.stores.cosmos.keys import decode, stored_id
from shared.stores.cosmos.operations import WRITE_ID, Document

_ESCAPED = "orc_escaped"
_NOT_OF_THE_ITEM = frozenset({"_rid", "_self", "_etag", "_ts", "_attachments", WRITE_ID, _ESCAPED})


def to_document(item: Item, own_fields: Mapping[str, Any]) -> dict[str, Any]:
    """The item in plain JSON types, with an id that the service accepts. Values with lone surrogates, which UTF-8
    cannot encode, are stored as ASCII JSON."""
    body: dict[str, Any] = json.loads(json.dumps(item, default=dict, allow_nan=False))
    escaped = {}
    for field in [field for field in body if field != "id"]:
        try:
            json.dumps(body[field], ensure_ascii=False).encode()
        except UnicodeEncodeError:
            escaped[field] = json.dumps(body.pop(field))
    if escaped:
        body[_ESCAPED] = escaped
    return {**body, **own_fields, "id": stored_id(body["id"])}


def to_body(document: Document) -> Item:
    """The item as it was written, with the fields of its partition."""
    body = {field: value for field, value in document.items() if field not in _NOT_OF_THE_ITEM}
    escaped = {field: json.loads(text) for field, text in document.get(_ESCAPED, {}).items()}
    return {**body, **escaped, "id": decode(document["id"])}
