"""Texts of requests that would harm others or their own sender: refused with the field's name, or taken in safely."""

import json
import time
from collections.abc import Iterator

import httpx2
import pytest

from tests.app.conftest import app_host, client
from tests.support.app import Api, checked, fields_of, principal, problem
from tests.support.hosts import RunningHost

LONE = "\\ud800"
MARKS = "a" + "\u0300" * 4_000 + "\u0316" * 3_999
EXPANDING = "\ufdfa" * 8_000
SLOWEST_SECONDS = 5  # of a test machine that does other things; such texts took minutes


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with app_host(tmp_path_factory.mktemp("strings"), {"IDENTITY": "easyauth"}) as running:
        yield running


@pytest.fixture
def api(host: RunningHost) -> Iterator[Api]:
    with client(host, principal("organization", "ada")) as api:
        yield api


def _post(api: Api, path: str, body: str, method: str = "POST") -> tuple[int, dict[str, object]]:
    headers = {"content-type": "application/json"}
    return problem(api.http.request(method, path, content=body.encode("utf-8", "surrogatepass"), headers=headers))


@pytest.mark.parametrize("lone", [LONE, "\\udc00", "\\ud83d x", "\ud800"], ids=["high", "low", "parted", "in UTF-8"])
def test_half_of_a_character_is_refused_in_every_field(api: Api, lone: str) -> None:
    conversation = api.with_documents({"note.md": b"The crane parks behind the barn."})
    file_id = api.documents(conversation)["note.md"]["file_id"]
    at = f"/api/conversations/{conversation}"
    for path, body, field in (
        ("/api/orc", f'{{"question": "a{lone}b"}}', "question"),
        ("/api/orc/background", f'{{"question": "a{lone}b"}}', "question"),
        ("/api/orc", f'{{"question": "a", "blob_names": ["a.md", "{lone}.md"]}}', "blob_names.1"),
        ("/api/orc", f'{{"question": "a", "client_message_id": "{lone}"}}', "client_message_id"),
        ("/api/conversations", f'{{"title": "{lone}"}}', "title"),
        (f"{at}/fork", f'{{"message_id": "{lone}"}}', "message_id"),
        ("/api/search", f'{{"query": "{lone}"}}', "query"),
        ("/api/search", f'{{"query": "a", "filters": {{"tags": ["{lone}"]}}}}', "filters.tags.0"),
        (f"/api/documents/{file_id}/question", f'{{"question": "{lone}"}}', "question"),
    ):
        status, told = _post(api, path, body)
        assert (status, told["code"], fields_of(told)) == (422, "invalid_request", [field])
    assert _post(api, "/api/conversations", f'{{"{lone}": 1}}')[0] == 422
    status, told = _post(api, at, f'{{"title": "{lone}"}}', "PATCH")
    assert (status, fields_of(told)) == (422, ["title"])
    status, told = _post(api, f"{at}/messages/m/feedback", f'{{"rating": "up", "comment": "{lone}"}}', "PUT")
    assert (status, fields_of(told)) == (422, ["comment"])
    checked(api.http.get(at))
    checked(api.http.get("/api/conversations"))


def test_a_lone_surrogate_in_a_tool_call_is_a_call_error(api: Api) -> None:
    for arguments in (f'{{"query": "{LONE}"}}', f'{{"query": "a", "{LONE}": 1}}'):
        answer = _call(api, arguments)
        assert answer.status_code < 500
        assert "error" in answer.text


def _call(api: Api, arguments: str) -> httpx2.Response:
    params = f'{{"name": "search_documents", "arguments": {arguments}}}'
    call = f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}}}'
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    return api.http.post("/api/mcp", content=call.encode(), headers=headers)


