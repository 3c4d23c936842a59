"""Faults that a test injects: errors, throttling, dropped connections."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cosmos_server.errors import ServiceError, rate_limited

type Kind = Literal[
    "account", "list_databases", "create_database", "read_database", "delete_database",
    "list_containers", "create_container", "read_container", "replace_container", "delete_container",
    "pkranges", "query_plan", "query", "read_feed", "batch", "create", "upsert", "read", "replace", "patch", "delete",
    "unknown",
]  # fmt: skip
type Cut = Literal["before", "after"]

ITEM_KINDS: frozenset[Kind] = frozenset(
    {"query", "read_feed", "batch", "create", "upsert", "read", "replace", "patch", "delete"}
)


@dataclass(frozen=True)
class Request:
    """A received request; path is unquoted, without a leading slash."""

    method: str
    path: str
    kind: Kind


type Match = Kind | Callable[[Request], bool]


@dataclass
class _Failure:
    match: Callable[[Request], bool]
    error: ServiceError
    left: int


@dataclass
class _Cut:
    after: int
    left: int
    when: Cut


class Faults:
    """The pending faults. Those without a match apply only to requests about items."""

    def __init__(self) -> None:
        self._failures: list[_Failure] = []
        self._cuts: list[_Cut] = []
        self._throttled_until = 0.0

    def fail(
        self,
        match: Match | None = None,
        *,
        status: int = 503,
        substatus: int = 0,
        retry_after_ms: int | None = None,
        times: int = 1,
    ) -> None:
        """Answers the next matching requests (by operation kind or predicate) with an error, without executing them."""
        headers = {} if retry_after_ms is None else {"x-ms-retry-after-ms": str(retry_after_ms)}
        error = ServiceError(status, substatus=substatus, headers=headers)
        kinds = ITEM_KINDS if match is None else (match,)
        matches = match if callable(match) else lambda request: request.kind in kinds
        self._failures.append(_Failure(matches, error, times))

    def throttle(self, seconds: float) -> None:
        """Answers 429 for this time, with the remaining time as the delay."""
        self._throttled_until = time.monotonic() + seconds

    def drop_connection(self, *, after: int = 0, times: int = 1, when: Cut = "before") -> None:
        """Lets this many requests about items pass, then drops the connections of the next ones, before or after
        executing them."""
        self._cuts.append(_Cut(after, times, when))

    def error(self, request: Request) -> ServiceError | None:
        """The error for the request instead of its execution, if any."""
        wait = self._throttled_until - time.monotonic()
        if wait > 0 and request.kind in ITEM_KINDS:
            return rate_limited(max(1, round(wait * 1000)))
        for failure in self._failures:
            if failure.left and failure.match(request):
                failure.left -= 1
                return failure.error
        return None

    def cut(self, request: Request) -> Cut | None:
        """Whether and when to drop the request's connection."""
        if request.kind not in ITEM_KINDS:
            return None
        for cut in self._cuts:
            if cut.after:
                cut.after -= 1
            elif cut.left:
                cut.left -= 1
                return cut.when
        return None
