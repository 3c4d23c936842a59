"""What a model is given besides its data, for each kind of turn, and how much of that there is.

No tokenizer is a dependency: a token is taken for four characters, which is an estimate for English text.
"""

import re
from typing import Any

import pytest

from orc import prompts
from tests.app.plans import plan, step
from tests.app.samples import LEASE, PARKING, PARKING_NOTE
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply

_CHARACTERS_PER_TOKEN = 4


def tokens(text: str) -> int:
    return round(len(text) / _CHARACTERS_PER_TOKEN)


def system_of(request: dict[str, Any]) -> str:
    [system] = [m["content"] for m in request["messages"] if m["role"] == "system"]
    return str(system)


def without(text: str, *data: str) -> str:
    """The text without what is between tags or behind these words."""
    text = re.sub(r"<(\w+)>\n.*?\n</\1>", "", text, flags=re.DOTALL)
    for heading in data:
        text = text.partition(heading)[0]
    return text


def test_a_chat_is_given_one_short_instruction_and_the_question(api: Api, stub: StubProcess) -> None:
    stub.script(plan("conversation"), Reply(text="Hello to you."))
    api.ask("Hello!")
    _, answering = stub.requests()
    assert [m["content"] for m in answering["messages"]] == [prompts.CONVERSE, "Hello!"]
    assert tokens(prompts.CONVERSE) <= 120


def test_a_plan_is_given_the_rules_the_tools_and_the_documents(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"parking.md": PARKING_NOTE})
    stub.script(plan("conversation"), Reply(text="Hello to you."))
    api.ask("Hello!", conversation)
    planning, _ = stub.requests()
    system = system_of(planning)
    assert "search_documents" in system.split("<tools>")[1]
    assert "parking.md" in system.split("<documents>")[1]
    assert tokens(without(system)) <= 420
    assert tokens(system) <= 1_800


@pytest.mark.req("AN-02")
def test_a_small_document_is_given_with_the_rules_for_citing_it(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"parking.md": PARKING_NOTE})
    stub.script(Reply(text="In row seven [1]."))
    api.ask("Where do visitors park?", conversation, ["parking.md"])
    [request] = stub.requests()
    system = system_of(request)
    assert system.startswith(prompts.ANSWER_FROM_SOURCES)
    assert prompts.WHOLE_DOCUMENTS in system
    assert system.endswith(f"[1] parking.md\n# Parking\n\n{PARKING}")
    assert tokens(without(system, "Sources:")) <= 260


@pytest.mark.req("AN-02")
def test_a_long_document_is_given_in_part_with_its_outline_and_a_way_to_the_rest(api: Api, stub: StubProcess) -> None:
    chapters = [f"# Chapter {n}\n\nBerth {n} is {n * 7} metres long. " + "Moor with care. " * 200 for n in range(30)]
    conversation = api.with_documents({"harbour.md": "\n\n".join(chapters).encode()})
    stub.script(Reply(text="119 metres [1]."))
    api.ask("How long is berth 17?", conversation, ["harbour.md"])
    [request] = stub.requests()
    system = system_of(request)
    assert prompts.PARTS_OF_DOCUMENTS in system
    assert prompts.LOOK_FURTHER in system
    outline = system.split("Outline of harbour.md")[1].split("Sources:")[0]
    assert "Chapter 29" in outline
    assert "Berth 17 is 119 metres long." in system.split("Sources:")[1]
    assert tokens(without(system, "Outline of")) <= 380
    assert tokens(outline) <= 1_000
    assert tokens(system) <= 6_000


@pytest.mark.req("AN-08")
def test_a_failed_tool_is_given_as_a_sentence_to_tell(workflows: Api, stub: StubProcess) -> None:
    steps = [step(1, "misprint", "page"), step(2, "find", "found", subject="ink")]
    stub.script(plan("multi_step", *steps), Reply(text="Two books."))
    workflows.ask("Print a page, and find books")
    system = system_of(stub.requests()[-1])
    assert system.startswith(prompts.ANSWER_FROM_RESULTS)
    assert system.endswith("Tell the user what did not work: Step 1 (misprint of library) failed: The ink is out.")
    assert tokens(without(system, "Results:")) <= 260


@pytest.mark.req("QA-03")
def test_a_question_to_one_document_is_given_the_form_of_its_answer(api: Api, stub: StubProcess) -> None:
    file_id = api.documents(api.with_documents({"lease.pdf": LEASE}))["lease.pdf"]["file_id"]
    stub.script(Reply(json_value={"answer": "4,200 euros.", "citations": ["chunk_0"]}))
    api.http.post(f"/api/documents/{file_id}/question", json={"question": "How high is the rent?"})
    system = system_of(stub.requests()[0])
    assert system.startswith(prompts.ASK_ABOUT_DOCUMENT)
    assert prompts.ALL_CHUNKS_GIVEN in system
    assert tokens(without(system, "Document\n")) <= 280
