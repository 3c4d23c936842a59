"""Documents are read once: by whoever comes first, and never again while they stay what they are."""

import asyncio
from pathlib import Path

import pytest

from tests.app.parts import CALLER, parts
from tests.app.samples import BRAKE, HANDBOOK, LEASE, PARKING_NOTE
from tests.support.app import Api, StubProcess, until
from tests.support.files import make_damaged_pdf, make_slow_pdf
from tests.support.stored import Stored

READY = {"cache": "hit", "downloads": 0, "extractions": 0, "chunks": 0}


@pytest.mark.req("DC-18", "BX-02")
def test_the_first_question_about_a_registered_document_is_a_cache_hit(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    document = api.documents(conversation)["lease.pdf"]
    assert (document["pages"], document["title"]) == (3, "Lease of the crane")
    first = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    second = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert first.params["cached_file_info"] == [{"file_id": document["file_id"], "blob_name": "lease.pdf"}]
    assert first.work == second.work == READY


@pytest.mark.req("DC-18")
def test_small_talk_before_the_first_document_question_changes_nothing(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    api.ask("Good morning!", conversation)
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert [file["blob_name"] for file in turn.params["cached_file_info"]] == ["lease.pdf"]
    assert turn.work == READY


@pytest.mark.req("BX-04", "DC-20")
def test_a_question_waits_for_the_processing_that_is_under_way(api: Api, stored: Stored) -> None:
    conversation = api.create()
    api.upload(conversation, {"slow.pdf": make_slow_pdf(pages=2)})
    with api.asking("What goes boom?", conversation, ["slow.pdf"]) as events:
        seen = until(events, "step_started")
        assert "cached_file_info" not in seen[-1].data["params"]
        told = until(events, "step_thinking", stage="tools")[-1].data["text"]
        assert api.documents(conversation)["slow.pdf"]["status"] in ("queued", "processing")
        result = until(events, "step_complete")[-1].data["result"]
        until(events, "done", status="completed")
    assert told in ("Reading slow.pdf", "Waiting for slow.pdf, which is being read")
    assert [file["blob_name"] for file in result["files"]] == ["slow.pdf"]
    [document] = [d for d in stored.items("document") if d["conversation_id"] == conversation]
    assert (document["status"], document["attempts"], document["generation"]) == ("ready", 1, 1)


@pytest.mark.req("BX-04")
async def test_everybody_who_asks_for_a_document_at_once_shares_one_reading(tmp_path: Path) -> None:
    told: list[str] = []

    async def progress(text: str) -> None:
        told.append(text)

    async with parts(tmp_path) as orc:
        conversation = await orc.conversation(a=PARKING_NOTE)
        asked = [orc.registry.ensure_registered(CALLER.conversation(conversation), "a.txt", progress) for _ in range(5)]
        registered = await asyncio.gather(*asked)
    assert len({document.file_id for document, _ in registered}) == 1
    assert sum(work.extractions for _, work in registered) == sum(work.downloads for _, work in registered) == 1
    assert sorted(told) == ["Reading a.txt", *["Waiting for a.txt, which is being read"] * 4]


@pytest.mark.req("BX-10")
async def test_the_same_bytes_are_processed_once_under_any_name(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        here = await orc.conversation(a=PARKING_NOTE, b=PARKING_NOTE)
        there = await orc.conversation(c=PARKING_NOTE)
        named = [(here, "a.txt"), (here, "b.txt"), (there, "c.txt")]
        registered = [await orc.registry.ensure_registered(CALLER.conversation(where), name) for where, name in named]
    assert [work.extractions for _, work in registered] == [1, 0, 0]
    assert [work.chunks > 0 for _, work in registered] == [True, False, False]
    assert len({document.file_id for document, _ in registered}) == 3


@pytest.mark.req("BX-10")
def test_the_same_bytes_under_several_names_are_one_content(api: Api, stored: Stored) -> None:
    here = api.with_documents({"lease.pdf": LEASE, "copy of lease.pdf": LEASE})
    there = api.with_documents({"lease again.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", there, ["lease again.pdf"])
    assert turn.work == READY
    documents = [d for d in stored.items("document") if d["conversation_id"] in (here, there)]
    assert len(documents) == 3
    assert len({document["content_id"] for document in documents}) == 1


@pytest.mark.req("DC-09", "DC-06")
def test_a_turn_that_could_use_no_document_leaves_no_references(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "broken.pdf": make_damaged_pdf()})
    assert api.ask(conversation=conversation, documents=["lease.pdf"]).one("message")["uploaded_file_refs"]
    failed = api.ask("What is in it?", conversation, ["broken.pdf"])
    assert failed.one("message")["uploaded_file_refs"] == []
    again = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert "cached_file_info" not in again.params
    assert BRAKE in str(stub.requests()[-1]["messages"])


@pytest.mark.req("DC-10", "DC-11")
def test_the_answer_is_stored_with_its_references_and_tool(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    talk = api.ask("Thank you!", conversation)
    file_id = api.documents(conversation)["lease.pdf"]["file_id"]
    for told in (turn, talk):
        address = f"/api/conversations/{conversation}/messages/{told.one('message')['message_id']}"
        message = api.http.get(address).json()
        assert message["uploaded_file_refs"] == [{"file_id": file_id, "blob_name": "lease.pdf"}]
        assert (message["last_mcp_tool_used"], message["code_thread_id"]) == ("document_chat", None)


def test_a_file_uploaded_again_under_its_name_is_processed_again(api: Api) -> None:
    conversation = api.with_documents({"paper.pdf": LEASE})
    first = api.ask(conversation=conversation, documents=["paper.pdf"]).one("message")["uploaded_file_refs"]
    api.upload(conversation, {"paper.pdf": HANDBOOK})
    api.until_read(conversation)
    turn = api.ask("How many days of paid holiday are there?", conversation, ["paper.pdf"])
    assert turn.one("message")["uploaded_file_refs"] != first
    assert api.documents(conversation)["paper.pdf"]["title"] == "Handbook"


@pytest.mark.req("DC-16")
def test_a_document_lies_in_its_owners_folder_of_its_conversation(api: Api, stored: Stored) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    [path] = [path for path in stored.blobs() if path.startswith("documents/") and conversation in path]
    container, organization, user, *rest = path.split("/")
    assert (container, organization) == ("documents", "organization")
    assert user.startswith("user-")
    assert rest == [conversation, "lease.pdf"]
    assert stored.blobs()[path] == LEASE


@pytest.mark.req("DC-16")
def test_a_name_means_a_file_of_the_own_conversation_and_no_other(api: Api) -> None:
    api.with_documents({"lease.pdf": LEASE})
    status, body = api.refused({"question": "Who?", "conversation_id": api.create(), "blob_names": ["lease.pdf"]})
    assert (status, body["code"]) == (422, "document_not_found")


@pytest.mark.req("DC-01")
def test_a_question_right_after_an_upload_is_answered_from_it_although_it_does_not_name_it(extractive: Api) -> None:
    conversation = extractive.create()
    extractive.upload(conversation, {"lease.txt": b"The tenant pays a monthly rent of 4,200 euros for the crane."})
    turn = extractive.ask("How high is the monthly rent?", conversation)
    assert "4,200 euros" in turn.text
    assert turn.one("message")["citations"][0]["blob_name"] == "lease.txt"
