"""The FastAPI app: the routes, their errors, and the limit on what a request may send."""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI

from orc import __version__
from orc.api import conversations, documents, system, turns
from orc.api.problems import add_problem_handlers
from orc.services import Services


def create_app(get_services: Callable[[], Awaitable[Services]]) -> FastAPI:
    """The app; services are asked for by the first request that needs them."""
    app = FastAPI(
        title="Orc",
        version=__version__,
        description="Conversations about documents: answers with citations that can be opened and checked.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.get_services = get_services
    for router in (turns.router, conversations.router, documents.router, system.router):
        app.include_router(router, prefix="/api")
    add_problem_handlers(app)
    return app
