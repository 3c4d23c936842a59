"""Files that cannot be taken or read: refused with a reason, or failed documents that the rest goes on without."""

import pytest

from tests.app.conftest import MAX_UPLOAD_BYTES
from tests.app.samples import BRAKE, LEASE, PARKING_NOTE
from tests.support.app import Api, StubProcess, checked, fields_of, problem
from tests.support.files import make_damaged_pdf, make_encrypted_docx, make_pdf, make_png, make_scanned_pdf
from tests.support.openai_stub import Reply

FAILURES = [
    pytest.param("locked.pdf", make_pdf(["secret"], password="key"), "document_encrypted", id="encrypted"),
    pytest.param("broken.pdf", make_damaged_pdf(), "document_damaged", id="damaged"),
    pytest.param("scan.pdf", make_scanned_pdf(), "document_without_text", id="text-free"),
    pytest.param("locked.docx", make_encrypted_docx(), "document_encrypted", id="encrypted docx"),
    pytest.param("picture.pdf", make_png(), "document_type_mismatch", id="not a pdf"),
    pytest.param("blank.txt", b" \n\t\n", "document_empty", id="blank"),
]


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("picture.png", 415, "unsupported_document_type"),
        ("program.exe", 415, "unsupported_document_type"),
        ("lease", 415, "unsupported_document_type"),
        ("lease.pdf.zip", 415, "unsupported_document_type"),
    ],
)
def test_a_type_that_cannot_be_read_is_refused(api: Api, name: str, status: int, code: str) -> None:
    conversation = api.create()
    found, body = problem(api.post_files(conversation, [(name, make_png())]))
    assert (found, body["code"]) == (status, code)
    assert name in body["detail"]
    assert api.documents(conversation) == {}


def test_an_empty_file_is_refused(api: Api) -> None:
    conversation = api.create()
    status, body = problem(api.post_files(conversation, [("full.md", PARKING_NOTE), ("empty.pdf", b"")]))
    assert (status, body["code"], fields_of(body)) == (422, "document_empty", ["files.1"])
    assert api.documents(conversation) == {}


def test_a_file_over_the_limit_is_refused_with_the_limit(api: Api) -> None:
    conversation = api.create()
    status, body = problem(api.post_files(conversation, [("big.txt", b"x" * (MAX_UPLOAD_BYTES + 1))]))
    assert (status, body["code"]) == (413, "file_too_large")
    assert str(MAX_UPLOAD_BYTES) in body["detail"]
    assert api.upload(conversation, {"fits.txt": b"x" * MAX_UPLOAD_BYTES})[0]["size"] == MAX_UPLOAD_BYTES


def test_a_body_beyond_all_files_at_their_limit_is_refused(api: Api) -> None:
    response = api.post_files(api.create(), [("big.txt", b"x" * (MAX_UPLOAD_BYTES * 5 + (2 << 20)))])
    assert problem(response)[0] == 413


def test_too_many_files_at_once_are_refused(api: Api) -> None:
    conversation = api.create()
    status, body = problem(api.post_files(conversation, [(f"{i}.md", PARKING_NOTE) for i in range(6)]))
    assert (status, body["code"]) == (413, "too_many_files")
    assert api.documents(conversation) == {}


def test_two_files_of_one_name_are_refused(api: Api) -> None:
    conversation = api.create()
    status, body = problem(api.post_files(conversation, [("a.md", PARKING_NOTE), ("a.md", b"other")]))
    assert (status, body["code"], fields_of(body)) == (422, "duplicate_blob_name", ["files.1"])
    assert api.documents(conversation) == {}


def test_an_upload_needs_files(api: Api) -> None:
    address = f"/api/conversations/{api.create()}/documents"
    for response in (api.http.post(address), api.http.post(address, data={"files": "text"})):
        status, body = problem(response)
        assert (status, body["code"]) == (422, "invalid_request")
        assert fields_of(body)[0].startswith("files")


@pytest.mark.parametrize(("name", "content", "code"), FAILURES)
def test_an_unreadable_file_becomes_a_failed_document_with_a_reason(
    api: Api, name: str, content: bytes, code: str
) -> None:
    document = api.documents(api.with_documents({name: content}))[name]
    assert (document["status"], document["error"]["code"]) == ("failed", code)
    assert document["error"]["message"]
    status, body = problem(api.http.get(f"/api/documents/{document['file_id']}/text"))
    assert (status, body["code"]) == (404, "document_not_ready")
    assert api.http.get(f"/api/documents/{document['file_id']}/content").content == content


