"""What every document index promises."""

import pytest

from orc.domain import Caller, Chunk
from orc.ports import DocumentIndex, Embedded
from tests.contract.conftest import Open

OWNER = Caller("org", "user")
OTHERS = (Caller("org", "other"), Caller("other", "user"), Caller("org,user", ""), Caller("org", 'user","'))


def chunks(*texts: str) -> list[Chunk]:
    made, start = [], 0
    for number, text in enumerate(texts):
        made.append(Chunk(f"chunk_{number}", start, start + len(text), text, number + 1))
        start += len(text)
    return made


async def found(
    index: DocumentIndex, query: str, *content_ids: str, owner: Caller = OWNER, top_k: int = 10
) -> list[tuple[str, str]]:
    results = await index.search(owner, query, content_ids=content_ids or ("c1",), top_k=top_k)
    return [(result.content_id, result.chunk.chunk_id) for result in results]


async def test_the_chunk_that_answers_comes_first(document_index: DocumentIndex) -> None:
    await document_index.add(
        OWNER,
        "c1",
        chunks(
            "The lease begins on the first of May.",
            "Either party may give notice of termination; the notice period is thirty days.",
            "The rent is due monthly.",
        ),
    )
    [best, *_] = await document_index.search(OWNER, "What is the notice period?", content_ids=["c1"], top_k=5)
    assert best.content_id == "c1"
    assert best.chunk.chunk_id == "chunk_1"
    assert best.sources == ("bm25",)


async def test_scores_fall_and_are_positive(document_index: DocumentIndex) -> None:
    texts = ["apple", "apple banana", "banana cherry", "date", "elder", "fig", "grape"]
    await document_index.add(OWNER, "c1", chunks(*texts))
    results = await document_index.search(OWNER, "apple cherry banana", content_ids=["c1"], top_k=5)
    scores = [result.score for result in results]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0


async def test_a_found_chunk_is_the_stored_one(document_index: DocumentIndex) -> None:
    chunk = Chunk("chunk_7", 70, 77, "apple é", None)
    await document_index.add(OWNER, "c1", [chunk])
    [result] = await document_index.search(OWNER, "apple", content_ids=["c1"], top_k=5)
    assert result.chunk == chunk


