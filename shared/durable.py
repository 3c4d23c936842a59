"""The Durable side of background turns: starting an orchestration, and its steps."""

import asyncio
import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from orc.domain import RunRef
from orc.errors import SchedulerUnavailable, StoreUnavailable
from orc.graphs.node_names import COMMIT, NODE_NAMES, QUERY_PLANNER
from shared.durable_payloads import payload_store

if TYPE_CHECKING:
    from azure.durable_functions import DurableFunctionsClient
    from durabletask import task

ORCHESTRATOR = "turn_orchestrator"
PLANNER = QUERY_PLANNER
STEP = "run_step"
NODES = (*NODE_NAMES[1:], COMMIT)
ABANDON = "abandon_turn"
NEXT = "next_turn"

_CLIENT_FIELDS = ("taskHubName", "rpcBaseUrl", "requiredQueryStringParameters", "maxGrpcMessageSizeInBytes")
_TERMINATION_SECONDS = 20.0
_POLL_SECONDS = 0.2


class DurableScheduler:
    """Starts orchestrations under instance ids of the run and its epoch, so that scheduling is idempotent."""

    def __init__(self, client: "DurableFunctionsClient") -> None:
        self._client = client

    async def schedule(self, turn: RunRef) -> None:
        import grpc

        try:
            state = await self._client.get_orchestration_state(turn.instance_id, fetch_payloads=False)
            if state is None:
                await self._client.schedule_new_orchestration(
                    ORCHESTRATOR, input=asdict(turn), instance_id=turn.instance_id
                )
        except grpc.RpcError as error:
            raise SchedulerUnavailable("The turn could not be handed over to the background.") from error

    async def is_running(self, instance_id: str) -> bool:
        import grpc
        from durabletask.client import OrchestrationStatus

        try:
            state = await self._client.get_orchestration_state(instance_id, fetch_payloads=False)
        except grpc.RpcError as error:
            raise SchedulerUnavailable("The status of orchestrations cannot be read.") from error
        unfinished = (OrchestrationStatus.RUNNING, OrchestrationStatus.PENDING, OrchestrationStatus.CONTINUED_AS_NEW)
        return state is not None and state.runtime_status in unfinished


class DurableHistories:
    """The platform's histories of orchestrations, read with a separate client that outlives the call that
    created it."""

    def __init__(self, client: "DurableFunctionsClient") -> None:
        from azure.durable_functions import DurableFunctionsClient

        connection = {name: getattr(client, name) for name in _CLIENT_FIELDS}
        self._client = DurableFunctionsClient(json.dumps(connection))

    async def instances(self, prefix: str) -> Sequence[str]:
        from durabletask.client import OrchestrationQuery

        with _answering():
            found = await self._client.get_all_orchestration_states(OrchestrationQuery(instance_id_prefix=prefix))
        return [state.instance_id for state in found]

    async def purge(self, instances: Sequence[str]) -> None:
        from durabletask.client import OrchestrationStatus

        ended = (OrchestrationStatus.COMPLETED, OrchestrationStatus.FAILED, OrchestrationStatus.TERMINATED)
        deadline = time.monotonic() + _TERMINATION_SECONDS
        for instance_id in instances:
            with _answering():
                while state := await self._client.get_orchestration_state(instance_id, fetch_payloads=False):
                    if state.runtime_status in ended:
                        # The history is deleted last, so that the next attempt finds it.
                        await payload_store().forget(instance_id)
                        await self._client.purge_orchestration(instance_id)
                        break
                    if time.monotonic() > deadline:
                        raise SchedulerUnavailable("An orchestration has not ended yet.")
                    await self._client.terminate_orchestration(instance_id)
                    await asyncio.sleep(_POLL_SECONDS)

    async def aclose(self) -> None:
        await self._client.close()


@contextmanager
def _answering() -> Iterator[None]:
    import grpc

    try:
        yield
    except grpc.RpcError as error:
        raise SchedulerUnavailable("The histories of orchestrations cannot be reached.") from error


def turn_steps(context: "task.OrchestrationContext", turn: dict[str, Any] | None) -> Generator[Any, Any, str]:
    """Executes the nodes of a turn and the steps of its plan as activities, and then those of the turns queued behind
    it. Each activity receives only a reference to the turn's stored state. Returns whether the last turn completed."""
    from durabletask import task

    policy = task.RetryPolicy(
        first_retry_interval=timedelta(seconds=1), max_number_of_attempts=3, backoff_coefficient=2.0
    )
    completed = False
    while turn is not None:
        try:
            plan = yield context.call_activity(PLANNER, input=turn, retry_policy=policy)
            completed = plan is not None and (yield from _plan_steps(context, turn, plan, policy))
            for node in NODES:
                completed = completed and (yield context.call_activity(node, input=turn, retry_policy=policy))
        except task.TaskFailedError as failed:
            completed = False
            # Platforms put the class of an error in one of these places.
            error = f"{failed.details.error_type} {failed.details.message}"
            failed_turn = {**turn, "outage": StoreUnavailable.__name__ in error}
            yield context.call_activity(ABANDON, input=failed_turn, retry_policy=policy)
        next_input = {**turn, "instance_id": context.instance_id}
        turn = yield context.call_activity(NEXT, input=next_input, retry_policy=policy)
    return "completed" if completed else "not completed"


def _plan_steps(
    context: "task.OrchestrationContext", turn: dict[str, Any], plan: dict[str, Any], policy: "task.RetryPolicy"
) -> Generator[Any, Any, bool]:
    """Executes each step of a plan as soon as the steps that it needs have ended. Returns False when this orchestration
    must not continue the run; that, and an error, waits until no step is running."""
    from durabletask import task

    waiting = {step: set(needed) for step, needed in plan["steps"]}
    running: dict[Any, int] = {}
    broken: Any = None
    while waiting or running:
        ready = [step for step, needed in waiting.items() if not needed]
        for step in ready[: plan["parallel"] - len(running)]:
            del waiting[step]
            running[context.call_activity(STEP, input={**turn, "step": step}, retry_policy=policy)] = step
        first = yield task.when_any(list(running))
        step = running.pop(first)
        for needed in waiting.values():
            needed.discard(step)
        if first.is_failed or not first.get_result():
            broken = broken or first
            waiting.clear()
    return broken is None or broken.get_result()
