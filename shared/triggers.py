"""What the triggers besides HTTP do."""

import logging

from orc.documents.names import parse_blob_path
from orc.errors import NotFound
from shared.bootstrap import get_services

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
