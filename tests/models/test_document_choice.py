"""Questions that compare the documents themselves, without a model: each document's own sentence, under its name."""

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


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("documents", "question", "said"),
    [
        (BIDS, "Which bid is cheaper?", ["8,400", "7,900", "**north.md**", "**south.md**"]),
        (LEASES, "Which lease ends first?", ["31 May 2027", "30 April 2026", "**barn.md**"]),
        (RULES, "What changed between 2019 and 2025?", ["at 8", "at 9", "**rules-2019.md**"]),
    ],
)
async def test_documents_that_a_question_chooses_between_have_their_say(
    documents: dict[str, str], question: str, said: list[str]
) -> None:
    answer = await ask(question, documents)
    assert all(each in answer for each in said)


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
