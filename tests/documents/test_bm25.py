"""How chunks are ranked by the words of a question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orc.documents.search.bm25 import BoundedCache, Scorable, Spread, best, scorable
from orc.documents.search.query import Places, Query
from orc.documents.search.variants import similar_words
from orc.domain import Chunk


def corpus(*texts: str, content_id: str = "c1") -> Scorable:
    return scorable(content_id, [Chunk(f"chunk_{n}", 0, len(text), text) for n, text in enumerate(texts)])


def ranking(query: str, *at_hand: Scorable, top_k: int = 10) -> list[tuple[str, str]]:
    return [(found.content_id, found.chunk.chunk_id) for found in best(Query(query), at_hand, top_k=top_k)]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    chunks = corpus("rent rent", "rent deposit", "rent", "rent", "rent")
    assert ranking("rent deposit", chunks)[0] == ("c1", "chunk_1")


def test_a_short_chunk_beats_a_long_one_with_the_same_word() -> None:
    assert ranking("deposit", corpus("deposit " + "filler word " * 50, "the deposit")) == [
        ("c1", "chunk_1"),
        ("c1", "chunk_0"),
    ]


def test_a_word_that_all_chunks_have_still_finds_them() -> None:
    assert len(ranking("rent", corpus("rent", "rent"))) == 2


def test_a_chunk_without_any_of_the_words_is_not_found() -> None:
    assert ranking("deposit", corpus("rent", "")) == []
    assert ranking("deposit") == []


def test_a_common_word_decides_between_chunks_that_are_equal_otherwise() -> None:
    chunks = corpus("The tenant keeps pets.", "The tenant may keep pets.", "We may.", "The tenant keeps pets.")
    found = [chunk for _, chunk in ranking("May the tenant keep pets?", chunks)]
    assert found == ["chunk_1", "chunk_0", "chunk_3"]


def test_a_common_word_counts_far_less_than_any_other() -> None:
    chunks = corpus("may may may pets", "pets and dogs", "cats", "rent", "heating")
    assert ranking("may pets dogs", chunks) == [("c1", "chunk_1"), ("c1", "chunk_0")]


def test_a_word_that_is_common_in_english_only_counts_as_any_other_in_another_language() -> None:
    assert Query("Wann will der Mieter kündigen?").hints == ()
    assert Query("Will the tenant give notice?").hints == ("will",)


def test_the_score_is_a_share_of_what_was_asked_for() -> None:
    [all_of_it, half_of_it] = best(Query("deposit rent"), [corpus("deposit rent", "rent", "")], top_k=5)
    assert 0 < half_of_it.score < all_of_it.score < 1
    assert all_of_it.sources == ("bm25",)


def test_words_that_stand_together_count_more_than_the_same_words_far_apart() -> None:
    apart = "notice " + "filler word " * 30 + "period"
    assert ranking("notice period", corpus(apart, "notice period " + "filler word " * 30))[0] == ("c1", "chunk_1")


def test_words_near_each_other_count_more_than_the_same_words_far_apart() -> None:
    text = "apple {} banana " + "filler word " * 60
    near, far = text.format("pear"), text.format("filler word " * 40)
    assert ranking("apple banana", corpus(far, near))[0] == ("c1", "chunk_1")


NET_SALES = "Net sales | 1,240 | 1,180\nCost of sales | 910 | 870\nOther income | 12 | 9"
PROSE = [f"Part {n} of the report is about other things." for n in range(9)]
NET_SALES_BY_REGION = "Net sales in Asia | 310 | 290\nNet sales in Europe | 520 | 480\nStaff | 40 | 38"


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("mark", [" | ", "\t"])
def test_a_row_with_exactly_the_label_that_the_question_names_comes_first(mark: str) -> None:
    tables = [table.replace(" | ", mark) for table in (NET_SALES_BY_REGION, NET_SALES)]
    assert ranking("What were the net sales in 2023?", corpus(*tables, *PROSE))[0] == ("c1", "chunk_1")
    assert ranking("What were the net sales in Asia in 2023?", corpus(*tables, *PROSE))[0] == ("c1", "chunk_0")


@pytest.mark.req("AN-06")
def test_a_remark_in_brackets_is_no_part_of_a_label() -> None:
    remarked = NET_SALES.replace("Net sales", "Net sales (see note 4)")
    assert ranking("What were the net sales in 2023?", corpus(NET_SALES_BY_REGION, remarked, *PROSE))[0] == (
        "c1",
        "chunk_1",
    )


@pytest.mark.req("AN-06")
def test_a_year_alone_is_no_label() -> None:
    dated, named = "2023 | 2022\nNet sales by region | 310 | 290", "Net sales by region | 310 | 290\nAsia | 5 | 6"
    scores = [found.score for found in best(Query("How large were sales in 2023?"), [corpus(dated, named)], top_k=2)]
    alone = best(
        Query("How large were sales in 2023?"), [corpus(dated.replace("2023 | 2022", "2023 2022"), named)], top_k=2
    )
    assert scores == [found.score for found in alone]


def under(head: str, *rows: str) -> Scorable:
    return scorable("c1", [Chunk(f"chunk_{n}", 0, len(row), row, table_head=head) for n, row in enumerate(rows)])


@pytest.mark.req("AN-06")
def test_a_row_matching_by_heading_ranks_after_a_direct_match() -> None:
    said = scorable("c2", [Chunk("chunk_0", 0, 99, "Grain " + "filler word " * 60)])
    assert ranking("grain", under("Berth | Grain", "77 | 450"), said) == [("c2", "chunk_0"), ("c1", "chunk_0")]
    assert ranking("grains at berths", under("Berth | Grain", "77 | 450"))  # in other forms, too


def test_a_row_under_the_matching_heading_ranks_first() -> None:
    other = scorable("c0", [Chunk("chunk_0", 0, 5, "77 | 9", table_head="Berth | Scrap")])
    assert ranking("grain in 77", other, under("Berth | Grain", "77 | 4")) == [("c1", "chunk_0"), ("c0", "chunk_0")]


def test_a_long_head_neither_helps_nor_hinders_what_a_row_says_itself() -> None:
    query, filler = Query("grain"), corpus("scrap", content_id="c2")
    [bare] = best(query, [under("", "grain 77 | 4"), filler], top_k=5)
    [headed] = best(query, [under("Grain " + "filler word " * 60, "grain 77 | 4"), filler], top_k=5)
    assert headed.score == bare.score


@pytest.mark.parametrize(
    ("query", "text"),
    [("Wer bezahlt die Hausverwaltung?", "verwaltung"), ("Mfanyakazi analipwa lini?", "wafanyakazi")],
)
def test_a_question_in_another_language_finds_compounds_and_prefixed_forms(query: str, text: str) -> None:
    assert ranking(query, corpus("filler", text)) == [("c1", "chunk_1")]


def test_a_variant_does_not_count_where_the_word_itself_occurs() -> None:
    assert ranking("Kaution", corpus("mietkaution", "kaution")) == [("c1", "chunk_1")]


def test_kin_is_not_looked_for_in_english_nor_in_very_many_words() -> None:
    assert ranking("what is the harbour in the boat", corpus("unharboured")) == []
    assert similar_words(["harbour"], [{"unharboured"}]) == {"unharboured": 7 / 11}
    assert similar_words(["harbour"], [{"unharboured"}, {str(n) for n in range(50_000)}]) == {}


def test_other_forms_of_a_long_word_are_found_behind_the_word_itself() -> None:
    assert ranking("Kündigung", corpus("rent", "kündigen", "Kündigung")) == [("c1", "chunk_2"), ("c1", "chunk_1")]


def test_nothing_reaches_from_one_chunk_into_the_next() -> None:
    whole = corpus("notice", "period " * 20, "notice period")
    assert ranking("notice period", whole)[0] == ("c1", "chunk_2")
    assert list(whole.places.of(("notic", "period"))) == [whole.places.by_word["notic"][1]]


def test_common_words_alone_are_looked_for_as_they_are() -> None:
    assert ranking("To be, or not to be?", corpus("to be or not to be", "apple")) == [("c1", "chunk_0")]


def test_rarity_counts_over_a_greater_whole_when_its_spread_is_known() -> None:
    texts = corpus("rent", "deposit")
    spread = Spread(1000, 1.0, {"rent": 900, "deposit": 1}, {"depos": 1})
    assert ranking("rent deposit", texts)[0] == ("c1", "chunk_1")
    found = best(Query("rent deposit"), [texts], top_k=2, spread=spread)
    assert found[0].chunk.chunk_id == "chunk_1"
    assert found[0].score > 15 * found[1].score


def test_ties_are_broken_by_content_and_place() -> None:
    later, earlier = corpus(*["apple"] * 11, content_id="c2"), corpus(*["apple"] * 11, content_id="c1")
    expected = [(content_id, f"chunk_{n}") for content_id in ("c1", "c2") for n in range(11)]
    assert ranking("apple", later, earlier, top_k=30) == expected
    assert ranking("apple", earlier, later, top_k=30) == expected


def test_equal_passages_rank_by_the_rest_of_their_document() -> None:
    rent, deposit = "rent " + "filler word " * 60, "deposit " + "filler word " * 60
    about_both, about_one = corpus(rent, deposit, content_id="c2"), corpus(rent, rent, content_id="c1")
    assert ranking("rent deposit", about_one, about_both)[0] == ("c2", "chunk_1")
    assert ranking("rent deposit", about_one, about_both)[1] == ("c2", "chunk_0")


def test_a_word_of_one_document_alone_picks_its_passages() -> None:
    other = corpus("Borealis privacy notice", "data is kept thirty days", content_id="c1")
    named = corpus("Acme privacy notice", "your data is kept thirty days after the account closes", content_id="c2")
    assert ranking("data kept thirty days", other, named)[0] == ("c1", "chunk_1")
    assert ranking("data kept thirty days by Acme", other, named)[0] == ("c2", "chunk_1")
    assert ranking("data kept thirty days by Borealis", other, named)[0] == ("c1", "chunk_1")


def test_a_word_said_twice_in_the_question_counts_once() -> None:
    chunks = corpus("rent", "deposit deposit")
    once, twice = Query("rent deposit"), Query("rent deposit rent")
    assert once.words == twice.words
    assert best(once, [chunks], top_k=1)[0].chunk == best(twice, [chunks], top_k=1)[0].chunk


def test_a_document_scored_chunk_by_chunk_scores_as_a_whole() -> None:
    texts = ["the notice period is short", "rent and deposit " * 20, "a period of rest"]
    whole = corpus(*texts)
    words = ["notic period short", "rent deposit " * 20, "period rest"]
    parts = [
        Scorable(["c1"], [chunk], [n], Places.asked([" ".join(text.split())], Query("notice period")))
        for n, (chunk, text) in enumerate(zip(whole.chunks, words, strict=True))
    ]
    assert best(Query("notice period"), [whole], top_k=5) == best(Query("notice period"), parts, top_k=5)


_WORDS = st.lists(st.sampled_from(["rent", "rental", "rentals", "deposit", "deposits", "a", "7", "é"]), max_size=45)


@settings(max_examples=100)
@given(texts=st.lists(_WORDS, max_size=6), question=_WORDS)
def test_places_that_a_query_asks_for_are_those_among_all(texts: list[list[str]], question: list[str]) -> None:
    query = Query(" ".join(question))
    every, asked = Places(texts), Places.asked([" ".join(words) for words in texts], query)
    assert asked.chunk_of_block == every.chunk_of_block
    assert asked.lengths == every.lengths
    features: list[str | tuple[str, str]] = [*query.words, *query.pairs]
    for feature in features:
        assert list(asked.of(feature)) == list(every.of(feature))
    for beginning in query.beginnings:
        found, expected = (each.of(beginning, beginning=True) for each in (asked, every))
        assert sorted(found) == sorted(expected)


@settings(max_examples=50)
@given(texts=st.lists(st.text(max_size=40), max_size=8), query=st.text(max_size=40), top_k=st.integers(-1, 9))
def test_any_text_is_ranked_within_the_limit(texts: list[str], query: str, top_k: int) -> None:
    found = best(Query(query), [corpus(*texts)], top_k=top_k)
    assert len(found) <= max(top_k, 0)
    assert all(each.score > 0 for each in found)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_the_most_recently_used_entry_is_kept() -> None:
    cache: BoundedCache[str, str] = BoundedCache(10, lambda _, text: len(text))
    cache.put("a", "xxxx")
    cache.put("b", "xxxx")
    assert cache.get("a") == "xxxx"
    cache.put("c", "xxxx")
    assert [cache.get(key) for key in "abc"] == ["xxxx", None, "xxxx"]


def test_a_value_put_again_counts_once() -> None:
    cache: BoundedCache[str, str] = BoundedCache(10, lambda _, text: len(text))
    for _ in range(5):
        cache.put("a", "xxxxxx")
    cache.put("b", "xxxx")
    assert cache.get("a") == "xxxxxx"
    assert cache.get("b") == "xxxx"


def test_a_value_larger_than_the_cache_is_not_kept() -> None:
    cache: BoundedCache[str, str] = BoundedCache(10, lambda _, text: len(text))
    cache.put("a", "x" * 11)
    assert cache.get("a") is None
    cache.put("b", "xxxx")
    assert cache.get("b") == "xxxx"
