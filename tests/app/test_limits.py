"""What one caller may ask for, and from which pages and under which names: by settings, on every instance alike."""

import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from typing import Any

import httpx2
import pytest

from orc.errors import ConfigurationError
from shared.settings import Settings
from tests.app.conftest import Environment, app_host, client, model_settings
from tests.support.app import Api, StubProcess, checked, principal, problem, until
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply

PAGE = "https://chat.example.com"
STRANGE_PAGE = "https://evil.example"
LIMITS = {"RATE_LIMIT_PER_MINUTE": "6", "READ_LIMIT_PER_MINUTE": "100", "MAX_CONCURRENT_RUNS": "2"}

type Instance = Callable[[int], Api]


@pytest.fixture(scope="module")
def hosts(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningHost, RunningHost]]:
    """Two instances of the app over the same stores."""
    settings = {**setup_of_its_own, **model_settings(stub_process), **LIMITS, "IDENTITY": "easyauth"}
    settings["DOCUMENT_CHAT_ANSWERS"] = "true"
    settings["ALLOWED_ORIGINS"] = f"{PAGE}, http://localhost:5173"
    data = tmp_path_factory.mktemp("limits")
    with app_host(data, settings) as one, app_host(data, settings) as other:
        yield one, other


@pytest.fixture
def instance(hosts: tuple[RunningHost, RunningHost], stub: StubProcess) -> Iterator[Instance]:
    """The same new user at one instance or the other."""
    somebody = principal("organization", f"user-{uuid.uuid4().hex}")
    with ExitStack() as stack:
        apis = [stack.enter_context(client(host, somebody)) for host in hosts]
        yield lambda number: apis[number]


@contextmanager
def turns_that_run(stub: StubProcess, *apis: Api) -> Iterator[None]:
    """While the block runs, each of these is in the middle of an answer."""
    stub.script(*(Reply(text="one two three", gate_after=1) for _ in apis))
    with ExitStack() as stack:
        streams = [stack.enter_context(api.asking("Hello?")) for api in apis]
        for events in streams:
            until(events, "token")
        yield
        stub.release()
        for events in streams:
            until(events, "done")


def refusals(*responses: httpx2.Response) -> list[dict[str, Any]]:
    """The problems among the answers, each of which says when to come again."""
    refused = [response for response in responses if response.status_code == 429]
    for response in refused:
        assert 1 <= int(response.headers["retry-after"]) <= 60
    return [problem(response)[1] for response in refused]


@pytest.mark.req("SE-09", "WF-13")
def test_requests_over_the_limit_are_refused_by_whichever_instance_they_reach(instance: Instance) -> None:
    minute = -1.0
    while minute != time.time() // 60:  # once more when a new minute began meanwhile
        minute = time.time() // 60
        answers = [instance(number % 2).http.post("/api/conversations", json={}) for number in range(14)]
    refused = refusals(*answers)
    assert {body["code"] for body in refused} == {"too_many_requests"}
    assert len(refused) >= 8
    assert all(answer.status_code in (201, 429) for answer in answers)


@pytest.mark.req("SE-09")
def test_reading_has_a_limit_of_its_own(instance: Instance) -> None:
    minute, answers = -1.0, list[httpx2.Response]()
    while minute != time.time() // 60:  # once more when a new minute began meanwhile
        minute = time.time() // 60
        answers = [instance(number % 2).http.get("/api/conversations") for number in range(130)]
        made = instance(0).http.post("/api/conversations", json={})
    assert not refusals(*answers[:20], made)
    assert {body["code"] for body in refusals(*answers)} == {"too_many_requests"}
    assert len(refusals(*answers)) >= 10
    assert instance(0).http.get("/api/health").status_code == 200


@pytest.mark.req("SE-09")
def test_calls_of_tools_by_others_count_as_requests(instance: Instance) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"accept": "application/json, text/event-stream"}
    answers = [instance(0).http.post("/api/mcp", json=message, headers=headers) for _ in range(14)]
    assert refusals(*answers)
    assert answers[0].json()["result"]["tools"]


