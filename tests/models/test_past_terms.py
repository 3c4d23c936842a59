"""Questions about what is so now, beside what was so until a year, without a model."""

import pytest

from tests.models.test_extractive import ask

CLUB = (
    "Chair until 2022: Ada Roe. Since 2022: Ben Fox.\n\nThe fee was 12 euros until 2023. From 2024 it is 15 euros.\n\n"
    "The coach until 2021 was Cora Lund. The bar opens at 9:00. The coach is Dora Pike.\n"
)
TARIEF = "Het tarief was 12 euro tot 2023. Vanaf 2024 is het 15 euro. De bar opent om 9 uur.\n"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (CLUB, "Who is the chair?", "Chair until 2022: Ada Roe. [1] Since 2022: Ben Fox. [1]"),
        (CLUB, "What is the fee?", "The fee was 12 euros until 2023. [1] From 2024 it is 15 euros. [1]"),
        (CLUB, "What was the fee in 2023?", "The fee was 12 euros until 2023. [1]"),
        (CLUB, "Who is the coach?", "The coach is Dora Pike. [1]"),
        (TARIEF, "Wat is het tarief?", "Het tarief was 12 euro tot 2023. [1] Vanaf 2024 is het 15 euro. [1]"),
    ],
)
async def test_what_was_so_until_a_year_is_not_given_alone(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"note.md": text}) == answer
