"""The names of tools over every item store."""

import asyncio

import pytest

from orc.ports import ItemStore
from orc.tools.offer import Tool, ToolServer
from orc.tools.stored_names import ToolNames


@pytest.mark.req("WF-12")
async def test_processes_that_list_different_servers_at_once_agree_on_the_names(document_items: ItemStore) -> None:
    own_names = {"a": ["search", "look up"], "b": ["search", "x" * 100], "c": ["search"]}
    servers = [
        ToolServer(server, "ok", tuple(Tool("", server, name, "", {}) for name in tools))
        for server, tools in own_names.items()
    ]
    processes = [(ToolNames(own_names, document_items), servers[n % 3 : 3 if n < 6 else n % 3 + 1]) for n in range(9)]
    await asyncio.gather(*(process.offer(listed) for process, listed in processes))
    offers = [await process.offer(servers) for process, _ in processes]
    assert len({tool.name for tool in offers[0].tools}) == 5
    assert all(offer == offers[0] for offer in offers)
