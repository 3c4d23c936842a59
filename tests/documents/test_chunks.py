import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orc.documents.text.chunks import chunk_text, page_at
from orc.domain import Chunk, ExtractedText

PIECES = st.sampled_from(
    [
        "word ",
        "a",
        "Sentence ends. ",
        "\n",
        "\n\n",
        " ",
        "   ",
        "\t",
        "中文。",
        "句",
        "x" * 30,
        "e\u0301",
        "👨\u200d👩",
        '"Quote!" ',
        "\u2003",
    ]
)
TEXTS = st.lists(PIECES, max_size=120).map("".join) | st.text(max_size=300)


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(st.integers(1, 60))
    return size, draw(st.integers(0, size - 1))


def chunks_of(text: str, *, size: int = 1200, overlap: int = 200) -> list[Chunk]:
    return chunk_text(ExtractedText(text, "title"), size=size, overlap=overlap)


@pytest.mark.req("QA-04")
@settings(max_examples=500, database=None, deadline=None)
@example(text="Sentence ends. \ta\n\nword ", bounds=(11, 10))  # a row, and a blank line
@given(text=TEXTS, bounds=sizes())
def test_chunks_are_exact_bounded_passages_that_cover_the_text(text: str, bounds: tuple[int, int]) -> None:
    size, overlap = bounds
    chunks = chunks_of(text, size=size, overlap=overlap)
    covered = 0
    for number, chunk in enumerate(chunks):
        assert chunk.chunk_id == f"chunk_{number}"
        assert text[chunk.start : chunk.end] == chunk.text == chunk.text.strip()
        assert 0 < len(chunk.text) <= size
        assert chunk.end > covered, "every chunk brings something new"
        assert not text[covered : chunk.start].strip(), "nothing is left out"
        if number:
            assert covered - chunk.start <= overlap
        covered = chunk.end
    assert not text[covered:].strip()


@pytest.mark.req("QA-04")
@settings(max_examples=200, database=None, deadline=None)
@given(text=TEXTS, bounds=sizes())
def test_chunks_depend_on_the_text_alone(text: str, bounds: tuple[int, int]) -> None:
    size, overlap = bounds
    paged = chunk_text(ExtractedText(text, "other title", (0, len(text) // 2)), size=size, overlap=overlap)
    assert [(c.chunk_id, c.start, c.end, c.text) for c in paged] == [
        (c.chunk_id, c.start, c.end, c.text) for c in chunks_of(text, size=size, overlap=overlap)
    ]


@settings(max_examples=200, database=None, deadline=None)
@given(words=st.lists(st.text("abcdefgh.", min_size=1, max_size=12), max_size=80))
def test_words_are_not_cut_where_there_is_space_between_them(words: list[str]) -> None:
    text = " ".join(words)
    for chunk in chunks_of(text, size=40, overlap=10):
        assert chunk.start == 0 or text[chunk.start - 1] == " "
        assert chunk.end == len(text) or text[chunk.end] == " "


def test_a_short_text_is_one_chunk_without_its_outer_space() -> None:
    assert chunks_of("\n  All of it.  \n") == [Chunk("chunk_0", 3, 13, "All of it.")]


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_text_without_ink_has_no_chunks(text: str) -> None:
    assert chunks_of(text) == []


def test_a_chunk_ends_at_a_paragraph_rather_than_a_line_or_sentence() -> None:
    text = "First paragraph here.\n\nSecond line.\nThird. More words follow to fill the rest of the text."
    assert chunks_of(text, size=40, overlap=0)[0].text == "First paragraph here."


def test_a_chunk_ends_at_a_line_rather_than_a_sentence() -> None:
    text = "The first line is this\nA sentence. Another one that goes on and on and on."
    assert chunks_of(text, size=40, overlap=0)[0].text == "The first line is this"


def test_a_chunk_ends_at_a_sentence_rather_than_a_word() -> None:
    text = "This is the one sentence. And the next goes on for longer than fits."
    assert chunks_of(text, size=40, overlap=0)[0].text == "This is the one sentence."


def test_a_chinese_chunk_ends_at_the_end_of_a_sentence() -> None:
    text = "第一句在这里。第二句也在这里。第三句比较长所以放不下了。"
    assert [chunk.text for chunk in chunks_of(text, size=20, overlap=0)] == [
        "第一句在这里。第二句也在这里。",
        "第三句比较长所以放不下了。",
    ]


def test_the_overlap_begins_with_a_sentence_where_there_is_one() -> None:
    text = "Alpha beta gamma delta. Short one. Epsilon zeta eta theta iota kappa lambda."
    chunks = chunks_of(text, size=40, overlap=20)
    assert chunks[0].text == "Alpha beta gamma delta. Short one."
    assert chunks[1].text.startswith("Short one. Epsilon")


def test_a_word_longer_than_a_chunk_is_cut_without_overlap() -> None:
    assert [(c.start, c.end) for c in chunks_of("x" * 25, size=10, overlap=3)] == [(0, 10), (10, 20), (20, 25)]


def test_a_chunk_has_the_page_that_it_begins_on() -> None:
    pages = ["One page.", "", "Third page, a longer one."]
    document = ExtractedText("\n\n".join(pages), "", (0, 11, 13))
    assert [chunk.page for chunk in chunk_text(document, size=12, overlap=0)] == [1, 3, 3, 3]


@pytest.mark.parametrize(("offset", "page"), [(0, 1), (9, 1), (10, 2), (11, 2), (12, 3), (500, 3)])
def test_an_offset_is_on_the_last_page_that_starts_before_it(offset: int, page: int) -> None:
    assert page_at((0, 10, 12), offset) == page


def test_a_document_without_pages_has_no_page_at_any_offset() -> None:
    assert page_at((), 5) is None


@pytest.mark.parametrize(("size", "overlap"), [(10, 10), (10, 11)])
def test_an_overlap_as_long_as_a_chunk_is_refused_with_both_values(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match=rf"overlap \({overlap}\).*size \({size}\)"):
        chunks_of("text", size=size, overlap=overlap)


@pytest.mark.parametrize(("size", "overlap"), [(0, -1), (5, -1)])
def test_sizes_that_make_no_chunks_are_refused(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        chunks_of("text", size=size, overlap=overlap)
