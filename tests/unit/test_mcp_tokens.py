"""Tokens of the app's own identity for MCP servers."""

from typing import Any

import pytest
from azure.core.credentials import AccessToken
from azure.core.exceptions import ClientAuthenticationError

from orc.errors import ToolServerDown
from shared.adapters import mcp_servers
from shared.settings import Settings

SERVERS = '{"s": {"url": "https://tools.example/mcp", "scope": "api://tools/.default"}}'


class Identity:
    """Gives tokens, or none."""

    def __init__(self, token: str | None) -> None:
        self.scopes: list[str] = []
        self.closed = False
        self._token = token

    async def get_token(self, *scopes: str, **_: Any) -> AccessToken:
        self.scopes += scopes
        if self._token is None:
            raise ClientAuthenticationError("no identity, but s3cret")
        return AccessToken(self._token, 2**40)

    async def close(self) -> None:
        self.closed = True


@pytest.mark.req("SE-05")
async def test_a_server_with_a_scope_gets_the_tokens_of_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    identity = Identity("token")
    monkeypatch.setattr("shared.adapters.entra_credential", lambda: identity)
    found = mcp_servers(Settings.from_environ({"MCP_SERVERS": SERVERS}))
    authorize = found.servers["s"].authorize
    assert authorize is not None
    assert await authorize() == {"authorization": "Bearer token"}
    await found.aclose()
    assert (identity.scopes, identity.closed) == (["api://tools/.default"], True)


async def test_without_a_token_the_server_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.adapters.entra_credential", lambda: Identity(None))
    authorize = mcp_servers(Settings.from_environ({"MCP_SERVERS": SERVERS})).servers["s"].authorize
    assert authorize is not None
    with pytest.raises(ToolServerDown) as down:
        await authorize()
    assert "s3cret" not in down.value.message
