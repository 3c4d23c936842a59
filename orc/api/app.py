"""The FastAPI app: the routes, their errors, and the limits on what a request may send."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from importlib import import_module
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from orc import __version__
from orc.api import conversations, messages, page, resource_metadata, runs, session, system, turns
from orc.api.bodies import BodyLimits, Intake
from orc.api.charsets import FormCharsets
from orc.api.head import HeadLikeGet
from orc.api.headers import CODE_HEADER, CONTINUATION_HEADER
from orc.api.openai.errors import OpenAIErrors
from orc.api.openai.request_ids import RequestIds
from orc.api.origins import OriginGuard
from orc.api.problems import PROBLEMS, add_problem_handlers
from orc.api.resource_metadata import TokenIssuer
from orc.api.safe_headers import SafeHeaders
from orc.api.services import Services
from orc.api.ui.errors import ReadableProblems
from orc.events.schema import event_schemas

_EXPOSED_HEADERS = (
    "Retry-After",
    "Content-Disposition",
    "WWW-Authenticate",
    "X-Request-Id",
    CODE_HEADER,
    CONTINUATION_HEADER,
)
_FIRST = turns, conversations, messages, runs, session, system, page, resource_metadata
_OTHERS = (
    "search",
    "tools",
    "documents",
    "document_pages",
    "mcp",
    "user_data",
    "oversight",
    "statistics",
    "usage",
    "ui.routes",
    "openai.responses",
    "openai.conversations",
    "openai.chat",
    "openai.file_routes",
    "openai.models",
)


class WebApp(FastAPI):
    """FastAPI with the routes that a first turn needs. The other routes are imported by the first request that matches
    none of these, or by `complete` (D-351). The OpenAPI document covers all routes and the schemas of events."""

    is_complete = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.is_complete:
            has_route = any(route.matches({**scope})[0] is Match.FULL for route in self.routes)
            if not has_route:
                await self.complete()
        await super().__call__(scope, receive, send)

    async def complete(self) -> None:
        """Includes all routes. Imports them in a thread, so that other requests continue."""
        await asyncio.to_thread(_routers)
        self._include_others()

    def openapi(self) -> dict[str, Any]:
        self._include_others()
        if not self.openapi_schema:
            document = super().openapi()
            document["components"]["schemas"] |= event_schemas()
        return super().openapi()

    def _include_others(self) -> None:
        if not self.is_complete:
            for router in _routers():
                self.include_router(router, prefix="/api")
            self.is_complete = True


def _routers() -> list[APIRouter]:
    return [import_module(f"orc.api.{name}").router for name in _OTHERS]


def create_app(
    get_services: Callable[[], Awaitable[Services]],
    *,
    body_limits: BodyLimits,
    chat_page: page.Page,
    allowed_origins: Collection[str] = (),
    local_only: bool = False,
    public_origin: str | None = None,
    token_issuer: TokenIssuer | None = None,
) -> WebApp:
    """Creates the app. The first request that needs the services builds them. The origins are those of web pages that
    may call the app; with local_only it answers only under loopback names. public_origin is its origin for clients;
    token_issuer is the issuer of tokens for the API.
    """
    app = WebApp(
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
    for module in _FIRST:
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
    app.add_middleware(RequestIds)
    app.add_middleware(SafeHeaders)
    app.add_middleware(ReadableProblems)
    app.add_middleware(HeadLikeGet)
    return app
