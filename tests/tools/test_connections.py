"""Connections to MCP servers: kept, rebuilt when a server died, ended when nobody waits any more."""

import asyncio
import gc
import threading
from collections.abc import Iterator

import pytest

from orc.errors import ToolFailure, ToolServerDown
from orc.tools.offer import ServerSettings
from orc.tools.toolbox import Toolbox, ToolboxLimits
from tests.support.mcp_servers import McpProcess, mcp_process
from tests.support.waiting import until
from tests.tools.conftest import BuiltIn, call, toolbox_of

PROTOCOLS = pytest.mark.parametrize("old", [False, True], ids=["new protocol", "old protocol"])


@pytest.fixture
def mortal() -> Iterator[McpProcess]:
    """A server for a test to kill."""
    with mcp_process() as process:
        yield process


@pytest.mark.req("WF-12")
@PROTOCOLS
async def test_a_server_that_dies_in_a_call_is_down_until_it_returns(mortal: McpProcess, old: bool) -> None:
    mortal.behave(tools={"echo": "echo", "crash": "crash"}, old=old)
    async with toolbox_of(ServerSettings("mortal", mortal.url)) as toolbox:
        await call(toolbox, "echo", text="alive")
        with pytest.raises(ToolServerDown):
            await call(toolbox, "crash")
        mortal.stop()
        [_, state] = (await toolbox.refresh()).servers
        assert state.status == "down"
        mortal.start()
        mortal.behave(old=old)
        await toolbox.refresh()
        assert (await call(toolbox, "echo", text="again")).text == "again"


@pytest.mark.req("WF-12")
@PROTOCOLS
async def test_a_call_outlives_a_restart_of_the_server_between_calls(mortal: McpProcess, old: bool) -> None:
    mortal.behave(old=old)
    async with toolbox_of(ServerSettings("mortal", mortal.url)) as toolbox:
        await call(toolbox, "echo", text="before")
        mortal.stop()
        mortal.start()
        mortal.behave(old=old)
        assert (await call(toolbox, "echo", text="after")).text == "after"
        assert len(mortal.log["calls"]) == 1


@pytest.mark.req("WF-12")
async def test_a_server_that_returns_with_the_old_protocol_is_understood(
    bad: McpProcess,
) -> None:
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        await call(toolbox, "echo", text="new")
        bad.behave(old=True)
        assert (await call(toolbox, "echo", text="old")).text == "old"


async def test_a_call_that_may_have_been_executed_is_not_repeated(bad: McpProcess) -> None:
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        await toolbox.offer()
        bad.behave(fault="cut")
        with pytest.raises(ToolFailure):
            await call(toolbox, "echo")
    assert [request["method"] for request in bad.log["requests"]].count("tools/call") == 1


@pytest.mark.req("CS-05")
@PROTOCOLS
@pytest.mark.parametrize("given_up", ["cancelled", "timed out"])
async def test_a_call_that_nobody_waits_for_ends_at_the_server_too(bad: McpProcess, old: bool, given_up: str) -> None:
    bad.behave(old=old)
    server = ServerSettings("bad", bad.url, call_seconds=2 if given_up == "timed out" else None)
    async with toolbox_of(server) as toolbox:
        await toolbox.offer()
        waiting = asyncio.create_task(call(toolbox, "wait"))
        await until(lambda: bad.log["calls"])
        if given_up == "cancelled":
            waiting.cancel()
        await asyncio.wait([waiting])
        await until(lambda: bad.log["cancelled"] == ["wait"])
        assert (await call(toolbox, "echo", text="next")).text == "next"


@pytest.mark.req("CS-05")
@PROTOCOLS
async def test_cancelling_a_call_does_not_wait_for_a_server_that_stalls(bad: McpProcess, old: bool) -> None:
    bad.behave(old=old)
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        await toolbox.offer()
        bad.behave(fault="stall", method="*")
        waiting = [asyncio.create_task(call(toolbox, "echo")) for _ in range(3)]
        await until(lambda: [r["method"] for r in bad.log["requests"]].count("tools/call") == 3)
        for task in waiting:
            task.cancel()
        async with asyncio.timeout(30):
            await asyncio.wait(waiting)
        await until(lambda: bad.log["disconnects"].count("tools/call") >= 3)
        await until(lambda: not old or "notifications/cancelled" in bad.log["disconnects"])
        bad.behave(fault=None)
        assert (await call(toolbox, "echo", text="next")).text == "next"


@pytest.mark.req("WF-12")
async def test_a_server_that_says_that_its_tools_changed_is_asked_again(good: McpProcess) -> None:
    good.behave(old=True, tools={"announce": "announce"})
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        await call(toolbox, "announce")
        good.behave(tools={"renamed": "echo"})

        async def seen() -> bool:
            return (await toolbox.offer()).find("renamed") is not None

        await until(seen)


async def test_one_cancelled_turn_leaves_the_listing_to_the_others(bad: McpProcess) -> None:
    async with toolbox_of(ServerSettings("bad", bad.url)) as toolbox:
        bad.behave(fault="stall", method="tools/list")
        impatient, patient = asyncio.create_task(toolbox.offer()), asyncio.create_task(toolbox.offer())
        await until(lambda: "tools/list" in [r["method"] for r in bad.log["requests"]])
        impatient.cancel()
        await asyncio.wait([impatient])
        assert not patient.done()
        patient.cancel()


async def test_each_event_loop_has_connections_of_its_own(good: McpProcess) -> None:
    built_in = BuiltIn()
    toolbox = Toolbox(built_in.own, {"good": ServerSettings("good", good.url)}, limits=ToolboxLimits())
    await call(toolbox, "echo", text="here")
    answers: list[str] = []

    async def elsewhere() -> None:
        answers.append((await call(toolbox, "echo", text="there")).text)
        answers.append((await call(toolbox, "search")).text)
        await toolbox.aclose()

    thread = threading.Thread(target=asyncio.run, args=(elsewhere(),))
    thread.start()
    await asyncio.to_thread(thread.join, 60)
    assert answers == ["there", "found"]
    assert (await call(toolbox, "echo", text="still here")).text == "still here"
    await toolbox.aclose()


@PROTOCOLS
async def test_closing_leaves_neither_tasks_nor_warnings(good: McpProcess, old: bool) -> None:
    good.behave(old=old)
    before = asyncio.all_tasks()
    async with toolbox_of(ServerSettings("good", good.url)) as toolbox:
        await call(toolbox, "echo", text="x")
        waiting = asyncio.create_task(call(toolbox, "wait"))
        await until(lambda: len(good.log["calls"]) == 2)
        waiting.cancel()
        await asyncio.wait([waiting])
    await until(lambda: asyncio.all_tasks() == before)
    gc.collect()
