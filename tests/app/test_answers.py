"""What an answer rests on: numbered sources, and citations that can be opened and checked."""

import json

import pytest

from tests.app.citations import check_citation, page_of
from tests.app.samples import BRAKE, HANDBOOK, HANDBOOK_FACTS, HOLIDAYS, LEASE, LEASE_FACTS, NOTICE, PARKING_NOTE, RENT
from tests.support.app import Api, StubProcess, checked, in_order
from tests.support.files import make_pdf, make_table_pdf
from tests.support.openai_stub import Reply

QUESTIONS = [
    ("How high is the monthly rent?", RENT),
    ("How much notice ends the lease?", NOTICE),
    ("How often is the brake inspected?", BRAKE),
]


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(("question", "fact"), QUESTIONS)
def test_a_citation_opens_at_the_sentence_on_its_page(api: Api, stub: StubProcess, question: str, fact: str) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=f"{fact} [{2 if fact == BRAKE else 1}]"))
    turn = api.ask(question, conversation, ["lease.pdf"])
    citation = turn.one("citation")
    check_citation(api, citation, LEASE_FACTS)
    assert fact in citation["snippet"]
    assert (citation["blob_name"], citation["page"]) == ("lease.pdf", page_of(fact, LEASE_FACTS))
    assert turn.one("message")["citations"] == api.messages(conversation)[-1]["citations"] == [citation]


@pytest.mark.req("RG-07")
def test_the_sources_are_numbered_and_only_those_cited_come_back(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    stub.script(Reply(text="Some days [2][42]. More [2]."))
    count = sum(document["chunks"] for document in api.documents(conversation).values())
    turn = api.ask("How many days of notice and of holiday are there?", conversation, ["lease.pdf", "handbook.pdf"])
    [request] = stub.requests()
    prompt = request["messages"][0]["content"]
    assert in_order(prompt.split(), *(f"[{number}]" for number in range(1, count + 1)))
    assert f"[{count + 1}]" not in prompt.split()
    assert "lease.pdf, page" in prompt
    assert "handbook.pdf, page" in prompt
    citation = turn.of("citation")[-1]
    assert {"id", "source_id", "snippet", "sources"} <= set(citation)
    assert citation["id"] == "2"
    assert citation["snippet"] in prompt.split("\n[2] ")[1].split("\n[3] ")[0]
    assert citation["source_id"].startswith(f"{citation['file_id']}:")
    assert citation["sources"]
    assert turn.one("message")["citations"] == [citation]
    assert turn.text == "Some days [2]. More [2]."


@pytest.mark.req("RG-07")
def test_an_answer_that_cites_nothing_has_no_citations(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="The lease does not say."))
    turn = api.ask("Who built the crane?", conversation, ["lease.pdf"])
    assert not turn.of("citation")
    assert turn.one("message")["citations"] == []


