"""Statistics of the caller's organization, for its administrators. They need no monitoring service."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import AdminDep, ServicesDep
from orc.api.query import Moment
from orc.domain import TokenUsage
from orc.errors import InvalidRequest
from orc.items import now
from orc.watch.counters import labelled, percentiles
from orc.watch.hours import KEPT_DAYS
from orc.watch.watcher import TOKEN_KINDS

router = APIRouter(prefix="/admin", tags=["administration"], route_class=AdmittedRoute)

_DAY = timedelta(days=1)
_LONGEST = timedelta(days=31)
_HOUR = timedelta(hours=1)


class Spread(BaseModel):
    """The median and the 95th percentile of a duration in milliseconds, rounded up by less than a sixth. null if
    nothing was measured."""

    p50: int | None
    p95: int | None


class TurnCounts(BaseModel):
    """Turns that ended, by outcome, and failures by error code. recovered counts takeovers after a crash; queued counts
    turns that waited for another turn."""

    completed: int
    failed: int
    cancelled: int
    failures: dict[str, int]
    recovered: int
    queued: int
    first_token_ms: Spread
    duration_ms: Spread
    queue_ms: Spread


class DocumentCounts(BaseModel):
    """Documents that became ready or failed, and failures by error code. duration_ms is measured from the upload."""

    ready: int
    failed: int
    failures: dict[str, int]
    duration_ms: Spread


class ModelCounts(BaseModel):
    """Calls and tokens of a model. cost is in the currency of MODEL_PRICES; null for a model without a price."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


class StatementCounts(BaseModel):
    """Statements of completed answers that cite a source, and how many of them are verified against it."""

    total: int
    verified: int
    verified_share: float | None


class RatingCounts(BaseModel):
    """Ratings given, including those that replaced an earlier one."""

    up: int
    down: int


class Statistics(BaseModel):
    """Counts of whole hours, from since (inclusive) to until (exclusive)."""

    since: datetime
    until: datetime
    turns: TurnCounts
    documents: DocumentCounts
    models: list[ModelCounts]
    statements: StatementCounts
    ratings: RatingCounts


@router.get("/stats")
async def statistics(
    services: ServicesDep,
    caller: AdminDep,
    since: Annotated[Moment | None, Query(description="Defaults to a day before until.")] = None,
    until: Annotated[Moment | None, Query(description="Defaults to now.")] = None,
) -> Statistics:
    """Returns the counts of the caller's organization over at most 31 days, from all instances. The last minute may be
    missing."""
    ends = _whole_hour((until or now()) + _HOUR - timedelta(microseconds=1))
    begins = _whole_hour(since or ends - _DAY)
    if not timedelta() < ends - begins <= _LONGEST:
        raise InvalidRequest.of("since", f"must be before until, by at most {_LONGEST.days} days")
    if begins < now() - timedelta(days=KEPT_DAYS):
        raise InvalidRequest.of("since", f"counts are kept for {KEPT_DAYS} days")
    counts = await services.watcher.counts(caller, begins, ends)
    turns, documents, ratings = (labelled(counts, name) for name in ("turns", "documents", "ratings"))
    statements, verified = counts.get("statements", 0), counts.get("verified_statements", 0)
    tokens = {kind: labelled(counts, f"{kind}_tokens") for kind in TOKEN_KINDS}
    models = list[ModelCounts]()
    for model, calls in labelled(counts, "calls").items():
        used = TokenUsage(*(tokens[kind].get(model, 0) for kind in TOKEN_KINDS))
        models.append(
            ModelCounts(
                model=model,
                calls=calls,
                input_tokens=used.prompt or 0,
                output_tokens=used.completion or 0,
                cost=round(services.prices[model].of(used), 6) if model in services.prices else None,
            )
        )
    return Statistics(
        since=begins,
        until=ends,
        turns=TurnCounts(
            completed=turns.get("completed", 0),
            failed=turns.get("failed", 0),
            cancelled=turns.get("cancelled", 0),
            failures=labelled(counts, "turn_errors"),
            recovered=counts.get("recoveries", 0),
            queued=counts.get("queued", 0),
            first_token_ms=_spread(counts, "first_token"),
            duration_ms=_spread(counts, "turn_time"),
            queue_ms=_spread(counts, "queue_time"),
        ),
        documents=DocumentCounts(
            ready=documents.get("ready", 0),
            failed=documents.get("failed", 0),
            failures=labelled(counts, "document_errors"),
            duration_ms=_spread(counts, "registration_time"),
        ),
        models=models,
        statements=StatementCounts(
            total=statements,
            verified=verified,
            verified_share=round(verified / statements, 4) if statements else None,
        ),
        ratings=RatingCounts(up=ratings.get("up", 0), down=ratings.get("down", 0)),
    )


def _whole_hour(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def _spread(counts: Mapping[str, int], name: str) -> Spread:
    found = percentiles(counts, name, (50, 95))
    return Spread(p50=found.get(50), p95=found.get(95))
