"""The services and the web app of this process: built on first use and closed at its end."""

import gc
import logging
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from orc.errors import ConfigurationError
from orc.services import Services
from shared.composition import build_services
from shared.extraction import sandbox
from shared.settings import Settings
from shared.termination import before_sigterm

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from fastapi import FastAPI


@cache
def _services() -> Services:
    return build_services(Settings.from_environ())


async def get_services() -> Services:
    """The services of this process. Raises ConfigurationError, each time, while the settings are inconsistent. The
    first call hides this process from the readers of files, and logs a sandbox mechanism that the system lacks."""
    first = not _services.cache_info().currsize
    services = _services()
    if first:
        before_sigterm(drain_services)
        sandbox.hide()
        if lacking := sandbox.missing():
            names = " and no ".join(lacking)
            logger.warning("This system has no %s: the other mechanisms alone isolate the readers of files", names)
    return services


async def drain_services() -> None:
    """Refuses new turns, waits for running ones, and releases to other processes those that do not end in time."""
    if _services.cache_info().currsize:
        services = _services()
        services.orchestrator.refuse_turns()
        await services.orchestrator.drain(services.limits.grace_seconds)


async def close_services() -> None:
    """Closes the services; running turns are drained as by drain_services."""
    if _services.cache_info().currsize:
        services = _services()
        _services.cache_clear()
        await services.close()


@cache
def web_app() -> "FastAPI":
    """The HTTP contract as an ASGI application."""
    from orc.api.app import create_app
    from orc.api.bodies import BodyLimits

    try:
        settings = Settings.from_environ()
        local_only = settings.identity == "local"
    except ConfigurationError:  # get_services raises it for each request
        settings, local_only = Settings.from_environ({}), False
    Thread(target=_warm_up, args=(settings,), daemon=True).start()
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
        allowed_origins=settings.allowed_origins,
        local_only=local_only,
    )


def _warm_up(settings: Settings) -> None:
    """Imports in the background what the first turn needs, which is most of a cold start."""
    import_module("orc.graphs.graph")
    if settings.uses_openai:
        import_module("shared.models.connection").import_client()
    gc.freeze()  # scanning the libraries for garbage would pause every turn for a quarter of a second
