"""What a turn is planned from, what becomes of bad plans, and how it goes on without a plan."""

import json
from typing import Any

import pytest

from orc.prompts import EARLIER_LEFT_OUT
from tests.app.citations import check_citation
from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.plans import plan, step
from tests.app.samples import BRAKE, LEASE, LEASE_FACTS
from tests.support.app import Api, StubProcess, checked
from tests.support.mcp_servers import mcp_process
from tests.support.openai_stub import Reply
from tests.support.transcripts import check_transcript
from tests.support.waiting import eventually

FIND = step(1, "find", "found", subject="ink")
QUESTION = "How often is the brake inspected?"


def planning_requests(stub: StubProcess) -> list[dict[str, Any]]:
    return [
        r for r in stub.requests() if r.get("response_format", {}).get("json_schema", {}).get("name") == "turn_plan"
    ]


@pytest.mark.req("WF-01", "DC-07")
def test_one_structured_call_plans_from_five_messages_the_documents_and_the_tools(
    workflows: Api, stub: StubProcess
) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    for number in range(4):
        stub.script(plan("conversation"), Reply(text=f"Answer {number}"))
        workflows.ask(f"Question {number}", conversation)
    stub.script(plan("single_tool", FIND, question="Which books on ink are there?"), Reply(text="Two."))
    turn = workflows.ask("And on ink?", conversation)
    [request] = planning_requests(stub)
    system, *messages = request["messages"]
    said = [message["content"] for message in messages]
    assert said.pop(0) == EARLIER_LEFT_OUT  # the user begins
    assert said == ["Answer 1", "Question 2", "Answer 2", "Question 3", "Answer 3", "And on ink?"]
    assert not request["response_format"]["json_schema"]["strict"]
    lines = system["content"].split("<tools>\n")[1].split("\n</tools>")[0].splitlines()
    tools = {tool["name"]: tool for tool in map(json.loads, lines)}
    assert {"find", "draft", "sink", "search_documents"} <= set(tools)
    assert "document_chat" not in tools
    assert tools["find"]["parameters"]["required"] == ["subject"]
    documents = system["content"].split("<documents>\n")[1].split("\n</documents>")[0].splitlines()
    [lease] = map(json.loads, documents)
    assert (lease["name"], lease["status"]) == ("lease.pdf", "ready")
    assert lease["summary"]
    assert turn.status == "completed"


@pytest.mark.req("WF-01", "DC-07")
def test_the_planner_is_told_which_document_was_asked_about_before(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="It is 950 euros. [1]"))
    workflows.ask("What is the rent?", conversation, ["lease.pdf"])
    stub.script(plan("conversation"), Reply(text="Hello."))
    workflows.ask("Hello there, who are you?", conversation)
    [request] = planning_requests(stub)
    documents = request["messages"][0]["content"].split("<documents>\n")[1].split("\n</documents>")[0].splitlines()
    assert documents[-1] == "Asked about before: lease.pdf"


