"""What an answer begins with to connect it with the question says nothing of the document."""

import pytest

from orc.documents.verification.claims import supports_claim

RULES = """# Staff rules

## 1 Pets

One dog per room is allowed if all colleagues agree. Cats are not allowed.

## 2 Remote work

Employees may work from home on up to two days a week. Equipment is provided by the company.

## 3 Leave

Each employee has 28 days of paid leave a year. Leave requests are made in the portal.
"""
REGELN = (
    "Hunde sind im Büro erlaubt, wenn alle Kollegen zustimmen. Katzen sind nicht erlaubt. Der Urlaub beträgt 28 Tage."
)
REGLES = "Les chiens sont autorisés au bureau. Les chats sont interdits. Le congé est de 28 jours."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (RULES, "Yes, you may bring a dog if all colleagues in the room agree."),
        (RULES, "Yes – each employee has 28 days of paid leave a year."),
        (RULES, "No, cats are not allowed."),
        (RULES, "In short, each employee has 28 days of paid leave."),
        (RULES, "According to the handbook, leave requests are made in the portal."),
        (REGELN, "Ja, Hunde sind erlaubt, wenn alle Kollegen zustimmen."),
        (REGELN, "Nein, Katzen sind nicht erlaubt."),
        (REGELN, "Leider sind Katzen nicht erlaubt."),
        (REGLES, "Oui, les chiens sont autorisés au bureau."),
        (REGLES, "En bref, le congé est de 28 jours."),
    ],
)
def test_words_that_connect_a_statement_with_the_question_are_not_looked_for(text: str, statement: str) -> None:
    assert supports_claim(text, statement)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (RULES, "Yes, you may bring a cat if all colleagues agree."),
        (RULES, "You may bring a cat if all colleagues agree."),
        (RULES, "No, dogs are not allowed."),
        (RULES, "In short, each employee has 30 days of paid leave."),
        (REGELN, "Ja, Katzen sind erlaubt."),
        (REGLES, "Oui, les chats sont autorisés au bureau."),
        (RULES, "Yes, there is a sauna."),
    ],
)
def test_a_false_statement_stays_unverified_behind_them(text: str, statement: str) -> None:
    assert not supports_claim(text, statement)


@pytest.mark.req("AN-05")
def test_what_stands_below_a_heading_is_said_of_what_the_heading_names() -> None:
    assert supports_claim(RULES, "Remote work is possible for at most two days a week.")
    assert not supports_claim(RULES, "Remote work is possible for at most three days a week.")
