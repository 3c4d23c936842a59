"""A request that is longer than the model's context is made again with less."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.app.model_context.harbour import berth, calling, given_of_documents, prompt_of
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess, checked
from tests.support.openai_stub import Reply

TOO_LONG = Reply(status=400, error_code="context_length_exceeded")
QUESTION = "How long may ships at berth 41 be?"
RULES = "\n\n".join(f"{berth(n)} " + "The crew moors with care and waits for the pilot. " * 6 for n in range(60))
SAID = Reply(text=f"{berth(41)} [1]")


@pytest.mark.req("AN-02")
def test_a_document_that_exceeds_the_models_context_is_given_by_fewer_passages(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"rules.txt": RULES.encode()})
    stub.script(TOO_LONG, TOO_LONG, SAID)
    turn = api.ask(QUESTION, conversation, ["rules.txt"])
    sizes = [len(given_of_documents(request)) for request in stub.requests()]
    assert sizes[0] > len(RULES)
    assert all(after <= before / 2 + 500 for before, after in pairwise(sizes))
    assert turn.text == f"{berth(41)} [1]"
    assert turn.one("citation")["snippet"] == berth(41)
    assert turn.one("citation")["verified"]


def test_a_search_that_exceeds_the_models_context_is_given_by_fewer_passages(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({f"rules-{n}.txt": f"Port {n}\n\n{RULES}".encode() for n in range(4)})
    search = plan("single_tool", step(1, "search_documents", "found", query="berth 41"), question=QUESTION)
    stub.script(search, TOO_LONG, SAID)
    turn = api.ask(QUESTION, conversation)
    first, second = (len(given_of_documents(request)) for request in stub.requests()[1:])
    assert second <= first / 2 + 500
    assert turn.one("citation")["verified"]


def test_a_conversation_that_exceeds_the_models_context_goes_on_with_less_history(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text="Ships are moored. " * 200))
    api.ask("Tell me about ships.", conversation)
    stub.script(TOO_LONG, Reply(text="Yes."))
    turn = api.ask("Tell me more.", conversation)
    first, second = (
        sum(len(message["content"]) for message in request["messages"])
        for request in stub.requests()
        if "response_format" not in request
    )
    assert second < first / 2
    assert turn.text == "Yes."


def test_a_request_that_cannot_be_shorter_fails_with_the_servers_reason(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"rules.txt": RULES.encode()})
    stub.script(TOO_LONG, TOO_LONG, TOO_LONG)
    turn = api.ask(QUESTION, conversation, ["rules.txt"])
    assert turn.one("error")["code"] == "context_length_exceeded"
    assert len(given_of_documents(stub.requests()[-1])) < 5_000


@pytest.mark.req("AN-02")
def test_a_question_about_one_document_is_asked_again_with_less_too(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"rules.txt": RULES.encode()})
    file_id = api.documents(conversation)["rules.txt"]["file_id"]
    stub.script(TOO_LONG, Reply(text=f"{berth(41)} [1]"))
    asked = checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": QUESTION})).json()
    first, second = (len(prompt_of(request)) for request in stub.requests())
    assert second < first / 2 + 500
    assert asked["citations"][0]["snippet"] == berth(41)
    stub.script(TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG)
    refused = api.http.post(f"/api/documents/{file_id}/question", json={"question": QUESTION})
    assert (refused.status_code, refused.json()["code"]) == (502, "context_length_exceeded")


@pytest.mark.req("AN-02")
def test_a_tools_result_that_exceeds_the_models_context_is_given_with_less_and_not_asked_for_again(
    api: Api, stub: StubProcess
) -> None:
    conversation = api.with_documents({"rules.txt": (RULES * 4).encode()})
    reading = replace(calling("load_document_chunk", chunk_id="chunk_30"), text="Let me read on.")
    stub.script(reading, TOO_LONG, TOO_LONG, SAID)
    turn = api.ask(QUESTION, conversation, ["rules.txt"])
    sizes = [
        len(given_of_documents(request)) + len(told) for request in stub.requests()[1:] if (told := result_in(request))
    ]
    assert all(after <= before / 2 + 500 for before, after in pairwise(sizes))
    assert len(turn.of("step_complete")) == 2
    assert turn.text == f"Let me read on.\n\n{berth(41)} [1]"
    assert turn.one("citation")["verified"]


def test_a_context_that_is_exceeded_by_the_answer_ends_it_early(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"rules.txt": RULES.encode()})
    begun = {"choices": [{"index": 0, "delta": {"content": "Ships at berth 41 may be"}}]}
    events = [begun, {"error": {"code": "context_length_exceeded"}}]
    stub.script(Reply(raw="".join(f"data: {json.dumps(event)}\n\n" for event in events)))
    turn = api.ask(QUESTION, conversation, ["rules.txt"])
    assert turn.text.startswith("Ships at berth 41 may be\n\n")
    assert turn.one("error")["code"] == "context_length_exceeded"
    assert len(stub.requests()) == 1


def test_a_tools_result_that_exceeds_the_models_context_is_given_with_less_of_one_document_too(
    api: Api, stub: StubProcess
) -> None:
    conversation = api.with_documents({"rules.txt": (RULES * 4).encode()})
    file_id = api.documents(conversation)["rules.txt"]["file_id"]
    stub.script(calling("load_document_chunk", chunk_id="chunk_30"), TOO_LONG, SAID)
    asked = checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": QUESTION})).json()
    first, _, last = (len(prompt_of(request)) for request in stub.requests())
    assert last < first / 2 + 500
    assert asked["citations"][0]["snippet"] == berth(41)


@pytest.mark.parametrize(
    ("tokens", "is_told"),
    [(2_050, True), (30_000, False), (7, False), (None, False)],
    ids=["a part of the prompt", "all of it", "no count of a long prompt", "not counted"],
)
def test_an_answer_to_a_prompt_that_the_server_has_cut_says_so(
    api: Api, stub: StubProcess, tokens: int | None, *, is_told: bool
) -> None:
    conversation = api.with_documents({"rules.txt": (RULES * 2).encode()})
    said = replace(SAID, usage=None if tokens is None else (tokens, 3))
    stub.script(said)
    turn = api.ask("Wie lang dürfen Schiffe an Berth 41 sein?", conversation, ["rules.txt"])
    notice = "(Der Server des Modells hat nur einen Teil des Textes gelesen; "
    assert (notice in turn.text) == is_told
    file_id = api.documents(conversation)["rules.txt"]["file_id"]
    stub.script(said)
    asked = checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": QUESTION})).json()
    assert ("(The model's server has read only a part of " in asked["answer"]) == is_told


def result_in(request: dict[str, Any]) -> str:
    """The only tool result of a request."""
    (result,) = [message["content"] for message in request["messages"] if message["role"] == "tool"]
    return str(result)
