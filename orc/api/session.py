"""The data that a page needs before its user signs in."""

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from orc.api.dependencies import ServicesDep
from orc.api.query import PublicRoute
from orc.errors import Unauthenticated

router = APIRouter(prefix="/session", tags=["system"], route_class=PublicRoute)


class PlatformSignIn(BaseModel):
    """Sign-in by the platform: a URL relative to the app, which redirects to `post_login_redirect_uri` afterwards."""

    url: str


class IssuerSignIn(BaseModel):
    """Sign-in with an OpenID issuer: the authorization code flow with PKCE, as this public client."""

    issuer: str
    client_id: str
    scope: str


class SessionLimits(BaseModel):
    """Limits of a turn and of an upload. upload_bytes is per file."""

    documents_per_turn: int
    question_characters: int
    upload_bytes: int
    upload_files: int


class AssistantModel(BaseModel):
    """The texts that a deployment sets for the page: the assistant's name, a greeting, and suggested questions."""

    name: str | None = None
    greeting: str | None = None
    starters: list[str]


class SessionModel(BaseModel):
    """user is the caller if the request has valid credentials. sign_in says how to sign in, if users have to."""

    identity: Literal["local", "easyauth", "jwt"]
    user: str | None = None
    sign_in: PlatformSignIn | IssuerSignIn | None = None
    limits: SessionLimits
    assistant: AssistantModel


@router.get("", response_model_exclude_none=True)
async def session(request: Request, services: ServicesDep) -> SessionModel:
    """Returns who the caller is, how to sign in, and the limits. Needs no credentials."""
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
