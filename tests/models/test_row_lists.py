"""Lists from tables, and questions that keep the row of the answer before, without a model."""

import pytest

from orc.documents.evidence.passage_sentences import read_sentences
from orc.documents.evidence.row_lists import listed_cells
from orc.documents.grounding import grounded_request
from orc.documents.questions.question import Question
from orc.ports import ChatMessage
from orc.ports.models import ask as ask_model
from shared.models.extractive import ExtractiveChatModel
from tests.models.test_extractive import ask, passages_of

CONCERTS = """\
The Director receives a fee of 95 pounds for each rehearsal and 280 pounds for each concert.

Concert | Date | Venue | Ticket
Harvest Songs | 4 October 2025 | Hebden Hall | £10
Carols by Lantern | 14 December 2025 | St Chad's | £8
Bach Motets | 21 March 2026 | Halifax Minster | £15
Summer Serenade | 20 June 2026 | Ogden Park | free
"""
PARTS = """\
Spare parts

Part no. | Description | Machine | Stock | Unit price EUR
77-1043 | V-belt | Lathe | 4 | 18.90
77-2210 | Spindle bearing 7014 | Mill | 1 | 412
77-2215 | Way wiper set | Mill | 0 | 136.50
77-3108 | Filter element | Press | 6 | 47.25
"""
TASKS = """\
Task | Duration (min) | Responsible
Belt tension check | 20 | R. Okafor
Coolant exchange | 120 | T. Brandt
Filter change | 60 | R. Okafor
"""
KURSE = """\
Die Kurse werden an der Kasse gebucht.

Kurs | Leitung | Tag | Gebühr
Seepferdchen | Frau Timm | Montag | 65 Euro
Aquafitness | Herr Jansen | Mittwoch | 48 Euro
Kraulen | Frau Timm | Freitag | 72 Euro
"""
FIETSEN = """\
Fiets | Per dag | Borg
Stadsfiets | 11,00 | 50
Bakfiets | 35,00 | 200
Tandem | 24,00 | 100
Kinderfiets | 7,00 | 25
"""
CURSOS = """\
Curso | Profesora | Precio
Inglés A1 | Ana Gil | 210 €
Francés A2 | Eva Soto | 230 €
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "column"),
    [
        ("List the concerts.", CONCERTS, 0),
        ("Which concerts are there?", CONCERTS, 0),
        ("What concerts are planned?", CONCERTS, 0),
        ("What are the venues of the concerts?", CONCERTS, 2),
        ("Where are the concerts?", CONCERTS, 2),
        ("What spare parts are there?", PARTS, 1),
        ("Liste die Kurse auf.", KURSE, 0),
        ("Welche Kurse werden angeboten?", KURSE, 0),
        ("Was kosten die Kurse?", KURSE, 3),
        ("Welke fietsen kan ik huren?", FIETSEN, 0),
        ("¿Qué cursos hay?", CURSOS, 0),
    ],
)
async def test_a_list_has_the_cell_of_each_row_and_nothing_else(question: str, text: str, column: int) -> None:
    answer = await ask(question, {"a.txt": text})
    rows = [line.split(" | ") for line in text.split("\n") if " | " in line][1:]
    assert [line.rpartition(" [")[0] for line in answer.split("\n") if line.startswith("- ")] == [
        f"- {row[column]}" for row in rows
    ]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told", "left_out"),
    [
        ("Which concert is in Hebden Hall?", "Harvest Songs", "Carols"),
        ("What is the date of Bach Motets?", "21 March 2026", "Carols"),
    ],
)
async def test_a_question_about_one_row_is_no_list(question: str, told: str, left_out: str) -> None:
    answer = await ask(question, {"a.txt": CONCERTS})
    assert told in answer
    assert left_out not in answer


def test_a_long_list_ends_with_the_number_of_the_others() -> None:
    text = "Town | Visitors\n" + "".join(f"Town of {name * 3} | {ord(name)}\n" for name in "abcdefghijklmnopqrstuvw")
    cells, more = listed_cells(Question("List the towns."), read_sentences(passages_of({"a.txt": text})))
    assert (len(cells), more) == (20, 3)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "told", "left_out"),
    [
        ("What does the spindle bearing cost and how many are in stock?", PARTS, ["412 [1]", "1 [1]\n"], "V-belt"),
        ("How many spindle bearings are in stock and what do they cost?", PARTS, ["412 [1]", "1 [1]\n"], "V-belt"),
        ("Where is Bach Motets and how much is a ticket?", CONCERTS, ["Halifax Minster [1]", "£15 [1]"], "£10"),
        ("When is Bach Motets and where is it?", CONCERTS, ["21 March", "Halifax Minster [1]"], "Hebden"),
        ("Was kostet Kraulen und wer leitet es?", KURSE, ["72 Euro [1]", "Frau Timm [1]"], "Jansen"),
        ("Which is longer, the belt tension check or the coolant exchange?", TASKS, ["20 [1]", "120 [1]"], "60"),
        ("Was ist teurer, Kraulen oder Aquafitness?", KURSE, ["72 Euro [1]", "48 Euro [1]"], "65"),
        ("Which costs more, the V-belt or the chain?", PARTS, ["18.90 [1]", "“What does the chain cost?”"], "412"),
    ],
)
async def test_both_parts_of_a_question_are_about_the_rows_it_names(
    question: str, text: str, told: list[str], left_out: str
) -> None:
    answer = await ask(question, {"a.txt": text})
    assert all(each in f"{answer}\n" for each in told)
    assert left_out not in answer


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "before", "standalone", "asked", "told"),
    [
        (CONCERTS, "21 March 2026 [1]\n- Bach Motets [1]\n- Date [1]", "", "How much is a ticket?", "£15 [1]"),
        (CONCERTS, "", "When is Bach Motets? Where is it?", "Where is it?", "Halifax Minster [1]"),
        (TASKS, "", "How long is the coolant exchange? By whom?", "By whom?", "T. Brandt [1]"),
        (KURSE, "Mittwoch [1]\n- Aquafitness [1]\n- Tag [1]", "", "Was kostet es?", "48 Euro [1]"),
        (FIETSEN, "24,00 [1]\n- Tandem [1]", "", "Wat is de borg?", "100 [1]"),
    ],
)
async def test_a_follow_up_keeps_the_row_of_the_answer_before(
    text: str, before: str, standalone: str, asked: str, told: str
) -> None:
    history = [ChatMessage("assistant", before)] if before else []
    request = grounded_request(
        asked, passages_of({"a.txt": text}), ("a.txt",), history=history, standalone_question=standalone or None
    )
    assert (await ask_model(ExtractiveChatModel(), request)).text.startswith(told)


@pytest.mark.req("AN-09")
async def test_a_follow_up_about_another_thing_does_not_keep_the_row_before() -> None:
    history = [ChatMessage("assistant", "24,00 [1]\n- Tandem [1]")]
    request = grounded_request("Wat kost een ligfiets?", passages_of({"a.txt": FIETSEN}), ("a.txt",), history=history)
    assert not (await ask_model(ExtractiveChatModel(), request)).text.startswith("Tandem")


@pytest.mark.req("AN-09")
async def test_all_rows_with_a_name_are_listed_whatever_its_verb() -> None:
    flights = "".join(f"OR{n},Sara Lind,Oslo\nKL{n},Peter Koch,Rome\n" for n in range(1, 6))
    answer = await ask("Which flights does Sara Lind fly?", {"f.csv": f"Flight,Pilot,From\n{flights}"})
    assert answer.split("\n") == [f"- OR{n} [1]" for n in range(1, 6)]


ROTA = """\
# Work days

Present: Kim, Luca

| Job | Person | Due | State |
|---|---|---|---|
| Wall paint | Kim | 3 May | done |
| Roof | Luca | 9 May | open |
| Lamps | Kim | 20 May | open |
"""


@pytest.mark.req("AN-09")
async def test_a_name_with_a_genitive_chooses_its_rows_although_it_is_a_pronoun_elsewhere() -> None:
    answer = await ask("What are Kim's jobs?", {"rota.md": ROTA})
    assert "Wall paint" in answer
    assert "Lamps" in answer
    assert "Roof" not in answer
