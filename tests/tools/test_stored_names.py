"""The names of tools: the same in every process over one store, whichever servers are down."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from orc.ports import DOCUMENT_ITEMS, ItemStore
from orc.tools.offer import Offer, ServerSettings
from orc.tools.toolbox import Toolbox
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.support.mcp_servers import McpProcess
from tests.tools.conftest import BuiltIn, toolbox_of

pytestmark = pytest.mark.req("WF-12")

DOWN = {"fault": "down", "method": "*"}


@pytest.fixture
async def items(tmp_path: Path) -> AsyncIterator[ItemStore]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield SqliteItemStore(database, DOCUMENT_ITEMS)


@asynccontextmanager
async def process(items: ItemStore, **servers: McpProcess) -> AsyncIterator[Toolbox]:
    """A process that starts with these servers."""
    settings = [ServerSettings(name, server.url) for name, server in servers.items()]
    async with toolbox_of(*settings, built_in=BuiltIn("documents"), items=items) as toolbox:
        yield toolbox


async def offered(items: ItemStore, **servers: McpProcess) -> dict[tuple[str, str], str]:
    async with process(items, **servers) as toolbox:
        return names(await toolbox.offer())


def names(offer: Offer) -> dict[tuple[str, str], str]:
    """The names of other servers' tools, by server and by the name there."""
    return {(tool.server, tool.own_name): tool.name for tool in offer.tools if tool.server != "orc"}


async def test_a_restart_changes_no_name_whichever_server_is_down(
    items: ItemStore, good: McpProcess, bad: McpProcess
) -> None:
    for server in (good, bad):
        server.behave(tools={"echo": "echo"})
    assert await offered(items, a=good, b=bad) == {("a", "echo"): "a__echo", ("b", "echo"): "b__echo"}
    good.behave(**DOWN)
    assert await offered(items, a=good, b=bad) == {("b", "echo"): "b__echo"}
    good.behave(fault=None)
    bad.behave(**DOWN)
    assert await offered(items, a=good, b=bad) == {("a", "echo"): "a__echo"}


async def test_processes_that_start_at_different_moments_have_the_same_names(
    items: ItemStore, good: McpProcess, bad: McpProcess
) -> None:
    for server in (good, bad):
        server.behave(tools={"echo": "echo"})
    good.behave(**DOWN)
    async with process(items, a=good, b=bad) as first:
        assert names(await first.offer()) == {("b", "echo"): "echo"}
        good.behave(fault=None)
        both = {("a", "echo"): "a__echo", ("b", "echo"): "echo"}
        assert await offered(items, a=good, b=bad) == both
        assert names(await first.refresh()) == both


async def test_a_process_knows_the_tools_of_a_server_that_was_down_when_it_started(
    items: ItemStore, good: McpProcess, bad: McpProcess
) -> None:
    await offered(items, a=good, b=bad)
    good.behave(**DOWN)
    async with process(items, a=good, b=bad) as toolbox:
        assert (await toolbox.offer()).lost == {"a__echo": "a", "a__wait": "a"}
        good.behave(fault=None)
        assert (await toolbox.refresh()).lost == {}


async def test_a_server_that_is_no_longer_configured_reserves_no_name(
    items: ItemStore, good: McpProcess, bad: McpProcess
) -> None:
    assert (await offered(items, a=good))["a", "echo"] == "echo"
    assert (await offered(items, b=bad))["b", "echo"] == "echo"
    both = await offered(items, a=good, b=bad)
    assert (both["a", "echo"], both["b", "echo"]) == ("a__echo", "echo")


async def test_names_that_no_model_takes_are_kept_too(items: ItemStore, good: McpProcess, bad: McpProcess) -> None:
    odd = {"look up": "echo", "look.up": "echo", "x" * 100: "echo"}
    good.behave(tools=odd)
    bad.behave(tools=odd)
    both = await offered(items, a=good, b=bad)
    good.behave(**DOWN)
    alone = await offered(items, a=good, b=bad)
    assert (len(set(both.values())), len(alone)) == (6, 3)
    assert alone.items() <= both.items()


async def test_a_server_that_renames_its_tools_all_the_time_fills_no_store(items: ItemStore, good: McpProcess) -> None:
    async with process(items, a=good) as toolbox:
        for number in range(4):
            good.behave(tools={f"tool_{number}_{n}": "echo" for n in range(400)})
            newest = names(await toolbox.refresh())
    stored = await items.read(("", ""), "tool-names")
    assert stored is not None
    assert len(cast("Mapping[str, Mapping[str, str]]", stored.body["names"])["a"]) == 1_000
    assert (await offered(items, a=good)).items() == newest.items()


async def test_tools_are_offered_while_the_store_fails(tmp_path: Path, good: McpProcess, bad: McpProcess) -> None:
    (tmp_path / "orc.db").mkdir()
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        found = await offered(SqliteItemStore(database, DOCUMENT_ITEMS), a=good, b=bad)
    assert set(found.values()) == {"a__echo", "b__echo", "a__wait", "b__wait"}
