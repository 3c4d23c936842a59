"""The work of the triggers other than HTTP."""

import asyncio
import logging
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from orc.documents.paths import parse_blob_path
from orc.domain import RunRef
from orc.errors import TURN_FAILED, NotFound, OrcError, StoreUnavailable
from orc.ports.subject import Subject, working_for
from orc.runs.activities import Activities
from shared.bootstrap import get_services
from shared.durable import DurableHistories, DurableScheduler

if TYPE_CHECKING:
    from azure.durable_functions import DurableFunctionsClient

logger = logging.getLogger(__name__)

_REGISTRATION_SECONDS = 480  # the platform ends a worker whose function exceeds host.json's functionTimeout
_MOST_TAKEN_OVER = 50
_LONG_OUTAGE = "The store was unavailable for too long. Your question is saved. Please ask again."


async def register(path: str) -> None:
    """Registers the uploaded document at a blob path. Ignores a blob that is deleted, belongs to no caller, or is being
    read by another process. Raises OrcError for an outage and for too long a wait, so that the platform delivers the
    event again; the registration continues meanwhile."""
    try:
        key, blob_name = parse_blob_path(path)
    except ValueError:
        logger.warning("A blob that is not a document of a conversation was ignored")
        return
    registry = (await get_services()).registry
    with working_for(Subject.of(key)):
        try:
            async with asyncio.timeout(_REGISTRATION_SECONDS):
                document = await registry.deliver(key, blob_name)
        except TimeoutError:
            raise OrcError("An uploaded document still waits to be read.", code="document_not_ready") from None
        except NotFound:
            logger.info("A blob was deleted before it could be registered")
            return
        if document is None:
            logger.info("An uploaded document is being read by another process")
        else:
            logger.info("Document %s is %s", document.file_id, document.status)


async def plan_turn(turn: dict[str, Any]) -> dict[str, Any] | None:
    """Executes the planner, and returns the steps of the plan that can be separate activities."""
    plan = await (await activities()).plan(ref_of(turn))
    return None if plan is None else dict(plan)


async def activities() -> Activities:
    """The activities of this process, built on first use."""
    return (await get_services()).activities


def ref_of(carried: dict[str, Any]) -> RunRef:
    """The run of an activity, without the other data in its input."""
    return RunRef(**{field.name: carried[field.name] for field in fields(RunRef) if field.name in carried})


async def abandon(turn: dict[str, Any]) -> bool:
    """Fails a run whose orchestration could not continue."""
    reason = StoreUnavailable(_LONG_OUTAGE) if turn.get("outage") else OrcError(TURN_FAILED)
    await (await activities()).abandon(ref_of(turn), reason)
    return True


async def next_turn(turn: dict[str, Any]) -> dict[str, Any] | None:
    """Starts the next queued turn, which the same orchestration executes."""
    following = await (await activities()).next_turn(ref_of(turn), turn["instance_id"])
    return asdict(following) if following else None


async def sweep(client: "DurableFunctionsClient") -> None:
    """Continues expired runs as orchestrations, processes abandoned documents, finishes interrupted deletions and
    erasures, and deletes data that is past its retention."""
    services = await get_services()
    await services.recovery.sweep(DurableScheduler(client))
    await services.registry.take_over_abandoned(limit=_MOST_TAKEN_OVER)
    await services.deletion.resume()
    await services.erasures.resume(lambda: DurableHistories(client))
    await services.retention.sweep()
