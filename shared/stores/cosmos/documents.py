"""Items as documents of the service, and back."""

import json
from collections.abc import Mapping
from typing import Any

from orc.ports import Item
from shared.stores.cosmos.keys import decode, stored_id
from shared.stores.cosmos.operations import WRITE_ID, Document

_ESCAPED = "orc_escaped"
_NOT_OF_THE_ITEM = frozenset({"_rid", "_self", "_etag", "_ts", "_attachments", WRITE_ID, _ESCAPED})


def to_document(item: Item, own_fields: Mapping[str, Any]) -> dict[str, Any]:
    """The item in plain JSON types, under the id that the service takes. Values with half a surrogate pair, which no
    UTF-8 can hold, are kept as the ASCII of their JSON."""
    body: dict[str, Any] = json.loads(json.dumps(item, default=dict, allow_nan=False))
    escaped = {
        field: json.dumps(body.pop(field)) for field in list(body) if field != "id" and not _is_utf8(body[field])
    }
    if escaped:
        body[_ESCAPED] = escaped
    return {**body, **own_fields, "id": stored_id(body["id"])}


def to_body(document: Document) -> Item:
    """The item as it was written, with the parts of its partition."""
    body = {field: value for field, value in document.items() if field not in _NOT_OF_THE_ITEM}
    escaped = {field: json.loads(text) for field, text in document.get(_ESCAPED, {}).items()}
    return {**body, **escaped, "id": decode(document["id"])}


def _is_utf8(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
