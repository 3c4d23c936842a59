"""A model that answers may search and read on in the turn's documents, and in no others."""

import json
import re

import pytest

from tests.app.model_context.harbour import (
    HARBOUR,
    LOOK_FURTHER,
    berth,
    calling,
    in_the_north,
    prompt_of,
    source_headings,
    told,
)
from tests.app.plans import plan, step
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply


@pytest.mark.req("AN-02")
def test_the_model_reads_on_and_searches_in_the_turns_documents_alone(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(
        calling("load_document_chunk", page=31),
        calling("search_documents", query="berth 7"),
        calling("search_documents", query="visitors park in row seven"),
        Reply(text=f"{berth(30)} [1][2][3][4][5][6][7]"),
    )
    turn = small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    loaded, searched, elsewhere = told(stub)
    assert berth(30) in loaded
    assert berth(7) in searched
    assert "row seven" not in elsewhere
    number = len(source_headings(prompt_of(stub.requests()[0]))) + 1
    assert loaded.startswith(f"[{number}] harbour.pdf, page"), "after those that were found at first"
    [cited] = [each for each in turn.one("message")["citations"] if each["id"] == str(number)]
    assert cited["page"] == 31
    assert berth(30) in cited["snippet"]
    assert turn.status == "completed"
    assert turn.one("message")["last_mcp_tool_used"] == "document_chat"
    assert [each["tool"] for each in turn.of("step_complete")] == ["document_chat", "load_document_chunk"] + [
        "search_documents"
    ] * 2


@pytest.mark.req("AN-02")
def test_a_page_of_several_chunks_is_read_wholly_under_numbers_of_its_own(small_budget: Api, stub: StubProcess) -> None:
    pages = [f"Page {n}. " + "The crew moors with care and waits for the pilot. " * 50 for n in range(1, 6)]
    pages[3] = " ".join(f"Rule {n} is for berth {n * 3}." for n in range(90))
    conversation = small_budget.with_documents({"rules.pdf": make_pdf(pages, title="Rules")})
    stub.script(calling("load_document_chunk", page=4), Reply(text="I have read it."))
    small_budget.ask("Where does the pilot wait?", conversation, ["rules.pdf"])
    [loaded] = told(stub)
    assert all(f"Rule {n} is for berth {n * 3}." in loaded for n in range(90))
    numbers = [int(line[1 : line.index("]")]) for line in source_headings(loaded)]
    assert len(numbers) > 1
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.req("AN-07")
def test_what_the_model_found_with_other_words_has_no_confidence(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    """The question's words are in no document, so they say nothing about the passage that is cited."""
    question, load = "Where do elephants sleep?", calling("load_document_chunk", page=31)
    stub.script(load, Reply(text="I do not know."))
    turn = small_budget.ask(question, harbour, ["harbour.pdf"])
    assert turn.one("message")["confidence"] < 0.42
    number = len(source_headings(prompt_of(stub.requests()[0]))) + 1
    conversation = small_budget.with_documents({"harbour.pdf": HARBOUR})
    stub.script(load, Reply(text=f"{berth(30)} [{number}]"))
    turn = small_budget.ask(question, conversation, ["harbour.pdf"])
    assert [each["verified"] for each in turn.one("message")["citations"]] == [True]
    assert "confidence" not in turn.one("message")


LOOKING = Reply(text="I will look.", tool_calls=[{"name": "search_documents", "arguments": '{"query": "berth 7"}'}])
SEARCHING = calling("search_documents", query="berth 7")
WRITTEN = '<tool_call>{"name": "search_documents", "arguments": {"query": "the mooring fee of catamarans"}}</tool_call>'
LIMIT = "I stopped at the limit for one answer (further tool calls: 4)."
STOPPED = "(The answer was cut off here: the model stopped early.)"


@pytest.mark.req("AN-10", "QA-07")
@pytest.mark.parametrize(
    ("replies", "text"),
    [
        ([SEARCHING] * 5, LIMIT),
        ([Reply(text=WRITTEN)] * 5, LIMIT),
        ([SEARCHING] * 4 + [Reply(text="None.")], f"None.\n\n{LIMIT}"),
        ([LOOKING, Reply(text=""), Reply(text="")], f"I will look.\n\n{STOPPED}"),
        ([LOOKING, Reply(text="None.")], "I will look.\n\nNone."),
    ],
    ids=["calls for ever", "writes calls for ever", "limit", "silent after a call", "answered"],
)
def test_an_answer_says_when_the_model_stopped_after_a_tool_call(
    small_budget: Api, harbour: str, stub: StubProcess, replies: list[Reply], text: str
) -> None:
    stub.script(*replies)
    turn = small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    assert (turn.status, turn.text) == ("completed", text)
    assert turn.one("message")["text"] == text
    assert turn.one("run_complete").get("finish_reason") == ("tool_limit" if LIMIT in text else None)


@pytest.mark.parametrize(
    "written",
    [
        '[TOOL_CALLS][{"name": "search_documents", "arguments": {"query": "berth 7"}}]',
        'search_documents(query="berth 7")',
        '<|channel|>commentary to=functions.search_documents <|constrain|>json<|message|>{"query": "berth 7"}<|call|>',
    ],
    ids=["Mistral", "Llama", "gpt-oss"],
)
def test_a_call_that_is_the_whole_text_is_made(
    small_budget: Api, harbour: str, stub: StubProcess, written: str
) -> None:
    stub.script(Reply(text=written), Reply(text="149 metres."))
    turn = small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    assert turn.text == "149 metres."
    [found] = told(stub)
    assert berth(7) in found


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (WRITTEN.replace("search_documents", "get_weather"), "unknown_tool"),
        (WRITTEN.replace("}}", "}"), "malformed_arguments"),
    ],
)
def test_a_model_is_told_that_a_call_in_its_text_failed(
    small_budget: Api, harbour: str, stub: StubProcess, written: str, code: str
) -> None:
    stub.script(Reply(text=written), Reply(text=WRITTEN), Reply(text="None."))
    turn = small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    assert turn.text == "None."
    failed, _ = told(stub)
    assert json.loads(failed)["error"]["code"] == code
    assert [each["ok"] for each in turn.of("step_complete")] == [True, False, True]


