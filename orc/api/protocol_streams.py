"""Runs over HTTP in other protocols: their events from the first, folded, as a stream or to the end."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from starlette.responses import StreamingResponse

from orc.api.services import Services
from orc.api.turns import background_turn, handed_over
from orc.conversations.records import Run
from orc.domain import Caller
from orc.errors import BUG, OrcError
from orc.events.sse import HEARTBEAT
from orc.events.types import TURN_GOES_ON, ErrorRaised, LoggedEvent, StatusChange
from orc.protocols.fold import Fold, Numbering, notice_of

logger = logging.getLogger(__name__)

type Batches = AsyncGenerator[Sequence[LoggedEvent]]

_ENDS = "The connection ends here, and the answer is still being written."


@dataclass(frozen=True, slots=True)
class Interruption:
    """Why a stream ends before its run. last is the number of the last output sent."""

    code: str
    message: str
    last: int


async def run_events(services: Services, caller: Caller, run: Run, *, stored_only: bool = False) -> Batches:
    """The events of a run from its first: stored ones, then live ones, for at most the time of one response. If the run
    has not ended by then, the last event is a notice that it continues. An empty batch comes at each tick. stored_only
    delivers each event only once it is stored, for streams that can be resumed at a number."""
    tick = services.limits.heartbeat_seconds
    events = services.orchestrator.follow_run(caller, run, tick_seconds=tick, stored_only=stored_only)
    return handed_over(events, await background_turn(services, caller, run), services.limits.handover_seconds)


async def fold_run[Out](batches: Batches, fold: Fold[Out]) -> Interruption | None:
    """Feeds a fold until the run is done. Returns an Interruption if the events end earlier; errors of the store are
    raised."""
    numbering = Numbering(fold)
    numbering.open()
    async with aclosing(batches):
        async for events in batches:
            numbering.feed(events)
            if interruption := _interruption(events, numbering.last):
                return interruption
    return None if numbering.is_done else Interruption(TURN_GOES_ON, _ENDS, numbering.last)


def protocol_stream[Out](
    batches: Batches,
    fold: Fold[Out],
    *,
    encode: Callable[[int, Out], bytes],
    interrupted: Callable[[Interruption], bytes],
    after: int = -1,
    ending: bytes = b"",
    headers: Mapping[str, str] | None = None,
) -> StreamingResponse:
    """Streams a run's folded events as server-sent events: those numbered above `after`, a comment for each empty
    batch, and `ending` once the run is done. If the run cannot be followed to its end, the stream ends with what
    `interrupted` returns."""

    async def encoded() -> AsyncIterator[bytes]:
        numbering = Numbering(fold, after)
        yield b"".join(encode(*each) for each in numbering.open()) or HEARTBEAT
        try:
            async with aclosing(batches):
                async for events in batches:
                    yield b"".join(encode(*each) for each in numbering.feed(events)) or HEARTBEAT
                    if interruption := _interruption(events, numbering.last):
                        yield interrupted(interruption)
                        return
        except OrcError as error:
            logger.warning("A stream was cut off: %s %s", error.code, error.message)
            yield interrupted(Interruption(error.code, error.message, numbering.last))
            return
        except Exception:  # the outermost handler of a stream: its head has been sent, so no other handler can answer
            logger.exception("A stream failed")
            yield interrupted(Interruption("internal_error", BUG, numbering.last))
            return
        if numbering.is_done:
            yield ending
        else:  # this process is stopping, and another continues
            yield interrupted(Interruption(TURN_GOES_ON, _ENDS, numbering.last))

    fixed = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(encoded(), media_type="text/event-stream", headers={**fixed, **(headers or {})})


def _interruption(events: Sequence[LoggedEvent], last: int) -> Interruption | None:
    for logged in events:
        match notice_of(logged):
            case StatusChange(status="background"):
                return Interruption(TURN_GOES_ON, _ENDS, last)
            case ErrorRaised(code=code, message=message):
                return Interruption(code, message, last)
            case _:
                continue
    return None
