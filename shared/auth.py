"""Authentication: each class derives the Caller from request headers, or raises Unauthenticated.

Header names are case-insensitive.
"""

import asyncio
import base64
import json
import logging
import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from orc.documents.paths import identity_problem
from orc.domain import Caller
from orc.errors import IssuerUnavailable, Unauthenticated

if TYPE_CHECKING:
    import httpx2
    from jwt import PyJWK

logger = logging.getLogger(__name__)

_ALGORITHMS: Final[Mapping[str, tuple[str, ...]]] = {
    "RSA": ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    "EC": ("ES256", "ES384", "ES512"),
    "OKP": ("EdDSA",),
}
_LONG_CLAIMS: Final[Mapping[str, str]] = {
    "oid": "http://schemas.microsoft.com/identity/claims/objectidentifier",
    "tid": "http://schemas.microsoft.com/identity/claims/tenantid",
    "roles": "http://schemas.microsoft.com/ws/2008/06/identity/claims/role",
}
_MAX_TOKEN_CHARACTERS: Final = 32_768
_KEYS_LAST_SECONDS: Final = 3600.0
_REFRESH_SECONDS: Final = 60.0
_RETRY_SECONDS: Final = 5.0
_FETCH_SECONDS: Final = 5.0  # for the whole response
_MAX_KEYS_BYTES: Final = 1024 * 1024
_PIECE_BYTES: Final = 65_536


def _header(headers: Mapping[str, str], name: str) -> str | None:
    """The header's value. None if it is missing or repeated, because components may disagree on which one counts."""
    values = [value for key, value in headers.items() if key.lower() == name]
    return values[0] if len(values) == 1 else None


def _refused() -> Unauthenticated:
    """The same error for every reason, so that the sender does not learn what is wrong with a token."""
    return Unauthenticated("Valid credentials are required.")


@dataclass(frozen=True, slots=True)
class AdminRole:
    """The role that makes a caller an administrator, and the claim with a caller's roles. Without a name nobody is an
    administrator."""

    name: str | None = None
    claim: str = "roles"

    def among(self, roles: object) -> bool:
        """Whether the value of the claim, a role or several, has the name. Other values have no roles."""
        return self.name is not None and self.name in (roles if isinstance(roles, list) else [roles])


def _caller(organization_id: object, user_id: object, *, is_admin: bool) -> Caller:
    if not (isinstance(organization_id, str) and isinstance(user_id, str)):
        raise _refused()
    for name, value in (("organization", organization_id), ("user", user_id)):
        if problem := identity_problem(value):
            logger.warning("A caller was refused: the %s %s", name, problem)
            raise _refused()
    return Caller(organization_id, user_id, is_admin)


class LocalIdentity:
    """Every request is from the one configured user, who is an administrator; for a host that only its user can
    reach."""

    def __init__(self, organization_id: str, user_id: str) -> None:
        self._caller = Caller(organization_id, user_id, is_admin=True)

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        return self._caller


class EasyAuthIdentity:
    """Trusts the principal header of App Service authentication, which removes it from clients' requests.

    Insecure without App Service authentication: anyone could send the header.
    """

    def __init__(
        self, user_claim: str = "oid", organization_claim: str = "tid", admin_role: AdminRole | None = None
    ) -> None:
        self._user_claim = user_claim
        self._organization_claim = organization_claim
        self._admin_role = admin_role or AdminRole()

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        """The caller by the claims of the principal header, or by its id header for the user."""
        principal = _header(headers, "x-ms-client-principal") or ""
        try:
            decoded = json.loads(base64.b64decode(principal, validate=True))["claims"]
            claims = [(claim["typ"], claim["val"]) for claim in decoded]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise _refused() from None
        user_id = _claim(claims, self._user_claim)
        if user_id is None:
            user_id = _header(headers, "x-ms-client-principal-id")
        is_admin = self._admin_role.among(_claim_values(claims, self._admin_role.claim))
        return _caller(_claim(claims, self._organization_claim), user_id, is_admin=is_admin)


def _claim_values(claims: list[tuple[object, object]], name: str) -> list[object]:
    """The values of a claim by its short or its long name."""
    return [value for kind, value in claims if kind in (name, _LONG_CLAIMS.get(name, name))]


def _claim(claims: list[tuple[object, object]], name: str) -> object:
    """The one value of a claim; None without one. Different values refuse the request."""
    values = _claim_values(claims, name)
    if any(value != values[0] for value in values):
        raise _refused()
    return values[0] if values else None


