"""What the store holds after turns of every kind."""

import pytest

from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess
from tests.support.files import make_damaged_pdf
from tests.support.openai_stub import Reply
from tests.support.stored import Stored

KINDS = {"conversation", "message", "run", "event", "checkpoint", "document", "content"}


@pytest.mark.req("CS-08")
def test_every_stored_item_has_a_type_and_a_schema_version(api: Api, stub: StubProcess, stored: Stored) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "broken.pdf": make_damaged_pdf()})
    stub.script(Reply(text="Every two weeks [1]."), Reply(status=400))
    api.ask("How often is the brake inspected?", conversation, ["lease.pdf", "broken.pdf"])
    assert api.ask("And?", conversation).status == "failed"
    api.create()
    items = stored.items()
    assert {item["type"] for item in items} >= KINDS
    for item in items:
        assert isinstance(item["type"], str), item["id"]
        assert isinstance(item["schema_version"], int), item["id"]


@pytest.mark.req("CS-07", "CS-08")
def test_each_message_is_an_item_of_its_own(api: Api, stored: Stored) -> None:
    conversation = api.ask("One?").conversation_id
    api.ask("Two?", conversation)
    messages = stored.items("message", of=conversation)
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2
    assert len({message["id"] for message in messages}) == 4
