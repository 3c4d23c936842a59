"""A page that a question names and that does not exist, or has no text, and the confidence of requests for pages."""

import pytest

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.app.model_context.harbour import PAGES, berth, prompt_of
from tests.app.plans import plan, step
from tests.support.app import Api, StubProcess, checked
from tests.support.files import make_pdf, make_xlsx
from tests.support.openai_stub import Reply

EIGHT = make_pdf([*PAGES[:3], "", *PAGES[4:8]], title="Eight")
NO_PAGE = "eight.pdf has no page 77 (number of pages: 8)."
EMPTY = "eight.pdf has no text on page 4."


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does page 77 say?", NO_PAGE),
        ("What does page 9999999999 say?", NO_PAGE.replace("77", "9999999999")),
        ("Translate page 77 into French", NO_PAGE),
        ("What is on the tenth page of eight.pdf?", NO_PAGE.replace("77", "10")),
        ("Was steht auf Seite 77?", "eight.pdf hat keine Seite 77 (Zahl der Seiten: 8)."),
        ("Que dit la page 77 ?", "eight.pdf n'a pas de page 77 (nombre de pages : 8)."),
        ("What does the fourth page say?", EMPTY),
        ("第77页说了什么？", "eight.pdf 没有第 77 页（共 8 页）。"),
        ("77ページには何が書いてありますか", "eight.pdf に 77 ページはありません（全 8 ページ）。"),
    ],
)
def test_without_a_model_a_page_that_is_lacking_is_said_to_be(extractive: Api, question: str, answer: str) -> None:
    conversation = extractive.with_documents({"eight.pdf": EIGHT})
    named, unnamed = extractive.ask(question, conversation, ["eight.pdf"]), extractive.ask(question, conversation)
    assert named.text == unnamed.text == answer
    file_id = extractive.documents(conversation)["eight.pdf"]["file_id"]
    alone = checked(extractive.http.post(f"/api/documents/{file_id}/question", json={"question": question}))
    assert alone.json()["answer"] == answer


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    "question", ["What does page 2 say?", "Summarise the second page", "Was steht auf Seite 2?", "第2页讲了什么？"]
)
def test_without_a_model_the_sentences_of_a_page_are_its_answer(extractive: Api, question: str) -> None:
    conversation = extractive.with_documents({"eight.pdf": EIGHT})
    file_id = extractive.documents(conversation)["eight.pdf"]["file_id"]
    alone = checked(extractive.http.post(f"/api/documents/{file_id}/question", json={"question": question})).json()
    turn = extractive.ask(question, conversation, ["eight.pdf"])
    assert berth(1) in turn.text
    assert berth(1) in alone["answer"]
    message = turn.one("message")
    for citations in (message["citations"], alone["citations"]):
        assert {citation["page"] for citation in citations} == {2}
    assert message["confidence"] == alone["confidence"] == 1


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "documents", "sentences", "page"),
    [
        ("What does page 2 say?", ["letters.pdf"], ["Beta is bad.", "Gamma sings."], 2),
        ("Was steht auf der letzten Seite?", ["letters.pdf"], ["Delta swims."], 5),
        ("Cosa dice l'ultima pagina?", ["letters.pdf"], ["Delta swims."], 5),
        ("What does page 2 of sea.pdf say?", [], ["Two islands lie there.", "It is deep."], 2),
        ("What does page 2 of sea.pdf say?", ["letters.pdf", "sea.pdf"], ["Two islands lie there.", "It is deep."], 2),
    ],
)
def test_without_a_model_a_page_need_not_have_a_word_of_the_question(
    extractive: Api, question: str, documents: list[str], sentences: list[str], page: int
) -> None:
    letters = make_pdf(["Alpha is good.", "Beta is bad. Gamma sings.", "", "Epsilon.", "Delta swims."], title="Letters")
    sea = make_pdf(["The sea.", "Two islands lie there. It is deep."], title="Sea")
    conversation = extractive.with_documents({"letters.pdf": letters, "sea.pdf": sea})
    extractive.ask("What does page 1 say?", conversation, ["letters.pdf"])
    turn = extractive.ask(question, conversation, documents)
    assert [line.removeprefix("- ").partition(" [")[0] for line in turn.text.split("\n")[1:]] == sentences
    assert {citation["page"] for citation in turn.one("message")["citations"]} == {page}


