"""Statements as annual reports have them: what PDFium tells of a page, put back into rows and columns."""

from collections.abc import Iterator, Sequence

import pytest

from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage
from orc.ports import Grounding
from shared.extraction.formats.pdf import read_pdf
from shared.extraction.formats.pdf_lines import lines_of
from shared.models.extractive import answer_question
from tests.support.files import make_drawn_pdf

type Line = Sequence[tuple[float, str]]

ENDS = (330, 400, 470, 540)


def row(label: str, *figures: str, signs: bool = False) -> Line:
    """Figures that end below each other; a bracket hangs over, and a currency's sign stands apart."""
    cells: list[tuple[float, str]] = [(72, label)]
    for end, figure in zip(ENDS, figures, strict=False):
        cells += [(end - 45, "$")] if signs else []
        cells.append((-(end + 3.0 * figure.endswith(")")), figure))
    return cells


STATEMENT: Sequence[Line] = [
    [(200, "CONSOLIDATED STATEMENTS OF OPERATIONS")],
    [(210, "(in millions, except per share amounts)")],
    [(290, "Three Months Ended"), (435, "Six Months Ended")],
    [(315, "June 30,"), (458, "June 30,")],
    [(end - 32.0, year) for end, year in zip(ENDS, ("2023", "2022", "2023", "2022"), strict=True)],
    [(72, "Net sales:")],
    row("Products", "1,234", "1,100", "2,410", "2,190", signs=True),
    row("Services", "345", "310", "680", "611"),
    row("Total net sales", "1,579", "1,410", "3,090", "2,801"),
    [(72, "Cost of sales:")],
    row("Products", "(800)", "(720)", "(1,580)", "(1,440)"),
    row("Services", "(101)", "(95)", "(198)", "(190)"),
    row("Total cost of sales", "(901)", "(815)", "(1,778)", "(1,630)"),
    row("Gross margin (1)", "678", "595", "1,312", "1,171"),
    row("Restructuring", "—", "12", "—", "30"),
    row("Net income", "210", "180", "401", "350", signs=True),
]
WRITTEN = """\
CONSOLIDATED STATEMENTS OF OPERATIONS
(in millions, except per share amounts)
| Three Months Ended |  | Six Months Ended |
| June 30, |  | June 30, |
| 2023 | 2022 | 2023 | 2022
Net sales:
Products | $ 1,234 | $ 1,100 | $ 2,410 | $ 2,190
Services | 345 | 310 | 680 | 611
Total net sales | 1,579 | 1,410 | 3,090 | 2,801
Cost of sales:
Products | (800) | (720) | (1,580) | (1,440)
Services | (101) | (95) | (198) | (190)
Total cost of sales | (901) | (815) | (1,778) | (1,630)
Gross margin (1) | 678 | 595 | 1,312 | 1,171
Restructuring | — | 12 | — | 30
Net income | $ 210 | $ 180 | $ 401 | $ 350"""


def text_of(lines: Sequence[Line]) -> str:
    return read_pdf(make_drawn_pdf(lines), max_characters=100_000).text


@pytest.mark.req("AN-06")
def test_a_statement_keeps_its_columns_under_headings_that_span_several() -> None:
    assert text_of(STATEMENT) == WRITTEN


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "What was net income for the six months ended June 30, 2022?",
            "$ 350|Net income|Six Months Ended|June 30|2022",
        ),
        ("What was gross margin in the six months of 2023?", "1,312|Gross margin (1)|Six Months Ended|June 30|2023"),
        (
            "What was the cost of sales of services for the three months ended June 30, 2022?",
            "(95)|Services|Three Months Ended|June 30|2022|Cost of sales:",
        ),
    ],
)
def test_a_statements_figure_is_answered_with_its_period(question: str, answer: str) -> None:
    [chunk] = chunk_text(ExtractedText(text_of(STATEMENT), "t", (0,)), size=1_200, overlap=200)
    passage = Passage("file-1", "report.pdf", chunk, 1.0, ("bm25",), (0,))
    told = answer_question(Grounding(question, (passage,), ("report.pdf",)), Synonyms.with_built_in())
    parts = [line.strip(" -").removesuffix(" [1]") for line in told.split("\n")]
    assert parts[: answer.count("|") + 1] == answer.split("|")


@pytest.mark.req("AN-06")
def test_headings_of_several_lines_stand_over_their_columns() -> None:
    lines: list[Line] = [
        [(230, "Weighted-"), (340, "Weighted-"), (450, "Total")],
        [(235, "Average"), (345, "Average"), (445, "Lease")],
        [(230, "Term"), (335, "Discount Rate"), (440, "Liabilities (a)")],
        [(72, "Operating leases"), (235, "6.5 years"), (350, "3.1 %"), (450, "$ 11,677")],
        [(72, "Finance leases"), (235, "18.2 years"), (350, "4.4 %"), (460, "926")],
        [(72, "Total"), (450, "$ 12,603")],
    ]
    assert text_of(lines).split("\n") == [
        "| Weighted- | Weighted- | Total",
        "| Average | Average | Lease",
        "| Term | Discount Rate | Liabilities (a)",
        "Operating leases | 6.5 years | 3.1 % | $ 11,677",
        "Finance leases | 18.2 years | 4.4 % | 926",
        "Total |  |  | $ 12,603",
    ]


