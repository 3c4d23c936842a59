"""Events as a server-sent event stream."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing

from starlette.responses import StreamingResponse

from orc.errors import OrcError, StoreUnavailable
from orc.events.codec import event_data
from orc.events.types import ErrorRaised, LoggedEvent, Token
from orc.text import json_line

logger = logging.getLogger(__name__)

HEARTBEAT = b": heartbeat\n\n"


def encode_sse(logged: LoggedEvent) -> bytes:
    """One server-sent event; its data has its type too. An event that is not in the log has no id: no client can resume
    after it."""
    head = f"id: {logged.seq}\n" if logged.seq else ""
    kind = logged.event.type
    if isinstance(logged.event, Token):  # most of an answer's events
        return f'{head}event: token\ndata: {{"type": "token", "text": {json_line(logged.event.text)}}}\n\n'.encode()
    return f"{head}event: {kind}\ndata: {json_line({'type': kind, **event_data(logged.event)})}\n\n".encode()


def stream_url(conversation_id: str, since: int, run_id: str | None) -> str:
    """The URL of the events after since, of one run or of all."""
    of_run = f"&run_id={run_id}" if run_id else ""
    return f"/api/conversations/{conversation_id}/stream?since={since}{of_run}"


def event_stream(batches: AsyncGenerator[Sequence[LoggedEvent]], stream_url: str) -> StreamingResponse:
    """Sends events as they arrive, and a comment for an empty batch.

    When the events cannot be read to their end, the stream ends with an error that has no id, and without a `done`: the
    run continues, and its other events are at stream_url.
    """

    async def encoded() -> AsyncIterator[bytes]:
        try:
            async with aclosing(batches):
                async for events in batches:
                    yield b"".join(map(encode_sse, events)) or HEARTBEAT
        except OrcError as error:
            logger.warning("A stream was cut off: %s %s", error.code, error.message)
            raised = ErrorRaised(error.code, error.message, error.retryable)
            if isinstance(error, StoreUnavailable):
                rest = (
                    f"Your question is saved. Follow the rest at {stream_url}, after the last event that you received."
                )
                raised = ErrorRaised(
                    "stream_interrupted", f"The store cannot be read at the moment. {rest}", retryable=False
                )
            yield encode_sse(LoggedEvent(0, raised))

    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(encoded(), media_type="text/event-stream", headers=headers)
