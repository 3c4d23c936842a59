"""The second node: executes the plan over MCP."""

from orc.errors import StoreUnavailable
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
from orc.graphs.execution.plan_runner import run_plan
from orc.graphs.execution.steps import SKIPPED
from orc.tools.offer import BUILT_IN


async def mcp_executor(state: ConversationState, context: TurnContext) -> StateUpdate:
    """The results of the plan's steps. Raises StoreUnavailable if an outage of the product's own store has prevented
    all of them."""
    results = await run_plan(state, context)
    failures = [(result.failure, result.server == BUILT_IN) for result in results if result.failure is not None]
    lost = [failure for failure, is_own in failures if is_own and failure.code == StoreUnavailable.code]
    skipped = [failure for failure, _ in failures if failure.code == SKIPPED]
    if lost and len(lost) + len(skipped) == len(results):
        raise StoreUnavailable(lost[0].message)
    return {"step_results": results}
