"""The route that cancels a run."""

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
    """Cancels the active run, or the run with this id, which may still be queued, in whichever process executes it. The
    streamed text is kept as a cancelled answer. A run that has ended is not changed; the response has its status."""
    run = await services.orchestrator.cancel(caller.conversation(conversation_id), run_id)
    return RunState(run_id=run.run_id, status=run.status)
