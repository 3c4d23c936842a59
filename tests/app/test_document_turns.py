"""What a turn with documents asks of the tool, and what the tool has to do for it."""

import json
from functools import partial

import pytest

from tests.app.samples import BRAKE, HANDBOOK, LEASE, PARKING_NOTE
from tests.support.app import Api, StubProcess, fields_of, in_order
from tests.support.openai_stub import Reply

READY = {"downloads": 0, "extractions": 0, "chunks": 0}


@pytest.mark.req("DC-01")
def test_a_turn_takes_a_question_a_conversation_and_blob_names(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert turn.status == "completed"
    assert turn.conversation_id == conversation
    assert turn.one("user_message")["blob_names"] == ["lease.pdf"]
    assert turn.params["document_names"] == ["lease.pdf"]


@pytest.mark.req("DC-02")
def test_blob_names_are_trimmed_deduplicated_and_kept_in_order(api: Api) -> None:
    conversation = api.with_documents({"b.md": PARKING_NOTE, "a.md": PARKING_NOTE, "B.md": PARKING_NOTE})
    turn = api.ask("Where do visitors park?", conversation, [" b.md ", "", "B.md", "a.md", "b.md", "  "])
    assert turn.one("user_message")["blob_names"] == ["b.md", "B.md", "a.md"]
    assert turn.params["document_names"] == ["b.md", "B.md", "a.md"]


@pytest.mark.req("DC-02")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("blob_names", "field"),
    [("lease.pdf", "blob_names"), ({"a": "b"}, "blob_names"), (None, "blob_names"), (["a.md", 7], "blob_names.1")],
)
def test_blob_names_of_another_type_are_refused_by_name(api: Api, blob_names: object, field: str) -> None:
    status, body = api.refused({"question": "Hello?", "blob_names": blob_names})
    assert (status, body["code"], fields_of(body)) == (422, "invalid_request", [field])