@pytest.mark.parametrize(("name", "content", "code"), FAILURES[:3])
def test_a_turn_names_what_it_could_not_use_and_uses_the_rest(
    api: Api, stub: StubProcess, name: str, content: bytes, code: str
) -> None:
    conversation = api.with_documents({name: content, "lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, [name, "lease.pdf"])
    reason = api.documents(conversation)[name]["error"]["message"]
    assert turn.status == "completed"
    assert f"{name} could not be used: {reason}" in turn.one("message")["text"]
    assert turn.one("step_complete")["result"]["metadata"]["failed"] == [
        {"blob_name": name, "code": code, "message": reason}
    ]
    assert [ref["blob_name"] for ref in turn.one("message")["uploaded_file_refs"]] == ["lease.pdf"]
    assert BRAKE in str(stub.requests()[0]["messages"])


@pytest.mark.req("AN-08")
@pytest.mark.parametrize(
    ("question", "notice"),
    [
        (
            "Wer hat den Vertrag unterschrieben?",
            "scan.pdf konnte nicht verwendet werden: "
            "Die Datei enthält keinen Text. Ein Scan braucht zuerst eine Texterkennung.",
        ),
        (
            "Qui a signé le contrat ?",
            "scan.pdf n'a pas pu être utilisé : "
            "Le fichier ne contient pas de texte. Un scan nécessite d'abord une reconnaissance de texte.",
        ),
    ],
)
def test_a_file_that_could_not_be_used_is_told_in_the_language_of_the_question(
    api: Api, stub: StubProcess, question: str, notice: str
) -> None:
    stub.script(Reply(text="Ada [1]."))
    conversation = api.with_documents({"scan.pdf": make_scanned_pdf(), "note.txt": b"Ada signed."})
    turn = api.ask(question, conversation, ["scan.pdf", "note.txt"])
    assert turn.text == f"Ada [1].\n\n{notice}"
    assert notice in stub.requests()[0]["messages"][0]["content"]


def test_a_turn_with_nothing_but_failed_documents_says_why(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="I cannot tell who signed."))
    conversation = api.with_documents({"scan.pdf": make_scanned_pdf()})
    turn = api.ask("Who signed?", conversation, ["scan.pdf"])
    assert turn.status == "completed"
    why = "scan.pdf could not be used: " + api.documents(conversation)["scan.pdf"]["error"]["message"]
    assert turn.text == f"I cannot tell who signed.\n\n{why}"
    assert why in stub.requests()[0]["messages"][0]["content"]
    assert not turn.of("citation")


@pytest.mark.req("AN-08")
def test_an_answer_from_elsewhere_says_that_the_conversations_document_failed(extractive: Api) -> None:
    extractive.with_documents({"note.txt": b"The salary of Ada Byron is 3,200 euros a month."})
    conversation = extractive.with_documents({"scan.pdf": make_scanned_pdf()})
    turn = extractive.ask("How high is the salary of Ada Byron?", conversation)
    assert "3,200 euros" in turn.text
    why = extractive.documents(conversation)["scan.pdf"]["error"]["message"]
    assert turn.text.endswith(f"scan.pdf could not be used: {why}")


def test_a_document_that_does_not_exist_is_not_found(api: Api) -> None:
    for address in ("", "/text", "/content"):
        status, body = problem(api.http.get(f"/api/documents/file-none-1{address}"))
        assert (status, body["code"]) == (404, "document_not_found")


def test_offsets_beyond_the_text_are_refused(api: Api) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    address = f"/api/documents/{api.documents(conversation)['note.md']['file_id']}/text"
    status, body = problem(api.http.get(f"{address}?start=100000"))
    assert (status, fields_of(body)) == (422, ["start"])
    for query in ("start=-1", "end=x", "start=5&end=2"):
        assert problem(api.http.get(f"{address}?{query}"))[0] == 422


def test_a_form_part_with_an_undecodable_filename_is_refused(api: Api) -> None:
    body = b"--B\r\nContent-Disposition: form-data; name=\"files\"; filename*=UTF-8''%ff.txt\r\n\r\nText.\r\n--B--\r\n"
    kind = {"content-type": "multipart/form-data; boundary=B"}
    refused = api.http.post(f"/api/conversations/{api.create()}/documents", content=body, headers=kind)
    status, said = problem(refused)
    assert (status, said["code"]) == (422, "invalid_request")
    assert said["detail"] == "files.0: is not a file: its part of the form has no filename"


def test_a_quotation_mark_that_a_form_has_escaped_is_part_of_the_name(api: Api) -> None:
    body = b'--B\r\nContent-Disposition: form-data; name="files"; filename="q%22uote.txt"\r\n\r\nText.\r\n--B--\r\n'
    kind = {"content-type": "multipart/form-data; boundary=B"}
    conversation = api.create()
    sent = api.http.post(f"/api/conversations/{conversation}/documents", content=body, headers=kind)
    assert [each["blob_name"] for each in checked(sent).json()] == ['q"uote.txt']


@pytest.mark.parametrize("tags", ["\u202egnp", "a\nb"])
def test_a_tag_that_hides_something_is_refused(api: Api, tags: str) -> None:
    address = f"/api/conversations/{api.create()}/documents"
    refused = api.http.post(address, files=[("files", ("a.txt", b"Text."))], data={"tags": tags})
    status, said = problem(refused)
    assert (status, said["code"], fields_of(said)) == (422, "invalid_request", ["tags"])


def test_a_title_that_hides_something_is_refused_and_a_question_gives_one_without_it(api: Api) -> None:
    status, said = problem(api.http.post("/api/conversations", json={"title": "a\u202eb"}))
    assert (status, fields_of(said)) == (422, ["title"])
    conversation = api.create()
    api.ask("Hello\u202e there", conversation)
    assert api.conversation(conversation)["title"] == "Hello there"
