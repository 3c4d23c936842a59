"""Text that is sent with a turn becomes a document of the conversation, like a file that was uploaded."""

import json
from pathlib import Path
from typing import Any

import pytest

from orc.conversations.records import SentText
from orc.graphs.context.sent_texts import register_sent_texts
from tests.app.conftest import MAX_UPLOAD_BYTES
from tests.app.parts import CALLER, parts
from tests.app.samples import LEASE, PARKING, PARKING_NOTE
from tests.support.app import JSON, Api, StubProcess, checked, fields_of, problem, turn_body
from tests.support.openai_stub import Reply
from tests.support.stored import Stored

TEXT = "Supply agreement\n\nThe supplier delivers forty crates of lamps each month.\n"
FACT = "The supplier delivers forty crates of lamps each month."
OTHER = TEXT.replace("forty", "fifty")


def sent(text: str = TEXT, name: str = "Agreement.docx", **fields: object) -> dict[str, Any]:
    return {"name": name, "text": text, **fields}


@pytest.mark.req("DC-23")
def test_a_sent_text_is_answered_from_cited_listed_and_deleted(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=f"{FACT} [1]"))
    turn = api.ask("How many crates of lamps?", texts=[sent()])
    assert turn.status == "completed"
    conversation = turn.conversation_id
    [document] = api.documents(conversation).values()
    assert (document["blob_name"], document["status"], document["mime_type"]) == (
        "Agreement.docx",
        "ready",
        "text/plain",
    )
    citation = turn.one("citation")
    assert (citation["file_id"], citation["snippet"]) == (document["file_id"], FACT)
    text = checked(api.http.get(f"/api/documents/{document['file_id']}/text")).json()["text"]
    assert text[citation["start"] : citation["end"]] == FACT
    assert citation["verified"]
    assert turn.one("user_message")["blob_names"] == ["Agreement.docx"]
    assert turn.one("message")["uploaded_file_refs"] == [
        {"file_id": document["file_id"], "blob_name": "Agreement.docx"}
    ]
    content = checked(api.http.get(f"/api/documents/{document['file_id']}/content"))
    assert content.text == TEXT
    assert "Agreement.docx.txt" in content.headers["content-disposition"]
    assert api.http.delete(f"/api/documents/{document['file_id']}").status_code == 204
    assert api.documents(conversation) == {}


@pytest.mark.req("DC-22", "DC-23")
def test_an_unchanged_text_stays_its_document_and_a_changed_one_replaces_it(api: Api) -> None:
    first = api.ask("How many crates?", texts=[sent()])
    conversation = first.conversation_id
    [before] = first.one("message")["uploaded_file_refs"]
    again = api.ask("And of what?", conversation, texts=[sent()])
    assert again.one("message")["uploaded_file_refs"] == [before]
    assert again.work == {"cache": "hit", "downloads": 0, "extractions": 0, "chunks": 0}
    named = api.ask("How many are there?", conversation, ["Agreement.docx"])
    assert named.one("message")["uploaded_file_refs"] == [before]
    changed = api.ask("How many crates?", conversation, texts=[sent(OTHER)])
    [after] = changed.one("message")["uploaded_file_refs"]
    assert after["file_id"] != before["file_id"]
    text = checked(api.http.get(f"/api/documents/{after['file_id']}/text")).json()["text"]
    assert "fifty" in text


