"""Health, readiness and the API documentation."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from orc import __version__
from orc.api.query import PublicRoute
from orc.errors import NotFound, OrcError

router = APIRouter(tags=["system"], route_class=PublicRoute)

type Probes = Mapping[str, Callable[[], Awaitable[None]]]

_PROBE_SECONDS = 5
_PROBED_SECONDS = 5
_ASSETS = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
_DOCS_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Orc API</title>
<link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="docs"></div><script src="docs/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({url: "openapi.json", dom_id: "#docs", validatorUrl: null})</script></body></html>
"""


@router.get("/health")
async def health() -> dict[str, str]:
    """Reports that the process is alive, without checking its dependencies."""
    return {"status": "ok", "version": __version__}


@router.get("/ready", responses={HTTPStatus.SERVICE_UNAVAILABLE.value: {"description": "One of them is down."}})
async def ready(request: Request) -> JSONResponse:
    """Returns the state of each dependency, at most a few seconds old. The status is 503 if one of them is down."""
    try:
        services = await request.app.state.get_services()
    except OrcError as error:
        return _readiness({"settings": {"ok": False, "error": error.message}})
    states: Probed = request.app.state.probed
    return _readiness({"settings": {"ok": True}, **await states.of(services.probes)})


class Probed:
    """The states of the dependencies, at most a few seconds old: the route is public and probes are expensive.
    Concurrent requests share one probe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._probing: asyncio.Task[dict[str, dict[str, Any]]] | None = None
        self._until = -math.inf

    async def of(self, probes: Probes) -> dict[str, dict[str, Any]]:
        if self._probing is None or (self._probing.done() and self._clock() >= self._until):
            self._probing = asyncio.create_task(self._probe(probes))
        return await asyncio.shield(self._probing)

    def forget(self) -> None:
        """Makes the next request probe again, after another request has found a dependency that is down."""
        self._until = -math.inf

    async def _probe(self, probes: Probes) -> dict[str, dict[str, Any]]:
        states = await asyncio.gather(*map(_probe, probes.values()))
        self._until = self._clock() + _PROBED_SECONDS
        return dict(zip(probes, states, strict=True))


async def _probe(probe: Callable[[], Awaitable[None]]) -> dict[str, Any]:
    try:
        async with asyncio.timeout(_PROBE_SECONDS):
            await probe()
    except OrcError as error:
        return {"ok": False, "error": error.message}
    except TimeoutError:
        return {"ok": False, "error": f"No answer within {_PROBE_SECONDS} s."}
    return {"ok": True}


def _readiness(states: dict[str, dict[str, Any]]) -> JSONResponse:
    ok = all(state["ok"] for state in states.values())
    body = {"status": "ready" if ok else "unavailable", "dependencies": states}
    return JSONResponse(body, HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE)


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> JSONResponse:
    """The OpenAPI document of this API."""
    return JSONResponse(request.app.openapi())


@router.get("/docs", include_in_schema=False)
async def docs() -> Response:
    """The API documentation page. It loads nothing from other origins."""
    return HTMLResponse(_DOCS_PAGE)


@router.get("/docs/{asset}", include_in_schema=False)
async def docs_asset(asset: str) -> Response:
    """A file of the documentation page."""
    if asset not in _ASSETS:
        raise NotFound("There is no such page.")
    path = files("fastapi_swagger").joinpath("resources", asset)
    return Response(await asyncio.to_thread(path.read_bytes), media_type=_ASSETS[asset])
