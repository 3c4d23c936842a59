"""Monthly usage of callers and organizations, and their budgets (D-313)."""

import asyncio
import hashlib
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from orc.domain import Caller
from orc.errors import ErasureInProgress, InvalidRequest, ItemExists, StoreError, TooManyRequests
from orc.items import now
from orc.patterns import regex
from orc.ports import Create, Increment, Item, ItemStore, PartitionKey, StoredItem
from orc.watch.hours import of_organization

logger = logging.getLogger(__name__)

type Measure = Literal["turns", "tokens", "pages", "bytes"]

COUNTED: Final = ("turns", "input_tokens", "output_tokens", "documents", "pages", "bytes")
OF_TURNS: Final[tuple[Measure, ...]] = ("turns", "tokens")
OF_DOCUMENTS: Final[tuple[Measure, ...]] = ("pages", "bytes")
MEASURES: Final = (*OF_TURNS, *OF_DOCUMENTS)
BUDGET_USED: Final = "monthly_budget_used"

_TYPE = "usage"
_KEPT_SECONDS = 800 * 24 * 3600
_MARKER_SECONDS = 7 * 24 * 3600  # longer than any recovery or redelivery
_MONTH = regex(r"(?!0000|9999)[0-9]{4}-(?:0[1-9]|1[0-2])")  # the next month must be in the calendar too


@dataclass(frozen=True, slots=True)
class Budgets:
    """Monthly limits for one user and for one organization, by measure. A measure that is missing or 0 has no limit."""

    user: Mapping[Measure, int] = field(default_factory=dict[Measure, int])
    organization: Mapping[Measure, int] = field(default_factory=dict[Measure, int])

    @property
    def user_limits(self) -> dict[Measure, int]:
        """The limits that are set."""
        return {measure: limit for measure, limit in self.user.items() if limit}

    @property
    def organization_limits(self) -> dict[Measure, int]:
        return {measure: limit for measure, limit in self.organization.items() if limit}


@dataclass(frozen=True, slots=True)
class MonthUsage:
    """The usage of a month, by counter; user_id is "" for a whole organization."""

    month: str
    user_id: str
    counts: Mapping[str, int]

    def used(self, measure: Measure) -> int:
        names = ("input_tokens", "output_tokens") if measure == "tokens" else (measure,)
        return sum(self.counts.get(name, 0) for name in names)


def month_of(moment: datetime) -> str:
    """The month in UTC, such as 2026-11."""
    return f"{moment.astimezone(UTC):%Y-%m}"


def checked_month(month: str) -> str:
    """Raises InvalidRequest unless the text is a month such as 2026-11."""
    if not _MONTH.fullmatch(month):
        raise InvalidRequest.of("month", "must be a month such as 2026-11")
    return month


def end_of(month: str) -> datetime:
    """The beginning of the next month, in UTC."""
    begins = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    return (begins + timedelta(days=32)).replace(day=1)


