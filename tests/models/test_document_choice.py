"""Questions that compare the documents themselves, without a model: the sentence of the one that is chosen, or each
document's own, under its name."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.compared_documents import are_documents, changed_between, choice_asked
from orc.documents.questions.question import Question
from tests.models.test_extractive import ask

BIDS = {
    "north.md": "# Bid of North Ltd\n\nPrice: 8,400 EUR. Assembly: 3 weeks. Transport is not included.\n",
    "south.md": "# Bid of South Ltd\n\nPrice: 7,900 EUR. Assembly: 5 weeks. Transport is included.\n",
}
LEASES = {
    "barn.md": "# Lease of the barn\n\nThe lease ends on 31 May 2027. The rent is 300 euros.\n",
    "shed.md": "# Lease of the shed\n\nThe lease ends on 30 April 2026. The rent is 120 euros.\n",
}
RULES = {
    "rules-2019.md": "# Rules 2019\n\nThe pond opens at 8. Nets are forbidden.\n",
    "rules-2025.md": "# Rules 2025\n\nThe pond opens at 9. Boats are allowed.\n",
}


def _invoice(firm: str, lines: str) -> str:
    return f"INVOICE\n{firm}\n\n{lines}\n"


INVOICES = {
    "invoice_3.txt": _invoice("Holm", "Date: 4 May 2025\nDue date: 4 June 2025\nTap: £90.00\nTotal due: £350.00"),
    "invoice_9.txt": _invoice("Moor", "Date: 2 March 2025\nDue date: 9 June 2025\nHedge: £60.00\nTotal due: £1,280.00"),
    "email.txt": "From: Ann\nTo: Bea\n\nThe total was £9,000 last year.",
}
EAST = {"east.md": "# Bid of East Ltd\n\nOn request."}
LOANS = {
    "agreement_south.md": "# Loan agreement, South Bank\n\nRate: 4.9%\nTerm: 48 months\n",
    "agreement_north.md": "# Loan agreement, North Bank\n\nRate: 3.7%\nTerm: 36 months\n",
    "agreement_flat.md": "# Tenancy agreement\n\nRate: 1.2%\n",
}
DEVIS = {
    "devis_a.md": "# Devis Aubry\n\nTotal TTC : 4 280 €\nGarantie : 5 ans\n",
    "devis_b.md": "# Devis Blanc\n\nTotal TTC : 3 990 €\nGarantie : 2 ans\n",
}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("documents", "question", "said"),
    [
        (
            BIDS | EAST,
            "Which bid is cheaper?",
            ["8,400", "7,900", "**south.md**"],
        ),
        (RULES, "What changed between 2019 and 2025?", ["at 8", "at 9", "**rules-2019.md**"]),
    ],
)
async def test_documents_that_a_question_chooses_between_have_their_say(
    documents: dict[str, str], question: str, said: list[str]
) -> None:
    answer = await ask(question, documents)
    assert all(each in answer for each in said)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("documents", "question", "answer"),
    [
        (BIDS, "Which bid is cheaper?", "**south.md**\n- Price: 7,900 EUR. [2]"),
        (BIDS, "Which bid has the shorter assembly?", "**north.md**\n- Assembly: 3 weeks. [1]"),
        (LEASES, "Which lease ends first?", "**shed.md**\n- The lease ends on 30 April 2026. [2]"),
        (INVOICES, "Which invoice has the highest total?", "**invoice_9.txt**\n- Total due: £1,280.00 [2]"),
        (INVOICES, "Which of the two invoices is the smallest?", "**invoice_3.txt**\n- Total due: £350.00 [1]"),
        (INVOICES, "Which invoice is due last?", "**invoice_9.txt**\n- Due date: 9 June 2025 [2]"),
        (INVOICES, "Which invoice is the newest?", "**invoice_3.txt**\n- Date: 4 May 2025 [1]"),
        (LOANS, "Which loan agreement has the lower rate?", "**agreement_north.md**\n- Rate: 3.7% [2]"),
        (BIDS, "What is the cheapest bid?", "**south.md**\n- Price: 7,900 EUR. [2]"),
        (BIDS | EAST, "Which bid is cheaper, North or South?", "**south.md**\n- Price: 7,900 EUR. [2]"),
        (DEVIS, "Quel devis est le moins cher ?", "**devis_b.md**\n- Total TTC : 3 990 € [2]"),
        (DEVIS, "Quel devis a la garantie la plus longue ?", "**devis_a.md**\n- Garantie : 5 ans [1]"),
    ],
)
async def test_the_document_with_the_value_that_decides_is_chosen(
    documents: dict[str, str], question: str, answer: str
) -> None:
    assert await ask(question, documents) == answer


def _offers(*totals: str) -> dict[str, str]:
    return {f"offer_{at}.md": f"# Offer {at}\n\n{total}\n" for at, total in enumerate(totals, 1)}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("documents", "question"),
    [
        (_offers("Total: £2,000 plus VAT", "Total including VAT: £2,300"), "Which offer is the cheapest?"),
        (_offers("Total: £2,000", "Total: 2,300 €"), "Which offer is the cheapest?"),
        (_offers("Price: £40 per hour", "Price: £900"), "Which offer is the cheapest?"),
        (_offers("Total: £2,000", "Total: £2,300"), "Which of the three offers is the cheapest?"),
        (_offers("Total: £2,000", "Total: £2,300", "The price is on request."), "Which offer is the cheapest?"),
        (_offers("Total: £2,000", "Total: £2,300") | {"b.md": "# Brown\n\nTotal: £90"}, "Which offer is the cheapest?"),
        (_offers("Notice: 6 weeks", "Notice: 2 months"), "Which offer has the longest notice?"),
        (_offers("End of term: 3 May 2026", "End of trial: 4 April 2024"), "Which offer ends first?"),
    ],
)
async def test_no_document_is_chosen_by_values_that_cannot_be_compared(
    documents: dict[str, str], question: str
) -> None:
    answer = await ask(question, documents)
    assert {"**offer_1.md**", "**offer_2.md**"} <= {*answer.splitlines()}


@pytest.mark.req("AN-09")
async def test_what_does_not_tell_which_document_it_is_is_no_answer() -> None:
    leases = {
        f"lease_{at}.md": f"# Lease {at}\n\nThe lease runs from {dates}."
        for at, dates in enumerate(("1 May 2024 until 30 April 2026", "1 June 2023 until 31 May 2025"), 1)
    }
    assert NOT_IN_DOCUMENTS.begins(await ask("Which lease started first?", leases))


@pytest.mark.req("AN-09")
async def test_no_document_is_chosen_where_more_may_have_been_found() -> None:
    bills = {f"bill_{at}.txt": _invoice(f"Firm {at}", f"Total due: £{at}.00") for at in range(1, 22)}
    answer = await ask("Which bill has the highest total?", bills)
    assert {"**bill_21.txt**", "**bill_1.txt**"} <= {*answer.splitlines()}


@pytest.mark.req("AN-09")
async def test_a_table_of_contracts_is_asked_for_its_rows() -> None:
    table = "# Contracts\n\n| Contract | Value |\n|---|---|\n| Roof | £5,000 |\n| Drain | £9,000 |\n"
    roof = {f"contract_{at}.md": f"# Contract {at}\n\nValue: £{at}00" for at in (1, 2)}
    assert "Drain | £9,000" in await ask("Which contract has the highest value?", {"contracts.md": table} | roof)


@pytest.mark.req("AN-09")
async def test_one_document_is_not_chosen_from() -> None:
    assert "**" not in await ask("Which bid is cheaper?", {"north.md": BIDS["north.md"]})
    assert NOT_IN_DOCUMENTS.begins(await ask("What changed between 2017 and 2018?", RULES))


@pytest.mark.parametrize(
    "question",
    ["Compare the two bids", "Vergleiche die Angebote", "Compare les deux offres", "Compara los contratos"],
)
def test_a_comparison_of_the_documents_themselves_has_no_topic(question: str) -> None:
    asked = Question(question, ["north.md", "south.md"])
    assert asked.compares
    assert asked.topic == ()


def test_a_comparison_of_something_in_the_documents_keeps_its_topic() -> None:
    assert Question("Compare the transport in the bids", ["north.md", "south.md"]).topic == ("transport", "bid")
    assert not are_documents(["bid"], ["north.md"])
    assert choice_asked("Which boat is cheaper?") is None
    assert changed_between("What changed in 2019?", frozenset({"2019"}), {"a": ["2019"]}) == frozenset()
