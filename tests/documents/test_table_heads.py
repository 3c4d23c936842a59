from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orc.documents.text.chunks import chunk_text
from orc.domain import Chunk, ExtractedText

PROSE = "The fleet grew in all regions, and the board expects more of it in the coming years, as in the last."
HEADINGS = "Region | Q1 | Q2 | Q3 | Q4"


def rows(first: int, last: int) -> list[str]:
    return [f"Port {n} | {n}20 | {n}50 | {n}60 | {n}75" for n in range(first, last)]


def chunks_of(*blocks: Sequence[str] | str, pages: Sequence[Sequence[str]] = (), size: int = 240) -> list[Chunk]:
    text = "\n\n".join(block if isinstance(block, str) else "\n".join(block) for block in blocks)
    starts: list[int] = []
    for page in pages:
        starts.append(len(text))
        text += "\n".join(page) + "\n\n"
    return chunk_text(ExtractedText(text, "title", tuple(starts)), size=size, overlap=40)


def with_row(chunks: Sequence[Chunk], row: str) -> list[Chunk]:
    return [chunk for chunk in chunks if row in chunk.text]


@pytest.mark.req("AN-06", "QA-04")
@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("Region | Q1 | Q2", "Port {n} | {n}20 | {n}50"),
        ("| Region | Q1 | Q2 |\n|---|---|---|", "| Port {n} | {n}20 | {n}50 |"),
        ("Region,Q1,Q2", "Port {n},{n}20,{n}50"),
        ("Region\tQ1\tQ2", "Port {n}\t{n}20\t{n}50"),
        ("Region 2022 2023", "Port {n} {n}20 {n}50"),
        ("Region | Harbour master | Pilot", "Port {n} | Ann | Bob"),
        ("│ Region │ Q1 │ Q2 │\n├────────┼────┼────┤", "│ Port {n} │ {n}20 │ {n}50 │"),
        ("| Region | Q1 | Q2 |\n+========+====+====+", "| Port {n} | {n}20 | {n}50 |\n+--------+----+----+"),
    ],
    ids=["bars", "markdown", "commas", "tabs", "spaces", "words", "boxes", "signs"],
)
def test_a_passage_inside_a_table_has_its_title_and_headings(headings: str, row: str) -> None:
    lines = [line for n in range(40) for line in row.format(n=n).split("\n")]
    chunks = chunks_of(PROSE, "Table 3: Ships by port", [*headings.split("\n"), *lines], PROSE)
    assert len(chunks) > 4
    within = [chunk for chunk in chunks if chunk.text.split("\n")[0] in lines]
    assert len(within) > 2
    first = headings.split("\n", maxsplit=1)[0]
    assert {chunk.table_head for chunk in within} == {f"Table 3: Ships by port\n{first}"}
    assert all(first not in chunk.text for chunk in within)
    assert {chunk.table_head for chunk in chunks if chunk.start < chunks_of(PROSE)[0].end} == {""}


def test_a_passage_with_the_headings_has_no_table_head() -> None:
    [chunk] = chunks_of("Ships by port", [HEADINGS, *rows(0, 3)])
    assert chunk.table_head == ""


def test_a_unit_in_brackets_belongs_to_the_tables_title() -> None:
    chunks = chunks_of(PROSE, "## Ships by port", "(in thousands)", [HEADINGS, *rows(0, 20)])
    assert chunks[-1].table_head == f"## Ships by port\n(in thousands)\n{HEADINGS}"


def test_prose_above_a_table_is_not_its_title() -> None:
    chunks = chunks_of(PROSE, [HEADINGS, *rows(0, 20)])
    assert chunks[-1].table_head == HEADINGS


@pytest.mark.req("AN-06")
def test_a_section_row_heads_its_rows_up_to_their_total() -> None:
    table = [HEADINGS, "North | | | |", *rows(0, 12), "Total | 1 | 2 | 3 | 4", *rows(20, 30)]
    chunks = chunks_of("Ships", table)
    assert with_row(chunks, "Port 8 ")[-1].table_head == f"Ships\n{HEADINGS}\nNorth | | | |"
    assert chunks[-1].table_head == f"Ships\n{HEADINGS}"


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("repeated", [True, False])
def test_a_table_over_several_pages_keeps_its_head(repeated: bool) -> None:
    first = ["ACME CORP.", "Ships by port", HEADINGS, *rows(10, 16), "Annual report, page 1"]
    second = ["ACME CORP.", *([HEADINGS] if repeated else []), *rows(16, 30), "Annual report, page 2"]
    chunks = chunks_of(pages=[first, second])
    for row in ("Port 17", "Port 25"):
        head = with_row(chunks, row)[-1].headed_text.split("\n")
        assert "Ships by port" in head
        assert HEADINGS in head


def test_a_table_with_its_own_headings_is_no_continuation() -> None:
    first = ["Ships by port", HEADINGS, *rows(10, 16)]
    second = ["Cranes by port", "Region | 2019 | 2020 | 2021 | 2022", *rows(16, 30)]
    assert chunks_of(pages=[first, second])[-1].table_head == "\n".join(second[:2])


def test_a_table_after_a_page_of_prose_is_no_continuation() -> None:
    chunks = chunks_of(pages=[["Ships", HEADINGS, *rows(0, 4)], [PROSE] * 8, rows(16, 30)])
    assert chunks[-1].table_head == ""


@pytest.mark.parametrize(
    "prose",
    [
        "For the year that ended on\nSaturday, January 28, 2023\nit opened shops in 12 34\nplaces, and more.\n",
        "He came, saw, and won.\nShe left, he stayed, they met again.\nNothing, nobody, nowhere.\n",
    ],
)
def test_prose_has_no_head(prose: str) -> None:
    assert {chunk.table_head for chunk in chunks_of("Ships by port", prose * 20)} == {""}


LINES = st.sampled_from(
    [
        HEADINGS,
        "Ships",
        "(in tonnes)",
        "West | 1 | 2 | 3 | 4",
        "North | | | |",
        "Total 12 13",
        "a,b,c",
        "",
        PROSE,
        "|-|-|",
    ]
)


@pytest.mark.req("QA-04")
@settings(max_examples=200, database=None, deadline=None)
@given(lines=st.lists(LINES, max_size=60), page=st.integers(0, 400), size=st.integers(50, 200))
def test_a_table_head_is_short_and_precedes_its_passage(lines: list[str], page: int, size: int) -> None:
    text = "\n".join(lines)
    for chunk in chunk_text(ExtractedText(text, "t", (0, page)), size=size, overlap=20):
        assert text[chunk.start : chunk.end] == chunk.text
        assert len(chunk.table_head) <= 1_000
        assert set(chunk.table_head.split("\n")) - {""} <= set(text[: chunk.start + len(PROSE)].split("\n"))
