"""What the triggers besides HTTP do."""

import logging
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from orc.documents.names import parse_blob_path
from orc.errors import NotFound
from orc.turn_ref import TurnRef
from shared.bootstrap import get_services
from shared.durable import DurableScheduler

if TYPE_CHECKING:
    from azure.durable_functions import DurableFunctionsClient

logger = logging.getLogger(__name__)


async def register(path: str) -> None:
    """Registers the uploaded document at a blob path. A blob that is gone, or that no caller can own, needs nothing;
    an outage is raised, so that the platform delivers the event again."""
    try:
        caller, conversation_id, blob_name = parse_blob_path(path)
    except ValueError:
        logger.warning("A blob that is no document of a conversation was left alone")
        return
    registry = (await get_services()).registry
    try:
        document, _ = await registry.ensure_registered(caller, conversation_id, blob_name)
    except NotFound:
        logger.info("A blob was deleted before it could be registered")
        return
    logger.info("Document %s is %s", document.file_id, document.status)


async def abandon(turn: dict[str, Any]) -> bool:
    """Fails a turn whose orchestration could not go on."""
    await (await get_services()).orchestrator.abandon(TurnRef(**turn))
    return True


async def next_turn(turn: dict[str, Any]) -> dict[str, Any] | None:
    """Begins the turn that waited for this one."""
    following = await (await get_services()).orchestrator.next_turn(TurnRef(**turn))
    return asdict(following) if following else None


async def recover(client: "DurableFunctionsClient") -> None:
    """Has the turns of dead workers go on as orchestrations."""
    await (await get_services()).orchestrator.recover(DurableScheduler(client))
