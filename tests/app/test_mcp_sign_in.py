"""How an MCP client of somebody else's finds out where its user signs in, and gets in."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from tests.app.conftest import app_host
from tests.app.samples import LEASE
from tests.support.app import Api, checked
from tests.support.hosts import RunningHost
from tests.unit.tokens import bearer, signed
from tests.web.issuer import CLIENT, Issuer, identity_of, running_issuer

_METADATA = "/api/.well-known/oauth-protected-resource"
_BACK = "http://localhost:8123/callback"


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with running_issuer() as issuer:
        yield issuer


@pytest.fixture(scope="module")
def host(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with app_host(tmp_path_factory.mktemp("signed_in"), identity_of(issuer)) as host:
        yield host


class _Storage:
    """What a client keeps: its registration, if it has one, and its tokens."""

    def __init__(self, client: OAuthClientInformationFull | None) -> None:
        self.client = client
        self.tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


@asynccontextmanager
async def _signing_in(host: RunningHost, storage: _Storage) -> AsyncIterator[Client]:
    """A client that knows the address of the tools alone; its user agrees to everything."""
    landed: list[str] = []

    async def redirect(url: str) -> None:
        async with httpx2.AsyncClient(trust_env=False) as browser:
            landed.append((await browser.get(url)).headers["location"])

    async def come_back() -> AuthorizationCodeResult:
        answer = {name: values[0] for name, values in parse_qs(urlsplit(landed[-1]).query).items()}
        return AuthorizationCodeResult(code=answer["code"], state=answer["state"])

    address = f"{host.url}/api/mcp"
    metadata = OAuthClientMetadata(redirect_uris=[AnyUrl(_BACK)], token_endpoint_auth_method="none")
    provider = OAuthClientProvider(address, metadata, storage, redirect, come_back)
    async with (
        httpx2.AsyncClient(auth=provider, timeout=30, trust_env=False) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


@pytest.mark.req("BX-15")
@pytest.mark.parametrize("registration", ["made before", "dynamic"])
async def test_a_client_signs_in_by_what_the_401_says(host: RunningHost, issuer: Issuer, registration: str) -> None:
    before = len(issuer.registered)
    known = OAuthClientInformationFull(
        client_id=CLIENT, redirect_uris=[AnyUrl(_BACK)], token_endpoint_auth_method="none", issuer=issuer.address
    )
    async with _signing_in(host, _Storage(known if registration == "made before" else None)) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
    assert "document_chat" in tools
    asked = issuer.requested[-1]
    assert asked["resource"] == f"{host.url}/api/mcp"
    assert asked["scope"] == "orc"
    assert asked["code_challenge_method"] == "S256"
    assert len(issuer.registered) - before == (registration == "dynamic")


@pytest.mark.req("BX-15")
async def test_a_signed_in_client_reads_its_users_documents(host: RunningHost, issuer: Issuer) -> None:
    headers = bearer(signed(iss=issuer.address))
    with httpx2.Client(base_url=host.url, headers=headers, timeout=30, trust_env=False) as http:
        Api(http).with_documents({"lease.pdf": LEASE})
    async with _signing_in(host, _Storage(None)) as client:
        result = await client.call_tool("query_documents", {"query": "brake"})
    assert "lease.pdf" in str(result.structured_content)


@pytest.mark.req("BX-15")
@pytest.mark.parametrize(
    "path", [_METADATA, f"{_METADATA}/mcp", f"{_METADATA}/api/mcp", "/api/mcp/.well-known/oauth-protected-resource"]
)
def test_the_metadata_names_the_endpoint_and_its_issuer(host: RunningHost, issuer: Issuer, path: str) -> None:
    assert checked(httpx2.get(f"{host.url}{path}", trust_env=False)).json() == {
        "resource": f"{host.url}/api/mcp",
        "authorization_servers": [issuer.address],
        "scopes_supported": ["orc"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Orc",
    }


@pytest.mark.req("BX-15")
@pytest.mark.parametrize(("method", "path"), [("POST", "/api/mcp"), ("GET", "/api/conversations")])
def test_a_401_names_the_metadata_and_says_whether_a_token_was_bad(host: RunningHost, method: str, path: str) -> None:
    where = f'resource_metadata="{host.url}{_METADATA}"'
    for headers, challenge in (({}, f"Bearer {where}"), (bearer("bad"), f'Bearer error="invalid_token", {where}')):
        refused = httpx2.request(method, f"{host.url}{path}", headers=headers, trust_env=False)
        assert (refused.status_code, refused.headers["www-authenticate"]) == (401, challenge)


@pytest.mark.req("BX-15")
def test_a_foreign_host_name_is_never_returned_as_the_apps(host: RunningHost) -> None:
    strange = {"host": "evil.example"}
    refused = httpx2.post(f"{host.url}/api/mcp", headers=strange, trust_env=False)
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert httpx2.get(f"{host.url}{_METADATA}", headers=strange, trust_env=False).status_code == 404


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ({"PUBLIC_ORIGIN": "https://orc.example/", "WEBSITE_HOSTNAME": "app.example"}, "https://orc.example"),
        ({"WEBSITE_HOSTNAME": "app.example"}, "https://app.example"),
    ],
)
def test_a_configured_origin_is_returned_whatever_host_is_called(
    issuer: Issuer, tmp_path_factory: pytest.TempPathFactory, given: dict[str, str], origin: str
) -> None:
    with app_host(tmp_path_factory.mktemp("named"), identity_of(issuer) | given) as host:
        metadata = checked(httpx2.get(f"{host.url}{_METADATA}", headers={"host": "other.example"}, trust_env=False))
    assert metadata.json()["resource"] == f"{origin}/api/mcp"


def test_a_host_without_sign_in_has_no_metadata(extractive: Api) -> None:
    assert extractive.http.get(_METADATA).status_code == 404
