"""Routes for monthly usage: a caller's own and, for administrators, that of the organization."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import AdminDep, CallerDep, ServicesDep
from orc.domain import Caller
from orc.items import now
from orc.watch.usage import Measure, MonthUsage, checked_month, end_of, month_of

router = APIRouter(tags=["usage"], route_class=AdmittedRoute)

_MOST_USERS = 1000
_LONGEST_ID = 255

type Month = Annotated[
    str | None, Query(description="For example 2026-11, in UTC. Defaults to the current month.", max_length=7)
]


class Limits(BaseModel):
    """Monthly limits; null means unlimited."""

    turns: int | None = None
    tokens: int | None = None
    pages: int | None = None
    bytes: int | None = None


class Used(BaseModel):
    """Usage in a month: turns that did not fail, tokens as the models reported them, documents stored and their bytes,
    and pages read."""

    turns: int
    input_tokens: int
    output_tokens: int
    documents: int
    pages: int
    bytes: int


class CallerUsage(BaseModel):
    """A user's usage and limits in a month, which ends at ends_at."""

    month: str
    ends_at: datetime
    used: Used
    limits: Limits


class UserUsage(BaseModel):
    """A user's share of an organization's usage."""

    user: str
    used: Used


class OrganizationUsage(CallerUsage):
    """An organization's usage and limits in a month, with a page of its users, ordered by id. continuation is present
    if there are more users."""

    users: list[UserUsage]
    continuation: str | None = None


@router.get("/me/usage")
async def my_usage(services: ServicesDep, caller: CallerDep, month: Month = None) -> CallerUsage:
    """Returns the caller's usage and limits in a month."""
    of = checked_month(month) if month else month_of(now())
    found = await services.usage.of_user(caller.organization_id, caller.user_id, of)
    return CallerUsage.model_validate(_shown(found) | _limits(services.usage.budgets.user_limits))


@router.get("/admin/usage", response_model_exclude_unset=True)
async def usage(
    services: ServicesDep,
    caller: AdminDep,
    month: Month = None,
    user: Annotated[
        str | None, Query(description="The id of a user. Without it, the whole organization.", max_length=_LONGEST_ID)
    ] = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_USERS)] = 100,
    continuation: Annotated[str | None, Query(max_length=_LONGEST_ID)] = None,
) -> CallerUsage | OrganizationUsage:
    """Returns the usage and limits in a month of one user, or of the caller's organization with a page of its users."""
    of, budgets = checked_month(month) if month else month_of(now()), services.usage.budgets
    read = caller if user is None else Caller(caller.organization_id, user)
    await services.audit.note("usage_read", caller, read)
    if user is not None:
        found = await services.usage.of_user(caller.organization_id, user, of)
        return CallerUsage.model_validate(_shown(found) | _limits(budgets.user_limits))
    whole = await services.usage.of_organization(caller.organization_id, of)
    users = await services.usage.users(caller.organization_id, of, after=continuation, limit=limit + 1)
    shown = [UserUsage.model_validate({"user": each.user_id, "used": each.counts}) for each in users[:limit]]
    more = {"continuation": shown[-1].user} if len(users) > limit else {}
    return OrganizationUsage.model_validate(
        _shown(whole) | _limits(budgets.organization_limits) | {"users": shown} | more
    )


def _shown(found: MonthUsage) -> dict[str, object]:
    return {"month": found.month, "ends_at": end_of(found.month), "used": dict(found.counts)}


def _limits(found: Mapping[Measure, int]) -> dict[str, object]:
    every: list[Measure] = ["turns", "tokens", "pages", "bytes"]
    return {"limits": {measure: found.get(measure) for measure in every}}
