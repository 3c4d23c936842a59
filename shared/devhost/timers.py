"""Timer triggers: six-field NCRONTAB schedules (second first), in UTC."""

import asyncio
import json
from datetime import UTC, datetime

from croniter import croniter

from shared.devhost.background import Background, Grace, cancel
from shared.devhost.worker import Function, FunctionFailed, StartupFailed, TypedData, Worker


def next_after(schedule: str, moment: datetime) -> datetime:
    """The schedule's next time after moment; day of month and day of week must both match. Raises ValueError for an
    invalid schedule."""
    if len(schedule.split()) != 6:
        raise ValueError(f"{schedule!r} has not six fields")
    due: datetime = croniter(schedule, moment, second_at_beginning=True, day_or=False).get_next(datetime)
    return due


class Timers:
    """Fires timer functions while open. A function that still runs when it is due again skips that time."""

    def __init__(self, worker: Worker, grace: Grace) -> None:
        self._worker, self._grace = worker, grace
        self._firing = Background()
        self._schedules: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> None:
        functions = self._worker.triggered_by("timertrigger")
        for function in functions:
            try:
                next_after(function.trigger["schedule"], datetime.now(UTC))
            except ValueError as error:
                raise StartupFailed(f"The schedule of {function.name} is not NCRONTAB: {error}.") from error

        async def follow(function: Function) -> None:
            last = datetime.now(UTC)
            if function.trigger.get("runOnStartup"):
                await asyncio.wait([self._firing.start(self._fire(function, last))])
            while True:
                due = next_after(function.trigger["schedule"], max(last, datetime.now(UTC)))
                await asyncio.sleep((due - datetime.now(UTC)).total_seconds())
                await asyncio.wait([self._firing.start(self._fire(function, last))])
                last = due

        self._schedules = [asyncio.create_task(follow(function)) for function in functions]

    async def __aexit__(self, *_: object) -> None:
        await cancel(*self._schedules)
        await self._firing.finish(self._grace.left())

    async def _fire(self, function: Function, last: datetime) -> None:
        following = next_after(function.trigger["schedule"], datetime.now(UTC))
        status = {"Last": last.isoformat(), "Next": following.isoformat(), "LastUpdated": last.isoformat()}
        timer = {"IsPastDue": False, "Schedule": {"AdjustForDST": True}, "ScheduleStatus": status}
        try:
            await self._worker.invoke(function, TypedData(json=json.dumps(timer)))
        except FunctionFailed as failure:
            failure.log()
