"""Responses whose process dies: found by their ids in the next one, with an answer that is told once."""

import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import openai
import pytest

from tests.app.conftest import SETUPS, model_settings
from tests.app.openai.conftest import sdk_of
from tests.app.test_recovery import Settings, process
from tests.app.test_streams import PIECES, STORY
from tests.support.app import StubProcess
from tests.support.openai_stub import Reply


@pytest.fixture
def settings(setup_name: str, stub: StubProcess) -> Iterator[Settings]:
    with SETUPS[setup_name]() as environment:
        yield {**environment, **model_settings(stub), "RUN_LEASE_SECONDS": "5"}


def heard_before_death(data_dir: Path, settings: Settings) -> tuple[str, list[Any]]:
    """The id of a response whose process was killed in mid-answer, and its events that were heard."""
    with suppress(AssertionError), process(data_dir, settings) as (_, host):  # it does not end well
        with sdk_of(host.url) as sdk, sdk.responses.create(model="orc", input="A story?", stream=True) as stream:
            created: Any = next(stream)
            heard: list[Any] = [created]
            for event in stream:
                heard.append(event)
                if event.type == "response.output_text.delta" and event.delta == PIECES[1]:
                    break
            host.process.send_signal(signal.SIGKILL)
        host.process.wait(40)
    return created.response.id, heard


@pytest.mark.req("BX-13")
def test_a_response_whose_process_died_ends_its_item_and_begins_another(
    settings: Settings, stub: StubProcess, tmp_path: Path
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text=STORY))
    response_id, heard = heard_before_death(tmp_path, settings)
    last, begun = heard[-1].sequence_number, heard[-1].item_id
    with process(tmp_path, settings) as (_, host), sdk_of(host.url) as sdk:
        with sdk.responses.retrieve(response_id, stream=True, starting_after=last) as stream:
            events = list(stream)
        numbers = [last, *(event.sequence_number for event in events)]
        assert numbers == list(range(last, last + len(numbers)))
        with sdk.responses.retrieve(response_id, stream=True) as stream:
            assert list(stream) == [*heard, *events]
        [cut, whole] = [event.item for event in events if event.type == "response.output_item.done"]
        assert cut.type == whole.type == "message"
        assert (cut.id, cut.status, whole.status) == (begun, "incomplete", "completed")
        deltas = [e.delta for e in events if e.type == "response.output_text.delta" and e.item_id == whole.id]
        assert "".join(deltas) == STORY
        final = events[-1]
        assert final.type == "response.completed"
        assert [item.id for item in final.response.output] == [whole.id]
        retrieved: openai.types.responses.Response = sdk.responses.retrieve(response_id)
        assert (retrieved, retrieved.output_text) == (final.response, STORY)
        assert final.response.conversation is not None
        items = sdk.conversations.items.list(final.response.conversation.id, order="asc").data
        assert [item.id for item in items][1:] == [whole.id]
        assert items[1].to_dict() == whole.to_dict()
        found = sdk.conversations.items.retrieve(whole.id, conversation_id=final.response.conversation.id)
        assert found == items[1]
