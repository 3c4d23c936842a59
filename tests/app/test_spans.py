"""Each statement of an answer that cites a source has a span: where it stands, and what in the source supports it."""

import re
from typing import Any

import pytest

from tests.app.samples import BRAKE, LEASE, NOTICE, RENT
from tests.support.app import Api, StubProcess, Turn, checked, until
from tests.support.files import make_xlsx
from tests.support.openai_stub import Reply

CRANE = "🏗 起重机的月租金为4200欧元。制动器每两周检查一次。"
WAGES = "الأجر الشهري هو 4200 يورو. يفحص المكبح كل أسبوعين."
NOTE = f"{RENT} The crane is painted blue.\n\n{NOTICE}\n\n{BRAKE} A log of it is kept.\n"
Said = tuple[str, str, bool]


def spans(api: Api, text: str, citations: list[dict[str, Any]]) -> list[tuple[str, Said]]:
    """The number, statement, snippet and verdict of each span, in the order of the text. Each is looked up as a client
    would: the statement in the answer, the snippet in the document."""
    found: list[tuple[int, str, Said]] = []
    for citation in citations:
        address = f"/api/documents/{citation['file_id']}/text"
        whole = checked(api.http.get(address)).json()["text"]
        first = citation["spans"][0]
        own = ("start", "end", "snippet", "verified")
        assert [citation[name] for name in own] == [first[name] for name in own]
        assert citation.get("page") == first.get("page")
        for span in citation["spans"]:
            assert whole[span["start"] : span["end"]] == span["snippet"]
            statement = text[span["answer_start"] : span["answer_end"]]
            said = statement, span["snippet"], span["verified"]
            found.append((span["answer_start"], citation["id"], said))
    return [(number, said) for _, number, said in sorted(found, key=lambda each: (each[0], int(each[1])))]


def told(api: Api, turn: Turn) -> list[tuple[str, Said]]:
    """The spans of the message, which are those of its events, of the stored message and of the JSON answer."""
    message = turn.one("message")
    newest = {citation["id"]: citation for citation in turn.of("citation")}
    assert list(newest.values()) == message["citations"]
    stored = checked(api.http.get(f"/api/conversations/{turn.conversation_id}/messages/{message['message_id']}")).json()
    found = spans(api, message["text"], message["citations"])
    assert spans(api, stored["text"], stored["citations"]) == found
    for citation in turn.of("citation"):
        for span in citation["spans"]:
            assert f"[{citation['id']}]" in message["text"][span["answer_start"] : span["answer_end"]]
    return found


@pytest.fixture
def note(api: Api) -> str:
    return api.with_documents({"note.txt": NOTE.encode()})


@pytest.mark.req("AN-05")
def test_statements_that_cite_one_source_are_shown_what_each_rests_on(api: Api, stub: StubProcess, note: str) -> None:
    stub.script(
        Reply(text="The rent is 4,200 euros [1]. The brake is seen to every two weeks [1].\n\nPay 3,900 euros [1].")
    )
    turn = api.ask("How high is the rent, and how often is the brake inspected?", note, ["note.txt"])
    assert told(api, turn) == [
        ("1", ("The rent is 4,200 euros [1]", RENT, True)),
        ("1", ("The brake is seen to every two weeks [1]", BRAKE, True)),
        ("1", ("Pay 3,900 euros [1]", RENT, False)),
    ]


@pytest.mark.req("AN-05")
def test_statements_in_lists_tables_and_over_code_have_spans_of_their_own(
    api: Api, stub: StubProcess, note: str
) -> None:
    answer = (
        "It says of the crane:\n\n- a rent of 4,200 euros [1]\n- a notice of ninety days [1]\n\n"
        "| Brake [1] | every two weeks |\n|---|---|\n| Rent | 4,900 euros [1] |\n\n"
        "The rent in the ledger is this [1]:\n\n```py\nrent[1] = 4200\n```\n\nIt is painted blue [1]."
    )
    stub.script(Reply(text=answer))
    turn = api.ask("What of the crane?", note, ["note.txt"])
    assert turn.text == answer
    assert [(said, verified) for _, (said, _, verified) in told(api, turn)] == [
        ("a rent of 4,200 euros [1]", True),
        ("a notice of ninety days [1]", True),
        ("Brake [1] | every two weeks", True),
        ("Rent | 4,900 euros [1]", False),
        ("The rent in the ledger is this [1]", True),
        ("It is painted blue [1]", True),
    ]


