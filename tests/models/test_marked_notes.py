"""An answer has the notes to which its sentences refer by a mark, and what is said above a table of its figures."""

import pytest

from tests.models.test_extractive import ask

pytestmark = pytest.mark.req("AN-04")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Repairs take 6 days*.\n\n* in August up to 20 days\n",
            "Repairs take 6 days*. [1]\n- in August up to 20 days [1]",
        ),
        ("Repairs take 6 days.*\n\n\\* Not of skis.\n", "Repairs take 6 days.* [1] \\* Not of skis. [1]"),
        ("Repairs take 6 days†.\n\nBring it in.\n\n† Not of skis.\n", "Repairs take 6 days†. [1] † Not of skis. [1]"),
        ("Repairs take 6 days¹.\n\n¹ Not of skis.\n", "Repairs take 6 days¹. [1] ¹ Not of skis. [1]"),
        ("Repairs take 6 days (1).\n\n(1) Not of skis.\n", "Repairs take 6 days (1). [1]\n- Not of skis. [1]"),
        (
            "Repairs take 6 days[^a].\n\nBring it in.\n\n[^a]: Not of skis. These take 9.\n\nSee you.\n",
            "Repairs take 6 days[^a]. [1] [^a]: Not of skis. [1] These take 9. [1]",
        ),
        (
            "Repairs take 6 days [1].\n\n[1] Not of skis.\n",
            "Repairs take 6 days &#x5b;1]. [1] &#x5b;1] Not of skis. [1]",
        ),
    ],
)
async def test_a_sentence_is_told_with_the_note_that_its_mark_refers_to(text: str, answer: str) -> None:
    assert await ask("How long do repairs take?", {"shop.md": text}) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Repairs *take* 6 days*.\n\n* skis\n* bikes\n",  # a list
        "Repairs *take* 6 days*.\n\n*Ask for skis.*\n",  # emphasis
        "Repairs take 6 days**.\n\n* Not of skis.\n",  # another mark
    ],
)
async def test_a_list_or_emphasis_is_no_note(text: str) -> None:
    assert await ask("How long do repairs take?", {"shop.md": text}) == f"{text.partition('\n')[0]} [1]"


async def test_a_row_is_told_with_the_note_of_its_name_or_heading() -> None:
    table = "| Sport | Fee† |\n|---|---|\n| Skiing* | 40 |\n| Rowing | 30 |\n\n* closed in March\n\n† for members\n"
    assert (await ask("What is the fee for skiing?", {"a.md": table})).endswith("† for members [1]")
    assert "closed in March" in await ask("What is the fee for skiing?", {"a.md": table})
    assert "closed" not in await ask("What is the fee for rowing?", {"a.md": table})


ROOMS = """\
# Halls to let

All prices in EUR, excluding VAT.

## Small halls

| Hall | Weekday | Weekend |
|---|---|---|
| Elm | 70 | 95 |
| Oak | 110 | 140 |

## Visitors (in thousands)

| Hall | 2023 | 2024 |
|---|---|---|
| Elm | 12 | 14 |
| Staff | 3 | 4 |

## Not to let

| Hall | Reason |
|---|---|
| Larch | damp |
| Birch | sold |
"""


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("How much is Oak at the weekend?", ["All prices in EUR, excluding VAT."]),
        ("How many visitors had Elm in 2024?", ["Visitors (in thousands)"]),
        ("Can I rent Larch?", ["Not to let"]),
    ],
)
async def test_a_cell_is_told_with_what_is_said_of_its_table(question: str, terms: list[str]) -> None:
    answer = await ask(question, {"halls.md": ROOMS})
    assert all(f"- {term} [1]" in answer for term in terms)


FIGURES = """\
# Figures in EUR millions

| | 2023 | 2024 |
|---|---|---|
| Sales | 4.5 | 5.1 |
| Staff | 31 | 36 |
"""


async def test_no_currency_is_the_unit_of_what_is_counted() -> None:
    assert "EUR millions" in await ask("What were sales in 2024?", {"f.md": FIGURES})
    assert "EUR" not in await ask("How many staff were there in 2024?", {"f.md": FIGURES})