@pytest.mark.req("AN-04")
def test_without_a_model_a_page_is_not_translated(extractive: Api) -> None:
    conversation = extractive.with_documents({"eight.pdf": EIGHT})
    turn = extractive.ask("Translate page 2 into German", conversation, ["eight.pdf"])
    assert berth(1) not in turn.text
    assert turn.text.startswith("Translations need a language model")
    assert "confidence" not in turn.one("message")


@pytest.mark.req("AN-02")
def test_without_a_model_a_page_is_answered_and_a_lacking_one_is_told(extractive: Api) -> None:
    conversation = extractive.with_documents({"eight.pdf": EIGHT})
    text = extractive.ask("What do pages 2 and 77 say?", conversation, ["eight.pdf"]).text
    assert berth(1) in text
    assert text.endswith(NO_PAGE)


RIVERS = make_pdf(
    [
        "The Alva is 20 kilometres long. The Alva was mapped in 1802.",
        "The Brona is 45 kilometres long. A ferry crosses it twice a day.",
        "",
        "The Celt is a river. It is 70 kilometres long. Its warden is Hanna Vogt.",
    ],
    title="Rivers",
)


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long is the river on page 4?", "70 kilometres"),
        ("On page 4, how long is the river?", "70 kilometres"),
        ("Who is the warden on the last page?", "Hanna Vogt"),
        ("What does page 2 say about the ferry?", "twice a day"),
        ("How wide is the river on page 4?", None),
        ("Who is the warden on page 2?", None),
        ("Who is the warden on pages 1 and 2?", None),
    ],
)
def test_without_a_model_what_is_asked_about_a_page_is_answered_from_it_alone(
    extractive: Api, question: str, answer: str | None
) -> None:
    conversation = extractive.with_documents({"rivers.pdf": RIVERS})
    file_id = extractive.documents(conversation)["rivers.pdf"]["file_id"]
    alone = checked(extractive.http.post(f"/api/documents/{file_id}/question", json={"question": question})).json()
    named, unnamed = extractive.ask(question, conversation, ["rivers.pdf"]), extractive.ask(question, conversation)
    confidence = named.one("message")["confidence"]
    assert named.text == unnamed.text == alone["answer"]
    if answer:
        assert answer in named.text
        assert confidence == alone["confidence"] >= ANSWERED
    else:
        assert named.text == NOT_IN_DOCUMENTS
        assert confidence < ANSWERED


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    "question",
    [
        "Which other page than page 4 says how long the Alva is?",
        "How long is the Alva, and who is the warden on page 4?",
    ],
)
def test_without_a_model_a_question_about_more_than_a_page_is_answered_from_all(extractive: Api, question: str) -> None:
    conversation = extractive.with_documents({"rivers.pdf": RIVERS})
    assert "20 kilometres" in extractive.ask(question, conversation, ["rivers.pdf"]).text


FEES = make_pdf(["A boat pays at the gate.", "The fee is 12 euros a night.", "Dogs are free."], title="Fees")


@pytest.mark.req("AN-04")
def test_without_a_model_a_word_of_the_title_can_be_what_a_question_wants_from_a_page(extractive: Api) -> None:
    conversation = extractive.with_documents({"fees.pdf": FEES})
    turn = extractive.ask("What is the fee on page 2?", conversation, ["fees.pdf"])
    assert (turn.text, turn.one("message")["confidence"] >= ANSWERED) == ("The fee is 12 euros a night. [1]", True)
    assert "Dogs are free." in extractive.ask("What is on page 3 of Fees?", conversation, ["fees.pdf"]).text


