import pytest

from orc.documents.evidence.passage_sentences import sentences_of_text
from orc.documents.text.leaders import contents_lines, is_led, page_after_leader, without_leader
from orc.documents.text.metadata import lead
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.table_heads import TableHeads
from orc.documents.text.tables import read_table

CONTENTS = [
    "Introduction . . . . . . . . . . . . . . . 1",
    "2.1 Duties of the members ........ 12",
    "§ 4 Fees | . . . . . . . . . . . . . . . . 12",
    "|  | Annex A of the rules · · · · · · 104",
]
PROSE = "The members of the club pay a fee of 30 pounds."


@pytest.mark.parametrize(("line", "page"), [*zip(CONTENTS, [1, 12, 12, 104], strict=True), ("Preface ..... iv", 0)])
def test_dots_lead_to_a_page(line: str, page: int) -> None:
    assert page_after_leader(line) == page


@pytest.mark.parametrize(
    "line",
    [
        "It costs 12",
        "They waited... 12",
        "Espresso ..... 2.50",
        "Espresso ..... 2 euros",
        "Ruhe ....",
        "1 . 2",
        "",
        "12",
    ],
)
def test_another_line_has_no_page(line: str) -> None:
    assert page_after_leader(line) is None


def test_a_line_of_contents_is_one_unit_and_no_row() -> None:
    text = "\n".join(CONTENTS)
    assert [text[a:b] for a, b in sentence_spans(text)] == CONTENTS
    assert not any(map(is_row, CONTENTS))
    assert not TableHeads(text).over(60, len(text))


def test_contents_are_several_lines_with_pages_that_rise() -> None:
    assert contents_lines([*CONTENTS, PROSE]) == {0, 1, 2, 3}
    assert contents_lines(CONTENTS[:2]) == frozenset()
    assert contents_lines(["Tea ..... 2", "Cake ..... 4", "Soup ..... 9"]) == frozenset()
    assert contents_lines(["Espresso ..... 2", "Soup ..... 9", "Tea ..... 3", "Cake ..... 4"]) == frozenset()


def test_contents_are_no_sentences_of_a_passage_and_not_in_its_description() -> None:
    text = "\n".join([*CONTENTS, "", PROSE])
    assert [sentence.text for sentence in sentences_of_text(text)] == [PROSE]
    assert lead(text, "") == PROSE


LED = [
    ("Tuesday ....... 9-18", "Tuesday", "9-18"),
    ("Wednesday ..... closed", "Wednesday", "closed"),
    ("Soup . . . . . 4.50 euros", "Soup", "4.50 euros"),
    ("Sunday ……… closed", "Sunday", "closed"),
    ("Harbour ……… 1.2 km", "Harbour", "1.2 km"),
    ("2 eggs ….. 3.20", "2 eggs", "3.20"),
    ("Late fees ... $4", "Late fees", "$4"),
    ("Tea … 2.10", "Tea", "2.10"),
]


@pytest.mark.parametrize(("line", "label", "value"), LED)
def test_a_label_and_the_value_to_which_dots_lead_are_one_row(line: str, label: str, value: str) -> None:
    text = f"{line}\nFish ........ 12.50\n{line}"
    assert [text[a:b] for a, b in sentence_spans(text)] == text.split("\n")
    assert [row and row.cells for row in read_table([line])] == [(label, value)]
    assert [sentence.row is not None for sentence in sentences_of_text(text)] == [True] * 3


@pytest.mark.parametrize(
    "line",
    [
        "They waited... and left",
        "They waited ... 12 hours passed before anyone came",
        "Name: ............ Date: ............",
        "Signature .................",
        "The size of a block is 200 k ... 900 k",
        "In 2004 she published an account of her last season entitled All I want .... The title of",
        "contains D documents, d1, d2, · · · · , dD",
        "a corpus C = {p1, . . . . pM",
        "And so on.... The next sentence of the text ends here.",
        "............ 12",
    ],
)
def test_other_dots_lead_to_no_value(line: str) -> None:
    assert not is_led(line)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("Soup .....", "Soup"), (". . . 4.50", "4.50"), ("and so on...", "and so on..."), ("...", "...")],
)
def test_a_cell_has_no_leader(cell: str, expected: str) -> None:
    assert without_leader(cell) == expected


CHAPTERS = [
    "Handbook",
    *(f"{'ABCDEF'[n]}. DUTIES{n // 3 + 1}-{n % 3 + 1}" for n in range(6)),
    "CHAPTER 3 - FEES",
    *(f"{'ABCDEF'[n]}. Rates 3-{2 * n + 1}" for n in range(5)),
    "The fee is 40 euros.",
]
ENTRIES = ["Fees ........ 3", "Members ..... 7", "Board ....... 12"]


@pytest.mark.parametrize(
    ("lines", "contents"),
    [
        (["Table of contents", *ENTRIES], {1, 2, 3}),
        (["# Inhaltsverzeichnis", *ENTRIES, "The fee is due."], {1, 2, 3}),
        (["Contents", "1. Fees\t3", "2. Members\t7", "The fee is due."], {1, 2}),
        ([*ENTRIES, "Fees", "The fee is 40 euros.", "Members"], {0, 1, 2}),
        ([f"Part {n} of the book ........ {5 * n}" for n in range(1, 12)], set(range(11))),
        (["1 Fees ........ 3", "2 Members ..... 7", "3 Board ....... 12"], {0, 1, 2}),
        (["Preface ..... iv", *ENTRIES], {0, 1, 2, 3}),
        (CHAPTERS, set(range(1, 13))),
    ],
)
def test_contents_are_known_by_a_title_numbers_headings_or_their_length(lines: list[str], contents: set[int]) -> None:
    assert contents_lines(lines) == contents


@pytest.mark.parametrize(
    "lines",
    [
        ["2 eggs ..... 3", "Toast ..... 4", "Tea ..... 5"],
        [f"{name} ...... {people}" for name, people in zip("ABCDE", (120, 340, 560, 780, 910), strict=True)],
        ["1.1 Tube ........ 120", "1.2 Valve ....... 340", "1.3 Nut ......... 560"],
        ["Menu", *ENTRIES],
        [f"Arnsby - Belford {3 - n % 3}-{n % 4 + 1}" for n in range(14)],
        ["Contents", "Screws | 4", "Nuts | 8", "Bolts | 12"],
        ["Contents", "Cotton ..... 20 %", "Wool ..... 30 %", "Silk ..... 50 %"],
    ],
)
def test_rising_values_are_no_contents(lines: list[str]) -> None:
    assert not contents_lines(lines)
    assert [sentence.text for sentence in sentences_of_text("\n".join(lines))][-3:] == lines[-3:]
