"""Files in the encodings of the world: what is read of them is what was written."""

import pytest

from tests.documents.test_charsets import WIDE, WRITTEN
from tests.support.app import Api, checked

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
