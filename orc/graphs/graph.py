"""The conversation graph. The same nodes serve the in-process turn and the Durable orchestration."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from orc.conversations.records import Run
from orc.graphs.context.state import STEP, ConversationState, StateUpdate, TurnContext, load_state
from orc.graphs.node_names import ANSWER, CONTEXT_BUILDER, MCP_EXECUTOR, NODE_NAMES, QUERY_PLANNER
from orc.graphs.nodes.answer import answer
from orc.graphs.nodes.context_builder import context_builder
from orc.graphs.nodes.mcp_executor import mcp_executor
from orc.graphs.nodes.query_planner import query_planner
from orc.tracing import node_span


class Node(Protocol):
    """A step of a turn: what it adds to the state."""

    async def __call__(self, state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate: ...


NODES: dict[str, Node] = dict(zip(NODE_NAMES, (query_planner, mcp_executor, context_builder, answer), strict=True))


def checkpointed(name: str, node: Node) -> Node:
    """The node in a span of its own, with its update saved as a checkpoint."""

    async def run(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
        turn = runtime.context.run
        with node_span(runtime.context.tracer, name, turn.conversation_id, turn.run_id):
            update = await node(state, runtime)
        runtime.context.save(name, update)
        return update

    return run


def route(state: ConversationState) -> str:
    """A turn with documents, or with a plan, goes to the tools; any other straight to its answer."""
    return MCP_EXECUTOR if state.blob_names or state.workflow_plan else ANSWER


async def _route(state: ConversationState) -> str:
    """For the graph, which runs a plain function in a thread."""
    return route(state)


@cache
def conversation_graph() -> Any:
    """The compiled graph; blob_names reach it as input only."""
    graph = StateGraph(ConversationState, context_schema=TurnContext)
    for name, node in NODES.items():
        graph.add_node(name, checkpointed(name, node))
    graph.add_edge(START, QUERY_PLANNER)
    graph.add_conditional_edges(QUERY_PLANNER, _route, [MCP_EXECUTOR, ANSWER])
    for name, following in pairwise((*NODE_NAMES[1:], END)):
        graph.add_edge(name, following)
    return graph.compile()


async def run_graph(run: Run, context: TurnContext) -> ConversationState:
    """Runs a turn's graph in this process; each node's update is checkpointed."""
    try:
        result = await conversation_graph().ainvoke(load_turn(run, {}), context=context)
    finally:
        context.release()
    return ConversationState(**result)


def load_turn(run: Run, updates: Mapping[str, Mapping[str, Any]]) -> ConversationState:
    """A stored turn's state after the nodes and steps whose checkpoints these are."""
    steps = [update["step_result"] for name, update in updates.items() if name.startswith(STEP)]
    request = {
        "question": run.question,
        "blob_names": run.blob_names,
        "citation_style": run.citation_style,
        "filters": run.filters,
        "step_results": sorted(steps, key=lambda result: result["step"]),
    }
    return load_state(request, [updates[name] for name in NODES if name in updates])


async def run_node(name: str, state: ConversationState, context: TurnContext) -> StateUpdate:
    """Runs one node outside of the graph, as a Durable activity does, and checkpoints its update. A node that the
    graph would not have reached has nothing to do."""
    if name in (MCP_EXECUTOR, CONTEXT_BUILDER) and route(state) == ANSWER:
        return {}
    return await checkpointed(name, NODES[name])(state, Runtime(context=context))
