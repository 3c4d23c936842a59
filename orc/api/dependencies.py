"""Dependencies of routes: the services, the caller, and the scheduler of background turns."""

from typing import Annotated, cast

from fastapi import Depends, Request

from orc.api.services import Services
from orc.domain import Caller
from orc.errors import SchedulerUnavailable, TooManyRequests
from orc.runs.scheduler import OrchestrationHistories, Scheduler

CALLER = "orc.caller"
SCHEDULER = "orc.scheduler"
HISTORIES = "orc.histories"
REFUSAL = "orc.refusal"


async def services_of(request: Request) -> Services:
    """The services of this process, built for the first request that needs them."""
    return cast(Services, await request.app.state.get_services())


async def _caller(request: Request) -> Caller:
    """The caller that admission has authenticated (orc/api/admission.py)."""
    return cast(Caller, request.scope[CALLER])


async def starter(caller: Annotated[Caller, Depends(_caller)]) -> Caller:
    """The caller. A route that depends on this also counts against the limit on turns."""
    return caller


async def refusal(request: Request) -> TooManyRequests | None:
    """The refusal of a new turn because a budget is used up. A route that depends on this raises it, unless the request
    repeats one whose turn is stored."""
    return cast(TooManyRequests | None, request.scope.get(REFUSAL))


async def administrator(caller: Annotated[Caller, Depends(_caller)]) -> Caller:
    """The caller. A route that depends on this is for administrators only, which its admission checks."""
    return caller


async def eraser(caller: Annotated[Caller, Depends(_caller)]) -> Caller:
    """The caller. A route that depends on this is also available during an erasure of their data."""
    return caller


async def _histories(request: Request) -> OrchestrationHistories | None:
    make = request.scope.get(HISTORIES)
    return cast(OrchestrationHistories, make()) if make else None


async def _scheduler(request: Request) -> Scheduler:
    scheduler = request.scope.get(SCHEDULER)
    if scheduler is None:
        raise SchedulerUnavailable("Background turns need the Functions host.", code="background_unavailable")
    return cast(Scheduler, scheduler)


ServicesDep = Annotated[Services, Depends(services_of)]
CallerDep = Annotated[Caller, Depends(_caller)]
RefusalDep = Annotated[TooManyRequests | None, Depends(refusal)]
StarterDep = Annotated[Caller, Depends(starter)]
AdminDep = Annotated[Caller, Depends(administrator)]
EraserDep = Annotated[Caller, Depends(eraser)]
HistoriesDep = Annotated[OrchestrationHistories | None, Depends(_histories)]
SchedulerDep = Annotated[Scheduler, Depends(_scheduler)]
