"""Executes a plan: each step as soon as the steps that it needs have ended."""

import asyncio

from orc.domain import PlanStep
from orc.graphs.context.state import ConversationState, StepResult, TurnContext
from orc.graphs.execution.steps import run_step, single_error
from orc.graphs.node_names import MCP_EXECUTOR
from orc.graphs.planning.plan import dependencies
from orc.ports.tracing import node_span


async def run_one(number: int, state: ConversationState, context: TurnContext) -> StepResult:
    """Executes one step by itself. The steps that it needs have ended."""
    [step] = [step for step in state.workflow_plan if step.step == number]
    with node_span(context.tracer, MCP_EXECUTOR, context.key.conversation_id, context.run.run_id):
        return await run_step(step, state.step_results, state, context)


async def run_plan(state: ConversationState, context: TurnContext) -> tuple[StepResult, ...]:
    """The results of all steps, in the order of the plan. Steps with a result in the state are not executed again."""
    slots = asyncio.Semaphore(context.limits.parallel_steps)
    ended = {result.step: result for result in state.step_results}
    running: dict[int, asyncio.Task[None]] = {}

    async def run(step: PlanStep) -> None:
        needed = [running[other.step] for other in dependencies(step, state.workflow_plan) if other.step in running]
        if needed:
            await asyncio.wait(needed)
        async with slots:
            ended[step.step] = await run_step(step, list(ended.values()), state, context)

    with single_error():
        async with asyncio.TaskGroup() as group:
            for step in [step for step in state.workflow_plan if step.step not in ended]:
                running[step.step] = group.create_task(run(step))
    return tuple(ended[step.step] for step in state.workflow_plan)