@pytest.mark.req("AN-06")
def test_cells_beside_a_label_may_be_sentences() -> None:
    lines: list[Line] = [
        [(72, "Code"), (-250, "Meaning"), (-450, "What to do")],
        [(72, "E1"), (-250, "No water"), (-450, "Open the tap, check the inlet hose")],
        [(72, "E2"), (-250, "Water does not drain"), (-450, "Clean the filter and the pump")],
        [(72, "E4"), (-250, "Leak protection active"), (-450, "Close the tap, call service")],
    ]
    assert text_of(lines).split("\n") == [
        "Code | Meaning | What to do",
        "E1 | No water | Open the tap, check the inlet hose",
        "E2 | Water does not drain | Clean the filter and the pump",
        "E4 | Leak protection active | Close the tap, call service",
    ]


@pytest.mark.req("AN-06")
def test_a_label_of_two_lines_is_read_with_its_figures() -> None:
    lines: list[Line] = [
        [(72, "Cash flows (in millions)")],
        row("", "2023", "2022"),
        [(72, "Net cash provided by operating")],
        row("activities", "1,234", "1,100"),
        row("Purchases of property, plant", "(310)", "(280)"),
        [(72, "and equipment")],
        row("Proceeds from sales of businesses", "55", "12"),
        [(72, "Financing:")],
        row("less dividends", "(90)", "(85)"),
        row("Net change in cash", "889", "747"),
    ]
    assert text_of(lines).split("\n") == [
        "Cash flows (in millions)",
        "| 2023 | 2022",
        "Net cash provided by operating activities | 1,234 | 1,100",
        "Purchases of property, plant and equipment | (310) | (280)",
        "Proceeds from sales of businesses | 55 | 12",
        "Financing:",
        "less dividends | (90) | (85)",
        "Net change in cash | 889 | 747",
    ]


@pytest.mark.req("AN-06")
def test_a_heading_of_years_takes_no_title_into_its_row() -> None:
    lines: list[Line] = [
        [(72, "Konzernbilanz")],
        row("in Mio. Euro", "2023", "2022"),
        row("Vorräte", "141,9", "128,4"),
        row("davon Rohstoffe", "41,2", "38,0"),
        row("Summe", "863,3", "786,9"),
    ]
    assert text_of(lines).split("\n")[:3] == ["Konzernbilanz", "in Mio. Euro | 2023 | 2022", "Vorräte | 141,9 | 128,4"]


BALANCE_SHEET: Sequence[Line] = [
    [(72, "Consolidated Balance Sheets")],
    [(-410, "January 28, 2023"), (-490, "January 29, 2022")],
    *(
        [(72, label), (-410, now), (-490, before)]
        for label, now, before in [
            ("Cash and cash equivalents", "96.3", "71.8"),
            ("Inventories", "141.9", "128.4"),
            ("Rights of use of land, shops, offices and other buildings of ours", "12.5", "11.0"),
            ("Total assets", "863.3", "786.9"),
        ]
    ),
]


@pytest.mark.req("AN-06")
def test_cells_divided_by_one_space_take_their_neighbours_columns() -> None:
    assert text_of(BALANCE_SHEET).split("\n") == [
        "Consolidated Balance Sheets",
        "| January 28, 2023 | January 29, 2022",
        "Cash and cash equivalents | 96.3 | 71.8",
        "Inventories | 141.9 | 128.4",
        "Rights of use of land, shops, offices and other buildings of ours | 12.5 | 11.0",
        "Total assets | 863.3 | 786.9",
    ]


def test_a_line_of_text_runs_above_a_table_is_no_heading() -> None:
    lines: list[Line] = [[(200, "All figures are"), (266.5, "in millions,"), (319.7, "except those per share.")]]
    assert "|" not in text_of([*lines, *BALANCE_SHEET[2:]]).split("\n")[0]


def justified(text: str, gap: float) -> Iterator[Line]:
    """A paragraph with so much between its words, eight to a line."""
    words = text.split()
    for first in range(0, len(words), 8):
        at, line = 72.0, []
        for word in words[first : first + 8]:
            line.append((at, word))
            at += 5.5 * len(word) + gap
        yield line


PARAGRAPH = (
    "Net sales of the segment rose in 2023 and in 2022 after the weakness of the year 2021 when sales of 28 and of 14 "
    "had been lost to the strike in the port which went on for 12 weeks and ended on June 30 with a rise of 4 percent"
)


@pytest.mark.parametrize(
    "lines",
    [
        list(justified(PARAGRAPH, 3)),
        list(justified(PARAGRAPH, 8)),
        [[(72, "The Company leases stores, offices"), (330, "countries. LeaseStore have terms of up")]] * 6,
        [[(at, "and the lessee pays for it") for at in (60, 230, 400)]] * 6,
    ],
    ids=["paragraph", "paragraph with wide gaps", "two columns", "three columns"],
)
def test_prose_is_no_table(lines: list[Line]) -> None:
    assert "|" not in text_of(lines)


