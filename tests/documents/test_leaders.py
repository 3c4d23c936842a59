import pytest

from orc.documents.evidence.passage_sentences import sentences_of_text
from orc.documents.text.leaders import contents_lines, page_after_leader
from orc.documents.text.metadata import lead
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.table_heads import TableHeads

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
