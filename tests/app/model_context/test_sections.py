"""A model that is not given a whole document knows the section of each passage, and all sections of the document."""

import re

import pytest

from tests.app.model_context.harbour import BUDGET, calling, given_of_documents, prompt_of, source_headings, told
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply

COUNTRIES = ["Germany", "France", "Italy", "Spain", "Poland", "Norway", "Portugal", "Greece", "Austria", "Denmark"]
FILLER = "The parties keep the rooms in order and leave the mail in the hall. " * 14


def notice(number: int) -> str:
    return f"The notice period is {number + 2} weeks."


SECTIONS = [f"## {country}\n\n{FILLER}\n\n{notice(n)}\n\n{FILLER}" for n, country in enumerate(COUNTRIES)]
RULES = "\n\n".join(["# Staff rules", *SECTIONS]).encode()
SEARCH = step(1, "search_documents", "found", query="notice period weeks", top_k=10)


def sections_stated(prompt: str) -> dict[str, set[str]]:
    """For each notice period in the sources, the headings under which it is: in the source before it, or over it."""
    found = dict[str, set[str]]()
    for source in re.split(r"\n\n(?=\[\d+\] )", prompt):
        heading, _, text = source.partition("\n")
        section = "".join(re.findall(r", under “(.+)”$", heading))
        for line in text.splitlines():
            section = line.removeprefix("## ") if line.startswith("## ") else section
            if "The notice period is" in line:
                found.setdefault(re.findall(r"The notice period is \d+ weeks\.", line)[0], set()).add(section)
    return found


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("is_named", [True, False], ids=["at first", "in a step of a plan"])
@pytest.mark.parametrize("question", ["Compare the notice periods", "What is the notice period in Greece?"])
def test_every_passage_of_a_long_document_is_given_under_the_heading_of_its_section(
    small_budget: Api, stub: StubProcess, question: str, *, is_named: bool
) -> None:
    conversation = small_budget.with_documents({"rules.md": RULES})
    planned = plan("single_tool", SEARCH, question=question)
    stub.script(*([] if is_named else [planned]), Reply(text="Nine weeks [1]."))
    small_budget.ask(question, conversation, ["rules.md"] if is_named else [])
    request = stub.requests()[-1]
    stated = sections_stated(prompt_of(request))
    assert len(stated) >= 3
    assert stated == {notice(n): {country} for n, country in enumerate(COUNTRIES) if notice(n) in stated}
    assert len(given_of_documents(request)) <= BUDGET


@pytest.mark.req("AN-02")
def test_what_a_model_finds_and_loads_while_it_answers_is_under_its_heading(
    small_budget: Api, stub: StubProcess
) -> None:
    conversation = small_budget.with_documents({"rules.md": RULES})
    search = calling("search_documents", query="notice period weeks", top_k=3)
    stub.script(search, calling("load_document_chunk", chunk_id="chunk_5"), Reply(text="Nine weeks [1]."))
    small_budget.ask("What is the colour of the sky?", conversation, ["rules.md"])
    searched, loaded = told(stub)
    assert ", under “" in searched
    assert ", under “" in loaded
    stated = sections_stated(searched) | sections_stated(loaded)
    assert stated == {notice(n): {country} for n, country in enumerate(COUNTRIES) if notice(n) in stated}


def test_a_question_about_one_long_document_is_given_the_headings_of_its_chunks(
    small_budget: Api, stub: StubProcess
) -> None:
    file_id = small_budget.documents(small_budget.with_documents({"rules.md": RULES}))["rules.md"]["file_id"]
    stub.script(Reply(json_value={"answer": "Nine weeks.", "citations": []}))
    asked = {"question": "What is the notice period in Greece?"}
    assert small_budget.http.post(f"/api/documents/{file_id}/question", json=asked).status_code == 200
    chunks = [line for line in prompt_of(stub.requests()[0]).splitlines() if line.startswith("[chunk_")]
    assert chunks
    assert all(re.fullmatch(r"\[chunk_\d+\], under “\w+”", chunk) for chunk in chunks)