CREW = make_xlsx(
    {
        "Crew": [["Name", "Role"], ["Anna Lee", "Captain"], ["Tom Orr", "Cook"]],
        "Boats": [["Boat", "Length"], ["Merganser", 20], ["Teal", 14]],
    }
)


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What is on the sheet Crew?", ["Anna Lee | Captain", "Tom Orr | Cook"]),
        ("Show me the sheet “Boats”", ["Merganser | 20", "Teal | 14"]),
        ("What does the Boats sheet contain?", ["Merganser | 20", "Teal | 14"]),
        ("Was steht auf dem Blatt Crew?", ["Anna Lee | Captain", "Tom Orr | Cook"]),
        ("Who is the cook on the sheet Crew?", ["Tom Orr"]),
        ("How long is the Teal on the sheet Crew?", []),
    ],
)
def test_without_a_model_a_sheet_is_answered_by_its_name(extractive: Api, question: str, texts: list[str]) -> None:
    conversation = extractive.with_documents({"crew.xlsx": CREW})
    turn = extractive.ask(question, conversation, ["crew.xlsx"])
    rows = ("Anna Lee | Captain", "Tom Orr | Cook", "Merganser | 20", "Teal | 14")
    assert [row for row in rows if row in turn.text] == [text for text in texts if text in rows]
    assert all(text in turn.text for text in texts)
    assert NOT_IN_DOCUMENTS.begins(turn.text) is not bool(texts)
    assert (turn.one("message")["confidence"] >= ANSWERED) is bool(texts)


LONG = make_pdf([f"Berth {page} is long." for page in range(1, 121)], title="Long")


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "notice"),
    [
        ("What do pages 10 to 110 say?", "of long.pdf fit here. Left out, wholly or in part: 50–110."),
        (
            "Was steht auf den Seiten 2 bis 45 und 50?",
            "von long.pdf haben hier Platz. Es fehlen ganz oder zum Teil: 42–45, 50.",
        ),
        ("第1页到第41页讲了什么", "long.pdf 的这些页无法全部放在这里。全部或部分省略：41。"),
    ],
)
def test_without_a_model_the_pages_beyond_the_limit_are_told(extractive: Api, question: str, notice: str) -> None:
    conversation = extractive.with_documents({"long.pdf": LONG})
    turn = extractive.ask(question, conversation, ["long.pdf"])
    assert turn.text.endswith(notice)
    file_id = extractive.documents(conversation)["long.pdf"]["file_id"]
    alone = checked(extractive.http.post(f"/api/documents/{file_id}/question", json={"question": question})).json()
    assert alone["answer"].endswith(notice)


@pytest.mark.req("AN-02")
def test_without_a_model_pages_within_the_limit_have_no_notice(extractive: Api) -> None:
    conversation = extractive.with_documents({"long.pdf": LONG})
    text = extractive.ask("What do pages 10 to 49 say?", conversation, ["long.pdf"]).text
    assert "Berth 49 is long." in text
    assert "Left out" not in text


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("eight.pdf", "How many metres has a ship of berth 5 on page 77?"),
        ("eight.pdf", "How long are ships under s. 77?"),
        ("page 77.pdf", "What is page 77.pdf about?"),
        ("page 77.txt", "What does page 77 say?"),
        ("notes.txt", "What does the warranty on page 77 cover?"),
    ],
)
def test_a_number_that_is_not_only_that_of_a_page_is_looked_up(extractive: Api, name: str, question: str) -> None:
    conversation = extractive.with_documents({name: EIGHT if name.endswith("pdf") else b"The warranty is 24 months."})
    text = extractive.ask(question, conversation, [name]).text
    assert "number of pages" not in text
    assert "divided" not in text


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does page 9 say?", "The text of notes.txt is not divided into pages."),
        ("Was steht auf der zweiten Seite?", "Der Text von notes.txt ist nicht in Seiten unterteilt."),
        ("Que dit la page 9 de notes.txt ?", "Le texte de notes.txt n'est pas divisé en pages."),
    ],
)
def test_without_a_model_a_text_without_pages_is_said_to_have_none(extractive: Api, question: str, answer: str) -> None:
    conversation = extractive.with_documents({"notes.txt": b"The warranty is 9 months. The second page of it is lost."})
    turn = extractive.ask(question, conversation, ["notes.txt"])
    assert turn.text == answer
    assert turn.one("message")["confidence"] == 0
    file_id = extractive.documents(conversation)["notes.txt"]["file_id"]
    alone = checked(extractive.http.post(f"/api/documents/{file_id}/question", json={"question": question})).json()
    assert (alone["answer"], alone["confidence"]) == (answer, 0)


