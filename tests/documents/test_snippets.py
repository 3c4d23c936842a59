from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.citations.snippets import cite, render_references, support_by_passage
from orc.documents.text.chunks import chunk_text
from orc.domain import Chunk, Citation, CitationSpan, ExtractedText, Passage


def passage(text: str, *, start: int = 0, page_starts: tuple[int, ...] = ()) -> Passage:
    chunk = Chunk("chunk_4", start, start + len(text), text)
    return Passage("file-1", "folder/report.pdf", chunk, 1.0, ("bm25",), page_starts)


TEXT = (
    "Acme sells bicycles. In 2022 its revenue was $10.2 million. In 2023 revenue rose to $12.5\nmillion. "
    "The founder is Maria Keller. The head office is in Lyon."
)


@pytest.mark.parametrize(
    ("claim", "snippet", "verified"),
    [
        ("Revenue was $12.5 million in 2023.", "In 2023 revenue rose to $12.5\nmillion.", True),
        ("It was founded by Keller.", "The founder is Maria Keller.", True),
        ("Lyon.", "The head office is in Lyon.", True),
        ("", "The head office is in Lyon.", False),
        ("Qqq.", "The head office is in Lyon.", False),
    ],
)
def test_the_snippet_is_the_sentence_that_supports_the_claim(claim: str, snippet: str, verified: bool) -> None:
    citation = cite(passage(TEXT), 2, claim=claim, question="Where is the office?")
    assert citation.snippet == snippet
    assert citation.verified is verified


RESULTS = (
    "# Report\n\n| € million | 2023 | 2022 |\n|---|---|---|\n| Revenue | 512 | 498 |\n| Operating profit | 61 | 74 |\n"
    "\n## Results 2022\n\nOrders reached € 530 million.\n\n## Results 2023\n\nOrders reached € 470 million."
)


def test_the_snippet_of_a_tables_figure_has_its_heading_row_and_nothing_of_the_next_section() -> None:
    snippet = cite(passage(RESULTS), 1, claim="Revenue was € 512 million in 2023.", question="").snippet
    assert snippet == "| € million | 2023 | 2022 |\n|---|---|---|\n| Revenue | 512 | 498 |"


def test_the_snippet_of_a_figure_has_the_heading_of_its_section_and_nothing_of_the_one_before() -> None:
    snippet = cite(passage(RESULTS), 1, claim="In 2023 the orders, 2022 less, were € 470 million.", question="").snippet
    assert snippet == "## Results 2023\n\nOrders reached € 470 million."


def test_a_snippet_goes_on_into_the_next_section_for_a_figure_of_its_claim() -> None:
    text = "## Rent\n\nThe rent is € 950.\n\n## Deposit\n\nThe deposit is € 2400."
    snippet = cite(passage(text), 1, claim="The rent is € 950 and the deposit € 2400.", question="").snippet
    assert snippet == "The rent is € 950.\n\n## Deposit\n\nThe deposit is € 2400."


@pytest.mark.parametrize("rent", ["1.250 Euro", "1 250 euros"])
def test_a_figure_leads_to_its_sentence_however_it_is_written(rent: str) -> None:
    text = "The deposit is 2,500 euros. The lease is long. The monthly rent is 1,250 euros."
    citation = cite(passage(text), 1, claim=f"Die monatliche Miete beträgt {rent}", question="Wie hoch ist die Miete?")
    assert (citation.snippet, citation.verified) == ("The monthly rent is 1,250 euros.", True)


def test_without_any_shared_word_the_snippet_is_the_beginning() -> None:
    assert cite(passage(TEXT), 1, claim="Qqq", question="www").snippet == "Acme sells bicycles."


def test_a_claim_of_two_sentences_is_shown_both() -> None:
    citation = cite(passage(TEXT), 1, claim="The founder, Maria Keller, has her head office in Lyon.", question="")
    assert citation.snippet == "The founder is Maria Keller. The head office is in Lyon."


@pytest.mark.req("AN-04")
def test_a_repeated_claim_is_quoted_where_the_question_points() -> None:
    table = passage("Region | Q4\nEast | 1,175\nNorth | 175\nWest | 175\nSouth | 175.5\n", start=40)
    assert cite(table, 1, claim="175", question="How much is West in Q4?").snippet == "West | 175"
    assert cite(table, 1, claim="175", question="").snippet == "North | 175"
    assert cite(table, 1, claim="175", question="", near=90).snippet == "West | 175"


@pytest.mark.req("AN-04")
def test_a_claim_in_two_sentences_is_shown_with_both() -> None:
    claim = "In 2022 its revenue was $10.2 million. In 2023 revenue rose to $12.5 million."
    citation = cite(passage(TEXT), 1, claim=claim, question="Where is the head office of Maria Keller?")
    assert " ".join(citation.snippet.split()) == claim


def test_a_title_alone_is_no_snippet() -> None:
    text = "Lease of berth 18\n\nThe rent is 260 pounds a month.\n\nDogs are allowed on board."
    citation = cite(passage(text), 1, claim="Dogs are allowed on berth 18.", question="Tell me about it.")
    assert (citation.snippet, citation.verified) == (text, True)


@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Berth 17 costs 210 pounds and berth 18 costs 260 pounds a month.", [True, True]),
        ("Berth 17 costs 260 pounds and berth 18 costs 210 pounds a month.", [False, False]),
    ],
)
def test_each_source_may_have_a_part_of_a_statement(claim: str, verified: list[bool]) -> None:
    leases = [
        passage(f"Lease of berth {n}\n\nThe rent is {rent} pounds a month.") for n, rent in ((17, 210), (18, 260))
    ]
    assert support_by_passage(claim, leases, "Tell me about it.") == verified


