"""Routes for the tools of all MCP servers."""

from dataclasses import asdict

from fastapi import APIRouter

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.models import RequestBody, ToolServersModel
from orc.tools.offer import Offer

router = APIRouter(prefix="/tools", tags=["tools"], route_class=AdmittedRoute)


@router.get("", response_model_exclude_unset=True)
async def tools(services: ServicesDep, _: CallerDep) -> ToolServersModel:
    """Lists the tools by server, from lists that are at most a few minutes old."""
    return _model(await services.toolbox.offer())


@router.post("/refresh", response_model_exclude_unset=True)
async def refresh(services: ServicesDep, _: CallerDep, __: RequestBody | None = None) -> ToolServersModel:
    """Lists the tools by server, after asking every server again."""
    return _model(await services.toolbox.refresh())


def _model(offer: Offer) -> ToolServersModel:
    servers = [asdict(server) for server in offer.servers]
    for server in servers:
        if server["error"] is None:
            del server["error"]
    return ToolServersModel.model_validate({"servers": servers})
