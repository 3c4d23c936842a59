"""Events as a server-sent event stream."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing

from starlette.responses import StreamingResponse

from orc.errors import OrcError, StoreUnavailable
from orc.events.hub import LoggedEvent
from orc.events.types import HEARTBEAT, ErrorRaised, encode_sse, event_data

logger = logging.getLogger(__name__)


async def _encoded(batches: AsyncGenerator[Sequence[LoggedEvent]], stream_url: str) -> AsyncIterator[bytes]:
    """What ends the stream before its time is told as an error without an id and without a done: of the stream, not of
    the run, which goes on. Who asked is not to ask again, but to follow."""
    try:
        async with aclosing(batches):
            async for events in batches:
                yield b"".join(encode_sse(e.seq, e.type, e.data) for e in events) or HEARTBEAT
    except OrcError as error:
        logger.warning("A stream ended before its time: %s %s", error.code, error.message)
        told = ErrorRaised(error.code, error.message, error.retryable)
        if isinstance(error, StoreUnavailable):
            rest = f"What was asked is kept. Follow the rest at {stream_url}, from the last event that came."
            told = ErrorRaised("stream_interrupted", f"The store cannot be read now. {rest}", retryable=False)
        yield encode_sse(0, told.type, event_data(told))


def stream_url(conversation_id: str, since: int, run_id: str | None) -> str:
    """Where the events after since are, of one run or of all."""
    of_run = f"&run_id={run_id}" if run_id else ""
    return f"/api/conversations/{conversation_id}/stream?since={since}{of_run}"


def event_stream(batches: AsyncGenerator[Sequence[LoggedEvent]], stream_url: str) -> StreamingResponse:
    """Sends events as they come, and a comment when none came for a while. What this stream cannot send is to be had at
    stream_url."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(_encoded(batches, stream_url), media_type="text/event-stream", headers=headers)
