"""Documents within the context limit are given to the model as a whole."""

import re

import pytest

from orc import prompts
from tests.app.citations import check_citation
from tests.app.model_context.harbour import (
    BUDGET,
    berth,
    given_of_documents,
    prompt_of,
)
from tests.app.plans import plan, step
from tests.app.samples import BRAKE, HANDBOOK, HANDBOOK_FACTS, LEASE, LEASE_FACTS, PARKING_NOTE, RENT
from tests.support.app import Api, StubProcess, checked, in_order
from tests.support.openai_stub import Reply


@pytest.mark.req("AN-01")
@pytest.mark.parametrize(
    "question",
    ["Wie hoch ist die monatliche Miete?", "Any unusual clauses?", "Is this a good deal for me?", "Who is the CEO?"],
)
def test_a_question_without_shared_words_still_reaches_the_model(api: Api, stub: StubProcess, question: str) -> None:
    conversation = api.with_documents({"lease.txt": f"{RENT}\n".encode()})
    stub.script(Reply(text="4,200 euros [1]."))
    turn = api.ask(question, conversation, ["lease.txt"])
    [request] = stub.requests()
    assert RENT in prompt_of(request)
    assert turn.text == "4,200 euros [1]."
    assert turn.one("citation")["snippet"] == RENT


@pytest.mark.req("AN-01")
@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("Wie hoch ist die Miete?", False),
        ("Is this a good deal for me?", False),
        ("Should I negotiate?", False),
        ("Who eats cheese?", True),
    ],
)
def test_words_of_another_language_or_of_a_judgement_are_no_evidence_of_what_a_model_reads(
    api: Api, stub: StubProcess, question: str, known: bool
) -> None:
    text = "The tenant pays a monthly rent of 4,200 euros for the crane and for the yard beside it, in advance."
    conversation = api.with_documents({"lease.txt": text.encode()})
    stub.script(Reply(text="4,200 euros [1]."))
    turn = api.ask(question, conversation, ["lease.txt"])
    assert turn.one("message").get("confidence") == (0.0 if known else None)
    assert turn.one("step_complete")["result"]["metadata"]["confidence"] == (0.0 if known else None)
    file_id = api.documents(conversation)["lease.txt"]["file_id"]
    stub.script(Reply(text="4,200 euros [1]."))
    asked = api.http.post(f"/api/documents/{file_id}/question", json={"question": question})
    assert checked(asked).json()["confidence"] == (0.0 if known else None)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "is_known"),
    [
        ("Is the monthly rent of the crane fair?", False),
        ("Should I sign for the crane and the yard beside it?", False),
        ("Is it a good idea for the tenant to pay the rent in advance?", False),
        ("Is the monthly rent for the yard too high?", False),
        ("Does the tenant pay the rent of the crane in advance?", True),
        ("Should the tenant pay the monthly rent in advance?", True),
    ],
)
def test_a_judgement_has_no_confidence_although_the_documents_have_its_words(
    api: Api, stub: StubProcess, question: str, is_known: bool
) -> None:
    text = "The tenant pays a monthly rent of 4,200 euros for the crane and for the yard beside it, in advance."
    conversation = api.with_documents({"lease.txt": text.encode()})
    stub.script(Reply(text="4,200 euros [1]."))
    turn = api.ask(question, conversation, ["lease.txt"])
    shown = turn.one("message").get("confidence"), turn.one("step_complete")["result"]["metadata"]["confidence"]
    assert [each is not None for each in shown] == [is_known, is_known]


@pytest.mark.req("AN-03")
def test_earlier_answers_are_given_without_their_markers(api: Api, stub: StubProcess) -> None:
    """The numbers of one turn are those of other sources in the next."""
    conversation = api.with_documents({"lease.pdf": LEASE})
    answer = "Every two weeks [2], `in[2]` 2021 [2021]."
    stub.script(Reply(text=answer), Reply(text="4,200 euros [1]."))
    api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    api.ask("How much is the rent?", conversation, ["lease.pdf"])
    said = [message["content"] for message in stub.requests()[-1]["messages"] if message["role"] == "assistant"]
    assert said == ["Every two weeks, `in[2]` 2021 [2021]."]
    assert api.messages(conversation)[1]["text"] == answer


@pytest.mark.req("RG-08")
def test_a_citation_of_an_unpaged_document_has_no_page(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.txt": RENT.encode()})
    stub.script(Reply(text=f"{RENT} [1]"))
    told = api.ask("How high is the rent?", conversation, ["lease.txt"]).one("message")["citations"]
    stored = checked(api.http.get(f"/api/conversations/{conversation}")).json()
    [kept] = [item["citations"] for item in stored["messages"] if item["role"] == "assistant"]
    for [citation] in (told, kept):
        assert "page" not in citation
        assert "page" not in citation["spans"][0]


@pytest.mark.req("AN-01")
def test_a_question_about_unreadable_files_still_reaches_the_model(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"empty.txt": b"  "})
    stub.script(Reply(text="I could not read it."))
    turn = api.ask("What is in it?", conversation, ["empty.txt"])
    [request] = stub.requests()
    assert "Tell the user what did not work: empty.txt could not be used" in prompt_of(request)
    assert turn.text.startswith("I could not read it.\n\nempty.txt could not be used")


