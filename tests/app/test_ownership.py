"""Who may see what: identity comes from the platform alone, and what is another's does not exist."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from tests.app.conftest import AsUser, client
from tests.app.operations import MISSING, NOTHING_RUNS, PUBLIC, call, operations, path_parameters, with_ids, without_ids
from tests.app.samples import LEASE, PARKING_NOTE
from tests.support.app import Api, StubProcess, checked, fields_of, principal, problem
from tests.support.hosts import RunningHost
from tests.support.stored import Stored

HOSTILE_NAMES = [
    "../loot.pdf",
    "..\\loot.pdf",
    "/etc/loot.pdf",
    "folder/loot.pdf",
    "..%2floot.pdf",
    "%2e%2e%2floot.pdf",
    "..%252floot.pdf",
    "..%c0%afloot.pdf",
    "loot.pdf%00.txt",
    "..\uff0floot.pdf",
    "\u2025/loot.pdf",
    "\u202efdp.loot.txt",
    "le\u200base.pdf",
    ".loot.pdf",
    "loot.pdf.",
    "..",
    "x" * 300 + ".pdf",
]


def outcome(response: httpx2.Response) -> tuple[int, str, Any]:
    status, body = problem(response)
    return status, response.headers["content-type"], body


@dataclass(frozen=True)
class Owner:
    user_id: str
    api: Api
    ids: dict[str, str]


@pytest.fixture
def owner(as_user: AsUser, stub: StubProcess) -> Owner:
    """Somebody with a conversation, a document, a message and a run."""
    user_id = f"owner-{uuid.uuid4().hex}"
    api = as_user("organization", user_id)
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    ids = path_parameters(api, conversation, turn, user=user_id)
    return Owner(user_id, api, ids)


@pytest.mark.req("SE-02")
@pytest.mark.parametrize("organization", ["organization", "another organization"])
def test_anothers_resources_answer_like_missing_ones(
    owner: Owner, as_user: AsUser, stub: StubProcess, organization: str
) -> None:
    stub.script()
    stranger = as_user(organization)
    tried = list(with_ids(operations(stranger)))
    assert len(tried) >= 20
    for name in tried:
        foreign, missing = call(stranger, name, owner.ids), call(stranger, name, MISSING)
        status = 204 if name == NOTHING_RUNS else 403 if "/admin/" in name else 404
        assert foreign.status_code == missing.status_code == status, (name, foreign.text, missing.text)
        assert without_ids(foreign.text, owner.ids) == without_ids(missing.text, MISSING), name
        assert without_random(foreign.headers) == without_random(missing.headers), name


def without_random(headers: httpx2.Headers) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in ("date", "content-length", "x-request-id")}


@pytest.mark.req("SE-02")
def test_the_owner_gets_what_strangers_do_not(owner: Owner) -> None:
    for name in operations(owner.api):
        # Nobody signs in to this host, the owner is no administrator, and their erasures are tested elsewhere.
        is_elsewhere = any(part in name for part in (".well-known", "/admin/", "{erasure_id}"))
        if name.startswith("GET ") and not is_elsewhere:
            assert call(owner.api, name, owner.ids).is_success, name


@pytest.mark.req("SE-02")
def test_foreign_messages_and_runs_are_not_found_under_an_own_conversation(owner: Owner, as_user: AsUser) -> None:
    stranger = as_user()
    own = {**owner.ids, "conversation_id": stranger.create()}
    for kind, code in (("messages/{message_id}", "message_not_found"), ("runs/{run_id}", "run_not_found")):
        status, _, body = outcome(call(stranger, f"GET /api/conversations/{{conversation_id}}/{kind}", own))
        assert (status, body["code"]) == (404, code)


@pytest.mark.req("SE-02")
def test_the_same_user_id_in_another_organization_is_another_user(as_user: AsUser) -> None:
    here, there = as_user("one", "same user"), as_user("two", "same user")
    conversation = here.create()
    assert conversation in str(here.http.get("/api/conversations").json())
    assert there.http.get("/api/conversations").json()["items"] == []


@pytest.mark.req("SE-02")
def test_a_strangers_request_leaves_no_trace(owner: Owner, as_user: AsUser) -> None:
    before = owner.api.conversation(owner.ids["conversation_id"])
    stranger = as_user()
    for name in with_ids(operations(stranger)):
        call(stranger, name, owner.ids)
    assert owner.api.conversation(owner.ids["conversation_id"]) == before
    assert list(owner.api.documents(owner.ids["conversation_id"])) == ["lease.pdf"]


@pytest.mark.req("SE-01")
@pytest.mark.in_any_store
@pytest.mark.parametrize("field", ["user_id", "organization_id", "user", "caller", "x-ms-client-principal"])
def test_identity_in_a_body_is_refused(api: Api, field: str) -> None:
    status, body = api.refused({"question": "Hello?", field: "somebody else"})
    assert (status, fields_of(body)) == (422, [field])


@pytest.mark.req("SE-01")
@pytest.mark.in_any_store
@pytest.mark.parametrize("action", ["/api/conversations/{}/cancel", "/api/tools/refresh"])
def test_identity_in_a_body_that_needs_none_is_refused(api: Api, action: str) -> None:
    refused = api.http.post(action.format(api.create()), json={"user_id": "somebody else"})
    status, body = problem(refused)
    assert (status, fields_of(body)) == (422, ["user_id"])


@pytest.mark.req("SE-01")
@pytest.mark.in_any_store
def test_identity_in_the_form_of_an_upload_is_refused(api: Api) -> None:
    conversation = api.create()
    address, files = f"/api/conversations/{conversation}/documents", {"files": ("note.md", b"Note.")}
    status, body = problem(api.http.post(address, data={"organization_id": "another"}, files=files))
    assert (status, fields_of(body)) == (422, ["organization_id"])
    assert api.documents(conversation) == {}


@pytest.mark.req("SE-01")
@pytest.mark.in_any_store
@pytest.mark.parametrize("name", ["user_id", "organization_id", "oid", "TID", "x-ms-client-principal"])
def test_identity_in_a_query_is_refused(api: Api, name: str) -> None:
    status, body = problem(api.http.get("/api/conversations", params={name: "somebody else"}))
    assert (status, fields_of(body)) == (422, [name])


@pytest.mark.req("SE-01")
def test_identity_in_another_header_counts_for_nothing(owner: Owner, as_user: AsUser) -> None:
    stranger = as_user()
    word = owner.api.http.headers["x-ms-client-principal"]
    claims = {"user_id": owner.user_id, "organization_id": "organization", "oid": owner.user_id, "tid": "organization"}
    headers = {"authorization": f"Bearer {word}", "x-ms-client-principal-id": owner.user_id, "cookie": f"user={word}"}
    headers |= {f"x-{name.replace('_', '-')}": value for name, value in claims.items()}
    assert len(owner.api.http.get("/api/conversations").json()["items"]) == 1
    assert checked(stranger.http.get("/api/conversations", headers=headers)).json()["items"] == []


@pytest.mark.req("SE-01")
@pytest.mark.in_any_store
def test_nobody_is_let_in_without_the_platforms_word(host: RunningHost) -> None:
    with client(host) as nobody:
        for name in operations(nobody):
            if name not in PUBLIC:
                status, _, body = outcome(call(nobody, name, MISSING))
                assert (status, body["code"]) == (401, "unauthenticated"), name


@pytest.mark.req("SE-01")
@pytest.mark.in_any_store
def test_the_platforms_header_counts_only_where_it_is_configured(extractive: Api, extractive_host: RunningHost) -> None:
    conversation = extractive.create()
    headers = principal("another organization", "mallory")
    with httpx2.Client(base_url=extractive_host.url, headers=headers, timeout=30, trust_env=False) as http:
        assert conversation in str(checked(http.get("/api/conversations")).json())


@pytest.fixture(scope="module")
def keeper(host: RunningHost) -> Iterator[tuple[Api, str]]:
    """Somebody with one document in a conversation, who is refused all that would change it."""
    with client(host, principal("organization", f"keeper-{uuid.uuid4().hex}")) as api:
        yield api, api.with_documents({"a.txt": PARKING_NOTE})


@pytest.mark.req("SE-03")
@pytest.mark.same_in_stores
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_path_traversal_name_is_refused_for_uploads_and_questions(
    keeper: tuple[Api, str], stored: Stored, host: RunningHost, name: str
) -> None:
    api, conversation = keeper
    body = {"question": "Where?", "conversation_id": conversation, "blob_names": ["a.txt", name]}
    status, told = api.refused(body)
    assert (status, told["code"], fields_of(told)) == (422, "invalid_blob_name", ["blob_names.1"])
    status, told = problem(api.post_files(conversation, [("good.md", PARKING_NOTE), (name, PARKING_NOTE)]))
    assert (status, told["code"], fields_of(told)) == (422, "invalid_blob_name", ["files.1"])
    assert list(api.documents(conversation)) == ["a.txt"]
    paths = list(stored.blobs())
    assert [path.rpartition("/")[2] for path in paths if conversation in path] == ["a.txt"]
    assert not [path for path in paths if "loot" in path]
    assert not list(host.data_dir.parent.rglob("*loot*"))


@pytest.mark.req("SE-03")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    "path",
    [
        r"C:\temp\a.txt",
        r"C:\..\..\a.txt",
        r"C:\\temp\\a.txt",
        r"\\server\a.txt",
        r"\\\\server\\a.txt",
        r"b\a.txt",
        "/etc/a.txt",
    ],
)
def test_a_path_is_no_name_of_an_upload(keeper: tuple[Api, str], path: str) -> None:
    api, conversation = keeper
    disposition = f'Content-Disposition: form-data; name="files"; filename="{path}"'
    part = f"--edge\r\n{disposition}\r\n\r\nAnother.\r\n--edge--\r\n"
    headers = {"content-type": "multipart/form-data; boundary=edge"}
    refused = api.http.post(f"/api/conversations/{conversation}/documents", content=part.encode(), headers=headers)
    status, told = problem(refused)
    assert (status, told["code"], fields_of(told)) == (422, "invalid_blob_name", ["files.0"])
    assert api.documents(conversation)["a.txt"]["size"] == len(PARKING_NOTE)


@pytest.mark.req("SE-03")
@pytest.mark.in_any_store
def test_a_name_cannot_lead_to_another_users_file(owner: Owner, as_user: AsUser) -> None:
    stranger = as_user()
    conversation = stranger.create()
    user = owner.api.http.headers["x-ms-client-principal"]
    theirs = f"{user}/{owner.ids['conversation_id']}/lease.pdf"
    for name in (theirs, f"../{owner.ids['conversation_id']}/lease.pdf", f"../../{theirs}"):
        body = {"question": "What is in it?", "conversation_id": conversation, "blob_names": [name]}
        assert stranger.refused(body)[0] == 422


@pytest.mark.req("SE-03")
@pytest.mark.parametrize("part", ["..", "%2e%2e", "..%2f..%2fhost.log", "a%00b", "..%5c.."])
def test_an_id_that_is_a_path_is_not_found(api: Api, part: str) -> None:
    for address in (f"/api/documents/{part}/content", f"/api/conversations/{part}/messages/none"):
        assert api.http.get(address).status_code == 404


@pytest.mark.req("SE-03", "DC-16")
def test_organizations_and_users_with_paths_for_names_stay_in_their_folder(as_user: AsUser, stored: Stored) -> None:
    strange = as_user("../..", ".b\\..%2f")
    conversation = strange.with_documents({"note.md": PARKING_NOTE})
    [path] = [path for path in stored.blobs() if conversation in path]
    container, *folder, _, _ = path.split("/")
    assert (container, len(folder)) == ("documents", 2)
    assert not any(part.startswith(".") for part in folder)
    assert strange.documents(conversation)["note.md"]["status"] == "ready"
