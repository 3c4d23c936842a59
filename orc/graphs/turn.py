"""The nodes of a turn, in order: for the graph, for the Durable orchestration, and for recovery."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, Protocol, cast

from orc.conversations.records import Run
from orc.graphs.context.state import CALL, ROUND, SENT, STEP, ConversationState, StateUpdate, TurnContext, load_state
from orc.graphs.node_names import ANSWER, CONTEXT_BUILDER, MCP_EXECUTOR, NODE_NAMES
from orc.ports.subject import subject
from orc.ports.tracing import node_span


class Node(Protocol):
    """A node of a turn. Returns its update of the state."""

    async def __call__(self, state: ConversationState, context: TurnContext) -> StateUpdate: ...


class _Imported:
    """The node of this name: the function of the same name in the module of the same name, which its first call
    imports. While the planner waits for the model there is time to import the others (D-293)."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._node: Node | None = None

    async def __call__(self, state: ConversationState, context: TurnContext) -> StateUpdate:
        if self._node is None:
            module = await asyncio.to_thread(import_module, f"orc.graphs.nodes.{self._name}")
            self._node = cast("Node", getattr(module, self._name))
        return await self._node(state, context)


NODES: dict[str, Node] = {name: _Imported(name) for name in NODE_NAMES}


async def checkpointed(name: str, state: ConversationState, context: TurnContext) -> StateUpdate:
    """Runs the node in a span of its own, and saves its update as a checkpoint."""
    with node_span(context.tracer, name, context.run.conversation_id, context.run.run_id):
        update = await NODES[name](state, context)
    context.save(name, update)
    if (found := subject()) is not None:
        found.calls.clear()
    return update


async def route(state: ConversationState) -> str:
    """The next node: the tools for a turn with documents or a plan, else the answer."""
    # LangGraph runs a plain function in a thread, so this is async.
    return MCP_EXECUTOR if state.blob_names or state.workflow_plan else ANSWER


def load_turn(run: Run, updates: Mapping[str, Mapping[str, Any]]) -> ConversationState:
    """The state of a stored turn after the nodes and steps with these checkpoints."""

    def saved(prefix: str, field: str) -> dict[int, Any]:
        """The field of the checkpoints that have the prefix, by the number in their names, in its order."""
        found = {int(name.removeprefix(prefix)): update for name, update in updates.items() if name.startswith(prefix)}
        return {number: found[number][field] for number in sorted(found)}

    request = {
        "question": run.question,
        "blob_names": run.blob_names,
        "citation_style": run.citation_style,
        "filters": run.filters,
        "step_results": list(saved(STEP, "step_result").values()),
        "earlier": {
            "rounds": list(saved(ROUND, "completion").values()),
            "calls": saved(CALL, "step_result"),
            "sent": saved(SENT, "step_result"),
        },
    }
    return load_state(request, [updates[name] for name in NODES if name in updates])


async def run_node(name: str, state: ConversationState, context: TurnContext) -> StateUpdate:
    """Runs one node outside of the graph, as a Durable activity does, and checkpoints its update. Does nothing for a
    node that the graph would not have reached."""
    if name in (MCP_EXECUTOR, CONTEXT_BUILDER) and await route(state) == ANSWER:
        return {}
    return await checkpointed(name, state, context)


async def run_nodes(run: Run, context: TurnContext) -> ConversationState:
    """Runs a turn as its graph does, in a process that has not imported LangGraph yet (D-290)."""
    state = load_turn(run, {})
    try:
        for name in NODES:
            state = replace(state, **await run_node(name, state, context))
    finally:
        context.release()
    return state
