"""What users and administrators ask for of a user's data: all of it to take along, its erasure, and receipts."""

import base64
import binascii
from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import StreamingResponse

from orc.api.admission import AdmittedRoute
from orc.api.conversations import detail
from orc.api.dependencies import AdminDep, CallerDep, EraserDep, HistoriesDep, ServicesDep
from orc.api.privacy_models import ErasureModel, Verification
from orc.documents.paths import identity_problem
from orc.domain import Caller
from orc.errors import Forbidden, InvalidRequest
from orc.privacy.records import Erasure, digest_of
from orc.runs.scheduler import OrchestrationHistories
from orc.services import Services

router = APIRouter(tags=["privacy"], route_class=AdmittedRoute)

_ZIP: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}, "description": "The archive."}}
_DIGEST = r"^[0-9a-f]{64}$"


@router.get("/me/export", response_class=StreamingResponse, responses=_ZIP)
async def export_mine(services: ServicesDep, caller: CallerDep) -> StreamingResponse:
    """All that the caller has, as a zip archive: conversations, ratings and use as JSON and Markdown, documents as they
    were uploaded and as text."""
    return await _export(services, caller, by=caller)


@router.delete("/me", status_code=HTTPStatus.ACCEPTED)
async def erase_mine(services: ServicesDep, caller: EraserDep, histories: HistoriesDep) -> ErasureModel:
    """Begins to erase all that the caller has, which goes on by itself. Repeated meanwhile, it is the same erasure."""
    return await _erase(services, caller, caller, histories)


@router.get("/me/erasures")
async def my_erasures(services: ServicesDep, caller: CallerDep) -> list[ErasureModel]:
    """The receipts of the caller's erasures, the newest first, at most 100."""
    return [_model(each) for each in await services.erasures.of(caller)]


@router.get("/me/erasures/{erasure_id}")
async def my_erasure(erasure_id: str, services: ServicesDep, caller: CallerDep) -> ErasureModel:
    """The receipt of an erasure; its state until it is finished."""
    return _model(await services.erasures.get(caller, erasure_id))


@router.get("/me/erasures/{erasure_id}/verify")
async def verify_mine(
    erasure_id: str,
    services: ServicesDep,
    caller: CallerDep,
    digest: Annotated[str | None, Query(pattern=_DIGEST)] = None,
) -> Verification:
    """Whether a receipt with this digest was given for the erasure, and is stored as it was given; without one, whether
    that is so of the stored one."""
    return _verified(await services.erasures.get(caller, erasure_id), digest)


@router.get("/admin/users/{organization}/{user}/export", response_class=StreamingResponse, responses=_ZIP)
async def export_theirs(organization: str, user: str, services: ServicesDep, admin: AdminDep) -> StreamingResponse:
    """All that a user of the administrator's organization has."""
    return await _export(services, _named(admin, organization, user), by=admin)


@router.delete("/admin/users/{organization}/{user}", status_code=HTTPStatus.ACCEPTED)
async def erase_theirs(
    organization: str, user: str, services: ServicesDep, admin: AdminDep, _: EraserDep, histories: HistoriesDep
) -> ErasureModel:
    """Begins to erase all that a user of the administrator's organization has."""
    return await _erase(services, _named(admin, organization, user), admin, histories)


@router.get("/admin/users/{organization}/{user}/erasures")
async def their_erasures(organization: str, user: str, services: ServicesDep, admin: AdminDep) -> list[ErasureModel]:
    """The receipts of a user's erasures, the newest first, at most 100."""
    return [_model(each) for each in await services.erasures.of(_named(admin, organization, user))]


@router.get("/admin/users/{organization}/{user}/erasures/{erasure_id}")
async def their_erasure(
    organization: str, user: str, erasure_id: str, services: ServicesDep, admin: AdminDep
) -> ErasureModel:
    """The receipt of a user's erasure."""
    return _model(await services.erasures.get(_named(admin, organization, user), erasure_id))


@router.get("/admin/users/{organization}/{user}/erasures/{erasure_id}/verify")
async def verify_theirs(
    organization: str,
    user: str,
    erasure_id: str,
    services: ServicesDep,
    admin: AdminDep,
    digest: Annotated[str | None, Query(pattern=_DIGEST)] = None,
) -> Verification:
    """The same for a user's erasure."""
    return _verified(await services.erasures.get(_named(admin, organization, user), erasure_id), digest)


async def _export(services: Services, user: Caller, *, by: Caller) -> StreamingResponse:
    await services.audit.note("data_exported", by, user)

    async def as_json(conversation_id: str) -> str:
        return (await detail(conversation_id, services, user)).model_dump_json(indent=2)

    headers = {"Content-Disposition": 'attachment; filename="export.zip"', "X-Content-Type-Options": "nosniff"}
    return StreamingResponse(services.archive.pieces(user, as_json), media_type="application/zip", headers=headers)


async def _erase(
    services: Services, user: Caller, by: Caller, histories: OrchestrationHistories | None
) -> ErasureModel:
    erasure = await services.erasures.request(user, by)
    services.erasures.begin(erasure, histories)
    return _model(erasure)


def _named(admin: Caller, organization: str, user: str) -> Caller:
    """The user whom the path names: by the id itself or, for one that no path can hold, by ~ and its base64url."""
    named = Caller(_decoded("organization", organization), _decoded("user", user))
    if named.organization_id != admin.organization_id:
        raise Forbidden("An administrator is one of their own organization alone.")
    return named


def _decoded(field: str, segment: str) -> str:
    value = segment
    if segment.startswith("~"):
        try:
            value = base64.b64decode(
                segment[1:] + "=" * (-len(segment[1:]) % 4), altchars=b"-_", validate=True
            ).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise InvalidRequest.of(field, "is not base64url after its ~") from None
    if problem := identity_problem(value):
        raise InvalidRequest.of(field, problem)
    return value


def _verified(erasure: Erasure, digest: str | None) -> Verification:
    intact = erasure.digest is not None and erasure.digest == digest_of(erasure.receipt)
    return Verification(erasure_id=erasure.erasure_id, valid=intact and digest in (None, erasure.digest))


def _model(erasure: Erasure) -> ErasureModel:
    status = "running" if erasure.finished_at is None else "finished"
    return ErasureModel.model_validate({**asdict(erasure), "status": status})
