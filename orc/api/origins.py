"""Which web pages may call the app, and under which names it is called on a user's own machine (D-163)."""

from collections.abc import Collection
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from orc.api.problems import Problem


class OriginGuard:
    """Refuses what a browser sends for a page of another site, unless its origin is an allowed one.

    With local_only, the app answers to loopback names alone, and to the hosts of the allowed origins: a page whose name
    was made to point at this machine is a stranger however its origin looks.
    """

    def __init__(self, app: ASGIApp, *, allowed_origins: Collection[str], local_only: bool) -> None:
        self._app = app
        self._origins = frozenset(allowed_origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in allowed_origins)
        self._local_only = local_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._problem(Headers(scope=scope)) if scope["type"] == "http" else None
        await (problem or self._app)(scope, receive, send)

    def _problem(self, headers: Headers) -> Problem | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        host = hosts[0].lower() if len(hosts) == 1 else ""
        if self._local_only and not (_is_loopback(host) or host in self._hosts):
            detail = "This server only answers to local host names, such as localhost."
            return Problem(HTTPStatus.MISDIRECTED_REQUEST, "host_not_allowed", detail)
        own = (f"http://{host}", f"https://{host}") if host else ()
        if any(origin not in self._origins and origin.lower() not in own for origin in origins):
            return Problem(
                HTTPStatus.FORBIDDEN, "origin_not_allowed", "Web pages of this origin are not allowed to call the API."
            )
        return None


def _is_loopback(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname if host and "/" not in host and "@" not in host else None
    if name is None:
        return False
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False
