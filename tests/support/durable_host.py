"""The commands of the local host, with an orchestration engine that is watched, and that may deliver everything again.

DELIVERIES: how often each activity is delivered, all at once; its result is the last one's. HISTORIES: the directory
for the history of each orchestration that has ended, as the engine sent it with the last work item, in the JSON of its
protobuf. ENGINE: a file that names the engine; hosts that find it there have no other, and carry out those of its
steps that have even numbers. Timers fire every second.
"""

import asyncio
import json
import logging
import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import durabletask.internal.orchestrator_service_pb2 as pb
import durabletask.internal.orchestrator_service_pb2_grpc as stubs
import grpc
from google.protobuf.json_format import MessageToJson

from shared.devhost import cli, durable, host, timers

logger = logging.getLogger(__name__)

STEP, ELSEWHERE = "run_step", "run_step elsewhere"


class WatchedEngine(durable.DurableEngine):
    _joins = False

    async def __aenter__(self) -> None:
        shared = Path(os.environ["ENGINE"]) if "ENGINE" in os.environ else None
        if shared is not None and shared.exists():
            self._join(shared.read_text())
            return
        await super().__aenter__()
        if shared is not None:
            self._share()
            shared.write_text(self._worker.durable_client)

    def _share(self) -> None:
        """Gives steps with even numbers to whoever asks for them by another name."""
        backend: Any = self._backend
        process = backend._process_action

        def process_and_share(*action: object) -> None:
            process(*action)
            for item in backend._activity_queue:
                if item.name == STEP and json.loads(item.input)["step"] % 2 == 0:
                    item.name = ELSEWHERE

        backend._process_action = process_and_share

    def _join(self, client: str) -> None:
        self._joins = True
        self._worker.durable_client = client
        self._channel = grpc.aio.insecure_channel(json.loads(client)["rpcBaseUrl"])
        self._engine = stubs.TaskHubSidecarServiceStub(self._channel)
        self._receiving = asyncio.create_task(self._receive())

    def _stop_engine(self) -> None:
        if not self._joins:
            super()._stop_engine()

    async def _receive(self) -> None:
        orchestrations = [pb.OrchestrationFilter(name=name) for name in self._orchestrators if not self._joins]
        names = [ELSEWHERE] if self._joins else self._activities
        activities = [pb.ActivityFilter(name=name) for name in names]
        wanted = pb.WorkItemFilters(orchestrations=orchestrations, activities=activities)
        async for item in self._engine.GetWorkItems(pb.GetWorkItemsRequest(workItemFilters=wanted)):
            self._work.start(self._process(item))

    async def _run_activity(self, item: pb.WorkItem) -> pb.ActivityResponse:
        if item.activityRequest.name == ELSEWHERE:
            item.activityRequest.name = STEP
            logger.warning("A step of an orchestration elsewhere: %s", item.activityRequest.input.value)
        deliveries = int(os.environ.get("DELIVERIES", "1"))
        answers = [asyncio.create_task(super(WatchedEngine, self)._run_activity(item)) for _ in range(deliveries)]
        await asyncio.wait(answers)
        return answers[-1].result()

    async def _run_orchestrator(self, item: pb.WorkItem) -> pb.OrchestratorResponse:
        request, response = item.orchestratorRequest, await super()._run_orchestrator(item)
        ended = any(action.HasField("completeOrchestration") for action in response.actions)
        if ended and (directory := os.environ.get("HISTORIES")):
            written = Path(directory) / f".{request.instanceId}"
            written.write_text(MessageToJson(request))
            written.replace(written.with_name(f"{request.instanceId}.json"))
        return response


def _every_second(_: str, moment: datetime) -> datetime:
    """Makes all timers fire every second, so that tests need not wait for recovery."""
    return moment + timedelta(seconds=1)


def main(arguments: Sequence[str]) -> int:
    vars(host)["DurableEngine"] = WatchedEngine
    vars(timers)["next_after"] = _every_second
    return cli.main(arguments)