@pytest.mark.req("AN-02")
def test_documents_with_as_much_text_as_the_limit_are_given_whole(small_budget: Api, stub: StubProcess) -> None:
    texts = {f"{name}.txt": f"{name} pays. ".ljust(BUDGET // 3, "o").encode() for name in ("Ana", "Ben", "Cyn")}
    conversation = small_budget.with_documents(texts)
    stub.script(Reply(text="All three pay [1]."))
    small_budget.ask("Who pays?", conversation, list(texts))
    [request] = stub.requests()
    assert "tools" not in request
    assert all(text.decode() in prompt_of(request) for text in texts.values())
    assert len(given_of_documents(request)) <= BUDGET * 1.1


@pytest.mark.req("AN-02")
def test_documents_that_fit_are_given_whole_in_order_and_once(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    stub.script(Reply(text=f"{BRAKE} [2]"))
    turn = api.ask("Who is the CEO?", conversation, ["lease.pdf", "handbook.pdf"])
    [request] = stub.requests()
    assert "tools" not in request
    sources = prompt_of(request).split("Sources:\n\n")[1]
    headings = [line for line in sources.splitlines() if line.startswith("[")]
    assert headings[0].startswith("[1] lease.pdf, page")
    assert headings[-1].startswith(f"[{len(headings)}] handbook.pdf, page")
    assert in_order(sources.replace("\n", " ").split(". "), *(f.rstrip(".") for f in (LEASE_FACTS[0], LEASE_FACTS[1])))
    for name, facts in (("lease.pdf", LEASE_FACTS), ("handbook.pdf", HANDBOOK_FACTS)):
        file_id = api.documents(conversation)[name]["file_id"]
        text = checked(api.http.get(f"/api/documents/{file_id}/text")).json()["text"]
        bodies = [part.split("\n", 1)[1] for part in sources.split("\n\n[") if f"] {name}" in part.split("\n")[0]]
        bodies = [re.sub(r"^— page \d+ —$", "", body, flags=re.MULTILINE) for body in bodies]
        assert "".join("".join(bodies).split()) == "".join(text.split()), "all of it, and nothing twice"
        assert all(fact in text for fact in facts)
    check_citation(api, turn.one("citation"), LEASE_FACTS)


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(("query", "nothing_found"), [("notice to end the lease", False), ("Miete", True)])
def test_a_turn_without_names_is_given_all_that_it_searched_if_that_fits(
    api: Api, stub: StubProcess, query: str, nothing_found: bool
) -> None:
    """A passage that was found keeps its number."""
    conversation = api.with_documents({"lease.pdf": LEASE, "parking.md": PARKING_NOTE})
    stub.script(
        plan("single_tool", step(1, "search_documents", "found", query=query), question="Wie hoch ist die Miete?"),
        Reply(text=f"{LEASE_FACTS[0 if nothing_found else 1]} [1]"),
    )
    turn = api.ask("Wie hoch ist die Miete?", conversation)
    request = stub.requests()[-1]
    prompt = " ".join(prompt_of(request).split())
    assert " ".join((prompts.WHOLE_DOCUMENTS if nothing_found else prompts.FOUND_AND_OTHERS).split()) in prompt
    assert all(prompt.count(fact) == 1 for fact in LEASE_FACTS)
    assert "search_documents" not in {tool["function"]["name"] for tool in request["tools"]}
    check_citation(api, turn.one("citation"), LEASE_FACTS)


@pytest.mark.req("AN-01", "AN-02")
def test_two_words_are_asked_of_the_documents_if_no_plan_can_be_used(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(plans=True, text="No."), Reply(plans=True, text="No."), Reply(text=f"{LEASE_FACTS[0]} [1]"))
    api.ask("Monatliche Miete", conversation)
    assert all(fact in prompt_of(stub.requests()[-1]).replace("\n", " ") for fact in LEASE_FACTS)


@pytest.mark.req("AN-02")
def test_a_named_document_is_given_whole_if_all_of_them_do_not_fit(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(Reply(text="In row seven."))
    small_budget.ask("By parking.md, who parks at berth 41?", harbour, ["harbour.pdf", "parking.md"])
    [request] = stub.requests()
    assert " ".join(PARKING_NOTE.decode().split()) in " ".join(prompt_of(request).split())
    assert berth(41) in prompt_of(request)
    assert len(given_of_documents(request)) <= BUDGET


@pytest.mark.req("AN-02", "QA-11")
def test_a_document_question_is_given_the_whole_document_if_it_fits(api: Api, stub: StubProcess) -> None:
    file_id = api.documents(api.with_documents({"lease.pdf": LEASE}))["lease.pdf"]["file_id"]
    stub.script(Reply(json_value={"answer": "4,200 euros.", "citations": ["chunk_0"]}))
    body = {"question": "Wie hoch ist die monatliche Miete?"}
    found = checked(api.http.post(f"/api/documents/{file_id}/question", json=body)).json()
    [request] = stub.requests()
    assert all(fact in prompt_of(request).replace("\n", " ") for fact in LEASE_FACTS)
    assert len(found["citations"]) == 1
