"""Export, erasure, retention and the audit log over HTTP: what is in them, and who may not."""

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest

from tests.app.conftest import ADMIN_ROLE, Environment, app_host, model_settings
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked, principal, problem, until
from tests.support.hosts import RunningHost
from tests.support.loopback import NO_AUTHORITIES
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

pytestmark = pytest.mark.req("BX-18")

type Make = Callable[..., Api]

DIGEST = "0" * 64
QUESTION = "How often is the brake inspected?"


@pytest.fixture(scope="module")
def own_host(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningHost]:
    """Whose erasures settle in half a second."""
    settings = {"IDENTITY": "easyauth", "ADMIN_ROLE": ADMIN_ROLE, "RUN_LEASE_SECONDS": "1"}
    environment = {**setup_of_its_own, **model_settings(stub_process), **settings, "RATE_LIMIT_PER_MINUTE": "0"}
    with app_host(tmp_path_factory.mktemp("user-data"), environment) as host:
        yield host


@pytest.fixture
def make(own_host: RunningHost, stub: StubProcess) -> Iterator[Make]:
    with ExitStack() as stack:

        def made(user: str, *roles: str, organization: str = "organization") -> Api:
            headers = principal(organization, user, roles)
            http = httpx2.Client(
                base_url=own_host.url, headers=headers, timeout=30, trust_env=False, verify=NO_AUTHORITIES
            )
            return Api(stack.enter_context(http))

        yield made


def erase(api: Api, address: str = "/api/me") -> str:
    response = api.http.delete(address)
    assert response.status_code == 202, response.text
    return str(response.json()["erasure_id"])


def receipt(api: Api, erasure_id: str, address: str = "/api/me") -> dict[str, Any]:
    """The receipt of a finished erasure, for which it waits."""

    def told() -> dict[str, Any] | None:
        found = dict(checked(api.http.get(f"{address}/erasures/{erasure_id}")).json())
        return found if found["status"] == "finished" else None

    return eventually(told)


def entries(admin: Api, **parameters: str) -> list[dict[str, Any]]:
    found = checked(admin.http.get("/api/admin/audit", params=parameters))
    assert found.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in found.text.splitlines()]


def archived(response: httpx2.Response) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(checked(response).content))


def test_an_export_has_all_that_its_user_said_and_uploaded(make: Make) -> None:
    api = make("exporter")
    conversation = api.with_documents({"lease.pdf": LEASE})
    answer = api.ask(QUESTION, conversation, ["lease.pdf"]).one("message")
    rating = {"rating": "up", "comment": "Good to know."}
    checked(api.http.put(f"/api/conversations/{conversation}/messages/{answer['message_id']}/feedback", json=rating))
    archive = archived(api.http.get("/api/me/export"))
    manifest = json.loads(archive.read("manifest.json"))
    [told] = manifest["conversations"]
    whole = json.loads(archive.read(f"{told['folder']}/conversation.json"))
    assert [message["text"] for message in whole["messages"]] == [QUESTION, answer["text"]]
    assert whole["messages"][1]["feedback"]["comment"] == "Good to know."
    assert whole["runs"][0]["run_meta"]["tokens"]
    [document] = manifest["documents"]
    assert archive.read(document["file"]) == LEASE
    assert QUESTION in archive.read(f"{told['folder']}/conversation.md").decode()


def test_a_receipt_counts_what_was_erased_and_can_be_verified(make: Make) -> None:
    api = make("counted")
    conversation = api.with_documents({"lease.pdf": LEASE})
    api.ask(QUESTION, conversation, ["lease.pdf"])
    [document] = api.documents(conversation).values()
    erasure_id = erase(api)
    told = receipt(api, erasure_id)
    counts = told["counts"]
    assert (counts["conversations"], counts["messages"], counts["documents"], counts["files"]) == (1, 2, 1, 1)
    of_conversations = hashlib.sha256(f"{hashlib.sha256(conversation.encode()).hexdigest()}\n".encode()).hexdigest()
    assert told["digests"]["conversations"] == of_conversations
    named = ("erasure_id", "subject", "requested_by", "begun_at", "finished_at", "counts", "digests")
    canonical = json.dumps({name: told[name] for name in named}, sort_keys=True, separators=(",", ":"))
    assert told["digest"] == hashlib.sha256(canonical.encode()).hexdigest()
    address = f"/api/me/erasures/{erasure_id}/verify"
    assert checked(api.http.get(address, params={"digest": told["digest"]})).json()["valid"]
    assert not checked(api.http.get(address, params={"digest": DIGEST})).json()["valid"]
    assert problem(api.http.get(f"/api/conversations/{conversation}"))[0] == 404
    assert problem(api.http.get(f"/api/documents/{document['file_id']}"))[0] == 404