@pytest.mark.req("AN-02")
def test_without_a_model_a_text_that_numbers_its_own_pages_is_searched(extractive: Api) -> None:
    conversation = extractive.with_documents({"notes.txt": b"Page 8\n\nIt rains.\n\nPage 9\n\nThe warranty ends."})
    assert "divided" not in extractive.ask("What does page 9 say?", conversation, ["notes.txt"]).text


@pytest.mark.req("AN-02")
def test_without_a_model_a_page_that_no_document_has_is_told_for_each(extractive: Api) -> None:
    conversation = extractive.with_documents({"eight.pdf": EIGHT, "notes.txt": b"The warranty is 9 months."})
    both = extractive.ask("What does page 77 say?", conversation, ["eight.pdf", "notes.txt"]).text
    assert sorted(both.split("\n\n")) == sorted([NO_PAGE, "The text of notes.txt is not divided into pages."])
    assert berth(1) in (text := extractive.ask("What does page 2 say?", conversation, ["eight.pdf", "notes.txt"]).text)
    assert "divided" not in text


@pytest.mark.req("AN-02")
def test_a_model_is_told_that_a_text_has_no_pages_and_given_it(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"notes.txt": b"The warranty is 9 months."})
    stub.script(Reply(text="It has no pages."))
    api.ask("What does page 9 say?", conversation, ["notes.txt"])
    prompt = prompt_of(stub.requests()[0])
    assert "- The text of notes.txt is not divided into pages." in prompt
    assert "The warranty is 9 months." in prompt


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "notice"),
    [("Translate page 77 into French", NO_PAGE), ("What does page 77 say?", NO_PAGE), ("Read me page 4", EMPTY)],
)
def test_a_model_is_told_of_a_lacking_page_and_given_no_other(
    api: Api, small_budget: Api, stub: StubProcess, question: str, notice: str
) -> None:
    for host in (api, small_budget):
        conversation = host.with_documents({"eight.pdf": EIGHT})
        stub.script(Reply(text="There is no such text."))
        assert host.ask(question, conversation, ["eight.pdf"]).text == "There is no such text."
        prompt = prompt_of(stub.requests()[0])
        assert f"- {notice}" in prompt
        assert "The crew moors" not in prompt


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("question", ["Compare page 2 and page 77", "How long is berth 5 on page 77?"])
def test_a_model_is_given_what_there_is_beside_a_lacking_page(
    small_budget: Api, stub: StubProcess, question: str
) -> None:
    conversation = small_budget.with_documents({"eight.pdf": EIGHT})
    stub.script(Reply(text="The crew moors [1]."))
    small_budget.ask(question, conversation, ["eight.pdf"])
    prompt = prompt_of(stub.requests()[0])
    assert f"- {NO_PAGE}" in prompt
    assert "The crew moors" in prompt


