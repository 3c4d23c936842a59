"""The commands of the local host, with an orchestration engine that is watched, and that may deliver everything again.

DELIVERIES: how often each activity is delivered, all at once; its result is the last one's. HISTORIES: the directory
for the history of each orchestration, as the engine sends it with its last work item, in the JSON of its protobuf.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import durabletask.internal.orchestrator_service_pb2 as pb
from google.protobuf.json_format import MessageToJson

from shared.devhost import cli, host
from shared.devhost.durable import DurableEngine


class WatchedEngine(DurableEngine):
    async def _act(self, item: pb.WorkItem) -> pb.ActivityResponse:
        deliveries = int(os.environ.get("DELIVERIES", "1"))
        answers = [asyncio.create_task(super(WatchedEngine, self)._act(item)) for _ in range(deliveries)]
        await asyncio.wait(answers)
        return answers[-1].result()

    async def _orchestrate(self, item: pb.WorkItem) -> pb.OrchestratorResponse:
        request = item.orchestratorRequest
        if directory := os.environ.get("HISTORIES"):
            written = Path(directory) / f".{request.instanceId}"
            written.write_text(MessageToJson(request))
            written.replace(written.with_name(f"{request.instanceId}.json"))
        return await super()._orchestrate(item)


def main(arguments: Sequence[str]) -> int:
    vars(host)["DurableEngine"] = WatchedEngine
    return cli.main(arguments)
