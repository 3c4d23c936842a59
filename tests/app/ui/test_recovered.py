"""A chat whose process was killed in mid-answer, opened again after the restart."""

import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.app.conftest import SETUPS, model_settings
from tests.app.test_recovery import Settings, process
from tests.app.test_streams import STORY
from tests.app.ui.conftest import OpenChat, Shown, text_of
from tests.support.app import StubProcess, checked
from tests.support.openai_stub import Reply


@pytest.fixture
def settings(setup_name: str, stub: StubProcess) -> Iterator[Settings]:
    with SETUPS[setup_name]() as environment:
        yield {**environment, **model_settings(stub), "RUN_LEASE_SECONDS": "5"}


@pytest.mark.req("BX-14")
def test_a_recovered_answer_replaces_what_its_page_had(
    settings: Settings, stub: StubProcess, open_chat: OpenChat, tmp_path: Path
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text=STORY))
    with suppress(AssertionError), process(tmp_path, settings) as (api, host):  # it does not end well
        chat = open_chat(api)
        chat.begin("A story?")
        chat.shows("One crane")
        host.process.send_signal(signal.SIGKILL)
        host.process.wait(40)
    assert chat.settled().status == "error"
    with process(tmp_path, settings) as (api, _):
        begun = checked(api.http.get(f"/api/ui/chat/{chat.id}")).json()["messages"]
        shown = dict[int, Shown]()
        reopened = {version: open_chat(api, chat.id, version=version, messages=begun) for version in (5, 7)}
        for each in reopened.values():
            each.resume()
        for version, each in reopened.items():
            shown[version] = each.settled()
    assert (shown[7].error, shown[7].text) == (None, STORY)
    assert shown[7].kinds.count("reset-step") == 1
    kept = [part for part in shown[5].parts("text") if not part.get("providerMetadata")]
    assert text_of({"parts": kept}) == STORY
    [superseded] = [part for part in shown[5].parts("text") if part not in kept]
    assert superseded["providerMetadata"] == {"orc": {"superseded": True}}