@pytest.mark.parametrize("charset", ["unicode_escape", "punycode", "idna", "utf-7", "utf-16", "rot13"])
def test_a_form_in_another_encoding_is_refused(api: Api, charset: str) -> None:
    conversation = api.create()
    content = (
        b'--b\r\nContent-Disposition: form-data; name="files"; filename="a\\ud800.md"\r\n\r\ntext\r\n'
        b'--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\n\\ud800\r\n--b--\r\n'
    )
    headers = {"content-type": f'multipart/form-data; boundary=b; charset="{charset}"'}
    answer = api.http.post(f"/api/conversations/{conversation}/documents", content=content, headers=headers)
    status, told = problem(answer)
    assert (status, fields_of(told)) == (422, ["content-type"])


def test_null_characters_are_kept_or_refused(api: Api) -> None:
    status, told = problem(api.http.post("/api/conversations", json={"title": "a\0b"}))
    assert (status, fields_of(told)) == (422, ["title"])
    conversation = api.create()
    turn = api.ask("What does a\0b mean?", conversation)
    assert turn.status == "completed"
    assert api.messages(conversation)[0]["text"] == "What does a\0b mean?"
    checked(api.http.post("/api/search", json={"query": "a\0b"}))
    for address in ("/api/conversations/a%00b", "/api/documents/a%00b", "/api/documents?title=%00"):
        assert api.http.get(address).status_code < 500


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("text", [MARKS, EXPANDING], ids=["marks", "expanding"])
def test_text_made_to_be_slow_is_answered_like_any_other(api: Api, text: str) -> None:
    document = ("a" + "\u0300" * 120_000 + "\u0316" * 120_000).encode()
    conversation = api.with_documents({"marks.txt": document, "note.md": b"The crane parks behind the barn."})
    file_id = api.documents(conversation)["marks.txt"]["file_id"]
    stored = checked(api.http.get(f"/api/documents/{file_id}/text")).json()["text"]
    assert stored == "a" + "\u0300" * 30
    started = time.monotonic()
    checked(api.http.post("/api/search", json={"query": text}))
    checked(api.http.post("/api/orc", json={"question": text}))
    checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": text}))
    checked(_call(api, json.dumps({"query": text})))
    checked(api.http.get("/api/documents", params={"query": text[:1_000]}))
    assert time.monotonic() - started < SLOWEST_SECONDS * 5


@pytest.mark.req("SE-12")
def test_an_error_is_no_larger_than_what_it_is_about(api: Api) -> None:
    numbers = "[" + ",".join(["1"] * 320_000) + "]"
    few = f'{{"query": "a", "file_ids": [{",".join(["1"] * 900)}]}}'
    fields = "{" + ",".join(f'"f{i}": 1' for i in range(50_000)) + "}"
    for path, body in (
        ("/api/orc", f'{{"question": "a", "blob_names": {numbers}}}'),
        ("/api/search", f'{{"query": "a", "file_ids": {numbers}}}'),
        ("/api/search", f'{{"query": "a", "filters": {{"tags": {numbers}}}}}'),
        ("/api/search", fields),
        ("/api/search", numbers),
        ("/api/conversations", f'{{"{"x" * 500_000}": 1}}'),
        ("/api/conversations", f'{{"title": ["{"x" * 500_000}"]}}'),
        ("/api/orc", f'{{"question": "a", "blob_names": {"[" * 500 + "]" * 500}}}'),
        ("/api/search", few),
    ):
        answer = api.http.post(path, content=body, headers={"content-type": "application/json"})
        status, told = problem(answer)
        assert status in (400, 422)
        assert len(answer.content) < 20_000
        assert len(told.get("errors", ())) <= 20
    assert len(_call(api, f'{{"query": "a", "file_ids": {numbers}}}').content) < 20_000
    assert len(_call(api, few).content) < 20_000


@pytest.mark.parametrize("identity", ["x" * 300, "ü" * 100, "a\0b", "a\ud800", "line\nbreak", "  "])
def test_an_identity_that_nothing_can_be_kept_under_is_refused(host: RunningHost, identity: str) -> None:
    for organization, user in ((identity, "ada"), ("organization", identity)):
        with client(host, principal(organization, user)) as api:
            assert problem(api.http.get("/api/conversations"))[0] == 401
