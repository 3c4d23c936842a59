"""Answers from documents of more than a page or two, without a model."""

from dataclasses import replace

import pytest

from orc.documents.evidence.judging import confidences
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.search.synonyms import Synonyms
from orc.ports import Grounding
from tests.models.test_extractive import passages_of, say

HANDBOOK = """# Handbook

## Illness

If you are ill, tell your manager by 9:30 on the first day. A doctor's note is required from the eighth calendar day.

## Training

Whoever leaves within one year of a course that cost more than GBP 1,500 pays half of it back.

## Families

Partners have four weeks at full pay, to be taken within the first year after the birth.

## Board

| Director | Role | Since |
|---|---|---|
| Anders Halvorsen | Chief executive | 2015 |
| Ruth Feldman | Non-executive director | 2022 |

## Machines

After transport let the coffee machine stand upright for four hours before you switch it on. The average wait for a
repair is two weeks.

## Accounts

You must be 16 or older to open an account. Cookies for statistics expire after 13 months.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("From which day do I need a sick note?", "eighth calendar day"),
        ("How long should I wait after delivery before turning it on?", "four hours"),
        ("How old do I have to be to sign up?", "16 or older"),
    ],
)
async def test_the_kind_of_answer_and_looser_words_find_it_in_a_long_document(question: str, answer: str) -> None:
    assert answer in await _ask(question, HANDBOOK)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "is_refused"),
    [
        ("How much does the coffee machine cost?", True),
        ("How heavy is the coffee machine?", True),
        ("How long do cookies for statistics last?", False),
        ("How many machines does the company have?", True),
    ],
)
async def test_a_measure_is_not_answered_without_one_in_a_long_document(question: str, *, is_refused: bool) -> None:
    others = "\n\n".join(f"## Part {i}\n\nThe machine of the course is cleaned by team {i}." for i in range(30))
    answer = await _ask(question, f"{HANDBOOK}\n{others}")
    assert NOT_IN_DOCUMENTS.begins(answer) is is_refused


async def _ask(question: str, text: str) -> str:
    passages = passages_of({"handbook.md": text}, size=200)
    assert len(passages) > 4
    texts = [(passage.file_id, passage.chunk.headed_text) for passage in passages]
    terms = Synonyms.with_built_in().by_word(question, [text for _, text in texts])
    sizes = {"file-handbook.md": len(passages)}
    judged = confidences(question, texts, texts, {"file-handbook.md": "handbook.md"}, terms=terms, sizes=sizes)
    passages = tuple(replace(each, confidence=value) for each, value in zip(passages, judged, strict=True))
    return await say(Grounding(question, passages[:8], ("handbook.md",)))
