"""Follow-ups that leave words out, answered without a model: each is about what it says, not about what was asked."""

import re

import pytest

from orc.documents.citations.snippets import NOT_IN_DOCUMENTS
from tests.support.app import Api

LEASE = b"""Lease of a flat

The monthly rent is 1,240 euros and is due on the third working day of each month.
The tenant pays a deposit of 3,720 euros before moving in. Pets are allowed with the consent of the landlord.
The tenant takes out household insurance at his own expense. Subletting needs permission in writing.
"""
PRIVACY = b"""Privacy notice

We keep account data for twelve months after the account is closed. Heart rate data are kept for 30 days.
Cookies are used to remember your language only. Employees who fall sick report to their manager by nine.
"""
SALES = b"region,Q2,Q3,Q4\nWest,120,130,140\nEast,210,220,230\n"
RESULTS = b"item,FY2022,FY2021\nNet income,61.8,59.2\nRevenue,512.0,488.5\n"
FILES = {"lease.txt": LEASE, "privacy.txt": PRIVACY, "sales.csv": SALES, "results.csv": RESULTS}
RENT = "What is the monthly rent?"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("name", "questions", "told", "left_out"),
    [
        ("lease.txt", [RENT, "And the deposit?"], "deposit of 3,720 euros", "1,240"),
        ("lease.txt", [RENT, "and the deposit"], "deposit of 3,720 euros", "1,240"),
        ("lease.txt", ["Are pets allowed?", "What about insurance?"], "household insurance", "Pets"),
        ("lease.txt", [RENT, "What about pets?", "What about insurance?"], "household insurance", "Pets"),
        ("privacy.txt", ["How long are heart rate data kept?", "And cookies?"], "Cookies are used", "Heart"),
        ("sales.csv", ["What was West in Q4?", "And in Q2?"], "120", "140"),
        ("sales.csv", ["What was West in Q4?", "And East?"], "230", "140"),
        ("sales.csv", ["What was West in Q4?", "And in Q2?", "And East?"], "210", "230"),
        ("results.csv", ["What was the net income in FY2022?", "And in FY2021?"], "59.2", "61.8"),
        ("results.csv", ["What was the net income in FY2022?", "And the revenue?"], "512.0", "61.8"),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_a_follow_up_is_answered_by_what_it_says(
    extractive: Api, name: str, questions: list[str], told: str, left_out: str, *, named: bool
) -> None:
    conversation = extractive.with_documents({name: FILES[name]})
    for question in questions:
        turn = extractive.ask(question, conversation, [name] if named else [])
    assert told in turn.text
    assert left_out not in turn.text


@pytest.mark.req("AN-09")
def test_a_follow_up_to_a_refused_question_is_looked_up_too(extractive: Api) -> None:
    conversation = extractive.with_documents({"privacy.txt": PRIVACY})
    assert extractive.ask("Can I keep a dog?", conversation, ["privacy.txt"]).text == NOT_IN_DOCUMENTS
    assert extractive.ask("And a cat?", conversation).text == NOT_IN_DOCUMENTS
    assert re.match("Cookies are used", extractive.ask("And cookies?", conversation).text)
