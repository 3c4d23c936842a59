import base64
import json

import pytest

from orc.domain import Caller
from orc.errors import Unauthenticated
from shared.auth import AdminRole, EasyAuthIdentity, JwtIdentity, LocalIdentity

ADA = Caller(organization_id="org-1", user_id="ada")
LONG_OID = "http://schemas.microsoft.com/identity/claims/objectidentifier"
LONG_TID = "http://schemas.microsoft.com/identity/claims/tenantid"
LONG_ROLE = "http://schemas.microsoft.com/ws/2008/06/identity/claims/role"

pytestmark = pytest.mark.req("SE-01")


def principal(*pairs: tuple[object, object]) -> dict[str, str]:
    body = {"auth_typ": "aad", "claims": [{"typ": kind, "val": value} for kind, value in pairs]}
    return {"X-MS-CLIENT-PRINCIPAL": base64.b64encode(json.dumps(body).encode()).decode()}


@pytest.mark.parametrize(
    "pairs",
    [
        [("oid", "ada"), ("tid", "org-1")],
        [(LONG_OID, "ada"), (LONG_TID, "org-1"), ("roles", "a"), ("roles", "b")],
        [("oid", "ada"), (LONG_OID, "ada"), (LONG_TID, "org-1")],
    ],
    ids=["short names", "long names", "both names"],
)
async def test_the_platform_s_principal_proves_its_caller(pairs: list[tuple[str, str]]) -> None:
    assert await EasyAuthIdentity().authenticate(principal(*pairs)) == ADA


async def test_the_principal_s_claims_to_read_are_a_setting() -> None:
    headers = principal(("sub", "bob"), ("org", "org-2"), ("oid", "ada"), ("tid", "org-1"))
    assert await EasyAuthIdentity("sub", "org").authenticate(headers) == Caller("org-2", "bob")


async def test_the_principal_id_stands_in_for_a_missing_user_claim_only() -> None:
    extra = {"x-ms-client-principal-id": "eve"}
    easyauth = EasyAuthIdentity()
    assert await easyauth.authenticate(principal(("tid", "org-1")) | extra) == Caller("org-1", "eve")
    assert await easyauth.authenticate(principal(("oid", "ada"), ("tid", "org-1")) | extra) == ADA
    with pytest.raises(Unauthenticated):
        await easyauth.authenticate(principal(("oid", ""), ("tid", "org-1")) | extra)
    with pytest.raises(Unauthenticated):
        await easyauth.authenticate(extra)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-ms-client-principal": ""},
        {"x-ms-client-principal": "not base64!"},
        {"x-ms-client-principal": "gr\u00fc\u00dfe"},
        *(
            {"x-ms-client-principal": base64.b64encode(body).decode()}
            for body in (
                b"\xff\xfe\x00",
                b"null",
                b"[]",
                b"{}",
                b'{"claims": null}',
                b'{"claims": "text"}',
                b'{"claims": [7]}',
                b'{"claims": [{"typ": "oid"}]}',
                b"[" * 30_000,
            )
        ),
        principal(("oid", "ada")),
        principal(("tid", "org-1")),
        principal(("oid", "ada"), ("tid", "")),
        principal(("oid", 7), ("tid", "org-1")),
        principal(("oid", "ada"), ("tid", ["org-1"])),
        principal(("oid", "ada"), ("oid", "eve"), ("tid", "org-1")),
        principal(("oid", "ada"), ("tid", "org-1"), (LONG_TID, "org-2")),
    ],
    ids=lambda headers: str(headers)[-40:],
)
async def test_a_principal_that_names_no_single_caller_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(Unauthenticated):
        await EasyAuthIdentity().authenticate(headers)


async def test_a_principal_header_proves_nothing_where_tokens_are_expected() -> None:
    identity = JwtIdentity("https://login.example", "api://orc", "http://127.0.0.1:9/keys")
    with pytest.raises(Unauthenticated):
        await identity.authenticate(principal(("oid", "ada"), ("tid", "org-1")))


async def test_locally_everybody_is_the_configured_user() -> None:
    headers = principal(("oid", "eve"), ("tid", "org-2"))
    assert await LocalIdentity("org-1", "ada").authenticate(headers) == ADA


@pytest.mark.parametrize("user", ["x" * 256, "ü" * 43, "a\0b", "a\ud800b", "a\nb"])
async def test_an_identity_that_cannot_be_stored_is_refused_and_logged(
    user: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Unauthenticated):
        await EasyAuthIdentity().authenticate(principal(("oid", user), ("tid", "org-1")))
    assert "A caller was refused: the user " in caplog.text
    assert user not in caplog.text


@pytest.mark.parametrize(
    ("role", "claims", "is_admin"),
    [
        ("Orc.Admin", [("roles", "Orc.Reader"), ("roles", "Orc.Admin")], True),
        ("Orc.Admin", [(LONG_ROLE, "Orc.Admin")], True),
        ("Orc.Admin", [("roles", "Orc.Reader")], False),
        ("Orc.Admin", [("roles", "orc.admin")], False),
        ("Orc.Admin", [("groups", "Orc.Admin")], False),
        ("Orc.Admin", [("roles", ["Orc.Admin"])], False),
        ("Orc.Admin", [], False),
        (None, [("roles", "Orc.Admin"), ("roles", "")], False),
    ],
    ids=["among others", "long name", "another", "other case", "other claim", "no text", "no roles", "no setting"],
)
async def test_the_role_that_is_set_makes_an_administrator(
    role: str | None, claims: list[tuple[str, object]], is_admin: bool
) -> None:
    easyauth = EasyAuthIdentity(admin_role=AdminRole(role))
    caller = await easyauth.authenticate(principal(("oid", "ada"), ("tid", "org-1"), *claims))
    assert (caller, caller.is_admin) == (ADA, is_admin)


async def test_the_user_of_a_local_host_is_its_administrator() -> None:
    assert (await LocalIdentity("org-1", "ada").authenticate({})).is_admin
