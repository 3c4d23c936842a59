"""The names of tools, which are stored so that every process has the same ones (D-141)."""

import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from orc.errors import StoreError
from orc.items import update
from orc.ports import Item, ItemStore, PartitionKey, StoredItem
from orc.tools.naming import Origin, origin, unique_names
from orc.tools.offer import Offer, ToolServer

logger = logging.getLogger(__name__)

_PARTITION: PartitionKey = ("", "")  # of no organization
_ID = "tool-names"
_MOST_OF_A_SERVER = 1_000


class ToolNames:
    """A tool gets its name when it is first listed, and keeps it: in other processes, after a restart, and whichever
    servers are down. Names of servers that are no longer configured are free for others. Without items, names hold for
    this process."""

    def __init__(self, servers: Collection[str], items: ItemStore | None) -> None:
        self._servers = servers
        self._items = items
        self._names: dict[Origin, str] = {}
        self._is_read = items is None

    async def offer(self, servers: Sequence[ToolServer]) -> Offer:
        """The servers' tools under their names. While the store fails, new tools have names of the moment."""
        listed = {origin(tool) for server in servers for tool in server.tools}
        if not (self._is_read and listed <= self._names.keys()):
            try:
                await self._read_and_assign(servers, listed)
            except StoreError as error:
                logger.warning("The names of tools could not be read or stored: %s", error.code)
        down = {server.name for server in servers if server.status == "down"}
        lost = {name: server for (server, _), name in self._names.items() if server in down}
        return Offer(unique_names(servers, self._names), lost)

    async def _read_and_assign(self, servers: Sequence[ToolServer], listed: Collection[Origin]) -> None:
        names = dict[Origin, str]()

        def edit(stored: StoredItem | None) -> Item | None:
            nonlocal names
            by_server = cast("Mapping[str, Mapping[str, str]]", stored.body["names"] if stored else {})
            known = {(server, own): name for server, each in by_server.items() for own, name in each.items()}
            names = {at: name for at, name in (known or self._names).items() if at[0] in self._servers}
            names |= {origin(tool): tool.name for each in unique_names(servers, names) for tool in each.tools}
            count = Counter(server for server, _ in names)
            for at in [at for at in names if at not in listed]:
                if count[at[0]] > _MOST_OF_A_SERVER:
                    count[at[0]] -= 1
                    del names[at]
            taken = set(names.values())
            of_others = {at: name for at, name in known.items() if at[0] not in self._servers and name not in taken}
            body = dict[str, dict[str, str]]()
            for (server, own), name in (of_others | names).items():
                body.setdefault(server, {})[own] = name
            return None if body == by_server else {"id": _ID, "type": "tool_names", "schema_version": 1, "names": body}

        if self._items is None:
            edit(None)
        else:
            await update(self._items, _PARTITION, _ID, edit)
        self._names, self._is_read = names, True
