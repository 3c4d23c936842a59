"""MCP_SERVERS: the configured MCP servers, and the addresses that they may have."""

import ipaddress
import json
import re
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_HEADER_VALUE = re.compile(r"[\x21-\x7e]+( +[\x21-\x7e]+)*")
_PLAIN_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")
_TRANSPORT_HEADERS = {"host", "content-length", "transfer-encoding", "connection", "accept", "accept-encoding"}
_BUILT_IN = "orc"
_PLATFORM = ipaddress.ip_address("168.63.129.16")  # Azure's own endpoint in every virtual machine
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_LOCAL_NAMES = ("localhost", "metadata.google.internal")


def _check_url(url: str) -> str:
    """Accepts only URLs that every parser reads alike."""
    problem = ValueError("must be an http or https URL with a plain host name and no user or password in it")
    if not url.isascii() or any(ord(char) <= 32 or char in '\\"<>^`{|}\x7f' for char in url):
        raise problem
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise problem from None
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or port == 0 or not _PLAIN_HOST.fullmatch(host):
        raise problem
    return url


def _check_headers(headers: dict[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if not _HEADER.fullmatch(name) or name.lower() in _TRANSPORT_HEADERS or name.lower().startswith("mcp-"):
            raise ValueError(f"{name!r} cannot be set")
        if not _HEADER_VALUE.fullmatch(value):
            raise ValueError(f"the value of {name} is empty or has characters that a header cannot have")
    return headers


class McpServer(BaseModel):
    """One server. With a scope, each request carries an Entra token for it."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    url: Annotated[str, AfterValidator(_check_url)] = Field(repr=False)
    headers: Annotated[dict[str, str], AfterValidator(_check_headers)] = Field(default_factory=dict, repr=False)
    allow: frozenset[str] | None = None
    scope: str | None = Field(None, min_length=1)
    timeout_seconds: float | None = Field(None, gt=0, le=600)


_SERVERS = TypeAdapter(dict[str, McpServer])


def parse_servers(value: object) -> object:
    """The servers in the variable's JSON text. Raises ValueError with all mistakes, which quotes no values."""
    if not isinstance(value, str):
        return value
    try:
        servers = _SERVERS.validate_python(json.loads(value))
    except ValidationError as error:
        mistakes = [
            ": ".join(filter(None, (".".join(map(str, each["loc"][:2])), each["msg"].removeprefix("Value error, "))))
            for each in error.errors()
        ]
        raise ValueError("; ".join(mistakes)) from None
    except (ValueError, RecursionError):
        raise ValueError("must be a JSON object {name: {url, headers?, allow?, scope?, timeout_seconds?}}") from None
    wrong = [
        f"{name!r} is not a valid name for a server"
        for name in servers
        if name == _BUILT_IN or not _NAME.fullmatch(name)
    ]
    wrong += [
        f"{name}: scope and an authorization header exclude each other"
        for name, server in servers.items()
        if server.scope is not None and "authorization" in map(str.lower, server.headers)
    ]
    if wrong:
        raise ValueError("; ".join(wrong))
    return servers


def misplaced(servers: Mapping[str, McpServer], *, on_azure: bool) -> list[str]:
    """The problems of the servers' addresses. Off Azure they may be on this machine and in its network, over http."""
    wrong = []
    for name, server in servers.items():
        url = urlsplit(server.url)
        host = (url.hostname or "").rstrip(".").lower()
        local = reserved = False  # on this machine or in its network; for a platform alone
        if host in _LOCAL_NAMES or host.endswith(".localhost"):
            local, reserved = True, host != "localhost" and not host.endswith(".localhost")
        elif ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]) is not None:  # no name
            try:
                address = ipaddress.ip_address(host)
            except ValueError:  # such as 2130706433, 0x7f.1 or 0177.0.0.1, which some resolvers accept as addresses
                local = reserved = True
            else:
                if isinstance(address, ipaddress.IPv6Address):  # it may embed an IPv4 address, which then counts
                    if address in _NAT64:
                        address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
                    else:
                        teredo = address.teredo[1] if address.teredo else address
                        address = address.ipv4_mapped or address.sixtofour or teredo
                local = not address.is_global
                reserved = address.is_link_local or address.is_unspecified or address == _PLATFORM
        if reserved or (local and on_azure):
            wrong.append(f"{name}: {host} is not an address that an MCP server may have here")
        elif url.scheme != "https" and (on_azure or (server.scope is not None and not local)):
            wrong.append(f"{name}: the URL must be https")
    return wrong