@pytest.mark.req("WF-01")
def test_the_planners_prompt_bounds_the_documents_text(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.create()
    names = {f"{'note' * 40} {number}.txt": f"Note {number}".encode() for number in range(60)}
    for start in range(0, 60, 10):
        workflows.upload(conversation, dict(list(names.items())[start : start + 10]))
    workflows.until_read(conversation)
    stub.script(plan("conversation"), Reply(text="Hello."))
    workflows.ask("Hello!", conversation)
    told = planning_requests(stub)[0]["messages"][0]["content"]
    documents = told.split("<documents>\n")[1].split("\n</documents>")[0]
    assert 5_000 < len(documents) <= 10_000


BAD_PLANS = {
    "unknown tool": ([step(1, "teleport", "there")], "there is no tool 'teleport'"),
    "params of another schema": ([step(1, "find", "found", title="ink")], "'subject' is a required property"),
    "a later step": (
        [step(1, "draft", "text", topic="ink", sources="{{found}}"), step(2, "find", "found", subject="ink")],
        "Step 1: {{found}} is the result of step 2: a step can only use the results of earlier ones",
    ),
    "a cycle": (
        [step(1, "find", "one", subject="{{two}}"), step(2, "find", "two", subject="{{one}}")],
        "Step 1: {{two}} is the result of step 2: they need each other",
    ),
    "fifty steps": ([step(i, "find", f"k{i}", subject="ink") for i in range(1, 51)], "at most 10 are allowed"),
    "one key twice": ([step(i, "find", "found", subject="ink") for i in (1, 2)], "2 steps have the output_key 'found'"),
}


@pytest.mark.req("WF-02")
@pytest.mark.parametrize(("steps", "mistake"), BAD_PLANS.values(), ids=BAD_PLANS)
def test_a_plan_with_mistakes_is_made_again_by_who_made_it(
    workflows: Api, stub: StubProcess, steps: list[dict[str, Any]], mistake: str
) -> None:
    bad = plan("multi_step", *steps)
    stub.script(bad, plan("single_tool", FIND), Reply(text="Two books."))
    turn = workflows.ask("Find books on ink")
    first, second = planning_requests(stub)
    assert second["messages"][: len(first["messages"])] == first["messages"]
    own, told = second["messages"][-2:]
    assert json.loads(own["content"]) == bad.json_value
    assert mistake in told["content"]
    assert [data["tool"] for data in turn.of("step_started")] == ["find"]
    assert (turn.text, turn.status) == ("Two books.", "completed")


@pytest.mark.req("WF-02", "AN-08")
def test_a_step_whose_arguments_stay_out_of_range_fails_with_the_field_and_its_limit(
    workflows: Api, stub: StubProcess
) -> None:
    bad = plan("multi_step", step(1, "search_documents", "all", query="brake", top_k=500), FIND | {"step": 2})
    stub.script(bad, bad, Reply(json_value={"query": "brake", "top_k": 500}), Reply(text="Two books on ink."))
    turn = workflows.ask("Find all on brakes, and books on ink", workflows.with_documents({"lease.pdf": LEASE}))
    limit = "top_k: 500 is greater than the maximum of 50"
    assert limit in planning_requests(stub)[1]["messages"][-1]["content"]
    searched, found = sorted(turn.of("step_complete"), key=lambda data: data["step"])
    assert (searched["ok"], searched["error"]["code"], found["ok"]) == (False, "invalid_arguments", True)
    assert limit in searched["error"]["message"]
    assert turn.text.startswith("Two books on ink.\n\nStep 1 (search_documents) failed: ")
    assert limit in turn.text


@pytest.mark.req("WF-02")
def test_a_step_whose_arguments_are_mended_is_executed(workflows: Api, stub: StubProcess) -> None:
    bad = plan("single_tool", step(1, "search_documents", "all", query="brake", top_k=500))
    stub.script(bad, bad, Reply(json_value={"query": "brake", "top_k": 50}), Reply(text=f"{BRAKE} [1]"))
    turn = workflows.ask(QUESTION, workflows.with_documents({"lease.pdf": LEASE}))
    assert turn.params == {"query": "brake", "top_k": 50}
    check_citation(workflows, turn.one("citation"), LEASE_FACTS)


@pytest.mark.req("WF-02", "AN-08")
def test_a_step_whose_tool_does_not_exist_fails_alone(workflows: Api, stub: StubProcess) -> None:
    bad = plan("multi_step", step(1, "teleport", "there"), FIND | {"step": 2})
    stub.script(bad, bad, Reply(text="Two books on ink."))
    turn = workflows.ask("Go there, and find books on ink")
    assert "there is no tool 'teleport'" in planning_requests(stub)[1]["messages"][-1]["content"]
    assert {data["tool"]: data["ok"] for data in turn.of("step_complete")} == {"teleport": False, "find": True}
    told = "Step 1 (teleport) was not carried out: The tool teleport is not available."
    assert turn.text == f"Two books on ink.\n\n{told}"


def test_a_repeated_planning_is_shown_in_the_stream(workflows: Api, stub: StubProcess) -> None:
    stub.script(Reply(plans=True, text="I would search."), plan("single_tool", FIND), Reply(text="Two books."))
    check_transcript(workflows.ask("Find books on ink"), "plan_made_again")


@pytest.mark.req("WF-01", "WF-08")
def test_a_plan_without_an_end_is_ended_and_made_again(workflows: Api, stub: StubProcess) -> None:
    endless = (
        '{"intent": "multi_step", "question": "Books", "workflow_plan": [' + '{"step": 1, "tool": "find"}, ' * 2_000
    )
    stub.script(Reply(plans=True, text=endless), plan("single_tool", FIND), Reply(text="Two books."))
    turn = workflows.ask("Find books on ink")
    first, second = planning_requests(stub)
    assert first["response_format"]["json_schema"]["schema"]["properties"]["workflow_plan"]["maxItems"] == 10
    assert len(second["messages"][-2]["content"]) < len(endless) / 2
    assert (turn.text, turn.status) == ("Two books.", "completed")
    assert turn.one("run_complete")["tokens"] == {"prompt": None, "completion": None}


@pytest.mark.req("WF-08")
@pytest.mark.parametrize(
    "replies",
    [
        [Reply(plans=True, text="No."), Reply(plans=True, text="Still no.")],
        [Reply(plans=True, status=400)],
        [Reply(plans=True, status=500, headers={"retry-after": "3600"})],
        [plan("multi_step", step(1, "teleport", "a")), Reply(plans=True, status=400)],
        [plan("multi_step", step(1, "teleport", "a"))] * 2,
    ],
    ids=["no plan twice", "refused", "overloaded", "mending refused", "no such tool twice"],
)
def test_without_a_plan_rules_search_the_documents_and_say_so(
    workflows: Api, stub: StubProcess, replies: list[Reply]
) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    stub.script(*replies, Reply(text=f"{BRAKE} [1]"))
    turn = workflows.ask(QUESTION, conversation)
    assert [data["tool"] for data in turn.of("step_started")] == ["search_documents"]
    check_citation(workflows, turn.one("citation"), LEASE_FACTS)
    assert "The question is routed by rules." in str(turn.of("step_thinking"))


@pytest.mark.req("AN-08")
@pytest.mark.parametrize(
    ("question", "tool"), [("How often is the brake of the crane inspected?", "search_documents"), ("Hello!", None)]
)
def test_planned_steps_that_are_refused_twice_are_told_to_the_model_and_the_user(
    workflows: Api, stub: StubProcess, question: str, tool: str | None
) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    bad = plan("multi_step", FIND, FIND | {"output_key": "again"})
    stub.script(bad, bad, Reply(text="Every two weeks."))
    turn = workflows.ask(question, conversation)
    told = "The steps that were planned for this question could not be carried out."
    assert [data["tool"] for data in turn.of("step_started")] == ([tool] if tool else [])
    assert turn.text == turn.one("message")["text"] == f"Every two weeks.\n\n{told}"
    assert told in stub.requests()[-1]["messages"][0]["content"]


def test_a_reply_that_is_no_plan_needs_no_notice(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    stub.script(*[Reply(plans=True, text="I would search.")] * 2, Reply(text="Every two weeks."))
    assert workflows.ask(QUESTION, conversation).text == "Every two weeks."


@pytest.mark.req("WF-08")
def test_a_transient_failure_of_the_planning_call_is_tried_again(workflows: Api, stub: StubProcess) -> None:
    busy = Reply(plans=True, status=503, headers={"retry-after": "0"})
    stub.script(busy, plan("single_tool", FIND), Reply(text="Two books."))
    turn = workflows.ask("Find books on ink")
    assert [data["tool"] for data in turn.of("step_started")] == ["find"]
    assert "routed by rules" not in str(turn.of("step_thinking"))


def test_without_a_plan_small_talk_costs_no_search(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(plans=True, status=400), Reply(text="You are welcome."))
    turn = workflows.ask("Thank you very much!", conversation)
    assert not turn.of("step_started")
    assert turn.text == "You are welcome."


@pytest.mark.req("WF-08", "BX-06")
def test_without_a_model_a_question_is_answered_from_what_was_uploaded(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    turn = extractive.ask(QUESTION, conversation)
    assert BRAKE in turn.text
    check_citation(extractive, turn.of("citation")[0], LEASE_FACTS)
    assert extractive.ask("Which volcano erupted in Iceland?", conversation).text == (
        "The documents do not contain an answer to this."
    )
    assert not extractive.ask("Hello!", conversation).of("step_started")


def test_documents_may_still_be_asked_after_a_search(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.with_documents({"lease.pdf": LEASE})
    stub.script(
        plan("single_tool", step(1, "search_documents", "found", query="brake")),
        Reply(text=f"{BRAKE} [1]"),
        Reply(text="Every two weeks [1]."),
        plan("single_tool", FIND),
        Reply(text="Two."),
    )
    workflows.ask(QUESTION, conversation)
    asked = workflows.ask(QUESTION, conversation, ["lease.pdf"])
    assert asked.params["cached_file_info"] == asked.one("message")["uploaded_file_refs"]
    after = workflows.ask("Find books on ink", conversation).one("message")
    assert after["uploaded_file_refs"] == asked.one("message")["uploaded_file_refs"]
    assert after["last_mcp_tool_used"] == "find"


def summaries_asked(stub: StubProcess) -> list[str]:
    asked = [str(request["messages"]) for request in stub.requests()]
    return [messages for messages in asked if "Summarise this conversation" in messages]


def test_a_long_conversation_is_prompted_by_its_summary(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.create()
    for number in range(7):
        workflows.ask(f"Remember the number {number}", conversation)
    eventually(lambda: summaries_asked(stub), seconds=10)
    turn = workflows.ask("Which numbers were there?", conversation)
    [answered] = [r for r in stub.requests() if r["messages"][-1]["content"] == turn.one("user_message")["text"]][1:]
    system, *said = [message["content"] for message in answered["messages"]]
    assert "What was said before, in short" in system
    assert "Remember the number 0" not in said
    assert "Remember the number 6" in said


def test_a_failed_summary_fails_no_turn_and_is_retried_after_the_next(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.create()
    for number in range(5):
        workflows.ask(f"Remember the number {number}", conversation)
    stub.script(Reply(text="Noted."), Reply(status=400))
    assert workflows.ask("Remember the number 5", conversation).status == "completed"
    eventually(lambda: summaries_asked(stub), seconds=10)
    stub.script(Reply(text="Noted again."), Reply(text="Numbers were told."))
    assert workflows.ask("Remember the number 6", conversation).text == "Noted again."
    eventually(lambda: summaries_asked(stub), seconds=10)
    stub.reset()

    def answered_from_the_summary() -> bool:
        workflows.ask("Which numbers were there?", conversation)
        return any("Numbers were told." in str(request["messages"]) for request in stub.requests())

    eventually(answered_from_the_summary, seconds=10)


def test_a_server_that_is_down_is_listed_and_costs_only_its_tools(
    setup_of_its_own: Environment, stub: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = {
        **setup_of_its_own,
        "OPENAI_BASE_URL": stub.base_url,
        "OPENAI_API_KEY": "key",
        "MCP_SERVERS": json.dumps({"nowhere": {"url": "http://127.0.0.1:9/mcp"}}),
    }
    with app_host(tmp_path_factory.mktemp("down"), environment) as host, client(host) as api:
        search = plan("single_tool", step(1, "search_documents", "found", query="brake"))
        stub.script(search, Reply(text="Nothing was found."))
        missed = api.ask("Search for brakes")
        conversation = api.with_documents({"lease.pdf": LEASE})
        stub.script(search, Reply(text="Every two weeks [1]."))
        found = api.ask("Search for brakes", conversation)
        stub.script(*[plan("single_tool", step(1, "teleport", "there"))] * 2, Reply(text="Every two weeks [1]."))
        unknown = api.ask("How often is the brake of the crane inspected?", conversation)
    for turn in (missed, found, unknown):
        assert "The tools of nowhere are not available" in str(turn.of("step_thinking"))
        assert turn.status == "completed"
    assert "The tool server nowhere cannot be reached" in missed.text
    assert found.text == "Every two weeks [1].", "no warning where the server was not needed"
    dropped = "The steps that were planned for this question could not be carried out."
    lost = "The tool server nowhere cannot be reached, so its tools were not used."
    assert unknown.text == f"Every two weeks [1].\n\n{dropped}\n\n{lost}"


@pytest.mark.req("WF-09", "WF-11", "WF-12", "AN-08")
def test_a_restart_renames_no_tool_and_a_planned_one_of_a_server_that_is_down_fails_alone(
    setup_of_its_own: Environment, stub: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def listed(api: Api) -> dict[str, list[str]]:
        servers = checked(api.http.get("/api/tools")).json()["servers"]
        return {server["name"]: [tool["name"] for tool in server["tools"]] for server in servers[1:]}

    data_dir = tmp_path_factory.mktemp("names")
    with mcp_process() as east, mcp_process() as west:
        servers = {"east": {"url": east.url}, "west": {"url": west.url}}
        environment = {**setup_of_its_own, **model_settings(stub), "MCP_SERVERS": json.dumps(servers)}
        with app_host(data_dir, environment) as host, client(host) as api:
            assert listed(api) == {"east": ["east__echo", "east__wait"], "west": ["west__echo", "west__wait"]}
        west.stop()
        with app_host(data_dir, environment) as host, client(host) as api:
            assert listed(api) == {"east": ["east__echo", "east__wait"], "west": []}
            steps = step(1, "west__echo", "there", text="a"), step(2, "east__echo", "here", text="b")
            stub.script(plan("multi_step", *steps), Reply(text="## Here\nb"))
            turn = api.ask("Echo a in the west and b in the east")
    told = {data["step"]: data for data in turn.of("step_complete")}
    assert (told[1]["error"]["code"], told[2]["ok"]) == ("tool_server_down", True)
    failure = "Step 1 (west__echo) was not carried out: The tool server west cannot be reached."
    assert turn.text == f"## Here\nb\n\n{failure}"


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    "params",
    [
        {"query": "notice", "file_ids": ["lease.txt"]},
        {"query": "notice", "file_ids": "LEASE.txt", "top_k": "3", "metadata": None},
    ],
    ids=["by name", "in other types"],
)
def test_a_planned_search_may_name_its_documents(workflows: Api, stub: StubProcess, params: dict[str, Any]) -> None:
    conversation = workflows.with_documents({"lease.txt": LEASE, "brake.txt": BRAKE.encode()})
    searching = {"step": 1, "tool": "functions.search_documents", "params": params, "output_key": "found"}
    stub.script(plan("single_tool", searching), Reply(text="Three months [1]."))
    turn = workflows.ask("How long is the notice?", conversation)
    told = turn.one("step_complete")
    assert told["ok"]
    assert [each["blob_name"] for each in told["result"]["documents"]] == ["lease.txt"]
    assert turn.text.startswith("Three months [1].")


@pytest.mark.req("AN-03")
def test_a_search_that_the_rules_make_in_place_of_the_plan_needs_no_notice(workflows: Api, stub: StubProcess) -> None:
    conversation = workflows.with_documents({"lease.txt": LEASE})
    wrong = step(1, "search_documents", "found", query="notice", scope="everywhere")
    stub.script(
        *[plan("multi_step", wrong, step(1, "search_documents", "more", query=""))] * 2, Reply(text="Three [1].")
    )
    assert workflows.ask("How long is the notice?", conversation).text == "Three [1]."
