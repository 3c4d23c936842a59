"""Lifetimes: the host keeps a registration for one second, and a conversation for an hour after its last change."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.app.conftest import Environment, app_host, client, stored_by
from tests.app.samples import BRAKE, HANDBOOK, HOLIDAYS, LEASE
from tests.support.app import Api
from tests.support.hosts import RunningHost
from tests.support.waiting import eventually

LIFETIMES = {"DOCUMENT_TTL_SECONDS": "1", "CONVERSATION_TTL_SECONDS": "3600"}


@pytest.fixture(scope="module")
def forgetful_host(setup_of_its_own: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with app_host(tmp_path_factory.mktemp("expiry"), {**setup_of_its_own, **LIFETIMES}) as host:
        yield host


@pytest.fixture(scope="module")
def forgetful(forgetful_host: RunningHost) -> Iterator[Api]:
    with client(forgetful_host) as api:
        yield api


@pytest.mark.req("CS-14")
def test_every_item_of_a_conversation_is_stored_with_its_lifetime(
    forgetful: Api, forgetful_host: RunningHost, setup_of_its_own: Environment
) -> None:
    conversation = forgetful.ask("Hello?").conversation_id
    items = stored_by(setup_of_its_own, forgetful_host).items(of=conversation)
    lifetimes = {item["type"]: item["ttl"] for item in items if item["type"] != "lease"}
    assert lifetimes == dict.fromkeys(("conversation", "message", "run", "event", "checkpoint"), 3600)


def until_expired(api: Api, conversation: str) -> dict[str, str]:
    """Waits until no document is fresh; returns the file ids by name."""

    def expired() -> bool:
        times = [document["expires_at"] for document in api.documents(conversation).values()]
        return max(map(datetime.fromisoformat, times)) < datetime.now(UTC)

    eventually(expired)
    return {name: document["file_id"] for name, document in api.documents(conversation).items()}


@pytest.mark.req("DC-12")
def test_expired_documents_are_sent_by_name_and_processed(forgetful: Api) -> None:
    conversation = forgetful.with_documents({"lease.pdf": LEASE})
    until_expired(forgetful, conversation)
    turn = forgetful.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert turn.params == {"question": "How often is the brake inspected?", "document_names": ["lease.pdf"]}
    assert (turn.work["cache"], turn.work["downloads"], turn.work["extractions"]) == ("miss", 1, 1)
    assert turn.work["chunks"] == forgetful.documents(conversation)["lease.pdf"]["chunks"] > 0
    refs = turn.one("message")["uploaded_file_refs"]
    assert refs == [{"file_id": forgetful.documents(conversation)["lease.pdf"]["file_id"], "blob_name": "lease.pdf"}]
    assert forgetful.messages(conversation)[-1]["uploaded_file_refs"] == refs


@pytest.mark.req("DC-14")
def test_other_documents_are_read_and_take_the_place_of_those_known(forgetful: Api) -> None:
    conversation = forgetful.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    until_expired(forgetful, conversation)
    forgetful.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    turn = forgetful.ask("How many days of paid holiday are there?", conversation, ["handbook.pdf"])
    assert "cached_file_info" not in turn.params
    assert (turn.work["cache"], turn.work["downloads"], turn.work["extractions"]) == ("miss", 1, 1)
    assert turn.work["chunks"] > 0
    assert [ref["blob_name"] for ref in turn.one("message")["uploaded_file_refs"]] == ["handbook.pdf"]
    assert HOLIDAYS.split(" have ")[1] in turn.text


@pytest.mark.req("DC-15")
def test_expired_files_are_read_afresh_and_the_user_sees_an_answer(forgetful: Api) -> None:
    conversation = forgetful.with_documents({"lease.pdf": LEASE})
    first = forgetful.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    old = until_expired(forgetful, conversation)["lease.pdf"]
    turn = forgetful.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert turn.params["cached_file_info"] == [{"file_id": old, "blob_name": "lease.pdf"}]
    assert (turn.work["cache"], turn.work["extractions"]) == ("expired", 1)
    [ref] = turn.one("message")["uploaded_file_refs"]
    assert ref["file_id"] not in (old, first.one("message")["uploaded_file_refs"][0]["file_id"])
    assert turn.status == "completed"
    assert not turn.of("error")
    assert BRAKE in turn.text
    assert turn.one("citation")["file_id"] == ref["file_id"]
