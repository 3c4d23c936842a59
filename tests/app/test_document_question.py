"""Questions about one document: what the model is told, what it may call, and what becomes of its answer."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.app.citations import check_citation
from tests.app.conftest import AsUser, Environment, app_host, client, model_settings
from tests.app.samples import BRAKE, HANDBOOK, HOLIDAYS, LEASE, LEASE_FACTS, PARKING, PARKING_NOTE, RENT
from tests.support.app import Api, StubProcess, checked, fields_of, problem
from tests.support.files import make_scanned_pdf, make_slow_pdf
from tests.support.openai_stub import Reply

QUESTION = "How often is the brake inspected?"


def ask(api: Api, file_id: str, question: str = QUESTION, **fields: object) -> dict[str, Any]:
    body = {"question": question, **fields}
    return dict(checked(api.http.post(f"/api/documents/{file_id}/question", json=body)).json())


def told(answer: str, *, citations: object = (), recommended: object = ()) -> Reply:
    return Reply(json_value={"answer": answer, "citations": citations, "recommended_documents": recommended})


def calling(name: str, arguments: object) -> Reply:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Reply(tool_calls=[{"name": name, "arguments": text}])


def results(stub: StubProcess) -> list[Any]:
    """What the model was given for its calls, by the last request."""
    return [json.loads(m["content"]) for m in stub.requests()[-1]["messages"] if m["role"] == "tool"]


@pytest.fixture
def lease(api: Api) -> str:
    return str(api.documents(api.with_documents({"lease.pdf": LEASE}))["lease.pdf"]["file_id"])


@pytest.fixture
def long(api: Api) -> str:
    """A document of many chunks, of which few bear on any question."""
    text = "\n\n".join(f"Berth number {n} takes ships of {n * 7} metres. " + "Moor with care. " * 60 for n in range(30))
    return str(api.documents(api.with_documents({"berths.txt": text.encode()}))["berths.txt"]["file_id"])


@pytest.mark.req("QA-08")
def test_a_tool_call_that_a_model_writes_as_its_answer_is_made(api: Api, stub: StubProcess, lease: str) -> None:
    written = Reply(json_value={"name": "load_document_chunk", "arguments": {"chunk_id": "chunk_0"}})
    stub.script(written, told("Every two weeks."))
    found = ask(api, lease)
    assert (found["answer"], found["counts"]["tool_calls"], found["counts"]["chunks_loaded"]) == (
        "Every two weeks.",
        1,
        1,
    )
    [chunk] = results(stub)
    assert chunk["chunk_id"] == "chunk_0"


@pytest.mark.req("QA-08", "QA-11")
def test_an_answer_comes_with_checked_citations_and_needs_no_tool_call(api: Api, stub: StubProcess, lease: str) -> None:
    passage = api.http.post("/api/search", json={"query": QUESTION}).json()["passages"][0]
    stub.script(told("Every two weeks.", citations=[passage["chunk_id"]]))
    found = ask(api, lease)
    assert found["answer"] == "Every two weeks."
    [citation] = found["citations"]
    check_citation(api, citation, LEASE_FACTS)
    assert "two weeks" in citation["snippet"]
    assert citation["source_id"] == f"{lease}:{passage['chunk_id']}"
    assert citation["sources"] == passage["sources"]
    catalogue = found["counts"].pop("catalogue")
    assert (catalogue["total"], catalogue["status"], catalogue["type"]) == (1, {"ready": 1}, {"pdf": 1})
    assert catalogue["language"] == {"en": 1}
    assert list(catalogue["month"].values()) == [1]
    assert found["counts"] == {
        "tool_calls": 0,
        "chunks_loaded": 0,
        "citations": 1,
        "dropped_citations": 0,
        "recommended_documents": 0,
        "dropped_documents": 0,
    }
    [request] = stub.requests()
    assert BRAKE in request["messages"][0]["content"].replace("\n", " ")


@pytest.mark.req("QA-03", "QA-04")
def test_the_prompt_describes_the_document_and_lists_its_chunks(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(told("Every two weeks."))
    ask(api, lease)
    document = api.http.get(f"/api/documents/{lease}").json()
    [request] = stub.requests()
    prompt, question = (message["content"] for message in request["messages"])
    assert question == QUESTION
    for name in ("title", "summary", "language"):
        assert document[name] in prompt
    assert ", ".join(document["keywords"]) in prompt
    listed = re.findall(r"^(chunk_\d+): characters (\d+) to (\d+)", prompt, re.MULTILINE)
    assert len(listed) == document["chunks"]
    passages = api.http.post("/api/search", json={"query": "crane brake rent", "top_k": 50}).json()["passages"]
    known = {(p["chunk_id"], str(p["start"]), str(p["end"])) for p in passages}
    assert known
    assert known <= set(listed)
    assert {tool["function"]["name"] for tool in request["tools"]} == {"load_document_chunk", "query_documents"}


@pytest.mark.req("QA-05", "QA-08")
def test_a_chunk_that_the_model_loads_can_be_cited(api: Api, stub: StubProcess, long: str) -> None:
    stub.script(
        calling("load_document_chunk", {"chunk_id": "chunk_17"}),
        calling("load_document_chunk", {"chunk_id": "chunk_99", "file_id": long}),
        told("With care.", citations=["chunk_17", "chunk_99", 3]),
    )
    found = ask(api, long, "How are ships moored?")
    loaded, unknown = results(stub)
    text = api.http.get(f"/api/documents/{long}/text?start={loaded['start']}&end={loaded['end']}").json()["text"]
    assert (loaded["chunk_id"], loaded["text"]) == ("chunk_17", text)
    assert unknown["error"]["code"] == "invalid_arguments"
    last = api.http.get(f"/api/documents/{long}").json()["chunks"] - 1
    assert f"chunk_0 to chunk_{last}" in unknown["error"]["message"]
    [citation] = found["citations"]
    assert citation["snippet"] in text
    assert citation["verified"]
    counts = found["counts"]
    assert (counts["tool_calls"], counts["chunks_loaded"]) == (2, 1)
    assert (counts["citations"], counts["dropped_citations"]) == (1, 2)


@pytest.mark.req("QA-06")
def test_the_model_can_look_through_the_callers_catalogue(
    api: Api, stub: StubProcess, lease: str, as_user: AsUser
) -> None:
    handbook = api.documents(api.with_documents({"handbook.pdf": HANDBOOK}))["handbook.pdf"]["file_id"]
    other = as_user()
    foreign = other.documents(other.with_documents({"note.md": PARKING_NOTE}))["note.md"]["file_id"]
    stub.script(
        calling("query_documents", {"query": "paid holiday"}),
        calling("query_documents", {"since": "long ago"}),
        told("See the handbook.", recommended=[handbook, foreign, lease, "file-none-1"]),
    )
    found = ask(api, lease, "How many days of holiday are there?")
    listing, refused = results(stub)
    assert listing["documents"][0]["file_id"] == handbook
    assert foreign not in str(listing)
    assert listing["total"] == len(listing["documents"])
    assert listing["counts"]["type"] == {"pdf": listing["total"]}
    assert refused["error"]["code"] == "invalid_arguments"
    assert "since" in refused["error"]["message"]
    assert found["recommended_documents"] == [{"file_id": handbook, "blob_name": "handbook.pdf", "title": "Handbook"}]
    assert found["counts"]["dropped_documents"] == 3


@pytest.mark.req("QA-07")
@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("load_document_chunk", '{"chunk_id": ', "invalid_arguments"),
        ("load_document_chunk", "[1]", "invalid_arguments"),
        ("load_document_chunk", "{}", "invalid_arguments"),
        ("query_documents", {"limit": 1000}, "invalid_arguments"),
        ("load_document_chunk", {"chunk_id": "chunk_0", "file_id": "file-none-1"}, "document_not_found"),
        ("delete_everything", {}, "unknown_tool"),
    ],
)
def test_an_invalid_call_is_an_error_that_the_model_can_correct(
    api: Api, stub: StubProcess, lease: str, name: str, arguments: object, code: str
) -> None:
    stub.script(calling(name, arguments), told("Every two weeks."))
    assert ask(api, lease)["answer"] == "Every two weeks."
    [result] = results(stub)
    assert result["error"]["code"] == code
    assert result["error"]["message"]


@pytest.mark.req("QA-07")
def test_the_tool_calls_are_bounded_and_the_answer_says_so(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(*[calling("load_document_chunk", {"chunk_id": "chunk_0"})] * 8, told("Every two weeks."))
    found = ask(api, lease)
    assert found["answer"].startswith("Every two weeks.")
    assert "limit of 8 tool calls was reached" in found["answer"]
    assert found["counts"]["tool_calls"] == 8
    assert ["tools" in request for request in stub.requests()] == [True] * 8 + [False]


@pytest.mark.req("QA-07", "AN-10")
def test_an_answer_reports_both_the_call_limit_and_truncation(api: Api, stub: StubProcess, lease: str) -> None:
    calls = [calling("load_document_chunk", {"chunk_id": "chunk_0"})] * 8
    stub.script(*calls, Reply(text="Every two", finish_reason="length"))
    found = ask(api, lease)
    assert found["answer"].startswith("Every two\n\n(The answer was cut off here: it reached the maximum length.)")
    assert "limit of 8 tool calls was reached" in found["answer"]
    assert found["finish_reason"] == "length"


@pytest.mark.req("QA-07")
def test_a_model_that_keeps_calling_tools_is_stopped_with_an_answer(api: Api, stub: StubProcess, lease: str) -> None:
    many = [{"name": "load_document_chunk", "arguments": '{"chunk_id": "chunk_0"}', "id": f"c{n}"} for n in range(12)]
    stub.script(Reply(tool_calls=many), calling("load_document_chunk", {"chunk_id": "chunk_1"}))
    found = ask(api, lease)
    assert found["answer"] == "No answer was found within the limit of 8 tool calls."
    assert found["counts"]["tool_calls"] == 8
    assert [result.get("error", {}).get("code") for result in results(stub)] == [None] * 8 + ["tool_limit_reached"] * 4


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ("Every two weeks, it says.", "Every two weeks, it says."),
        ("Every two weeks, it says. [9]", "Every two weeks, it says."),
        ('{"answer": 14, "citations": []}', "14"),
        ('{"answer": ["The brake", "The hook"]}', "- The brake\n- The hook"),
        ('{"answer": "Every two weeks.\nAlways."}', "Every two weeks.\nAlways."),
        ('{"answer": "It says "every two weeks".", "citations": []}', 'It says "every two weeks".'),
        ('{"answer": "Every two weeks.", "citations": ["chu', "Every two weeks."),
        ('Every two weeks.\n\n{"answer": null}', "Every two weeks."),
        ('Every two weeks.\n\n```json\n{"citations": []}\n```', "Every two weeks."),
        ('Every two weeks.\n\n{"ans', "Every two weeks."),
        ('The port is:\n\n```json\n{"port": 80}\n```', 'The port is:\n\n```json\n{"port": 80}\n```'),
    ],
)
def test_an_answer_is_prose_whatever_form_the_reply_has(
    api: Api, stub: StubProcess, lease: str, output: str, answer: str
) -> None:
    stub.script(Reply(text=output))
    found = ask(api, lease)
    assert (found["answer"], found["citations"], found["recommended_documents"]) == (answer, [], [])


@pytest.mark.req("QA-08", "AN-10")
def test_truncated_json_in_an_answer_is_reported_as_cut_off(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(Reply(text='{"answer": "Every two we'), Reply(text='{"answer": "Every two we', finish_reason="length"))
    ended, cut = ask(api, lease), ask(api, lease)
    assert ended["answer"].startswith("Every two we\n\n(The answer was cut off here")
    assert cut["answer"].startswith("Every two we\n\n(The answer was cut off here")
    assert (ended["finish_reason"], cut["finish_reason"]) == (None, "length")


@pytest.mark.req("QA-08")
@pytest.mark.parametrize("output", ['{"answer": null}', "[1, 2]", '["chunk_0"]', '{"ans', "null", "{}", "[1]"])
def test_a_reply_without_an_answer_is_an_error(api: Api, stub: StubProcess, lease: str, output: str) -> None:
    stub.script(Reply(text=output))
    status, body = problem(api.http.post(f"/api/documents/{lease}/question", json={"question": QUESTION}))
    assert (status, body["code"]) == (503, "model_answer_empty")


@pytest.mark.req("QA-08")
def test_chunks_that_prose_names_in_brackets_are_its_citations(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(Reply(text="Every two weeks [chunk_0]. Always."))
    found = ask(api, lease)
    assert (found["answer"], len(found["citations"])) == ("Every two weeks. Always.", 1)


@pytest.mark.req("QA-08")
def test_a_marker_stays_in_an_answer_only_if_it_has_a_citation(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(told("Every two weeks [1], always [2].", citations=["chunk_0"]))
    assert ask(api, lease)["answer"] == "Every two weeks [1], always."


@pytest.mark.req("QA-08")
def test_brackets_that_are_text_stay_and_cite_nothing(api: Api, stub: StubProcess, lease: str) -> None:
    said = "Every two weeks [1]. Scores lie in [1, 99], rows[98] is a[1] = 2; the list is [[1, 2], [3, 4]]."
    stub.script(Reply(text=said), told(said, citations=["chunk_0"]), Reply(text=said.replace(" [1]", "")))
    for found, cited in ((ask(api, lease), 1), (ask(api, lease), 1), (ask(api, lease), 0)):
        shown = said.replace("a[1]", r"a\[1]")  # as Markdown shows an escaped bracket, it is no marker
        assert found["answer"] == (shown if cited else shown.replace(" [1]", ""))
        assert len(found["citations"]) == cited


@pytest.mark.req("QA-08")
def test_numbers_are_those_of_the_citations_that_exist(api: Api, stub: StubProcess, lease: str) -> None:
    everything = ["chunk_999", "chunk_0", "chunk_998", "chunk_1"]
    stub.script(told("Every two weeks [2], always [3], ever [4][1], `[2]`.", citations=everything))
    found = ask(api, lease)
    assert found["answer"] == "Every two weeks [1], always, ever [2], `[2]`."
    assert [citation["id"] for citation in found["citations"]] == ["1", "2"]
    assert found["counts"]["dropped_citations"] == 2


@pytest.mark.req("QA-08", "AN-10")
def test_a_number_stays_in_an_answer_whose_json_is_whole_or_cut(api: Api, stub: StubProcess, lease: str) -> None:
    whole = told("Every two weeks [1].", citations=["chunk_0", "chunk_999"])
    stub.script(whole, Reply(text='{"answer": "Every two weeks [1]. Al', finish_reason="length"))
    for found in (ask(api, lease), ask(api, lease)):
        assert found["answer"].startswith("Every two weeks [1].")
        assert len(found["citations"]) == 1


@pytest.mark.req("QA-08")
def test_json_in_a_fence_is_read(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(Reply(text='```json\n{"answer": "Every two weeks.", "citations": [{"chunk_id": "chunk_0"}]}\n```'))
    found = ask(api, lease)
    assert (found["answer"], len(found["citations"])) == ("Every two weeks.", 1)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Here it is {so}:\n{}", "Here it is {so}:\n\nEvery {two} weeks."),
        ("{}\nThat is all {really}.", "Every {two} weeks.\n\nThat is all {really}."),
        ("```json\n{}\n```\nDone.", "Every {two} weeks.\n\nDone."),
    ],
)
def test_json_among_prose_is_read(api: Api, stub: StubProcess, lease: str, text: str, answer: str) -> None:
    stub.script(Reply(text=text.replace("{}", '{"answer": "Every {two} weeks.", "citations": ["chunk_0"]}')))
    found = ask(api, lease)
    [citation] = found["citations"]
    first = citation["spans"][0]
    assert found["answer"] == answer
    assert found["answer"][first["answer_start"] : first["answer_end"]] == "Every {two} weeks."


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    ("output", "statements"),
    [
        ('Prose first. {"answer":"Every two weeks [1]."}', ["Every two weeks [1]"]),
        ('Prose first.\n\n```json\n{"answer":"Every two weeks [1]."}\n```', ["Every two weeks [1]"]),
        ('Prose cites [1]. {"answer":"Every two weeks."}', ["Prose cites [1]"]),
        ("Braces {like this} stay. Every two weeks [1].", ["Every two weeks [1]"]),
        ('{"answer":"Every two weeks [1]."} trailing', ["Every two weeks [1]"]),
        ('{"answer":"first"}\n{"answer":"Every two weeks [1]."}', ["Every two weeks [1]"]),
        ('{"answer":"Every two weeks.","citations":["chunk_0"]}\nHope that helps.', ["Every two weeks."]),
        ('{"answer":"first"}\n{"answer":"Two weeks.","citations":["chunk_0"]} End.', ["Two weeks."]),
        ("It is so. Every two weeks [chunk_0]. Always.", ["Every two weeks."]),
        ("It is so. Every two weeks. [chunk_0] Always.", ["Every two weeks."]),
        ('[chunk_0] Every two weeks. {"answer":"Always."}', ["Every two weeks."]),
        ('{"answer":"It is so. Every two weeks [chunk_0]. Always."}', ["Every two weeks."]),
        ('Every two weeks. Always. {"citations":["chunk_0"]}', ["Every two weeks.", "Always."]),
        ('Every two weeks. {"answer":"Every two weeks [chunk_0]."} End.', ["Every two weeks."]),
    ],
)
def test_only_statements_that_cite_a_chunk_are_its_spans(
    api: Api, stub: StubProcess, lease: str, output: str, statements: list[str]
) -> None:
    stub.script(Reply(text=output))
    found = ask(api, lease)
    [citation] = found["citations"]
    spans = [(span["answer_start"], span["answer_end"]) for span in citation["spans"]]
    assert [found["answer"][start:end] for start, end in spans] == statements


@pytest.mark.req("AN-10")
def test_an_answer_about_a_document_that_was_cut_off_says_so(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(Reply(text="Every two", finish_reason="length"))
    cut = ask(api, lease)
    assert cut["answer"].startswith("Every two\n\n(The answer was cut off here")
    assert cut["finish_reason"] == "length"
    stub.script(told("Every two weeks."))
    assert ask(api, lease)["finish_reason"] is None


@pytest.mark.req("QA-08")
def test_a_quotation_that_is_in_no_cited_chunk_is_flagged(api: Api, stub: StubProcess, lease: str) -> None:
    everything = ["chunk_0", "chunk_1", "chunk_2"]
    stub.script(
        told(f'It says: "{RENT}"', citations=everything),
        told('It says: "The crane is free of charge."', citations=everything),
    )
    right, wrong = (ask(api, lease, "What is the rent?")["citations"] for _ in range(2))
    assert any(citation["verified"] for citation in right)
    assert [citation["verified"] for citation in wrong] == [False] * len(wrong)
    assert right
    assert wrong


def test_yes_is_not_true(api: Api, lease: str) -> None:
    body = {"question": "Is it so?", "include_history": "yes"}
    status, refused = problem(api.http.post(f"/api/documents/{lease}/question", json=body))
    assert (status, fields_of(refused)) == (422, ["include_history"])


@pytest.mark.req("QA-02")
def test_history_is_included_on_request(api: Api, stub: StubProcess, lease: str) -> None:
    stub.script(*[told("Yes.")] * 7)
    for number in range(6):
        ask(api, lease, f"Is it so, for the {number}th time?")
    ask(api, lease, include_history=True)
    prompts = [request["messages"][0]["content"] for request in stub.requests()]
    lines = re.findall(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ - (\w+): (\{.*\})$", prompts[-1], re.MULTILINE)
    assert [name for name, _ in lines] == ["question_asked"] * 5
    assert [json.loads(payload)["question"] for _, payload in lines] == [
        f"Is it so, for the {number}th time?" for number in (5, 4, 3, 2, 1)
    ]
    assert not [prompt for prompt in prompts[:-1] if "question_asked" in prompt]


@pytest.mark.req("QA-01")
@pytest.mark.parametrize("body", [{}, {"question": ""}, {"question": " \n"}, {"question": "x" * 8001}])
def test_a_question_must_be_one(api: Api, stub: StubProcess, lease: str, body: dict[str, str]) -> None:
    stub.script()
    status, refused = problem(api.http.post(f"/api/documents/{lease}/question", json=body))
    assert (status, fields_of(refused)) == (422, ["question"])


@pytest.mark.req("QA-01")
def test_missing_deleted_and_foreign_documents_answer_alike(
    api: Api, stub: StubProcess, lease: str, as_user: AsUser
) -> None:
    stub.script()
    foreign = problem(as_user().http.post(f"/api/documents/{lease}/question", json={"question": QUESTION}))
    missing = problem(api.http.post("/api/documents/file-none-1/question", json={"question": QUESTION}))
    api.http.delete(f"/api/documents/{lease}")
    deleted = problem(api.http.post(f"/api/documents/{lease}/question", json={"question": QUESTION}))
    assert missing == foreign == deleted
    assert missing[0] == 404


@pytest.mark.req("BX-04")
def test_a_document_that_is_still_being_read_is_waited_for(api: Api, stub: StubProcess) -> None:
    stub.script(told("Boom."))
    conversation = api.create()
    [document] = api.upload(conversation, {"slow.pdf": make_slow_pdf(pages=2)})
    assert ask(api, document["file_id"], "What goes boom?")["answer"] == "Boom."
    assert api.documents(conversation)["slow.pdf"]["status"] == "ready"
    log = api.http.get(f"/api/documents/{document['file_id']}/events").json()
    assert [event["name"] for event in log] == ["question_asked", "processed", "registered", "uploaded"]


def test_a_document_that_cannot_be_read_says_why(api: Api, stub: StubProcess) -> None:
    stub.script()
    document = api.documents(api.with_documents({"scan.pdf": make_scanned_pdf()}))["scan.pdf"]
    status, told_why = problem(
        api.http.post(f"/api/documents/{document['file_id']}/question", json={"question": QUESTION})
    )
    assert (status, told_why["code"]) == (422, document["error"]["code"])
    assert document["error"]["message"] in told_why["detail"]


@pytest.mark.req("QA-08")
def test_without_a_model_the_answer_is_in_the_documents_own_words(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK, "note.md": PARKING_NOTE})
    documents = extractive.documents(conversation)
    found = ask(extractive, documents["handbook.pdf"]["file_id"], "How many days of paid holiday do employees have?")
    assert "twenty-six days of paid holiday" in found["answer"]
    assert HOLIDAYS.split(" have ")[1][:10] in found["citations"][0]["snippet"]
    assert {citation["file_id"] for citation in found["citations"]} == {documents["handbook.pdf"]["file_id"]}
    assert found["counts"]["citations"] == len(found["citations"]) > 0
    elsewhere = ask(extractive, documents["lease.pdf"]["file_id"], "Where do visitors park behind the depot?")
    assert "note.md" in [document["blob_name"] for document in elsewhere["recommended_documents"]]
    assert "lease.pdf" not in [document["blob_name"] for document in elsewhere["recommended_documents"]]
    assert PARKING not in elsewhere["answer"]


@pytest.fixture(scope="module")
def without_calls(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    settings = {**setup_of_its_own, **model_settings(stub_process), "MAX_TOOL_CALLS": "0"}
    with app_host(tmp_path_factory.mktemp("no tools"), settings) as host, client(host) as api:
        yield api


@pytest.mark.req("QA-07")
def test_with_no_tool_calls_allowed_none_are_offered(without_calls: Api, stub: StubProcess) -> None:
    document = without_calls.documents(without_calls.with_documents({"note.md": PARKING_NOTE}))["note.md"]
    stub.script(told("Row seven.", citations=["chunk_0"]))
    found = ask(without_calls, document["file_id"], "Where do visitors park?")
    assert (found["answer"], len(found["citations"])) == ("Row seven.", 1)
    assert "tools" not in stub.requests()[0]
