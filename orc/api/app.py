"""The FastAPI app: the routes, their errors, and the limits on what a request may send."""

from collections.abc import Awaitable, Callable, Collection

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from orc import __version__
from orc.api import conversations, documents, mcp, messages, runs, search, system, tools, turns
from orc.api.bodies import BodyLimits, Intake
from orc.api.charsets import FormCharsets
from orc.api.head import HeadLikeGet
from orc.api.origins import OriginGuard
from orc.api.problems import PROBLEMS, add_problem_handlers
from orc.services import Services

_EXPOSED_HEADERS = ("Retry-After", "Content-Disposition", "WWW-Authenticate")


def create_app(
    get_services: Callable[[], Awaitable[Services]],
    *,
    body_limits: BodyLimits,
    allowed_origins: Collection[str] = (),
    local_only: bool = False,
) -> FastAPI:
    """The app; services are asked for by the first request that needs them. The origins are those of web pages that may
    call it, with local_only under loopback names alone."""
    app = FastAPI(
        title="Orc",
        version=__version__,
        description="Conversations about documents: answers with citations that can be opened and checked.",
        openapi_url=None,
        responses=PROBLEMS,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.get_services = get_services
    app.state.intake = Intake(body_limits)
    app.state.probed = system.Probed()
    for module in (turns, conversations, messages, runs, search, system, tools, documents, mcp):
        app.include_router(module.router, prefix="/api")
    add_problem_handlers(app)
    if allowed_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(allowed_origins),
            allow_methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["*"],
            expose_headers=_EXPOSED_HEADERS,
        )
    app.add_middleware(FormCharsets)
    app.add_middleware(OriginGuard, allowed_origins=allowed_origins, local_only=local_only)
    app.add_middleware(HeadLikeGet)
    return app
