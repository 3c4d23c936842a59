"""Partial updates of an item: add, set, replace, remove, incr and move, all of them or none."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from cosmos_server.containers import Body, Container, Stored
from cosmos_server.errors import bad_request, precondition_failed
from cosmos_server.expressions import Row
from cosmos_server.partitions import Key
from cosmos_server.sql import parse_condition

_MAX_OPERATIONS = 10


def patch(container: Container, key: Key, item_id: str, request: Mapping[str, Any], if_match: str | None) -> Stored:
    old = container.read(key, item_id)
    condition = request.get("condition")
    if condition is not None and parse_condition(condition).value(Row(old.body)) is not True:
        raise precondition_failed()
    operations: Sequence[Mapping[str, Any]] = request.get("operations") or []
    if not 1 <= len(operations) <= _MAX_OPERATIONS:
        raise bad_request(f"A patch has from 1 to {_MAX_OPERATIONS} operations.")
    patched = copy.deepcopy(old.body)
    for operation in operations:
        target = _Target(patched, operation["path"])
        match operation["op"]:
            case "add":
                target.put(operation["value"], insert=True)
            case "set":
                target.put(operation["value"])
            case "replace":
                target.get()
                target.put(operation["value"])
            case "remove":
                target.remove()
            case "incr":
                target.put(target.number() + operation["value"])
            case "move":
                source = _Target(patched, operation["from"])
                value = source.get()
                source.remove()
                _Target(patched, operation["path"]).put(value)
            case other:
                raise bad_request(f"'{other}' is not a patch operation.")
    return container.replace(key, item_id, patched, if_match)


class _Target:
    """The target of a JSON pointer: a property of an object, or a position in an array."""

    def __init__(self, body: Body, path: str) -> None:
        *parents, self._name = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]] or [""]
        if not parents and (self._name == "id" or self._name.startswith("_")):
            raise bad_request(f"The path '{path}' cannot be patched.")
        self._holder: Any = body
        for parent in parents:
            self._holder = _Target._step(self._holder, parent)

    def get(self) -> Any:
        return self._step(self._holder, self._name)

    def number(self) -> int | float:
        if isinstance(self._holder, dict) and self._name not in self._holder:
            return 0
        value = self.get()
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise bad_request("Only a number can be incremented.")
        return value

    def put(self, value: Any, *, insert: bool = False) -> None:
        if isinstance(self._holder, dict):
            self._holder[self._name] = value
        elif isinstance(self._holder, list) and self._name == "-":
            self._holder.append(value)
        elif isinstance(self._holder, list) and self._name.isdigit() and int(self._name) <= len(self._holder):
            place = int(self._name)
            self._holder[place : place if insert else place + 1] = [value]
        else:
            raise bad_request("The path of a patch leads nowhere.")

    def remove(self) -> None:
        self.get()
        del self._holder[int(self._name) if isinstance(self._holder, list) else self._name]

    @staticmethod
    def _step(holder: Any, name: str) -> Any:
        if isinstance(holder, dict) and name in holder:
            return holder[name]
        if isinstance(holder, list) and name.isdigit() and int(name) < len(holder):
            return holder[int(name)]
        raise bad_request("The path of a patch leads nowhere.")
