"""What a tool returns to be given again is kept with the answer and given to it in later turns."""

import json
from pathlib import Path
from typing import Any

import pytest

from orc.domain import Json, PlanStep
from orc.graphs.context.state import ConversationState
from orc.graphs.execution.steps import _Call
from orc.tools.offer import Tool, ToolResult
from orc.tools.tool_context import MAX_CONTEXT, MAX_TEXT, MAX_THREAD, carried_by, with_carried
from tests.app.parts import OtherServer, parts
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess, Turn, checked, turn_body
from tests.support.openai_stub import Reply

DONE = Reply(text="Done.")


def compute(**params: object) -> Reply:
    return plan("single_tool", step(1, "compute", "computed", what="a sum", **params))


def thread_of(api: Api, conversation: str) -> object:
    return api.messages(conversation)[-1]["code_thread_id"]


def shown(turn: Turn) -> list[dict[str, Any]]:
    """What each call of the tool returned, which has the arguments that it was given."""
    return [json.loads(data["result"]["text"]) for data in turn.of("step_complete")]


@pytest.mark.req("DC-10", "DC-11")
def test_later_turns_return_a_tools_thread_and_context_to_it(workflows: Api, stub: StubProcess) -> None:
    stub.script(compute(), DONE, plan("conversation"), Reply(text="You are welcome."), compute(), DONE)
    first = workflows.ask("Add these")
    workflows.ask("Thanks!", first.conversation_id)
    third = workflows.ask("And now double it", first.conversation_id)
    [returned], [again] = shown(first), shown(third)
    thread = returned["code_thread_id"]
    assert returned["given"] == {"what": "a sum"}
    assert again["given"] == {"what": "a sum", "code_thread_id": thread, "context": {"calls": 1}}
    assert third.params == {"what": "a sum"}, "what is injected is not shown"
    answers = [m for m in workflows.messages(first.conversation_id) if m["role"] == "assistant"]
    assert [m["code_thread_id"] for m in answers] == [thread] * 3


@pytest.mark.req("SE-08", "WF-14")
def test_secrets_among_the_arguments_reach_the_tool_and_are_shown_to_nobody(workflows: Api, stub: StubProcess) -> None:
    given = {
        "api_key": "sk-123",
        "password": "hunter2",
        "Authorization": "Bearer abc",
        "nested": [{"clientSecret": "s3", "max_tokens": 5, "secretary": "Ann"}],
        "url": "https://u:pw@h/x?a=b&access_token=zzz",
    }
    hidden = {
        "api_key": "***",
        "password": "***",
        "Authorization": "***",
        "nested": [{"clientSecret": "***", "max_tokens": 5, "secretary": "Ann"}],
        "url": "https://***@h/x?a=b&access_token=***",
    }
    stub.script(compute(context=given), DONE)
    turn = workflows.ask("Add these")
    assert [returned["given"]["context"] for returned in shown(turn)] == [given]
    [run] = workflows.conversation(turn.conversation_id)["runs"]
    for params in (turn.params, run["workflow_plan"][0]["params"], run["steps"][0]["params"]):
        assert params == {"what": "a sum", "context": hidden}


@pytest.mark.req("DC-10", "DC-11", "DC-19")
def test_a_background_turn_carries_the_same(workflows: Api, stub: StubProcess) -> None:
    stub.script(compute(), DONE, compute(), DONE)
    body = turn_body("Add these")
    started = checked(workflows.http.post("/api/orc/background", json=body)).json()
    conversation = str(started["conversation_id"])
    [returned] = shown(workflows.follow(conversation))
    [again] = shown(workflows.ask("Double it", conversation))
    assert again["given"]["code_thread_id"] == returned["code_thread_id"]


@pytest.mark.req("DC-11")
def test_the_models_own_context_is_used_but_not_its_thread(workflows: Api, stub: StubProcess) -> None:
    made_up = {"code_thread_id": "thread-made-up", "context": {"calls": 7}}
    stub.script(compute(), DONE, compute(**made_up), DONE)
    first = workflows.ask("Add these")
    [returned] = shown(first)
    [again] = shown(workflows.ask("Double it", first.conversation_id))
    assert again["given"]["code_thread_id"] == returned["code_thread_id"]
    assert again["given"]["context"] == {"calls": 7}


@pytest.mark.req("DC-10", "DC-11")
def test_a_call_made_while_answering_continues_the_thread(workflows: Api, stub: StubProcess) -> None:
    call = Reply(tool_calls=[{"name": "compute", "arguments": '{"what": "a product"}'}])
    stub.script(compute(), call, DONE, compute(), DONE)
    first = workflows.ask("Add these")
    planned, further = shown(first)
    assert further["given"]["code_thread_id"] == planned["code_thread_id"]
    [again] = shown(workflows.ask("Double it", first.conversation_id))
    assert again["given"]["context"] == {"calls": 2}