def test_histories_of_orchestrations_are_purged(make: Make) -> None:
    api = make("background")
    conversation = api.create()
    body = {"question": "Hello?", "conversation_id": conversation}
    checked(api.http.post("/api/orc/background", json=body))
    api.follow(conversation)
    checked(api.http.delete(f"/api/conversations/{conversation}"))
    assert receipt(api, erase(api))["counts"]["orchestrations"] == 1
    assert receipt(api, erase(api))["counts"] == {"files": 0, "orchestrations": 0}


def test_asking_twice_at_once_is_one_erasure(make: Make) -> None:
    api = make("twice")
    api.create()
    first, second = erase(api), erase(api)
    assert first == second
    receipt(api, first)
    assert [each["erasure_id"] for each in checked(api.http.get("/api/me/erasures")).json()] == [first]


def test_turns_and_uploads_are_refused_while_all_is_erased(make: Make) -> None:
    api = make("refused")
    conversation = api.create()
    erasure_id = erase(api)
    for response in (
        api.http.post("/api/orc", json={"question": "Hello?"}),
        api.post_files(conversation, [("lease.pdf", LEASE)]),
        api.http.post("/api/conversations", json={}),
        api.http.post("/api/v1/responses", json={"input": "Hello?"}),
    ):
        assert response.status_code == 409
        assert "erasure_in_progress" in response.text
    receipt(api, erasure_id)
    eventually(lambda: api.http.post("/api/conversations", json={}).is_success)


def test_a_streamed_turn_ends_and_leaves_nothing(make: Make, stub: StubProcess) -> None:
    api = make("streaming")
    stub.script(Reply(text="One two three.", gate_after=1))
    conversation = api.create()
    with api.asking("A story?", conversation) as events:
        until(events, "token")
        erasure_id = erase(api)
        seen = list(events)
    stub.release()
    assert seen[-1].type in ("done", "error")
    assert receipt(api, erasure_id)["counts"]["conversations"] == 1
    eventually(lambda: api.http.post("/api/conversations", json={}).is_success)
    assert [each["title"] for each in checked(api.http.get("/api/conversations")).json()["items"]] == [None]


def test_an_upload_that_comes_during_the_erasure_leaves_nothing(make: Make) -> None:
    api = make("uploading")
    conversation = api.create()

    def slowly() -> Iterator[bytes]:
        head = 'Content-Disposition: form-data; name="files"; filename="late.txt"\r\nContent-Type: text/plain'
        yield f"--part\r\n{head}\r\n\r\n".encode()
        receipt(api, erase(api))
        yield b"Payment is due.\r\n--part--\r\n"

    response = api.http.post(
        f"/api/conversations/{conversation}/documents",
        content=slowly(),
        headers={"content-type": "multipart/form-data; boundary=part"},
    )
    assert response.status_code in (404, 409), response.text
    assert archived(api.http.get("/api/me/export")).namelist() == ["manifest.json"]


def test_a_receipt_is_visible_only_to_its_user(make: Make) -> None:
    api, other, namesake = make("mine"), make("somebody else"), make("mine", organization="another")
    erasure_id = erase(api)
    for stranger in (other, namesake):
        for address in ("", "/verify"):
            status, told = problem(stranger.http.get(f"/api/me/erasures/{erasure_id}{address}"))
            assert (status, told["code"]) == (404, "erasure_not_found")
        assert checked(stranger.http.get("/api/me/erasures")).json() == []
    assert problem(api.http.get("/api/me/erasures/fence"))[0] == 404
    assert problem(api.http.get("/api/me/erasures/identity"))[0] == 404
    receipt(api, erasure_id)


def test_an_erasure_takes_nothing_of_others(make: Make) -> None:
    api, other, longer = make("one"), make("other"), make("one more")
    for each in (other, longer, make("one", organization="another")):
        each.with_documents({"lease.pdf": LEASE})
    api.with_documents({"lease.pdf": LEASE})
    receipt(api, erase(api))
    for each in (other, longer, make("one", organization="another")):
        turn = each.ask(
            QUESTION, each.http.get("/api/conversations").json()["items"][0]["conversation_id"], ["lease.pdf"]
        )
        assert turn.status == "completed"


def test_an_administrator_exports_and_erases_for_a_user(make: Make) -> None:
    user, admin = make("served"), make("admin", ADMIN_ROLE)
    user.with_documents({"lease.pdf": LEASE})
    address = "/api/admin/users/organization/served"
    assert len(json.loads(archived(admin.http.get(f"{address}/export")).read("manifest.json"))["documents"]) == 1
    erasure_id = erase(admin, address)
    told = receipt(admin, erasure_id, address)
    assert (told["requested_by"], told["counts"]["documents"]) == ("administrator", 1)
    assert receipt(user, erasure_id) == told
    params = {"digest": told["digest"]}
    assert checked(admin.http.get(f"{address}/erasures/{erasure_id}/verify", params=params)).json()["valid"]
    assert checked(admin.http.get(f"{address}/erasures")).json() == [told]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "users/organization/served/export"),
        ("DELETE", "users/organization/served"),
        ("GET", "users/organization/served/erasures"),
        ("GET", "audit"),
        ("GET", "retention"),
    ],
)
def test_only_administrators_may_use_their_routes(make: Make, method: str, path: str) -> None:
    for api in (make("nobody"), make("reader", "Orc.Reader"), make("served")):
        status, told = problem(api.http.request(method, f"/api/admin/{path}"))
        assert (status, told["code"]) == (403, "forbidden")


