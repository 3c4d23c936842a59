"""The citations of an answer while it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.citations.markers import MarkerStream
from orc.documents.citations.quotes import words_to_name
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import Citations
from orc.documents.text.chunks import page_at
from orc.domain import MOST_SPANS, Chunk, Citation, Passage

RENT = "The monthly rent of the crane is 4,200 euros."
OWNER = "Maria Keller owns the crane and the quay."
BRAKE = "The brake is inspected every two weeks by the operator."
FIRST = f"{RENT} The lease is renewed by letter. {OWNER}\n"
SECOND = f"{BRAKE} A log is kept."
TEXT = FIRST + SECOND
PAGES = (0, len(FIRST))
WHOLE = Passage("file-1", "lease.pdf", Chunk("chunk_1", 0, len(TEXT), TEXT, 1), 1.0, ("bm25",), PAGES)
LAST = Passage("file-1", "lease.pdf", Chunk("chunk_2", len(FIRST), len(TEXT), SECOND, 2), 1.0, ("bm25",), PAGES)


async def write(
    *pieces: str, stored: str | None = TEXT, literal: bool = False
) -> tuple[str, Citations, list[Citation]]:
    """The answer, its citations, and all that was told of them, in order."""

    async def source_of(_: str) -> Source | None:
        return None if stored is None else Source(stored)

    citations, markers, answer, told = (
        Citations("What of the crane?", source_of, literal=literal),
        MarkerStream(2),
        "",
        list[Citation](),
    )
    for parts in (*map(markers.feed, pieces), markers.flush()):
        for part in parts:
            if isinstance(part, str):
                answer += part
            else:
                told += await citations.cited(part, answer, [WHOLE, LAST])
    told += await citations.ended(answer, [WHOLE, LAST])
    return answer, citations, told


def spans(answer: str, citation: Citation) -> list[tuple[str, str, bool]]:
    return [(answer[s.answer_start : s.answer_end], s.snippet, s.verified) for s in citation.spans]


@pytest.mark.req("AN-05")
@pytest.mark.parametrize("lead", ["The lease says [1]:", "The lease says: [1]", "**The lease says** [1]**:**"])
async def test_the_items_of_a_cited_list_are_checked_each(lead: str) -> None:
    items = "- The rent is 4,200 euros.\n- The owner is *Paul Weber*."
    for pieces in ([f"{lead}\n\n{items}\n\nAll is well."], list(f"{lead}\n{items}")):
        answer, _, told = await write(*pieces)
        assert spans(answer, told[-1])[1:] == [
            ("The rent is 4,200 euros.", RENT, True),
            ("The owner is *Paul Weber*.", OWNER, False),
        ]
        assert not told[-1].spans[0].verified


@pytest.mark.req("AN-05")
async def test_an_item_of_a_list_with_two_sources_cites_the_one_that_has_it() -> None:
    answer, citations, _ = await write("The lease has terms [1][2]:\n- A log is kept.\n- The owner is Maria Keller.")
    assert [text for text, _, _ in spans(answer, citations.found[2])][1:] == ["A log is kept."]


@pytest.mark.req("AN-05")
async def test_an_item_with_a_marker_of_its_own_does_not_cite_what_the_list_cites() -> None:
    answer, citations, _ = await write(
        "The lease says [1]:\n- The rent is 4,200 euros.\n- The brake is inspected every two weeks [2].\n- It is so."
    )
    assert [text for text, _, _ in spans(answer, citations.found[1])] == [
        "The lease says [1]",
        "The rent is 4,200 euros.",
    ]
    assert spans(answer, citations.found[2]) == [("The brake is inspected every two weeks [2]", BRAKE, True)]


@pytest.mark.req("AN-05")
@pytest.mark.parametrize("mark", ["-", "*", "•", "–", "1.", "2)", "a)", "(b)", "ii.", "1.1", "✅", "> -"])
async def test_items_have_any_mark_and_may_go_on_in_the_next_line(mark: str) -> None:
    answer, citations, _ = await write(
        f"The lease says [1]:\n{mark} The rent of the\n  crane is 4,200 euros.\n{mark} The rent is 9,900 euros.\n"
    )
    assert [(text, verified) for text, _, verified in spans(answer, citations.found[1])[1:]] == [
        ("The rent of the\n  crane is 4,200 euros.", True),
        ("The rent is 9,900 euros.", False),
    ]


@pytest.mark.req("AN-05")
async def test_an_item_is_checked_as_the_end_of_the_sentence_that_introduces_it() -> None:
    answer, citations, _ = await write("The lease is renewed by [1]:\n- letter\n- the operator")
    assert [verified for _, _, verified in spans(answer, citations.found[1])] == [False, True, False]


@pytest.mark.req("AN-05")
@pytest.mark.parametrize("lead", ["The lease has these terms", "Key points", "In short"])
async def test_a_statement_that_introduces_a_list_is_verified_if_all_items_are(lead: str) -> None:
    answer, citations, _ = await write(f"{lead} [1]:\n- The rent is 4,200 euros.\n- The owner is Maria Keller.")
    assert [verified for _, _, verified in spans(answer, citations.found[1])] == [True, True, True]


@pytest.mark.parametrize(("count", "verified"), [(100, True), (101, False)])
async def test_a_statement_that_introduces_more_items_than_are_checked_is_not_verified(
    count: int, *, verified: bool
) -> None:
    items = "- The rent is 4,200 euros.\n" * count
    _, citations, _ = await write(f"Key points [1]:\n{items}")
    assert citations.found[1].verified is verified
    assert len(citations.found[1].spans) == MOST_SPANS


@pytest.mark.parametrize(
    "following", [":\n\nThe owner is Paul Weber.", ".\n- The owner is Paul Weber.", ": Paul Weber."]
)
async def test_what_is_no_list_below_a_cited_statement_is_not_part_of_it(following: str) -> None:
    answer, citations, _ = await write(f"The rent is 4,200 euros [1]{following}")
    assert [text.split(" [1]")[0] for text, _, _ in spans(answer, citations.found[1])] == ["The rent is 4,200 euros"]


@pytest.mark.req("RG-07", "BX-01", "AN-05")
async def test_each_statement_that_cites_a_number_shows_what_it_rests_on() -> None:
    answer, citations, told = await write("The rent is 4,200 euros [1]. The owner is Maria Keller [1].")
    assert citations.found == {1: told[-1]}
    assert [len(citation.spans) for citation in told] == [1, 2]
    first, second = ("The rent is 4,200 euros [1]", RENT, True), ("The owner is Maria Keller [1]", OWNER, True)
    assert spans(answer, told[-1]) == [first, second]
    assert [TEXT[span.start : span.end] for span in told[-1].spans] == [RENT, OWNER]
    assert (told[-1].snippet, told[-1].page, told[-1].verified) == (RENT, 1, True)


@pytest.mark.req("AN-05")
async def test_each_statement_has_its_page() -> None:
    _, citations, _ = await write("The rent is 4,200 euros [1]. The brake is inspected [1]. The rent is 4,200 [1].")
    assert [span.page for span in citations.found[1].spans] == [1, 2, 1]
    assert citations.found[1].page == 1


@pytest.mark.req("BX-01", "AN-05")
async def test_each_statement_is_verified_by_itself() -> None:
    answer, citations, _ = await write(
        "It is 4,200 euros [1]. It falls to 3,900 euros [1]. The rent is 4,200 euros [1]."
    )
    assert [verified for _, _, verified in spans(answer, citations.found[1])] == [True, False, True]
    assert citations.found[1].verified
    _, citations, _ = await write("It falls to 3,900 euros [1]. It is 4,200 euros [1].")
    assert not citations.found[1].verified


@pytest.mark.req("AN-05")
async def test_a_statement_behind_its_marker_is_judged_as_a_whole() -> None:
    answer, citations, told = await write(
        "According to [1], the rent is 4,900 euros. [1] says: “no word of it is so”.\n[2]"
    )
    assert [(said, verified) for said, _, verified in spans(answer, citations.found[1])] == [
        ("According to [1], the rent is 4,900 euros.", False),
        ("[1] says: “no word of it is so”.", False),
    ]
    assert told[-1] == citations.found[2]


@pytest.mark.req("AN-05")
async def test_clauses_of_one_sentence_are_shown_apart() -> None:
    answer, citations, _ = await write("The rent is 4,200 euros [1] and Maria Keller owns the quay [1].")
    assert spans(answer, citations.found[1]) == [
        ("The rent is 4,200 euros [1]", RENT, True),
        ("and Maria Keller owns the quay [1]", OWNER, True),
    ]


@pytest.mark.req("AN-05", "RE-04")
async def test_the_spans_and_events_of_a_citation_are_bounded() -> None:
    answer, citations, told = await write("".join(f"The rent is 4,200 euros, case {n} [1]. " for n in range(2_000)))
    found = citations.found[1]
    assert len(found.spans) == MOST_SPANS
    assert answer[found.spans[-1].answer_start :].startswith("The rent is 4,200 euros, case 49 [1]")
    assert told[-1] == found
    assert len(told) < 20


@pytest.mark.req("BX-01")
async def test_statements_of_several_sources_are_borne_out_by_them_together() -> None:
    answer, citations, _ = await write("The rent is 4,200 euros and the brake is looked at every two weeks [2][1].")
    assert answer.endswith("[2][1].")
    assert {number: citation.verified for number, citation in citations.found.items()} == {2: True, 1: True}
    _, citations, _ = await write("The rent is 4,200 euros [1] and the brake is inspected every 16 days [2].")
    assert [citation.verified for citation in citations.found.values()] == [True, False]


@pytest.mark.req("AN-05")
@pytest.mark.parametrize("between", [", ", "; ", "/", " and ", " und ", ", or ", "和"])
async def test_markers_joined_by_punctuation_or_a_conjunction_cite_one_statement(between: str) -> None:
    said = "The rent is 4,200 euros and the brake is inspected every two weeks"
    answer, citations, _ = await write(f"{said} [1]{between}[2]. Maria Keller owns it [1].")
    first, second = spans(answer, citations.found[1]), spans(answer, citations.found[2])
    assert [span[0] for span in first] == [f"{said} [1]", "Maria Keller owns it [1]"]
    assert [(said, verified) for said, _, verified in second] == [(f"{said} [1]{between}[2]", True)]


@pytest.mark.req("AN-05")
async def test_a_statement_that_begins_with_a_conjunction_stands_for_itself() -> None:
    answer, citations, _ = await write("The rent is 4,200 euros [1], and [2] says every two weeks.")
    assert spans(answer, citations.found[2])[0][::2] == ("and [2] says every two weeks.", True)
    answer, citations, _ = await write("It is 4,200 euros [1], [2], and it is inspected every two weeks [2].")
    statements = [span[0] for span in spans(answer, citations.found[2])]
    assert statements == ["It is 4,200 euros [1], [2]", "and it is inspected every two weeks [2]"]


@pytest.mark.req("AN-05")
@pytest.mark.parametrize("said", ["As [1] says, the rent is 4,200 euros", "[1] The rent is 4,200 euros"])
async def test_a_statement_that_cites_a_source_twice_has_one_span(said: str) -> None:
    answer, citations, _ = await write(f"A log is kept [1].\n- {said} [1]. Maria Keller owns it [1].")
    statements = [(span[0], span[2]) for span in spans(answer, citations.found[1])]
    assert statements == [("A log is kept [1]", True), (f"{said} [1]", True), ("Maria Keller owns it [1]", True)]


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    "entry",
    ["[1] lease.pdf", "- [1]: **Lease.pdf**, page 1", "1. lease.pdf, pp. 1-2 [1]", "[1] `lease.pdf`\n[2] lease.pdf"],
)
async def test_an_entry_in_a_list_of_sources_is_no_statement(entry: str) -> None:
    answer, citations, told = await write(f"The rent is 4,200 euros [1].\n\nSources:\n{entry}\n")
    assert spans(answer, citations.found[1]) == [("The rent is 4,200 euros [1]", RENT, True)]
    assert next(each for each in reversed(told) if each.id == "1") == citations.found[1]
    assert (2 in citations.found) == ("[2]" in entry)


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    "listed",
    ["Sources: [1] lease.pdf; [2] lease.pdf", "**Quellen:** lease.pdf, S. 1 [1][2]", "Sources used: [1] lease.pdf"],
)
async def test_a_list_of_sources_in_one_line_is_no_statement(listed: str) -> None:
    answer, citations, _ = await write(f"The rent is 4,200 euros [1].\n\n{listed}")
    assert spans(answer, citations.found[1]) == [("The rent is 4,200 euros [1]", RENT, True)]


@pytest.mark.req("BX-01")
@pytest.mark.parametrize("entry", ["- [1] lease.pdf", "Sources: [1] lease.pdf; [2] lease.pdf, page 1"])
async def test_a_source_that_only_a_list_of_sources_cites_is_not_verified(entry: str) -> None:
    _, citations, _ = await write(f"A log is kept [2].\n\n{entry}\n")
    assert {number: citation.verified for number, citation in citations.found.items()} == {1: False, 2: True}


@pytest.mark.req("AN-05")
@pytest.mark.parametrize("mark", ["**[{}]**.", "*[{}]*;", "_[{}]_", "**[{}].**"])
async def test_a_statement_does_not_begin_with_the_end_of_emphasis(mark: str) -> None:
    first, second = mark.format(1), mark.format(2)
    answer, citations, _ = await write(f"The rent is 4,200 euros {first} It is inspected every two weeks {second}")
    [span] = citations.found[2].spans
    assert answer[span.answer_start :].startswith("It is inspected")


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("answer", "verified"),
    [
        ("The rent is 4,200 euros [1][2].", {1: True, 2: False}),
        ("The rent is 4,200 euros [2][1].", {1: True, 2: False}),
        ("The owner is Maria Keller and the brake is inspected every two weeks [1][2].", {1: True, 2: True}),
        ("The rent is 4,200 euros and a log is kept [2][1].", {1: True, 2: True}),
        ("The rent is 4,900 euros and a log is kept [2][1].", {1: False, 2: False}),
    ],
)
async def test_a_source_that_supports_nothing_of_a_shared_statement_is_not_verified(
    answer: str, verified: dict[int, bool]
) -> None:
    _, citations, _ = await write(answer)
    assert {number: citation.verified for number, citation in citations.found.items()} == verified


@pytest.mark.req("BX-01")
@pytest.mark.parametrize("stored", [None, "", TEXT[1:], TEXT.replace("4,200", "4,300")])
async def test_a_snippet_missing_from_the_stored_text_is_not_verified(stored: str | None) -> None:
    _, citations, _ = await write("The rent is 4,200 euros [1].", stored=stored)
    assert not citations.found[1].verified


@pytest.mark.req("BX-01")
async def test_missing_quotations_are_found_with_their_citation() -> None:
    answer, citations, _ = await write(
        "As [1] has it: “the rent of the crane is free”.\nIn [2], “the brake is inspected every two weeks”.\n"
        "You asked of “a crane for nothing at all”. It says “maria keller owns the … quay”."
    )
    quotes = await citations.quotes_without_source(answer, [WHOLE, LAST], ["Is there a crane for nothing at all?"])
    assert [quote.words for quote in quotes] == ["the rent of the crane is free"]
    assert citations.mark_unverified(answer, quotes) == []
    assert [citation.verified for citation in citations.found.values()] == [False, True]


@pytest.mark.req("BX-01", "AN-05")
async def test_an_unknown_quotation_makes_only_its_statement_unverified() -> None:
    answer, citations, _ = await write(
        "The rent is 4,200 euros [1]. It says “the crane is free”. Maria Keller owns it [1]."
    )
    assert citations.found[1].verified
    quotes = await citations.quotes_without_source(answer, [WHOLE], [])
    [doubted] = citations.mark_unverified(answer, quotes)
    assert [verified for _, _, verified in spans(answer, doubted)] == [True, False]
    assert doubted.verified


@pytest.mark.req("SE-12", "BX-01")
async def test_of_many_unknown_quotations_a_few_are_named_and_none_is_verified() -> None:
    answer, citations, _ = await write(*(f"{RENT} It says “the crane {n} is free” [1].\n" for n in range(600)))
    quotes = await citations.quotes_without_source(answer, [WHOLE], [])
    assert (len(quotes), len(words_to_name(quotes))) == (600, 20)
    citations.mark_unverified(answer, quotes)
    assert [verified for _, _, verified in spans(answer, citations.found[1])] == [False] * MOST_SPANS


async def test_a_quotation_from_elsewhere_in_the_document_is_found() -> None:
    answer, citations, _ = await write("It says “rent of the crane is 4,200 euros”, and the brake is inspected [2].")
    assert await citations.quotes_without_source(answer, [LAST], []) == []


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("statement", "verified"),
    [
        (RENT, True),
        ("The monthly rent of\nthe crane is 4,200 euros.", True),
        ("The brake is inspected every two weeks", True),
        ("The monthly rent of the crane is 4.200 euros.", False),
        ("The monthly rent of the crane – 4,200 euros.", False),
        ("the crane is 4,200 euros, the monthly rent of", False),
        ("The monthly rent is 4,200 euros.", False),
        ("The monthly rent of the crane is 4,200", True),
        ("The monthly rent of the crane is 4", False),
    ],
)
async def test_parts_of_documents_are_verified_word_for_word(statement: str, verified: bool) -> None:
    _, citations, _ = await write(f"- {statement.replace('\n', ' ')} [1]", literal=True)
    assert citations.found[1].verified is verified
    _, citations, _ = await write(f"Rent [1] … {statement.replace('\n', ' ')} [2]", literal=True)
    assert citations.found[2].verified is verified, "it stands elsewhere in the document"


@pytest.mark.req("AN-04", "AN-05")
async def test_a_heading_above_a_later_passage_is_cited_at_itself() -> None:
    head, rows = "Costs | 2019 | 2018", "Cranes | 15 | 12\nQuays | 8 | 9"
    text = f"{head}\nShips | 70 | 60\n{rows}\n\nPeople | 2019 | 2017\nMen | 4 | 5"
    chunk = Chunk("chunk_1", text.index(rows), len(text), text[text.index(rows) :], table_head=head)

    async def source_of(_: str) -> Source:
        return Source(text)

    citations, answer = Citations("What did quays cost in 2019?", source_of, literal=True), ""
    for statement in ("8", "Quays", head):
        answer += f"\n- {statement} [1]"
        await citations.cited(1, answer, [Passage("file-1", "costs.csv", chunk, 1.0, ("bm25",))])
    cited = citations.found[1]
    assert [(span.snippet, span.verified) for span in cited.spans][1:] == [("Quays | 8 | 9", True), (head, True)]
    assert [text[span.start : span.end] for span in cited.spans] == [span.snippet for span in cited.spans]


@pytest.mark.req("AN-04", "AN-05")
async def test_what_is_listed_below_a_cell_is_cited_at_the_table_of_the_cell() -> None:
    """The row's label, the heading and the title occur in both tables, the cell in both rows."""
    text = "Leeds\n\nItem | Stock | Price\nBolt | 12 | 3\n\nYork\n\nItem | Stock | Price\nBolt | 12 | 4\n"
    passage = Passage("file-1", "stock.xlsx", Chunk("chunk_1", 0, len(text), text), 1.0, ("bm25",))

    async def source_of(_: str) -> Source:
        return Source(text)

    citations, answer = Citations("How many bolts?", source_of, literal=True), ""
    for statement in ("- 12", "  - Bolt", "  - Stock", "  - Leeds", "- 12", "  - Bolt", "  - Stock", "  - York"):
        answer += f"\n{statement} [1]"
        await citations.cited(1, answer, [passage])
    second = text.index("York")
    starts = [span.start for span in citations.found[1].spans]
    assert [start >= second for start in starts] == 4 * [False] + 4 * [True]
    assert [text[start:].split("\n", 1)[0] for start in starts[4:]] == [
        *("Bolt | 12 | 4", "Bolt | 12 | 4", "Item | Stock | Price", "York")
    ]


