"""Events as a server-sent event stream."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing

from starlette.responses import StreamingResponse

from orc.channels import LoggedEvent
from orc.events import HEARTBEAT, encode_sse


async def _encoded(batches: AsyncGenerator[Sequence[LoggedEvent]]) -> AsyncIterator[bytes]:
    async with aclosing(batches):
        async for events in batches:
            yield b"".join(encode_sse(e.seq, e.type, e.data) for e in events) or HEARTBEAT


def event_stream(batches: AsyncGenerator[Sequence[LoggedEvent]]) -> StreamingResponse:
    """Sends events as they come, and a comment when none came for a while."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(_encoded(batches), media_type="text/event-stream", headers=headers)
