"""What becomes of calls when a server is down, slow, talks nonsense or says too much: the other never notices."""

import itertools
from typing import Any

import pytest

from orc.errors import ToolFailure, ToolRetry, ToolServerDown, ToolTimedOut
from orc.tools.offer import ServerSettings
from orc.tools.toolbox import Toolbox
from tests.support.loopback import free_port
from tests.support.mcp_servers import McpProcess
from tests.tools.conftest import call, toolbox_of

ALL = {
    name: name
    for name in (
        "echo",
        "big",
        "failing",
        "error_as_success",
        "error_text",
        "error_in_json",
        "json",
        "broken_json",
        "error_among_data",
        "error_by_name",
        "invalid",
        "strict",
        "own_error",
    )
}


async def failure(toolbox: Toolbox, name: str, **arguments: Any) -> ToolFailure:
    with pytest.raises(ToolFailure) as raised:
        await call(toolbox, name, **arguments)
    return raised.value


@pytest.mark.req("WF-12")
@pytest.mark.parametrize("old", [False, True], ids=["new protocol", "old protocol"])
@pytest.mark.parametrize(
    ("fault", "kind", "code"),
    [
        ("garbage", ToolFailure, "tool_result_invalid"),
        ("html", ToolFailure, "tool_result_invalid"),
        ("down", ToolServerDown, "tool_server_down"),
        ("unauthorised", ToolServerDown, "tool_server_down"),
        ("compressed", ToolServerDown, "tool_server_down"),
        ("cut", ToolServerDown, "tool_server_down"),
        ("long", ToolFailure, "tool_result_too_large"),
        ("endless", ToolFailure, "tool_result_too_large"),
    ],
)
async def test_a_spoilt_answer_costs_its_own_call_alone(
    good: McpProcess, bad: McpProcess, fault: str, kind: type[ToolFailure], code: str, old: bool
) -> None:
    good.behave(tools={"sound": "echo"})
    bad.behave(old=old)
    async with toolbox_of(ServerSettings("good", good.url), ServerSettings("bad", bad.url)) as toolbox:
        await toolbox.offer()
        bad.behave(fault=fault)
        failed = await failure(toolbox, "echo", text="x")
        assert (type(failed), failed.code) == (kind, code), failed.message
        assert (await call(toolbox, "sound", text="still here")).text == "still here"
        bad.behave(fault=None)
        assert (await call(toolbox, "echo", text="back again")).text == "back again"


@pytest.mark.req("WF-12")
@pytest.mark.parametrize(
    ("fault", "method"),
    [
        ("stall", "server/discover"),
        *itertools.product(["garbage", "html", "down", "cut", "long", "stall"], ["tools/list", "*"]),
    ],
)
async def test_an_unreachable_server_is_down_and_others_are_offered(
    good: McpProcess, bad: McpProcess, fault: str, method: str
) -> None:
    bad.behave(fault=fault, method=method)
    servers = ServerSettings("good", good.url), ServerSettings("bad", bad.url)
    async with toolbox_of(*servers, connect_seconds=1.0 if fault == "stall" else 5.0) as toolbox:
        offer = await toolbox.offer()
        states = {server.name: server.status for server in offer.servers}
        assert states == {"orc": "ok", "good": "ok", "bad": "down"}
        assert offer.find("echo") is not None
        [error] = [server.error for server in offer.servers if server.error]
        assert "bad" in error
        bad.behave(fault=None)
        assert all(server.status == "ok" for server in (await toolbox.refresh()).servers)


@pytest.mark.req("WF-12")
async def test_a_server_that_is_not_there_is_down() -> None:
    url = f"http://127.0.0.1:{free_port()}/mcp"
    async with toolbox_of(ServerSettings("absent", url)) as toolbox:
        [_, absent] = (await toolbox.offer()).servers
    assert (absent.status, absent.tools) == ("down", ())
    assert absent.error == "The MCP server absent could not be reached."
    assert absent.listed_at


@pytest.mark.req("WF-12")
async def test_a_call_that_stalls_is_given_up(bad: McpProcess) -> None:
    async with toolbox_of(ServerSettings("bad", bad.url, call_seconds=0.3)) as toolbox:
        await toolbox.offer()
        bad.behave(fault="stall")
        failed = await failure(toolbox, "echo")
    assert (type(failed), failed.retryable) == (ToolTimedOut, True)


