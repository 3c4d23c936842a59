"""Tables of one document with the same labels, such as the sheets of a workbook."""

import pytest

from orc.documents.citations.markers import MarkerStream
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import Citations
from orc.domain import CitationSpan
from tests.models.test_extractive import ask, passages_of

SHEETS = """\
Sales 2024

Region | Q1 | Q2
North | 120 | 131
South | 98 | 104

Sales 2023

Region | Q1 | Q2
North | 101 | 110
South | 87 | 104
"""
MEMBERS = "Fees for members under 18", "Fees for members over 18"
RESIDENTS = "Tarifs des résidents", "Tarifs des non-résidents"
RENTS = """\
# Rents

## Amsterdam

| Size | 2023 | 2024 |
|---|---|---|
| Small | 700 | 740 |
| Large | 1,200 | 1,260 |

## Utrecht

| Size | 2023 | 2024 |
|---|---|---|
| Small | 610 | 640 |
| Large | 990 | 1,040 |
"""
TEAMS = """\
Team A

No | Player | Goals
1 | Kim Berg | 0
7 | Lou Hart | 12

Team B

No | Player | Goals
1 | Pat Finn | 0
7 | Jo Marsh | 1
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            SHEETS,
            "North in Q2",
            "- 131 [1]\n  - North [1]\n  - Q2 [1]\n  - Sales 2024 [1]\n"
            "- 110 [1]\n  - North [1]\n  - Q2 [1]\n  - Sales 2023 [1]",
        ),
        (
            RENTS,
            "Small 2024",
            "- 740 [1]\n  - Small [1]\n  - 2024 [1]\n  - Amsterdam [1]\n"
            "- 640 [1]\n  - Small [1]\n  - 2024 [1]\n  - Utrecht [1]",
        ),
    ],
)
async def test_values_of_several_tables_are_given_with_their_table(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"tables.md": text}) == answer


@pytest.mark.req("AN-06", "AN-08")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            SHEETS,
            "What were the sales of the North region in Q2 2024?",
            "131 [1]\n- North [1]\n- Q2 [1]\n- Sales 2024 [1]",
        ),
        (
            SHEETS,
            "What were the sales of the North region in Q2 2023?",
            "110 [1]\n- North [1]\n- Q2 [1]\n- Sales 2023 [1]",
        ),
        (RENTS, "Large in Utrecht in 2024", "1,040 [1]\n- Large [1]\n- 2024 [1]"),
        (TEAMS, "goals of number 7 in Team A", "12 [1]\n- 7 [1]\n- Goals [1]"),
    ],
)
async def test_a_question_that_names_the_table_gets_its_value_only(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"tables.md": text}) == answer


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (SHEETS, "Which region had the highest Q2?", "131 [1]\n- North [1]\n- Q2 [1]\n- Sales 2024 [1]"),
        (SHEETS, "Which region had the lowest Q1 in 2023?", "87 [1]\n- South [1]\n- Q1 [1]\n- Sales 2023 [1]"),
        (
            RENTS,
            "Which size had the highest rent in Utrecht in 2024?",
            "1,040 [1]\n- Large [1]\n- 2024 [1]\n- Utrecht [1]",
        ),
    ],
)
async def test_the_extreme_of_several_tables_is_given_with_its_table(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"tables.md": text}) == answer


async def cited(text: str, question: str) -> list[CitationSpan]:
    """The spans of the answer, in its order."""
    passages = passages_of({"tables.md": text})
    answer = await ask(question, {"tables.md": text})

    async def source_of(_: str) -> Source:
        return Source(text)

    citations, markers, written = Citations(question, source_of, literal=True), MarkerStream(len(passages), None), ""
    for part in (*markers.feed(answer), *markers.flush()):
        if isinstance(part, str):
            written += part
        else:
            await citations.cited(part, written, passages)
    await citations.ended(written, passages)
    return list(citations.found[1].spans)


@pytest.mark.req("AN-05")
async def test_a_cell_its_label_heading_and_title_are_cited_at_their_own_table() -> None:
    second = SHEETS.index("Sales 2023")
    for question, row in (("South in Q2", "South | 98 | 104"), ("North in Q2", "North | 120 | 131")):
        spans = await cited(SHEETS, question)
        assert [span.snippet for span in spans[:4]] == [row, row, "Region | Q1 | Q2", "Sales 2024"]
        assert all(span.end < second for span in spans[:4])
        assert all(span.start >= second for span in spans[4:])
        assert [span.snippet for span in spans[6:]] == ["Region | Q1 | Q2", "Sales 2023"]
        assert all(SHEETS[span.start : span.end] == span.snippet and span.verified for span in spans)


@pytest.mark.req("AN-05")
async def test_equal_rows_of_two_tables_are_cited_once_each() -> None:
    text = RENTS.replace("| Small | 610 | 640 |", "| Small | 700 | 740 |")
    spans = await cited(text, "Small 2024")
    starts = [span.start for span in spans if span.snippet == "| Small | 700 | 740 |"]
    first, second = text.index("| Small |"), text.rindex("| Small |")
    assert starts == [first, first, second, second]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("titles", "question", "cell"),
    [
        (MEMBERS, "What is the monthly Basic fee for members under 18?", "12"),
        (MEMBERS, "What does Plus cost yearly for members over 18?", "370"),
        (RESIDENTS, "Combien coûte Basic par mois (résidents) ?", "12"),
        (RESIDENTS, "Combien coûte Plus par année (non-résidents) ?", "370"),
        (("Werktags", "Am Wochenende"), "Was kostet Basic am Wochenende im Monat?", "25"),
    ],
)
async def test_the_table_whose_title_is_named_answers_alone(titles: tuple[str, str], question: str, cell: str) -> None:
    month, year = {"F": ("Monthly", "Yearly"), "T": ("Mois", "Année"), "W": ("Monat", "Jahr")}[titles[0][0]]
    rows = "Basic | 12 | 120\nPlus | 18 | 180", "Basic | 25 | 250\nPlus | 37 | 370"
    text = "\n\n".join(f"## {title}\n\nPlan | {month} | {year}\n{own}" for title, own in zip(titles, rows, strict=True))
    assert (await ask(question, {"plans.md": f"# City Gym\n\n{text}"})).startswith(f"{cell} [1]\n")


FACTS_BELOW = {
    "rooms.txt": """\
