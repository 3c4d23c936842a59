"""The points at which a process can be made to fail: each call of a store and each end of a node, by user. A user's
fault is a JSON file (the fields of Fault) with the user's name in the directory of faults. While it exists, the points
that the user passes are listed beside it. Other users are not affected."""

import asyncio
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

from orc.documents.events import DocumentEvents
from orc.domain import Caller
from orc.errors import StoreUnavailable
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
from orc.graphs.turn import NODES, Node
from orc.ports import BlobStore, Create, Delete, DocumentIndex, Increment, ItemStore, Replace, Upsert, Write
from shared import adapters
from shared.adapters import Stores
from shared.settings import Settings

_TOKENS = "event(token)"
_NOTED = "noted: "  # what the log of documents stores and reads half a second later
_HELD = "checkpoint("  # goes with what is written next, unless time has it go by itself
_FENCE = "read fence"  # is read again when what a process knows of it is too old


_storing_noted: ContextVar[bool] = ContextVar("storing_noted", default=False)


def comes_with_time(point: str) -> bool:
    """Whether a call depends on time rather than on the turn: it may come earlier, later, more often or not at all."""
    return "lease #" in point or _TOKENS in point or point.startswith((_NOTED, f"write {_HELD}", _FENCE))


@dataclass(frozen=True, kw_only=True)
class Fault:
    """The effect on a user's call at a point, or on every so many calls. A point without its number stands for each
    such call. Every call may be slow."""

    action: Literal["none", "kill before", "kill after", "stop", "fail"] = "none"
    point: str = ""
    every: int = 0
    seconds: float = 0


class Faults:
    """The faults of this process. A user's points are numbered from when the fault was set."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._passed: dict[str, Counter[str]] = {}

    async def around[T](self, user: str, name: str, call: Callable[[], Awaitable[T]]) -> T:
        user = self._named(user)
        fault = self._fault(user)
        if fault is None:
            self._passed.pop(user, None)
            return await call()
        passed = self._passed.setdefault(user, Counter())
        passed.update([name, ""])
        point = f"{name} #{passed[name]}"
        with (self._directory / f"{user}.points").open("a") as file:
            file.write(f"{os.getpid()} {point}\n")
        due = fault.point in (point, name) or bool(fault.every and passed[""] % fault.every == 0)
        if fault.seconds:
            await asyncio.sleep(fault.seconds)
        if due and fault.action == "fail":
            raise StoreUnavailable("The store has failed for a test.")
        if due and fault.action == "kill before":
            os.kill(os.getpid(), signal.SIGKILL)
        if due and fault.action == "stop":
            os.kill(os.getpid(), signal.SIGTERM)
        result = await call()
        if due and fault.action == "kill after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    def _named(self, user: str) -> str:
        """The user of a subject, which is a pseudonym."""
        if len(user) < len(Caller("", "").subject):
            return user
        names = [each.name for each in self._directory.iterdir()]
        return next((name for name in names if Caller("organization", name).subject == user), user)

    def _fault(self, user: str) -> Fault | None:
        try:
            return Fault(**json.loads((self._directory / user).read_text()))
        except FileNotFoundError:
            return None


class _Faulty:
    """A store whose calls are points. An iteration is a point when it begins."""

    def __init__(self, store: object, faults: Faults) -> None:
        self._store, self._faults = store, faults

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name in ("list", "names"):
            return lambda prefix: self._listed(name, prefix, method)

        def call(*args: Any, **kwargs: Any) -> Any:
            user = _user(args[0]) if args else None
            if user is None:
                return method(*args, **kwargs)
            return self._faults.around(user, _name(name, args), lambda: method(*args, **kwargs))

        return call

    async def _listed(self, name: str, prefix: Any, method: Callable[[Any], AsyncIterator[Any]]) -> AsyncIterator[Any]:
        async def nothing() -> None: ...

        if user := _user(prefix):
            await self._faults.around(user, name, nothing)
        async for each in method(prefix):
            yield each


def _user(first: object) -> str | None:
    """The user of a call, taken from its first argument: a partition, a blob's path or a caller."""
    match first:
        case Caller():
            return first.user_id
        case (_, str(user), *_):
            return user or None  # what belongs to a whole organization is nobody's
        case str() if first.count("/") >= 2:
            return first.split("/")[2]
        case _:
            return None


def _name(method: str, args: tuple[Any, ...]) -> str:
    when = _NOTED if _storing_noted.get() else ""
    match method:
        case "write":
            return f"{when}write {' '.join(_all_written(args[1]))}"
        case "read" if not isinstance(args[0], str):
            return f"{when}read {args[1].split('-')[0]}"
        case "query":
            return f"query {args[1]}"
        case _:
            return method


def _all_written(writes: Sequence[Write]) -> list[str]:
    """The writes without tokens and checkpoints that accompany other writes, because when they do is a matter of
    time."""
    names = sorted(_written(each) for each in writes)
    names = [name for name in names if not name.startswith(_HELD)] or names
    return [name for name in names if name != _TOKENS] or names


def _written(write: Write) -> str:
    if isinstance(write, Delete):
        return f"-{write.item_id.split('-')[0]}"
    assert isinstance(write, Create | Replace | Upsert | Increment)
    body: Any = write.item
    match body["type"]:
        case "event":
            kinds = dict.fromkeys(event["type"] for event in body["events"])
            return f"event({','.join(kind for kind in kinds if kind != 'token') or 'token'})"
        case "checkpoint":
            return f"checkpoint({body['node']})"
        case kind:
            return str(kind)


def _faulty_node(name: str, node: Node, faults: Faults) -> Node:
    async def run(state: ConversationState, context: TurnContext) -> StateUpdate:
        user = context.key.user_id
        return await faults.around(user, f"node {name}", lambda: node(state, context))

    return run


def install(faults: Faults) -> None:
    """Makes points of the stores that the product builds, and of its nodes."""
    plain, flush = adapters.stores, DocumentEvents.flush

    def stores(settings: Settings) -> Stores:
        built = plain(settings)
        return replace(
            built,
            conversation_items=cast(ItemStore, _Faulty(built.conversation_items, faults)),
            document_items=cast(ItemStore, _Faulty(built.document_items, faults)),
            audit_items=cast(ItemStore, _Faulty(built.audit_items, faults)),
            index=cast(DocumentIndex, _Faulty(built.index, faults)),
            blobs=cast(BlobStore, _Faulty(built.blobs, faults)),
        )

    async def store_noted(self: DocumentEvents) -> None:
        was = _storing_noted.set(True)
        try:
            await flush(self)
        finally:
            _storing_noted.reset(was)

    vars(adapters)["stores"] = stores
    DocumentEvents.flush = store_noted  # type: ignore[method-assign]
    for name, node in list(NODES.items()):
        NODES[name] = _faulty_node(name, node, faults)


def listed(directory: Path, user: str) -> Iterator[tuple[int, str]]:
    """The points that a user has passed, each with its process."""
    passed = directory / f"{user}.points"
    for line in passed.read_text().splitlines() if passed.exists() else ():
        process, _, point = line.partition(" ")
        yield int(process), point
