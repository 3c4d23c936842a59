"""The hourly counts of an organization, summed over all instances; each instance stores its own (D-311)."""

import asyncio
import logging
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, cast

from orc.errors import StoreError
from orc.items import now
from orc.ports import ItemStore, PartitionKey, Upsert
from orc.watch.counters import summed

logger = logging.getLogger(__name__)

KEPT_DAYS = 100
_TYPE = "hour_counts"
_PAGE = 500


def of_organization(organization_id: str) -> PartitionKey:
    """The partition of an organization in the documents' items that belongs to none of its users."""
    return (organization_id, "")


def hour_of(moment: datetime) -> str:
    """The hour as text that sorts chronologically."""
    return f"{moment:%Y-%m-%dT%H}"


class Hours:
    """Counts are stored within a minute; a killed process loses those since the last write. Each instance has one small
    item per organization and hour."""

    def __init__(self, items: ItemStore, *, clock: Callable[[], datetime] = now, every_seconds: float = 60) -> None:
        self._items = items
        self._clock = clock
        self._every_seconds = every_seconds
        self._instance = uuid.uuid4().hex[:12]
        self._counts: dict[tuple[str, str], Counter[str]] = {}
        self._unstored: set[tuple[str, str]] = set()
        self._storing: asyncio.Task[None] | None = None

    def add(self, organization_id: str, counts: Mapping[str, int]) -> None:
        """Adds counts to the current hour."""
        key = (organization_id, hour_of(self._clock()))
        self._counts.setdefault(key, Counter()).update(counts)
        self._unstored.add(key)

        async def store() -> None:
            while self._unstored:
                await asyncio.sleep(self._every_seconds)
                await self.flush()
            self._storing = None

        if self._storing is None:
            self._storing = asyncio.create_task(store())

    async def flush(self) -> None:
        """Stores the counts that are not stored yet. Counts that an outage prevented from being stored are retried."""
        hour = hour_of(self._clock())
        while self._unstored:
            key = self._unstored.pop()
            organization_id, counted_in = key
            item: dict[str, Any] = {
                "id": f"hour-{counted_in}-{self._instance}",
                "type": _TYPE,
                "schema_version": 1,
                "sort": f"{counted_in}-{self._instance}",
                "counts": dict(self._counts[key]),
                "ttl": KEPT_DAYS * 24 * 3600,
            }
            try:
                await self._items.write(of_organization(organization_id), [Upsert(item)])
            except StoreError as error:
                self._unstored.add(key)
                logger.warning("The counts of this hour could not be stored: %s", error.code)
                return
        for key in [each for each in self._counts if each[1] < hour and each not in self._unstored]:
            del self._counts[key]

    async def total(self, organization_id: str, since: datetime, until: datetime) -> Counter[str]:
        """The sum over all instances, from the hour of since to that of until, which is excluded."""
        await self.flush()
        after: str | None = hour_of(since)
        parts: list[Mapping[str, int]] = []
        while after is not None:
            found = await self._items.query(
                of_organization(organization_id), _TYPE, after=after, before=hour_of(until), limit=_PAGE
            )
            parts += (cast("Mapping[str, int]", stored.body["counts"]) for stored in found)
            after = str(found[-1].body["sort"]) if len(found) == _PAGE else None
        return summed(parts)

    async def aclose(self) -> None:
        if self._storing is not None:
            self._storing.cancel()
            with suppress(asyncio.CancelledError):
                await self._storing
        await self.flush()
