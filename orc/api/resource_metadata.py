"""Protected resource metadata, which names the issuer of tokens for this API (RFC 9728, D-266)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from orc.api.addresses import public_origin
from orc.api.query import PublicRoute
from orc.errors import NotFound

router = APIRouter(tags=["system"], route_class=PublicRoute)

_WELL_KNOWN = "/.well-known/oauth-protected-resource"


@dataclass(frozen=True, slots=True)
class TokenIssuer:
    """The issuer of the tokens that this API accepts, and the scopes to request."""

    issuer: str
    scopes: Sequence[str]


class ResourceMetadata(BaseModel):
    """The OAuth 2.0 protected resource metadata of the MCP endpoint."""

    resource: str
    authorization_servers: list[str]
    scopes_supported: list[str] | None = Field(None, exclude_if=lambda scopes: not scopes)
    bearer_methods_supported: list[str] = ["header"]
    resource_name: str = "Orc"


@router.get(f"{_WELL_KNOWN}")
@router.get(f"{_WELL_KNOWN}/mcp", include_in_schema=False)
@router.get(f"{_WELL_KNOWN}/api/mcp", include_in_schema=False)
@router.get(f"/mcp{_WELL_KNOWN}", include_in_schema=False)
async def resource_metadata(request: Request) -> ResourceMetadata:
    """Returns the issuer with which an MCP client signs its user in. Needs no credentials. The status is 404 without
    such an issuer."""
    issuer: TokenIssuer | None = request.app.state.token_issuer
    origin = public_origin(request)
    if issuer is None or origin is None:
        raise NotFound("This API has no token issuer.")
    return ResourceMetadata(
        resource=f"{origin}/api/mcp", authorization_servers=[issuer.issuer], scopes_supported=list(issuer.scopes)
    )


def challenge(request: Request) -> Mapping[str, str]:
    """The header of a 401: the address of the metadata, if any, and invalid_token if a token was sent."""
    parameters = []
    if request.headers.get("authorization", "").lower().startswith("bearer "):
        parameters.append('error="invalid_token"')
    origin = public_origin(request)
    if request.app.state.token_issuer is not None and origin is not None:
        parameters.append(f'resource_metadata="{origin}/api{_WELL_KNOWN}"')
    return {"WWW-Authenticate": f"Bearer {', '.join(parameters)}".rstrip()}
