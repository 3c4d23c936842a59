"""Stopping a turn while a tool of an MCP server is at work: the call ends at the server, and no other follows."""

import json
from collections.abc import Iterator

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.plans import plan, step
from tests.app.test_cancel import answers, cancel
from tests.support.app import Api, StubProcess, until
from tests.support.mcp_servers import McpProcess, mcp_process
from tests.support.waiting import eventually


@pytest.fixture(scope="module")
def server() -> Iterator[McpProcess]:
    with mcp_process() as process:
        yield process


@pytest.fixture(scope="module")
def host_with_tools(
    setup_of_its_own: Environment,
    stub_process: StubProcess,
    server: McpProcess,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Api]:
    servers = {"MCP_SERVERS": json.dumps({"bad": {"url": server.url}})}
    settings = {**setup_of_its_own, **model_settings(stub_process), **servers}
    with app_host(tmp_path_factory.mktemp("tools"), settings) as host, client(host) as api:
        yield api


@pytest.mark.req("CS-05")
@pytest.mark.parametrize("stalls", [False, True], ids=["tool", "server"])
def test_a_cancelled_turn_ends_the_tools_call(
    host_with_tools: Api, stub: StubProcess, server: McpProcess, stalls: bool
) -> None:
    api = host_with_tools
    server.reset()
    stub.script(plan("multi_step", step(1, "wait", "waited"), step(2, "echo", "echoed", text="{{waited}}")))
    if stalls:
        server.behave(fault="stall")
    with api.asking("Wait, then echo.") as events:
        conversation = until(events, "step_started", tool="wait")[1].data["conversation_id"]
        eventually(lambda: "tools/call" in [request["method"] for request in server.log["requests"]])
        cancel(api, conversation)
        ends = ("disconnects", "tools/call") if stalls else ("cancelled", "wait")
        eventually(lambda: ends[1] in server.log[ends[0]], seconds=20)
        ended = until(events, "done", status="cancelled")
    assert [event.data["status"] for event in ended if event.type == "status_change"] == ["cancel_requested"]
    assert [message["role"] for message in api.messages(conversation)] == ["user"]
    [run] = api.conversation(conversation)["runs"]
    assert run["status"] == "cancelled"
    assert len(stub.requests()) == 1
    assert answers(stub) == 0
