"""The address under which clients reach the app."""

from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit
from uuid import UUID

from starlette.requests import Request


def public_origin(request: Request) -> str | None:
    """The configured origin, else the loopback name that this client has used. None without either, because any other
    Host header is not trusted.
    """
    if configured := request.app.state.public_origin:
        return str(configured)
    host = request.headers.get("host", "").lower()
    return f"{request.url.scheme}://{host}" if is_loopback(host) else None


def is_loopback(host: str) -> bool:
    """Whether a Host header names this machine."""
    name = urlsplit(f"//{host}").hostname if host and "/" not in host and "@" not in host else None
    if name is None:
        return False
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def canonical_id(conversation_id: str) -> str:
    """The id as it is stored, for a UUID in any of its forms, which the body of a turn takes too."""
    with suppress(ValueError):
        return str(UUID(conversation_id))
    return conversation_id
