"""Classifies requests by operation, and verifies their signatures."""

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from cosmos_server.errors import ServiceError
from cosmos_server.faults import Kind

_ROUTES: dict[tuple[str, str], Kind] = {
    ("GET", ""): "account",
    ("GET", "dbs"): "list_databases",
    ("POST", "dbs"): "create_database",
    ("GET", "dbs/*"): "read_database",
    ("DELETE", "dbs/*"): "delete_database",
    ("GET", "dbs/*/colls"): "list_containers",
    ("POST", "dbs/*/colls"): "create_container",
    ("GET", "dbs/*/colls/*"): "read_container",
    ("PUT", "dbs/*/colls/*"): "replace_container",
    ("DELETE", "dbs/*/colls/*"): "delete_container",
    ("GET", "dbs/*/colls/*/pkranges"): "pkranges",
    ("GET", "dbs/*/colls/*/docs"): "read_feed",
    ("POST", "dbs/*/colls/*/docs"): "create",
    ("GET", "dbs/*/colls/*/docs/*"): "read",
    ("PUT", "dbs/*/colls/*/docs/*"): "replace",
    ("PATCH", "dbs/*/colls/*/docs/*"): "patch",
    ("DELETE", "dbs/*/colls/*/docs/*"): "delete",
}
_POSTED: dict[str, Kind] = {
    "x-ms-cosmos-is-query-plan-request": "query_plan",
    "x-ms-documentdb-isquery": "query",
    "x-ms-cosmos-is-batch-request": "batch",
    "x-ms-documentdb-is-upsert": "upsert",
}


def kind_of(method: str, segments: Sequence[str], headers: Mapping[str, str]) -> Kind:
    pattern = "/".join("*" if place % 2 else segment for place, segment in enumerate(segments))
    kind = _ROUTES.get((method, pattern), "unknown")
    if kind == "create":
        return next((posted for header, posted in _POSTED.items() if is_set(headers, header)), kind)
    return kind


def is_set(headers: Mapping[str, str], name: str) -> bool:
    return headers.get(name, "").lower() == "true"


def check_signature(key: str, method: str, segments: Sequence[str], headers: Mapping[str, str]) -> None:
    """Verifies the master key's signature of the method, the resource and the date."""
    named = len(segments) % 2 == 0
    resource_type = segments[-2 if named else -1] if segments else ""
    resource = "/".join(segments if named else segments[:-1])
    date = headers.get("x-ms-date", "").lower()
    text = f"{method.lower()}\n{resource_type}\n{resource}\n{date}\n\n"
    expected = hmac.new(base64.b64decode(key), text.encode(), hashlib.sha256).digest()
    _, _, sent = unquote(headers.get("authorization", "")).partition("type=master&ver=1.0&sig=")
    if not hmac.compare_digest(base64.b64encode(expected), sent.encode()):
        raise ServiceError(
            401, "The input authorization token can't serve the request. The wrong key is being used or it is expired."
        )