class JwtIdentity:
    """Verifies bearer tokens of one issuer for one audience against the issuer's published keys.

    Accepts only the key that the token names by `kid`, and only algorithms of the key's type; keys, addresses and
    extensions in a token are never used.
    """

    def __init__(
        self,
        issuer: str,
        audience: str,
        jwks_url: str,
        user_claim: str = "oid",
        organization_claim: str = "tid",
        leeway_seconds: float = 60,
        *,
        admin_role: AdminRole | None = None,
        fetch_seconds: float = _FETCH_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._issuer = issuer
        self._audience = audience
        self._user_claim = user_claim
        self._organization_claim = organization_claim
        self._admin_role = admin_role or AdminRole()
        self._leeway_seconds = leeway_seconds
        self._keys = _KeySet(jwks_url, fetch_seconds, clock)

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        scheme, _, token = (_header(headers, "authorization") or "").partition(" ")
        if scheme.lower() != "bearer" or len(token) > _MAX_TOKEN_CHARACTERS:
            raise _refused()
        import jwt

        token = token.strip()
        try:
            header = jwt.get_unverified_header(token)
            key = await self._keys.find(header.get("kid"))
            if key is None or "crit" in header:
                raise _refused()
            claims = jwt.decode(
                token,
                key.jwk.key,
                algorithms=key.algorithms,
                issuer=self._issuer,
                audience=self._audience,
                leeway=self._leeway_seconds,
                options={"require": ["exp", "iss", "aud"], "enforce_minimum_key_length": True},
            )
        except jwt.PyJWTError:
            raise _refused() from None
        is_admin = self._admin_role.among(claims.get(self._admin_role.claim))
        return _caller(claims.get(self._organization_claim), claims.get(self._user_claim), is_admin=is_admin)


@dataclass(frozen=True, slots=True)
class _Key:
    """A published key and the algorithms that it is accepted with."""

    jwk: "PyJWK"
    algorithms: tuple[str, ...]


class _KeySet:
    """The issuer's keys by id: fetched on first use and when old, and for an unknown id at most once a minute.

    When they cannot be fetched, the known ones stay in use; for another id, IssuerUnavailable is raised.
    """

    def __init__(self, url: str, fetch_seconds: float, clock: Callable[[], float]) -> None:
        self._url = url
        self._fetch_seconds = fetch_seconds
        self._clock = clock
        self._keys: dict[str, _Key] = {}
        self._old_at = -math.inf
        self._next_fetch_at = -math.inf
        self._fetching = asyncio.Lock()
        self._is_reached = True

    async def find(self, key_id: object) -> _Key | None:
        if not isinstance(key_id, str):
            return None
        if self._needs_fetch(key_id):
            await self._fetch(key_id)
        key = self._keys.get(key_id)
        if key is None and not self._is_reached:
            raise IssuerUnavailable("The keys of the token issuer cannot be fetched now. Send the request again later.")
        return key

    async def _fetch(self, key_id: str) -> None:
        import httpx2
        from jwt import PyJWK, PyJWTError

        async with self._fetching:
            if not self._needs_fetch(key_id):  # another request has fetched them in the meantime
                return
            keys, now = {}, self._clock()
            try:
                async with asyncio.timeout(self._fetch_seconds), httpx2.AsyncClient() as client:
                    published = await _fetch_json(client, self._url)
                for fields in published["keys"]:
                    with suppress(PyJWTError):
                        jwk = PyJWK(dict(fields))
                        fitting = _ALGORITHMS.get(jwk.key_type or "", ())  # never those of a symmetric key
                        algorithms = tuple(name for name in fitting if fields.get("alg") in (None, name))
                        if jwk.key_id and jwk.public_key_use != "enc" and algorithms:
                            keys[jwk.key_id] = _Key(jwk, algorithms)
            except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, ValueError, KeyError, TypeError) as error:
                logger.warning("The keys of the token issuer cannot be fetched: %s", type(error).__name__)
                self._next_fetch_at, self._is_reached = now + _RETRY_SECONDS, False
            else:
                self._keys, self._is_reached = keys, True
                self._next_fetch_at = now + _REFRESH_SECONDS
                self._old_at = now + _KEYS_LAST_SECONDS

    def _needs_fetch(self, key_id: str) -> bool:
        now = self._clock()
        return now >= self._next_fetch_at and (now >= self._old_at or key_id not in self._keys)


async def _fetch_json(client: "httpx2.AsyncClient", url: str) -> Any:
    """The JSON at an address. Raises ValueError when it is invalid or too large."""
    content = bytearray()
    async with client.stream("GET", url, headers={"accept-encoding": "identity"}) as response:
        response.raise_for_status()
        async for piece in response.aiter_raw(_PIECE_BYTES):
            content += piece
            if len(content) > _MAX_KEYS_BYTES:
                raise ValueError("the keys are too large")
    return json.loads(content)