@pytest.mark.req("SE-09")
def test_turns_at_a_time_are_limited_on_all_instances_together(instance: Instance, stub: StubProcess) -> None:
    one, other = instance(0), instance(1)
    with turns_that_run(stub, one, other):
        for api, address in ((one, "/api/orc"), (other, "/api/orc"), (one, "/api/orc/background")):
            [refused] = refusals(api.http.post(address, json={"question": "And I?"}))
            assert refused["code"] == "too_many_runs"


@pytest.mark.req("SE-09")
def test_of_turns_that_begin_at_once_no_more_run_than_are_allowed(instance: Instance, stub: StubProcess) -> None:
    stub.script(*(Reply(text="one two three", gate_after=1) for _ in range(2)))
    with ThreadPoolExecutor(5) as threads:
        ask = partial(httpx2.Client.post, url="/api/orc", json={"question": "Hello?"})
        turns = [threads.submit(ask, instance(number % 2).http) for number in range(5)]
        refused = refusals(*(turn.result() for turn in islice(as_completed(turns), 3)))
        assert [each["code"] for each in refused] == ["too_many_runs"] * 3
        stub.release()
        assert sorted(turn.result().status_code for turn in turns) == [200] * 2 + [429] * 3


@pytest.mark.req("SE-09")
def test_another_caller_is_not_kept_waiting(
    instance: Instance, hosts: tuple[RunningHost, ...], stub: StubProcess
) -> None:
    with turns_that_run(stub, instance(0), instance(0)), client(hosts[0], principal("organization", "else")) as other:
        assert other.create()
        stub.release()
    stub.script(Reply(text="Hello."))
    assert instance(0).ask("And now?").status == "completed"


@pytest.mark.req("SE-09", "BX-05")
@pytest.mark.parametrize("declared", [True, False])
def test_a_message_to_the_tools_that_is_too_large_is_refused(instance: Instance, declared: bool) -> None:
    large = b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": "%s"}' % (b"x" * 1_200_000)
    content = large if declared else iter([large])
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    status, body = problem(instance(0).http.post("/api/mcp", content=content, headers=headers))
    assert (status, body["code"]) == (413, "payload_too_large")


@pytest.mark.req("BX-05")
@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_the_tools_keep_no_sessions_to_listen_to_or_end(instance: Instance, method: str) -> None:
    answer = instance(0).http.request(method, "/api/mcp", headers={"accept": "text/event-stream"})
    assert (problem(answer)[0], answer.headers["allow"]) == (405, "POST")


@pytest.mark.req("BX-05")
def test_the_callers_credentials_are_not_forwarded(instance: Instance, stub: StubProcess) -> None:
    conversation = instance(0).with_documents({"note.md": b"Visitors park in row seven."})
    stub.script(Reply(text="In row seven [1]."))
    arguments = {"question": "Where do visitors park?", "document_names": ["note.md"]}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    message["params"] = {"name": "document_chat", "arguments": arguments}
    headers = {"accept": "application/json, text/event-stream", "orc-conversation-id": conversation}
    headers |= {"authorization": "Bearer word-of-the-caller"}
    answer = checked(instance(0).http.post("/api/mcp", json=message, headers=headers))
    assert answer.json()["result"]["structuredContent"]["answer"] == "In row seven [1]."
    [sent] = stub.log()["requests"]
    assert "key-of-the-stub" in str(sent["headers"])
    assert not [word for word in ("word-of-the-caller", "x-ms-client-principal") if word in str(sent)]


@pytest.mark.req("BX-05", "SE-09")
@pytest.mark.parametrize("address", ["/api/mcp", "/api/orc", "/api/conversations"])
@pytest.mark.parametrize("origin", [STRANGE_PAGE, "null", f"{PAGE}.evil.example", "http://chat.example.com"])
def test_pages_of_other_sites_are_refused(instance: Instance, address: str, origin: str) -> None:
    for method in ("POST", "OPTIONS"):
        answer = instance(0).http.request(method, address, json={}, headers={"origin": origin})
        assert (problem(answer)[0], answer.json()["code"]) == (403, "origin_not_allowed")
        assert "access-control-allow-origin" not in answer.headers


