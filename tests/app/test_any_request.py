"""Requests of every form that the OpenAPI document knows of, right ones and wrong ones, against the running app."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.app.conftest import app_host, client
from tests.app.operations import path_parameters
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, checked

CASES, ALL_CASES = 700, 2_700
"""About how many requests in all, and with --whole; ORC_FUZZ_CASES sets another number, chosen at random."""
_CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with app_host(tmp_path_factory.mktemp("any"), {"HEARTBEAT_SECONDS": "1"}) as host, client(host) as api:
        yield api


@schemathesis.deserializer("text/event-stream")
def event_data(_: object, response: Any) -> list[Any]:
    """The schema of a stream is that of its data, as generators of clients take it."""
    lines = response.content.decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


@pytest.fixture(scope="module")
def ids(api: Api) -> dict[str, str]:
    """What the requests may name: without it, most would find nothing."""
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    turn = api.ask("Where do visitors park?", conversation, ["note.md"])
    parameters = path_parameters(api, conversation, turn)
    return {name: value for name, value in parameters.items() if name not in ("organization", "user", "erasure_id")}


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> int:
    return int(os.environ.get("ORC_FUZZ_CASES", ALL_CASES if request.config.getoption("whole") else CASES))


@pytest.mark.req("BX-08")
def test_any_request_is_answered_as_the_document_says(api: Api, ids: dict[str, str], cases: int) -> None:
    schema = schemathesis.openapi.from_dict(checked(api.http.get("/api/openapi.json")).json())
    found: list[Any] = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    found.sort(key=lambda operation: operation.method == "delete")
    varied = [operation for operation in found if operation.body or operation.query]
    made = 0
    with requests.Session() as session:
        session.trust_env = False
        for operation in found:
            base_url = str(api.http.base_url)
            if operation in varied:
                # A body has more that can vary than a query has.
                examples = cases // len(varied) // (2 if operation.body else 4) + 1
                made += _try(operation, GenerationMode.POSITIVE, ids, examples, session, base_url)
                made += _try(operation, GenerationMode.NEGATIVE, {}, examples, session, base_url)
            else:
                made += _try(operation, GenerationMode.POSITIVE, ids, 1, session, base_url)
                made += _try(operation, GenerationMode.POSITIVE, {}, 10, session, base_url)
    assert made >= cases * 3 // 4


def _try(
    operation: Any, mode: GenerationMode, known: dict[str, str], examples: int, session: requests.Session, base_url: str
) -> int:
    """Makes so many requests; how many there were in the end."""
    named = {each.name for each in operation.path_parameters}
    chosen = {name: value for name, value in known.items() if name in named}
    made = 0

    @settings(
        max_examples=examples, suppress_health_check=list(HealthCheck), derandomize="ORC_FUZZ_CASES" not in os.environ
    )
    @given(case=operation.as_strategy(mode, **({"path_parameters": chosen} if chosen else {})))
    def answered(case: Case[Any]) -> None:
        nonlocal made
        made += 1
        response = case.call(base_url=base_url, session=session, timeout=30)
        case.validate_response(response, checks=_CHECKS)

    answered()
    return made
