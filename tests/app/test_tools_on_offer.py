"""The tools of all MCP servers over HTTP: one server that works, one that does not."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.app.conftest import app_host
from tests.support.app import Api, checked, principal, problem
from tests.support.hosts import RunningHost
from tests.support.mcp_servers import McpProcess, mcp_process

pytestmark = pytest.mark.req("CS-20")


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[McpProcess, McpProcess]]:
    with mcp_process() as good, mcp_process() as bad:
        yield good, bad


@pytest.fixture(scope="module")
def host(servers: tuple[McpProcess, McpProcess], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    good, bad = servers
    settings = {
        "good": {"url": f"{good.url}?key=key-in-the-url", "headers": {"authorization": "Bearer very-secret"}},
        "bad": {"url": bad.url, "allow": ["echo"]},
    }
    environment = {"IDENTITY": "easyauth", "MCP_SERVERS": json.dumps(settings), "TOOLS_CACHE_SECONDS": "3600"}
    with app_host(tmp_path_factory.mktemp("tools"), environment) as host:
        yield host


@pytest.fixture
def good(servers: tuple[McpProcess, McpProcess]) -> McpProcess:
    servers[0].reset()
    return servers[0]


@pytest.fixture
def bad(servers: tuple[McpProcess, McpProcess]) -> McpProcess:
    servers[1].reset()
    return servers[1]


@pytest.fixture
def api(host: RunningHost) -> Iterator[Api]:
    with httpx2.Client(base_url=host.url, headers=principal("o", "u"), timeout=30, trust_env=False) as http:
        yield Api(http)


def refreshed(api: Api) -> dict[str, Any]:
    found = checked(api.http.post("/api/tools/refresh")).json()["servers"]
    return {server["name"]: server for server in found}


def names(server: dict[str, Any]) -> list[str]:
    return [tool["name"] for tool in server["tools"]]


def test_every_server_is_listed_with_its_tools(api: Api, good: McpProcess, bad: McpProcess) -> None:
    good.behave(tools={"search": "echo"})
    servers = refreshed(api)
    assert [(name, server["status"]) for name, server in servers.items()] == [
        ("orc", "ok"),
        ("good", "ok"),
        ("bad", "ok"),
    ]
    assert "document_chat" in names(servers["orc"])
    assert names(servers["bad"]) == ["echo"]
    [tool] = servers["good"]["tools"]
    assert tool == {"name": "search", "description": "A tool for tests.", "input_schema": {"type": "object"}}
    assert set(servers["good"]) == {"name", "status", "listed_at", "tools"}


def test_a_listing_is_cached_until_it_is_refreshed(api: Api, good: McpProcess, bad: McpProcess) -> None:
    before = refreshed(api)
    good.behave(tools={"renamed": "echo"})
    kept = checked(api.http.get("/api/tools")).json()["servers"]
    assert kept == list(before.values())
    assert names(refreshed(api)["good"]) == ["renamed"]


def test_a_server_that_is_down_says_why_and_shows_no_secret(
    api: Api, host: RunningHost, good: McpProcess, bad: McpProcess
) -> None:
    good.behave(fault="unauthorised", method="*")
    bad.behave(fault="garbage", method="*")
    servers = refreshed(api)
    assert servers["good"]["error"] == "The MCP server good answered with HTTP status 401."
    assert (servers["bad"]["status"], servers["bad"]["tools"]) == ("down", [])
    assert servers["orc"]["status"] == "ok"
    assert good.log["requests"][0]["headers"]["authorization"] == "Bearer very-secret"
    for text in (json.dumps(servers), host.log):
        assert "very-secret" not in text
        assert "key-in-the-url" not in text


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/tools"), ("POST", "/api/tools/refresh")])
def test_a_request_without_an_identity_is_unauthenticated(host: RunningHost, method: str, path: str) -> None:
    response = httpx2.request(method, host.url + path, trust_env=False)
    status, body = problem(response)
    assert (status, body["code"]) == (401, "unauthenticated")
