"""A model's reply reads the same in a streamed turn and in the answer to a question about the document."""

import re
from typing import Any

import pytest

from tests.app.samples import LEASE, RENT
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply

QUESTION = "What is the rent?"
A, B = "The rent is 4,200 euros.", "The brake is inspected every two weeks."
QUIZ = (
    '[{"question": "Who pays the rent?", "answer": "The tenant."}, {"question": "How much is it?", "answer": "4,200"}]'
)
STOPPED = "(The answer was cut off here: the model stopped early.)"


def both(api: Api, stub: StubProcess, reply: Reply) -> tuple[str, int, str, int]:
    """The text, or the code of the failure, and how many citations it has: of a turn, and of a question."""
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(reply, reply)
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    file_id = api.documents(conversation)["lease.pdf"]["file_id"]
    answered: dict[str, Any] = api.http.post(f"/api/documents/{file_id}/question", json={"question": QUESTION}).json()
    if turn.status != "completed":
        return turn.one("error")["code"], 0, answered["code"], 0
    message = turn.one("message")
    assert "".join(token["text"] for token in turn.of("token")) == turn.text == message["text"]
    return turn.text, len(message["citations"]), answered["answer"], len(answered["citations"])


@pytest.mark.req("QA-08", "AN-10")
@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (f'[{{"answer": "{A}"}}, {{"answer": "{B}"}}]', f"{A}\n\n{B}"),
        (f'{{"answer": "{A}"}}\n{{"answer": "{B}"}}', f"{A}\n\n{B}"),
        (f'["{A}", "{B}"]', f"- {A}\n- {B}"),
        (f'{{"response": "{A}"}}', A),
        (f'"{{\\"answer\\": \\"{A}\\"}}"', A),
        (f"{{'answer': '{A}', 'citations': []}}", A),
        (f'{{"answer": {{"text": "{A}"}}}}', A),
        (f'So it is:\n\n{{"answer": "{A}"}}\n\nAs of today.', f"So it is:\n\n{A}\n\nAs of today."),
        (f'"{A}"', A),
        ('So:\n\n```json\n{"answer": 42, "rent": 1}\n```', 'So:\n\n```json\n{"answer": 42, "rent": 1}\n```'),
        (f'{{"answer": "{A}",}}', A),
        (f"{A}\nnull", A),
        ("42", "42"),
        ("true", "true"),
        (f'{{"answer": "{A[:-5]}', f"{A[:-5]}\n\n{STOPPED}"),
        ('{"rent": 4200, "cur', f'{{"rent": 4200, "cur\n\n{STOPPED}'),
        ('{"rent": 4200}', '{"rent": 4200}'),
        (QUIZ, QUIZ),
        (f'{A}\n\n```json\n{{"rent": 4200}}\n```', f'{A}\n\n```json\n{{"rent": 4200}}\n```'),
        (
            'It says: "The crane is free of charge."',
            'It says: "The crane is free of charge."\n\n'
            "This quotation was not found in the documents: “The crane is free of charge.”",
        ),
    ],
)
def test_a_reply_has_the_same_text_in_both_routes(api: Api, stub: StubProcess, reply: str, text: str) -> None:
    assert both(api, stub, Reply(text=reply)) == (text, 0, text, 0)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize("reply", ["[]", '["4,200 euros", "two weeks"]'])
def test_json_is_shown_as_it_is_to_a_question_that_asks_for_json(api: Api, stub: StubProcess, reply: str) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=reply))
    turn = api.ask("List the fines as a JSON array", conversation, ["lease.pdf"])
    assert (turn.status, turn.text, turn.one("message")["text"]) == ("completed", reply, reply)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize("reply", ["null", "{}", "[]", '["chunk_0"]', '{"answer": null}'])
def test_a_reply_that_says_nothing_fails_both_routes(api: Api, stub: StubProcess, reply: str) -> None:
    assert both(api, stub, Reply(text=reply)) == ("model_answer_empty", 0, "model_answer_empty", 0)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    "reply",
    [
        f'{{"citations": ["chunk_0"], "answer": "{A}"}}',
        f'{{"answer": "{A}", "citations": "chunk_0"}}',
        f'{A}\n\n{{"citations": ["chunk_0"]}}',
        f"{A} [chunk_0]",
        f"{A} [1]",
        f'"{A} [1]"',
    ],
)
def test_a_citation_is_kept_in_both_routes(api: Api, stub: StubProcess, reply: str) -> None:
    streamed, in_stream, answered, in_answer = both(api, stub, Reply(text=reply))
    assert [re.sub(r" \[\d+\]$", "", text) for text in (streamed, answered)] == [A, A]
    assert in_stream == in_answer == 1


