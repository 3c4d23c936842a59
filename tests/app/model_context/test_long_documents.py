"""Of documents beyond the context limit, the model is given passages and an outline."""

from itertools import pairwise

import pytest

from orc import prompts
from tests.app.model_context.harbour import (
    BERTHS,
    BUDGET,
    HARBOUR,
    PAGES,
    TOP_K,
    berth,
    calling,
    given_of_documents,
    in_the_north,
    prompt_of,
    source_headings,
    told,
)
from tests.app.plans import plan, step
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, StubProcess
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply


@pytest.mark.req("AN-02")
def test_a_longer_document_is_given_by_passages_and_costs_one_call(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(Reply(text=f"{berth(41)} [1]"))
    turn = small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    [request] = stub.requests()
    assert berth(41) in prompt_of(request)
    assert len(given_of_documents(request)) <= BUDGET
    assert {tool["function"]["name"] for tool in request["tools"]} == {"search_documents", "load_document_chunk"}
    assert turn.one("citation")["page"] == 42


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("is_named", [True, False])
@pytest.mark.parametrize("question", ["Summarise this.", "What stands out?", "Any unusual clauses?"])
def test_a_long_document_is_prompted_by_outline_and_passages_throughout(
    small_budget: Api, stub: StubProcess, question: str, *, is_named: bool
) -> None:
    conversation = small_budget.with_documents({"harbour.pdf": HARBOUR})
    search = plan("single_tool", step(1, "search_documents", "found", query="crew"), question=question)
    stub.script(*([] if is_named else [search]), Reply(text="Berths [1]."))
    small_budget.ask(question, conversation, ["harbour.pdf"] if is_named else [])
    request = stub.requests()[-1]
    outline, sources = prompt_of(request).split("Sources:\n\n")
    assert "Outline of harbour.pdf (60 pages, chunk_0 to chunk_" in outline
    pages = [int(line.split(", page")[1].strip("s ").split("-")[0].split(",")[0]) for line in source_headings(sources)]
    assert pages == sorted(pages)
    assert pages[0] == 1
    assert pages[-1] > BERTHS - 4
    assert max(b - a for a, b in pairwise(pages)) < BERTHS / 4
    assert len(given_of_documents(request)) <= BUDGET


@pytest.mark.req("AN-02")
def test_an_outline_has_some_headings_of_a_level_that_is_too_long(small_budget: Api, stub: StubProcess) -> None:
    sections = [f"## Section {n}\n\nThe rope of ship {n} is counted. {'It is long. ' * 10}" for n in range(1, 101)]
    conversation = small_budget.with_documents({"rules.md": "\n\n".join(["# Harbour rules", *sections]).encode()})
    stub.script(Reply(text="Ropes [1]."))
    small_budget.ask("Summarise this.", conversation, ["rules.md"])
    outline = prompt_of(stub.requests()[-1]).split("Sources:\n\n")[0].split("Outline of rules.md")[1]
    title, *shown = [line.partition(": ")[2] for line in outline.splitlines() if line.startswith("chunk_")]
    assert title == "Harbour rules"
    numbers = [int(heading.removeprefix("Section ")) for heading in shown]
    assert (numbers[0], numbers[-1]) == (1, 100)
    assert max(b - a for a, b in pairwise(numbers)) <= 4


@pytest.mark.req("AN-03")
@pytest.mark.parametrize("is_filtered", [False, True])
def test_passages_found_by_any_rewritten_query_are_prompted(
    small_budget: Api, harbour: str, stub: StubProcess, *, is_filtered: bool
) -> None:
    conversation, names, filters = harbour, ["harbour.pdf"], {}
    if is_filtered:
        conversation, names, filters = in_the_north(small_budget), [], {"port": "north"}
    rewritten = {"question": "Und die Plätze?", "queries": ["berth 17 metres", "berth 53 metres"]}
    stub.script(Reply(text="121 metres [1]."), Reply(rewrites=True, json_value=rewritten), Reply(text="So lang."))
    small_budget.ask("How long may ships at berth 3 be?", conversation, names, filters=filters)
    small_budget.ask("Und die anderen zwei?", conversation, names, filters=filters)
    prompt = prompt_of(stub.requests()[-1])
    assert berth(17) in prompt
    assert berth(53) in prompt


@pytest.mark.req("AN-02")
def test_a_model_gets_more_passages_of_a_document_that_is_too_long(small_top_k: Api, stub: StubProcess) -> None:
    conversation = small_top_k.with_documents({"harbour.pdf": HARBOUR, "parking.md": PARKING_NOTE})
    stub.script(Reply(text=f"{berth(41)} [1]"))
    small_top_k.ask("How long may ships at berth 41 be?", conversation, ["harbour.pdf"])
    assert len(source_headings(prompt_of(stub.requests()[-1]))) == 2 * TOP_K


@pytest.mark.req("AN-02")
def test_a_turn_without_names_is_given_passages_of_longer_documents(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(plan("single_tool", step(1, "search_documents", "found", query="berth 41")), Reply(text="400 metres."))
    small_budget.ask("How long may ships at berth 41 be?", harbour)
    request = stub.requests()[-1]
    assert prompt_of(request).startswith(prompts.ANSWER_FROM_RESULTS)
    assert berth(41) in prompt_of(request)
    assert "search_documents" in {tool["function"]["name"] for tool in request["tools"]}


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("is_filtered", [False, True])
def test_no_search_exceeds_the_context_limit(
    small_budget: Api, harbour: str, stub: StubProcess, *, is_filtered: bool
) -> None:
    conversation, filters = (in_the_north(small_budget), {"port": "north"}) if is_filtered else (harbour, {})
    search = [] if is_filtered else [plan("single_tool", step(1, "search_documents", "found", query="berth", top_k=50))]
    stub.script(*search, calling("search_documents", query="berth metres", top_k=10), Reply(text="Many."))
    small_budget.ask("How long may ships at berth 41 be?", conversation, filters=filters)
    [searched] = told(stub)
    assert 3 <= len(source_headings(prompt_of(stub.requests()[-1]))) < 10
    assert len(given_of_documents(stub.requests()[-1])) <= BUDGET
    assert 3 <= len(source_headings(searched)) < 10
    assert len(searched) <= BUDGET


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Summarise harbour.pdf.", {"harbour.pdf"}),
        ("What is harbour.pdf about?", {"harbour.pdf"}),
        ("What stands out in the harbour rules?", {"harbour.pdf"}),
        ("Compare harbour.pdf and docks.pdf.", {"harbour.pdf", "docks.pdf"}),
        ("Compare harbour.pdf with the other documents.", {"harbour.pdf", "docks.pdf", "parking.md"}),
    ],
)
def test_a_summary_is_of_the_documents_that_the_question_names(
    small_budget: Api, stub: StubProcess, question: str, told: set[str]
) -> None:
    docks = make_pdf([page.replace("Berth", "Dock") for page in PAGES], title="Dock rules")
    conversation = small_budget.with_documents({"harbour.pdf": HARBOUR, "docks.pdf": docks, "parking.md": PARKING_NOTE})
    search = plan("single_tool", step(1, "search_documents", "found", query="ships metres"), question=question)
    stub.script(search, Reply(text="Berths [1]."))
    small_budget.ask(question, conversation)
    headings = source_headings(prompt_of(stub.requests()[-1]).split("Sources:\n\n")[1])
    assert {heading.split("] ")[1].split(",")[0] for heading in headings} == told
    assert len(headings) >= 5


