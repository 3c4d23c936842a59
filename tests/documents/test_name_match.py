"""Documents are found by the names that people have for them, however they spell these."""

from dataclasses import replace

import pytest

from orc.documents.records import Document
from orc.documents.search.name_match import name_matches, year_factors
from orc.documents.text.abbreviations import stands_for
from orc.documents.text.opening import names_in, years_in_opening

COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
FORM 10-K
For the fiscal year ended January 28, 2023
FERNHILL & FERNHILL
(Exact name of registrant as specified in its charter)
Fernhill Baking Works, Inc. ("FBW") is a wholly owned subsidiary. The agreement ("the Agreement") is attached."""


def _document(blob_name: str, title: str = "", *names: str, years: tuple[str, ...] = ()) -> Document:
    known = Document(blob_name, "", blob_name, "", 0, "", "ready", "", "", content_id=blob_name)
    return replace(known, title=title, names=names, years=years)


LIBRARY = [
    _document("HARBOURLINE_2023_10K.pdf"),
    _document("1.pdf", "0000764478-23-000006", "Procter & Gamble"),
    _document("2.pdf", "Annual report", "American Express Company"),
    _document("3.pdf", "Advanced Micro Devices"),
    _document("4.pdf", "Minutes", "McDonald's"),
    _document("5.pdf", "Walmart in brief"),
    _document("6.pdf", "", "Nestlé"),
    _document("7.pdf", "", "JPMorgan Chase"),
    _document("8.pdf", "", "Johnson & Johnson"),
    _document("9.pdf", "Best Buy"),
    _document("10.pdf", "The Distance"),
]


@pytest.mark.parametrize(
    ("question", "blob_name"),
    [
        ("What did Harbourline earn?", "HARBOURLINE_2023_10K.pdf"),
        ("How is P&G's gross margin?", "1.pdf"),
        ("Does AMEX have an improving margin?", "2.pdf"),
        ("Does AmEx have an improving margin?", "2.pdf"),
        ("What is AMD's quick ratio?", "3.pdf"),
        ("Did Avdanced Micro Devices grow?", "3.pdf"),
        ("What do McDonalds franchisees pay?", "4.pdf"),
        ("What is Wal-Mart's capex?", "5.pdf"),
        ("How much water does Nestle sell?", "6.pdf"),
        ("Which segment of JPM had the lowest revenue?", "7.pdf"),
        ("Are JnJ's financials those of a high growth company?", "8.pdf"),
        ("What does J&J sell?", "8.pdf"),
        ("How many stores has Bestbuy?", "9.pdf"),
    ],
)
def test_a_name_counts_in_any_spelling(question: str, blob_name: str) -> None:
    matches = dict(zip((each.blob_name for each in LIBRARY), name_matches(question, LIBRARY), strict=True))
    assert max(matches, key=matches.__getitem__) == blob_name
    assert sorted(matches.values())[-2] < matches[blob_name]


@pytest.mark.parametrize("question", ["Is It Worth That?", "What is EBITDA?", "Who pays, and when?"])
def test_capitals_that_abbreviate_no_name_name_nothing(question: str) -> None:
    assert not any(name_matches(question, LIBRARY))


@pytest.mark.parametrize(
    ("short", "name", "does"),
    [
        ("FBC", "Foo Bar Corporation", True),
        ("BofA", "Bank of America", True),
        ("MMM", "Minnesota Mining and Manufacturing", True),
        ("AMD", "Amdocs", False),
        ("CVS", "Carver Stone", False),
        ("A", "Acme", False),
    ],
)
def test_an_abbreviation_is_made_of_the_beginnings_of_successive_words(short: str, name: str, does: bool) -> None:
    assert stands_for(short, name.split()) is does


def test_the_first_pages_give_names_abbreviations_and_the_period() -> None:
    assert names_in(COVER) == ("FERNHILL & FERNHILL", "Fernhill Baking Works", "FBW")
    assert years_in_opening(COVER) == ("2023",)
    assert names_in("The keeper climbs the stairs each evening.") == ()
    assert years_in_opening("In 1999 the lamp was changed.") == ()


def test_a_fiscal_year_may_end_in_the_next_calendar_year() -> None:
    question = "What was the FY2022 revenue?"
    factors = year_factors(question, [_document("a.pdf", years=(year,)) for year in ("2022", "2023", "2019")])
    assert factors[0] == 1.0
    assert factors == sorted(factors, reverse=True)
    assert factors[1] > factors[2]


def test_the_document_of_the_last_requested_year_ranks_first() -> None:
    question = "How did revenue change between FY2019 and FY2020?"
    last, first = year_factors(question, [_document("ACME_2020.pdf"), _document("ACME_2019.pdf")])
    assert last > first
