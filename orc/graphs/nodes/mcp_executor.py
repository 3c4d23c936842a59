"""The second node: carries out the plan over MCP, each step as soon as those that it needs have ended."""

import asyncio

from langgraph.runtime import Runtime

from orc.domain import PlanStep
from orc.errors import StoreUnavailable
from orc.graphs.context.state import ConversationState, StateUpdate, StepResult, TurnContext
from orc.graphs.execution.parallel import one_error
from orc.graphs.execution.steps import SKIPPED, run_step
from orc.graphs.planning.plan import dependencies
from orc.tools.offer import BUILT_IN
from orc.tracing import node_span


async def mcp_executor(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    results = await run_plan(state, runtime.context)
    if results and all(_is_lost(result) for result in results):
        raise StoreUnavailable(next(r.failure.message for r in results if r.failure and r.failure.code != SKIPPED))
    return {"step_results": results}


def _is_lost(result: StepResult) -> bool:
    """Whether there is no result because our own store was away: of a turn that has no other there is no answer."""
    code = result.failure.code if result.failure else None
    return code == SKIPPED or (code == StoreUnavailable.code and result.server == BUILT_IN)


async def run_one(number: int, state: ConversationState, context: TurnContext) -> StepResult:
    """The result of one step, by itself, when those that it needs have ended."""
    [step] = [step for step in state.workflow_plan if step.step == number]
    with node_span(context.tracer, "mcp_executor", context.key.conversation_id, context.run.run_id):
        return await run_step(step, state.step_results, state, context)


async def run_plan(state: ConversationState, context: TurnContext) -> tuple[StepResult, ...]:
    """The results of all steps, in the order of the plan; those that the state has are not carried out again."""
    slots = asyncio.Semaphore(context.limits.parallel_steps)
    ended = {result.step: result for result in state.step_results}
    running: dict[int, asyncio.Task[None]] = {}

    async def run(step: PlanStep) -> None:
        needed = [running[other.step] for other in dependencies(step, state.workflow_plan) if other.step in running]
        if needed:
            await asyncio.wait(needed)
        async with slots:
            ended[step.step] = await run_step(step, list(ended.values()), state, context)

    with one_error():
        async with asyncio.TaskGroup() as group:
            for step in [step for step in state.workflow_plan if step.step not in ended]:
                running[step.step] = group.create_task(run(step))
    return tuple(ended[step.step] for step in state.workflow_plan)
