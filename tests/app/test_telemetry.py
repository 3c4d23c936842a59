"""What those who watch the app see of a turn: its spans, and none of its texts unless that is wanted."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import app_host, client, model_settings
from tests.support.app import StubProcess
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply
from tests.support.otlp import Collected, otlp_collector

QUESTION = "How much does the turquoise crane lift?"
REPORT = make_pdf(["The turquoise crane lifts forty tonnes."])
ANSWER = "Forty tonnes says the magenta answer [1]."


@dataclass(frozen=True)
class Watched:
    collected: Collected
    conversation_id: str
    run_id: str
    log: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log, each of which is JSON."""
        return [json.loads(line) for line in self.log.splitlines()]


def _watch(stub: StubProcess, directory: Path, settings: dict[str, str]) -> Watched:
    """One turn about a document in a host that tells of it; the host has ended, so all has been told."""
    with otlp_collector() as collected:
        told = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": collected.endpoint,
            "OPENAI_API_KEY": "sk-marked-secret",
            "LOG_FORMAT": "json",
        }
        with app_host(directory, {**model_settings(stub), **told, **settings}) as host, client(host) as api:
            conversation = api.with_documents({"crane.pdf": REPORT})
            stub.script(Reply(text=ANSWER, usage=(11, 4)))
            turn = api.ask(QUESTION, conversation, ["crane.pdf"])
            assert turn.status == "completed"
            host.stop()
        return Watched(collected, conversation, turn.run_id, host.log)


@pytest.fixture(scope="module")
def watched(stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    yield _watch(stub_process, tmp_path_factory.mktemp("watched"), {})
    stub_process.reset()


@pytest.mark.req("BX-09")
def test_a_turn_is_one_trace_of_nodes_and_calls(watched: Watched) -> None:
    [turn] = watched.collected.named("invoke_agent orc")
    assert turn.attributes["gen_ai.operation.name"] == "invoke_agent"
    assert turn.attributes["gen_ai.conversation.id"] == watched.conversation_id
    assert turn.attributes["orc.run.id"] == watched.run_id
    by_id = {span.span_id: span for span in watched.collected.spans}

    def ancestors(name: str) -> list[str]:
        [span] = watched.collected.named(name)
        assert span.trace_id == turn.trace_id
        above = []
        while span.parent_id in by_id:
            span = by_id[span.parent_id]
            above.append(span.name)
        return above

    for node in ("query_planner", "mcp_executor", "context_builder", "answer"):
        assert ancestors(f"node {node}") == ["invoke_agent orc"]
    assert ancestors("execute_tool document_chat") == ["node mcp_executor", "invoke_agent orc"]
    assert ancestors("chat stub-model") == ["node answer", "invoke_agent orc"]
    [call] = watched.collected.named("chat stub-model")
    assert call.attributes["gen_ai.usage.input_tokens"] == 11
    assert watched.collected.metrics >= {"gen_ai.client.token.usage", "gen_ai.client.operation.duration"}


@pytest.mark.req("BX-09", "BX-19")
def test_the_log_of_a_turn_joins_its_trace(watched: Watched) -> None:
    [turn] = watched.collected.named("turn")
    [ended] = [line for line in watched.lines if line["message"].startswith(f"Run {watched.run_id} is completed")]
    assert ended["operation_id"] == turn.trace_id.hex()
    assert (ended["run_id"], ended["conversation_id"]) == (watched.run_id, watched.conversation_id)
    assert (ended["level"], ended["logger"]) == ("INFO", "orc.watch.watcher")
    assert len(ended["caller"]) == 16
    [read] = [line for line in watched.lines if "is ready" in line["message"]]
    assert (read["caller"], read["conversation_id"]) == (ended["caller"], watched.conversation_id)
    assert "run_id" not in read


@pytest.mark.req("BX-09", "SE-08")
def test_neither_traces_nor_logs_have_texts_or_keys(watched: Watched) -> None:
    for text in ("turquoise", "magenta", "sk-marked-secret"):
        assert text.encode() not in watched.collected.raw
        assert text not in watched.log


@pytest.mark.req("BX-09")
def test_texts_are_recorded_when_the_setting_says_so(stub: StubProcess, tmp_path: Path) -> None:
    wanted = {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "true"}
    watched = _watch(stub, tmp_path, wanted)
    [turn] = watched.collected.named("invoke_agent orc")
    [call] = watched.collected.named("chat stub-model")
    [tool] = watched.collected.named("execute_tool document_chat")
    assert QUESTION in turn.attributes["gen_ai.input.messages"]
    assert ANSWER in call.attributes["gen_ai.output.messages"]
    assert "crane.pdf" in tool.attributes["gen_ai.tool.call.arguments"]
    assert b"sk-marked-secret" not in watched.collected.raw
