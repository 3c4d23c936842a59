"""The second node: carries out the plan over MCP, each step as soon as those that it needs have ended."""

import asyncio

from langgraph.runtime import Runtime

from orc.domain import PlanStep
from orc.graphs.parallel import one_error
from orc.graphs.plan import dependencies
from orc.graphs.state import ConversationState, StateUpdate, StepResult, TurnContext
from orc.graphs.steps import run_step


async def mcp_executor(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    return {"step_results": await run_plan(state, runtime.context)}


async def run_plan(state: ConversationState, context: TurnContext) -> tuple[StepResult, ...]:
    """The results of all steps, in the order of the plan."""
    slots = asyncio.Semaphore(context.limits.parallel_steps)
    ended: dict[int, StepResult] = {}
    running: dict[int, asyncio.Task[None]] = {}

    async def run(step: PlanStep) -> None:
        needed = [running[other.step] for other in dependencies(step, state.workflow_plan)]
        if needed:
            await asyncio.wait(needed)
        async with slots:
            ended[step.step] = await run_step(step, list(ended.values()), state, context)

    with one_error():
        async with asyncio.TaskGroup() as group:
            for step in state.workflow_plan:
                running[step.step] = group.create_task(run(step))
    return tuple(ended[step.step] for step in state.workflow_plan)