@pytest.mark.req("DC-03", "DC-04")
@pytest.mark.in_any_store
def test_a_document_turn_costs_one_model_call_which_plans_nothing(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert turn.one("step_started")["tool"] == "document_chat"
    [request] = stub.requests()
    assert "tools" not in request
    assert "response_format" not in request
    assert BRAKE in str(request["messages"])


@pytest.mark.req("DC-04")
@pytest.mark.in_any_store
def test_the_tool_is_called_even_when_the_question_is_small_talk(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("Hello there!", conversation, ["lease.pdf"])
    assert turn.one("step_started")["tool"] == "document_chat"
    assert turn.status == "completed"


@pytest.mark.req("DC-07")
@pytest.mark.in_any_store
def test_document_chat_is_not_offered_to_the_model_without_documents(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How are you?", conversation)
    assert not turn.of("step_started")
    requests = stub.requests()
    assert len(requests) == 2
    assert not [request for request in requests if '"name": "document_chat"' in json.dumps(request["messages"][0])]
    assert not [request for request in requests if "document_chat" in str(request.get("tools", []))]


@pytest.mark.req("DC-05", "DC-13")
def test_the_same_documents_are_sent_as_known_files_and_take_no_work(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    first = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    second = api.ask("How high is the monthly rent?", conversation, ["lease.pdf"])
    assert second.params == {
        "question": "How high is the monthly rent?",
        "document_names": ["lease.pdf"],
        "cached_file_info": first.one("message")["uploaded_file_refs"],
    }
    assert second.work == {"cache": "hit", **READY}


@pytest.mark.req("DC-06")
def test_the_order_of_the_names_does_not_matter_to_the_comparison(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    api.ask("What is agreed?", conversation, ["lease.pdf", "handbook.pdf"])
    turn = api.ask("What is agreed?", conversation, ["handbook.pdf", "lease.pdf"])
    assert turn.work["cache"] == "hit"
    assert {file["blob_name"] for file in turn.params["cached_file_info"]} == {"lease.pdf", "handbook.pdf"}


@pytest.mark.req("DC-05", "DC-06", "DC-14")
@pytest.mark.same_in_stores
@pytest.mark.parametrize(
    ("before", "now"),
    [
        (["a.md"], ["A.md"]),
        (["a.md"], ["a.md", "b.md"]),
        (["a.md", "b.md"], ["a.md"]),
        (["a.md"], ["b.md"]),
    ],
    ids=["other case", "more", "fewer", "others"],
)
def test_another_set_of_documents_reuses_nothing(api: Api, before: list[str], now: list[str]) -> None:
    conversation = api.with_documents(dict.fromkeys(["a.md", "b.md", "A.md"], PARKING_NOTE))
    api.ask("Where do visitors park?", conversation, before)
    turn = api.ask("Where do visitors park?", conversation, now)
    assert "cached_file_info" not in turn.params
    assert turn.work["cache"] == "miss"
    assert [ref["blob_name"] for ref in turn.one("message")["uploaded_file_refs"]] == now


@pytest.mark.req("DC-20")
def test_each_stage_and_tool_call_is_streamed_before_its_result(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    stages = [event.data.get("stage", event.type) for event in turn.events]
    wanted = ["planning", "tools", "step_started", "step_complete", "context", "answering", "token", "message"]
    assert in_order(stages, "user_message", "run_start", *wanted, "run_complete", "done")
    assert [event.seq for event in turn.events] == list(range(1, len(turn.events) + 1))


@pytest.mark.req("RG-02")
def test_documents_without_a_question_are_only_taken_in(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    stub.script()
    turn = api.ask(conversation=conversation, documents=["lease.pdf", "handbook.pdf"])
    assert turn.text == "Ready: lease.pdf, handbook.pdf."
    assert len(turn.one("message")["uploaded_file_refs"]) == 2
    assert turn.one("step_complete")["result"]["metadata"]["passages"] == 0


@pytest.mark.req("RG-02")
@pytest.mark.in_any_store
@pytest.mark.parametrize("body", [{}, {"question": ""}, {"question": " \n"}, {"blob_names": []}, {"question": None}])
def test_a_turn_needs_a_question_or_documents(api: Api, body: dict[str, object]) -> None:
    status, problem = api.refused(body)
    assert (status, problem["code"], fields_of(problem)) == (422, "invalid_request", ["question"])


@pytest.mark.req("DC-17")
@pytest.mark.in_any_store
def test_more_than_three_documents_are_refused(api: Api) -> None:
    names = ["a.md", "b.md", "c.md", "d.md"]
    conversation = api.with_documents(dict.fromkeys(names, PARKING_NOTE))
    status, body = api.refused({"question": "Where?", "conversation_id": conversation, "blob_names": names})
    assert (status, body["code"], fields_of(body)) == (422, "too_many_documents", ["blob_names"])
    assert "3" in body["detail"]


@pytest.mark.req("DC-17")
def test_a_conversation_may_hold_more_documents_than_one_turn_uses(api: Api) -> None:
    names = ["a.md", "b.md", "c.md", "d.md"]
    conversation = api.with_documents(dict.fromkeys(names, PARKING_NOTE))
    assert len(api.documents(conversation)) == 4
    turn = api.ask("Where do visitors park?", conversation, [*names[1:], "b.md"])
    assert turn.status == "completed"
    assert turn.params["document_names"] == names[1:]


@pytest.mark.in_any_store
def test_a_finished_turn_has_the_models_text_and_token_counts(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [1].", usage=(120, 9)))
    turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert turn.text == turn.one("message")["text"] == "Every two weeks [1]."
    complete = turn.one("run_complete")
    assert (complete["tokens"], complete["model"]) == ({"prompt": 120, "completion": 9}, "stub-model")


RENT_ANSWER = "The rent is 4,200 euros [1]."


@pytest.mark.req("QA-08")
@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f'{RENT_ANSWER}\n\n```json\n{{"answer": "{RENT_ANSWER}", "citations": [1]}}\n```', RENT_ANSWER),
        (f'{{"answer": "{RENT_ANSWER}", "citations": [1]}}', RENT_ANSWER),
        ('{"answer": "The rent is 4,200 euros.", "citations": [1]}', "The rent is 4,200 euros. [1]"),
        (f'Here it is:\n{{"answer": "{RENT_ANSWER}"}}\nDone.', f"Here it is:\n\n{RENT_ANSWER}\n\nDone."),
        (f'{RENT_ANSWER}\n\n{{"answer": null, "citations": [1]}}', RENT_ANSWER),
        (f'{RENT_ANSWER}\n\n{{"ans', RENT_ANSWER),
        (f'{RENT_ANSWER}\n\n```json\n{{"rent": 4200}}\n```', f'{RENT_ANSWER}\n\n```json\n{{"rent": 4200}}\n```'),
    ],
)
def test_the_json_of_a_streamed_answer_is_shown_as_prose(api: Api, stub: StubProcess, written: str, shown: str) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=written))
    turn = api.ask("What is the rent?", conversation, ["lease.pdf"])
    assert turn.text == shown
    assert "".join(token["text"] for token in turn.of("token")) == shown
    assert [citation["id"] for citation in turn.one("message")["citations"]] == ["1"]


@pytest.mark.req("QA-08")
@pytest.mark.in_any_store
def test_a_streamed_reply_without_an_answer_fails_the_turn(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text='{"answer": null}'))
    assert api.ask("What is the rent?", conversation, ["lease.pdf"]).one("error")["code"] == "model_answer_empty"


def test_a_name_is_the_same_in_each_of_its_unicode_forms(api: Api, stub: StubProcess) -> None:
    composed, decomposed = "caf\u00e9.md", "cafe\u0301.md"
    conversation = api.with_documents({decomposed: PARKING_NOTE})
    api.upload(conversation, {composed: PARKING_NOTE})
    assert list(api.documents(conversation)) == [composed]
    asked = partial(api.ask, "Where do visitors park?", conversation, [decomposed], client_message_id="tap-1")
    first = asked()
    assert first.one("user_message")["blob_names"] == [composed]
    assert first.one("message")["uploaded_file_refs"][0]["blob_name"] == composed
    assert asked().run_id == first.run_id
    text = {"name": decomposed, "text": "Visitors park in row nine."}
    api.ask("Where now?", conversation, [composed], texts=[text])
    assert list(api.documents(conversation)) == [composed]