class Usage:
    """Counts are stored at once, and each event is counted once, even if several instances report it. A user's counts
    are in the user's partition of the documents' items, an organization's in a partition of its own."""

    def __init__(
        self, items: ItemStore, budgets: Budgets | None = None, *, clock: Callable[[], datetime] = now
    ) -> None:
        self._items = items
        self.budgets = budgets or Budgets()
        self._clock = clock
        self._counting: set[asyncio.Task[None]] = set()

    async def count(self, caller: Caller, what: str, amounts: Mapping[str, int]) -> None:
        """Counts an event by its id; repeating it does nothing. A failure of the store is logged and not raised, so
        that no request fails because of counting."""
        mark = hashlib.sha256(what.encode()).hexdigest()[:32]  # it outlives the event, and must not reveal it
        marker: Item = {"id": f"counted-{mark}", "type": "counted", "schema_version": 1, "ttl": _MARKER_SECONDS}
        await self._add(caller, amounts, marker)

    def count_soon(self, caller: Caller, amounts: Mapping[str, int]) -> None:
        """Counts an event that cannot be repeated, in the background; aclose waits for it."""
        task = asyncio.create_task(self._add(caller, amounts))
        self._counting.add(task)
        task.add_done_callback(self._counting.discard)

    async def _add(self, caller: Caller, amounts: Mapping[str, int], marker: Item | None = None) -> None:
        added = {name: amount for name, amount in amounts.items() if amount}
        if added:
            month = month_of(self._clock())
            await asyncio.gather(
                self._add_to(caller.partition, caller.user_id, month, added, marker),
                self._add_to(of_organization(caller.organization_id), "", month, added, marker),
            )

    async def _add_to(
        self, partition: PartitionKey, user_id: str, month: str, amounts: Mapping[str, int], marker: Item | None
    ) -> None:
        item: dict[str, Any] = {
            "id": f"usage-{month}",
            "type": _TYPE if user_id else f"organization_{_TYPE}",
            "schema_version": 1,
            "sort": f"{month} {user_id}",
            "month": month,
            "ttl": _KEPT_SECONDS,
        }
        increment = Increment(item, amounts)
        try:
            await self._items.write(partition, [Create(marker), increment] if marker else [increment])
        except ItemExists:  # an earlier attempt has counted it
            return
        except (StoreError, ErasureInProgress) as error:
            logger.warning("Something that was used could not be counted: %s", error.code)

    async def admit(self, caller: Caller, measures: Sequence[Measure]) -> None:
        """Raises TooManyRequests if a monthly budget of the caller or the organization is used up. Running work is
        completed, so that usage may slightly exceed a budget."""
        moment = self._clock()
        month = month_of(moment)
        scopes = (
            ("one user", self.budgets.user_limits, caller.partition),
            ("the organization", self.budgets.organization_limits, of_organization(caller.organization_id)),
        )
        for whose, limits, partition in scopes:
            limited = [measure for measure in measures if measure in limits]
            if not limited:
                continue
            used = await self._of(partition, month, "")
            for measure in limited:
                if used.used(measure) >= limits[measure]:
                    ends = end_of(month)
                    raise TooManyRequests(
                        f"The monthly budget of {whose} is used up ({measure}: {limits[measure]}). "
                        f"A new one begins at {ends:%Y-%m-%dT%H:%M:%SZ}.",
                        code=BUDGET_USED,
                        retry_after_seconds=math.ceil((ends - moment).total_seconds()),
                        ends_at=f"{ends:%Y-%m-%dT%H:%M:%SZ}",
                    )

    async def of_user(self, organization_id: str, user_id: str, month: str) -> MonthUsage:
        """The usage of a user; zero if the user does not exist."""
        return await self._of((organization_id, user_id), month, user_id)

    async def of_organization(self, organization_id: str, month: str) -> MonthUsage:
        """The usage of all users of an organization, including users deleted since."""
        return await self._of(of_organization(organization_id), month, "")

    async def users(self, organization_id: str, month: str, *, after: str | None, limit: int) -> list[MonthUsage]:
        """The usage of each user of an organization, ordered by id, after the given id."""
        found = await self._items.query(
            (organization_id,), _TYPE, after=f"{month} {after or ''}", before=f"{month}!", limit=limit
        )
        return [_month_usage(stored, month, str(stored.body["user_id"])) for stored in found]

    async def _of(self, partition: PartitionKey, month: str, user_id: str) -> MonthUsage:
        return _month_usage(await self._items.read(partition, f"usage-{month}"), month, user_id)

    async def aclose(self) -> None:
        """Waits until everything is counted."""
        await asyncio.gather(*self._counting)


def _month_usage(stored: StoredItem | None, month: str, user_id: str) -> MonthUsage:
    found: Mapping[str, Any] = stored.body if stored else {}
    return MonthUsage(month, user_id, {name: int(found.get(name, 0)) for name in COUNTED})