Room | Size (m²) | Seats | Projector
Oak Room | 85 | 60 | yes
Kitchen | 30 | 8 | no

Key holder | Mrs Pemberton |  |
Deposit | €50.00 |  |
Next inspection | 2025-09-17 |  |
""",
    "raeume.txt": """\
Raum | Fläche | Plätze | Beamer
Saal | 85 | 60 | ja
Küche | 30 | 8 | nein

Hausmeister | Herr Timm |  |
Kaution | 50 € |  |
""",
}


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "name", "answer"),
    [
        ("Who is the key holder?", "rooms.txt", "Key holder | Mrs Pemberton [1]"),
        ("When is the next inspection?", "rooms.txt", "Next inspection | 2025-09-17 [1]"),
        ("Which rooms are there?", "rooms.txt", "- Oak Room [1]\n- Kitchen [1]"),
        ("Wer ist der Hausmeister?", "raeume.txt", "Hausmeister | Herr Timm [1]"),
        ("Wie hoch ist die Kaution?", "raeume.txt", "Kaution | 50 € [1]"),
    ],
)
async def test_values_below_a_blank_row_are_not_under_the_headings_of_the_table_above(
    question: str, name: str, answer: str
) -> None:
    assert await ask(question, {name: FACTS_BELOW[name]}) == answer


@pytest.mark.req("AN-06")
async def test_a_sparse_row_and_a_total_below_a_blank_row_keep_the_headings() -> None:
    text = (
        "Room | Seats | Price | Size\nOak | 60 | 20 | 85\nElm | 24 | 15 | 42\n\nBirch | 30 |  |\n\nTotal | 114 |  |\n"
    )

    assert await ask("How many seats does Birch have?", {"rooms.txt": text}) == "30 [1]\n- Birch [1]\n- Seats [1]"
    assert await ask("What is the total of seats?", {"rooms.txt": text}) == "114 [1]\n- Total [1]\n- Seats [1]"


WIDE = """\
Included | Not included
Towels and soap | Sauna and massage

Price | 2024 | 2025
Adults | 31 | 34
Pupils | free | 9
"""


@pytest.mark.req("AN-09")
async def test_a_table_with_another_number_of_columns_begins_below_a_blank_line() -> None:
    answer = await ask("What do pupils pay in 2025?", {"spa.docx": WIDE})
    assert answer == "9 [1]\n- Pupils [1]\n- 2025 [1]"
    assert "Adults" not in await ask("Is massage included?", {"spa.docx": WIDE})


OPEN = """\
| Mon to Fri | Sat | Sun
Archive | 9–18 | 10–14 | closed
Baths | 7–20 | 7–20 | 9–17
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "cell"),
    [("Is the archive open on Sunday?", "closed"), ("When is the archive open on Saturday?", "10–14")],
)
async def test_a_row_of_words_without_a_name_heads_the_columns(question: str, cell: str) -> None:
    assert (await ask(question, {"hours.html": OPEN})).startswith(f"{cell} [1]")


SHEET_OF_TWO = """\
Ward 4, week 23 |  |  |  |  |
 | Mon | Tue | Wed | Thu | Fri
Early | Kim | Kim | Osei | Osei | Varga
Late | Varga | Osei | Kim | Varga | Kim
Night | Lopez | Lopez | Lopez | Haas | Haas

Name | Phone | Hours per week |  |  |
Kim | 5512 | 38.5 |  |  |
Osei | 5519 | 38.5 |  |  |
Varga | 5530 | 30 |  |  |
"""


@pytest.mark.req("AN-09")
async def test_the_tables_of_a_sheet_end_at_their_own_last_column() -> None:
    assert (
        await ask("What is Osei's phone number?", {"roster.xlsx": SHEET_OF_TWO}) == "5519 [1]\n- Osei [1]\n- Phone [1]"
    )
    phones = await ask("Show me the phone numbers", {"roster.xlsx": SHEET_OF_TWO})
    assert phones == "\n".join(
        f"- {number} [1]\n  - {name} [1]\n  - Phone [1]"
        for number, name in ((5512, "Kim"), (5519, "Osei"), (5530, "Varga"))
    )


@pytest.mark.req("AN-09")
async def test_the_columns_of_a_table_of_words_are_named_below_its_title() -> None:
    answer = await ask("Who has the night shift on Thursday?", {"roster.xlsx": SHEET_OF_TWO})
    assert answer == "Haas [1]\n- Night [1]\n- Thu [1]\n- Ward 4, week 23 [1]"
