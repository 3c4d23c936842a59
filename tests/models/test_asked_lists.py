"""All items of a list that a question asks for, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

GUIDE = """# Kiln course

The course takes two days and costs 90 euros.

## What you need

Please bring:

- an apron
- two old towels
- a box for the pots

## Studio rules

- Clay stays on the tables.
- The kiln is opened by the teacher.
- Tools are washed after use.

## How to glaze

1. Dust the pot.
2. Dip it into the glaze.
3. Wipe its foot.

## Your tasks

Everybody helps on the second day. The teacher hands out the jobs.

* sweeping the floor
* stacking the shelves

## Not allowed

- drinks near the wheel
- lead glazes
"""
PLAIN = "Onion tart\n\nIngredients\n300 g flour\n3 onions\n2 eggs\n100 g butter\n\nTopping\nPepper is strewn over it.\n"
BOX = "Tea set\n\nIn the box\n- Teapot\n- Lid\n- Strainer\n\nCare\nThe set is washed by hand.\n"
AUSWEIS = (
    "# Ausweis\n\n## Unterlagen\n\nMitzubringen sind:\n\n- ein Passfoto\n- die Geburtsurkunde\n\n## Preis\n\n9 €\n"
)
CLUB = "# Club\n\nPour s'inscrire, il faut présenter :\n\n- une photo\n- un certificat\n\nCela coûte 30 euros.\n"
NEEDED = ["an apron", "two old towels", "a box for the pots"]
STEPS = ["Dust the pot.", "Dip it", "Wipe its foot."]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "items"),
    [
        (GUIDE, "What do I need to bring?", NEEDED),
        (GUIDE, "What do I need for the kiln course?", NEEDED),
        (GUIDE, "List the studio rules", ["Clay stays", "opened by the teacher", "Tools are washed"]),
        (GUIDE, "How do I glaze?", STEPS),
        (GUIDE, "What are the steps?", STEPS),
        (GUIDE, "What are my tasks?", ["sweeping", "stacking"]),
        (GUIDE, "What is not allowed?", ["drinks", "lead"]),
        (BOX, "What's in the box?", ["Teapot", "Lid", "Strainer"]),
        (PLAIN, "What are the ingredients?", ["300 g flour", "3 onions", "2 eggs", "100 g butter"]),
        (AUSWEIS, "Welche Unterlagen brauche ich?", ["Passfoto", "Geburtsurkunde"]),
        (CLUB, "Que faut-il présenter pour s'inscrire ?", ["une photo", "un certificat"]),
    ],
)
async def test_all_items_of_the_list_that_is_asked_for_are_the_answer(
    text: str, question: str, items: list[str]
) -> None:
    answer = await ask(question, {"note.md": text})
    places = [answer.find(item) for item in items]
    assert -1 not in places
    assert places == sorted(places)
    assert len(answer.splitlines()) <= len(items) + 1


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("What does the course cost?", "90 euros", "apron"),
        ("Who opens the kiln?", "opened by the teacher", "Clay"),
        ("What are the rules for dogs?", "", "Clay"),
        ("What do I need for the exam?", "", "apron"),
    ],
)
async def test_a_question_for_something_else_is_not_answered_by_a_whole_list(
    question: str, said: str, unsaid: str
) -> None:
    answer = await ask(question, {"note.md": GUIDE})
    assert said in answer
    assert unsaid not in answer


@pytest.mark.req("AN-09")
async def test_the_items_of_a_long_list_that_are_left_out_are_counted() -> None:
    text = "# Shop\n\n## Tools\n\n" + "\n".join(f"- tool of kind {n}" for n in range(30)) + "\n"
    answer = await ask("What tools are required?", {"shop.md": text})
    assert "kind 19 [1]" in answer
    assert answer.endswith("and 10 more")


@pytest.mark.req("AN-07")
async def test_numbered_paragraphs_of_a_document_are_no_list() -> None:
    text = f"# Terms\n\n1. Room. {'The guest keeps it clean. ' * 12}\n2. Key. {'The guest returns it. ' * 16}\n"
    assert NOT_IN_DOCUMENTS.begins(await ask("What are the steps?", {"terms.md": text}))