def test_a_citation_says_where_it_comes_from() -> None:
    citation = cite(passage(TEXT, start=700), 2, claim="Maria Keller", question="")
    at = 700 + TEXT.index("The founder")
    assert citation == Citation(
        "2", "file-1:chunk_4", "file-1", "folder/report.pdf", None, at, at + 28, TEXT[at - 700 :][:28], ("bm25",), True
    )


def test_a_snippet_lies_on_one_page() -> None:
    text = "The first page ends in the middle\nof a sentence about brakes. Brakes are inspected yearly."
    pages = (0, 20, 20 + text.index("of a"))
    citation = cite(passage(text, start=20, page_starts=pages), 1, claim="a sentence about brakes", question="")
    assert (citation.snippet, citation.page) == ("of a sentence about brakes.", 3)
    before = cite(passage(text, start=20, page_starts=pages), 1, claim="The first page ends", question="")
    assert (before.snippet, before.page) == ("The first page ends in the middle", 2)


def test_a_long_sentence_is_cut_to_the_part_that_matters() -> None:
    text = "word " * 300 + "the brake is inspected " + "word " * 300
    citation = cite(passage(text), 1, claim="The brake is inspected", question="")
    assert "brake is inspected" in citation.snippet
    assert len(citation.snippet) <= 500
    assert citation.verified


@pytest.mark.req("AN-04")
def test_the_snippet_of_a_long_sentence_begins_at_its_claim() -> None:
    text = "word " * 300 + "the brake is inspected " + "word " * 300
    citation = cite(passage(text), 1, claim="word the brake is inspected", question="")
    assert citation.snippet.startswith("word the brake is inspected word")
    assert len(citation.snippet) <= 500
    assert len(cite(passage(text), 1, claim=text, question="").snippet) <= 500


@given(
    st.text(alphabet=st.sampled_from("abc AB.?!\n12|。เก"), max_size=400),
    st.lists(st.integers(1, 399), max_size=3, unique=True),
    st.text(alphabet=st.sampled_from("abc AB.12"), max_size=30),
)
def test_snippets_are_exact_and_on_their_page(text: str, starts: list[int], claim: str) -> None:
    pages = (0, *(start for start in sorted(starts) if start < len(text)))
    for chunk in chunk_text(ExtractedText(text, "", pages), size=60, overlap=20):
        source = Passage("f", "f.pdf", chunk, 1.0, (), pages)
        citation = cite(source, 1, claim=claim, question="abc")
        assert text[citation.start : citation.end] == citation.snippet == citation.snippet.strip() != ""
        assert citation.page is not None
        ends = [*pages[1:], len(text)]
        assert pages[citation.page - 1] <= citation.start < citation.end <= ends[citation.page - 1]


@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("He wrote “revenue rose to $12.5 million.”", True),
        ('He wrote "revenue fell to $12.5 million"', False),
        ("He wrote «the founder was Peter Keller»", False),
        ('The word "rose" of its revenue', True),
        ("Revenue fell.", True),
    ],
)
def test_a_quotation_that_is_not_in_the_source_is_flagged(claim: str, verified: bool) -> None:
    assert cite(passage(TEXT), 1, claim=claim, question="").verified is verified


def test_a_chunk_whose_offsets_do_not_fit_is_not_verified() -> None:
    source = passage(TEXT)
    broken = replace(source, chunk=replace(source.chunk, end=5))
    assert not cite(broken, 1, claim="Acme", question="").verified


def cited(number: int, name: str, page: int | None, snippet: str = "It rose.") -> Citation:
    return Citation(str(number), f"{name}:c", name, name, page, 0, 8, snippet, (), True)


@pytest.mark.req("RG-08")
def test_references_follow_the_style() -> None:
    citations = [cited(1, "a.pdf", 3, "It\nrose."), cited(3, "b.txt", None), cited(4, "a.pdf", 7), cited(1, "a.pdf", 3)]
    assert render_references(citations, "inline") == ""
    assert render_references([], "endnote") == ""
    assert render_references(citations, "footnote") == (
        "\n\nFootnotes:\n[1] a.pdf, page 3: “It rose.”\n[3] b.txt: “It rose.”\n[4] a.pdf, page 7: “It rose.”"
    )
    assert render_references(citations, "endnote") == "\n\nSources:\n[1][4] a.pdf, pages 3, 7\n[3] b.txt"


@pytest.mark.req("RG-08")
def test_a_footnote_lists_the_distinct_snippets_of_its_source() -> None:
    texts = ["It rose.", "It fell.", "It rose."]
    spans = tuple(CitationSpan(0, 5, 3, 0, 8, text, True) for text in texts)
    [two, many] = [
        replace(cited(1, "a.pdf", 3), spans=spans),
        replace(cited(2, "a.pdf", 3), spans=tuple(replace(spans[0], snippet=f"{n} rose.") for n in range(7))),
    ]
    assert render_references([two], "footnote") == "\n\nFootnotes:\n[1] a.pdf, page 3: “It rose.”; “It fell.”"
    assert render_references([many], "footnote").endswith("“2 rose.”; “3 rose.”; and 3 more")
    apart = replace(two, spans=(spans[0], replace(spans[1], page=4)))
    assert render_references([apart], "footnote").endswith("page 3: “It rose.” (page 3); “It fell.” (page 4)")


@pytest.mark.req("RG-08")
def test_references_name_sheets_and_headings_where_there_are_no_page_numbers() -> None:
    sheet = replace(cited(1, "a.xlsx", 2), page_label="Städte", heading="Prices")
    chapter = replace(cited(2, "b.md", None), heading="On cranes")
    assert render_references([sheet, chapter], "endnote") == "\n\nSources:\n[1] a.xlsx, Städte\n[2] b.md, “On cranes”"
