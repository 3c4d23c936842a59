"""What a page has to know before its user has signed in."""

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from orc.api.dependencies import ServicesDep
from orc.api.query import PublicRoute
from orc.errors import Unauthenticated

router = APIRouter(prefix="/session", tags=["system"], route_class=PublicRoute)


class PlatformSignIn(BaseModel):
    """The user signs in at this address, relative to the app's, which leads back to `post_login_redirect_uri`."""

    url: str


class IssuerSignIn(BaseModel):
    """The user signs in with this OpenID issuer: authorization code with PKCE, by this public client."""

    issuer: str
    client_id: str
    scope: str


class SessionLimits(BaseModel):
    """What a turn and an upload may hold; sizes are in bytes, of one file."""

    documents_per_turn: int
    question_characters: int
    upload_bytes: int
    upload_files: int


class AssistantModel(BaseModel):
    """What the deployment has the page say in place of its own words: the assistant's name, a greeting, and questions
    to begin with."""

    name: str | None = None
    greeting: str | None = None
    starters: list[str]


class SessionModel(BaseModel):
    """user is who the request's credentials prove, if they prove anybody; sign_in where users sign in, if they do."""

    identity: Literal["local", "easyauth", "jwt"]
    user: str | None = None
    sign_in: PlatformSignIn | IssuerSignIn | None = None
    limits: SessionLimits
    assistant: AssistantModel


@router.get("", response_model_exclude_none=True)
async def session(request: Request, services: ServicesDep) -> SessionModel:
    """Who the caller is, where to sign in, and the limits. It needs no credentials."""
    try:
        user = (await services.authenticator.authenticate(request.headers)).user_id
    except Unauthenticated:
        user = None
    sign_in = services.sign_in
    limits = {name: getattr(services.limits, name) for name in SessionLimits.model_fields}
    shown = services.assistant
    assistant = {"name": shown.name or None, "greeting": shown.greeting or None, "starters": list(shown.starters)}
    return SessionModel.model_validate(
        {
            "identity": sign_in.identity,
            "user": user,
            "sign_in": sign_in.at,
            "limits": limits,
            "assistant": assistant,
        }
    )
