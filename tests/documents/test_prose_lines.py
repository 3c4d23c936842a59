import pytest

from orc.documents.evidence.passage_sentences import sentences_of_text
from orc.documents.text.prose_lines import without_prose_tabs
from orc.documents.text.sentences import is_row, sentence_spans

MANUAL = """\
       -o file
\t   Log all messages to a file.\t The messages are normally reported to
\t   standard error.

\t   Wait between the downloads.\t Use
\t   of this option is recommended, as it lightens the load of the
\t   server."""


def test_tabs_that_align_prose_make_no_rows_of_it() -> None:
    assert [" ".join(MANUAL[a:b].split()) for a, b in sentence_spans(MANUAL)] == [
        "-o file",
        "Log all messages to a file.",
        "The messages are normally reported to standard error.",
        "Wait between the downloads.",
        "Use of this option is recommended, as it lightens the load of the server.",
    ]
    assert [sentence.row for sentence in sentences_of_text(MANUAL)] == [None] * 5


@pytest.mark.parametrize(
    "line",
    [
        "The crew moors with care.\tThe pilot comes aboard before noon on",
        "and waits for the pilot.\tThe pilot comes aboard before noon.",
        "The crew moors the ship at the quay with the help of\tboats and of the pilot",
        "  It floats.\tThe",
    ],
)
def test_a_tab_within_prose_is_a_space(line: str) -> None:
    assert without_prose_tabs(line) == line.replace("\t", " ")
    assert not is_row(line)


@pytest.mark.parametrize(
    "line",
    [
        "Region\tHead",
        "R1\tThe main leaks. It is old.\tAnn Lee",
        "The rent is due on the third day of each month.\tIt is paid by transfer to the bank.",
        "The rent is due on the third day of each month.\tAnn Lee",
        "  Total\t1,200.50",
        "\tNo options\t     -> host/pub/",
    ],
)
def test_tabs_between_cells_stay(line: str) -> None:
    assert without_prose_tabs(line) == line
    assert is_row(line)


def test_a_sentence_whose_lines_are_indented_by_tabs_is_no_row() -> None:
    assert not is_row("The values are auto,\n\tnone and all.")
