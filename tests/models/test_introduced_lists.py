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
