"""The conversation graph: the nodes of a turn, run by LangGraph. Importing this takes a second."""

from functools import cache
from itertools import pairwise
from typing import Any, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from orc.conversations.records import Run
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
from orc.graphs.node_names import ANSWER, MCP_EXECUTOR, NODE_NAMES, QUERY_PLANNER
from orc.graphs.turn import NODES, checkpointed, load_turn, route


class _GraphNode(Protocol):
    async def __call__(self, state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate: ...


def _node(name: str) -> _GraphNode:
    async def run(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
        return await checkpointed(name, state, runtime.context)

    return run


@cache
def conversation_graph() -> Any:
    """The compiled graph; blob_names reach it as input only."""
    graph = StateGraph(ConversationState, context_schema=TurnContext)
    for name in NODES:
        graph.add_node(name, _node(name))
    graph.add_edge(START, QUERY_PLANNER)
    graph.add_conditional_edges(QUERY_PLANNER, route, [MCP_EXECUTOR, ANSWER])
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
