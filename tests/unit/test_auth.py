import asyncio
import base64
import json
import time
from asyncio import StreamWriter
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import chain, repeat

import jwt
import pytest
from starlette.datastructures import Headers

from orc.domain import Caller
from orc.errors import IssuerUnavailable, Unauthenticated
from shared.auth import AdminRole, JwtIdentity
from tests.support.loopback import LoopbackServer, Received, send_chunk, send_head, send_json
from tests.unit.tokens import (
    AUDIENCE,
    ISSUER,
    assembled,
    bearer,
    by_public_key_as_secret,
    by_rsa,
    claims,
    ec_key,
    ed_key,
    injected,
    jwk_of,
    published,
    rsa_key,
    signed,
    tampered,
)

ADA = Caller(organization_id="org-1", user_id="ada")

pytestmark = pytest.mark.req("SE-01")


class Issuer(LoopbackServer):
    """Publishes keys; fails while it has none. With padding there is something before the keys, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = published()
        self.padding: Iterator[bytes] = iter(())
        self.pause = 0.0

    async def respond(self, received: Received, writer: StreamWriter) -> None:
        if first := next(self.padding, b""):
            send_head(writer, 200, {"content-type": "application/json", "transfer-encoding": "chunked"})
            for piece in chain([first], self.padding, [json.dumps({"keys": self.keys}).encode(), b""]):
                await send_chunk(writer, piece)
                await asyncio.sleep(self.pause)
            return
        await send_json(writer, {"keys": self.keys}, status=200 if self.keys else 503)


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    async with Issuer() as issuer:
        yield issuer


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def identity(issuer: Issuer, clock: Clock) -> JwtIdentity:
    return JwtIdentity(ISSUER, AUDIENCE, f"{issuer.address}/keys", clock=clock)


BAD_TOKENS: dict[str, Callable[[], str]] = {
    "empty": str,
    "garbage": lambda: "garbage",
    "garbage in three parts": lambda: "a.b.c",
    "deeply nested": lambda: base64.urlsafe_b64encode(b"[" * 30_000).decode() + ".e30.e30",
    "not ASCII": lambda: "gr\u00fc\u00dfe." + signed(),
    "unsigned": lambda: jwt.encode(claims(), "", algorithm="none", headers={"kid": "rsa"}),
    "without its signature": lambda: signed().rpartition(".")[0] + ".",
    "HS256 with the public key": lambda: assembled(by_public_key_as_secret, alg="HS256"),
    "HS256 with a published secret": lambda: signed(key=b"s" * 32, algorithm="HS256", headers={"kid": "secret"}),
    "another's signature": lambda: signed(key=rsa_key("attacker")),
    "tampered": tampered,
    "unknown kid": lambda: signed(headers={"kid": "unknown"}),
    "no kid": lambda: jwt.encode(claims(), rsa_key("issuer"), algorithm="RS256"),
    "kid of another kind of key": lambda: signed(headers={"kid": "ec"}),
    "kid of an encryption key": lambda: signed(headers={"kid": "encryption"}),
    "kid of a key that is too short": lambda: assembled(by_rsa("short"), kid="short"),
    "algorithm that the key is not for": lambda: signed(algorithm="PS256", headers={"kid": "rs256-only"}),
    "injected jwk": lambda: injected("jwk", jwk_of(rsa_key("attacker"), kid="rsa")),
    "injected jku": lambda: injected("jku", "http://127.0.0.1:9/keys"),
    "injected x5u": lambda: injected("x5u", "http://127.0.0.1:9/chain"),
    "crit": lambda: signed(headers={"crit": ["exp"], "exp": 1}),
    "crit that the library knows": lambda: assembled(by_rsa("issuer"), crit=["b64"], b64=True),
    "wrong issuer": lambda: signed(iss="https://login.example/other"),
    "no issuer": lambda: signed(iss=None),
    "wrong audience": lambda: signed(aud="api://other"),
    "no audience": lambda: signed(aud=None),
    "expired": lambda: signed(exp=time.time() - 61),
    "no expiry": lambda: signed(exp=None),
    "expiry that is no time": lambda: signed(exp="tomorrow"),
    "not yet valid": lambda: signed(nbf=time.time() + 90),
    "no user": lambda: signed(oid=None),
    "no organisation": lambda: signed(tid=None),
    "empty user": lambda: signed(oid=""),
    "blank organisation": lambda: signed(tid=" "),
    "user that is no text": lambda: signed(oid=7),
    "organisation that is a list": lambda: signed(tid=["org-1"]),
    "larger than any token": lambda: signed(padding="x" * 40_000),
    "base64 that is none": lambda: signed().replace(".", ".!", 1),
    "whitespace within": lambda: signed().replace(".", ". ", 1),
    "a sixth part, as an encrypted token has": lambda: signed() + ".a.b",
    "claims that are a list": lambda: assembled(by_rsa("issuer"), payload=["oid", "ada"]),
    "audience that is a number": lambda: assembled(by_rsa("issuer"), payload=claims() | {"aud": 7}),
    "issuer that is a list": lambda: assembled(by_rsa("issuer"), payload=claims() | {"iss": [ISSUER]}),
    "ES256 by name over an RSA signature": lambda: assembled(by_rsa("issuer"), alg="ES256"),
    "issued in the future": lambda: signed(iat=time.time() + 300),
}


@pytest.mark.parametrize("token", BAD_TOKENS.values(), ids=BAD_TOKENS)
async def test_a_token_that_proves_nothing_is_refused(identity: JwtIdentity, token: Callable[[], str]) -> None:
    with pytest.raises(Unauthenticated) as caught:
        await identity.authenticate(bearer(token()))
    assert caught.value.message == "Valid credentials are required."


@pytest.mark.parametrize("value", [None, "", "Basic {}", "Bearer", "{}", "Bearer{}", "Token {}"])
async def test_a_token_comes_as_a_bearer_token_or_not_at_all(identity: JwtIdentity, value: str | None) -> None:
    headers = {} if value is None else {"authorization": value.format(signed())}
    with pytest.raises(Unauthenticated):
        await identity.authenticate(headers)


@pytest.mark.parametrize(
    "token",
    [
        lambda: signed(),
        lambda: signed(aud=["api://other", AUDIENCE]),
        lambda: signed(algorithm="RS512"),
        lambda: signed(algorithm="PS256"),
        lambda: signed(headers={"kid": "rs256-only"}),
        lambda: signed(key=ec_key(), algorithm="ES256", headers={"kid": "ec"}),
        lambda: signed(key=ed_key(), algorithm="EdDSA", headers={"kid": "ed"}),
        lambda: assembled(by_rsa("issuer")),
        lambda: signed(exp=time.time() - 30, nbf=time.time() + 30),
    ],
    ids=["plain", "audiences", "RS512", "PS256", "key for RS256", "ES256", "EdDSA", "assembled", "within the leeway"],
)
async def test_a_good_token_proves_its_caller(identity: JwtIdentity, token: Callable[[], str]) -> None:
    assert await identity.authenticate(bearer(token())) == ADA


async def test_a_header_that_came_twice_proves_nothing(identity: JwtIdentity) -> None:
    word = f"Bearer {signed()}".encode()
    twice = Headers(raw=[(b"authorization", word), (b"authorization", word)])
    with pytest.raises(Unauthenticated):
        await identity.authenticate(twice)
    assert await identity.authenticate(Headers(raw=twice.raw[:1])) == ADA


async def test_the_scheme_and_the_header_match_in_any_case(identity: JwtIdentity) -> None:
    assert await identity.authenticate({"AUTHORIZATION": f"bearer {signed()}"}) == ADA


async def test_the_claims_to_read_are_a_setting(issuer: Issuer) -> None:
    identity = JwtIdentity(ISSUER, AUDIENCE, f"{issuer.address}/keys", "sub", "org_id")
    token = signed(sub="bob", org_id="org-2")
    assert await identity.authenticate(bearer(token)) == Caller(organization_id="org-2", user_id="bob")


@pytest.mark.parametrize(
    ("role", "roles", "is_admin"),
    [
        ("Orc.Admin", ["Orc.Reader", "Orc.Admin"], True),
        ("Orc.Admin", "Orc.Admin", True),
        ("Orc.Admin", ["Orc.Reader"], False),
        ("Orc.Admin", "Orc.Administrator", False),
        ("Orc.Admin", {"Orc.Admin": True}, False),
        ("Orc.Admin", None, False),
        (None, ["Orc.Admin"], False),
    ],
    ids=["among others", "alone", "another", "longer", "an object", "no roles", "no setting"],
)
async def test_the_role_that_is_set_makes_an_administrator(
    issuer: Issuer, role: str | None, roles: object, is_admin: bool
) -> None:
    keys = f"{issuer.address}/keys"
    identity = JwtIdentity(ISSUER, AUDIENCE, keys, admin_role=AdminRole(role, "orc_roles"))
    caller = await identity.authenticate(bearer(signed(orc_roles=roles, roles=["Orc.Admin"])))
    assert (caller, caller.is_admin) == (ADA, is_admin)


async def test_a_key_address_in_a_token_is_never_visited(identity: JwtIdentity, issuer: Issuer) -> None:
    token = injected("jku", f"{issuer.address}/attacker")
    with pytest.raises(Unauthenticated):
        await identity.authenticate(bearer(token))
    assert [request.path for request in issuer.requests] == ["/keys"]


async def test_keys_are_fetched_once_for_many_tokens(identity: JwtIdentity, issuer: Issuer) -> None:
    await asyncio.gather(*(identity.authenticate(bearer(signed())) for _ in range(20)))
    assert len(issuer.requests) == 1


async def test_unknown_keys_cause_one_fetch_a_minute_at_most(
    identity: JwtIdentity, issuer: Issuer, clock: Clock
) -> None:
    async def send(kid: str) -> None:
        with pytest.raises(Unauthenticated):
            await identity.authenticate(bearer(signed(headers={"kid": kid})))

    for clock.now in (0, 1, 59):
        await asyncio.gather(*(send(f"unknown-{number}") for number in range(10)))
    assert len(issuer.requests) == 1
    clock.now = 60
    await asyncio.gather(*(send(f"unknown-{number}") for number in range(10)))
    assert len(issuer.requests) == 2


async def test_a_new_key_of_the_issuer_is_found(identity: JwtIdentity, issuer: Issuer, clock: Clock) -> None:
    await identity.authenticate(bearer(signed()))
    issuer.keys = [jwk_of(rsa_key("next"), kid="next")]
    clock.now = 60
    assert await identity.authenticate(bearer(signed(key=rsa_key("next"), headers={"kid": "next"}))) == ADA


async def test_a_key_that_the_issuer_withdrew_is_refused_within_the_hour(
    identity: JwtIdentity, issuer: Issuer, clock: Clock
) -> None:
    await identity.authenticate(bearer(signed()))
    issuer.keys = [jwk_of(rsa_key("next"), kid="next")]
    clock.now = 3600
    with pytest.raises(Unauthenticated):
        await identity.authenticate(bearer(signed()))


async def test_known_keys_outlast_an_outage_of_the_issuer(identity: JwtIdentity, issuer: Issuer, clock: Clock) -> None:
    await identity.authenticate(bearer(signed()))
    issuer.keys = []
    clock.now = 3600
    assert await identity.authenticate(bearer(signed())) == ADA


async def test_keys_are_asked_for_again_soon_after_a_failure(
    identity: JwtIdentity, issuer: Issuer, clock: Clock
) -> None:
    keys, issuer.keys = issuer.keys, []
    for clock.now in (0, 4):
        with pytest.raises(IssuerUnavailable):
            await identity.authenticate(bearer(signed()))
    assert len(issuer.requests) == 1
    issuer.keys, clock.now = keys, 5
    assert await identity.authenticate(bearer(signed())) == ADA


async def test_a_token_is_not_called_invalid_while_the_issuer_cannot_be_reached() -> None:
    async with Issuer() as gone:
        pass
    with pytest.raises(IssuerUnavailable):
        await JwtIdentity(ISSUER, AUDIENCE, f"{gone.address}/keys").authenticate(bearer(signed()))


async def test_keys_that_come_in_pieces_are_taken(identity: JwtIdentity, issuer: Issuer) -> None:
    issuer.padding = repeat(b" ", 10)
    assert await identity.authenticate(bearer(signed())) == ADA


@pytest.mark.parametrize(("piece", "pause"), [(b" " * 65_536, 0), (b" ", 0.01)], ids=["without end", "dripping"])
async def test_keys_that_do_not_end_are_given_up(issuer: Issuer, piece: bytes, pause: float) -> None:
    """What comes is white space, with which keys may begin."""
    issuer.padding, issuer.pause = repeat(piece, 10_000), pause
    seconds = 0.3 if pause else 60
    identity = JwtIdentity(ISSUER, AUDIENCE, f"{issuer.address}/keys", fetch_seconds=seconds)
    async with asyncio.timeout(30):
        with pytest.raises(IssuerUnavailable):
            await identity.authenticate(bearer(signed()))
    await issuer.until(lambda: len(issuer.disconnects) == 1)
    assert next(issuer.padding, None), "it was read to its end"