@pytest.mark.req("AN-05")
def test_adjacent_markers_share_a_statement_but_not_a_place(api: Api, stub: StubProcess) -> None:
    files = {"rent.txt": f"{RENT} It is due.".encode(), "brake.txt": f"A log is kept. {BRAKE}".encode()}
    conversation = api.with_documents(files)
    stub.script(Reply(text="It costs 4,200 euros and the brake is seen to every two weeks [1][2]. So it says [1, 2]."))
    turn = api.ask("What of the crane?", conversation, list(files))
    both = "It costs 4,200 euros and the brake is seen to every two weeks"
    found = told(api, turn)
    assert sorted(found[:2]) == sorted([("1", (f"{both} [1]", RENT, True)), ("2", (f"{both} [1][2]", BRAKE, True))])
    assert [(number, said) for number, (said, _, _) in found[2:]] == [
        ("1", "So it says [1]"),
        ("2", "So it says [1][2]"),
    ]
    assert len({citation["file_id"] for citation in turn.one("message")["citations"]}) == 2


@pytest.mark.req("AN-05", "SE-15")
def test_positions_refer_to_the_text_that_clients_get(api: Api, stub: StubProcess, note: str) -> None:
    answer = "See <b>, {a} and [x](y) [9]. The rent list<T> is 4,200 euros [1]. 🏗 $a$ **Brake**: every two weeks [1]."
    stub.script(Reply(text=f"- {answer}\n\n“no word of it is in there” [1]"))
    turn = api.ask("What of the crane?", note, ["note.txt"], citation_style="endnote")
    assert turn.text.endswith("Sources:\n[1] note.txt")
    assert [said for _, (said, _, _) in told(api, turn)] == [
        "The rent list&lt;T> is 4,200 euros [1]",
        "🏗 $a$ **Brake**: every two weeks [1]",
        "“no word of it is in there” [1]",
    ]
    assert [verified for _, (_, _, verified) in told(api, turn)] == [True, True, False]


@pytest.mark.req("AN-05", "BX-01")
def test_a_statement_that_no_source_makes_is_not_verified(api: Api, stub: StubProcess, note: str) -> None:
    false = (
        "The rent is 7,770 euros [1]. The brake is inspected every three weeks [1]. Pay 4,200 dollars [1].\n\n"
        "The landlord is Miller [1]. The crane is not painted blue [1].\n\n"
        "The moon is made of cheese [1].\n\nDie Katze frisst Fisch [1]."
    )
    stub.script(Reply(text=f"{false}\n\nDie Miete beträgt 4.200 Euro [1].\n\nThe crane is painted blue [1]."))
    turn = api.ask(
        "Is the rent 7,770 euros, is Miller the landlord and is the moon made of cheese?", note, ["note.txt"]
    )
    assert [verified for _, (_, _, verified) in told(api, turn)] == [False] * 7 + [True] * 2


@pytest.mark.req("AN-05")
def test_places_count_code_points_in_every_script(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"crane.txt": CRANE.encode(), "wages.txt": WAGES.encode()})
    chinese = "🏗🏗 月租金为4200欧元。[1]制动器每两周检查一次。[1]"
    stub.script(Reply(text=f"{chinese}\n\nالأجر الشهري هو 4200 يورو [2]. يفحص المكبح كل أسبوعين [2]."))
    turn = api.ask("起重机?", conversation, ["crane.txt", "wages.txt"])
    assert told(api, turn) == [
        ("1", ("🏗🏗 月租金为4200欧元。[1]", "🏗 起重机的月租金为4200欧元。", True)),
        ("1", ("制动器每两周检查一次。[1]", "制动器每两周检查一次。", True)),
        ("2", ("الأجر الشهري هو 4200 يورو [2]", "الأجر الشهري هو 4200 يورو.", True)),
        ("2", ("يفحص المكبح كل أسبوعين [2]", "يفحص المكبح كل أسبوعين.", True)),
    ]


