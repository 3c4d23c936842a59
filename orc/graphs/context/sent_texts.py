"""Texts that came with a turn: stored with its run, and registered as documents when it is executed."""

from orc.conversations.uploads import Uploads, file_of
from orc.events.types import StepThinking
from orc.graphs.context.state import TurnContext


async def register_sent_texts(context: TurnContext) -> None:
    """Registers the texts as documents. Idempotent: the same bytes stay the same documents."""
    run = context.run
    if run.documents:
        names = ", ".join(text.name for text in run.documents)
        await context.events.append(StepThinking("planning", f"Reading the text of {names}"))
        uploads = Uploads(context.conversations, context.registry)
        await uploads.store(context.key, [file_of(text) for text in run.documents])
