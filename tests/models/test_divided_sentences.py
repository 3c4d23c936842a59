"""A sentence that the end of a page divides is quoted whole."""

import pytest

from tests.models.test_extractive import ask

PAGES = """\
The bank keeps the records of all transfers for ten years. For transfers abroad, the bank shall not

be liable for losses caused by strikes, by war or by a failure of the power supply. Losses are reported within a week.
"""
LISTED = """\
Things that members bring to the harbour

rope

lamps for the night watch

The fee for a berth is 40 euros a year.
"""


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("cause", ["strikes", "war"])
async def test_both_halves_of_a_divided_sentence_answer(cause: str) -> None:
    answer = await ask(f"Is the bank liable for losses caused by {cause}?", {"terms.md": PAGES})
    assert answer.startswith("For transfers abroad, the bank shall not [1] be liable for losses")


@pytest.mark.req("AN-04")
async def test_a_whole_sentence_after_a_heading_is_quoted_alone() -> None:
    assert await ask("How much is the fee for a berth?", {"terms.md": LISTED}) == (
        "The fee for a berth is 40 euros a year. [1]"
    )