@pytest.mark.req("AN-05")
def test_without_a_model_each_sentence_and_row_has_its_span(extractive: Api) -> None:
    sheet = make_xlsx({"Piers": [["Pier", "Tonnes", "Crew"], ["North", 1_234, 17], ["South", 5_678, 29]]})
    conversation = extractive.with_documents({"lease.pdf": LEASE, "piers.xlsx": sheet})
    turn = extractive.ask("Summarise this.", conversation, ["lease.pdf"])
    found = told(extractive, turn)
    assert len(found) > 1
    assert [said for _, (said, _, _) in found] == re.findall(r"^- (.+)$", turn.text, re.MULTILINE)
    for number, (said, snippet, verified) in found:
        assert " ".join(said.removesuffix(f"[{number}]").split()) in " ".join(snippet.split())
        assert verified
    turn = extractive.ask("How many tonnes at the North pier?", conversation, ["piers.xlsx"])
    [(_, (said, snippet, verified)), *_] = told(extractive, turn)
    assert ("1234" in said.replace(",", ""), "1234" in snippet.replace(",", ""), verified) == (True, True, True)


@pytest.mark.req("AN-05", "CS-05")
def test_a_partial_answer_keeps_the_spans_of_its_citations(api: Api, stub: StubProcess, note: str) -> None:
    text = "The rent is 4,200 euros [1]. The brake is seen to every two weeks [1]. And so on and on."
    stub.script(Reply(text=text, gate_after=16))
    with api.asking("What of the crane?", note, ["note.txt"]) as events:
        until(events, "token", text=" And")
        checked(api.http.post(f"/api/conversations/{note}/cancel"))
        ended = until(events, "done", status="cancelled")
    stub.release()
    [message] = [event.data for event in ended if event.type == "message"]
    said = [("The rent is 4,200 euros [1]", RENT), ("The brake is seen to every two weeks [1]", BRAKE)]
    assert [each[:2] for _, each in spans(api, message["text"], message["citations"])] == said
    stub.script(Reply(text=text, cut_after=16))
    failed = api.ask("What of the crane?", note, ["note.txt"])
    assert failed.status == "failed"
    assert [each[:2] for _, each in told(api, failed)] in (said, said[:1])  # the cut may take the last pieces with it


@pytest.mark.req("AN-05", "QA-08")
def test_a_question_about_one_document_is_answered_with_spans(api: Api, stub: StubProcess, note: str) -> None:
    file_id = api.documents(note)["note.txt"]["file_id"]
    answer = "It is <b> dear. The rent is 4,200 euros. The brake is inspected every three weeks, or 21 days."
    stub.script(Reply(json_value={"answer": answer, "citations": ["chunk_0"], "recommended_documents": []}))
    body = {"question": "What of the crane?"}
    found = checked(api.http.post(f"/api/documents/{file_id}/question", json=body)).json()
    [_, rent, (brake, snippet, verified)] = [said for _, said in spans(api, found["answer"], found["citations"])]
    assert rent == ("The rent is 4,200 euros.", RENT, True)
    assert (brake, verified) == ("The brake is inspected every three weeks, or 21 days.", False)
    assert BRAKE in snippet


@pytest.mark.req("AN-05")
def test_a_question_about_one_document_without_a_model_is_answered_with_spans(extractive: Api) -> None:
    conversation = extractive.with_documents({"note.txt": NOTE.encode()})
    file_id = extractive.documents(conversation)["note.txt"]["file_id"]
    body = {"question": "Summarise this."}
    found = checked(extractive.http.post(f"/api/documents/{file_id}/question", json=body)).json()
    said = [each for _, each in spans(extractive, found["answer"], found["citations"])]
    assert {(f"{RENT} [1]", RENT, True), (f"{BRAKE} [1]", BRAKE, True)} <= set(said)


@pytest.mark.req("AN-05", "RE-04")
def test_a_citation_has_at_most_fifty_spans(api: Api, stub: StubProcess, note: str) -> None:
    stub.script(Reply(text="\n".join(f"- The rent is 4,200 euros in case {n} [1]" for n in range(120))))
    turn = api.ask("What of the crane?", note, ["note.txt"])
    [citation] = turn.one("message")["citations"]
    assert len(citation["spans"]) == 50
    assert len(turn.of("citation")) < 20
    assert len(told(api, turn)) == 50
