"""The services and the web app of this process: built on first use and closed at its end."""

import asyncio
import gc
import logging
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from orc.api.services import Services
from orc.errors import ConfigurationError
from orc.graphs.node_names import NODE_NAMES
from shared.composition.services import build_services
from shared.extraction import sandbox
from shared.logs import log_as_json
from shared.settings import Settings, turn_off_langsmith
from shared.termination import before_sigterm

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from orc.api.app import WebApp


_OPENID_SCOPES = {"openid", "profile", "email", "address", "phone", "offline_access"}

_QUIET_SECONDS, _WAITS_FOR_A_TURN, _MOST_WAITS = 0.5, 10, 60
_MCP = ("orc.tools.client", "orc.tools.connection", "orc.tools.server")
_LATER = (
    "orc.documents.verification.claims",
    "orc.documents.evidence.judging",
    "orc.document_qa.service",
)
_warming: set[asyncio.Task[None]] = set()


@cache
def _services() -> Services:
    settings = Settings.from_environ()
    turn_off_langsmith()
    if settings.log_format == "json":
        log_as_json()
    return build_services(settings)


async def get_services() -> Services:
    """The services of this process. Raises ConfigurationError, each time, while the settings are inconsistent. The
    first call hides this process from the readers of files, logs a sandbox mechanism that the system lacks, and has the
    rest of the product imported once it is quiet."""
    first = not _services.cache_info().currsize
    services = _services()
    if first:
        before_sigterm(drain_services)
        warming = asyncio.create_task(_warm_up(services))
        _warming.add(warming)
        warming.add_done_callback(_warming.discard)
        sandbox.hide()
        if lacking := sandbox.missing():
            names = " and no ".join(lacking)
            logger.warning(
                "This system has no %s: only the other mechanisms isolate the processes that read files", names
            )
    return services


async def drain_services() -> None:
    """Refuses new turns, waits for running ones, and releases to other processes those that do not end in time."""
    if _services.cache_info().currsize:
        services = _services()
        services.orchestrator.refuse_turns()
        await services.orchestrator.drain(services.limits.grace_seconds)
        await services.watcher.flush()


async def close_services() -> None:
    """Closes the services; running turns are drained as by drain_services."""
    if _services.cache_info().currsize:
        services = _services()
        _services.cache_clear()
        for warming in _warming:
            warming.cancel()
        await services.close()


@cache
def web_app() -> "WebApp":
    """The HTTP contract as an ASGI application."""
    Thread(target=import_ahead, daemon=True).start()
    from orc.api.app import create_app
    from orc.api.bodies import BodyLimits
    from orc.api.page import Page
    from orc.api.resource_metadata import TokenIssuer
    from shared.page import BuiltPage

    try:
        settings = Settings.from_environ()
        local_only = settings.identity == "local"
    except ConfigurationError:  # get_services raises it for each request
        settings, local_only = Settings.from_environ({}), False
    token_issuer = None
    if settings.identity != "local" and settings.jwt_issuer:
        # Clients request OpenID's own scopes themselves.
        scopes = [scope for scope in settings.page_scope.split() if scope not in _OPENID_SCOPES]
        token_issuer = TokenIssuer(settings.jwt_issuer, scopes)
    return create_app(
        get_services,
        body_limits=BodyLimits(
            json_bytes=settings.max_json_request_bytes,
            turn_bytes=settings.max_turn_request_bytes,
            upload_bytes=settings.max_upload_request_bytes,
            stall_seconds=settings.body_stall_seconds,
            bytes_per_second=settings.min_body_bytes_per_second,
            seconds=settings.max_body_seconds,
            uploads_at_once=settings.max_concurrent_uploads,
            all_bytes=settings.received_bytes,
        ),
        chat_page=Page(
            BuiltPage(settings.page_directory),
            issuer=settings.jwt_issuer if settings.identity == "jwt" else None,
            sign_in_origins=settings.page_sign_in_origins,
            frame_ancestors=settings.page_frame_ancestors,
        ),
        allowed_origins=settings.allowed_origins,
        local_only=local_only,
        public_origin=settings.origin,
        token_issuer=token_issuer,
    )


def import_ahead() -> None:
    """Imports the modules of a first turn, in the order of their use, so that a turn that arrives meanwhile waits only
    for modules that it needs. Builds nothing."""
    gc.disable()  # imported objects are permanent: garbage collection would take a twentieth of the time
    try:
        import_module("orc.api.app")
        try:
            settings = Settings.from_environ()
        except ConfigurationError:  # each request reports it
            return
        if settings.uses_openai:
            import_module("shared.models.connection").import_client()
        nodes = (f"orc.graphs.nodes.{name}" for name in NODE_NAMES)
        for name in ("orc.tools.toolbox", "orc.graphs.turn", *nodes):
            import_module(name)
    finally:
        gc.enable()


async def _warm_up(services: Services) -> None:
    """Imports the modules of later turns in the background after the first turn, because it would delay that turn
    (D-290)."""
    orchestrator = services.orchestrator
    for waits in range(_MOST_WAITS):
        await asyncio.sleep(_QUIET_SECONDS)
        if not orchestrator.is_busy and (orchestrator.has_run_a_turn or waits >= _WAITS_FOR_A_TURN):
            break
    # LangGraph imports httpx, and the openai client fails if it finds httpx half imported. All its requests are made on
    # this loop, so no request is made during the import.
    import_module("httpx")
    if web_app.cache_info().currsize:
        await web_app().complete()

    def prepare() -> None:
        services.load_graph()
        for name in (*_LATER, *(_MCP if Settings.from_environ().mcp_servers else ())):
            import_module(name)
        gc.freeze()  # scanning the libraries for garbage would pause every turn for a quarter of a second

    Thread(target=prepare, daemon=True).start()
