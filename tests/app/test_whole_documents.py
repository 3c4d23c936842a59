"""What a generative model is given of a turn's documents: all where they fit, else parts and a way to the rest."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from orc import prompts
from tests.app.citations import check_citation
from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.plans import plan, step
from tests.app.samples import BRAKE, HANDBOOK, HANDBOOK_FACTS, LEASE, LEASE_FACTS, PARKING_NOTE, RENT
from tests.support.app import Api, StubProcess, checked, in_order
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply

BUDGET = 6_000
BERTHS = 60


def berth(number: int) -> str:
    return f"Berth {number} takes ships of {number * 7 + 100} metres."


PAGES = [f"Chapter {n}\n{berth(n)} " + "The crew moors with care and waits for the pilot. " * 20 for n in range(BERTHS)]
HARBOUR = make_pdf(PAGES, title="Harbour rules")


def prompt_of(request: dict[str, Any]) -> str:
    return str(request["messages"][0]["content"])


def given_of_documents(request: dict[str, Any]) -> str:
    """The names, outlines, headings and texts, without what the prompt says by itself."""
    prompt = prompt_of(request)
    own = (prompts.ANSWER_FROM_SOURCES, prompts.ANSWER_FROM_RESULTS, prompts.PARTS_OF_DOCUMENTS, prompts.LOOK_FURTHER)
    for text in (*own, "Documents: ", "Sources:", "Results:\n\n### Step 1: search_documents (found)\n\n"):
        prompt = prompt.replace(text, "", 1)
    return prompt.strip()


def calling(name: str, **arguments: object) -> Reply:
    return Reply(tool_calls=[{"name": name, "arguments": json.dumps(arguments)}])


def told(stub: StubProcess) -> list[str]:
    """What the model was given for its calls, by the last request."""
    return [m["content"] for m in stub.requests()[-1]["messages"] if m["role"] == "tool"]


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
@pytest.mark.parametrize(("question", "known"), [("Wie hoch ist die Miete?", False), ("Who eats cheese?", True)])
def test_words_are_no_evidence_of_what_a_model_reads_in_another_language(
    api: Api, stub: StubProcess, question: str, known: bool
) -> None:
    text = "The tenant pays a monthly rent of 4,200 euros for the crane and for the yard beside it, in advance."
    conversation = api.with_documents({"lease.txt": text.encode()})
    stub.script(Reply(text="4,200 euros [1]."))
    message = api.ask(question, conversation, ["lease.txt"]).one("message")
    assert message.get("confidence") == (0.0 if known else None)


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


@pytest.fixture(scope="module")
def small_budget(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    settings = {**setup_of_its_own, **model_settings(stub_process), "MAX_CONTEXT_CHARACTERS": str(BUDGET)}
    with app_host(tmp_path_factory.mktemp("budget"), settings) as host, client(host) as api:
        yield api


@pytest.fixture
def harbour(small_budget: Api) -> str:
    """A new conversation with a long document and one that is not asked about."""
    return small_budget.with_documents({"harbour.pdf": HARBOUR, "parking.md": PARKING_NOTE})


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
    number = len(_headings(prompt_of(stub.requests()[0]))) + 1
    assert loaded.startswith(f"[{number}] harbour.pdf, page"), "after those that were found at first"
    [cited] = [each for each in turn.one("message")["citations"] if each["id"] == str(number)]
    assert cited["page"] == 31
    assert berth(30) in cited["snippet"]
    assert turn.status == "completed"
    assert turn.one("message")["last_mcp_tool_used"] == "document_chat"
    assert [each["tool"] for each in turn.of("step_complete")] == ["document_chat", "load_document_chunk"] + [
        "search_documents"
    ] * 2


LOOKING = Reply(text="I will look.", tool_calls=[{"name": "search_documents", "arguments": '{"query": "berth 7"}'}])
SEARCHING = calling("search_documents", query="berth 7")
LIMIT = "I stopped after 4 further tool calls, the limit for one answer."
STOPPED = "(The answer was cut off here: the model stopped early.)"


@pytest.mark.req("AN-10", "QA-07")
@pytest.mark.parametrize(
    ("replies", "text"),
    [
        ([SEARCHING] * 5, LIMIT),
        ([SEARCHING] * 4 + [Reply(text="None.")], f"None.\n\n{LIMIT}"),
        ([LOOKING, Reply(text="")], f"I will look.\n\n{STOPPED}"),
        ([LOOKING, Reply(text="None.")], "I will look.\n\nNone."),
    ],
    ids=["calls for ever", "limit", "silent after a call", "answered"],
)
def test_an_answer_says_when_the_model_stopped_after_a_tool_call(
    small_budget: Api, harbour: str, stub: StubProcess, replies: list[Reply], text: str
) -> None:
    stub.script(*replies)
    turn = small_budget.ask("How long may ships at berth 41 be?", harbour, ["harbour.pdf"])
    assert (turn.status, turn.text) == ("completed", text)
    assert turn.one("message")["text"] == text
    assert turn.one("run_complete").get("finish_reason") == ("tool_limit" if LIMIT in text else None)


@pytest.mark.req("AN-10")
def test_the_limit_of_tool_calls_is_told_in_german_to_a_german_question(
    small_budget: Api, harbour: str, stub: StubProcess
) -> None:
    stub.script(*[SEARCHING] * 5)
    turn = small_budget.ask("Wie lang dürfen die Schiffe an Liegeplatz 41 sein?", harbour, ["harbour.pdf"])
    assert turn.text == "Ich habe nach 4 weiteren Werkzeugaufrufen aufgehört, der Grenze für eine Antwort."


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
    pages = [int(line.split(", page")[1].strip("s ").split("-")[0].split(",")[0]) for line in _headings(sources)]
    assert pages == sorted(pages)
    assert pages[0] == 1
    assert pages[-1] > BERTHS - 4
    assert max(b - a for a, b in pairwise(pages)) < BERTHS / 4
    assert len(given_of_documents(request)) <= BUDGET


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


def _headings(sources: str) -> list[str]:
    return [line for line in sources.splitlines() if line.startswith("[")]


def in_the_north(api: Api) -> str:
    """A new conversation with four documents of one port, and one of another."""
    conversation = api.with_documents({"secret.txt": b"Berth 40 is for the harbour master's own boat."})
    files = [("files", (f"part-{n}.txt", "\n\n".join(PAGES[n * 15 : n * 15 + 15]).encode())) for n in range(4)]
    address = f"/api/conversations/{conversation}/documents"
    checked(api.http.post(address, files=files, data={"metadata": '{"port": "north"}'}))
    api.until_read(conversation)
    return conversation


@pytest.mark.req("AN-02", "DC-24")
def test_a_model_looks_further_only_in_the_documents_that_the_filters_admit(
    small_budget: Api, stub: StubProcess
) -> None:
    conversation = in_the_north(small_budget)
    ids = {name: document["file_id"] for name, document in small_budget.documents(conversation).items()}
    stub.script(
        calling("search_documents", query="berth 40", top_k=2),
        calling("load_document_chunk", file_id=ids["part-2.txt"], chunk_id="chunk_0"),
        calling("load_document_chunk", file_id=ids["secret.txt"], chunk_id="chunk_0"),
        Reply(text="Ships of 380 metres [1]."),
    )
    turn = small_budget.ask("How long may ships at berth 7 be?", conversation, filters={"port": "north"})
    request = stub.requests()[0]
    offered = {each["function"]["name"]: each["function"]["parameters"]["properties"] for each in request["tools"]}
    assert set(offered["search_documents"]) == {"query", "top_k"}
    assert set(offered["load_document_chunk"]) == {"file_id", "chunk_id", "page"}
    assert ids["part-0.txt"] in prompt_of(request)
    assert prompts.LOOK_FURTHER in prompt_of(request)
    searched, loaded, refused = told(stub)
    assert berth(40) in searched
    assert "secret.txt" not in searched
    assert berth(30) in loaded
    assert json.loads(refused)["error"]["code"] == "document_not_found"
    assert [step["ok"] for step in turn.of("step_complete")] == [True, True, True, False]


@pytest.mark.req("AN-02", "DC-24")
def test_a_model_reads_on_only_in_filtered_documents_of_the_conversation(small_budget: Api, stub: StubProcess) -> None:
    conversation, other = in_the_north(small_budget), in_the_north(small_budget)
    own, elsewhere = (small_budget.documents(each)["part-2.txt"]["file_id"] for each in (conversation, other))
    stub.script(
        calling("load_document_chunk", file_id=elsewhere, chunk_id="chunk_0"),
        calling("load_document_chunk", file_id=own, chunk_id="chunk_0"),
        Reply(text="Ships of 380 metres [1]."),
    )
    turn = small_budget.ask("How long may ships at berth 30 be?", conversation, filters={"port": "north"})
    refused, loaded = told(stub)
    assert json.loads(refused)["error"]["code"] == "document_not_found"
    assert berth(30) in loaded
    assert {each["file_id"] for each in turn.of("citation")}.isdisjoint([elsewhere])


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
@pytest.mark.parametrize("question", ["How long may ships at berth 41 be?", "Summarise this."])
def test_a_turn_without_names_reads_on_by_what_its_prompt_says(
    small_budget: Api, harbour: str, stub: StubProcess, question: str
) -> None:
    """The prompt has the file_id and the chunks, so reading on takes no other call first."""
    search = plan("single_tool", step(1, "search_documents", "found", query="berth 41"), question=question)
    stub.script(search, Reply(text="Once."))
    small_budget.ask(question, harbour)
    prompt = prompt_of(stub.requests()[-1])
    assert prompts.LOOK_FURTHER in prompt
    ids = {name: document["file_id"] for name, document in small_budget.documents(harbour).items()}
    assert f"harbour.pdf (file_id {ids['harbour.pdf']})" in prompt
    chunk_id = re.findall(r"chunk_\d+", prompt)[-1]
    stub.script(
        search,
        calling("load_document_chunk", file_id=ids["harbour.pdf"], chunk_id=chunk_id),
        calling("search_documents", query="visitors park in row seven"),
        Reply(text="Once more."),
    )
    turn = small_budget.ask(question, harbour)
    loaded, searched = told(stub)
    assert f", {chunk_id}\n" in loaded
    assert f"parking.md (file_id {ids['parking.md']})" in searched
    assert all(each["ok"] for each in turn.of("step_complete"))


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
    assert 3 <= len(_headings(prompt_of(stub.requests()[-1]))) < 10
    assert len(given_of_documents(stub.requests()[-1])) <= BUDGET
    assert 3 <= len(_headings(searched)) < 10
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
    headings = _headings(prompt_of(stub.requests()[-1]).split("Sources:\n\n")[1])
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
