"""A turn whose question is larger than what an item or an orchestration's message may be."""

from collections.abc import Iterator

import pytest

from tests.app.conftest import Environment, app_host, client
from tests.support.app import Api, checked
from tests.support.waiting import eventually

QUESTION = "Thanks! " * 260_000


@pytest.fixture(scope="module")
def roomy(setup_of_its_own: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    settings = {**setup_of_its_own, "MAX_QUESTION_CHARACTERS": "3000000"}
    with app_host(tmp_path_factory.mktemp("roomy"), settings) as host, client(host) as api:
        yield api


@pytest.mark.req("RE-04")
def test_a_question_of_two_megabytes_is_answered_and_stored_whole(roomy: Api) -> None:
    started = checked(roomy.http.post("/api/orc/background", json={"question": QUESTION})).json()

    def ended() -> str | None:
        status = str(checked(roomy.http.get(started["status_url"])).json()["status"])
        return None if status == "in_progress" else status

    assert eventually(ended, seconds=60) == "completed"
    [question, answer] = roomy.messages(started["conversation_id"])
    assert question["text"] == QUESTION.strip()
    assert "ask a question in words" in answer["text"]
    events = checked(roomy.http.get(started["stream_url"])).text
    assert events.count("event: done") == 1
    assert len(events) > len(QUESTION)
