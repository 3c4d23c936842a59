"""How chunks are ranked by the words of a question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orc.documents.scoring import BoundedCache, Candidate, WordCounter, best, candidates
from orc.domain import Chunk


def corpus(*texts: str, content_id: str = "c1") -> list[Candidate]:
    return candidates(content_id, [Chunk(f"chunk_{n}", 0, len(text), text) for n, text in enumerate(texts)])


def ranking(query: str, chunks: list[Candidate], top_k: int = 10) -> list[tuple[str, str]]:
    return [(found.content_id, found.chunk.chunk_id) for found in best(query, chunks, top_k=top_k)]


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
    assert ranking("deposit", []) == []


def test_the_score_is_that_of_bm25() -> None:
    [found] = best("deposit", corpus("deposit", "rent"), top_k=5)
    assert found.score == pytest.approx(0.6931471805599453)  # ln 2: one of two chunks has it, of average length
    assert found.sources == ("bm25",)


def test_rarity_counts_over_the_chunks_at_hand_only() -> None:
    alone = best("deposit", corpus("deposit", "rent"), top_k=1)
    among = best("deposit", corpus("deposit", "rent", "rent", "rent"), top_k=1)
    assert among[0].score > alone[0].score


def test_ties_are_broken_by_content_and_place() -> None:
    chunks = corpus(*["apple"] * 11, content_id="c2") + corpus("apple", content_id="c1")
    expected = [("c1", "chunk_0"), *(("c2", f"chunk_{n}") for n in range(11))]
    assert ranking("apple", chunks, top_k=20) == expected
    assert ranking("apple", chunks[::-1], top_k=20) == expected


def test_a_word_said_twice_in_the_question_counts_once() -> None:
    chunks = corpus("rent", "deposit deposit")
    assert best("rent rent deposit", chunks, top_k=5) == best("rent deposit", chunks, top_k=5)


@settings(max_examples=50)
@given(texts=st.lists(st.text(max_size=40), max_size=8), query=st.text(max_size=40), top_k=st.integers(-1, 9))
def test_any_text_is_ranked_within_the_limit(texts: list[str], query: str, top_k: int) -> None:
    found = best(query, corpus(*texts), top_k=top_k)
    assert len(found) <= max(top_k, 0)
    assert all(each.score > 0 for each in found)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_what_was_used_last_is_kept() -> None:
    cache: BoundedCache[str, str] = BoundedCache(10, lambda _, text: len(text))
    cache.put("a", "xxxx")
    cache.put("b", "xxxx")
    assert cache.get("a") == "xxxx"
    cache.put("c", "xxxx")
    assert [cache.get(key) for key in "abc"] == ["xxxx", None, "xxxx"]


def test_what_is_put_again_counts_once() -> None:
    cache: BoundedCache[str, str] = BoundedCache(10, lambda _, text: len(text))
    for _ in range(5):
        cache.put("a", "xxxxxx")
    cache.put("b", "xxxx")
    assert cache.get("a") == "xxxxxx"
    assert cache.get("b") == "xxxx"


def test_what_is_larger_than_the_cache_is_not_kept() -> None:
    cache: BoundedCache[str, str] = BoundedCache(10, lambda _, text: len(text))
    cache.put("a", "x" * 11)
    assert cache.get("a") is None
    cache.put("b", "xxxx")
    assert cache.get("b") == "xxxx"


async def test_words_are_counted_once_for_texts_that_come_again() -> None:
    counter = WordCounter(limit=20)
    chunks = [("c1", n, Chunk(f"chunk_{n}", 0, 0, text)) for n, text in enumerate(("the rent", "to be", ""))]
    first = await counter.candidates(chunks)
    assert [candidate.words for candidate in first] == [{"rent": 1}, {}, {}]
    second = await counter.candidates(chunks)
    assert second == first
    assert second[0].words is first[0].words


async def test_more_text_than_the_counter_remembers_is_counted_all_the_same() -> None:
    counter = WordCounter(limit=5)
    chunks = [("c1", n, Chunk(f"chunk_{n}", 0, 0, f"word{n}")) for n in range(9)]
    for _ in range(2):
        assert [candidate.length for candidate in await counter.candidates(chunks)] == [1] * 9