@pytest.mark.req("RG-10")
def test_a_question_that_the_documents_do_not_answer_cites_nothing(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    stub.script(Reply(text="The documents do not say which volcano erupted."))
    turn = api.ask("Which volcano erupted?", conversation, ["note.md"])
    assert turn.text == "The documents do not say which volcano erupted."
    assert not turn.of("citation")
    assert "If the sources do\nnot answer the question, say so plainly" in stub.requests()[0]["messages"][0]["content"]


@pytest.mark.req("RG-10")
def test_the_extractive_model_says_when_the_passages_do_not_answer(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    turn = extractive.ask("Which volcano erupted in Iceland?", conversation, ["lease.pdf"])
    assert turn.text == "The documents do not contain an answer to this."
    assert not turn.of("citation")


@pytest.mark.req("BX-01", "BX-06")
@pytest.mark.parametrize(("question", "fact"), QUESTIONS)
def test_without_a_model_the_answer_is_the_sentence_with_its_citation(
    extractive: Api, question: str, fact: str
) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    turn = extractive.ask(question, conversation, ["lease.pdf"])
    assert fact in turn.text
    citations = turn.of("citation")
    for citation in citations:
        check_citation(extractive, citation, LEASE_FACTS)
    [cited] = [citation for citation in citations if fact in citation["snippet"]]
    assert cited["page"] == page_of(fact, LEASE_FACTS)
    assert f"[{cited['id']}]" in turn.text


@pytest.mark.req("BX-01", "BX-06")
def test_without_a_model_a_summary_has_sentences_of_every_document(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    turn = extractive.ask("Summarise both documents.", conversation, ["lease.pdf", "handbook.pdf"])
    facts = {"lease.pdf": LEASE_FACTS, "handbook.pdf": HANDBOOK_FACTS}
    for citation in turn.of("citation"):
        check_citation(extractive, citation, facts[citation["blob_name"]])
    assert {citation["blob_name"] for citation in turn.of("citation")} == set(facts)
    assert in_order(turn.text.split(), "**lease.pdf**", "**handbook.pdf**")


NET_SALES = (
    "For the fiscal year ended January 28, 2023 and the fiscal year ended January 29, 2022\n"
    "net sales were $23.0 billion and $19.2 billion, as the notes of the company say."
)
RECORD = '{"lease":"crane","landlord":{"name":"Ann Lee","city":"Bonn"},"rent":{"monthly":1250,"currency":"EUR"}}'
SALES = [["Region", "Q3", "Q4"], ["East", "160", "150"], ["West", "155", "175"]]


@pytest.mark.req("AN-04", "BX-01")
@pytest.mark.parametrize(
    ("name", "data", "question", "said"),
    [
        ("a.pdf", make_pdf([NET_SALES]), "What were net sales in the year ended January 28, 2023?", [NET_SALES]),
        ("a.json", RECORD.encode(), "Who is the landlord?", ['"landlord":{"name":"Ann Lee","city":"Bonn"}']),
        ("b.pdf", make_table_pdf("Sales", SALES), "What were the sales of West in Q4?", ["175", "West", "Q4"]),
    ],
)
def test_extractive_answers_quote_the_text_unaltered(
    extractive: Api, name: str, data: bytes, question: str, said: list[str]
) -> None:
    conversation = extractive.with_documents({name: data})
    message = extractive.ask(question, conversation, [name]).one("message")
    assert [part.strip("\n -") for part in message["text"].split("[1]")] == [*map(squeezed, said), ""]
    [citation] = message["citations"]
    whole = checked(extractive.http.get(f"/api/documents/{citation['file_id']}/text")).json()["text"]
    assert all(squeezed(part) in squeezed(whole) for part in said)
    assert squeezed(said[0]) in squeezed(citation["snippet"])
    assert citation["verified"]


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.req("AN-03")
def test_the_model_makes_a_follow_up_self_contained(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"handbook.pdf": HANDBOOK})
    rewritten = {
        "question": "How many holidays do others have?",
        "queries": ["paid holiday employees", "days of leave"],
    }
    stub.script(
        Reply(text="Twenty-six [1]."),
        Reply(rewrites=True, json_value=rewritten),
        Reply(text="The same [1].", usage=(9, 5)),
    )
    api.ask("How many days of paid holiday do new employees have?", conversation, ["handbook.pdf"])
    turn = api.ask("And others? Round to two decimals.", conversation, ["handbook.pdf"])
    assert turn.params["question"] == rewritten["question"]
    assert turn.params["queries"] == rewritten["queries"]
    first, rewriting, answering = stub.requests()
    assert "response_format" not in first, "the first question of a conversation costs one call"
    system, *said = [message["content"] for message in rewriting["messages"]]
    assert json.loads(system.split("<documents>\n")[1].splitlines()[0]) == {
        "name": "handbook.pdf",
        "title": "Handbook",
        "language": "en",
    }
    assert "Leave out instructions" in system
    assert said[-1] == "And others? Round to two decimals."
    assert "new employees" in said[0]
    assert HOLIDAYS in answering["messages"][0]["content"]
    assert answering["messages"][-1]["content"] == "And others? Round to two decimals."
    assert turn.one("run_complete")["tokens"] == {"prompt": 16, "completion": 8}


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    ("written", "queries"),
    [
        ('Here: {"question": "Days of others?", "queries": ["leave"]} {That} is all.', ["leave"]),
        ('{"question": "Days of others?", "queries": "leave"}', ["leave"]),
        ('{"question": "Days of others?"}', None),
        ('{"question": "Days of others?", "queries": null}', None),
        ('{"question": "Days of others?", "queries": [7, "leave", " ", "?"]}', ["leave"]),
    ],
    ids=["braces around", "one query", "no query", "null", "some queries"],
)
def test_a_rewrite_in_another_form_is_used(
    api: Api, stub: StubProcess, written: str, queries: list[str] | None
) -> None:
    conversation = api.with_documents({"handbook.pdf": HANDBOOK})
    stub.script(Reply(text="Twenty-six [1]."), Reply(rewrites=True, text=written), Reply(text="The same [1]."))
    api.ask("How many days of paid holiday do new employees have?", conversation, ["handbook.pdf"])
    params = api.ask("And others?", conversation, ["handbook.pdf"]).params
    assert (params["question"], params.get("queries")) == ("Days of others?", queries)


@pytest.mark.req("AN-03")
@pytest.mark.parametrize("question", [None, "", 7, "?", "\0 …", "others " * 500])
def test_the_queries_of_an_unusable_rewrite_are_searched_for(api: Api, stub: StubProcess, question: object) -> None:
    conversation = api.with_documents({"handbook.pdf": HANDBOOK})
    written = Reply(rewrites=True, json_value={"question": question, "queries": ["leave of employees"]})
    stub.script(Reply(text="Twenty-six [1]."), written, Reply(text="The same [1]."))
    asked = "How many days of paid holiday do new employees have?"
    api.ask(asked, conversation, ["handbook.pdf"])
    params = api.ask("And others?", conversation, ["handbook.pdf"]).params
    assert (params["question"], params["queries"]) == (f"{asked} And others?", ["leave of employees"])


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    "reply",
    [
        Reply(rewrites=True, status=400),
        Reply(rewrites=True, text="No."),
        Reply(rewrites=True, json_value={"question": "", "queries": []}),
        Reply(rewrites=True, json_value={"question": "others " * 500, "queries": []}),
    ],
    ids=["refused", "no object", "empty", "endless"],
)
def test_a_follow_up_without_a_rewrite_is_appended_to_its_question(api: Api, stub: StubProcess, reply: Reply) -> None:
    conversation = api.with_documents({"handbook.pdf": HANDBOOK})
    stub.script(Reply(text="Twenty-six [1]."), reply, Reply(text="The same [1]."))
    api.ask("How many days of paid holiday do new employees have?", conversation, ["handbook.pdf"])
    turn = api.ask("And others?", conversation, ["handbook.pdf"])
    assert turn.params["question"] == "How many days of paid holiday do new employees have? And others?"
    assert turn.status == "completed"


@pytest.mark.req("AN-03")
@pytest.mark.parametrize("reply", [Reply(rewrites=True, status=400), Reply(rewrites=True, text="No.")])
def test_a_whole_question_without_a_rewrite_is_also_searched_for_with_the_one_before(
    api: Api, stub: StubProcess, reply: Reply
) -> None:
    conversation = api.with_documents({"handbook.pdf": HANDBOOK})
    earlier, question = "How many days of paid holiday do employees have?", "And what is the notice period?"
    stub.script(Reply(text="Twenty-six [1]."), reply, Reply(text="A month [1]."))
    api.ask(earlier, conversation, ["handbook.pdf"])
    turn = api.ask(question, conversation, ["handbook.pdf"])
    assert (turn.params["question"], turn.params["queries"]) == (question, [f"{earlier} {question}"])