@pytest.mark.req("AN-02")
def test_a_whole_document_has_its_headings_in_its_text_alone(small_budget: Api, stub: StubProcess) -> None:
    conversation = small_budget.with_documents({"rules.md": b"# Rules\n\n## Rent\n\nIt is due.\n\n## Pets\n\nNone."})
    stub.script(Reply(text="None [1]."))
    small_budget.ask("Are pets allowed?", conversation, ["rules.md"])
    assert source_headings(prompt_of(stub.requests()[0]))[-1] == "[1] rules.md"


def rule_of(section: int, number: int) -> str:
    return f"Rule {section}.{number} binds all. {FILLER[:260]}"


TOPICS = ["Harvest", "Forest market", "Fees and fines", "Roads", "Schools", "Water"]
PARTS = [
    f"## Section {number}: {topic}\n\n"
    + "\n\n".join(f"Rule {number}.{rule} binds all. {FILLER[:260]}" for rule in range(9))
    for number, topic in enumerate(TOPICS, 1)
]
STATUTE = "\n\n".join(["# Statute", *PARTS]).encode()


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    "question",
    [
        "What does section 2 say?",
        "What are the main points of section 2?",
        "Summarise section 2",
        "Was steht in Abschnitt 2?",
        "What does the section on the forest market say?",
        "Summarise the section Forest market",
    ],
)
def test_a_section_that_a_question_names_is_given_whole(small_budget: Api, stub: StubProcess, question: str) -> None:
    conversation = small_budget.with_documents({"statute.md": STATUTE})
    stub.script(Reply(text="Nine rules [1]."))
    small_budget.ask(question, conversation, ["statute.md"])
    sources = prompt_of(stub.requests()[-1]).split("Sources:\n\n")[1]
    assert [rule for rule in range(9) if f"Rule 2.{rule} binds all." in sources] == list(range(9))
    assert len(given_of_documents(stub.requests()[-1])) <= BUDGET


@pytest.mark.req("AN-02")
def test_excerpts_of_a_section_that_is_too_long_go_from_its_beginning_to_its_end(
    small_budget: Api, stub: StubProcess
) -> None:
    long = "\n\n".join(
        [*PARTS[:1], PARTS[1], *(f"Rule 2.{n} binds all. {FILLER[:260]}" for n in range(9, 60)), PARTS[2]]
    )
    conversation = small_budget.with_documents({"long.md": long.encode()})
    stub.script(Reply(text="Sixty rules [1]."))
    small_budget.ask("Summarise section 2", conversation, ["long.md"])
    sources = prompt_of(stub.requests()[-1]).split("Sources:\n\n")[1]
    given = [rule for rule in range(60) if f"Rule 2.{rule} " in sources]
    assert len(given) > 5
    assert min(given) < 5
    assert max(given) > 54
    assert len(given_of_documents(stub.requests()[-1])) <= BUDGET


CHAPTERS = ["Overview", "Strategy", "Operations", "Risks", "People", "Finance", "Outlook", "Appendix"]
PROSE = "The crew moors with care and waits for the pilot.\n" * 9
PAGES = [
    f"{PROSE}\n{n // 8 + 1}. {CHAPTERS[n // 8]}\n\n{PROSE}" if n % 8 == 3 else f"{PROSE}{PROSE}Page {n}"
    for n in range(64)
]


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("question", ["Summarise this.", "List all the chapters", "Make a table of contents"])
@pytest.mark.parametrize("name", ["report.pdf", "report.txt"])
def test_the_outline_of_a_long_document_without_marked_headings_has_all_chapters_wherever_they_begin(
    small_budget: Api, stub: StubProcess, name: str, question: str
) -> None:
    data = make_pdf(PAGES) if name.endswith(".pdf") else "\n\n".join(PAGES).encode()
    conversation = small_budget.with_documents({name: data})
    stub.script(Reply(text="Eight [1]."))
    small_budget.ask(question, conversation, [name])
    request = stub.requests()[-1]
    outline = prompt_of(request).split("Sources:\n\n")[0].split("Outline of report")[1]
    listed = [line.partition(": ")[2] for line in outline.splitlines() if line.startswith("chunk_")]
    assert listed == [f"{n}. {chapter}" for n, chapter in enumerate(CHAPTERS, 1)]
    assert len(given_of_documents(request)) <= BUDGET