STATEMENTS = [
    "The rent is 4,200 euros",
    "Maria Keller owns it",
    "The brake is inspected",
    "It is 77",
    "“no word of it”",
]
MARKS = ["[1]", "[2]", "[1, 2]", "[1][2]", "[9]", "【1】", " ", ". ", ".\n\n"]


@pytest.mark.req("RG-07")
@given(st.lists(st.sampled_from(STATEMENTS + MARKS), max_size=10).map(" ".join), st.data())
async def test_where_an_answer_is_split_changes_no_citation(answer: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(answer)), max_size=5)))
    pieces = [answer[a:b] for a, b in zip([0, *cuts], [*cuts, len(answer)], strict=True)]
    text, citations, told = await write(*pieces)
    whole_text, whole, whole_told = await write(answer)
    assert (text, citations.found, told) == (whole_text, whole.found, whole_told)
    for citation in citations.found.values():
        assert TEXT[citation.start : citation.end] == citation.snippet
        assert citation.page == page_at(PAGES, citation.start) == page_at(PAGES, citation.end - 1)
        assert all(f"[{citation.id}]" in said for said, _, _ in spans(text, citation))
        for span in citation.spans:
            assert TEXT[span.start : span.end] == span.snippet
            assert span.page == page_at(PAGES, span.start) == page_at(PAGES, span.end - 1)
