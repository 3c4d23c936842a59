"""Without a model, a question for the name, the number, the height or the pay of one thing is not answered with those
of another."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

HARBOUR = """\
The harbour of Ellin

On the quay there stood a baker by the name of Jonas Brill, who sold rolls to the crews. Ada Brill, his daughter, sang
on Sundays. The ferry Sea Holly sails to the islands. Behind the old mill lived Captain Moor with a parrot called
Father Tim.

The new pier has a length of 90 metres. The lighthouse is 31 metres tall. Ms Okafor paid for her boat in two parts.
"""
LIFTS = """\
Notes on the lifts

In spring we changed the maker of the doors. Cables are checked by Brandt & Vale, who also wrote the manual. Of our
tenants, 140 took part in the survey. The house has 310 tenants. Next review: March 2027.

| Site | Employees | Faults |
|---|---|---|
| Leeds | 42 | 3 |
| York | 17 | 1 |

## Next inspection

Monday 4 May, 9:30. Bring the keys.

The next fire drill is in June, the next meeting of all in July.
"""
TABLETS = """\
Lerovan

Lerovan eases pain. Adults took 20 mg in the evening. Children must not take it. Swelling was rare with the evening
dose.
"""
COURSES = """\
Evening courses of our school

| Title | Teacher | Day | Weeks |
|---|---|---|---|
| Spanish Level 1 | Carlos Ibarra | Monday | 12 |
| Greek Level 2 | Eleni Moros | Tuesday | 8 |
| Advanced Sign Language | Dawn Prior | Friday | 20 |
"""
LIFE = """\
Mara Holm

Mara Holm founded a prize for chemists under 35. After the death of her husband, Rolf Berg, she wrote her memoirs, which
were translated into six languages. Last autumn a child was nearly hit by a tram near the old mill.
"""
VIGNE = "Le domaine\n\nMme Vautrin a repris les 14 hectares de son oncle. Le chien du domaine, Filou, dort au soleil.\n"
TOWN = """\
Ellin

With 17,460 inhabitants Ellin is the second largest town of the island after Kvala. It is known for its lace. The
company of weavers was founded in 1811 and has 90 members today.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (HARBOUR, "What is the name of the quay?"),
        (HARBOUR, "What was the name of the mill?"),
        (HARBOUR, "What was the name of the baker's father?"),
        (HARBOUR, "How tall is the pier?"),
        (HARBOUR, "What is her salary on the boat?"),
        (HARBOUR, "What is Brill's share of the rolls?"),
        (LIFTS, "Which company made the doors?"),
        (LIFTS, "How many people work in Hull?"),
        (COURSES, "Who teaches Italian Level 1?"),
        (COURSES, "In which country was the school founded?"),
        (TOWN, "What is the population of Kvala?"),
        (LIFE, "How old was Rolf Berg when he died?"),
        (LIFE, "Where is she buried?"),
        (LIFE, "Which six languages were the memoirs translated into?"),
        (LIFE, "Which child was nearly hit by the tram?"),
        (VIGNE, "Comment s'appelle l'oncle de Mme Vautrin ?"),
    ],
)
async def test_what_belongs_to_another_thing_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"notes.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (HARBOUR, "What is the name of the ferry?", "Sea Holly"),
        (HARBOUR, "What was the name of the baker?", "Jonas Brill"),
        (HARBOUR, "What is the name of the baker's daughter?", "Ada Brill"),
        (HARBOUR, "How tall is the lighthouse?", "31 metres"),
        (LIFTS, "Which company checks the cables?", "Brandt & Vale"),
        (LIFTS, "How many people work in Leeds?", "42"),
        (LIFTS, "How many tenants does the house have?", "310"),
        (COURSES, "Who teaches Greek Level 2?", "Eleni Moros"),
        (COURSES, "How many weeks does Sign Language run?", "20"),
        (TOWN, "What is the population of Ellin?", "17,460"),
        (VIGNE, "Comment s'appelle le chien ?", "Filou"),
        (TABLETS, "What dose was used?", "20 mg"),
    ],
)
async def test_the_same_questions_are_answered_of_the_thing_itself(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"notes.txt": text})


@pytest.mark.req("AN-07")
async def test_the_first_sentence_under_the_heading_that_the_question_repeats_answers_it() -> None:
    minutes = (
        "Minutes\n\nThe policy was reviewed. Next review: March 2026.\n\n## 9. Next meeting\n\nTuesday 13 May, 7 pm.\n"
    )
    assert (await ask("When is the next meeting?", {"minutes.md": minutes})).startswith("Tuesday 13 May, 7 pm.")


RENTS = "Mr Lindqvist pays 300 euros. Ms Orr pays 200 euros. Mr Lindqvist arrives on 3 May."
MIETEN = "Herr Vogel zahlt 300 Euro. Frau Orr zahlt 200 Euro. Herr Vogel kommt am 3. Mai."
ALQUILER = "El señor Ruiz paga 300 euros. La señora Orr paga 200 euros."


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (RENTS, "What does David Lindqvist pay?", "Mr Lindqvist pays 300 euros."),
        (RENTS, "What does Mr David Lindqvist pay?", "Mr Lindqvist pays 300 euros."),
        (RENTS, "When does David Lindqvist arrive?", "Mr Lindqvist arrives on 3 May."),
        (RENTS, "How much does Laura Orr pay?", "Ms Orr pays 200 euros."),
        (MIETEN, "Was zahlt Petra Orr?", "Frau Orr zahlt 200 Euro."),
        (MIETEN, "Was zahlt Herr Vogel?", "Herr Vogel zahlt 300 Euro."),
        ("Ms Lopez is away. Mr Kent is her deputy.", "What is the name of Ms Lopez's deputy?", "Mr Kent"),
        ("Ms Lopez is away. Mr Kent is her deputy.", "What is the name of the deputy of Ms Lopez?", "Mr Kent"),
        ("Ms Orr stands in for Ms Vogel.", "Who stands in for Ms Vogel?", "Ms Orr stands in for Ms Vogel."),
    ],
)
async def test_a_title_with_the_surname_is_the_person_with_the_full_name(text: str, question: str, answer: str) -> None:
    assert (await ask(question, {"notes.txt": text})).startswith(answer)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (RENTS, "What does Anna Lindqvist pay?"),
        (RENTS, "What does Peter Orr pay?"),
        (f"{RENTS} Ms Lindqvist pays 250 euros.", "What does Martin Lindqvist pay?"),
        (f"{RENTS} Peter Lindqvist has left.", "What does David Lindqvist pay?"),
        (f"{RENTS} P. Lindqvist has left.", "What does David Lindqvist pay?"),
        (MIETEN, "Was zahlt Frau Vogel?"),
        (MIETEN, "Was zahlt Petra Vogel?"),
        (MIETEN, "Wann kommt Frau Vogel?"),
        (ALQUILER, "¿Cuánto paga la señora Ruiz?"),
        ("Ms Harper may enter the vault.", "May Jonas Harper enter the vault?"),
    ],
)
async def test_another_title_or_first_name_is_another_person(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"notes.txt": text}))
