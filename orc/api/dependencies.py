"""What routes ask for: the services, the caller, and the scheduler of background turns."""

from typing import Annotated, cast

from fastapi import Depends, Request

from orc.domain import Caller
from orc.errors import SchedulerUnavailable
from orc.runs.scheduler import Scheduler
from orc.services import Services

CALLER = "orc.caller"
SCHEDULER = "orc.scheduler"


async def services_of(request: Request) -> Services:
    """The services of this process, built when the first request needs them."""
    return cast(Services, await request.app.state.get_services())


async def _caller(request: Request) -> Caller:
    """Whom the head of the request has proved (orc/api/admission.py)."""
    return cast(Caller, request.scope[CALLER])


async def starter(caller: Annotated[Caller, Depends(_caller)]) -> Caller:
    """The caller, who may begin one more turn: a route that asks for this is judged by that too."""
    return caller


async def _scheduler(request: Request) -> Scheduler:
    scheduler = request.scope.get(SCHEDULER)
    if scheduler is None:
        raise SchedulerUnavailable("Background turns need the Functions host.", code="background_unavailable")
    return cast(Scheduler, scheduler)


ServicesDep = Annotated[Services, Depends(services_of)]
CallerDep = Annotated[Caller, Depends(_caller)]
StarterDep = Annotated[Caller, Depends(starter)]
SchedulerDep = Annotated[Scheduler, Depends(_scheduler)]