@pytest.mark.parametrize("action", ["export", "erasures", ""])
def test_an_administrator_has_no_rights_in_another_organization(make: Make, action: str) -> None:
    admin = make("admin", ADMIN_ROLE)
    address = f"/api/admin/users/another/served{f'/{action}' if action else ''}"
    status, told = problem(admin.http.request("GET" if action else "DELETE", address))
    assert (status, told["code"]) == (403, "forbidden")


@pytest.mark.parametrize("user", ["..", "%2e%2e", ".%00", "~", "~!!", "~AA", "%20", "\N{ZERO WIDTH SPACE}x"])
def test_a_path_for_a_users_name_reaches_nobody(make: Make, user: str) -> None:
    admin, bystander = make("admin", ADMIN_ROLE), make("bystander")
    bystander.create()
    response = admin.http.request("DELETE", f"/api/admin/users/organization/{user}")
    assert response.status_code in (202, 404, 405, 422), response.text
    assert len(checked(bystander.http.get("/api/conversations")).json()["items"]) >= 1


@pytest.mark.parametrize("user", ["a/b", "../admin", "~tilde", "ü|1"])
def test_an_id_that_no_path_holds_is_named_in_base64(make: Make, user: str) -> None:
    api, admin = make(user), make("admin", ADMIN_ROLE)
    conversation = api.create()
    encoded = "~" + base64.urlsafe_b64encode(user.encode()).decode().rstrip("=")
    archive = archived(admin.http.get(f"/api/admin/users/organization/{encoded}/export"))
    assert [each["conversation_id"] for each in json.loads(archive.read("manifest.json"))["conversations"]] == [
        conversation
    ]


def test_the_audit_log_says_who_did_what_until_they_are_erased(make: Make) -> None:
    user, admin = make("watched"), make("auditor", ADMIN_ROLE)
    conversation = user.with_documents({"lease.pdf": LEASE})
    [document] = user.documents(conversation).values()
    checked(user.http.get(f"/api/documents/{document['file_id']}/content"))
    checked(user.http.delete(f"/api/documents/{document['file_id']}"))
    checked(user.http.delete(f"/api/conversations/{conversation}"))
    checked(user.http.get("/api/me/export"))
    checked(admin.http.get("/api/admin/users/organization/watched/export"))
    mine = [each for each in entries(admin) if each["subject_id"] == "watched"]
    assert [each["action"] for each in mine] == [
        "document_downloaded",
        "document_deleted",
        "conversation_deleted",
        "data_exported",
        "data_exported",
    ]
    assert [each["actor_id"] for each in mine] == ["watched"] * 4 + ["auditor"]
    assert [each["by_administrator"] for each in mine] == [False] * 4 + [True]
    assert [each["target"] for each in mine[:3]] == [document["file_id"], document["file_id"], conversation]
    subject = receipt(user, erase(user))["subject"]
    after = [each for each in entries(admin) if each["subject"] == subject]
    assert [each["action"] for each in after[5:]] == ["erasure_requested", "erasure_finished"]
    assert {each["subject_id"] for each in after} == {None}
    assert [each["event_id"] for each in after[:5]] == [each["event_id"] for each in mine]
    checked(admin.http.get("/api/admin/users/organization/watched/export"))
    assert {each["subject_id"] for each in entries(admin) if each["subject"] == subject} == {None}


def test_the_audit_log_comes_in_pages_and_between_two_times(make: Make) -> None:
    admin = make("pager", ADMIN_ROLE, organization="paged")
    for _ in range(5):
        entries(admin)
    first = checked(admin.http.get("/api/admin/audit", params={"limit": 4}))
    cursor = first.headers["x-orc-continuation"]
    rest = checked(admin.http.get("/api/admin/audit", params={"limit": 4, "continuation": cursor}))
    assert "x-orc-continuation" not in rest.headers
    read = [json.loads(line) for line in (first.text + rest.text).splitlines()]
    assert [each["action"] for each in read] == ["audit_read"] * 6
    assert [each["time"] for each in read] == sorted(each["time"] for each in read)
    bounded = entries(admin, since=read[1]["time"], until=read[3]["time"])
    assert [each["event_id"] for each in bounded] == [each["event_id"] for each in read[1:3]]


def test_a_failed_deletion_of_nothing_is_no_entry(make: Make) -> None:
    user, admin = make("idle", organization="quiet"), make("admin", ADMIN_ROLE, organization="quiet")
    assert problem(user.http.delete("/api/conversations/00000000-0000-4000-8000-000000000000"))[0] == 404
    assert problem(user.http.delete("/api/documents/file-none-1"))[0] == 404
    assert [each["action"] for each in entries(admin)] == ["audit_read"]
