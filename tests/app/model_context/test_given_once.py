"""A model is given each passage once; what is found again is named by its number."""

import re

import pytest

from tests.app.model_context.harbour import BUDGET, berth, calling, given_of_documents, prompt_of, told
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply

GIVEN = re.compile(r"\[(\d+)\], given above")


def numbered(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^\[(\d+)\] ", text, re.MULTILINE)]


@pytest.mark.req("AN-02")
def test_a_passage_that_several_steps_find_is_given_once(small_budget: Api, harbour: str, stub: StubProcess) -> None:
    found = [step(n, "search_documents", f"found{n}", query=f"berth {41 + n // 3} metres", top_k=3) for n in (1, 2, 3)]
    stub.script(plan("multi_step", *found), Reply(text="As long as that [1]."))
    turn = small_budget.ask("How long may ships at berths 41 and 42 be?", harbour)
    prompt = prompt_of(stub.requests()[-1])
    numbers = numbered(prompt)
    assert numbers == [*range(1, len(numbers) + 1)]
    assert prompt.count(berth(41)) == 1
    second = prompt.split("### Step 2")[1].split("### Step 3")[0]
    assert [int(number) for number in GIVEN.findall(second)] == numbered(prompt.split("### Step 2")[0])
    assert numbered(second) == []
    assert turn.one("citation")["id"] == "1"


@pytest.mark.req("AN-02")
def test_a_passage_that_the_model_finds_again_is_named_by_its_number(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    search = calling("search_documents", query="How long may ships at berth 41 be?")
    other = calling("search_documents", query="berth 7")
    stub.script(search, other, other, Reply(text=f"{berth(41)} [1] {berth(7)} [9]"))
    small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    first, *_ = stub.requests()
    known = numbered(prompt_of(first))
    again, new, repeated = told(stub)
    assert GIVEN.findall(again)
    assert {int(number) for number in GIVEN.findall(again)} <= {*known}
    assert berth(41) not in again
    assert berth(7) in new
    assert numbered(repeated) == []
    assert len(given_of_documents(first)) <= BUDGET
    assert len(again) + len(new) + len(repeated) < 2 * BUDGET


@pytest.mark.req("AN-02")
def test_a_whole_chunk_is_given_although_a_part_of_it_was(small_budget: Api, harbour: str, stub: StubProcess) -> None:
    load = calling("load_document_chunk", chunk_id="chunk_30")
    stub.script(load, load, Reply(text="Berths [1]."))
    small_budget.ask("Summarise this.", harbour, ["harbour.pdf"])
    loaded, again = told(stub)
    [number] = numbered(loaded)
    assert "chunk_30" in loaded
    assert again == f"[{number}], given above"