@pytest.mark.req("DC-23")
def test_a_text_takes_the_place_of_a_file_of_its_name(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    before = api.documents(conversation)["lease.pdf"]["file_id"]
    api.ask("How many crates?", conversation, texts=[sent(name="lease.pdf")])
    [document] = api.documents(conversation).values()
    assert document["file_id"] != before
    assert document["title"] == "Supply agreement"
    api.upload(conversation, {"lease.pdf": LEASE})
    assert api.until_read(conversation)["lease.pdf"]["title"] == "Lease of the crane"


@pytest.mark.req("DC-19", "DC-23")
@pytest.mark.same_in_stores
@pytest.mark.parametrize("route", ["/api/orc/background", "/api/conversations/{}/messages"])
def test_a_background_turn_takes_text_too(api: Api, route: str) -> None:
    conversation = api.create()
    body = {"question": "How many crates?", "documents": [sent()]}
    body |= {} if "messages" in route else {"conversation_id": conversation}
    started = checked(api.http.post(route.format(conversation), json=body)).json()
    turn = api.follow(conversation, started["event_offset"])
    assert turn.status == "completed"
    [ref] = turn.one("message")["uploaded_file_refs"]
    assert FACT in checked(api.http.get(f"/api/documents/{ref['file_id']}/text")).json()["text"]
    answer = turn.one("message")["message_id"]
    with api.http.stream("POST", f"/api/conversations/{conversation}/messages/{answer}/regenerate") as regenerated:
        assert '"completed"' in regenerated.read().decode()


@pytest.mark.req("DC-23")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a\u0000b", "ab"),
        ("Rent\x00: \x015 euros\x02.", "Rent: 5 euros."),
        ("%PDF-1.4 The rent is 5 euros.", "%PDF-1.4 The rent is 5 euros."),
        ("PK\x03\x04 stands before it.", "PK stands before it."),
        ("<html><p>The rent is 5 euros.</p>", "<html><p>The rent is 5 euros.</p>"),
        ("\u4141\u4242 \ufeffend", "\u4141\u4242 end"),
    ],
)
def test_a_sent_text_is_taken_as_it_is_whatever_it_begins_with(api: Api, text: str, read: str) -> None:
    conversation = api.create()
    for names in (("Note", "Note.pdf"), ("note.md", "note.txt")):
        api.ask(conversation=conversation, texts=[sent(text, name) for name in names])
    documents = api.documents(conversation)
    assert sorted(documents) == ["Note", "Note.pdf", "note.md", "note.txt"]
    for name, document in documents.items():
        assert document["status"] == "ready", name
        assert checked(api.http.get(f"/api/documents/{document['file_id']}/text")).json()["text"] == read, name


@pytest.mark.req("DC-23")
@pytest.mark.in_any_store
@pytest.mark.parametrize("line_end", ["\n", "\r", "\x0b", "\x0c", "\u2028", "\r\n"])
def test_citations_fit_the_text_as_it_was_sent_but_for_double_line_ends(
    api: Api, stub: StubProcess, line_end: str
) -> None:
    stub.script(Reply(text=f"{FACT} [1]"))
    text = TEXT.replace("\n", line_end)
    citation = api.ask("How many crates of lamps?", texts=[sent(text)]).one("citation")
    assert text.replace("\r\n", "\n")[citation["start"] : citation["end"]] == FACT
    content = checked(api.http.get(f"/api/documents/{citation['file_id']}/content"))
    assert content.content.decode() == text


@pytest.mark.req("DC-23")
def test_a_text_without_a_question_is_only_taken_in(api: Api) -> None:
    answer = checked(api.http.post("/api/orc", json={"documents": [sent()]}, headers=JSON)).json()
    assert answer["answer"] == "Ready: Agreement.docx."


@pytest.mark.req("DC-23")
def test_the_store_keeps_a_text_once_its_turn_is_over(api: Api, stored: Stored) -> None:
    turn = api.ask("How many crates?", texts=[sent()])
    [run] = stored.items("run", of=turn.conversation_id)
    assert run["documents"] == []
    assert "crates of lamps" not in str(run)


