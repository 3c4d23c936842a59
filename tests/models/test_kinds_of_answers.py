"""Without a model, a sentence with the kind of answer that a question asks for comes first."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

BYLAWS = """\
Notice of meetings of the board, with its agenda, is given in writing to every member. The board meets at least once a
month during the year. No person holds more than four (4) votes at the annual meeting. The annual meeting is called in
October.

A spoilt ballot counts for the quorum of members in a referendum. A referendum needs votes from 5% of the members to be
valid.

Während der Mietzeit kann der Mieter ein Konto für die Miete einrichten. Die Miete ist bis zum dritten Werktag zu
zahlen.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How often does the board meet?", "The board meets at least once a month during the year. [1]"),
        ("When is the annual meeting held?", "The annual meeting is called in October. [1]"),
        (
            "What share of members must vote for a referendum to be valid?",
            "A referendum needs votes from 5% of the members to be valid. [1]",
        ),
        ("Bis wann muss ich die Miete zahlen?", "Die Miete ist bis zum dritten Werktag zu zahlen. [1]"),
    ],
)
async def test_the_kind_of_answer_decides_between_sentences(question: str, answer: str) -> None:
    assert await ask(question, {"bylaws.txt": BYLAWS}) == answer


TREASURER = """\
The treasurer, dues and the budget are mentioned in clauses about chairs, members, guests, meetings, minutes, votes,
quorum, elections, recalls, appeals, posters, notices, rooms, keys, lockers, printers, fridges, parties, concerts,
trips, buses, grants, loans, audits, banks, receipts, refunds, fines, deposits, jackets, badges, mugs, stickers, flags,
drums, trumpets, statues, windows and doors. The treasurer writes the budget in May.
"""


@pytest.mark.req("AN-09")
async def test_a_long_sentence_comes_after_a_short_one_with_the_same_words() -> None:
    answer = await ask("What does the treasurer do with the budget?", {"statutes.txt": TREASURER})
    assert answer.startswith("The treasurer writes the budget in May. [1]")


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("document", "question"),
    [
        ("Notice of meetings of the board is given in writing to every member.", "How often is notice given?"),
        ("A spoilt ballot counts for the quorum of members in a vote.", "What share of members is the quorum?"),
        ("Während der Mietzeit zahlt der Mieter die Miete.", "Bis wann muss ich die Miete zahlen?"),
        ("No person holds more than four (4) votes at the annual meeting.", "When is the annual meeting held?"),
    ],
)
async def test_a_sentence_without_the_kind_of_answer_is_none(document: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"bylaws.txt": document}))
