"""Questions for the rows of a table that have a cell: who lives where, and what has a thing, without a model."""

import pytest

from orc.documents.evidence.fitting_rows import fitting_cells
from orc.documents.evidence.passage_sentences import read_sentences
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.question import Question
from tests.models.test_extractive import ask, passages_of

MITGLIEDER = """\
Mitgliedsnummer | Name | Vorname | Ort | Abteilung | Status
1001 | Müller | Jürgen | Köln | Fußball | aktiv
1002 | Schäfer | Anna | Bonn | Turnen | aktiv
1003 | Özdemir | Cem | Köln | Tischtennis | passiv
1009 | Hübner | Klaus | Frechen | Fußball | aktiv
"""
MEMBERS = """\
Member no | Name | Town | Section | Newsletter
201 | Anna Reed | Leeds | Chess | yes
202 | Tom Baker | York | Tennis | no
203 | Ida Moss | Leeds | Tennis | yes
"""
STAFF = """\
Employee | Name | Department | City | Remote
1 | Ann Lee | Sales | Berlin | x
2 | Bo Roe | IT | Leeds |
3 | Cy Fox | Sales | Leeds | x
"""
ROOMS = """\
Room | Seats | Price per day | Projector
Oak Room | 60 | €160.00 | yes
Birch Room | 24 | €100.00 | yes
Willow Studio | 30 | €125.00 | no
Kitchen | 8 | €80.00 | no
"""
MENU = """\
Dish | Type | Price | Vegetarian | Allergens
Lentil soup | Starter | 6.50 | yes | celery, nuts
Smoked trout | Starter | 11.00 | no | fish
Lamb shank | Main | 24.00 | no |
Pumpkin ravioli | Main | 17.50 | yes | gluten, egg
"""
WOHNUNGEN = """\
Wohnung | Größe | Balkon | Hunde erlaubt
Seeblick | 60 | ja | nein
Hafen | 45 | nein | ja
Düne | 72 | ja | ja
"""
TRAINS = """\
Train | From | To | Bistro
12 | Leeds | York | yes
14 | York | Hull | no
"""


def listed(question: str, text: str) -> list[str]:
    sentences = read_sentences(passages_of({"table.csv": text}), question)
    return [cell.value for cell in fitting_cells(Question(question), sentences)]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "values"),
    [
        ("Wer wohnt in Köln?", MITGLIEDER, ["Müller", "Özdemir"]),
        ("Welche Mitglieder wohnen in Bonn?", MITGLIEDER, ["Schäfer"]),
        ("Wer spielt Fußball?", MITGLIEDER, ["Müller", "Hübner"]),
        ("Wer wohnt in Köln und spielt Fußball?", MITGLIEDER, ["Müller"]),
        ("wer ist mitglied 1003", MITGLIEDER, ["Özdemir"]),
        ("Welche Mitglieder sind nicht aktiv?", MITGLIEDER, ["Özdemir"]),
        ("Wo wohnt Klaus Hübner?", MITGLIEDER, ["Frechen"]),
        ("Who lives in Leeds?", MEMBERS, ["Anna Reed", "Ida Moss"]),
        ("Where does Tom Baker live?", MEMBERS, ["York"]),
        ("Which town does Ida Moss live in?", MEMBERS, ["Leeds"]),
        ("Who plays tennis?", MEMBERS, ["Tom Baker", "Ida Moss"]),
        ("Who gets the newsletter?", MEMBERS, ["Anna Reed", "Ida Moss"]),
        ("Who does not get the newsletter?", MEMBERS, ["Tom Baker"]),
        ("Who works in Sales?", STAFF, ["Ann Lee", "Cy Fox"]),
        ("Which employees do not work remote?", STAFF, ["Bo Roe"]),
        ("Which employees are not in Sales?", STAFF, ["Bo Roe"]),
        ("Which rooms have a projector?", ROOMS, ["Oak Room", "Birch Room"]),
        ("Which rooms have no projector?", ROOMS, ["Willow Studio", "Kitchen"]),
        ("Which starters are vegetarian?", MENU, ["Lentil soup"]),
        ("Which mains are not vegetarian?", MENU, ["Lamb shank"]),
        ("Which dishes contain nuts?", MENU, ["Lentil soup"]),
        ("Welche Wohnungen haben keinen Balkon?", WOHNUNGEN, ["Hafen"]),
        ("In welchen Wohnungen sind Hunde erlaubt?", WOHNUNGEN, ["Hafen", "Düne"]),
        ("Which trains have a bistro?", TRAINS, ["12"]),
    ],
)
def test_rows_with_the_cells_that_the_question_names_are_listed_and_only_these(
    question: str, text: str, values: list[str]
) -> None:
    assert listed(question, text) == values


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wer leitet Fußball?", MITGLIEDER),
        ("Wo ist Klaus Hübner geboren?", MITGLIEDER),
        ("Wo wohnt Peter Schäfer?", MITGLIEDER),
        ("Wer wohnt in Hamburg?", MITGLIEDER),
        ("Wer lebt vom Fußball?", MITGLIEDER),
        ("Who teaches tennis?", MEMBERS),
        ("Where does Tom Moss live?", MEMBERS),
        ("Who plays in Leeds?", MEMBERS),
        ("Who is Anna Reed?", MEMBERS),
        ("Who manages Sales?", "Name | Department | Manager\nBo Roe | Sales | Cy Fox\nAnn Lee | IT | Di Hay"),
        ("Which rooms have a piano?", ROOMS),
        ("Which rooms cost less than €125.00?", ROOMS),
        ("Which trains go to York?", TRAINS),
    ],
)
def test_rows_do_not_fit_a_question_with_a_word_that_they_do_not_tell(question: str, text: str) -> None:
    assert listed(question, text) == []


@pytest.mark.req("AN-09")
async def test_fitting_rows_are_answered_with_their_names_and_the_cells_that_say_so() -> None:
    persons = await ask("Wer wohnt in Bonn?", {"mitglieder.csv": MITGLIEDER})
    rooms = await ask("Which rooms have no projector?", {"rooms.csv": ROOMS})
    home = await ask("Wo wohnt Klaus Hübner?", {"mitglieder.csv": MITGLIEDER})
    unknown = await ask("Wer wohnt in Hamburg?", {"mitglieder.csv": MITGLIEDER})

    assert persons == "- Schäfer [1]\n  - Anna [1]\n  - Bonn [1]\n  - Ort [1]"
    assert rooms == "\n".join(f"- {room} [1]\n  - no [1]\n  - Projector [1]" for room in ("Willow Studio", "Kitchen"))
    assert home == "- Frechen [1]\n  - Hübner [1]\n  - Klaus [1]\n  - Ort [1]"
    assert NOT_IN_DOCUMENTS.begins(unknown)
