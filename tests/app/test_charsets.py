"""Files in the encodings of the world: what is read of them is what was written."""

import pytest

from tests.extraction.test_charsets import WIDE, WRITTEN
from tests.support.app import Api, checked, problem

FILES = {
    f"{number} {encoding}.{kind}": (text, encoding)
    for number, (text, encodings) in enumerate(WRITTEN)
    for encoding in (*encodings, *WIDE[:4])
    for kind in ("txt",)
}


@pytest.mark.req("RG-01")
def test_text_files_in_many_encodings_are_decoded_correctly(api: Api) -> None:
    conversation = api.create()
    for name, (text, encoding) in FILES.items():
        api.upload(conversation, {name: text.encode(encoding)})
    read = api.until_read(conversation)
    assert {document["status"] for document in read.values()} == {"ready"}
    texts = {
        name: checked(api.http.get(f"/api/documents/{document['file_id']}/text")).json()["text"]
        for name, document in read.items()
    }
    assert texts == {name: text for name, (text, _) in FILES.items()}


def test_the_bytes_of_a_file_are_not_said_to_be_utf_8(api: Api) -> None:
    sent = "Gr\u00fc\u00dfe".encode("utf-16")
    conversation = api.with_documents({"greeting.txt": sent})
    file_id = api.documents(conversation)["greeting.txt"]["file_id"]
    response = checked(api.http.get(f"/api/documents/{file_id}/content"))
    assert (response.content, response.headers["content-type"]) == (sent, "text/plain")


@pytest.mark.req("RG-01")
def test_a_body_that_is_not_utf_8_is_refused_with_that_reason(api: Api) -> None:
    conversation = api.create()
    api.upload(conversation, {"lease.txt": b"The rent is due."})
    address = f"/api/documents/{api.until_read(conversation)['lease.txt']['file_id']}/question"
    sent = '{"question": "Wie hoch ist die Gebühr?"}'.encode("latin-1")
    status, body = problem(api.http.post(address, content=sent, headers={"content-type": "application/json"}))
    assert (status, body["code"], body["detail"]) == (
        400,
        "malformed_json",
        "The body is not valid JSON: it is not UTF-8.",
    )
