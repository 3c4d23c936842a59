"""Documents have metadata by key: set when they come, changed later, and filtered by wherever they are looked for."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import httpx2
import pytest

from tests.app.conftest import AsUser, Environment, app_host, client, stored_by
from tests.app.plans import plan, step
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, StubProcess, checked, fields_of, problem
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply
from tests.support.stored import Stored
from tests.support.waiting import eventually

ACME = {"client": "Acme", "matter": "M-1"}
BETA = {"client": "Beta", "matter": "M-2"}
NOTE = "# {}\n\nThe office of {} is on the {} floor.\n"


def upload(api: Api, conversation: str, files: Mapping[str, str], metadata: object = None) -> httpx2.Response:
    sent = {} if metadata is None else {"metadata": metadata if isinstance(metadata, str) else json.dumps(metadata)}
    parts = [("files", (name, text.encode())) for name, text in files.items()]
    return api.http.post(f"/api/conversations/{conversation}/documents", files=parts, data=sent)


def with_clients(api: Api) -> str:
    conversation = api.create()
    for metadata, floor in ((ACME, "third"), (BETA, "ninth")):
        client_name = metadata["client"]
        name = f"{client_name.lower()}.md"
        checked(upload(api, conversation, {name: NOTE.format(client_name, client_name, floor)}, metadata))
    checked(upload(api, conversation, {"plain.md": NOTE.format("Nobody", "nobody", "first")}))
    api.until_read(conversation)
    return conversation


def names(found: list[dict[str, Any]]) -> list[str]:
    return sorted({each["blob_name"] for each in found})


@pytest.mark.req("DC-24")
def test_metadata_is_shown_and_filtered_by_in_listings_and_search(api: Api) -> None:
    conversation = with_clients(api)
    documents = api.documents(conversation)
    assert {name: d["metadata"] for name, d in documents.items()} == {
        "acme.md": ACME,
        "beta.md": BETA,
        "plain.md": {},
    }
    assert checked(api.http.get(f"/api/documents/{documents['acme.md']['file_id']}")).json()["metadata"] == ACME
    wanted = {"metadata": json.dumps({"client": "acme"})}
    listed = checked(api.http.get("/api/documents", params=wanted)).json()
    assert (names(listed["items"]), listed["total"]) == (["acme.md"], 1)
    of_conversation = checked(api.http.get(f"/api/conversations/{conversation}/documents", params=wanted)).json()
    assert names(of_conversation) == ["acme.md"]
    cases: tuple[tuple[dict[str, Any], list[str]], ...] = (
        ({"metadata": {"client": "Beta"}}, ["beta.md"]),
        ({"metadata": {"client": "Beta", "matter": "M-1"}}, []),
        ({"metadata": {}}, ["acme.md", "beta.md", "plain.md"]),
    )
    for filters, expected in cases:
        body = {"query": "Which floor is the office on?", "filters": filters}
        assert names(checked(api.http.post("/api/search", json=body)).json()["passages"]) == expected


@pytest.mark.req("DC-24")
def test_a_turn_looks_only_at_documents_that_its_filters_admit(api: Api) -> None:
    conversation = with_clients(api)
    question = "Which floor is the office on?"
    turn = api.ask(question, conversation, filters={"client": "ACME"})
    assert turn.one("user_message")["blob_names"] == ["acme.md"]
    assert names(turn.one("message")["uploaded_file_refs"]) == ["acme.md"]
    named = api.ask(question, conversation, ["acme.md", "plain.md"], filters={"client": "Acme"})
    assert named.one("user_message")["blob_names"] == ["acme.md"]
    sent = {"name": "extra.txt", "text": "The office of Beta has moved to the tenth floor.", "metadata": BETA}
    both = api.ask(question, conversation, texts=[sent], filters={"client": "Beta"})
    assert names(both.one("message")["uploaded_file_refs"]) == ["extra.txt"]
    for fields in ({"filters": {"client": "Gamma"}}, {"filters": {"client": "Acme"}, "blob_names": ["plain.md"]}):
        status, refused = api.refused({"question": question, "conversation_id": conversation, **fields})
        assert (status, refused["code"], fields_of(refused)) == (422, "no_document_matches", ["filters"])


@pytest.mark.req("DC-24")
def test_a_step_shows_metadata_as_it_was_sent(api: Api, stub: StubProcess) -> None:
    conversation, sent = api.create(), {"client": "Acme <b>", "note": "a*b [x] \\"}
    checked(upload(api, conversation, {"acme.md": "Acme."}, sent))
    checked(upload(api, conversation, {"plain.md": "Plain."}))
    api.until_read(conversation)
    stub.script(plan("single_tool", step(1, "query_documents", "found")), Reply(text="There are two."))
    turn = api.ask("Which clients do my documents name?", conversation)
    found = turn.one("step_complete")["result"]["documents"]
    assert {each["blob_name"]: each["metadata"] for each in found} == {"acme.md": sent, "plain.md": {}}


@pytest.mark.req("DC-24")
def test_more_documents_than_a_turn_takes_are_searched_and_no_others(api: Api) -> None:
    conversation = api.create()
    files = {f"{n}.md": NOTE.format(n, n, n) for n in range(5)}
    checked(upload(api, conversation, files, ACME))
    checked(upload(api, conversation, {"beta.md": NOTE.format("Beta", "Beta", "ninth")}, BETA))
    api.until_read(conversation)
    turn = api.ask("Which floor is the office of Beta on?", conversation, filters={"client": "Acme"})
    assert turn.one("step_started")["tool"] == "search_documents"
    found = turn.one("step_complete")["result"]["documents"]
    assert found
    assert "beta.md" not in names(found)
    assert {frozenset(document) for document in found} == {
        frozenset({"file_id", "blob_name", "title", "pages", "chunks"})
    }


@pytest.mark.req("DC-24")
def test_metadata_is_changed_by_key_and_by_uploading_the_same_again(api: Api) -> None:
    conversation = api.create()
    checked(upload(api, conversation, {"acme.md": "Acme."}, ACME))
    file_id = api.until_read(conversation)["acme.md"]["file_id"]
    address = f"/api/documents/{file_id}"
    change = {"metadata": {"matter": None, "client": "Acme Ltd", "year": "2024"}}
    changed = checked(api.http.patch(address, json=change)).json()
    assert changed["metadata"] == {"client": "Acme Ltd", "year": "2024"}
    assert (changed["file_id"], changed["status"]) == (file_id, "ready")
    checked(upload(api, conversation, {"acme.md": "Acme."}))
    assert api.documents(conversation)["acme.md"]["metadata"] == changed["metadata"]
    checked(upload(api, conversation, {"acme.md": "Acme."}, BETA))
    document = api.documents(conversation)["acme.md"]
    assert (document["file_id"], document["metadata"]) == (file_id, BETA)


@pytest.mark.req("AN-03", "DC-24")
def test_a_follow_up_in_many_filtered_documents_is_rewritten_by_the_model(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    files = {f"note-{n}.md": NOTE.format(f"Client {n}", f"client {n}", "third") for n in range(4)}
    checked(upload(api, conversation, files, ACME))
    api.until_read(conversation)
    rewritten = {"question": "Auf welchem Stock ist das Büro von Client 2?", "queries": ["office floor", "client 2"]}
    stub.script(Reply(text="Third [1]."), Reply(rewrites=True, json_value=rewritten), Reply(text="Im dritten [1]."))
    api.ask("Which floor is the office on?", conversation, filters={"client": "Acme"})
    turn = api.ask("Und seines?", conversation, filters={"client": "Acme"})
    asked = {"query": rewritten["question"], "queries": rewritten["queries"]}
    assert turn.params == asked | {"scope": "conversation", "metadata": {"client": "Acme"}}
    rewriting = stub.requests()[1]["messages"][0]["content"]
    assert all(name in rewriting for name in files)
    assert turn.one("run_complete")["tokens"] == {"prompt": 14, "completion": 6}


@pytest.mark.req("DC-24", "SE-02")
def test_nobody_changes_the_metadata_of_anothers_document(api: Api, as_user: AsUser) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    address = f"/api/documents/{api.documents(conversation)['note.md']['file_id']}"
    missing = problem(as_user().http.patch("/api/documents/file-none-1", json={"metadata": {}}))
    assert problem(as_user().http.patch(address, json={"metadata": {"client": "Mine"}})) == missing
    assert missing[0] == 404
    assert api.documents(conversation)["note.md"]["metadata"] == {}


@pytest.mark.req("DC-24")
@pytest.mark.parametrize(
    ("metadata", "field"),
    [
        ("no JSON", "metadata"),
        ("[]", "metadata"),
        ({f"key{n}": "" for n in range(21)}, "metadata"),
        ({"client": 7}, "metadata.client"),
        ({"client": None}, "metadata.client"),
        ({"client": "x" * 501}, "metadata.client"),
        ({"": "x"}, "metadata."),
        ({"a\nb": "x"}, "metadata.a\nb"),
        ({"a" * 65: "x"}, f"metadata.{'a' * 64}"),
        ('{"client": "\\ud800"}', "metadata.client"),
        ("[" * 9_000, "metadata"),
    ],
)
def test_metadata_beyond_its_bounds_is_refused(api: Api, metadata: object, field: str) -> None:
    conversation = api.create()
    status, refused = problem(upload(api, conversation, {"a.txt": "A."}, metadata))
    assert (status, fields_of(refused)) == (422, [field])
    assert api.documents(conversation) == {}


@pytest.fixture(scope="module")
def strict_host(setup_of_its_own: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    rules = {"DOCUMENT_METADATA_REQUIRED": "client, matter", "DOCUMENT_METADATA_DEFAULTS": "lang=en,matter=none"}
    with app_host(tmp_path_factory.mktemp("strict"), {**setup_of_its_own, **rules}) as host:
        yield host


@pytest.fixture
def strict(strict_host: RunningHost) -> Iterator[Api]:
    """The app where each document needs a client and a matter, which has a default."""
    with client(strict_host) as api:
        yield api


@pytest.fixture
def strict_store(setup_of_its_own: Environment, strict_host: RunningHost) -> Stored:
    return stored_by(setup_of_its_own, strict_host)


@pytest.mark.req("DC-24", "RG-03")
def test_required_keys_are_asked_for_and_defaults_filled_in(strict: Api) -> None:
    conversation = strict.create()
    status, refused = problem(upload(strict, conversation, {"a.txt": "A note."}, {"matter": "M-1"}))
    assert (status, refused["code"], fields_of(refused)) == (422, "document_metadata_missing", ["metadata.client"])
    assert strict.documents(conversation) == {}
    checked(upload(strict, conversation, {"a.txt": "A note."}, {"client": "Acme"}))
    whole = {"client": "Acme", "matter": "none", "lang": "en"}
    assert strict.until_read(conversation)["a.txt"]["metadata"] == whole
    checked(upload(strict, conversation, {"a.txt": "A note."}))
    document = strict.documents(conversation)["a.txt"]
    assert document["metadata"] == whole
    removed = strict.http.patch(f"/api/documents/{document['file_id']}", json={"metadata": {"client": None}})
    assert fields_of(problem(removed)[1]) == ["metadata.client"]
    body = {"question": "What?", "documents": [{"name": "b.txt", "text": "B.", "metadata": {"matter": "M-1"}}]}
    assert fields_of(strict.refused(body)[1]) == ["documents.0.metadata.client"]
    body["documents"] = [{"name": "b.txt", "text": "The lamp is blue.", "metadata": {"client": "Beta"}}]
    assert "blue" in checked(strict.http.post("/api/orc", json=body, headers={"accept": "application/json"})).text


@pytest.mark.req("DC-24", "DC-18")
def test_a_blob_without_required_metadata_fails_until_it_is_set(
    strict: Api, strict_store: Stored, setup_name: str
) -> None:
    conversation = strict.create()
    folder = f"documents/local/user/{conversation}"
    strict_store.put(f"{folder}/bare.txt", b"A bare note.")
    strict_store.put(f"{folder}/own.txt", b"A note of Acme.", {"client": "Acme"})
    eventually(lambda: len(strict.documents(conversation)) == 2, seconds=30)
    documents = strict.until_read(conversation)
    bare = documents["bare.txt"]
    assert (bare["status"], bare["error"]["code"]) == ("failed", "document_metadata_missing")
    assert "client" in bare["error"]["message"]
    if setup_name == "cloud":  # a folder keeps no metadata
        assert documents["own.txt"]["metadata"] == {"client": "Acme", "matter": "none", "lang": "en"}
        assert documents["own.txt"]["status"] == "ready"
    completed = strict.http.patch(f"/api/documents/{bare['file_id']}", json={"metadata": {"client": "Acme"}})
    assert checked(completed).json()["status"] == "queued"
    eventually(lambda: strict.documents(conversation)["bare.txt"]["status"] == "ready", seconds=30)
    assert strict.documents(conversation)["bare.txt"]["file_id"] == bare["file_id"]