@pytest.mark.req("DC-10", "DC-11", "SE-05")
@pytest.mark.parametrize(("server", "given"), [("press", {"code_thread_id": "t-1"}), ("library", {})])
def test_tools_of_other_servers_get_none_of_it(server: str, given: dict[str, Any]) -> None:
    schema: dict[str, Json] = {"type": "object", "properties": {"code_thread_id": {"type": "string"}}}
    state = ConversationState(question="Double it", tool_context={"press": {"code_thread_id": "t-1"}})
    call = _Call(PlanStep(1, "compute"), Tool("compute", server, "compute", "", schema), (), state)
    assert call.arguments() == given


@pytest.mark.req("DC-10", "DC-11")
async def test_document_chat_is_given_its_thread_again_where_it_takes_one(tmp_path: Path) -> None:
    other = OtherServer({"answer": "", "files": [], "code_thread_id": "thread-7", "metadata": {"context": {"n": 1}}})
    other.takes("code_thread_id", "context")
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text")
        for _ in range(2):
            await orc.ask(conversation, "Who wrote it?", "a.txt")
    first, second = (call.arguments or {} for call in other.calls)
    assert "code_thread_id" not in first
    assert (second["code_thread_id"], second["context"]) == ("thread-7", {"n": 1})


@pytest.mark.req("DC-10")
@pytest.mark.parametrize(
    "returned",
    [
        {"code_thread_id": "x" * (MAX_THREAD + 1)},
        {"code_thread_id": ""},
        {"code_thread_id": True},
        {"code_thread_id": 10**40},
        {"context": {"text": "x" * MAX_CONTEXT}},
        {"context": "a text"},
        {"metadata": "none"},
    ],
)
def test_values_too_large_or_of_another_type_are_not_carried(returned: dict[str, Any]) -> None:
    assert carried_by(ToolResult(returned, "")) == {}
    assert carried_by(ToolResult({"result": returned}, "")) == {}
    assert carried_by(ToolResult({"result": json.dumps(returned)}, "")) == {}


RETURNED = '{"code_thread_id": "T", "metadata": {"context": {"n": 1}}}'


@pytest.mark.req("DC-10")
@pytest.mark.parametrize(
    "text",
    [
        f"Result: 5\n\n{RETURNED}",
        f"{RETURNED}\n\nThat is all {{really}}.",
        f"Result: 5\n\n```json\n{RETURNED}\n```",
        f"```\n{RETURNED}\n```",
        f'{{"result": {RETURNED}}}',
        json.dumps({"result": RETURNED}),
        f'{{"rows": [{{"a": "{"x" * 200}"}}]}} and {RETURNED}',
        f'The page says {{"code_thread_id": "other"}}.\n{RETURNED}',
        f'{RETURNED}\n{{"rows": 2}}',
    ],
)
def test_an_object_in_a_text_is_carried_whatever_surrounds_it(text: str) -> None:
    expected = {"code_thread_id": "T", "context": {"n": 1}}
    assert carried_by(ToolResult(None, text)) == carried_by(ToolResult({"result": text}, text)) == expected


@pytest.mark.req("DC-10", "DC-11")
@pytest.mark.parametrize("what", ["a sum in a text", "a sum in a block", "a sum before text"])
def test_a_thread_in_any_text_of_a_tool_is_carried_to_the_next_turn(
    workflows: Api, stub: StubProcess, what: str
) -> None:
    stub.script(plan("single_tool", step(1, "compute", "computed", what=what)), DONE, compute(), DONE)
    first = workflows.ask("Add these")
    thread = thread_of(workflows, first.conversation_id)
    assert thread
    [again] = shown(workflows.ask("Double it", first.conversation_id))
    assert again["given"] == {"what": "a sum", "code_thread_id": thread, "context": {"calls": 1}}


@pytest.mark.parametrize("text", ["[1]", "{", '{"code_thread_id": "t"', "[" * 5000, '{"a": ' * 5000 + "1" + "}" * 5000])
def test_a_text_that_is_no_object_of_json_carries_nothing(text: str) -> None:
    assert carried_by(ToolResult(None, text)) == carried_by(ToolResult({"result": text}, text)) == {}


def test_values_dropped_for_their_size_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    carried_by(ToolResult({"code_thread_id": "x" * (MAX_THREAD + 1), "context": {"text": "x" * MAX_CONTEXT}}, ""))
    carried_by(ToolResult(None, json.dumps({"code_thread_id": "t", "text": "x" * MAX_TEXT})))
    thread, context, text = (record.getMessage() for record in caplog.records)
    assert ("thread" in thread, "context" in context, "text" in text) == (True, True, True)


def test_a_thread_that_is_an_integer_is_given_again_as_one() -> None:
    assert carried_by(ToolResult({"code_thread_id": 7}, "")) == {"code_thread_id": "7"}
    schema: dict[str, Json] = {"type": "object", "properties": {"code_thread_id": {"type": "integer"}}}
    assert with_carried(schema, {}, {"code_thread_id": "7"}) == {"code_thread_id": 7}


def test_values_wrapped_in_a_result_are_carried() -> None:
    wrapped = ToolResult({"result": {"code_thread_id": "t", "metadata": {"context": {"a": 1}}}}, "")
    assert carried_by(wrapped) == {"code_thread_id": "t", "context": {"a": 1}}
