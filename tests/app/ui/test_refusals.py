"""What a page shows when its chat is refused, and what its developer is told."""

from typing import Any

import httpx2
import pytest

from tests.app.conftest import MAX_UPLOAD_BYTES, AsUser, Environment, app_host, client, model_settings
from tests.app.samples import PARKING_NOTE
from tests.app.ui.conftest import OpenChat, file_part
from tests.support.app import Api, StubProcess, fields_of, principal, problem
from tests.support.hosts import RunningHost

JSON = {"accept": "application/json"}
TEXT = {"type": "text", "text": "Hello?"}


def body(*parts: object, **fields: object) -> dict[str, Any]:
    return {"id": "chat", "messages": [{"id": "1", "role": "user", "parts": parts}], **fields}


@pytest.mark.req("BX-14")
def test_a_refusal_is_shown_as_a_sentence(as_user: AsUser, open_chat: OpenChat) -> None:
    chat = open_chat(as_user())
    refused = chat.send("See this", [file_part("scan.png", b"...", "image/png")])
    assert refused.status == "error"
    assert (refused.error or "").startswith(
        "messages.0.parts.0: scan.png has a type that cannot be read. Supported: pdf"
    )
    assert chat.send("Hello?", messageId=refused.messages[0]["id"]).error is None


@pytest.mark.req("BX-14")
def test_a_page_without_a_user_gets_an_error(host: RunningHost, open_chat: OpenChat) -> None:
    with client(host) as nobody:
        refused = open_chat(nobody).send("Hello?")
    assert (refused.status, refused.error) == ("error", "Valid credentials are required.")


@pytest.mark.req("BX-14")
def test_a_page_that_exceeds_the_rate_limit_is_asked_to_wait(
    setup_of_its_own: Environment, stub: StubProcess, open_chat: OpenChat, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settings = {**setup_of_its_own, **model_settings(stub), "IDENTITY": "easyauth", "RATE_LIMIT_PER_MINUTE": "1"}
    with app_host(tmp_path_factory.mktemp("limited"), settings) as host, client(host, principal("a", "b")) as api:
        chat = open_chat(api)
        shown = [chat.send(f"Hello {number}?") for number in range(3)]  # no more than one minute can begin between two
    assert shown[-1].status == "error"
    assert (shown[-1].error or "").startswith("The limit is 1 requests a minute")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        (body(), "messages.0.parts"),
        (body({"type": "text"}), "messages.0.parts.0"),
        (body(TEXT, {"type": "tool-x", "input": {}}), "messages.0.parts.1"),
        (
            body(TEXT, {"type": "file", "mediaType": "text/plain", "url": "https://a.example/a.txt"}),
            "messages.0.parts.1.url",
        ),
        (
            body({"type": "file", "mediaType": "text/plain", "url": "data:text/plain;base64,?"}),
            "messages.0.parts.0.url",
        ),
        (body({"type": "file", "mediaType": "text/plain", "url": "data:,"}), "messages.0.parts.0.url"),
        (body({"type": "file", "mediaType": 1, "url": "data:,a"}), "messages.0.parts.0"),
        (body(file_part("../a.md", PARKING_NOTE)), "messages.0.parts.0.filename"),
        (body(file_part("a.md", PARKING_NOTE), file_part("a.md", b"Other")), "messages.0.parts.1"),
        (
            body(file_part("a.md", PARKING_NOTE, providerMetadata={"orc": {"metadata": {"a": 1}}})),
            "messages.0.parts.0.providerMetadata.orc.metadata.a",
        ),
        (body(TEXT, blob_names=["other.pdf"]), "blob_names.0"),
        (body(TEXT, trigger="resume-stream"), "trigger"),
        ({"id": "chat", "messages": []}, "messages"),
        ({"id": "chat", "messages": ["Hello?"]}, "messages.0.id"),
        ({"id": "chat", "messages": [{"id": "1", "role": "assistant", "parts": []}]}, "messages"),
        ({**body(TEXT), "message": body(TEXT)["messages"][0]}, "messages"),
        ({"id": "a/b", "message": body(TEXT)["messages"][0]}, "id"),
        ({"id": "", "message": body(TEXT)["messages"][0]}, "id"),
    ],
)
def test_a_wrong_field_of_a_chat_is_named(as_user: AsUser, sent: dict[str, Any], field: str) -> None:
    status, told = problem(as_user().http.post("/api/ui/chat", json=sent, headers=JSON))
    assert status == 422
    assert fields_of(told)[0] == field


def test_the_answer_of_an_assistant_is_no_question(as_user: AsUser) -> None:
    sent = body(TEXT)
    sent["messages"].append({"id": "2", "role": "assistant", "parts": []})
    status, told = problem(as_user().http.post("/api/ui/chat", json=sent, headers=JSON))
    assert (status, fields_of(told)) == (422, ["messages.1.role"])


@pytest.mark.parametrize(
    ("part", "code"),
    [(file_part("a.md", b"a" * (MAX_UPLOAD_BYTES + 1)), "file_too_large")],
)
def test_a_file_beyond_the_limit_is_refused(as_user: AsUser, part: dict[str, object], code: str) -> None:
    status, told = problem(as_user().http.post("/api/ui/chat", json=body(part), headers=JSON))
    assert (status, told["code"]) == (413, code)


def test_files_beyond_the_limit_are_refused(as_user: AsUser) -> None:
    parts = [file_part(f"{number}.md", PARKING_NOTE) for number in range(6)]
    status, told = problem(as_user().http.post("/api/ui/chat", json=body(*parts), headers=JSON))
    assert (status, told["code"]) == (413, "too_many_files")


def test_a_refusal_has_its_code_in_a_header(as_user: AsUser) -> None:
    refused = as_user().http.post("/api/ui/chat/nowhere/stop")
    assert (refused.status_code, refused.headers["x-orc-error-code"]) == (404, "conversation_not_found")
    assert refused.headers["content-type"] == "text/plain; charset=utf-8"
    assert refused.text == "There is no such conversation."


def test_a_question_beyond_its_limit_is_refused_before_anything_is_stored(api: Api) -> None:
    long = {"type": "text", "text": "a" * 100_000}
    refused: httpx2.Response = api.http.post("/api/ui/chat", json=body(long, file_part("a.md", PARKING_NOTE)))
    assert refused.headers["x-orc-error-code"] == "question_too_long"
    assert api.http.get("/api/conversations").json()["items"] == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"filters": {"client": "Other"}}, "no_document_matches"), ({"blob_names": ["b.md"]}, "document_not_found")],
)
def test_documents_that_do_not_exist_are_refused_before_anything_is_stored(
    api: Api, fields: dict[str, object], code: str
) -> None:
    sent = body(TEXT, file_part("a.md", PARKING_NOTE), **fields)
    refused: httpx2.Response = api.http.post("/api/ui/chat", json=sent)
    assert (refused.status_code, refused.headers["x-orc-error-code"]) == (422, code)
    assert api.http.get("/api/conversations").json()["items"] == []
    assert api.http.get("/api/documents").json()["total"] == 0
