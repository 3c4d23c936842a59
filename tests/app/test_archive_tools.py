"""The tools of a server that has one of Orc's own names, and results of several times the size that a prompt takes."""

import json
from collections.abc import Iterator

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.model_context.harbour import HARBOUR, prompt_of
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply
from tests.support.workflow_servers import workflow_process


@pytest.fixture(scope="module")
def archive(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    with workflow_process("archive") as server:
        servers = json.dumps({"archive": {"url": server.url}})
        settings = {**setup_of_its_own, **model_settings(stub_process), "MCP_SERVERS": servers}
        settings |= {"MAX_CONTEXT_CHARACTERS": "6000"}
        with app_host(tmp_path_factory.mktemp("archive"), settings) as host, client(host) as api:
            yield api


@pytest.mark.req("AN-02")
def test_the_rule_for_looking_further_names_the_tools_as_they_are_offered(archive: Api, stub: StubProcess) -> None:
    conversation = archive.with_documents({"harbour.pdf": HARBOUR})
    search = plan("single_tool", step(1, "orc__search_documents", "found", query="berth 41"))
    stub.script(search, Reply(text="400 metres [1]."))
    archive.ask("How long may ships at berth 41 be?", conversation)
    request = stub.requests()[-1]
    offered = {tool["function"]["name"] for tool in request["tools"]}
    assert {"orc__search_documents", "archive__search_documents", "load_document_chunk"} <= offered
    rule = prompt_of(request).split("look further before you say so: ")[1]
    assert rule.startswith("orc__search_documents finds")
    assert "; load_document_chunk reads on" in rule


@pytest.mark.req("WF-15")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_long_result_states_its_whole_length_however_many_share_the_prompt(
    archive: Api, stub: StubProcess, count: int
) -> None:
    length = len(json.dumps({"rolls": ["A roll of 39 characters, in the cellar"] * 10_000}))
    steps = [step(number, "rolls", f"rolls{number}") for number in range(1, count + 1)]
    stub.script(plan("multi_step", *steps), Reply(text="Many rolls."))
    archive.ask("List the rolls")
    prompt = prompt_of(stub.requests()[-1])
    kept = min(48_000, 60_000 // count)
    assert prompt.count(f"… (cut: {kept:,} of {length:,} characters)") == count
    assert prompt.count("(cut:") == count