@pytest.mark.req("AN-10")
@pytest.mark.parametrize("mark", ["[", "[1", "[1, 2", "[chunk_0", "[chunk_0, chunk"])
@pytest.mark.parametrize("before", ["", '{"answer": "'])
@pytest.mark.parametrize("reason", ["stop", "length"])
def test_an_unfinished_mark_at_the_end_is_no_part_of_an_answer(
    api: Api, stub: StubProcess, before: str, mark: str, reason: str
) -> None:
    streamed, _, answered, _ = both(api, stub, Reply(text=f"{before}{A} It is [-1] {mark}", finish_reason=reason))
    assert streamed == answered
    assert streamed.partition("\n\n")[0] == f"{A} It is [-1]"


@pytest.mark.req("AN-10")
def test_a_filtered_answer_is_shown_in_part_in_both_routes(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    address = f"/api/documents/{api.documents(conversation)['lease.pdf']['file_id']}/question"
    filtered = Reply(text=f"{A} {B}", finish_reason="content_filter")
    stub.script(filtered, filtered, Reply(text="", finish_reason="content_filter"))
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    response = api.http.post(address, json={"question": QUESTION})
    assert (response.status_code, response.json()["finish_reason"]) == (200, "content_filter")
    assert turn.one("run_complete")["finish_reason"] == "content_filter"
    assert response.json()["answer"] == turn.text
    assert turn.text.startswith(A)
    assert turn.text.endswith("(The answer was cut off here by the model's content filter.)")
    refused = api.http.post(address, json={"question": QUESTION})
    assert (refused.status_code, refused.json()["code"]) == (502, "content_filtered")


@pytest.mark.req("QA-08")
def test_numbers_of_sources_are_those_of_the_citations(api: Api, stub: StubProcess) -> None:
    text = "\n\n".join(f"Part {n}. " + f"Word{n} of the crane, its brake and its hook. " * 60 for n in range(9))
    conversation = api.with_documents({"long.txt": text.encode()})
    file_id = api.documents(conversation)["long.txt"]["file_id"]
    stub.script(Reply(text="Word of the crane [2], `[2]` and its hook [1]. And the brake [99]."))
    found = api.http.post(f"/api/documents/{file_id}/question", json={"question": "What is the crane?"}).json()
    assert found["answer"] == "Word of the crane [1], `[2]` and its hook [2]. And the brake."
    assert [citation["id"] for citation in found["citations"]] == ["1", "2"]


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (f"<think>The user asks.\n\n```\nIt may be {B}</think>\n\n{A}", A),
        (f'<think>An object, then.</think>{{"answer": "{A}"}}', A),
        (f"{A}\n\n```xml\n<think>of code</think>\n```", f"{A}\n\n```xml\n<think>of code</think>\n```"),
    ],
)
def test_the_thoughts_of_a_model_are_no_part_of_its_answer(api: Api, stub: StubProcess, reply: str, text: str) -> None:
    assert both(api, stub, Reply(text=reply)) == (text, 0, text, 0)


@pytest.mark.req("AN-10")
def test_an_answer_that_is_too_long_says_so_alike(api: Api, stub: StubProcess) -> None:
    streamed, _, answered, _ = both(api, stub, Reply(text=f'{{"answer": "{RENT}', finish_reason="length"))
    assert streamed == answered
    assert streamed.endswith("it reached the maximum length.)")


@pytest.mark.req("AN-10")
def test_a_partial_json_answer_is_kept_when_the_model_fails(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=f'{{"answer": "{A} {B}"}}', finish_reason="content_filter"))
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert (turn.status, turn.one("error")["code"]) == ("failed", "content_filtered")
    assert turn.text.startswith(A)
    assert turn.text.endswith("(The answer was cut off here by the model's content filter.)")
