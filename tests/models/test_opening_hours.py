"""When a place is open, which is not when it was opened."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

MUSEUM = "The museum opened in May 1950 in a warehouse. {} It shows paintings of ships. Concerts are held in July."
LADEN = "Der Laden wurde im Mai 1987 eröffnet. {} Parkplätze sind hinter dem Haus."
PISCINA = "La piscina fue inaugurada en mayo de 1975. {} En julio la piscina celebra una fiesta."
PISCINE = "La piscine a été inaugurée en mai 1975. {} Un tournoi a lieu à la piscine en juillet."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "said", "question"),
    [
        (MUSEUM, "Open 9 to 5, closed on Mondays.", "What are the opening hours?"),
        (MUSEUM, "Hours: 9-17.", "What are the museum's opening hours?"),
        (MUSEUM, "Open 9 to 5, closed on Mondays.", "When is the museum open?"),
        (MUSEUM, "Monday to Friday: 10am - 7pm.", "What are the opening hours?"),
        (MUSEUM, "The museum is open daily from 10 a.m.", "When does the museum open?"),
        (LADEN, "Geöffnet: Mo-Fr 9-18 Uhr.", "Was sind die Öffnungszeiten?"),
        (LADEN, "Er ist von 9 bis 18 Uhr geöffnet.", "Wann hat der Laden geöffnet?"),
        (PISCINA, "La piscina abre a las 9:00.", "¿Cuándo abre la piscina?"),
        (PISCINA, "La piscina abre del 1 de junio al 15 de septiembre.", "¿Cuándo abre la piscina?"),
        (PISCINA, "La piscina abre a las 9:00.", "¿A qué hora abre la piscina?"),
        (PISCINA, "El horario de la piscina es de 9:00 a 20:00.", "¿Cuál es el horario de apertura?"),
        (PISCINE, "La piscine ouvre à 8 h 30.", "Quand ouvre la piscine ?"),
        (PISCINE, "La piscine est ouverte de 8 h 15 à 18 h 30.", "Quelles sont les heures d'ouverture ?"),
    ],
)
async def test_a_question_for_opening_hours_gets_the_hours(text: str, said: str, question: str) -> None:
    assert await ask(question, {"place.txt": text.format(said)}) == f"{said} [1]"
    assert await ask(question, {"place.txt": text.format("Come in.")}) == NOT_IN_DOCUMENTS.to(question)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "year"),
    [
        (MUSEUM, "When did the museum open?", "1950"),
        (MUSEUM, "When was the museum opened?", "1950"),
        (LADEN, "Wann wurde der Laden eröffnet?", "1987"),
        (PISCINA, "¿Cuándo fue inaugurada la piscina?", "1975"),
        (PISCINE, "Quand la piscine a-t-elle été inaugurée ?", "1975"),
    ],
)
async def test_a_question_for_the_day_of_the_opening_gets_the_day(text: str, question: str, year: str) -> None:
    answer = await ask(question, {"place.txt": text.format("Geöffnet: 9-18 Uhr. Open 9 to 5. Abre a las 9:00.")})
    assert year in answer
    assert "9" not in answer.replace(year, "")


@pytest.mark.req("AN-09")
async def test_a_time_of_closing_is_not_one_of_opening() -> None:
    text = "La biblioteca abre a las 9:00. En agosto hay talleres en la biblioteca."
    question = "¿Cuándo cierra la biblioteca?"
    assert await ask(question, {"biblioteca.txt": text}) == NOT_IN_DOCUMENTS.to(question)


@pytest.mark.req("AN-09")
async def test_a_month_or_a_day_in_another_language_is_a_time() -> None:
    text = "En julio se celebra la fiesta del agua. La piscina fue reformada en 2019. Cuesta 4 euros."
    assert await ask("¿Cuándo es la fiesta del agua?", {"piscina.txt": text}) == f"{text.partition('. ')[0]}. [1]"
