"""Which part of a long document a model is given depends on what is asked for: pages, all of it, or nothing."""

import re
from itertools import pairwise

import pytest

from orc import prompts
from tests.app.model_context.harbour import BERTHS, BUDGET, berth, given_of_documents, prompt_of, source_headings
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess
from tests.support.files import make_xlsx
from tests.support.openai_stub import Reply


def pages_given(prompt: str) -> list[int]:
    return [int(re.findall(r", pages? (\d+)", line)[0]) for line in source_headings(prompt.split("Sources:\n\n")[1])]


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "pages"),
    [
        ("What does page 37 say?", [37]),
        ("Was steht auf Seite 37?", [37]),
        ("Que dit la page 37 ?", [37]),
        ("Summarise pages 20 to 22 and 5", [20, 21, 22, 5]),
        ("p. 12", [12]),
        ("Read me the first page", [1]),
        ("What is the last page about?", [60]),
        ("Translate the second page into French", [2]),
        ("What do the last two pages say?", [59, 60]),
        ("Fasse von Seite 20 bis Seite 22 zusammen", [20, 21, 22]),
    ],
)
def test_a_page_that_the_question_names_is_given(
    small_budget: Api, harbour: str, stub: StubProcess, question: str, pages: list[int]
) -> None:
    stub.script(Reply(text="A berth [1]."))
    small_budget.ask(question, harbour, ["harbour.pdf"])
    prompt = prompt_of(stub.requests()[0])
    assert [berth(page - 1) in prompt for page in pages] == [True] * len(pages)
    assert set(pages_given(prompt)) == {*pages}
    assert len(given_of_documents(stub.requests()[0])) <= BUDGET


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Summarise pages 10 to 58", "{}–58"),
        ("Summarise pages 1 to 60", "{}–60"),
        ("Summarise pages 20 to 22", ""),
    ],
)
def test_the_pages_that_do_not_fit_are_told(
    small_budget: Api, harbour: str, stub: StubProcess, question: str, told: str
) -> None:
    stub.script(Reply(text="Berths [1]."))
    small_budget.ask(question, harbour, ["harbour.pdf"])
    prompt = prompt_of(stub.requests()[0])
    given, text = pages_given(prompt), f"wholly or in part: {told.format(max(pages_given(prompt)) + 1)}."
    assert (f"- Not all of these pages of harbour.pdf fit here. Left out, {text}" in prompt) is bool(told)
    assert len(given) > 2
    assert len(given_of_documents(stub.requests()[0])) <= BUDGET


@pytest.mark.req("AN-02")
def test_what_is_found_on_a_subject_follows_the_page_that_the_question_names(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(Reply(text="A berth [1]."))
    small_budget.ask("Is berth 51 as long as the one on page 37?", harbour, ["harbour.pdf"])
    prompt = prompt_of(stub.requests()[0])
    assert 0 < prompt.index(berth(36)) < prompt.index(berth(51))


@pytest.mark.req("AN-02")
def test_a_turn_without_names_is_given_the_page_that_the_question_names(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    question = "What does page 37 of harbour.pdf say?"
    stub.script(
        plan("single_tool", step(1, "search_documents", "found", query="crew pilot"), question=question),
        Reply(text="A berth [1]."),
    )
    small_budget.ask(question, harbour)
    assert berth(36) in prompt_of(stub.requests()[-1])


@pytest.mark.req("AN-02")
def test_a_sheet_that_the_question_names_is_given(small_budget: Api, stub: StubProcess) -> None:
    rows: dict[str, list[list[object]]] = {
        name: [["Town", "Taxis"], *([f"{name} {n}", n * 7] for n in range(300))]
        for name in ("Towns", "Harbours", "Lakes")
    }
    conversation = small_budget.with_documents({"figures.xlsx": make_xlsx(rows)})
    stub.script(Reply(text="Many [1]."))
    small_budget.ask("What is on the Lakes sheet?", conversation, ["figures.xlsx"])
    sources = prompt_of(stub.requests()[0]).split("Sources:\n\n")[1]
    assert "Lakes 12" in sources
    assert "Harbours 150" not in sources
    assert "Towns 1" not in sources


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    "question",
    [
        "Translate the document into French",
        "Übersetze das Dokument ins Französische",
        "Make 5 quiz questions from this",
        "List all berths",
        "Nenne alle Liegeplätze",
        "Rewrite this document in simple English",
        "Proofread this",
        "Walk me through the document",
        "Review the report",
    ],
)
def test_a_task_for_the_whole_document_is_given_parts_from_beginning_to_end(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    stub.script(Reply(text="Berths [1]."))
    small_budget.ask(question, harbour, ["harbour.pdf"])
    pages = pages_given(prompt_of(stub.requests()[0]))
    assert pages == sorted(pages)
    assert pages[0] == 1
    assert pages[-1] > BERTHS - 4
    assert max(b - a for a, b in pairwise(pages)) < BERTHS / 4
    assert len(given_of_documents(stub.requests()[0])) <= BUDGET


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    "question", ["Translate what it says on berth 41", "Who explains berth 41?", "What does the quiz on berth 41 cost?"]
)
def test_a_question_about_a_part_that_has_a_word_of_a_task_is_given_what_was_found(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    stub.script(Reply(text="Berth 41 [1]."))
    small_budget.ask(question, harbour, ["harbour.pdf"])
    first, *_ = prompt_of(stub.requests()[0]).split("Sources:\n\n")[1].split("[2] ")
    assert berth(41) in first, "the best passage, not the beginning"


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    "question",
    ["Tell me everything after page 30", "Fasse alles außer Seite 1 zusammen", "How does page 3 differ from the rest?"],
)
def test_what_is_beside_a_page_is_not_answered_from_that_page_alone(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    stub.script(Reply(text="Berths [1]."))
    small_budget.ask(question, harbour, ["harbour.pdf"])
    assert len(set(pages_given(prompt_of(stub.requests()[0])))) > 1


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("question", ["hello", "Thanks!", "Vielen Dank", "What can you do?", "OK.", "Bye!"])
def test_small_talk_beside_a_long_document_costs_none_of_its_text(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    stub.script(Reply(text="You are welcome."))
    turn = small_budget.ask(question, harbour, ["harbour.pdf"])
    [request] = stub.requests()
    assert prompt_of(request) == f"{prompts.CONVERSE.format(name='Orc')}\n\n{prompts.UNREAD} harbour.pdf"
    assert "tools" not in request
    assert turn.text == "You are welcome."


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("question", ["Thanks, and how long is berth 41?", "Thanks for that. Berth 41", "yes", "why?"])
def test_what_may_ask_something_beside_a_document_is_answered_from_it(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    stub.script(Reply(text="Berths [1]."))
    small_budget.ask(question, harbour, ["harbour.pdf"])
    assert prompt_of(stub.requests()[-1]).startswith(prompts.ANSWER_FROM_SOURCES)


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(("answer", "is_read"), [("Berths [1].", False), ("Berths [1]. Shall I list them all?", True)])
def test_ok_is_about_the_documents_only_after_a_question(
    small_budget: Api, harbour: str, stub: StubProcess, answer: str, is_read: bool
) -> None:
    stub.script(Reply(text=answer))
    small_budget.ask("How long is berth 41?", harbour, ["harbour.pdf"])
    rewritten = Reply(rewrites=True, json_value={"question": "ok", "queries": []})
    stub.script(rewritten, Reply(text="Here [1]." if is_read else "Fine."))
    small_budget.ask("ok", harbour, ["harbour.pdf"])
    assert ("Sources:" in prompt_of(stub.requests()[-1])) == is_read