@pytest.mark.req("AN-10")
def test_the_limit_of_tool_calls_is_told_in_german_to_a_german_question(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(*[SEARCHING] * 5)
    turn = small_budget.ask("Wie lang dürfen die Schiffe an Liegeplatz 41 sein?", harbour, ["harbour.pdf"])
    assert turn.text == "Ich habe an der Grenze für eine Antwort aufgehört (weitere Werkzeugaufrufe: 4)."


@pytest.mark.req("AN-10")
@pytest.mark.parametrize(
    ("last", "text"),
    [
        (Reply(text="Rent is 900 euros."), "I will look.\n\nRent is 900 euros."),
        (LOOKING, f"I will look.\n\nI will look.\n\n{STOPPED}"),
    ],
    ids=["answered", "called again"],
)
def test_a_call_of_a_tool_that_was_not_offered_ends_in_an_answer(
    api: Api, stub: StubProcess, last: Reply, text: str
) -> None:
    """The documents are given whole, so there is nothing to look for."""
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(LOOKING, last)
    turn = api.ask("How much is the rent?", conversation, ["lease.pdf"])
    assert (turn.status, turn.text) == ("completed", text)
    [refused] = told(stub)
    assert json.loads(refused)["error"]["code"] == "too_many_calls"


@pytest.mark.req("AN-10")
@pytest.mark.parametrize(
    "written",
    [
        WRITTEN,
        '{"name": "search_documents", "arguments": {"query": "rent"}}',
        '[TOOL_CALLS]get_weather[ARGS]{"city": "Bonn"}',
        'load_document_chunk(chunk_id="chunk_0")',
    ],
)
@pytest.mark.parametrize(
    ("again", "status", "text"), [("900 euros.", "completed", "900 euros."), (WRITTEN, "failed", "")]
)
def test_a_written_call_of_a_tool_that_was_not_offered_is_no_answer(
    api: Api, stub: StubProcess, written: str, again: str, status: str, text: str
) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=written), Reply(text=again))
    turn = api.ask("How much is the rent?", conversation, ["lease.pdf"])
    assert (turn.status, turn.text) == (status, text)