def test_pages_that_are_allowed_may_call_and_read(instance: Instance) -> None:
    http = instance(0).http
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"}
    for origin in (PAGE, "http://localhost:5173"):
        for address in ("/api/conversations", "/api/orc/background"):
            before = http.options(address, headers={"origin": origin, **asked})
            assert (before.status_code, before.headers["access-control-allow-origin"]) == (200, origin)
            assert "authorization" in before.headers["access-control-allow-headers"]
        answer = http.get("/api/conversations", headers={"origin": origin})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, origin)
        assert "access-control-allow-credentials" not in answer.headers


def test_a_problem_can_be_read_by_an_allowed_page(instance: Instance) -> None:
    answer = instance(0).http.get("/api/documents/none", headers={"origin": PAGE})
    assert (problem(answer)[0], answer.headers["access-control-allow-origin"]) == (404, PAGE)


def test_the_apps_own_pages_may_call_it(instance: Instance) -> None:
    http = instance(0).http
    own = str(http.base_url).rstrip("/")
    assert http.post("/api/conversations", json={}, headers={"origin": own}).status_code == 201


@pytest.mark.req("BX-05")
@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:7071", "127.0.0.1.evil.example", "127.0.0.1@evil", "", "10.0.0.1"]
)
def test_a_local_host_refuses_rebound_dns_names(extractive: Api, name: str) -> None:
    """The page of such a name would have the origin of the app itself."""
    for address in ("/api/mcp", "/api/conversations"):
        answer = extractive.http.post(address, json={}, headers={"host": name, "origin": f"http://{name}"})
        assert (problem(answer)[0], answer.json()["code"]) == (421, "host_not_allowed")


@pytest.mark.parametrize("name", ["localhost", "localhost:7071", "127.0.0.1:80", "[::1]:7071", "LocalHost"])
def test_a_local_host_is_known_by_loopback_names(extractive: Api, name: str) -> None:
    assert extractive.http.get("/api/conversations", headers={"host": name}).status_code == 200


def test_a_host_with_callers_is_known_by_any_name(hosts: tuple[RunningHost, ...]) -> None:
    with client(hosts[0], principal("organization", "user")) as api:
        assert api.http.get("/api/conversations", headers={"host": "orc.example.com"}).status_code == 200


@pytest.mark.parametrize("value", ["*", "chat.example.com", "https://chat.example.com/page", "ftp://chat.example.com"])
def test_an_invalid_origin_is_refused_at_startup(value: str) -> None:
    with pytest.raises(ConfigurationError, match="ALLOWED_ORIGINS"):
        Settings.from_environ({"ALLOWED_ORIGINS": value})


@pytest.mark.req("SE-09")
def test_a_local_host_has_no_rate_limits_by_default() -> None:
    def limits(**environ: str) -> tuple[int, int, int]:
        settings = Settings.from_environ(environ)
        return settings.requests_per_minute, settings.reads_per_minute, settings.runs_at_a_time

    assert limits() == (0, 0, 0)
    assert limits(IDENTITY="easyauth") == (120, 1200, 10)
    assert limits(RATE_LIMIT_PER_MINUTE="7", READ_LIMIT_PER_MINUTE="9", MAX_CONCURRENT_RUNS="0") == (7, 9, 0)


@pytest.mark.req("SE-13")
def test_no_bound_is_below_the_largest_upload() -> None:
    with pytest.raises(ConfigurationError, match="MAX_RECEIVED_BYTES"):
        Settings.from_environ({"MAX_RECEIVED_BYTES": "1000000"})
    assert Settings.from_environ({"MAX_UPLOAD_BYTES": str(1 << 30)}).received_bytes > 10 << 30
