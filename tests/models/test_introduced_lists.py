"""Without a model, a list item is quoted with the sentence that introduces its list."""

import pytest

from tests.models.test_extractive import ask

RULES = """\
# Posters

1. Posters are limited to ten pages for candidates of the board.
1. Posters shall not:
   1. Be placed on other posters or notices;
   1. Be posted in restrooms in any building;
   1. Be posted outdoors unless on a public message board.
1. Banners are fined with 20 euros for each day.

Funds cannot be used to purchase:

a. Alcohol
b. Stationery

Members leave the club by:

- resignation in writing,
- exclusion by the board.

The form is on the website.
"""


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "May posters be posted in restrooms?",
            "- Posters shall not: [1]\n  - Be posted in restrooms in any building; [1]",
        ),
        ("Can alcohol be purchased from the funds?", "Funds cannot be used to purchase: [1]\n- Alcohol [1]"),
        ("Does the exclusion need the board?", "Members leave the club by: [1]\n- exclusion by the board. [1]"),
    ],
)
async def test_an_item_follows_the_sentence_that_introduces_it(question: str, answer: str) -> None:
    assert answer in await ask(question, {"rules.md": RULES})


@pytest.mark.req("AN-04")
async def test_what_follows_a_list_is_not_introduced_with_it() -> None:
    assert "shall not" not in await ask("How are banners fined?", {"rules.md": RULES})
    assert "Members leave" not in await ask("Where is the form?", {"rules.md": RULES})


GUESTS = """\
Guests may:

- use the terrace
- use the pool

They may not:

- use the sauna
- feed the ducks

It is forbidden to swim after sunset.
"""
NESTED = """\
- Members may:
  - vote in the meeting
  - use the boats
- Guests may not:
  - use the boats
  - bring animals
    - dogs

The tariff does not apply to:

a) ships of the navy
b) ships that carry:
   - mail
c) boats under 5 m
"""
BANK = """\
The bank may end the loan if:

1. the borrower is in default, or

the borrower has given false information;

2. the house is sold. It is the security of the loan.
3. the borrower dies.
"""
COVER = """\
# Travel insurance

## What is covered

- medical costs up to 2 million euros

## What is not covered

- damage by war
- lost cash
"""


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (GUESTS, "May guests feed the ducks?", "They may not: [1]\n- feed the ducks [1]"),
        (GUESTS, "May guests use the pool?", "Guests may: [1]\n- use the pool [1]"),
        (GUESTS, "Is swimming after sunset forbidden?", "It is forbidden to swim after sunset. [1]"),
        (NESTED, "May members use the boats?", "- Members may: [1]\n  - use the boats [1]"),
        (NESTED, "May guests use the boats?", "- Guests may not: [1]\n  - use the boats [1]"),
        (
            NESTED,
            "May guests bring dogs?",
            "- Guests may not: [1]\n  - bring animals [1]\n    - dogs [1]",
        ),
        (
            NESTED,
            "Does the tariff apply to mail?",
            "The tariff does not apply to: [1]\n- ships that carry: [1]\n  - mail [1]",
        ),
        (
            NESTED,
            "Does the tariff apply to boats under 5 m?",
            "The tariff does not apply to: [1]\n- boats under 5 m [1]",
        ),
        (
            BANK,
            "Can the bank end the loan if the house is sold?",
            "The bank may end the loan if: [1]\n- the house is sold.",
        ),
        (
            BANK,
            "Can the bank end the loan if the borrower dies?",
            "The bank may end the loan if: [1]\n- the borrower dies.",
        ),
        (COVER, "Is damage by war covered?", "What is not covered [1]\n- damage by war [1]"),
        (COVER, "Is lost cash covered?", "What is not covered [1]\n- lost cash [1]"),
        (COVER, "What is not covered?", "What is not covered [1]\n- damage by war [1]\n- lost cash [1]"),
    ],
)
async def test_an_item_is_quoted_with_all_that_introduces_it(text: str, question: str, answer: str) -> None:
    assert answer == (await ask(question, {"rules.md": text}))[: len(answer)]


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("mark", ["-", "–", "●", "○", "➢", "(ii)", "ii.", "2)", "(b)"])
async def test_the_marks_of_lists_are_known(mark: str) -> None:
    text = f"Workers must not:\n\n{mark} enter the cabin in a storm;\n{mark} smoke on the crane;\n"
    answer = "Workers must not: [1]\n- smoke on the crane; [1]"
    assert await ask("May workers smoke on the crane?", {"rules.md": text}) == answer


@pytest.mark.req("AN-04")
async def test_a_line_that_ends_in_a_comma_introduces_the_items_below_it() -> None:
    text = "Tusolind is not to be taken\nby people,\n- who cannot eat nuts,\n- who have asthma.\n\nIt is a pill.\n"
    answer = "Tusolind is not to be taken by people [1]\n- who have asthma. [1]"
    assert await ask("Can people who have asthma take Tusolind?", {"leaflet.md": text}) == answer


@pytest.mark.req("AN-04")
async def test_an_item_is_no_part_of_what_follows_its_list() -> None:
    text = "Members may not:\n\n1. smoke in the rooms\n2. park in the yard overnight\n\nThe pool is closed at night.\n"
    assert "may not: [1]\n- park in the yard" in await ask("Can I park in the yard overnight?", {"rules.md": text})
    assert "park" not in await ask("When is the pool closed?", {"rules.md": text})


@pytest.mark.req("AN-04")
async def test_a_heading_without_a_word_that_counts_denies_the_items_below_it() -> None:
    text = "# Guests\n\n- swim in the pool\n\n## May not\n\n- bring pets\n"
    assert await ask("May I bring pets?", {"rules.md": text}) == "May not [1]\n- bring pets [1]"


@pytest.mark.req("AN-04")
async def test_an_item_in_another_passage_than_its_introduction_is_quoted_with_it() -> None:
    items = "\n".join(f"{i}. damage number {i}, such as that by event {i} of whatever kind;" for i in range(1, 40))
    text = f"Insurance\n\nThe following are not insured:\n\n{items}\n"
    answer = await ask("Is damage number 36 insured?", {"policy.md": text})
    assert answer.startswith("The following are not insured: [")
    assert "\n- damage number 36" in answer


@pytest.mark.req("AN-04")
async def test_a_whole_sentence_below_a_denying_heading_stands_alone() -> None:
    text = f"{COVER}\nThe premium is 40 euros a year.\n"
    assert await ask("How much is the premium?", {"rules.md": text}) == "The premium is 40 euros a year. [1]"