@pytest.mark.req("AN-02", "SE-06")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("search_documents", {"query": "park", "file_ids": ["file-1"]}),
        ("search_documents", {"query": "park", "scope": "all"}),
        ("search_documents", {"query": "park", "document": "parking.md"}),
        ("load_document_chunk", {"document": "parking.md", "chunk_id": "chunk_0"}),
        ("load_document_chunk", {"file_id": "file-1", "chunk_id": "chunk_0"}),
        ("query_documents", {}),
    ],
)
def test_no_call_leads_to_a_document_that_the_turn_does_not_name(
    small_budget: Api, harbour: str, stub: StubProcess, name: str, arguments: dict[str, object]
) -> None:
    stub.script(calling(name, **arguments), Reply(text="That is all."))
    small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    [answer] = told(stub)
    assert json.loads(answer)["error"]["code"] in ("invalid_arguments", "unknown_tool")


@pytest.mark.req("AN-02", "DC-24")
def test_a_model_looks_further_only_in_the_documents_that_the_filters_admit(
    small_budget: Api, stub: StubProcess
) -> None:
    conversation = in_the_north(small_budget)
    ids = {name: document["file_id"] for name, document in small_budget.documents(conversation).items()}
    stub.script(
        calling("search_documents", query="berth 40", top_k=2),
        calling("load_document_chunk", file_id=ids["part-3.txt"], chunk_id="chunk_1"),
        calling("load_document_chunk", file_id=ids["secret.txt"], chunk_id="chunk_0"),
        Reply(text="Ships of 380 metres [1]."),
    )
    turn = small_budget.ask("How long may ships at berth 7 be?", conversation, filters={"port": "north"})
    request = stub.requests()[0]
    offered = {each["function"]["name"]: each["function"]["parameters"]["properties"] for each in request["tools"]}
    assert set(offered["search_documents"]) == {"query", "top_k"}
    assert set(offered["load_document_chunk"]) == {"file_id", "chunk_id", "page"}
    assert ids["part-0.txt"] in prompt_of(request)
    assert LOOK_FURTHER in prompt_of(request)
    searched, loaded, refused = told(stub)
    assert berth(40) in searched
    assert "secret.txt" not in searched
    assert berth(46) in loaded
    assert json.loads(refused)["error"]["code"] == "document_not_found"
    assert [step["ok"] for step in turn.of("step_complete")] == [True, True, True, False]


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("question", ["How long may ships at berth 41 be?", "Summarise this."])
def test_a_turn_without_names_reads_on_by_what_its_prompt_says(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    """The prompt has the file_id and the chunks, so reading on takes no other call first."""
    search = plan("single_tool", step(1, "search_documents", "found", query="berth 41"), question=question)
    stub.script(search, Reply(text="Once."))
    small_budget.ask(question, harbour)
    prompt = prompt_of(stub.requests()[-1])
    assert LOOK_FURTHER in prompt
    ids = {name: document["file_id"] for name, document in small_budget.documents(harbour).items()}
    assert f"harbour.pdf (file_id {ids['harbour.pdf']})" in prompt
    chunk_id = f"chunk_{int(re.findall(r'chunk_(\d+)', prompt.split('[1] ')[1])[0]) + 1}"
    stub.script(
        search,
        calling("load_document_chunk", file_id=ids["harbour.pdf"], chunk_id=chunk_id),
        calling("search_documents", query="visitors park in row seven"),
        Reply(text="Once more."),
    )
    turn = small_budget.ask(question, harbour)
    loaded, searched = told(stub)
    assert f", {chunk_id}\n" in loaded
    assert f"parking.md (file_id {ids['parking.md']})" in (prompt if "given above" in searched else searched)
    assert all(each["ok"] for each in turn.of("step_complete"))


@pytest.mark.req("AN-02", "DC-24")
def test_a_model_reads_on_only_in_filtered_documents_of_the_conversation(small_budget: Api, stub: StubProcess) -> None:
    conversation, other = in_the_north(small_budget), in_the_north(small_budget)
    own, elsewhere = (small_budget.documents(each)["part-2.txt"]["file_id"] for each in (conversation, other))
    stub.script(
        calling("load_document_chunk", file_id=elsewhere, chunk_id="chunk_0"),
        calling("load_document_chunk", file_id=own, chunk_id="chunk_0"),
        Reply(text="Ships of 380 metres [1]."),
    )
    turn = small_budget.ask("How long may ships at berth 3 be?", conversation, filters={"port": "north"})
    refused, loaded = told(stub)
    assert json.loads(refused)["error"]["code"] == "document_not_found"
    assert berth(30) in loaded
    assert {each["file_id"] for each in turn.of("citation")}.isdisjoint([elsewhere])
