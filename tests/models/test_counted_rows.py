"""Questions for the number of a table's rows, and for more rows than an answer shows, without a model."""

from dataclasses import replace

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.domain import Chunk, Passage
from orc.ports import Grounding
from tests.models.test_extractive import ask as ask_documents
from tests.models.test_extractive import say

NAMES = [f"{first}{last}" for first in ("Nor", "Sol", "Vin", "Gre") for last in ("by", "dal", "ham", "ford", "wick")]
TOWNS = "Town | Schools | Chairs\n" + "\n".join(f"{name} | {i + 3} | {i * 7}" for i, name in enumerate(NAMES))


async def ask(question: str, text: str) -> str:
    return await ask_documents(question, {"list.xlsx": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ["How many towns are in the table?", "How many towns are there?"])
async def test_counts_the_rows(question: str) -> None:
    said = await ask(question, f"{TOWNS}\nTotal | 250 | 1330\n")
    assert said.startswith("20 rows:\n- Norby [1]\n- Nordal [1]\n")
    assert said.endswith("- and 10 more")
    assert "Total" not in said


@pytest.mark.req("AN-09")
async def test_counts_in_the_language_of_the_question() -> None:
    said = await ask("Wie viele Orte sind in der Tabelle?", TOWNS.replace("Town", "Ort"))
    assert said.startswith("20 Zeilen:\n- Norby [1]\n")


@pytest.mark.req("AN-09")
async def test_does_not_count_a_part_of_a_table() -> None:
    rows = TOWNS.split("\n")
    chunks = (Chunk("a", 0, 0, "\n".join(rows[:6])), Chunk("b", 900, 0, "\n".join(rows[10:16]), table_head=rows[0]))
    parts = [replace(chunk, end=chunk.start + len(chunk.text)) for chunk in chunks]
    passages = tuple(Passage("file", "list.xlsx", chunk, 0.0, ()) for chunk in parts)
    said = await say(Grounding("How many towns are in the table?", passages, ("list.xlsx",)))
    assert "6 rows" not in said
    assert "11 rows" not in said


@pytest.mark.req("AN-09")
async def test_does_not_count_rows_for_another_question() -> None:
    assert "rows" not in await ask("How many schools are there in Solham?", TOWNS)
    assert NOT_IN_DOCUMENTS.begins(await ask("How many bakers are in the table?", TOWNS))


@pytest.mark.req("AN-09")
async def test_says_how_many_rows_it_leaves_out() -> None:
    said = await ask("Schools and chairs", TOWNS)
    assert said.count("[1]") <= 40
    assert "and 10 more" in said
