"""The OpenAPI document and the page that shows it."""

import importlib
import pkgutil
import re
from urllib.parse import urljoin

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute

import orc.api
from tests.app.conftest import AsUser
from tests.support.app import Api, checked

CONTRACT = {
    "POST /api/orc",
    "POST /api/orc/background",
    "POST /api/conversations",
    "GET /api/conversations",
    "GET /api/conversations/{conversation_id}",
    "POST /api/conversations/{conversation_id}/messages",
    "GET /api/conversations/{conversation_id}/messages/{message_id}",
    "GET /api/conversations/{conversation_id}/runs/{run_id}",
    "GET /api/conversations/{conversation_id}/stream",
    "POST /api/conversations/{conversation_id}/documents",
    "GET /api/conversations/{conversation_id}/documents",
    "GET /api/documents",
    "GET /api/documents/{file_id}",
    "DELETE /api/documents/{file_id}",
    "GET /api/documents/{file_id}/events",
    "POST /api/documents/{file_id}/question",
    "POST /api/search",
    "GET /api/documents/{file_id}/text",
    "GET /api/documents/{file_id}/content",
    "POST /api/mcp",
    "POST /api/v1/responses",
    "GET /api/v1/responses/{response_id}",
    "GET /api/health",
    "GET /api/ready",
}
NOT_DESCRIBED = {
    *("/api/openapi.json", "/api/docs", "/api/docs/{asset}", "/api/", "/api/app/{name}"),
    "/api/.well-known/oauth-protected-resource/mcp",
    "/api/.well-known/oauth-protected-resource/api/mcp",
    "/api/mcp/.well-known/oauth-protected-resource",
}


def described(api: Api) -> set[str]:
    paths = checked(api.http.get("/api/openapi.json")).json()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


@pytest.mark.req("BX-08")
def test_every_route_of_the_contract_is_described(api: Api) -> None:
    assert described(api) >= CONTRACT


@pytest.mark.req("BX-08")
def test_the_app_has_no_route_that_is_not_described(api: Api) -> None:
    found: set[str] = set()
    for module in pkgutil.walk_packages(orc.api.__path__, "orc.api."):
        router = getattr(importlib.import_module(module.name), "router", APIRouter())
        for route in router.routes:
            assert isinstance(route, APIRoute)
            if f"/api{route.path}" not in NOT_DESCRIBED:
                found |= {f"{method} /api{route.path}" for method in route.methods or ()}
    assert found == described(api)


@pytest.mark.req("BX-08")
def test_every_operation_says_what_it_takes_and_gives(api: Api) -> None:
    document = checked(api.http.get("/api/openapi.json")).json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert good, where
            named = {parameter["name"] for parameter in operation.get("parameters", ())}
            assert set(re.findall(r"\{(\w+)\}", path)) <= named, where
            assert ("requestBody" in operation) == (method in ("post", "put", "patch")), where


@pytest.mark.req("BX-08")
def test_the_documentation_page_loads_nothing_from_elsewhere(as_user: AsUser) -> None:
    http = as_user().http
    page = checked(http.get("/api/docs"))
    assert page.headers["content-type"].startswith("text/html")
    assert "//" not in re.sub(r"<!--.*?-->", "", page.text)
    linked = re.findall(r'(?:src|href|url)\s*[=:]\s*"([^"]+)"', page.text)
    assert "openapi.json" in linked
    assert len(linked) >= 3
    for link in linked:
        answer = checked(http.get(urljoin("/api/docs", link)))
        assert answer.content
    assert http.get("/api/docs/other.js").status_code == 404
