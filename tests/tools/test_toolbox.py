"""What is on offer from several MCP servers, and that each of them costs its own tools only."""

import asyncio

import pytest

from orc.errors import ToolFailure
from orc.tools.offer import ServerSettings
from tests.support.mcp_servers import McpProcess
from tests.support.waiting import until
from tests.tools.conftest import CALLER, BuiltIn, call, ignored, toolbox_of

pytestmark = pytest.mark.req("WF-12")


async def test_the_tools_of_all_servers_are_offered(good: McpProcess, bad: McpProcess) -> None:
    bad.behave(tools={"draft": "echo"})
    async with toolbox_of(ServerSettings("good", good.url), ServerSettings("bad", bad.url)) as toolbox:
        offer = await toolbox.offer()
        assert [server.name for server in offer.servers] == ["orc", "good", "bad"]
        assert {tool.name for tool in offer.tools} == {"search", "echo", "wait", "draft"}
        assert (await call(toolbox, "draft", text="a letter")).structured == {"text": "a letter"}


async def test_equal_names_are_distinguished_by_their_servers(good: McpProcess, bad: McpProcess) -> None:
    good.behave(tools={"echo": "echo", "search": "numbers"})
    bad.behave(tools={"echo": "echo"})
    built_in = BuiltIn("search")
    async with toolbox_of(ServerSettings("a", good.url), ServerSettings("b", bad.url), built_in=built_in) as toolbox:
        names = {tool.name for tool in (await toolbox.offer()).tools}
        assert names == {"orc__search", "a__search", "a__echo", "b__echo"}
        await call(toolbox, "b__echo", text="for b")
        assert (await call(toolbox, "a__search")).structured == {"result": [1, 2]}
    assert ([c["tool"] for c in bad.log["calls"]], [c["tool"] for c in good.log["calls"]]) == (["echo"], ["search"])
    assert built_in.calls == []


async def test_an_allowlist_holds_for_offers_and_for_calls(good: McpProcess) -> None:
    only = ServerSettings("good", good.url, allow=frozenset({"echo"}))
    async with toolbox_of(ServerSettings("good", good.url)) as all_of_it:
        wait = (await all_of_it.offer()).find("wait")
        assert wait is not None
    async with toolbox_of(only) as toolbox:
        assert {tool.name for tool in (await toolbox.offer()).tools} == {"search", "echo"}
        with pytest.raises(ToolFailure) as refused:
            await toolbox.call(wait, {}, key=CALLER.conversation("c"), on_progress=ignored)
    assert (refused.value.code, good.log["calls"]) == ("tool_not_on_offer", [])


async def test_a_listing_is_kept_until_a_refresh(good: McpProcess) -> None:
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        first = await toolbox.offer()
        good.behave(tools={"renamed": "echo"})
        assert await toolbox.offer() == first
        assert {tool.name for tool in (await toolbox.refresh()).tools} == {"search", "renamed"}


async def test_a_listing_is_kept_for_a_limited_time(good: McpProcess) -> None:
    async with toolbox_of(ServerSettings("good", good.url), cache_seconds=0.0) as toolbox:
        await toolbox.offer()
        good.behave(tools={"renamed": "echo"})
        assert (await toolbox.offer()).find("renamed") is not None


async def test_turns_that_ask_at_the_same_time_share_one_listing(good: McpProcess) -> None:
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        offers = await asyncio.gather(*(toolbox.offer() for _ in range(5)))
    assert all(offer == offers[0] for offer in offers)
    assert [r["method"] for r in good.log["requests"]].count("tools/list") == 1


async def test_a_connection_serves_many_turns_at_once(good: McpProcess) -> None:
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        await call(toolbox, "echo", text="first")
        waiting = asyncio.create_task(call(toolbox, "wait", text="slow"))
        await until(lambda: len(good.log["calls"]) == 2)
        answers = await asyncio.gather(*(call(toolbox, "echo", text=str(n)) for n in range(10)))
        assert not waiting.done()
        good.release()
        assert (await waiting).text == "slow"
    assert [answer.text for answer in answers] == [str(n) for n in range(10)]
    assert [r["method"] for r in good.log["requests"]].count("server/discover") == 1


@pytest.mark.parametrize("old", [False, True], ids=["new protocol", "old protocol"])
async def test_progress_is_reported_while_the_tool_works(good: McpProcess, old: bool) -> None:
    good.behave(old=old)
    told: list[str] = []

    async def on_progress(message: str) -> None:
        told.append(message)

    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        waiting = asyncio.create_task(call(toolbox, "wait", on_progress))
        await until(lambda: told == ["Working on it"])
        good.release()
        await waiting


@pytest.mark.req("SE-05")
async def test_only_the_built_in_server_learns_who_asks(good: McpProcess) -> None:
    built_in = BuiltIn()
    async with toolbox_of(ServerSettings("good", good.url), built_in=built_in) as toolbox:
        await call(toolbox, "search", question="?")
        await call(toolbox, "echo", text="hello")
    [asked] = built_in.calls
    assert dict(asked.meta or {})["orc/caller"] == {
        "organization_id": "organization",
        "user_id": "user",
        "conversation_id": "conversation",
    }
    everything = str(good.log)
    assert "hello" in everything
    assert not [word for word in ("organization", "orc/caller", "'user'", "'conversation'") if word in everything]


async def test_a_built_in_tool_is_called_without_any_listing_of_others(good: McpProcess) -> None:
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        tool = toolbox.builtin("search")
        result = await toolbox.call(tool, {}, key=CALLER.conversation("c"), on_progress=ignored)
    assert (result.text, good.log["requests"]) == ("found", [])


async def test_the_tool_descriptions_of_a_server_are_bounded(good: McpProcess) -> None:
    good.behave(description="x" * 5000, pages=30)
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        tools = [tool for tool in (await toolbox.offer()).tools if tool.server == "good"]
    assert {len(tool.description) for tool in tools} == {1000}
    assert len(tools) == 40
