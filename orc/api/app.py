"""The FastAPI app: the routes, their errors, and the limit on what a request may send."""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from starlette.routing import Route

from orc import __version__
from orc.api import conversations, documents, messages, system, tools, turns
from orc.api.mcp import McpEndpoint
from orc.api.problems import add_problem_handlers
from orc.services import Services


def create_app(
    get_services: Callable[[], Awaitable[Services]], *, max_json_bytes: int, max_upload_bytes: int
) -> FastAPI:
    """The app; services are asked for by the first request that needs them. The limits are of whole requests."""
    app = FastAPI(
        title="Orc",
        version=__version__,
        description="Conversations about documents: answers with citations that can be opened and checked.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.get_services = get_services
    for router in (turns.router, conversations.router, messages.router, system.router, tools.router):
        app.include_router(router, prefix="/api", max_body_size=max_json_bytes)
    app.include_router(documents.router, prefix="/api", max_body_size=max_upload_bytes)
    app.router.routes.append(Route("/api/mcp", McpEndpoint(get_services)))
    add_problem_handlers(app)
    return app
