"""A file that is uploaded again with the same name and bytes stays the document that it was."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.samples import BRAKE, HANDBOOK, LEASE, PARKING, PARKING_NOTE
from tests.support.app import Api, StubProcess, checked
from tests.support.files import make_scanned_pdf
from tests.support.openai_stub import Reply
from tests.support.stored import Stored
from tests.support.waiting import eventually


def told(api: Api, file_id: str) -> list[str]:
    """The names of a document's events, oldest first."""
    return [event["name"] for event in reversed(checked(api.http.get(f"/api/documents/{file_id}/events")).json())]


@pytest.mark.req("DC-22")
def test_a_file_uploaded_again_keeps_its_id_and_is_not_read_again(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    before = api.documents(conversation)["lease.pdf"]
    stub.script(Reply(text=f"{BRAKE} [1]"))
    cited = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"]).one("citation")
    [again] = api.upload(conversation, {"lease.pdf": LEASE})
    assert (again["file_id"], again["status"]) == (before["file_id"], "ready")
    assert api.documents(conversation)["lease.pdf"] == before
    assert told(api, before["file_id"]) == ["uploaded", "registered", "processed", "question_asked"]
    text = checked(api.http.get(f"/api/documents/{cited['file_id']}/text")).json()["text"]
    assert text[cited["start"] : cited["end"]] == cited["snippet"]
    stub.reset()
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert turn.work == {"cache": "hit", "downloads": 0, "extractions": 0, "chunks": 0}


@pytest.mark.req("DC-22")
def test_a_blob_that_is_written_again_keeps_its_document(api: Api, stored: Stored) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    before = api.documents(conversation)["lease.pdf"]
    [path] = [path for path in stored.blobs() if path.startswith("documents/") and conversation in path]
    [item] = [d for d in stored.items("document") if d["file_id"] == before["file_id"]]
    stored.put(path, LEASE)

    def noted() -> bool:
        [now] = [d for d in stored.items("document") if d["conversation_id"] == conversation]
        return bool(now["blob_etag"] != item["blob_etag"])

    eventually(noted, seconds=30)
    assert api.documents(conversation)["lease.pdf"] == before
    stored.put(path, HANDBOOK)
    eventually(lambda: api.documents(conversation)["lease.pdf"]["title"] == "Handbook", seconds=30)
    assert api.documents(conversation)["lease.pdf"]["file_id"] != before["file_id"]


@pytest.mark.req("DC-22")
def test_uploads_of_the_same_at_once_make_one_document(api: Api) -> None:
    conversation = api.create()
    with ThreadPoolExecutor(6) as pool:
        uploads = list(pool.map(lambda _: api.upload(conversation, {"note.md": PARKING_NOTE}), range(6)))
    document = api.until_read(conversation)["note.md"]
    assert {upload["file_id"] for [upload] in uploads} == {document["file_id"]}
    assert document["status"] == "ready"
    assert PARKING in checked(api.http.get(f"/api/documents/{document['file_id']}/text")).json()["text"]


@pytest.mark.req("DC-22")
def test_an_upload_retries_an_unreadable_file_under_its_id(api: Api) -> None:
    scan = make_scanned_pdf()
    conversation = api.with_documents({"scan.pdf": scan})
    before = api.documents(conversation)["scan.pdf"]
    [again] = api.upload(conversation, {"scan.pdf": scan})
    assert again["file_id"] == before["file_id"]
    eventually(lambda: told(api, before["file_id"]) == ["uploaded", *["registered", "failed"] * 2], seconds=30)


@pytest.mark.req("DC-22")
def test_a_document_that_is_deleted_and_uploaded_again_is_a_new_one(api: Api) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    before = api.documents(conversation)["note.md"]["file_id"]
    assert api.http.delete(f"/api/documents/{before}").status_code == 204
    [again] = api.upload(conversation, {"note.md": PARKING_NOTE})
    assert again["file_id"] != before
