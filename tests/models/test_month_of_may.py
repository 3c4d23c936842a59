"""May is a month where it is not a verb in English, and where Mai is not "never" or "more" in other languages."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.text.tokens import content_words
from tests.models.test_extractive import ask

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}


def table(title: str, head: str, months: str) -> dict[str, str]:
    rows = (f"| {month} | {301 + 7 * n} | {412 + 9 * n} |" for n, month in enumerate(months.split()))
    return {"use.md": "\n".join([f"# {title}", "", f"| {head} | 2024 | 2023 |", "|---|---|---|", *rows])}


ELECTRICITY = table("Electricity consumption in kWh", "Month", MONTHS["en"])
STROM = table("Stromverbrauch in kWh", "Monat", MONTHS["de"])
COURANT = table("Consommation d'électricité en kWh", "Mois", MONTHS["fr"])
VISITORS = table("Visitors of the museum", "Month", MONTHS["en"])


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("documents", "question", "figure"),
    [
        (ELECTRICITY, "What was the consumption in May 2024?", "329"),
        (ELECTRICITY, "What was the consumption in may 2023?", "448"),
        (ELECTRICITY, "consumption May 2024", "329"),
        (ELECTRICITY, "How much electricity was consumed in May of 2023?", "448"),
        (VISITORS, "How many visitors were there in May 2024?", "329"),
        (STROM, "Wie hoch war der Stromverbrauch im Mai 2024?", "329"),
        (STROM, "Stromverbrauch Mai 2023", "448"),
        (COURANT, "Quelle était la consommation en mai 2024 ?", "329"),
        (COURANT, "Quelle était la consommation au mois de mai 2023 ?", "448"),
    ],
)
async def test_the_figure_of_may_answers(documents: dict[str, str], question: str, figure: str) -> None:
    told = await ask(question, documents)
    assert told.startswith(figure), told
    assert told.count("[1]") == told.count("\n") + 1 <= 3


async def test_a_question_for_may_is_not_answered_by_another_month() -> None:
    spring = table("Electricity consumption in kWh", "Month", "March April June")
    assert NOT_IN_DOCUMENTS in await ask("What was the consumption in May 2024?", spring)


@pytest.mark.parametrize(
    "text",
    [
        "The tenant may leave.",
        "Tenants may, in June, leave",
        "It may 20 times",
        "MAY THE TENANT LEAVE?",
    ],
)
def test_the_verb_is_no_month(text: str) -> None:
    assert "mai" not in content_words(text)


@pytest.mark.parametrize("text", ["1 May 2024", "MAY 2024", "from April to May", "| May |", "01-May-24", "en mai"])
def test_the_month_is_a_word(text: str) -> None:
    assert "mai" in content_words(text)
