"""Messages with several questions, without a model."""

import pytest

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import confidences
from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

FILES = {
    "lease.txt": "The landlord is Alba Ltd. The rent is 900 euros a month. The term begins on 1 May 2025.",
    "audit.txt": "The accounts were audited by Bode & Partner.",
}
LANDLORD, RENT, TERM, AUDITOR = (
    "The landlord is Alba Ltd. [1]",
    "The rent is 900 euros a month. [1]",
    "The term begins on 1 May 2025. [1]",
    "The accounts were audited by Bode & Partner. [2]",
)
NOT_HOW_MUCH = "The documents do not answer “How much is it?”"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("message", "answers"),
    [
        ("Who is the landlord and how much is the rent?", [LANDLORD, RENT]),
        ("Who is the landlord? And who is the auditor?", [LANDLORD, AUDITOR]),
        ("Who is the landlord, when does the term begin and how much is the rent?", [LANDLORD, TERM, RENT]),
        ("Who is the landlord and who is the tenant?", [LANDLORD, "The documents do not answer “who is the tenant?”"]),
        ("Who is the plumber and who is the gardener?", [NOT_IN_DOCUMENTS]),
        ("How much is the rent and when is it due?", [RENT, "The documents do not answer “when is it due?”"]),
        ("When does the term begin and who is the landlord of it?", [TERM, LANDLORD]),
        ("How much is it, when does it begin, and who is the landlord?", [TERM, LANDLORD, NOT_HOW_MUCH]),
        ("Who is the landlord and is there a garden?", [LANDLORD, "The documents do not answer “is there a garden?”"]),
        ("Who are the landlord and the auditor?", [LANDLORD, AUDITOR]),
        ("Who are the landlord and the plumber?", [LANDLORD, "The documents do not answer “Who is the plumber?”"]),
        ("rent\n\nlandlord\n\nterm", [RENT, LANDLORD, TERM]),
        ("rent\npool", [RENT, "The documents do not answer “pool”"]),
        ("- Rent\n- Landlord?", [RENT, LANDLORD]),
        ("How much is the rent and from when does the term run?", [RENT, TERM]),
    ],
)
async def test_each_question_of_a_message_is_answered_or_named(message: str, answers: list[str]) -> None:
    assert (await ask(message, FILES)).split("\n\n") == answers


@pytest.mark.req("AN-07")
def test_a_message_is_as_certain_as_its_best_question() -> None:
    texts = list(FILES.items())
    names = {name: name for name in FILES}
    both = confidences("Who is the gardener and who is the landlord?", texts, texts, names)
    assert max(both) >= ANSWERED
    assert max(confidences("Who is the gardener and who is the plumber?", texts, texts, names)) < ANSWERED


FARES = "Fahrplan der Seilbahn, gültig ab 10. Dezember 2023\n\nEine Tageskarte kostet 18 Euro. Kinder fahren kostenlos."
ZWEMBAD = "Het zwembad is open van mei tot september. Een kaartje kost 6 euro."
BAZEN = "Bazén je otevřen od května do září. Vstupné je 120 Kč. Správcem je Jan Malý."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "message", "answers"),
    [
        (
            FARES,
            "Was kostet eine Tageskarte und ab wann gilt der Fahrplan?",
            ["Eine Tageskarte kostet 18 Euro. [1]", "Fahrplan der Seilbahn, gültig ab 10. Dezember 2023 [1]"],
        ),
        (
            FARES,
            "Was kostet eine Tageskarte und bis wann gilt der Gutschein?",
            [
                "Eine Tageskarte kostet 18 Euro. [1]",
                "Die Dokumente beantworten nicht „bis wann gilt der Gutschein?“",
            ],
        ),
        (
            ZWEMBAD,
            "Wat kost een kaartje en wanneer is het zwembad open?",
            ["Een kaartje kost 6 euro. [1]", "Het zwembad is open van mei tot september. [1]"],
        ),
        (
            BAZEN,
            "Kolik je vstupné a kdo je správcem?",
            ["Vstupné je 120 Kč. [1]", "Správcem je Jan Malý. [1]"],
        ),
    ],
)
async def test_questions_are_told_apart_in_several_languages(text: str, message: str, answers: list[str]) -> None:
    assert (await ask(message, {"notice.txt": text})).split("\n\n") == answers


async def test_a_sentence_with_an_i_is_one_question() -> None:
    text = {"app.txt": "Positions are deleted 48 hours after the hike ends. Saved maps refresh every 30 days."}
    assert (await ask("How long do you keep where I was after a hike?", text)).startswith("Positions are deleted")
