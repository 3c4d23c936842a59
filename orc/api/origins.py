"""Checks of Origin and Host: the web pages that may call the app, and its names on a user's own machine (D-163)."""

from collections.abc import Collection
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from orc.api.addresses import is_loopback
from orc.api.problems import Problem


class OriginGuard:
    """Refuses browsers' requests from pages of other sites, unless their origin is allowed. With local_only, the app
    answers only to loopback names and the hosts of allowed origins. This keeps out pages whose own host name resolves
    to this machine.
    """

    def __init__(self, app: ASGIApp, *, allowed_origins: Collection[str], local_only: bool) -> None:
        self._app = app
        self._origins = frozenset(allowed_origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in allowed_origins)
        self._local_only = local_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, answer = Headers(scope=scope), self._app
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        host = hosts[0].lower() if len(hosts) == 1 else ""
        own = (f"http://{host}", f"https://{host}") if host else ()
        if self._local_only and not (is_loopback(host) or host in self._hosts):
            detail = "This server only answers to local host names, such as localhost."
            answer = Problem(HTTPStatus.MISDIRECTED_REQUEST, "host_not_allowed", detail)
        elif any(origin not in self._origins and origin.lower() not in own for origin in origins):
            detail = "Web pages of this origin are not allowed to call the API."
            answer = Problem(HTTPStatus.FORBIDDEN, "origin_not_allowed", detail)
        await answer(scope, receive, send)
