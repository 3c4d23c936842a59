"""The life of a document: what happened to it is told, and when it goes nothing of it stays."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import AsUser, Environment, app_host, client, model_settings
from tests.app.parts import CALLER, parts
from tests.app.samples import BRAKE, HANDBOOK, LEASE, PARKING_NOTE
from tests.support.app import Api, StubProcess, checked, problem
from tests.support.files import Slide, make_pptx, make_scanned_pdf
from tests.support.openai_stub import Reply
from tests.support.stored import Stored
from tests.support.waiting import eventually, until


def events(api: Api, file_id: str) -> list[dict[str, object]]:
    return list(checked(api.http.get(f"/api/documents/{file_id}/events")).json())


def told(api: Api, file_id: str) -> list[object]:
    """The names of the events, oldest first."""
    return [event["name"] for event in reversed(events(api, file_id))]


def delete(api: Api, file_id: str) -> int:
    return api.http.delete(f"/api/documents/{file_id}").status_code


@pytest.mark.req("QA-13")
def test_a_documents_events_are_listed_newest_first(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    document = api.documents(conversation)["lease.pdf"]
    api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    log = events(api, document["file_id"])
    assert [event["name"] for event in log] == ["question_asked", "processed", "registered", "uploaded"]
    times = [str(event["time"]) for event in log]
    assert times == sorted(times, reverse=True)
    payloads = {str(event["name"]): event["payload"] for event in log}
    assert payloads["question_asked"] == {"question": "How often is the brake inspected?"}
    assert payloads["processed"] == {name: document[name] for name in ("pages", "characters", "chunks", "language")}
    assert payloads["registered"] == {"file_id": document["file_id"], "generation": 1}
    facts = {name: document[name] for name in ("blob_name", "size", "mime_type", "tags")}
    assert payloads["uploaded"] == facts


def test_the_text_of_a_document_comes_with_its_page_starts(api: Api) -> None:
    deck = make_pptx([Slide("Tides", ["High at noon."]), Slide("Winds", ["From the west."])])
    conversation = api.with_documents({"deck.pptx": deck, "note.md": b"# Harbour\n\nOpen.\n\n## Gates\n\nShut.\n"})
    texts = {
        name: checked(api.http.get(f"/api/documents/{document['file_id']}/text")).json()
        for name, document in api.documents(conversation).items()
    }
    shown = {name: [whole["text"][place["start"] :] for place in whole["headings"]] for name, whole in texts.items()}
    assert [page["label"] for page in texts["deck.pptx"]["pages"]] == ["Slide 1", "Slide 2"]
    assert [text.partition("\n")[0] for text in shown["deck.pptx"]] == ["Tides", "Winds"]
    assert texts["note.md"]["pages"] == []
    assert [(heading["level"], heading["text"]) for heading in texts["note.md"]["headings"]] == [
        (1, "Harbour"),
        (2, "Gates"),
    ]


@pytest.mark.req("QA-13")
def test_an_unreadable_document_has_a_reason(api: Api) -> None:
    document = api.documents(api.with_documents({"scan.pdf": make_scanned_pdf()}))["scan.pdf"]
    assert told(api, document["file_id"]) == ["uploaded", "registered", "failed"]
    assert events(api, document["file_id"])[0]["payload"] == document["error"]


@pytest.mark.req("QA-10", "QA-13")
def test_a_deleted_document_leaves_nothing_but_the_word_that_it_was_deleted(api: Api, stored: Stored) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    assert api.ask("How often is the brake inspected?", conversation, ["lease.pdf"]).status == "completed"
    file_id = str(api.documents(conversation)["lease.pdf"]["file_id"])
    [item] = [d for d in stored.items("document") if d["file_id"] == file_id]
    assert delete(api, file_id) == 204
    assert [path for path in stored.blobs() if conversation in path] == []
    assert [path for path in stored.blobs() if item["content_id"] in path and owner_of(path) in item["user_id"]] == []
    kept = [i for i in stored.items("document_event") if i["file_id"] == file_id]
    assert [(i["name"], i["payload"]) for i in kept] == [("deleted", {"blob_name": "lease.pdf"})]
    assert stored.items("checkpoint", of=conversation) == []
    assert api.documents(conversation) == {}
    assert api.http.post("/api/search", json={"query": "brake"}).json() == {"passages": []}
    assert api.http.get("/api/documents").json()["total"] == 0


def owner_of(path: str) -> str:
    return path.split("/")[2]


@pytest.mark.req("QA-01")
def test_a_deleted_document_is_not_found_by_any_route(api: Api) -> None:
    file_id = str(api.documents(api.with_documents({"lease.pdf": LEASE}))["lease.pdf"]["file_id"])
    deleted = api.http.delete(f"/api/documents/{file_id}")
    assert (deleted.status_code, deleted.headers.get("content-type")) == (204, None)
    missing = problem(api.http.delete("/api/documents/file-none-1"))
    assert missing[0] == 404
    assert problem(api.http.delete(f"/api/documents/{file_id}")) == missing
    for address in ("", "/text", "/content", "/events"):
        assert problem(api.http.get(f"/api/documents/{file_id}{address}")) == missing


def test_a_turn_about_a_deleted_document_is_refused(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    delete(api, api.documents(conversation)["lease.pdf"]["file_id"])
    body = {"question": "Who?", "conversation_id": conversation, "blob_names": ["lease.pdf"]}
    status, problem_told = api.refused(body)
    assert (status, problem_told["code"]) == (422, "document_not_found")


@pytest.mark.req("QA-10", "BX-10")
def test_the_same_content_elsewhere_outlives_a_deletion(api: Api) -> None:
    here, there = api.with_documents({"lease.pdf": LEASE}), api.with_documents({"copy.pdf": LEASE})
    assert delete(api, api.documents(here)["lease.pdf"]["file_id"]) == 204
    turn = api.ask("How often is the brake inspected?", there, ["copy.pdf"])
    assert turn.work == {"cache": "hit", "downloads": 0, "extractions": 0, "chunks": 0}
    copy = api.documents(there)["copy.pdf"]["file_id"]
    assert BRAKE in api.http.get(f"/api/documents/{copy}/text").json()["text"].replace("\n", " ")
    assert api.http.post("/api/search", json={"query": "brake"}).json()["passages"]


def test_a_name_can_be_used_again_after_its_document_was_deleted(api: Api) -> None:
    conversation = api.with_documents({"paper.pdf": LEASE})
    old = api.documents(conversation)["paper.pdf"]["file_id"]
    delete(api, old)
    api.upload(conversation, {"paper.pdf": HANDBOOK})
    document = api.until_read(conversation)["paper.pdf"]
    assert document["title"] == "Handbook"
    assert document["file_id"] != old
    assert told(api, document["file_id"]) == ["deleted", "uploaded", "registered", "processed"]
    assert problem(api.http.get(f"/api/documents/{old}"))[0] == 404


@pytest.mark.req("CS-06")
def test_a_deleted_conversation_leaves_no_word_of_its_documents_and_questions(api: Api, stored: Stored) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "old.md": b"# Old\n\nThe old lamp is green."})
    delete(api, api.documents(conversation)["old.md"]["file_id"])
    question = f"How often is the brake inspected, {conversation}?"
    api.ask(question, conversation, ["lease.pdf"])
    assert api.http.delete(f"/api/conversations/{conversation}").status_code == 204
    assert [item for item in stored.items() if conversation in str(item)] == []


@pytest.mark.req("QA-10")
def test_a_file_uploaded_again_leaves_nothing_of_the_old_one(api: Api, stored: Stored) -> None:
    conversation = api.with_documents({"paper.pdf": LEASE})
    [old] = [d["content_id"] for d in stored.items("document") if d["conversation_id"] == conversation]
    api.upload(conversation, {"paper.pdf": HANDBOOK})
    api.until_read(conversation)
    user = next(d["user_id"] for d in stored.items("document") if d["conversation_id"] == conversation)
    eventually(lambda: not [path for path in stored.blobs() if old in path and user in path])
    assert api.http.post("/api/search", json={"query": "brake of the crane"}).json()["passages"] == []
    document = api.documents(conversation)["paper.pdf"]
    assert told(api, document["file_id"]) == ["uploaded", "registered", "processed"] * 2


@pytest.mark.req("QA-10")
def test_a_file_that_is_uploaded_again_without_text_has_no_passages_left(api: Api) -> None:
    conversation = api.with_documents({"paper.pdf": LEASE})
    api.upload(conversation, {"paper.pdf": make_scanned_pdf()})
    document = api.until_read(conversation)["paper.pdf"]
    assert (document["status"], document["title"], document["chunks"]) == ("failed", None, None)
    assert api.http.post("/api/search", json={"query": "brake of the crane"}).json()["passages"] == []


@pytest.mark.req("SE-02")
def test_nobody_deletes_anothers_document(api: Api, as_user: AsUser) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    file_id = api.documents(conversation)["note.md"]["file_id"]
    assert delete(as_user(), file_id) == 404
    assert api.documents(conversation)["note.md"]["status"] == "ready"


async def test_a_document_deleted_during_processing_leaves_nothing_behind(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        conversation = await orc.conversation(a=PARKING_NOTE)
        reading = asyncio.create_task(orc.registry.ensure_registered(CALLER.conversation(conversation), "a.txt"))
        await until(lambda: orc.registry.of_caller(CALLER))
        [document] = await orc.registry.of_caller(CALLER)
        await orc.registry.delete(CALLER, document.file_id)
        await asyncio.wait([reading])
        assert await orc.registry.of_caller(CALLER) == []
        assert [path async for path in orc.blobs.list("documents")] == []
        assert [path async for path in orc.blobs.list("extracted")] == []


DESCRIPTION = {"summary": "A note on where to park.", "keywords": ["parking", " row  seven ", "parking"]}


@pytest.fixture(scope="module")
def described(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    """A host whose model describes documents."""
    settings = {**setup_of_its_own, **model_settings(stub_process), "DOCUMENT_SUMMARIES": "auto"}
    with app_host(tmp_path_factory.mktemp("described"), settings) as host, client(host) as api:
        yield api


@pytest.mark.req("RG-03")
@pytest.mark.in_any_store
def test_a_model_describes_a_document_once_it_is_ready(described: Api, stub: StubProcess) -> None:
    stub.script(Reply(json_value=DESCRIPTION, gate_after=0))
    conversation = described.with_documents({"note.md": PARKING_NOTE})
    assert described.documents(conversation)["note.md"]["summary"] == "Visitors park in row seven behind the depot."
    stub.release()
    eventually(lambda: described.documents(conversation)["note.md"]["summary"] == DESCRIPTION["summary"])
    assert described.documents(conversation)["note.md"]["keywords"] == ["parking", "row seven"]
    again = described.with_documents({"copy.md": PARKING_NOTE})
    eventually(lambda: described.documents(again)["copy.md"]["summary"] == DESCRIPTION["summary"])


@pytest.mark.req("RG-03")
@pytest.mark.parametrize(
    ("keywords", "read"),
    [
        ("parking, row seven; depot", ["parking", "row seven", "depot"]),
        (["parking", None, 7, {"a": 1}], ["parking", "7"]),
    ],
)
def test_keywords_in_another_form_do_not_discard_the_summary(
    described: Api, stub: StubProcess, keywords: object, read: list[str]
) -> None:
    summary = f"Where to park, by {len(read)} words."
    stub.script(Reply(json_value={"summary": summary, "keywords": keywords}))
    conversation = described.with_documents({"note.md": PARKING_NOTE + str(len(read)).encode()})
    eventually(lambda: described.documents(conversation)["note.md"]["summary"] == summary)
    assert described.documents(conversation)["note.md"]["keywords"] == read


@pytest.mark.req("SE-15")
@pytest.mark.in_any_store
def test_markup_that_a_model_copies_from_a_document_is_inert(described: Api, stub: StubProcess) -> None:
    summary = "A `List<T>` of ![gates](https://evil.example) <img src=x onerror=alert(1)>."
    stub.script(Reply(json_value={"summary": summary, "keywords": ["<b>gates</b>", "[harbour](https://evil.example)"]}))
    conversation = described.with_documents({"gates.txt": b"The western gates of the harbour are shut at noon."})
    eventually(lambda: "List" in described.documents(conversation)["gates.txt"]["summary"])
    document = described.documents(conversation)["gates.txt"]
    assert document["summary"] == r"A `List<T>` of ![gates]\(https://evil.example) &lt;img src=x onerror=alert(1)>."
    assert document["keywords"] == ["&lt;b>gates&lt;/b>", r"[harbour]\(https://evil.example)"]


@pytest.mark.req("RG-03")
@pytest.mark.in_any_store
@pytest.mark.parametrize("reply", [Reply(status=400), Reply(text="No JSON at all.")], ids=["refused", "no JSON"])
def test_a_description_that_fails_costs_nothing(described: Api, stub: StubProcess, reply: Reply) -> None:
    stub.script(reply)
    text = f"The {reply.status} gates of the harbour open at seven. {reply.text}"
    conversation = described.with_documents({"gates.txt": text.encode()})
    eventually(stub.requests)
    document = described.documents(conversation)["gates.txt"]
    assert document["status"] == "ready"
    assert document["summary"].startswith("The ")
