"""Questions for the note to which a row of a table refers, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask as ask_documents

COSTS = """\
In EUR | 2025 | 2024
Heating (a) | 812 | 790
Other items (b) | 95 | 121
Garden* | 40 | 38
Water | 51 | 50

(a) Gas for the hall and the library.
(b) Mainly stamps, keys and repairs of bicycles. |  |
* Paid by the tenants since May.
"""


async def ask(question: str, text: str) -> str:
    return await ask_documents(question, {"list.xlsx": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What do other items consist of?", "Mainly stamps, keys and repairs of bicycles."),
        ("What do the other items include?", "Mainly stamps, keys and repairs of bicycles."),
        ("What are other items?", "Mainly stamps, keys and repairs of bicycles."),
        ("What is meant by heating?", "Gas for the hall and the library."),
        ("What does heating consist of?", "Gas for the hall and the library."),
    ],
)
async def test_gives_the_note(question: str, answer: str) -> None:
    assert answer in await ask(question, COSTS)


@pytest.mark.req("AN-09")
async def test_gives_the_row_to_a_question_for_its_figures() -> None:
    assert (await ask("What were the other items in 2025?", COSTS)).startswith("95 [1]")
    assert (await ask("What are other items in 2025?", COSTS)).startswith("95 [1]")


@pytest.mark.req("AN-09")
async def test_gives_no_note_of_another_row() -> None:
    said = await ask("What does water consist of?", COSTS)
    assert NOT_IN_DOCUMENTS.begins(said) or "Gas" not in said
