"""What goes wrong behind a turn: it is told, nothing stored is lost, and the next turn works."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.samples import BRAKE, LEASE
from tests.support.app import JSON, Api, StubProcess, Turn, checked, in_order, problem, read_events, turn_body, until
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply
from tests.support.stored import refusing_writes
from tests.support.waiting import eventually

QUESTION = "How often is the brake inspected?"
OVERLOADED = Reply(status=500, headers={"retry-after": "3600"})  # longer than is worth waiting for
ANSWER = Reply(text="Every two weeks [2].")


@pytest.mark.req("CS-15")
def test_done_comes_after_the_answer_is_stored(api: Api) -> None:
    with api.asking("Hello?") as events:
        asked = until(events, "done", status="completed")
        stored = api.conversation(asked[1].data["conversation_id"])
    assert stored["status"] == "idle"
    assert [run["status"] for run in stored["runs"]] == ["completed"]
    assert [message["role"] for message in stored["messages"]] == ["user", "assistant"]


@pytest.mark.on_disk
@pytest.mark.req("CS-15")
def test_a_turn_whose_answer_cannot_be_stored_fails_and_is_retryable(
    api: Api, stub: StubProcess, host: RunningHost
) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(ANSWER, ANSWER)
    with refusing_writes(host.data_dir, conversation, 'new.body LIKE \'%"role":"assistant"%\''):
        failed = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert failed.text == ANSWER.text
    assert (failed.one("error")["code"], failed.one("error")["retryable"]) == ("store_unavailable", True)
    assert failed.status == "failed"
    assert not failed.of("message")
    [question] = api.messages(conversation)
    assert (question["role"], question["text"], question["blob_names"]) == ("user", QUESTION, ["lease.pdf"])
    assert api.ask(QUESTION, conversation, ["lease.pdf"]).status == "completed"
    assert [message["role"] for message in api.messages(conversation)] == ["user", "user", "assistant"]


@pytest.mark.on_disk
@pytest.mark.req("CS-15", "RE-12")
def test_a_turn_whose_end_cannot_be_stored_resumes_where_its_stream_says(
    api: Api, stub: StubProcess, host: RunningHost
) -> None:
    conversation = api.create()
    stub.script(Reply(text="Well.", gate_after=1), Reply(text="Well, hello."))
    with api.asking("Hello?", conversation) as events:
        until(events, "token")
        with refusing_writes(host.data_dir, conversation, "1"):
            stub.release()
            told = until(events, "error")
        rest = until(events, "done")
    error = told[-1]
    assert (error.seq, error.data["code"], error.data["retryable"]) == (0, "turn_goes_on", False)
    assert "do not ask again" in error.data["message"]
    assert not [event for event in told if event.type in ("message", "run_complete", "done")]
    assert [event.data["status"] for event in rest if event.type == "status_change"][:1] == ["recovered"]
    assert (rest[-1].data["status"], [event.type for event in rest].count("error")) == ("completed", 0)
    assert [message["text"] for message in api.messages(conversation)] == ["Hello?", "Well, hello."]
    assert [run["status"] for run in api.conversation(conversation)["runs"]] == ["completed"]


@pytest.mark.on_disk
@pytest.mark.req("RE-12")
def test_a_json_turn_whose_end_cannot_be_stored_says_where_to_resume(
    api: Api, stub: StubProcess, host: RunningHost
) -> None:
    conversation = api.create()
    stub.script(Reply(text="Well.", gate_after=1), Reply(text="Well, hello."))
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(api.http.post, "/api/orc", json=turn_body("Hello?", conversation), headers=JSON)
        eventually(lambda: api.conversation(conversation)["runs"], seconds=30)
        with api.http.stream("GET", f"/api/conversations/{conversation}/stream") as response:
            until(read_events(checked(response)), "token")
        with refusing_writes(host.data_dir, conversation, "1"):
            stub.release()
            answer = asked.result()
    where = answer.json()
    assert (answer.status_code, where["conversation_id"]) == (202, conversation)
    with api.http.stream("GET", where["stream_url"]) as response:
        turn = Turn(tuple(read_events(checked(response))))
    assert (turn.run_id, turn.status, turn.one("message")["text"]) == (where["run_id"], "completed", "Well, hello.")
    assert checked(api.http.get(where["status_url"])).json()["status"] == "completed"
    assert len(api.messages(conversation)) == 2


@pytest.mark.on_disk
@pytest.mark.req("CS-05", "RE-12")
def test_a_cancel_that_cannot_be_stored_takes_effect_after_the_outage(
    api: Api, stub: StubProcess, host: RunningHost
) -> None:
    conversation = api.create()
    stub.script(Reply(text="Well.", gate_after=1))
    with api.asking("Hello?", conversation) as events:
        until(events, "token")
        with refusing_writes(host.data_dir, conversation, "new.type <> 'lease'"):
            checked(api.http.post(f"/api/conversations/{conversation}/cancel"))
            told = until(events, "error")[-1].data
        rest = until(events, "done")
    stub.release()
    assert (told["code"], "cancelled when the store is back" in told["message"]) == ("turn_goes_on", True)
    assert rest[-1].data["status"] == "cancelled"
    assert [run["status"] for run in api.conversation(conversation)["runs"]] == ["cancelled"]


@pytest.mark.on_disk
@pytest.mark.req("CS-15", "RE-12")
@pytest.mark.parametrize("address", ["/api/orc", "/api/orc/background"])
def test_a_question_that_cannot_be_stored_is_refused(
    api: Api, stub: StubProcess, host: RunningHost, address: str
) -> None:
    conversation = api.create()
    stub.script()
    with refusing_writes(host.data_dir, conversation, "1"):
        status, body = problem(api.http.post(address, json=turn_body("Hello?", conversation)))
    assert (status, body["code"]) == (503, "store_unavailable")
    assert "Your question was not saved" in body["detail"]
    assert api.messages(conversation) == []


@pytest.mark.in_any_store
@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_model_is_asked_again(api: Api, stub: StubProcess, status: int) -> None:
    stub.script(Reply(status=status, headers={"retry-after": "0"}), Reply(text="Here I am."))
    turn = api.ask("Hello?")
    assert (turn.status, turn.text) == ("completed", "Here I am.")
    assert not turn.of("error")


@pytest.mark.same_in_stores
@pytest.mark.parametrize(
    ("reply", "code", "retryable"),
    [
        (OVERLOADED, "model_unavailable", True),
        (Reply(status=429, headers={"retry-after": "3600"}), "model_unavailable", True),
        (Reply(text="Every two weeks and a day", cut_after=3), "model_stream_cut", True),
        (Reply(text="Every", finish_reason="content_filter"), "content_filtered", False),
        (Reply(status=400, error_code="content_filter"), "content_filtered", False),
        (Reply(status=401, error_code="invalid_api_key"), "model_auth", False),
        (Reply(status=429, error_code="insufficient_quota"), "model_quota", False),
        (Reply(raw="data: {broken\n\n"), "model_protocol", False),
        (Reply(text=""), "model_answer_empty", True),
    ],
    ids=[
        "error 500",
        "error 429",
        "cut",
        "filtered at the end",
        "filtered at once",
        "key",
        "quota",
        "malformed",
        "empty",
    ],
)
def test_a_model_that_fails_ends_the_turn_and_keeps_the_question(
    api: Api, stub: StubProcess, reply: Reply, code: str, retryable: bool
) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(*[reply] * (2 if code == "model_answer_empty" else 1), ANSWER)
    failed = api.ask(QUESTION, conversation, ["lease.pdf"])
    error = failed.one("error")
    assert (error["code"], error["retryable"], failed.status) == (code, retryable, "failed")
    assert in_order(failed.kinds, "error", "done")
    [run] = api.conversation(conversation)["runs"]
    assert (run["status"], run["error"]["code"]) == ("failed", code)
    shown = [failed.text] if failed.text else []
    assert [message["text"] for message in api.messages(conversation)] == [QUESTION, *shown]
    again = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert (again.status, again.text) == ("completed", ANSWER.text)
    assert BRAKE in again.one("citation")["snippet"]
    asked = stub.requests()[-1]["messages"]
    assert [message["role"] for message in asked] == ["system", "user", "assistant", "user"]


@pytest.mark.req("AN-10")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("reply", "said", "reason"),
    [
        (Reply(text="Every two", finish_reason="length"), "it reached the maximum length", "length"),
        (Reply(text="Every two", finish_reason="content_filter"), "by the model's content filter", "content_filter"),
        (Reply(text="Every two weeks and a day", cut_after=2), "the model stopped early", None),
        (Reply(text="Every two", finish_reason="max_tokens"), "it reached the maximum length", "length"),
        (Reply(text="Every two", finish_reason="abort"), "the model stopped early", None),
        (Reply(text="Every two weeks."), None, None),
        (Reply(text="Every two weeks.", finish_reason="banana"), None, None),
    ],
    ids=["length", "filter", "cut", "other name of length", "aborted", "whole", "unknown end"],
)
def test_an_answer_that_was_cut_off_says_so(
    api: Api, stub: StubProcess, reply: Reply, said: str | None, reason: str | None
) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(reply)
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert (said in turn.text) if said else turn.text == "Every two weeks."
    assert turn.text == turn.one("message")["text"] == api.messages(conversation)[-1]["text"]
    assert turn.one("run_complete").get("finish_reason") == reason
    assert turn.one("run_complete")["model"] == "stub-model"
    [run] = api.conversation(conversation)["runs"]
    assert run["run_meta"]["finish_reason"] == reason
    assert run["run_meta"]["tokens"] == turn.one("run_complete")["tokens"]
    is_known = reason is not None or said is None
    assert (run["run_meta"]["tokens"]["prompt"] is not None) == is_known
    assert run["run_meta"]["first_token_ms"] > 0


@pytest.mark.req("AN-10")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("reply", "status"),
    [(Reply(text="Every two", finish_reason="content_filter"), 502), (Reply(text="Every two weeks", cut_after=2), 503)],
    ids=["filter", "cut"],
)
def test_a_json_caller_gets_the_part_of_an_answer(api: Api, stub: StubProcess, reply: Reply, status: int) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(reply)
    body = {
        "conversation_id": conversation,
        "question": "Wie oft wird die Bremse geprüft?",
        "blob_names": ["lease.pdf"],
    }
    failed = api.http.post("/api/orc", json=body, headers={"accept": "application/json"})
    assert failed.status_code == status
    stored = api.messages(conversation)[-1]
    assert (failed.json()["answer"], failed.json()["message_id"]) == (stored["text"], stored["message_id"])
    assert stored["text"].startswith("Every two")
    assert "(Die Antwort wurde hier" in stored["text"]


@pytest.mark.req("AN-10")
@pytest.mark.in_any_store
@pytest.mark.parametrize("code", ["```python\nx = 1", "```python\nx = 1\n", "~~~\nx = 1\n```"])
def test_notices_are_not_part_of_an_open_code_block(api: Api, stub: StubProcess, code: str) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=f"Every two weeks [2].\n\n{code}", finish_reason="length"))
    text = api.ask(QUESTION, conversation, ["lease.pdf"], citation_style="endnote").text
    fence = code[:3]
    assert "x = 1\n" in text
    _, ended, said = text.partition(f"\n{fence}\n\n(The answer was cut off here")
    assert ended
    assert fence not in said
    assert said.count("\n\nSources:\n[2] lease.pdf") == 1


@pytest.mark.req("AN-10")
@pytest.mark.in_any_store
def test_an_answer_whose_code_is_closed_is_left_as_it_is(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [2].\n\n```\nx = 1\n```"))
    text = api.ask(QUESTION, conversation, ["lease.pdf"], citation_style="endnote").text
    assert re.fullmatch(r"Every two weeks \[2\]\.\n\n```\nx = 1\n```\n\nSources:\n\[2\] lease\.pdf, .*", text)


@pytest.mark.parametrize("text", ["", " \n", "<think>It is in clause 2.</think>"])
def test_an_empty_answer_is_asked_for_once_more(api: Api, stub: StubProcess, text: str) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=text), ANSWER)
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert (turn.status, turn.text) == ("completed", ANSWER.text)
    first, second = stub.requests()
    assert first == second
    assert turn.one("run_complete")["tokens"] == {"prompt": 14, "completion": 6}


@pytest.mark.in_any_store
def test_an_answer_of_no_text_says_that_its_length_was_used_up(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="", finish_reason="length"))
    error = api.ask(QUESTION, conversation, ["lease.pdf"]).one("error")
    assert (error["code"], "used up the length" in error["message"]) == ("model_answer_empty", True)


@pytest.mark.same_in_stores
@pytest.mark.parametrize("background", [False, True])
def test_an_interrupted_answer_is_kept_in_part_and_can_be_regenerated(
    api: Api, stub: StubProcess, background: bool
) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks and a day", cut_after=3))
    if background:
        body = turn_body(QUESTION, conversation, ["lease.pdf"])
        turn = api.follow(checked(api.http.post("/api/orc/background", json=body)).json()["conversation_id"])
    else:
        turn = api.ask(QUESTION, conversation, ["lease.pdf"])

    assert turn.text.startswith("Every two")
    assert in_order(turn.kinds, "token", "message", "error", "done")
    told = turn.one("message")
    assert (told["text"], turn.status) == (turn.text, "failed")
    _, kept = api.messages(conversation)
    assert (kept["text"], kept["status"], kept["error"]) == (turn.text, "failed", turn.one("error"))

    stub.script(ANSWER)
    address = f"/api/conversations/{conversation}/messages/{kept['message_id']}/regenerate"
    with api.http.stream("POST", address) as response:
        again = Turn(tuple(read_events(checked(response))))
    assert (again.status, again.text) == ("completed", ANSWER.text)
    siblings = api.messages(conversation)[1:]
    assert [(m["status"], m["active"]) for m in siblings] == [("failed", False), ("completed", True)]


def test_a_broken_answer_as_json_names_the_message_that_was_kept(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="Every two weeks and a day", cut_after=3))
    status, body = problem(api.http.post("/api/orc", json=turn_body("Hello?"), headers=JSON))
    assert (status, body["code"]) == (503, "model_stream_cut")
    _, kept = api.messages(body["conversation_id"])
    assert (kept["message_id"], kept["status"]) == (body["message_id"], "failed")


@pytest.mark.in_any_store
@pytest.mark.parametrize(("reply", "status"), [(OVERLOADED, 503), (Reply(status=400), 502)])
def test_a_failed_turn_as_json_is_a_problem_that_names_its_run(
    api: Api, stub: StubProcess, reply: Reply, status: int
) -> None:
    stub.script(reply)
    found, body = problem(api.http.post("/api/orc", json=turn_body("Hello?"), headers=JSON))
    assert found == status
    run = api.http.get(f"/api/conversations/{body['conversation_id']}/runs/{body['run_id']}").json()
    assert (run["status"], run["error"]["code"]) == ("failed", body["code"])
    assert body["retryable"] is run["error"]["retryable"] is (status == 503)


@pytest.mark.in_any_store
def test_a_failed_background_turn_streams_like_any_other(api: Api, stub: StubProcess) -> None:
    stub.script(OVERLOADED)
    started = api.http.post("/api/orc/background", json=turn_body("Hello?")).json()
    turn = api.follow(started["conversation_id"])
    assert (turn.one("error")["code"], turn.status) == ("model_unavailable", "failed")
    assert api.http.get(started["status_url"]).json()["status"] == "failed"


@pytest.mark.in_any_store
def test_no_error_reveals_keys_or_addresses(api: Api, stub: StubProcess, host: RunningHost) -> None:
    stub.script(Reply(status=401, error_code="invalid_api_key"))
    events = str(api.ask("Hello?").events)
    for secret in ("key-of-the-stub", stub.base_url):
        assert secret not in events
        assert secret not in host.log
    assert "Traceback" not in events
