"""test.http, sent from the top to its end, as a reader would."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from tests.app.conftest import Environment, app_host, client
from tests.app.operations import operations
from tests.support.app import Api, checked
from tests.support.forked import ROOT


@dataclass(frozen=True)
class _Request:
    name: str
    method: str
    address: str
    headers: dict[str, str]
    body: str


def _requests() -> list[_Request]:
    text = (ROOT / "test.http").read_text(encoding="utf-8")
    return [_request(part) for part in re.split(r"(?m)^###.*\n", text)[1:]]


def _request(part: str) -> _Request:
    head, _, body = part.strip().partition("\n\n")
    name = re.search(r"^# @name (\w+)$", head, re.MULTILINE)
    first, *rest = [line for line in head.splitlines() if not line.startswith("#")]
    method, address = first.split(" ")
    headers = dict(line.split(": ", 1) for line in rest)
    return _Request(name[1] if name else "", method, address, headers, body)


def _filled(text: str, answers: dict[str, Any]) -> str:
    """With what is in double braces: host and token, or a field of an earlier answer (`name.response.body.$.field`)."""

    def value(found: re.Match[str]) -> str:
        name, path = found[1], found[2]
        if path is None:
            return {"host": "", "token": "none", "organization": "local", "user": "user"}[name]
        at = answers[name]
        for index, field in re.findall(r"\[(\d+)\]|\.(\w+)", path):
            at = at[int(index)] if index else at[field]
        return str(at)

    return re.sub(r"{{(\w+)(?:\.response\.body\.\$([^}]*))?}}", value, text)


def _send(api: Api, request: _Request, answers: dict[str, Any]) -> httpx2.Response:
    body = _filled(request.body, answers)
    if "multipart" in request.headers.get("Content-Type", ""):
        body = body.replace("\n", "\r\n")
    headers = {name: _filled(value, answers) for name, value in request.headers.items()}
    return api.http.request(request.method, _filled(request.address, answers), headers=headers, content=body.encode())


@pytest.fixture(scope="module")
def extractive(setup_of_its_own: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """Of its own: the last requests erase what its user has."""
    with app_host(tmp_path_factory.mktemp("http-file"), setup_of_its_own) as host, client(host) as api:
        yield api


def test_every_request_of_the_file_is_answered(extractive: Api) -> None:
    answers: dict[str, Any] = {}
    for request in _requests():
        response = _send(extractive, request, answers)
        if "/pages/" in request.address or ".well-known" in request.address:  # no PDF, and nobody signs in
            assert response.status_code == 404
            continue
        checked(response)
        if request.name:
            answers[request.name] = json.loads(response.content)
        if request.name == "turn":
            assert "within 30 days" in answers["turn"]["answer"]


def test_every_route_is_in_the_file(extractive: Api) -> None:
    sent = {f"{request.method} {_filled_path(request.address)}" for request in _requests()}
    assert sent - {"GET /api/openapi.json"} == {re.sub(r"{\w+}", "{}", each) for each in operations(extractive)}


def _filled_path(address: str) -> str:
    return re.sub(r"{{(?!host)\w+[^}]*}}|(?<=/pages/)\d+", "{}", address.removeprefix("{{host}}").partition("?")[0])
