"""Every operation of the OpenAPI document, with valid arguments."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import httpx2

from orc.protocols import openai_ids as ids
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, Turn, checked

PUBLIC = ("GET /api/health", "GET /api/ready", "GET /api/session", "GET /api/.well-known/oauth-protected-resource")
ASK = {"question": "Whose is it?", "conversation_id": "{conversation_id}"}
ASKED = {"type": "text", "text": "Whose is it?"}
CALL = {"name": "document_chat", "arguments": {"question": "Whose is it?", "document_names": ["lease.pdf"]}}
BODIES: Mapping[str, dict[str, Any]] = {
    "POST /api/orc": ASK,
    "POST /api/orc/background": ASK,
    "POST /api/conversations": {"title": "Mine"},
    "PATCH /api/conversations/{conversation_id}": {"title": "Mine"},
    "POST /api/conversations/{conversation_id}/messages": {"question": "Whose is it?"},
    "POST /api/conversations/{conversation_id}/fork": {"message_id": "{message_id}"},
    "PUT /api/conversations/{conversation_id}/messages/{message_id}/feedback": {"rating": "up"},
    "PATCH /api/documents/{file_id}": {"metadata": {"client": "Acme"}},
    "POST /api/search": {"query": "brake", "file_ids": ["{file_id}"]},
    "POST /api/documents/{file_id}/question": {"question": "Whose is it?"},
    "POST /api/ui/chat": {"id": "a chat", "message": {"id": "1", "role": "user", "parts": [ASKED]}},
    "POST /api/v1/responses": {"input": "Whose is it?", "conversation": "{conversation}"},
    "POST /api/v1/conversations/{conversation}": {"metadata": {"client": "Acme"}},
    "POST /api/v1/conversations/{conversation}/items": {"items": [{"role": "user", "content": "Whose is it?"}]},
    "POST /api/v1/chat/completions": {"messages": [{"role": "user", "content": "Whose is it?"}]},
    "POST /api/mcp": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CALL},
}
UPLOADS: Mapping[str, tuple[str, dict[str, str]]] = {
    "POST /api/conversations/{conversation_id}/documents": ("files", {}),
    "POST /api/v1/files": ("file", {"purpose": "user_data"}),
}
"""The form's field of the file, and its other fields."""
MISSING = {
    "conversation_id": "00000000-0000-4000-8000-000000000000",
    "message_id": "message-none",
    "run_id": "run-none",
    "file_id": "file-none-1",
    "page": "1",
    "chat_id": "00000000-0000-4000-8000-000000000000",
    "response_id": f"resp_{'0' * 64}",
    "conversation": "conv_00000000000040008000000000000000",
    "item": f"msg_{'0' * 32}",
    "model": "none",
    "organization": "organization",
    "user": "nobody",
    "erasure_id": "erasure-none",
}
NOTHING_RUNS = "GET /api/ui/chat/{chat_id}/stream"
"""Of a chat that is not there, nothing runs: 204."""
AS_JSON = {"accept": "application/json, text/event-stream"}


def path_parameters(api: Api, conversation: str, turn: Turn, *, user: str = "nobody") -> dict[str, str]:
    """The parameters of all paths, for a turn in a conversation of the user that has one document."""
    message_id = str(turn.one("message")["message_id"])
    return {
        "conversation_id": conversation,
        "message_id": message_id,
        "run_id": turn.run_id,
        "file_id": str(next(iter(api.documents(conversation).values()))["file_id"]),
        "page": "1",
        "chat_id": conversation,
        "organization": "organization",
        "user": user,
        "erasure_id": "erasure-of-nobody",
        "response_id": ids.response_id(conversation, turn.run_id),
        "conversation": ids.conversation_id(conversation),
        "item": ids.message_id(message_id),
        "model": "orc",
    }


def operations(api: Api) -> list[str]:
    """All operations as `METHOD /path`. Fails if one that requires a body has none here."""
    found = []
    for path, methods in checked(api.http.get("/api/openapi.json")).json()["paths"].items():
        for method, described in methods.items():
            name = f"{method.upper()} {path}"
            assert not described.get("requestBody", {}).get("required") or name in (*BODIES, *UPLOADS), (
                f"body of {name}"
            )
            assert set(re.findall(r"{(\w+)}", path)) <= MISSING.keys(), f"ids of {name}"
            found.append(name)
    return found


def with_ids(names: list[str]) -> Iterator[str]:
    """The operations on resources of a user. Models belong to nobody."""
    for name in names:
        if "{model}" in name:
            continue
        if "{" in name or "{" in str(list(_texts(BODIES.get(name)))):
            yield name


def call(api: Api, name: str, ids: Mapping[str, str]) -> httpx2.Response:
    method, path = name.split(" ")
    address = filled(path, ids)
    if name in UPLOADS:
        field, fields = UPLOADS[name]
        return api.http.request(method, address, data=fields, files=[(field, ("a.md", PARKING_NOTE))])
    headers = AS_JSON if path == "/api/mcp" or path.startswith("/api/ui/") else None
    return api.http.request(method, address, json=filled(BODIES.get(name), ids), headers=headers)


def filled(value: Any, ids: Mapping[str, str]) -> Any:
    """The value with the ids in place of their names."""
    match value:
        case str():
            return re.sub(r"{(\w+)}", lambda found: ids[found[1]], value)
        case dict():
            return {key: filled(each, ids) for key, each in value.items()}
        case list():
            return [filled(each, ids) for each in value]
        case _:
            return value


def without_ids(text: str, ids: Mapping[str, str]) -> str:
    for name, value in ids.items():
        text = text.replace(value, f"{{{name}}}")
    return text


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from _texts(list(value.values()))
        case list():
            for each in value:
                yield from _texts(each)
