"""The FastAPI app: the routes, their errors, and the limits on what a request may send."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from orc import __version__
from orc.api import (
    conversations,
    document_pages,
    documents,
    mcp,
    messages,
    oversight,
    page,
    resource_metadata,
    runs,
    search,
    session,
    statistics,
    system,
    tools,
    turns,
    usage,
    user_data,
)
from orc.api.bodies import BodyLimits, Intake
from orc.api.charsets import FormCharsets
from orc.api.head import HeadLikeGet
from orc.api.openai import chat, file_routes, models, responses
from orc.api.openai import conversations as openai_conversations
from orc.api.openai.errors import OpenAIErrors
from orc.api.origins import OriginGuard
from orc.api.problem_forms import CODE_HEADER
from orc.api.problems import PROBLEMS, add_problem_handlers
from orc.api.services import Services
from orc.api.ui import routes as ui
from orc.api.ui.errors import ReadableProblems
from orc.events.schema import event_schemas

_EXPOSED_HEADERS = (
    "Retry-After",
    "Content-Disposition",
    "WWW-Authenticate",
    CODE_HEADER,
    oversight.CONTINUATION_HEADER,
)


class _DescribedApp(FastAPI):
    """FastAPI, with the schemas of events in the OpenAPI document."""

    def openapi(self) -> dict[str, Any]:
        if not self.openapi_schema:
            document = super().openapi()
            document["components"]["schemas"] |= event_schemas()
        return super().openapi()


def create_app(
    get_services: Callable[[], Awaitable[Services]],
    *,
    body_limits: BodyLimits,
    chat_page: page.Page,
    allowed_origins: Collection[str] = (),
    local_only: bool = False,
    public_origin: str | None = None,
    token_issuer: resource_metadata.TokenIssuer | None = None,
) -> FastAPI:
    """The app; services are asked for by the first request that needs them. The origins are those of web pages that may
    call it, with local_only under loopback names alone.
    public_origin is the one under which clients reach it; token_issuer is where clients of the API get tokens."""
    app = _DescribedApp(
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
    app.state.page = chat_page
    app.state.probed = system.Probed()
    app.state.public_origin = public_origin
    app.state.token_issuer = token_issuer
    modules = turns, conversations, messages, runs, search, session, system, tools, documents, document_pages, mcp, page
    for module in (
        *modules,
        user_data,
        oversight,
        statistics,
        usage,
        resource_metadata,
        ui,
        responses,
        openai_conversations,
        chat,
        file_routes,
        models,
    ):
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
    app.add_middleware(OpenAIErrors)
    app.add_middleware(ReadableProblems)
    app.add_middleware(HeadLikeGet)
    return app