@pytest.mark.req("WF-15")
@pytest.mark.parametrize("size", [5_000_000, 10_000_000])
async def test_a_result_of_many_megabytes_is_refused(bad: McpProcess, size: int) -> None:
    bad.behave(tools=ALL)
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        assert len((await call(toolbox, "big", size=900_000)).text) == 900_000
        assert (await failure(toolbox, "big", size=size)).code == "tool_result_too_large"
        assert (await call(toolbox, "echo", text="after that")).text == "after that"


@pytest.mark.parametrize(
    ("tool", "code", "message"),
    [
        ("failing", "tool_failed", "It went wrong: the ink is out."),
        ("error_as_success", "out_of_ink", "The ink is out."),
        ("error_text", "tool_failed", "The ink is out."),
        ("error_in_json", "tool_failed", "The ink is out."),
        ("invalid", "tool_result_invalid", "invalid returned a result of an unknown shape."),
        ("strict", "invalid_arguments", "strict rejects this call: text must be a string"),
        ("own_error", "tool_failed", "own_error could not be called: The ink is out."),
    ],
)
async def test_a_failure_that_the_tool_returns_is_reported(bad: McpProcess, tool: str, code: str, message: str) -> None:
    bad.behave(tools=ALL)
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        failed = await failure(toolbox, tool)
    assert (failed.code, failed.message) == (code, message)
    assert isinstance(failed, ToolRetry) is (tool == "strict")


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("error_among_data", {"error": "none", "rows": [1]}),
        ("error_by_name", None),
        ("json", {"books": [{"title": "Tides"}], "count": 1}),
        ("broken_json", None),
    ],
)
async def test_a_result_that_only_mentions_errors_is_a_result(
    bad: McpProcess, tool: str, expected: dict[str, Any] | None
) -> None:
    bad.behave(tools=ALL)
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        result = await call(toolbox, tool)
    assert result.structured == expected


async def test_a_renamed_tool_is_unknown_and_its_successor_is_found(bad: McpProcess) -> None:
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        await toolbox.offer()
        bad.behave(tools={"renamed": "echo"})
        failed = await failure(toolbox, "echo")
        assert (type(failed), failed.code) == (ToolRetry, "tool_unknown")
        assert (await call(toolbox, "renamed", text="found")).text == "found"


async def test_the_words_of_a_server_are_cut_to_a_sane_length(bad: McpProcess) -> None:
    bad.behave(tools={"strict": "strict", "long_error": "long_error"})
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        failed = await failure(toolbox, "long_error")
    assert len(failed.message) == 500
    assert "\n" not in failed.message


@pytest.mark.req("SE-05")
@pytest.mark.parametrize("method", ["*", "tools/call"])
async def test_a_redirect_to_another_host_is_not_followed(good: McpProcess, bad: McpProcess, method: str) -> None:
    elsewhere = good.url.replace("127.0.0.1", "localhost") if method == "*" else good.url
    async with toolbox_of(ServerSettings("bad", bad.url, headers={"authorization": "Bearer very-secret"})) as toolbox:
        if method == "tools/call":
            await toolbox.offer()
        bad.behave(fault="redirect", method=method, redirect_to=elsewhere)
        if method == "*":
            [_, server] = (await toolbox.offer()).servers
            assert server.status == "down"
        else:
            await failure(toolbox, "echo")
    assert good.log["requests"] == []


@pytest.mark.req("SE-08")
async def test_headers_are_sent_and_never_shown(bad: McpProcess, caplog: pytest.LogCaptureFixture) -> None:
    async def token() -> dict[str, str]:
        return {"x-token": "token-of-the-identity"}

    bad.behave(tools={"leaking": "leaking", "echo": "echo"})
    server = ServerSettings(
        "bad", f"{bad.url}?key=key-in-the-url", headers={"authorization": "Bearer very-secret"}, authorize=token
    )
    caplog.set_level("DEBUG")
    async with toolbox_of(server) as toolbox:
        failed = await failure(toolbox, "leaking")
        bad.behave(fault="garbage")
        await failure(toolbox, "echo")
        offer = await toolbox.offer()
        bad.behave(fault="unauthorised", method="*")
        down = await toolbox.refresh()
    sent = bad.log["calls"][0]["headers"]
    assert bad.log["requests"][0]["query"] == "key=key-in-the-url"
    assert (sent["authorization"], sent["x-token"]) == ("Bearer very-secret", "token-of-the-identity")
    assert failed.message.count("***") == 2
    for text in (failed.message, repr(offer), repr(down), repr(server), caplog.text):
        assert text
        assert not [word for word in ("very-secret", "token-of-the-identity", "key-in-the-url", "{not") if word in text]
