"""Summaries and comparisons of a given size and of given documents, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LEASE = """\
Lease agreement

The landlord is Alba Ltd. The rent is 900 euros a month. The deposit is 1,800 euros. The notice period is three months.
Pets are allowed with consent. The heating costs are 80 euros a month. The tenant cleans the stairs every second week.
"""
MIETVERTRAG = "Mietvertrag\n\nDer Vermieter ist Bode GmbH. Die Kaution beträgt 2100 Euro."
OFFER = "Offer\n\nThe price is 400 euros. Delivery takes two weeks. The warranty covers three years."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("Summarise this in two sentences", 2),
        ("Summarise this in 3 bullet points", 3),
        ("Give me a one-sentence summary", 1),
        ("Summarize in five points.", 5),
        ("Fasse das Dokument in zwei Sätzen zusammen", 2),
        ("Résume ce document en deux phrases", 2),
        ("Resume el documento en tres frases", 3),
        ("Riassumi il documento in due frasi", 2),
        ("Resuma o documento em quatro frases", 4),
        ("Vat het document samen in twee zinnen", 2),
    ],
)
async def test_a_summary_has_the_number_of_sentences_asked_for(question: str, count: int) -> None:
    assert (await ask(question, {"lease.txt": LEASE})).count("\n- ") == count


@pytest.mark.req("AN-09")
async def test_a_summary_of_several_documents_shares_the_number_between_them() -> None:
    answer = await ask("Summarise these in four sentences", {"lease.txt": LEASE, "offer.txt": OFFER})
    assert [part.count("\n- ") for part in answer.split("\n\n")] == [2, 2]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("Compare the deposit in both leases", "1,800", "Nothing about this was found in it."),
        ("Vergleiche die Kaution in beiden Verträgen", "2100", "Darin wurde nichts dazu gefunden."),
        ("Compare lease.txt with the other document on pets", "Pets", "Nothing about this was found in it."),
    ],
)
async def test_a_comparison_says_what_one_document_lacks(question: str, told: str, untold: str) -> None:
    answer = await ask(question, {"lease.txt": LEASE, "mietvertrag.txt": MIETVERTRAG})
    assert told in answer
    assert untold in answer


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "Compare the operating profit of Calder Foods and Valewater",
            "- Operating profit was $38.4 million. [1]",
            "- Operating profit | 142.7 | 150.3 [2]\n  - 2024 | 2023 [2]",
        ),
        (
            "Compare the revenue of Calder and Valewater Utilities",
            "- Revenue was $412.6 million. [1]",
            "- Revenue | 684.0 | 651.2 [2]\n  - 2024 | 2023 [2]",
        ),
    ],
)
async def test_a_comparison_finds_the_same_figure_in_reports_whose_names_are_in_their_first_sentences(
    question: str, one: str, other: str
) -> None:
    reports = {
        "a.md": "Calder Foods plc, quarterly report.\n\nRevenue was $412.6 million. Gross profit was $131.2 million. "
        "Operating profit was $38.4 million. Calder Foods acquires a maker of pet food.",
        "b.md": "Valewater Utilities reports to its shareholders for 2024.\n\nValewater supplies drinking water.\n\n"
        "Key figures\n| 2024 | 2023\nRevenue | 684.0 | 651.2\nOperating profit | 142.7 | 150.3\n",
    }

    assert await ask(question, reports) == f"**a.md**\n{one}\n\n**b.md**\n{other}"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ["Whom do I ask about differences?", "Who do I tell about differences?"])
async def test_a_question_for_a_person_is_not_answered_by_a_summary(question: str) -> None:
    text = "Roster\n\nDifferences are settled with Ulla before Thursday noon. The beach opens at nine."
    assert await ask(question, {"roster.txt": text}) == "Differences are settled with Ulla before Thursday noon. [1]"
    lacking = await ask(question, {"roster.txt": "Roster\n\nThe beach opens at nine. Ulla is on duty on Monday."})
    assert lacking == NOT_IN_DOCUMENTS.to(question)


ROUTINE = ("Field staff were trained in the new system.", "The control room monitors flow and pressure day and night.")
TOLD = {
    "North": "The losses of water fell to 14.6% in the last year.",
    "South": "The chair thanks Gareth Pryce for ten years as director.",
    "East": "A new reservoir at Fernhill will cost 210 million pounds.",
    "West": "Customers saw four interruptions in 2024.",
}
ROUTINE_IN_GERMAN = ("Das Personal wurde im neuen System geschult.", "Die Leitwarte überwacht den Druck Tag und Nacht.")
TOLD_IN_GERMAN = {
    "Norden": "Die Verluste an Wasser sanken im letzten Jahr auf 14,6 %.",
    "Westen": "Im Netz der Region gab es im Jahr 2024 genau 82 Brüche.",
}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "routine", "told"),
    [
        ("Summarise the report in four sentences", ROUTINE, TOLD),
        ("Fasse den Bericht in zwei Sätzen zusammen", ROUTINE_IN_GERMAN, TOLD_IN_GERMAN),
    ],
)
async def test_a_summary_leaves_out_what_a_report_repeats(
    question: str, routine: tuple[str, ...], told: dict[str, str]
) -> None:
    regions = [f"{name}\n\n{routine[0]} {routine[1]} {sentence} {routine[1]}" for name, sentence in told.items()]
    answer = await ask(question, {"report.txt": "Report\n\n" + "\n\n".join(regions)})
    assert all(sentence in answer for sentence in told.values())
    assert not any(sentence in answer for sentence in routine)


TERMS = "Terms of membership\n\nType | Monthly fee\nBasic | £24\nFlex | £36\n\nA joining fee of £15 is payable once.\n"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("Compare the gym and the offer", "**gym-terms.txt**", "Nothing"),
        ("What are the differences between the gym terms and the offer?", "**offer.txt**", "Nothing"),
        ("What is in gym-terms.txt?", "A joining fee of £15", "Delivery"),
        ("What is the gym document about?", "A joining fee of £15", "Delivery"),
        ("Summarise the gym terms", "A joining fee of £15", "Delivery"),
        ("What is the difference between Basic and Flex?", "Flex | £36", "**offer.txt**"),
    ],
)
async def test_a_document_is_meant_by_a_part_of_its_name(question: str, told: str, untold: str) -> None:
    answer = await ask(question, {"gym-terms.txt": TERMS, "offer.txt": OFFER})

    assert told in answer
    assert untold not in answer


@pytest.mark.req("AN-09")
async def test_what_a_document_says_about_a_word_of_another_name_is_no_summary() -> None:
    documents = {
        "contract.txt": "Parking costs 40 euros. Pets are allowed.",
        "parking-rules.txt": "Cars stand in bay 7.",
    }

    answer = await ask("What does it say about parking?", documents)

    assert "Parking costs 40 euros." in answer
    assert "Pets are allowed" not in answer
