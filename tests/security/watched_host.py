"""The commands of the local host, with every logger at its most talkative, and with all that is handed to and from the
orchestration engine (inputs, results, failures, histories) written to the file that DURABLE_MESSAGES names."""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

import durabletask.internal.orchestrator_service_pb2 as pb

from shared.devhost import cli, durable, host


class Watched(durable.DurableEngine):
    async def _process(self, item: pb.WorkItem) -> None:
        _write(item)
        await super()._process(item)

    async def _run_orchestrator(self, item: pb.WorkItem) -> pb.OrchestratorResponse:
        return _write(await super()._run_orchestrator(item))

    async def _run_activity(self, item: pb.WorkItem) -> pb.ActivityResponse:
        return _write(await super()._run_activity(item))


def _write[T](message: T) -> T:
    with Path(os.environ["DURABLE_MESSAGES"]).open("a") as file:
        file.write(f"{message}\n")
    return message


def talkative(*, quiet: bool) -> None:
    logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")


def main(arguments: Sequence[str]) -> int:
    vars(host)["DurableEngine"] = Watched
    vars(cli)["_log_to_stderr"] = talkative
    return cli.main(arguments)
