"""Runs: stopped on request."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.models import RequestBody, RunState

router = APIRouter(prefix="/conversations/{conversation_id}", tags=["turns"], route_class=AdmittedRoute)


@router.post("/cancel", status_code=HTTPStatus.ACCEPTED)
async def cancel(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    run_id: Annotated[str | None, Query(max_length=200)] = None,
    _: RequestBody | None = None,
) -> RunState:
    """Stops the turn that runs (or the one with this id, which may still wait), in whichever process. What was streamed
    is kept as a cancelled answer. A turn that is over stays as it is; its status is the answer."""
    run = await services.orchestrator.cancel(caller.conversation(conversation_id), run_id)
    return RunState(run_id=run.run_id, status=run.status)