def test_prose_in_columns_below_a_table_is_not_part_of_it() -> None:
    table = [row("West", "120", "150"), row("East", "110", "140")]
    prose: list[Line] = [[(72, "The leases of the stores run for"), (330, "ten years, and most of them can")]] * 3
    written = text_of([*table, *prose]).split("\n")
    assert written[:2] == ["West | 120 | 150", "East | 110 | 140"]
    assert not any("|" in line for line in written[2:])


LEFT = [
    "The council met on 14 March 2022 to",
    "discuss the new library. The cost of",
    "the building is estimated at 3.2 million",
    "euros, of which the state pays half. The",
    "architect, Lena Brandt, presented two",
    "designs with glass fronts and a slated-",
    "over roof in which there are windows.",
]
RIGHT = [
    "Meanwhile the swimming pool stays closed",
    "until 2024 because its boiler failed. The",
    "repair costs 180,000 euros. Swimmers can",
    "use the pool of Neuendorf at half price",
    "on Tuesdays. The mayor, Arne Holt, regret-",
    "ted the delay and said that the town",
    "would look for a cheaper offer.",
]
READ = (
    "\n\n".join(" ".join(column) for column in (LEFT, RIGHT))
    .replace("slated- ", "slated")
    .replace("regret- ", "regret")
)


def across(left: Sequence[str], right: Sequence[str], gutter: float = 300) -> list[Line]:
    return [[(50, one), (gutter, other)] for one, other in zip(left, right, strict=True)]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("gutter", [265, 300])
def test_interleaved_columns_of_prose_are_read_one_by_one(gutter: float) -> None:
    heading: Line = [(50, "News of the town of Altendorf and of all the villages around it, March 2022")]
    after: Line = [(50, "Everyone who lives in the town or near it may speak in the meetings of the council.")]
    lines = [heading, *across(LEFT, RIGHT, gutter), [(50, "They can be opened.")], after, *across(LEFT, RIGHT, gutter)]
    assert text_of(lines) == "\n\n".join(
        [heading[0][1], READ.replace("windows.", "windows. They can be opened."), after[0][1], READ]
    )


@pytest.mark.req("AN-06")
def test_columns_of_few_lines_below_a_table_are_read_one_by_one() -> None:
    table = [row("West", "120", "150"), row("East", "110", "140"), []]
    written = text_of([*table, *across(LEFT[:5], RIGHT[:5])])
    assert written.split("\n") == ["West | 120 | 150", "East | 110 | 140", " ".join([*LEFT[:5], *RIGHT[:5]])]


@pytest.mark.req("AN-06")
def test_few_rows_of_sentences_are_read_row_by_row() -> None:
    when = ["if the lamp stays red", "when the tank is full", "after each wash in hard water", "before it is moved"]
    what = ["pull the plug at once", "empty it and put it back", "rinse the filter", "let it run dry for a day or two"]
    assert [line.replace(" | ", " ") for line in text_of(across(when, what)).split("\n")] == [
        f"{one} {other}" for one, other in zip(when, what, strict=True)
    ]


def test_a_table_below_columns_of_prose_stays_a_table() -> None:
    table: list[Line] = [[(50, label), (-420, f"{n}12.5")] for n, label in enumerate(["North", "West", "South"], 1)]
    written = text_of([*across(LEFT, RIGHT), *table])
    assert written == READ + "\nNorth | 112.5\nWest | 212.5\nSouth | 312.5"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["Name", "Street and number", "Town", "Date of birth", "Telephone", "Account"], ["Lena Brandt"] * 6),
        (["Adjusted earnings", "Net debt", "Free cash flow", "Leverage", "Capital used", "Sites"], LEFT[:6]),
        ([f"{n}. What the council does in the year" for n in range(1, 7)], ["14", "15", "17", "20", "31", "42"]),
    ],
    ids=["form", "glossary", "contents"],
)
def test_a_value_next_to_its_label_is_read_with_it(left: list[str], right: list[str]) -> None:
    written = text_of(across(left, right)).split("\n")
    assert [line.replace(" | ", " ") for line in written] == [f"{a} {b}" for a, b in zip(left, right, strict=True)]


@pytest.mark.req("AN-06")
def test_a_sentence_with_a_wide_gap_is_no_table_row() -> None:
    rows = [row("Revenue 2023", "45.2"), row("Revenue 2022", "41.9")]
    sentence: Line = [(72, "As of"), (112, "January 29,"), (182, "2022 the group had 312 stores in 14 states.")]
    assert text_of([*rows, sentence]).split("\n") == [
        "Revenue 2023 | 45.2",
        "Revenue 2022 | 41.9",
        "As of January 29, 2022 the group had 312 stores in 14 states.",
    ]


@pytest.mark.req("AN-06")
def test_a_letter_that_reaches_under_the_one_before_continues_its_line() -> None:
    # "T", "otal" and "7.1" in a table that Chromium printed.
    boxes = [(79.2, 577.5, 86.6, 586.4), (85.1, 577.3, 106.1, 586.8), (185.9, 577.5, 202.9, 586.4)]
    assert list(lines_of(boxes)) == [boxes]
