"""Messages that ask for everything of a kind, without a model: all dates, all amounts, who is named, how many items."""

import pytest

from orc.documents.evidence.listed_kinds import asks_for_every_kind
from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

MINUTES = (
    "# Council of Oberau\n\nPresent: Nora Lenz, Emil Brock.\n\n## Works\n\nThe dam is inspected on 3 March 2026. "
    "The sluice costs 4,200 euros. The old barn was sold to Ida Falk for 900 euros on 9 May 2025.\n\n"
    "## Risks\n\n1. The dam leaks.\n2. The sluice is rusty.\n3. The pump is old.\n\n## Next\n\nNothing.\n"
)
RELEVE = "# Conseil\n\nPrésents : Nora Lenz, Emil Brock.\n\nLe barrage est inspecté le 3 mars 2026.\n"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "said", "unsaid"),
    [
        (MINUTES, "List all dates", ["3 March 2026", "9 May 2025"], ["sluice costs", "rusty"]),
        (MINUTES, "List all amounts", ["4,200", "900"], ["inspected"]),
        (MINUTES, "Who is mentioned?", ["Nora Lenz", "Ida Falk"], ["rusty"]),
        (MINUTES, "Who was there?", ["Present: Nora Lenz, Emil Brock."], ["Ida Falk"]),
        (MINUTES, "How many risks are there?", ["3:", "leaks", "rusty", "old. [1]"], ["Nothing"]),
        (RELEVE, "Liste toutes les dates", ["3 mars 2026"], ["Présents"]),
        (RELEVE, "Qui était présent ?", ["Nora Lenz"], ["barrage"]),
    ],
)
async def test_everything_of_a_kind_is_listed(text: str, question: str, said: list[str], unsaid: list[str]) -> None:
    answer = await ask(question, {"note.md": text})
    assert all(each in answer for each in said)
    assert not any(each in answer for each in unsaid)


@pytest.mark.req("AN-07")
async def test_things_that_are_no_items_are_not_counted() -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask("How many barns are there?", {"note.md": MINUTES}))
    assert NOT_IN_DOCUMENTS.begins(await ask("List all amounts", {"note.md": RELEVE}))


@pytest.mark.parametrize(
    "question",
    ["When are the dates of the exam?", "List the dates of the trip", "Show the costs", "What data is there?"],
)
def test_a_question_about_some_dates_is_no_list_of_all(question: str) -> None:
    assert not asks_for_every_kind(question)
