"""MAX_ANSWER_TOKENS bounds what a model may write in answer, and nothing else that it is asked."""

from collections.abc import Iterator

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.plans import plan, step
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked
from tests.support.openai_stub import Reply


@pytest.fixture(scope="module")
def bounded_host(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    settings = {**setup_of_its_own, **model_settings(stub_process), "MAX_ANSWER_TOKENS": "300"}
    with app_host(tmp_path_factory.mktemp("tokens"), settings) as host, client(host) as api:
        yield api


@pytest.mark.req("AN-10")
def test_an_answer_has_a_limit_and_a_plan_has_none(bounded_host: Api, stub: StubProcess) -> None:
    conversation = bounded_host.with_documents({"lease.pdf": LEASE})
    search = plan("single_tool", step(1, "search_documents", "found", query="brake"))
    stub.script(search, Reply(text="Every two"), Reply(text="Every two weeks"), Reply(text='{"answer": "Every two"}'))
    bounded_host.ask("Search for brakes")
    bounded_host.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    file_id = bounded_host.documents(conversation)["lease.pdf"]["file_id"]
    checked(bounded_host.http.post(f"/api/documents/{file_id}/question", json={"question": "How often?"}))
    limits = [request.get("max_tokens", request.get("max_completion_tokens")) for request in stub.requests()]
    assert limits == [None, 300, 300, 300]
