"""The app with nothing configured: all of it works, without a network, and keeps what it was given."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.app.citations import check_citation
from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.samples import BRAKE, LEASE, LEASE_FACTS
from tests.support.app import Api, StubProcess, checked, in_order, until
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply

QUESTION = "How often is the brake inspected?"


@pytest.fixture
def offline(setup: Environment, tmp_path: Path) -> Iterator[tuple[Api, RunningHost]]:
    """A host that is stopped, from its start, from reaching anything but its own machine."""
    guard = {"PYTHONPATH": str(Path(__file__).parent / "no_network")}
    with app_host(tmp_path / "offline", {**setup, **guard}, from_scratch=True) as host, client(host) as api:
        yield api, host


@pytest.mark.on_disk
@pytest.mark.req("BX-06")
def test_the_main_job_needs_no_network(offline: tuple[Api, RunningHost]) -> None:
    api, host = offline
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert in_order(turn.kinds, "user_message", "step_complete", "token", "citation", "message", "done")
    assert turn.status == "completed"
    assert BRAKE in turn.text
    check_citation(api, turn.of("citation")[0], LEASE_FACTS)
    started = checked(api.http.post("/api/orc/background", json={"question": "Hello!"})).json()
    assert api.follow(started["conversation_id"]).status == "completed"
    assert checked(api.http.get("/api/ready")).json()["status"] == "ready"
    assert "left the machine" not in host.log


@pytest.mark.req("BX-06")
def test_small_talk_without_a_model_says_how_to_get_one(extractive: Api) -> None:
    turn = extractive.ask("Hello!")
    assert "OPENAI_API_KEY" in turn.text
    assert not turn.of("step_started")


@pytest.mark.req("QA-12")
def test_retrieval_without_embeddings_is_lexical_and_says_so_once(
    extractive: Api, extractive_host: RunningHost
) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    for _ in range(3):
        turn = extractive.ask(QUESTION, conversation, ["lease.pdf"])
        assert turn.status == "completed"
        assert {source for citation in turn.of("citation") for source in citation["sources"]} == {"bm25"}
    assert len(re.findall("retrieval is lexical", extractive_host.log)) == 1


def die_in_the_middle(settings: Environment, data_dir: Path) -> dict[str, Any]:
    """A host answers one turn and is killed while it answers another; what it had said by then."""
    told: dict[str, Any] = {}
    with suppress(httpx2.TransportError), app_host(data_dir, settings) as host, client(host) as api:
        told["answered"] = api.with_documents({"lease.pdf": LEASE})
        told["refs"] = api.ask(QUESTION, told["answered"], ["lease.pdf"]).one("message")["uploaded_file_refs"]
        conversation = api.create()
        with api.asking("Count!", conversation) as events:
            until(events, "token")
            host.process.kill()
            told["interrupted"] = conversation
            until(events, "done")
    return told


@pytest.mark.req("RG-11", "BX-06")
@pytest.mark.long
def test_a_killed_host_loses_no_delivered_events(setup: Environment, stub: StubProcess, tmp_path: Path) -> None:
    settings = {**setup, **model_settings(stub)}
    stub.script(Reply(text="Every two weeks [1]."), Reply(text="One, two, three", gate_after=2))
    told = die_in_the_middle(settings, tmp_path)
    stub.reset()
    with app_host(tmp_path, settings) as host, client(host) as api:
        again = api.ask(QUESTION, told["answered"], ["lease.pdf"])
        stored = api.conversation(told["interrupted"])
    assert again.work == {"cache": "hit", "downloads": 0, "extractions": 0, "chunks": 0}
    assert again.params["cached_file_info"] == told["refs"]
    assert BRAKE in str(stub.requests()[-1]["messages"])
    assert [message["text"] for message in stored["messages"]] == ["Count!"]
    assert [run["status"] for run in stored["runs"]] == ["in_progress"]
