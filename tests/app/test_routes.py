"""Which function the host gives a request to, by its own rules, and HEAD on every route that has a GET."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any

import httpx2
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

import function_app
from orc.api import (
    conversations,
    documents,
    mcp,
    messages,
    page,
    runs,
    search,
    session,
    statistics,
    system,
    tools,
    turns,
    usage,
)
from orc.api.dependencies import _scheduler
from orc.api.openai import chat, file_routes, models, responses
from orc.api.openai import conversations as openai_conversations
from orc.api.ui import routes as ui
from shared.devhost.http import Route, in_host_order, route_of
from shared.devhost.worker import Function
from tests.app.conftest import AsUser
from tests.app.operations import AS_JSON, MISSING, call, filled, operations, path_parameters
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked, fields_of, problem, until
from tests.support.openai_stub import Reply

MODULES = (
    conversations,
    documents,
    mcp,
    messages,
    page,
    runs,
    search,
    session,
    statistics,
    system,
    tools,
    turns,
    ui,
    usage,
)
OPENAI = (responses, openai_conversations, chat, file_routes, models)
ROUTERS = [module.router for module in (*MODULES, *OPENAI)]


@cache
def product_routes() -> tuple[Route, ...]:
    """The HTTP functions of the product with their routes, as the host reads them. An app can be indexed once."""
    found = []
    for function in function_app.app.get_functions():
        bindings = tuple(json.loads(binding) for binding in function.get_raw_bindings())
        trigger = next(binding for binding in bindings if binding["type"].lower().endswith("trigger"))
        if trigger["type"] == "httpTrigger":
            name = function.get_function_name()
            found.append(Route.of(Function(name, name, "httptrigger", trigger, bindings), "api"))
    return tuple(found)


def contract() -> Iterator[tuple[str, str, bool]]:
    """Method and path of each route, and whether it starts orchestrations."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in route.methods or ():
                yield method, f"/api{route.path}", _needs_scheduler(route.dependant)


def _needs_scheduler(dependant: Dependant) -> bool:
    return dependant.call is _scheduler or any(map(_needs_scheduler, dependant.dependencies))


def _has_client(route: Route) -> bool:
    return any(binding["type"] == "durableClient" for binding in route.function.bindings)


@pytest.mark.req("AZ-01")
def test_the_function_that_takes_every_route_has_the_last_name() -> None:
    last = in_host_order(product_routes())[-1]
    assert "*" in last.template
    assert not any("*" in route.template for route in product_routes() if route.function.name != last.function.name)


@pytest.mark.req("AZ-01")
def test_every_route_goes_to_a_function_that_can_answer_it() -> None:
    *others, last = in_host_order(product_routes())
    routes = list(contract())
    assert {path for _, path, starts in routes if starts} == {
        "/api/orc/background",
        "/api/conversations/{conversation_id}/messages",
        "/api/v1/responses",
    }
    for order in permutations(others):  # among themselves they are independent of the order
        for method, path, starts in routes:
            found = route_of([*order, last], method, path)
            assert found is not None, path
            assert _has_client(found[0]) == starts, (method, path)
            if method == "GET":
                assert route_of([*order, last], "HEAD", path), path


@pytest.mark.req("AZ-01")
def test_the_running_host_tries_the_routes_in_the_order_of_their_names(api: Api) -> None:
    started = api.http.post("/api/orc/background", json={"question": "Hello!"})
    assert started.status_code == 202, started.text
    conversation = started.json()["conversation_id"]
    api.follow(conversation)
    assert api.http.post(f"/api/conversations/{conversation}/messages", json={"question": "Hi!"}).status_code == 202
    api.follow(conversation)


@pytest.mark.req("AZ-01")
def test_head_answers_like_get_without_the_body(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    ids = path_parameters(api, conversation, turn)
    names = [name for name in operations(api) if name.startswith("GET ")]
    assert len(names) > 10
    for name in [*names, "GET /api/", "GET /api/docs", "GET /api/orc", "GET /api/nowhere"]:
        got, head = call(api, name, ids), call(api, name.replace("GET", "HEAD"), ids)
        assert (head.status_code, head.content) == (got.status_code, b""), name
        assert _lasting(head) == _lasting(got), name


def _lasting(response: httpx2.Response) -> dict[str, str]:
    changing = ("date", "transfer-encoding", "location", "x-request-id")
    return {name: value for name, value in response.headers.items() if name not in changing}


@pytest.mark.req("AZ-01")
def test_a_head_request_for_a_stream_ends_while_the_turn_runs(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="One two three.", gate_after=1))
    conversation = api.create()
    with api.asking("A story?", conversation) as events:
        until(events, "token")
        head = checked(api.http.head(f"/api/conversations/{conversation}/stream"))
        assert head.headers["content-type"].startswith("text/event-stream")
        stub.release()
        until(events, "done", status="completed")


def test_a_wrong_method_is_answered_with_the_allowed_ones_including_head(as_user: AsUser) -> None:
    response = as_user().http.delete("/api/health")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
    assert "/api/health does not support DELETE" in response.json()["detail"]


def test_an_unknown_address_is_named_in_its_error(as_user: AsUser) -> None:
    response = as_user().http.get("/api/documentz")
    assert (response.status_code, response.json()["detail"]) == (404, "There is no route /api/documentz.")


@pytest.mark.req("SE-01")
def test_no_route_ignores_a_parameter_of_the_query(api: Api) -> None:
    ids = {**MISSING, "conversation_id": api.create()}
    described = checked(api.http.get("/api/openapi.json")).json()["paths"]
    pages = ["GET /api/openapi.json", "GET /api/docs", "GET /api/docs/swagger-ui.css"]
    for name in [*operations(api), *pages]:
        method, path = name.split(" ")
        known = described.get(path, {}).get(method.lower(), {}).get("parameters", ())
        taken = [parameter for parameter in known if parameter["in"] == "query"]
        single = [parameter["name"] for parameter in taken if parameter["schema"].get("type") != "array"]
        for query in [["limit_"], ["code"], ["user_id"], *([each] * 2 for each in single)]:
            asked: list[tuple[str, Any]] = [(each, "1") for each in query]
            refused = api.http.request(method, filled(path, ids), params=asked, headers=AS_JSON)
            status, body = problem(refused)
            assert (status, fields_of(body)) == (422, query[:1]), name
            if query == ["limit_"]:
                assert all(parameter["name"] in body["detail"] for parameter in taken), name


@pytest.mark.req("SE-01")
def test_a_list_in_the_query_may_have_many_values(api: Api) -> None:
    assert checked(api.http.get("/api/documents?tags=a&tags=b&limit=1")).json()["total"] == 0


@pytest.mark.parametrize(
    ("query", "field"), [("query=%ff", "query"), ("query=a%ed%a0%80", "query"), ("%ff=1", r"\xff")]
)
def test_a_query_that_is_not_utf_8_is_refused(api: Api, query: str, field: str) -> None:
    status, said = problem(api.http.get(f"/api/documents?{query}"))
    assert (status, said["detail"]) == (422, f"{field}: is not UTF-8")
