"""What routes ask for: the services, the caller, and the scheduler of background turns."""

from typing import Annotated, Protocol, cast

from fastapi import Depends, Request

from orc.domain import Caller
from orc.errors import StoreUnavailable
from orc.orchestrator import TurnRef
from orc.services import Services

SCHEDULER = "orc.scheduler"


class Scheduler(Protocol):
    """Starts the Durable orchestration of a stored turn; its instance is the run, so a second start changes nothing."""

    async def schedule(self, turn: TurnRef) -> None: ...


async def _services(request: Request) -> Services:
    return cast(Services, await request.app.state.get_services())


async def _caller(request: Request, services: Annotated[Services, Depends(_services)]) -> Caller:
    return await services.authenticator.authenticate(request.headers)


async def _scheduler(request: Request) -> Scheduler:
    scheduler = request.scope.get(SCHEDULER)
    if scheduler is None:
        raise StoreUnavailable("Background turns need the Functions host.", code="background_unavailable")
    return cast(Scheduler, scheduler)


ServicesDep = Annotated[Services, Depends(_services)]
CallerDep = Annotated[Caller, Depends(_caller)]
SchedulerDep = Annotated[Scheduler, Depends(_scheduler)]
