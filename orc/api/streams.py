"""Events as a server-sent event stream."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing

from starlette.responses import StreamingResponse

from orc.channels import LoggedEvent
from orc.errors import OrcError
from orc.events import HEARTBEAT, ErrorRaised, encode_sse, event_data

logger = logging.getLogger(__name__)


async def _encoded(batches: AsyncGenerator[Sequence[LoggedEvent]]) -> AsyncIterator[bytes]:
    """What ends the stream before its time is told as an error without an id and without a done: of the stream, not of
    the run, which may go on."""
    try:
        async with aclosing(batches):
            async for events in batches:
                yield b"".join(encode_sse(e.seq, e.type, e.data) for e in events) or HEARTBEAT
    except OrcError as error:
        logger.warning("A stream ended before its time: %s %s", error.code, error.message)
        told = ErrorRaised(error.code, error.message, error.retryable)
        yield encode_sse(0, told.type, event_data(told))


def event_stream(batches: AsyncGenerator[Sequence[LoggedEvent]]) -> StreamingResponse:
    """Sends events as they come, and a comment when none came for a while."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(_encoded(batches), media_type="text/event-stream", headers=headers)
