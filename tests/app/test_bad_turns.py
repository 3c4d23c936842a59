"""Requests for turns that are refused: each with a problem that names what is wrong."""

import json
import re
import uuid

import pytest

from tests.app.conftest import AsUser
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, StubProcess, fields_of, problem


@pytest.fixture
def unasked(api: Api, stub: StubProcess) -> Api:
    """Nothing that is refused may reach the model."""
    stub.script()
    return api


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"question": "Hello?", "temperature": 1}, "temperature"),
        ({"question": "Hello?", "Question": "Hello?"}, "Question"),
        ({"question": 7}, "question"),
        ({"question": ["Hello?"]}, "question"),
        ({"question": "Hello?", "conversation_id": "mine"}, "conversation_id"),
        ({"question": "Hello?", "conversation_id": 7}, "conversation_id"),
        ({"question": "Hello?", "client_message_id": ""}, "client_message_id"),
        ({"question": "Hello?", "client_message_id": "x" * 201}, "client_message_id"),
        ({"question": "Hello?", "on_busy": "wait"}, "on_busy"),
        ({"question": "Hello?", "citation_style": "margin"}, "citation_style"),
    ],
)
def test_fields_that_are_unknown_or_of_another_type_are_named(
    unasked: Api, body: dict[str, object], field: str
) -> None:
    for address in ("/api/orc", "/api/orc/background"):
        status, told = problem(unasked.http.post(address, json=body))
        assert (status, told["code"], fields_of(told)) == (422, "invalid_request", [field])


@pytest.mark.parametrize("question", ["", " \n", "\u200b\u200b", "\u0000"])
def test_a_question_without_a_visible_character_is_empty(unasked: Api, question: str) -> None:
    status, told = unasked.refused({"question": question})
    assert (status, told["code"], fields_of(told)) == (422, "invalid_request", ["question"])


def test_an_unknown_field_is_called_unknown(unasked: Api) -> None:
    _, told = unasked.refused({"question": "Hello?", "mood": "good"})
    assert told["detail"] == "mood: is not a known field"


@pytest.mark.parametrize("body", [[], "Hello?", 7, None])
def test_a_body_that_is_no_object_is_refused(unasked: Api, body: object) -> None:
    status, told = problem(unasked.http.post("/api/orc", json=body))
    assert (status, told["code"]) == (422, "invalid_request")


@pytest.mark.parametrize("content", [b"{", b'{"question": }', b"question", b'{"question": "\xff"}', b"\x00"])
def test_malformed_json_is_reported_as_such(unasked: Api, content: bytes) -> None:
    headers = {"content-type": "application/json"}
    status, told = problem(unasked.http.post("/api/orc", content=content, headers=headers))
    assert (status, told["code"]) == (400, "malformed_json")


def test_a_body_of_another_content_type_is_refused_by_its_type(unasked: Api) -> None:
    content, headers = json.dumps({"question": "Hello"}).encode(), {"content-type": "text/plain"}
    status, told = problem(unasked.http.post("/api/orc", content=content, headers=headers))
    assert (status, told["code"], fields_of(told)) == (422, "invalid_request", ["content-type"])
    assert told["detail"] == "content-type: must be application/json"


def test_json_that_is_nested_beyond_reading_is_no_valid_json(unasked: Api) -> None:
    content = b'{"question": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    status, told = problem(unasked.http.post("/api/orc", content=content, headers={"content-type": "application/json"}))
    assert (status, told["code"], told["detail"]) == (400, "malformed_json", "The body is not valid JSON.")


def test_every_mistake_is_reported_at_once(unasked: Api) -> None:
    status, told = unasked.refused({"question": 7, "blob_names": "a.md", "mood": "good"})
    assert (status, sorted(fields_of(told))) == (422, ["blob_names", "mood", "question"])


def test_a_question_beyond_the_limit_is_refused_with_the_limit(unasked: Api) -> None:
    status, told = unasked.refused({"question": "x" * 8001})
    assert (status, told["code"], fields_of(told)) == (422, "question_too_long", ["question"])
    assert "8000" in told["detail"]


def test_a_body_that_no_question_fills_is_refused(unasked: Api) -> None:
    status, told = unasked.refused({"question": "x" * (2 << 20)})
    assert (status, told["code"]) == (413, "payload_too_large")
    assert re.search(r"the limit is \d+ bytes", told["detail"])


@pytest.mark.parametrize(
    "name", ["folder/lease.pdf", "..\\lease.pdf", "/lease.pdf", "..", "a\x00.pdf", "%2e%2e%2fa.pdf"]
)
def test_a_name_with_a_path_in_it_is_refused(unasked: Api, name: str) -> None:
    body = {"question": "Hello?", "conversation_id": unasked.create(), "blob_names": ["a.md", name]}
    status, told = unasked.refused(body)
    assert (status, told["code"], fields_of(told)) == (422, "invalid_blob_name", ["blob_names.1"])


def test_a_file_that_was_never_uploaded_is_refused_by_name(unasked: Api) -> None:
    conversation = unasked.with_documents({"a.md": PARKING_NOTE})
    body = {"question": "Hello?", "conversation_id": conversation, "blob_names": ["a.md", "b.md"]}
    status, told = unasked.refused(body)
    assert (status, told["code"], fields_of(told)) == (422, "document_not_found", ["blob_names.1"])
    assert "b.md" in told["detail"]
    assert unasked.messages(conversation) == []


def test_a_file_needs_a_conversation_that_it_was_uploaded_to(unasked: Api) -> None:
    status, told = unasked.refused({"question": "Hello?", "blob_names": ["a.md"]})
    assert (status, told["code"]) == (422, "document_not_found")


def test_a_conversation_that_does_not_exist_is_not_found(unasked: Api) -> None:
    status, told = unasked.refused({"question": "Hello?", "conversation_id": str(uuid.uuid4())})
    assert (status, told["code"]) == (404, "conversation_not_found")


def test_a_conversation_that_is_somebody_elses_is_not_found(unasked: Api, as_user: AsUser) -> None:
    theirs = as_user().create()
    mine = unasked.refused({"question": "Hello?", "conversation_id": str(uuid.uuid4())})
    assert unasked.refused({"question": "Hello?", "conversation_id": theirs}) == mine


def test_a_parent_message_must_be_of_the_conversation(unasked: Api, stub: StubProcess) -> None:
    stub.reset()
    elsewhere = unasked.ask("Hello?").one("message")["message_id"]
    body = {"question": "Hello?", "conversation_id": unasked.create(), "parent_message_id": elsewhere}
    assert unasked.refused(body)[1]["code"] == "message_not_found"


def test_a_body_that_names_another_conversation_than_the_path_is_refused(unasked: Api) -> None:
    body = {"question": "Hello?", "conversation_id": unasked.create()}
    status, told = problem(unasked.http.post(f"/api/conversations/{unasked.create()}/messages", json=body))
    assert (status, fields_of(told)) == (422, ["conversation_id"])


def test_an_address_or_method_that_does_not_exist_is_a_problem_too(unasked: Api) -> None:
    assert problem(unasked.http.get("/api/nothing"))[0] == 404
    assert problem(unasked.http.post("/api/conversations/a%0Ab/messages", json={"question": "Hello?"}))[0] == 404
    assert problem(unasked.http.delete("/api/orc"))[0] == 405
