"""Lines around a text: navigation, references, code and attributes."""

import pytest

from orc.documents.evidence.apparatus import is_apparatus, is_apparatus_line
from orc.documents.evidence.passage_sentences import sentences_of_text


@pytest.mark.parametrize(
    "line",
    [
        "Jump to content",
        "For other uses, see Heron (disambiguation).",
        "Toggle History subsection",
        "(Redirected from Heronry)",
        "Zum Inhalt springen",
        "^ Marsh & Dale 1988, p. 452.",
        "Boston, MA: Boston Heights Press.",
        "Retrieved 2006-11-02.",
        "Marsh, A., P. Dale, et E. Moor (2009a).",
        '12. "Reed and water" (https://www.example.org/reed/water/).',
        "Archived (https://web.example.org/2018/http://www.example.org/news) from the original on 27 April 2018.",
        "## 1 1.07",
        "<dbl> <dbl> <chr>",
        "mean_depth",
        '{: datetime="2025-11-05" }',
        "title: 'Herons: a guide'",
    ],
)
def test_a_line_around_a_text_is_told(line: str) -> None:
    assert is_apparatus_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "The rent is $1,200.00 (2023: $1,100.00).",
        "Der Preis beträgt 4.500,00 €.",
        "Smith, J. died in 1999.",
        "The archived files are kept for 5 years.",
        "Retrieved goods are stored in the hall.",
        "Note: bring your own towels.",
        "Log in with the code that you were sent.",
        "Toggle the switch to start the pump.",
        "London: the press office opens at 9 daily in summer and in winter too.",
        "## 2. Rules of the house",
        "We call `mean_depth()` for each [lake](https://www.example.org/lakes/all).",
        "これは本文です。",
        "किराया 900 रुपये है।",
    ],
)
def test_a_statement_is_none(line: str) -> None:
    assert not is_apparatus_line(line)


def test_what_is_under_a_heading_for_references_is_around_the_text() -> None:
    text = "# Herons\n\nHerons wade in shallow water.\n\n# References\n\nThe feeding of herons in a delta.\n"
    assert [s.text for s in sentences_of_text(text) if not is_apparatus(s)] == [
        "# Herons",
        "Herons wade in shallow water.",
    ]
