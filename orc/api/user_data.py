"""Routes for a user's data: its export, its erasure, and the receipts of erasures."""

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
from orc.api.services import Services
from orc.documents.paths import identity_problem
from orc.domain import Caller
from orc.errors import Forbidden, InvalidRequest
from orc.privacy.records import Erasure, digest_of
from orc.runs.scheduler import OrchestrationHistories

router = APIRouter(tags=["privacy"], route_class=AdmittedRoute)

_ZIP: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}, "description": "The archive."}}
_DIGEST = r"^[0-9a-f]{64}$"


@router.get("/me/export", response_class=StreamingResponse, responses=_ZIP)
async def export_mine(services: ServicesDep, caller: CallerDep) -> StreamingResponse:
    """Exports the caller's data as a zip archive: conversations, ratings and usage as JSON and Markdown, and each
    document both as uploaded and as text."""
    return await _export(services, caller, by=caller)


@router.delete("/me", status_code=HTTPStatus.ACCEPTED)
async def erase_mine(services: ServicesDep, caller: EraserDep, histories: HistoriesDep) -> ErasureModel:
    """Starts the erasure of all the caller's data, which continues in the background. A repeated request returns the
    erasure that is running."""
    return await _erase(services, caller, caller, histories)


@router.get("/me/erasures")
async def my_erasures(services: ServicesDep, caller: CallerDep) -> list[ErasureModel]:
    """Lists the receipts of the caller's erasures, newest first, at most 100."""
    return [_model(each) for each in await services.erasures.of(caller)]


@router.get("/me/erasures/{erasure_id}")
async def my_erasure(erasure_id: str, services: ServicesDep, caller: CallerDep) -> ErasureModel:
    """Returns the receipt of an erasure; while it is running, its progress."""
    return _model(await services.erasures.get(caller, erasure_id))


@router.get("/me/erasures/{erasure_id}/verify")
async def verify_mine(
    erasure_id: str,
    services: ServicesDep,
    caller: CallerDep,
    digest: Annotated[str | None, Query(pattern=_DIGEST)] = None,
) -> Verification:
    """Checks that the stored receipt is unchanged and, if a digest is given, that the receipt has this digest."""
    return _verified(await services.erasures.get(caller, erasure_id), digest)


@router.get("/admin/users/{organization}/{user}/export", response_class=StreamingResponse, responses=_ZIP)
async def export_theirs(organization: str, user: str, services: ServicesDep, admin: AdminDep) -> StreamingResponse:
    """Exports the data of a user of the administrator's organization."""
    return await _export(services, _named(admin, organization, user), by=admin)


@router.delete("/admin/users/{organization}/{user}", status_code=HTTPStatus.ACCEPTED)
async def erase_theirs(
    organization: str, user: str, services: ServicesDep, admin: AdminDep, _: EraserDep, histories: HistoriesDep
) -> ErasureModel:
    """Starts the erasure of all the data of a user of the administrator's organization."""
    return await _erase(services, _named(admin, organization, user), admin, histories)


@router.get("/admin/users/{organization}/{user}/erasures")
async def their_erasures(organization: str, user: str, services: ServicesDep, admin: AdminDep) -> list[ErasureModel]:
    """Lists the receipts of a user's erasures, newest first, at most 100."""
    return [_model(each) for each in await services.erasures.of(_named(admin, organization, user))]


@router.get("/admin/users/{organization}/{user}/erasures/{erasure_id}")
async def their_erasure(
    organization: str, user: str, erasure_id: str, services: ServicesDep, admin: AdminDep
) -> ErasureModel:
    """Returns the receipt of a user's erasure; while it is running, its progress."""
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
    """Checks the stored receipt of a user's erasure, as the user's own route does."""
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
    """The user in the path. An id that a path cannot contain is written as ~ and its base64url."""
    named = Caller(_decoded("organization", organization), _decoded("user", user))
    if named.organization_id != admin.organization_id:
        raise Forbidden("Administrators can act on users of their own organization only.")
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
