"""Questions that name the document that is to answer them, without a model: no other document does."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.document_kinds import DocumentHead, kind_of
from orc.documents.questions.named_sources import NamedSource, document_meant, named_source
from orc.ports import Grounding
from tests.models.test_extractive import ask, passages_of, say

HOUSE = {
    "lease.md": "# Lease\n\nThe rent is 640 euros a month. The deposit is 900 euros. Cats are allowed.",
    "minutes_of_may.md": "# Minutes of the tenants' meeting\n\nThe treasurer is Vera Stone. Cats are a nuisance.",
    "The Ferryman.txt": "The Ferryman\n\nEvery spring the ferryman paid his rent with a basket of eels.",
    "rules.md": "# House rules\n\nBicycles are kept in the yard. Dogs are kept on a lead.",
}
BILLS = {
    "bill_71.txt": "Bill No. 71\nHolm Joinery\n\nDue date: 4 March 2025\nTotal: £350.00\n",
    "bill_82.txt": "Bill No. 82\nRowan Gardens\n\nDue date: 25 April 2025\nTotal: £280.00\n",
}
MIETE = {
    "Mietvertrag.md": "# Mietvertrag\n\nDie Kaution beträgt 900 Euro.",
    "Protokoll.md": "# Protokoll der Versammlung\n\nDie Kassenwartin ist Frau Adler. Die Kaution wurde besprochen.",
}


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("documents", "question", "answer"),
    [
        (HOUSE, "What does the lease say about cats?", "Cats are allowed. [1]"),
        (HOUSE, "What do the minutes say about cats?", "Cats are a nuisance. [2]"),
        (HOUSE, "According to the minutes, who is the treasurer?", "The treasurer is Vera Stone. [2]"),
        (HOUSE, "In the story, how is the rent paid?", HOUSE["The Ferryman.txt"].split("\n\n")[1] + " [3]"),
        (BILLS, "When is the Rowan bill due?", "Due date: 25 April 2025 [2]"),
        (BILLS, "What is the total of bill 82?", "Total: £280.00 [2]"),
        (MIETE, "Was steht im Mietvertrag zur Kaution?", "Die Kaution beträgt 900 Euro. [1]"),
        (MIETE, "Wer ist laut Protokoll die Kassenwartin?", "Die Kassenwartin ist Frau Adler. [2]"),
    ],
)
async def test_the_named_document_answers(documents: dict[str, str], question: str, answer: str) -> None:
    assert await ask(question, documents) == answer


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("documents", "question"),
    [
        (HOUSE, "According to the lease, who is the treasurer?"),
        (HOUSE, "What does the lease say about bicycles?"),
        (HOUSE, "What does the story say about the deposit?"),
        (HOUSE, "Who is the treasurer according to rules.md?"),
        (MIETE, "Wer ist laut Mietvertrag die Kassenwartin?"),
    ],
)
async def test_what_only_another_document_says_is_no_answer(documents: dict[str, str], question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, documents))


@pytest.mark.req("AN-09")
async def test_each_of_several_questions_has_its_own_source() -> None:
    answer = await ask("What does the lease say about cats? And who is the treasurer?", HOUSE)
    assert "Cats are allowed. [1]" in answer
    assert "Vera Stone" in answer


@pytest.mark.req("AN-09")
async def test_a_follow_up_is_answered_by_the_source_that_it_names() -> None:
    before, asked = "What does the lease say about cats?", "And what do the minutes say about them?"
    grounding = Grounding(f"{before} {asked}", passages_of(HOUSE), tuple(HOUSE), (), asked)
    assert await say(grounding) == "Cats are a nuisance. [2]"


@pytest.mark.req("AN-09")
async def test_what_a_document_states_at_its_beginning_or_end_is_found_beside_others() -> None:
    letter = "4 May 2024\n\nDear Ms Reed,\n\nthe parcel is here.\n\nYours sincerely\nOtto Lind\n"
    documents = HOUSE | {"letter_post.txt": letter}
    assert await ask("Who wrote the letter?", documents) == "Yours sincerely Otto Lind [5]"
    assert (
        document_meant("Who wrote the letter?", {"a": DocumentHead("letter1.txt"), "b": DocumentHead("letter2.txt")})
        is None
    )


HEADS = {name: DocumentHead(name, text.partition("\n")[0], text) for name, text in HOUSE.items()}


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("According to the lease, who pays?", NamedSource(frozenset({"lease.md"}), "Who pays?", is_sole=True)),
        ("What is the rent in the lease?", NamedSource(frozenset({"lease.md"}), "What is the rent?", is_sole=False)),
        (
            "Does our agreement mention cats?",
            NamedSource(frozenset({"lease.md"}), "Does it mention cats?", is_sole=True),
        ),
        ("What does the lease say?", None),
        ("Summarise the story", NamedSource(frozenset({"The Ferryman.txt"}), "Summarise the document", is_sole=True)),
        ("What does the lease say compared to the rules?", None),
        ("What do the lease and the rules say about cats?", None),
        ("What does the will say about cats?", None),
        ("According to Vera Stone, who is late?", None),
    ],
)
def test_a_source_is_named_by_kind_or_title(question: str, source: NamedSource | None) -> None:
    assert named_source(question, HEADS) == source


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("invoice_17.pdf", {"invoice"}),
        ("Stromrechnung März.pdf", {"invoice"}),
        ("Mietvertrag.docx", {"lease", "contract"}),
        ("reply to your offer.txt", {"letter"}),
        ("賃貸借契約書.txt", {"lease", "contract"}),
        ("scan.pdf", {"letter"}),
    ],
)
def test_a_document_is_of_the_kinds_that_its_name_says_or_its_form_shows(name: str, kinds: set[str]) -> None:
    assert DocumentHead(name, "", "Dear Ms Reed,\n\nthe parcel is here.").kinds == kinds


def test_a_compound_names_a_kind_by_its_end() -> None:
    kind = kind_of("Stromrechnung")
    assert kind is not None
    assert (kind.name, kind.of) == ("invoice", "strom")
    assert kind_of("Unterricht") is None
