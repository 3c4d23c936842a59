"""JSON that is nested beyond reason, wherever it comes from: it is refused, or told as the text that it is."""

import json

import pytest

from tests.app.plans import plan, step
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, StubProcess, checked, problem
from tests.support.openai_stub import Reply

DEPTHS = (150, 500, 980, 100_000)
"""Such that something or other on the way could still read them, and more than anything can."""


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("address", ["/api/orc", "/api/search", "/api/conversations"])
def test_a_body_is_refused(api: Api, address: str, depth: int) -> None:
    for body in (nested(depth), f'{{"question": {nested(depth)}}}'):
        refused = api.http.post(address, content=body, headers={"content-type": "application/json"})
        status, said = problem(refused)
        assert (status, said["code"]) in {(422, "invalid_request"), (400, "malformed_json")}


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_message_to_the_tools_for_others_is_refused(api: Api, depth: int) -> None:
    call = f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {nested(depth)}}}'
    kinds = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    refused = api.http.post("/api/mcp", content=call, headers=kinds)
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] in (-32700, -32602)


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_arguments_of_a_call_are_malformed(api: Api, stub: StubProcess, depth: int) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE * 2_000})
    call = Reply(tool_calls=[{"name": "search_documents", "arguments": f'{{"query": {nested(depth)}}}'}])
    stub.script(call, Reply(text="Behind the store."))
    turn = api.ask("Where do visitors park?", conversation, ["note.md"])
    assert turn.status == "completed"
    assert "Behind the store." in turn.text


@pytest.mark.parametrize("depth", DEPTHS)
def test_deeply_nested_tool_arguments_do_not_fail_a_document_question(api: Api, stub: StubProcess, depth: int) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    file_id = api.documents(conversation)["note.md"]["file_id"]
    call = Reply(tool_calls=[{"name": "load_document_chunk", "arguments": f'{{"chunk_id": {nested(depth)}}}'}])
    stub.script(call, Reply(json_value={"answer": "Behind the store.", "citations": []}))
    asked = api.http.post(f"/api/documents/{file_id}/question", json={"question": "Where do visitors park?"})
    assert checked(asked).json()["answer"] == "Behind the store."


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_plan_with_such_arguments_does_not_fail_the_turn(workflows: Api, stub: StubProcess, depth: int) -> None:
    made = plan("single_tool", step(1, "compute", "made", what="it", context={"deep": "NESTED"}))
    text = json.dumps(made.json_value).replace('"NESTED"', nested(depth))
    stub.script(Reply(plans=True, text=text), Reply(text="Done."))
    assert workflows.ask("Compute it").status == "completed"


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_result_of_a_call_is_sent_as_text_and_stored(workflows: Api, stub: StubProcess, depth: int) -> None:
    stub.script(plan("single_tool", step(1, "nest", "lists", depth=depth)), Reply(text="Lists."))
    turn = workflows.ask("Nest")
    assert turn.text == "Lists."
    told = turn.one("step_complete")
    assert told["ok"]
    assert "[[[[" in told["result"]["text"]
    assert workflows.conversation(turn.conversation_id)["messages"][-1]["text"] == "Lists."


@pytest.mark.req("RG-01")
@pytest.mark.parametrize("depth", DEPTHS)
def test_a_file_is_read_as_text_and_says_so(api: Api, depth: int) -> None:
    files = {"deep.json": f'{{"a": {nested(min(depth, 90_000))}}}'.encode(), "flat.json": b'{"a": ["[[", "]]"]}'}
    found = api.documents(api.with_documents(files))
    assert found["flat.json"]["notes"] == []
    assert [note["code"] for note in found["deep.json"]["notes"]] == ["json_nested_deeply"]
    assert "read as plain text" in found["deep.json"]["notes"][0]["message"]
    assert checked(api.http.get(f"/api/documents/{found['deep.json']['file_id']}")).json()["notes"]
