"""The Durable side of background turns: starting an orchestration, and its steps."""

from collections.abc import Generator
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from orc.errors import StoreUnavailable
from orc.orchestrator import TurnRef

if TYPE_CHECKING:
    from azure.durable_functions import DurableFunctionsClient
    from durabletask import task

ORCHESTRATOR = "turn_orchestrator"
NODES = ("query_planner", "mcp_executor", "context_builder", "answer", "commit")
ABANDON = "abandon_turn"


class DurableScheduler:
    """Starts orchestrations with the run's id as the instance's, so that a run has one however often it is asked."""

    def __init__(self, client: "DurableFunctionsClient") -> None:
        self._client = client

    async def schedule(self, turn: TurnRef) -> None:
        import grpc

        try:
            known = await self._client.get_orchestration_state(turn.run_id, fetch_payloads=False)
            if known is None:
                await self._client.schedule_new_orchestration(ORCHESTRATOR, input=asdict(turn), instance_id=turn.run_id)
        except grpc.RpcError as error:
            raise StoreUnavailable("The turn could not be handed over to the background.") from error


def turn_steps(context: "task.OrchestrationContext", turn: dict[str, str]) -> Generator[Any, Any, str]:
    """The nodes of a turn as activities, in order; each carries only where the turn's state is stored."""
    from durabletask import task

    policy = task.RetryPolicy(
        first_retry_interval=timedelta(seconds=1), max_number_of_attempts=3, backoff_coefficient=2.0
    )
    try:
        for node in NODES:
            if not (yield context.call_activity(node, input=turn, retry_policy=policy)):
                return "failed"
    except task.TaskFailedError:
        yield context.call_activity(ABANDON, input=turn, retry_policy=policy)
        return "failed"
    return "completed"
