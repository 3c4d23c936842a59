"""Who is asking: each class here tells the Caller whom the request headers prove, or raises Unauthenticated.

Header names match in any case.
"""

import asyncio
import base64
import json
import logging
import math
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from orc.documents.paths import identity_problem
from orc.domain import Caller
from orc.errors import Unauthenticated

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
}
_MAX_TOKEN_CHARACTERS: Final = 32_768
_KEYS_LAST_SECONDS: Final = 3600.0
_REFRESH_SECONDS: Final = 60.0
_RETRY_SECONDS: Final = 5.0
_FETCH_SECONDS: Final = 5.0  # for all of it, however slowly it comes
_MAX_KEYS_BYTES: Final = 1024 * 1024
_PIECE_BYTES: Final = 65_536


def _header(headers: Mapping[str, str], name: str) -> str | None:
    """None without the header, and when it came more than once: which of them counts must not be a matter of luck."""
    values = [value for key, value in headers.items() if key.lower() == name]
    return values[0] if len(values) == 1 else None


def _refused() -> Unauthenticated:
    """The same for every reason: what is wrong with a token is nothing to tell its sender."""
    return Unauthenticated("Valid credentials are needed.")


def _caller(organization_id: object, user_id: object) -> Caller:
    if not (isinstance(organization_id, str) and isinstance(user_id, str)):
        raise _refused()
    for name, value in (("organization", organization_id), ("user", user_id)):
        if problem := identity_problem(value):
            logger.warning("A caller was refused: the %s %s", name, problem)
            raise _refused()
    return Caller(organization_id=organization_id, user_id=user_id)


class LocalIdentity:
    """Everybody is the one configured user: for a host that only its user can reach."""

    def __init__(self, organization_id: str, user_id: str) -> None:
        self._caller = Caller(organization_id=organization_id, user_id=user_id)

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        return self._caller


class EasyAuthIdentity:
    """Trusts the principal header of App Service authentication, which strips it from what clients send.

    Never to be used where that is off: anyone could write the header then.
    """

    def __init__(self, user_claim: str = "oid", organization_claim: str = "tid") -> None:
        self._user_claim = user_claim
        self._organization_claim = organization_claim

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        claims = _principal_claims(_header(headers, "x-ms-client-principal") or "")
        user_id = _claim(claims, self._user_claim)
        if user_id is None:
            user_id = _header(headers, "x-ms-client-principal-id")
        return _caller(_claim(claims, self._organization_claim), user_id)


def _principal_claims(principal: str) -> list[tuple[object, object]]:
    try:
        claims = json.loads(base64.b64decode(principal, validate=True))["claims"]
        return [(claim["typ"], claim["val"]) for claim in claims]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _refused() from None


def _claim(claims: list[tuple[object, object]], name: str) -> object:
    """The value of a claim by its short or its long name, None without one; two different values prove nothing."""
    values = [value for kind, value in claims if kind in (name, _LONG_CLAIMS.get(name, name))]
    if any(value != values[0] for value in values):
        raise _refused()
    return values[0] if values else None


class JwtIdentity:
    """Verifies bearer tokens of one issuer for one audience against the issuer's published keys.

    Only the key that the token names by `kid` counts, and only algorithms that fit it; no key, address or extension
    that a token brings along is used.
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
        fetch_seconds: float = _FETCH_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._issuer = issuer
        self._audience = audience
        self._user_claim = user_claim
        self._organization_claim = organization_claim
        self._leeway_seconds = leeway_seconds
        self._keys = _KeySet(jwks_url, fetch_seconds, clock)

    async def authenticate(self, headers: Mapping[str, str]) -> Caller:
        scheme, _, token = (_header(headers, "authorization") or "").partition(" ")
        if scheme.lower() != "bearer" or len(token) > _MAX_TOKEN_CHARACTERS:
            raise _refused()
        claims = await self._verified(token.strip())
        return _caller(claims.get(self._organization_claim), claims.get(self._user_claim))

    async def _verified(self, token: str) -> Mapping[str, object]:
        import jwt

        try:
            header = jwt.get_unverified_header(token)
            key = await self._keys.find(header.get("kid"))
            if key is None or "crit" in header:
                raise _refused()
            return jwt.decode(
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


@dataclass(frozen=True, slots=True)
class _Key:
    """A published key and the algorithms that it may be used with."""

    jwk: "PyJWK"
    algorithms: tuple[str, ...]


class _KeySet:
    """The issuer's keys by id: fetched when first needed and when old, and for an unknown id once a minute at most.

    When they cannot be fetched, those known before go on being used.
    """

    def __init__(self, url: str, fetch_seconds: float, clock: Callable[[], float]) -> None:
        self._url = url
        self._fetch_seconds = fetch_seconds
        self._clock = clock
        self._keys: dict[str, _Key] = {}
        self._old_at = -math.inf
        self._next_fetch_at = -math.inf
        self._fetching = asyncio.Lock()

    async def find(self, key_id: object) -> _Key | None:
        if not isinstance(key_id, str):
            return None
        if self._wanted(key_id):
            async with self._fetching:
                if self._wanted(key_id):  # another request may have fetched them meanwhile
                    await self._refresh()
        return self._keys.get(key_id)

    def _wanted(self, key_id: str) -> bool:
        now = self._clock()
        return now >= self._next_fetch_at and (now >= self._old_at or key_id not in self._keys)

    async def _refresh(self) -> None:
        import httpx2

        now = self._clock()
        try:
            async with asyncio.timeout(self._fetch_seconds), httpx2.AsyncClient() as client:
                published = await _fetched(client, self._url)
            self._keys = _usable_keys(published["keys"])
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, ValueError, KeyError, TypeError) as error:
            logger.warning("The keys of the token issuer cannot be fetched: %s", type(error).__name__)
            self._next_fetch_at = now + _RETRY_SECONDS
        else:
            self._next_fetch_at = now + _REFRESH_SECONDS
            self._old_at = now + _KEYS_LAST_SECONDS


async def _fetched(client: "httpx2.AsyncClient", url: str) -> Any:
    """What is published at an address, as JSON; ValueError when it is none, or too much to be keys."""
    content = bytearray()
    async with client.stream("GET", url, headers={"accept-encoding": "identity"}) as response:
        response.raise_for_status()
        async for piece in response.aiter_raw(_PIECE_BYTES):
            content += piece
            if len(content) > _MAX_KEYS_BYTES:
                raise ValueError("the keys are too large")
    return json.loads(content)


def _usable_keys(published: Iterable[Mapping[str, object]]) -> dict[str, _Key]:
    """The keys that can check a signature; a symmetric one is never among them."""
    from jwt import PyJWK, PyJWTError

    keys = {}
    for fields in published:
        with suppress(PyJWTError):
            jwk = PyJWK(dict(fields))
            fitting = _ALGORITHMS.get(jwk.key_type or "", ())
            algorithms = tuple(name for name in fitting if fields.get("alg") in (None, name))
            if jwk.key_id and jwk.public_key_use != "enc" and algorithms:
                keys[jwk.key_id] = _Key(jwk, algorithms)
    return keys
