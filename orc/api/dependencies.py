"""What routes ask for: the services, the caller, and the scheduler of background turns."""

from typing import Annotated, cast

from fastapi import Depends, Request

from orc.domain import Caller
from orc.errors import InvalidRequest, StoreUnavailable
from orc.services import Services
from orc.turn_ref import Scheduler

SCHEDULER = "orc.scheduler"
_READS = ("GET", "HEAD")
_IDENTITY = ("caller", "oid", "organization", "organization_id", "tid", "user", "user_id", "x-ms-client-principal")


async def _services(request: Request) -> Services:
    return cast(Services, await request.app.state.get_services())


async def _caller(request: Request, services: Annotated[Services, Depends(_services)]) -> Caller:
    """Who the credentials say it is, while the limit on requests allows it; reading is not counted."""
    caller = await services.authenticator.authenticate(request.headers)
    for name in request.query_params:
        if name.lower() in _IDENTITY:
            raise InvalidRequest.of(name, "who asks is told by credentials alone")
    if request.method not in _READS:
        await services.rate_limit.admit(caller)
    return caller


async def _starter(caller: Annotated[Caller, Depends(_caller)], services: "ServicesDep") -> Caller:
    """The caller, when one more turn may begin."""
    await services.run_limit.admit(caller)
    return caller


async def _scheduler(request: Request) -> Scheduler:
    scheduler = request.scope.get(SCHEDULER)
    if scheduler is None:
        raise StoreUnavailable("Background turns need the Functions host.", code="background_unavailable")
    return cast(Scheduler, scheduler)


ServicesDep = Annotated[Services, Depends(_services)]
CallerDep = Annotated[Caller, Depends(_caller)]
StarterDep = Annotated[Caller, Depends(_starter)]
SchedulerDep = Annotated[Scheduler, Depends(_scheduler)]
