"""What a process builds once: its clients of the model and of tool servers outlive a turn."""

import json
from pathlib import Path

import pytest

from tests.app.conftest import app_host, client, model_settings
from tests.app.plans import plan, step
from tests.support.app import StubProcess
from tests.support.mcp_servers import mcp_process
from tests.support.openai_stub import Reply


@pytest.mark.req("WF-10")
def test_turns_share_the_connections_to_the_model_and_to_tool_servers(stub: StubProcess, tmp_path: Path) -> None:
    with mcp_process() as server:
        settings = {**model_settings(stub), "MCP_SERVERS": json.dumps({"other": {"url": server.url}})}
        with app_host(tmp_path, settings) as host, client(host) as api:
            assert not server.log["requests"], "nothing is asked before there is a turn"

            def ask() -> tuple[int, list[str]]:
                """The connections to the model so far, and what the server was asked for this turn's sake."""
                before = len(server.log["requests"])
                stub.script(plan("single_tool", step(1, "echo", "said", text="Hello")), Reply(text="It says hello."))
                assert api.ask("Say hello by the tool").status == "completed"
                asked = [request["method"] for request in server.log["requests"][before:]]
                return stub.log()["connections"], asked

            others = stub.log()["connections"]
            _, first = ask()
            assert len(first) > 1
            turns = [ask() for _ in range(5)]
            stub.reset()
        assert [asked for _, asked in turns] == [["tools/call"]] * 5
        connections, _ = turns[-1]
        assert connections - others <= 4, "twelve requests; one that is still read to its end does not serve the next"
