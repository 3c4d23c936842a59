"""Which lines of a text without marks are its headings."""

import pytest

from orc.documents.text.heading_lines import heading_lines

PROSE = "The crew moors with care and waits for the pilot, who comes aboard before noon."


@pytest.mark.parametrize(
    "heading", ["2. Strategy", "2.1 Berths and fees", "IV. Risks", "Chapter 3", "§ 4 Miete", "Outlook"]
)
def test_a_short_line_above_a_paragraph_is_a_heading(heading: str) -> None:
    text = f"{PROSE}\n\n{heading}\n\n{PROSE}"
    assert [found.text for found in heading_lines(text)] == [heading]
    assert [text[found.start :].startswith(heading) for found in heading_lines(text)] == [True]


@pytest.mark.parametrize(
    "line",
    [
        "Page 30",
        "2. The rent is due.",
        "Rent | 900 | 920",
        "2. Strategy ........ 38",
        "and so on",
        f"{PROSE} {PROSE}",
        "Dear Ms Ito,",
    ],
)
def test_another_line_is_none(line: str) -> None:
    assert heading_lines(f"{PROSE}\n\n{line}\n\n{PROSE}") == ()


def test_a_numbered_heading_may_stand_between_lines_without_blank_ones() -> None:
    assert [found.text for found in heading_lines(f"{PROSE}\n4 Risks of the port\n{PROSE}\nPort\n{PROSE}")] == [
        "4 Risks of the port"
    ]


def test_a_line_that_each_page_repeats_is_no_heading_and_a_number_shows_the_level() -> None:
    pages = [f"Port of Riga {n}\n\n{n}.{n} Berths\n\n{PROSE}" for n in range(1, 3)]
    text = "\n\n".join(f"Port of Riga\n\n{PROSE}\n\n{page}" for page in pages * 3)
    assert {(found.level, found.text) for found in heading_lines(text)} == set()
    assert [found.level for found in heading_lines(f"1. Port\n\n{PROSE}\n\n1.2 Berths\n\n{PROSE}")] == [1, 2]


def test_the_headings_of_a_chapter_and_its_first_section_may_be_adjacent() -> None:
    chapters = [f"{n} {name}\n{n}.1 Purpose\n\n{PROSE}" for n, name in enumerate(("Data protection", "Noise"), 1)]
    headings = [(1, "1 Data protection"), (2, "1.1 Purpose"), (1, "2 Noise"), (2, "2.1 Purpose")]
    assert [(found.level, found.text) for found in heading_lines("\n\n".join(chapters))] == headings
    assert heading_lines("1 Data protection 4\n1.1 Purpose 4\n2 Noise 9\n2.1 Purpose 9") == ()


def test_sections_of_different_chapters_may_have_the_same_title() -> None:
    text = "\n\n".join(f"{chapter}.2 Deadlines\n\n{PROSE}" for chapter in range(1, 7))
    assert [found.text for found in heading_lines(text)] == [f"{chapter}.2 Deadlines" for chapter in range(1, 7)]
