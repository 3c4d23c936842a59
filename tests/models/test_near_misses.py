"""Questions beside which a text states something near, without a model: another end, member, day, price or person."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

COURSE = (
    "The pottery course begins on 3 March. Arrival at the mill is from 14:00. The next excursion is on 9 April. "
    "The course costs 240 euros.\n"
)
KURS = (
    "Der Töpferkurs beginnt am 3. März. Das Honorar beträgt 900 Euro im Monat. Das Foyer öffnet um 9 Uhr."
    " Die Frist beträgt drei Monate. In der Probewoche beträgt sie zwei Tage.\n"
)
STAGE = "Le cours de poterie débute le 3 mars 2026. Le loyer est de 640 euros par mois. L'atelier a été repeint.\n"
CURSO = "El curso de cerámica empieza el 3 de marzo. La cuota es de 40 euros al mes.\n"
FERRIES = (
    "Ferry KL 20 leaves from pier 2. Ferry KL 24 leaves from pier 5. Ferry ZW 7 is out of service.\n\n"
    "The TR-40 weighs 3 kg. The TR-60 has a steel frame.\n"
)
MILL = (
    "# The mill at Oberau\n\nThe mill was built in 1832. It has three millstones. The weir is 300 metres away.\n\n"
    "In 2024 the mill had 5,100 visitors. A locker costs 2 euros a day. The mill has a shop.\n\n"
    "On 6 June the tours end at 14:00. The north gate is 3 metres wide. Adults pay 8 euros.\n"
)
STAFF = (
    "Present: Nora Lenz, Emil Brock.\n\nEmil is on leave from 3 to 9 May. Nora replaces him. "
    "The repair of the roof took place on 4 May at the depot.\n\n1. The tenant, Mr Voss, denies this.\n"
)
RECORD = "# Record of the meeting, 4 June 2024\n\nPresent: Nora Lenz.\n\n## Item 1: Ferry\n\nIt was put off to May.\n"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (COURSE, "When does the pottery course end?"),
        (COURSE, "When is the departure from the mill?"),
        (COURSE, "When was the last excursion?"),
        (KURS, "Wann endet der Töpferkurs?"),
        (KURS, "Wie hoch ist das Honorar im Jahr?"),
        (STAGE, "Quand se termine le cours de poterie ?"),
        (STAGE, "Quel est le loyer par semaine ?"),
        (CURSO, "¿Cuándo termina el curso de cerámica?"),
        (FERRIES, "From which pier does KL 28 leave?"),
        (FERRIES, "How much does the TR-60 weigh?"),
        (FERRIES, "Does the TR-40 have a steel frame?"),
        (MILL, "Who built the mill?"),
        (MILL, "How deep is the weir?"),
        (MILL, "How much does the shop cost?"),
        (MILL, "How many visitors did the mill have in May 2024?"),
        (MILL, "When do the tours end on 5 June?"),
        (MILL, "How wide is the south gate?"),
        (MILL, "How much do children pay?"),
        ("Students pay 5 euros. Pensioners are welcome.", "How much do pensioners pay?"),
        ("Gli studenti pagano 30 euro.", "Quanto pagano i pensionati?"),
        (STAGE, "Quel est le loyer du garage ?"),
        (STAFF, "When is Nora on leave?"),
        (STAFF, "Who repaired the roof?"),
        (STAFF, "When did Mr Voss move in?"),
        (RECORD, "When is the next meeting?"),
        (KURS, "Wie lang ist die Probewoche?"),
        (STAFF, "When was the dam repair?"),
    ],
)
async def test_a_sentence_about_a_near_thing_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.md": text}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (COURSE, "When does the pottery course begin?", "3 March"),
        (COURSE, "When is the next excursion?", "9 April"),
        (KURS, "Wie hoch ist das Honorar im Monat?", "900 Euro"),
        (STAGE, "Quand débute le cours de poterie ?", "3 mars"),
        (CURSO, "¿Cuál es la cuota al mes?", "40 euros"),
        (FERRIES, "From which pier does KL 24 leave?", "pier 5"),
        (MILL, "When was the mill built?", "1832"),
        (MILL, "How far away is the weir?", "300 metres"),
        (MILL, "How much does a locker cost?", "2 euros"),
        (MILL, "When do the tours end on 6 June?", "14:00"),
        (MILL, "How wide is the north gate?", "3 metres"),
        (STAFF, "When is Emil on leave?", "3 to 9 May"),
        (STAFF, "Who replaces Emil?", "Nora"),
        ("The course begins on 3 March and runs until 9 May.", "When does the course end?", "9 May"),
        ("The ticket is valid from 3 to 9 May.", "Is the ticket valid on 5 May?", "3 to 9 May"),
        (
            "The museum is at sea. For the museum, entry costs 6 euros.",
            "How much does the museum cost?",
            "6 euros",
        ),
        ("Students pay 5 euros.", "How much do students pay?", "5 euros"),
        (STAGE, "Quel est le loyer de l'atelier ?", "640 euros"),
        ("Only adults may use the sauna.", "May children use the sauna?", "Only adults"),
    ],
)
async def test_the_thing_itself_is_still_an_answer(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.md": text})