@pytest.mark.req("DC-17", "DC-23")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"documents": [sent("")]}, "documents.0.text", "document_empty"),
        ({"documents": [sent("x" * 100_001)]}, "documents.0.text", "document_too_large"),
        ({"documents": [sent("漢" * (MAX_UPLOAD_BYTES // 3 + 1))]}, "documents.0.text", "document_too_large"),
        ({"documents": [sent(name="../a.txt")]}, "documents.0.name", "invalid_blob_name"),
        ({"documents": [sent(name="x" * 256)]}, "documents.0.name", "invalid_blob_name"),
        ({"documents": [sent(), sent()]}, "documents.1.name", "duplicate_blob_name"),
        ({"documents": [sent(name=f"{n}.txt") for n in range(4)]}, "documents", "too_many_documents"),
        (
            {"documents": [sent(name="a"), sent(name="b")], "blob_names": ["c", "d"]},
            "documents",
            "too_many_documents",
        ),
        ({"documents": [{"name": "a"}]}, "documents.0.text", "invalid_request"),
        ({"documents": [sent(metadata={"client": "x" * 501})]}, "documents.0.metadata.client", "invalid_request"),
        ({"documents": [sent(user_id="mallory")]}, "documents.0.user_id", "invalid_request"),
    ],
)
def test_a_text_that_cannot_be_taken_is_refused_with_its_field(
    api: Api, body: dict[str, Any], field: str, code: str
) -> None:
    status, refused = api.refused({"question": "How many crates?", **body})
    assert (status, refused["code"]) == (422, code)
    assert fields_of(refused) == [field]


@pytest.mark.req("DC-23")
def test_a_refused_turn_leaves_the_documents_as_they_are(api: Api) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    before = api.documents(conversation)
    body = turn_body("Where?", conversation, ["missing.txt"], texts=[sent(name="note.md")])
    assert problem(api.http.post("/api/orc", json=body))[0] == 422
    body = turn_body("Where?", conversation, texts=[sent(name="note.md")], parent_message_id="message-none")
    assert problem(api.http.post("/api/orc", json=body))[0] == 404
    assert api.documents(conversation) == before
    [document] = before.values()
    assert PARKING in checked(api.http.get(f"/api/documents/{document['file_id']}/text")).json()["text"]


@pytest.mark.req("DC-23")
@pytest.mark.in_any_store
def test_marks_without_end_are_cut_from_a_text_as_from_any(api: Api) -> None:
    turn = api.ask("What is it?", texts=[sent(f"{TEXT}a{'\u0301' * 200}\n")])
    [ref] = turn.one("message")["uploaded_file_refs"]
    text = checked(api.http.get(f"/api/documents/{ref['file_id']}/text")).json()["text"]
    assert text.count("\u0301") <= 30


@pytest.mark.req("DC-23", "RE-01")
async def test_a_repeated_node_registers_a_sent_text_once(tmp_path: Path) -> None:
    text = SentText(name="Agreement.docx", text=TEXT)
    async with parts(tmp_path) as orc:
        conversation = await orc.conversation()
        assert await orc.registry.of_conversation(CALLER.conversation(conversation)) == []
        async with orc.turn(conversation, "How many crates?", text.name, texts=(text,)) as context:
            stored = (await orc.conversations.run(CALLER.conversation(conversation), context.run.run_id)).record
            assert stored.documents == (text,), "the text is stored with its turn, before anything is registered"
            await register_sent_texts(context)
            [first] = await orc.registry.of_conversation(CALLER.conversation(conversation))
            read, work = await orc.registry.ensure_registered(CALLER.conversation(conversation), text.name)
            await register_sent_texts(context)
        assert await orc.registry.of_conversation(CALLER.conversation(conversation)) == [read]
    assert (read.file_id, read.status, work.extractions) == (first.file_id, "ready", 1)


@pytest.mark.req("DC-23", "SE-09")
def test_three_texts_at_their_limit_are_taken_however_they_are_escaped(api: Api) -> None:
    texts = [sent("ä" * 99_999 + "\n", name=f"{n}.txt") for n in range(3)]
    body = json.dumps({"question": "x" * 8_000, "documents": texts})
    assert len(body) > 1_800_000
    answer = api.http.post("/api/orc", content=body, headers={**JSON, "content-type": "application/json"})
    assert checked(answer).json()["status"] == "completed"