@pytest.mark.req("AN-01", "AN-02")
@pytest.mark.parametrize("is_filtered", [False, True])
def test_a_turn_without_names_is_given_parts_of_long_documents_if_nothing_is_found(
    small_budget: Api, stub: StubProcess, *, is_filtered: bool
) -> None:
    """The model is to know which documents there are, and in which language."""
    question, conversation = "Wer bezahlt die Miete?", in_the_north(small_budget)
    filters = {"port": "north"} if is_filtered else {}
    search = plan("single_tool", step(1, "search_documents", "found", query="Miete"), question=question)
    stub.script(*([] if is_filtered else [search]), Reply(text="Unbekannt."))
    small_budget.ask(question, conversation, filters=filters)
    prompt = prompt_of(stub.requests()[-1])
    assert [f"Outline of part-{n}.txt" in prompt for n in range(4)] == [True] * 4
    assert "language en" in prompt
    assert (berth(0) in prompt, "harbour master" in prompt) == (True, not is_filtered)


@pytest.mark.req("AN-02")
def test_a_comparison_of_long_documents_is_prompted_by_whole_sentences_about_its_subject_in_each(
    small_budget: Api, stub: StubProcess
) -> None:
    duties = ("The parties keep the rooms in order.", "Mail is left in the hall.", "Bicycles stand in the yard.") * 10

    def lease(notice: str) -> bytes:
        ending = f"Either party may end this lease with a notice period of {notice} months, in writing."
        clauses = [f"Clause {n}. {' '.join((*duties, ending) if n == 9 else duties)}" for n in range(1, 15)]
        return "\n\n".join(clauses).encode()

    conversation = small_budget.with_documents({"alder.txt": lease("three"), "birch.txt": lease("nine")})
    stub.script(Reply(text="Three months [1], nine months [2]."))
    small_budget.ask("Compare the notice periods of the two leases.", conversation, ["alder.txt", "birch.txt"])
    [request] = stub.requests()
    parts = prompt_of(request).split("Sources:\n\n")[1].split("\n\n[")
    for name, notice in (("alder.txt", "three"), ("birch.txt", "nine")):
        assert any(f"] {name}" in part and f"a notice period of {notice} months, in writing." in part for part in parts)
    assert all(part.rstrip().endswith(".") for part in parts), "no sentence is cut"
    assert len(given_of_documents(request)) <= BUDGET