async def test_nothing_matching_is_an_empty_list(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple"))
    assert await found(document_index, "pear") == []
    assert await found(document_index, "") == []
    assert await found(document_index, "?!") == []
    assert await found(document_index, "apple", "unknown") == []
    assert await document_index.search(OWNER, "apple", content_ids=[], top_k=5) == []


async def test_top_k_bounds_the_results(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks(*["apple"] * 9))
    assert len(await found(document_index, "apple", top_k=4)) == 4
    assert await found(document_index, "apple", top_k=0) == []


async def test_equal_scores_are_ordered_by_content_and_place(document_index: DocumentIndex) -> None:
    for content_id in ("c2", "c1"):
        await document_index.add(OWNER, content_id, chunks(*["apple"] * 12))
    expected = [(content_id, f"chunk_{n}") for content_id in ("c1", "c2") for n in range(12)]
    assert await found(document_index, "apple", "c2", "c1", top_k=100) == expected
    assert await found(document_index, "apple", "c2", "c1", top_k=13) == expected[:13]


async def test_only_the_named_contents_are_searched(document_index: DocumentIndex) -> None:
    for content_id in ("c1", "c2", "c3"):
        await document_index.add(OWNER, content_id, chunks("apple"))
    assert await found(document_index, "apple", "c1", "c3") == [("c1", "chunk_0"), ("c3", "chunk_0")]


@pytest.mark.parametrize("other", OTHERS)
async def test_no_owner_finds_or_changes_anothers_content(document_index: DocumentIndex, other: Caller) -> None:
    mine, theirs = chunks("my apple"), chunks("their apple", "their pear")
    await document_index.add(OWNER, "c1", mine)
    assert await found(document_index, "apple", owner=other) == []
    assert await document_index.chunks(other, "c1") == []
    await document_index.add(other, "c1", theirs)
    assert await document_index.chunks(OWNER, "c1") == mine
    assert await found(document_index, "apple pear their") == [("c1", "chunk_0")]
    assert len(await found(document_index, "apple pear", owner=other)) == 2
    await document_index.remove(other, "c1")
    assert await document_index.chunks(OWNER, "c1") == mine
    assert await found(document_index, "apple") == [("c1", "chunk_0")]


async def test_chunks_come_back_exactly_and_in_order(document_index: DocumentIndex) -> None:
    stored = [
        Chunk("chunk_0", 0, 12, "  Grüße,\n\t🌍 ", 1),
        Chunk("chunk_1", 10, 30, '"quoted" \\ \x00 \u2028 東京', None),
        Chunk("chunk_2", 30, 30, "", 3),
        *(Chunk(f"chunk_{n}", n * 10, n * 10 + 5, f"text {n}", n) for n in range(3, 15)),
    ]
    await document_index.add(OWNER, "c1", stored)
    assert await document_index.chunks(OWNER, "c1") == stored


@pytest.mark.req("AN-06")
async def test_a_chunk_is_found_by_its_table_heading(document_index: DocumentIndex) -> None:
    row = Chunk("chunk_1", 90, 106, "Antwerp | 2 | 45", 2, "Ships by port\nPort | Tugs | Barges")
    await document_index.add(OWNER, "c1", [*chunks("apple", "pear"), row])
    [result] = await document_index.search(OWNER, "barges", content_ids=["c1"], top_k=5)
    assert result.chunk == row
    assert (await document_index.chunks(OWNER, "c1"))[-1] == row


@pytest.mark.req("AN-06")
async def test_a_chunk_that_says_it_comes_before_one_whose_tables_head_does(document_index: DocumentIndex) -> None:
    row = Chunk("chunk_0", 0, 16, "Antwerp | 2 | 45", 2, "Port | Tugs | Barges")
    said = Chunk("chunk_1", 20, 99, "The port of Ghent counts its barges on the first day of each month.", 3)
    await document_index.add(OWNER, "c1", [row, said])
    assert await found(document_index, "barges") == [("c1", "chunk_1"), ("c1", "chunk_0")]


async def test_a_row_whose_label_the_question_names_comes_first(document_index: DocumentIndex) -> None:
    by_region = "Net sales in Asia | 310 | 290\nNet sales in Europe | 520 | 480\nStaff | 40 | 38"
    prose = [f"Part {n} of the report is about other things." for n in range(9)]
    of_all = "Net sales | 1,240 | 1,180\nCost of sales | 910 | 870\nOther income | 12 | 9"
    await document_index.add(OWNER, "c1", chunks(by_region, of_all, *prose))
    assert (await found(document_index, "What were the net sales in 2023?", top_k=1)) == [("c1", "chunk_1")]


async def test_unknown_content_has_no_chunks(document_index: DocumentIndex) -> None:
    assert await document_index.chunks(OWNER, "c1") == []


async def test_adding_again_replaces_all_chunks(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple", "banana", "cherry"))
    await document_index.add(OWNER, "c1", chunks("damson"))
    assert await document_index.chunks(OWNER, "c1") == chunks("damson")
    assert await found(document_index, "damson") == [("c1", "chunk_0")]
    assert await found(document_index, "apple banana cherry") == []
    await document_index.add(OWNER, "c1", [])
    assert await document_index.chunks(OWNER, "c1") == []
    assert await found(document_index, "damson") == []


@pytest.mark.req("QA-10")
async def test_removed_content_is_found_no_more(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple"))
    await document_index.add(OWNER, "c2", chunks("apple"))
    await document_index.remove(OWNER, "c1")
    assert await found(document_index, "apple", "c1", "c2") == [("c2", "chunk_0")]
    assert await document_index.chunks(OWNER, "c1") == []
    await document_index.remove(OWNER, "c1")


async def test_nothing_of_removed_content_is_found_in_what_takes_its_place(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple", "banana"))
    await document_index.remove(OWNER, "c1")
    await document_index.add(OWNER, "c2", chunks("cherry", "damson"))
    assert await found(document_index, "apple banana", "c1", "c2") == []
    assert await found(document_index, "damson", "c1", "c2") == [("c2", "chunk_1")]


async def test_added_chunks_survive_a_restart(open_document_index: Open[DocumentIndex]) -> None:
    async with open_document_index() as index:
        await index.add(OWNER, "c1", chunks("apple", "pear"))
    async with open_document_index() as index:
        assert await found(index, "pear") == [("c1", "chunk_1")]
        assert await index.chunks(OWNER, "c1") == chunks("apple", "pear")


async def test_a_search_sees_at_once_what_another_process_changed(
    open_document_index: Open[DocumentIndex],
) -> None:
    async with open_document_index() as index, open_document_index() as others:
        await index.add(OWNER, "c1", chunks("apple"))
        assert await found(index, "apple pear", "c1", "c2") == [("c1", "chunk_0")]
        await others.add(OWNER, "c2", chunks("pear pear", "apple"))
        assert await found(index, "pear", "c1", "c2") == [("c2", "chunk_0")]
        assert await found(index, "apple pear", "c1", "c2") == await found(others, "apple pear", "c1", "c2")
        await others.add(OWNER, "c1", chunks("quince"))
        assert await found(index, "apple", "c1", "c2") == [("c2", "chunk_1")]
        await others.remove(OWNER, "c2")
        assert await found(index, "apple pear quince", "c1", "c2") == [("c1", "chunk_0")]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The contracts were terminated.", "contract termination"),
        ("Der Café-Besuch", "CAFE"),
        ("Der Cafe\u0301-Besuch", "café"),
        ("naive", "nai\u0308ve"),
        ("state-of-the-art", "art?"),
        ("snake_case", "case"),
        ("It costs 1,250.50 EUR", "what costs 1,250.50"),
        ("Привет, мир", "МИР"),
    ],
)
async def test_case_accents_and_endings_do_not_hide_a_word(
    document_index: DocumentIndex, text: str, query: str
) -> None:
    await document_index.add(OWNER, "c1", chunks(text))
    assert await found(document_index, query) == [("c1", "chunk_0")]


async def test_common_words_do_not_make_a_match(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("what is the", "the apple is what it is"))
    assert await found(document_index, "What is the apple?") == [("c1", "chunk_1")]


async def test_a_query_of_common_words_alone_still_searches(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("to be or not to be", "apple"))
    assert await found(document_index, "To be, or not to be?") == [("c1", "chunk_0")]


@pytest.mark.parametrize(
    "query",
    [
        'apple"',
        '"apple',
        "apple AND",
        "NOT apple",
        "apple*",
        "^apple",
        "text:apple",
        "(apple",
        "apple)",
        "NEAR(apple, 2",
        "{apple}",
        "-apple",
        "+apple",
        "apple;--",
        "apple\x00",
        "'apple'",
        "\ud800apple",
        "²apple ² ﷽ \U0001e900 apple",
        "apple OR OR",
    ],
)
async def test_no_character_of_a_query_is_an_operator(document_index: DocumentIndex, query: str) -> None:
    await document_index.add(OWNER, "c1", chunks("one apple a day"))
    assert await found(document_index, query) == [("c1", "chunk_0")]


async def test_a_very_long_query_is_searched(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple"))
    assert await found(document_index, "apple " + " ".join(f"word{n}" for n in range(20_000))) == [("c1", "chunk_0")]


async def test_many_contents_can_be_searched_at_once(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1500", chunks("apple"))
    assert await found(document_index, "apple", *(f"c{n}" for n in range(3000))) == [("c1500", "chunk_0")]


async def test_the_nearest_chunks_come_by_their_cosine(document_index: DocumentIndex) -> None:
    vectors = [[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]]
    await document_index.add(OWNER, "c1", chunks("apple", "banana", "cherry"), Embedded("model", vectors))
    found = await document_index.nearest(OWNER, [0.0, 5.0], "model", content_ids=["c1"], top_k=2)
    assert [each.chunk.text for each in found] == ["banana", "cherry"]
    assert [each.score for each in found] == pytest.approx([1.0, 0.5**0.5])
    assert {each.sources for each in found} == {("embedding",)}
    assert await document_index.nearest(OWNER, [0.0, 5.0], "model", content_ids=["c2"], top_k=2) == []
    assert await document_index.nearest(OTHERS[0], [0.0, 5.0], "model", content_ids=["c1"], top_k=2) == []


async def test_vectors_of_other_models_are_missing_and_never_compared(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple", "banana"), Embedded("old", [[1.0, 0.0], [0.0, 1.0]]))
    await document_index.add(OWNER, "c2", chunks("cherry"))
    assert sorted(await document_index.without_vectors(OWNER, ["c1", "c2"], "new")) == ["c1", "c2"]
    assert await document_index.without_vectors(OWNER, ["c1", "c2"], "old") == ["c2"]
    assert await document_index.nearest(OWNER, [1.0, 0.0], "new", content_ids=["c1"], top_k=2) == []
    assert await document_index.nearest(OWNER, [1.0, 0.0, 0.0], "old", content_ids=["c1"], top_k=2) == []


async def test_chunks_added_again_without_vectors_lose_them(document_index: DocumentIndex) -> None:
    await document_index.add(OWNER, "c1", chunks("apple"), Embedded("model", [[1.0, 0.0]]))
    await document_index.add(OWNER, "c1", chunks("apple"))
    assert await document_index.without_vectors(OWNER, ["c1"], "model") == ["c1"]
    assert await document_index.nearest(OWNER, [1.0, 0.0], "model", content_ids=["c1"], top_k=2) == []
    assert len(await document_index.search(OWNER, "apple", content_ids=["c1"], top_k=2)) == 1


@pytest.mark.req("BX-18")
async def test_all_of_an_owner_is_removed_and_nothing_of_others(document_index: DocumentIndex) -> None:
    for owner in (OWNER, *OTHERS):
        await document_index.add(owner, "c1", chunks("apple"), Embedded("model", [[1.0, 0.0]]))
    await document_index.add(OWNER, "c2", chunks("apple", "banana"))
    await document_index.remove_all(OWNER)
    assert await found(document_index, "apple banana", "c1", "c2") == []
    assert await document_index.chunks(OWNER, "c2") == []
    for other in OTHERS:
        assert await found(document_index, "apple", "c1", owner=other) == [("c1", "chunk_0")]