@pytest.mark.req("AN-02")
def test_a_page_that_one_of_two_documents_has_is_not_said_to_be_lacking(small_budget: Api, stub: StubProcess) -> None:
    conversation = small_budget.with_documents({"eight.pdf": EIGHT, "two.pdf": make_pdf(PAGES[:2], title="Two")})
    stub.script(Reply(text="The crew moors [1]."))
    small_budget.ask("What does page 5 say?", conversation, ["eight.pdf", "two.pdf"])
    assert "has no page" not in prompt_of(stub.requests()[0])


@pytest.mark.req("QA-08")
def test_a_question_about_an_empty_page_gives_the_model_no_summary_of_the_others(api: Api, stub: StubProcess) -> None:
    file_id = api.documents(api.with_documents({"eight.pdf": EIGHT}))["eight.pdf"]["file_id"]
    for question, is_given in (("What does page 4 say?", False), ("Who owns the ferry?", True)):
        stub.script(Reply(json_value={"answer": "There is none.", "citations": [], "recommended_documents": []}))
        checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": question}))
        prompt = prompt_of(stub.requests()[-1])
        assert (EMPTY in prompt) is not is_given
        assert ("Summary: " in prompt) is is_given


@pytest.mark.req("QA-08")
def test_a_question_about_one_document_tells_the_model_of_a_lacking_page(api: Api, stub: StubProcess) -> None:
    file_id = api.documents(api.with_documents({"eight.pdf": EIGHT}))["eight.pdf"]["file_id"]
    stub.script(Reply(json_value={"answer": "There is none.", "citations": [], "recommended_documents": []}))
    checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": "What does page 77 say?"}))
    prompt = prompt_of(stub.requests()[0])
    assert NO_PAGE in prompt
    assert berth(6) not in prompt


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "confidence"),
    [
        ("What does page 2 say?", 1.0),
        ("Übersetze die letzten zwei Seiten", 1.0),
        ("Translate page 77", 0.0),
        ("Was steht auf Seite 77?", 0.0),
        ("Read me page 4", 0.0),
        ("Translate the document into French", 1.0),
        ("Übersetze das Dokument", 1.0),
        ("Summarise the document", 1.0),
    ],
)
def test_a_request_for_pages_or_a_whole_document_has_a_confidence(
    small_budget: Api, stub: StubProcess, question: str, confidence: float
) -> None:
    conversation = small_budget.with_documents({"eight.pdf": EIGHT})
    stub.script(Reply(text="Berths [1]."))
    turn = small_budget.ask(question, conversation, ["eight.pdf"])
    assert turn.one("message")["confidence"] == confidence
    assert turn.one("step_complete")["result"]["metadata"]["confidence"] == confidence
    file_id = small_budget.documents(conversation)["eight.pdf"]["file_id"]
    stub.script(Reply(text="Berths."))
    alone = checked(small_budget.http.post(f"/api/documents/{file_id}/question", json={"question": question}))
    assert alone.json()["confidence"] == confidence


@pytest.mark.req("AN-07")
def test_a_question_about_a_thing_on_a_page_has_the_confidence_of_its_words(
    small_budget: Api, stub: StubProcess
) -> None:
    conversation = small_budget.with_documents({"eight.pdf": EIGHT})
    stub.script(Reply(text="It does not say."))
    turn = small_budget.ask("Who owns the bakery on page 2?", conversation, ["eight.pdf"])
    assert 0 < turn.one("message")["confidence"] < 0.42


@pytest.mark.req("AN-07")
def test_a_request_for_a_page_of_documents_that_a_search_found_has_a_confidence(
    small_budget: Api, stub: StubProcess
) -> None:
    question = "What does page 2 of eight.pdf say?"
    conversation = small_budget.with_documents({"eight.pdf": EIGHT})
    searched = step(1, "search_documents", "found", query="crew pilot")
    stub.script(plan("single_tool", searched, question=question), Reply(text="A berth [1]."))
    assert small_budget.ask(question, conversation).one("message")["confidence"] == 1.0
