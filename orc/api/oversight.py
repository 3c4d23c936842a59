"""Routes for administrators: the organization's audit log, and what retention will delete."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import AdminDep, ServicesDep
from orc.api.headers import CONTINUATION_HEADER
from orc.api.privacy_models import AuditEntry, DueCountModel, DueModel, RetentionPreview
from orc.api.query import Moment
from orc.items import timestamp

router = APIRouter(prefix="/admin", tags=["privacy"], route_class=AdmittedRoute)

_CURSOR = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~audit-[0-9a-f]{32}$"
_DATE = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$"
_LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        "description": f"One JSON object per line, with {', '.join(AuditEntry.model_fields)}.",
        "headers": {
            CONTINUATION_HEADER: {
                "schema": {"type": "string"},
                "description": "The `continuation` of the next page; absent on the last.",
            }
        },
    }
}


@router.get("/audit", response_class=Response, responses=_LINES)
async def audit(
    services: ServicesDep,
    admin: AdminDep,
    since: Moment | None = None,
    until: Moment | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    continuation: Annotated[str | None, Query(pattern=_CURSOR)] = None,
) -> Response:
    """Returns the audit log of the administrator's organization from `since` (inclusive) to `until` (exclusive), one
    JSON object per line, oldest first. If there is more, the header holds the `continuation` of the next page."""
    if continuation is None:
        await services.audit.note("audit_read", admin, admin)
    found = await services.audit.page(
        admin.organization_id, since=_stamp(since), until=_stamp(until), after=continuation, limit=limit + 1
    )
    shown = found[:limit]
    lines = "".join(AuditEntry.model_validate(asdict(each)).model_dump_json() + "\n" for each in shown)
    headers = {CONTINUATION_HEADER: shown[-1].cursor} if len(found) > limit else {}
    return Response(lines, media_type="application/x-ndjson", headers=headers)


@router.get("/retention")
async def retention(
    services: ServicesDep,
    admin: AdminDep,
    kind: Literal["conversation", "document"] = "conversation",
    days: Annotated[int | None, Query(ge=1, le=36_500)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    continuation: Annotated[str | None, Query(pattern=_DATE)] = None,
) -> RetentionPreview:
    """Previews what the next sweeps will delete because it has expired: counts of each kind, and a page of one kind.
    `days` previews another retention period."""
    await services.audit.note("retention_read", admin, admin)
    kinds = await services.retention.preview(admin.organization_id, days=days)
    found = await services.retention.page(admin.organization_id, kind, after=continuation, limit=limit + 1, days=days)
    shown = found[:limit]
    return RetentionPreview(
        kinds=[DueCountModel.model_validate(asdict(each)) for each in kinds],
        items=[DueModel.model_validate(asdict(each)) for each in shown],
        continuation=shown[-1].dated if len(found) > limit else None,
    )


def _stamp(moment: datetime | None) -> str | None:
    return timestamp(moment.astimezone(UTC)) if moment else None
