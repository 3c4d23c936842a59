"""Lines that name what they are about ("Order 12: a desk. Delivery on Monday.") are read and quoted as one thing."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

TASKS = """# Tasks

- T-11: Paint the bench. Owner: Rosa. Blocked until the paint arrives.
- T-12: Fix the gate. Owner: Ken.
- T-13: Mow the lawn. Owner: Ann. Takes two hours.
"""
ORDERS = """Orders

1. Order 5512: two chairs for Mrs Hall. Delivery on 4 May. Paid.
2. Order 5513: one table for Mr Finn. Delivery on 9 May. Not paid yet.
3. Order 5514: a sofa for the clinic. Delivery on 11 June.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer", "other"),
    [
        (TASKS, "Who owns T-12?", "- T-12: Fix the gate. [1] Owner: Ken. [1]", "Rosa"),
        (TASKS, "Who mows the lawn?", "- T-13: Mow the lawn. [1] Owner: Ann. [1]", "Rosa"),
        (TASKS, "Who fixes the gate?", "- T-12: Fix the gate. [1] Owner: Ken. [1]", "Ann"),
        (TASKS, "Which task is blocked?", "- T-11: Paint the bench. [1] Blocked until the paint arrives. [1]", "T-12"),
        (TASKS, "How long will T-13 take?", "- T-13: Mow the lawn. [1] Takes two hours. [1]", "T-11"),
        (ORDERS, "When is order 5513 delivered?", "Delivery on 9 May. [1]", "4 May"),
        (
            ORDERS,
            "When is the sofa delivered?",
            "- Order 5514: a sofa for the clinic. [1] Delivery on 11 June. [1]",
            "9 May",
        ),
        (ORDERS, "Has order 5512 been paid?", "- Order 5512: two chairs for Mrs Hall. [1] Paid. [1]", "Not paid"),
    ],
)
async def test_what_a_line_says_of_its_thing_is_quoted_with_its_name(
    text: str, question: str, answer: str, other: str
) -> None:
    found = await ask(question, {"list.md": text})
    assert answer in found
    assert other not in found


@pytest.mark.req("AN-07")
async def test_what_a_line_says_of_another_thing_is_no_answer() -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask("How long will T-12 take?", {"tasks.md": TASKS}))
