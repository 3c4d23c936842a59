from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.citations.markers import MarkerStream, escaped, renumbered, unescaped


def read(*pieces: str, sources: int = 3, given: Sequence[str] | None = ()) -> tuple[str, list[int]]:
    """The text of a stream and the numbers that it cites."""
    stream = MarkerStream(sources, given)
    parts = [part for piece in pieces for part in stream.feed(piece)] + stream.flush()
    return "".join(p for p in parts if isinstance(p, str)), [p for p in parts if isinstance(p, int)]


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("answer", "text", "numbers"),
    [
        ("It rose [1].", "It rose [1].", [1]),
        ("It rose [1, 3]; it fell [2].", "It rose [1][3]; it fell [2].", [1, 3, 2]),
        ("It rose [1][2]", "It rose [1][2]", [1, 2]),
        ("It rose [1][2, 7].", "It rose [1][2].", [1, 2]),
        ("It rose [1-3].", "It rose [1][2][3].", [1, 2, 3]),
        ("It rose [1–2, 2].", "It rose [1][2].", [1, 2]),
        ("It rose【2】 and【3†source】.", "It rose[2] and[3].", [2, 3]),
        ("It rose [^2].", "It rose [2].", [2]),
        ("It rose [1†source] and [2†lines 3-9].", "It rose [1] and [2].", [1, 2]),
        ("It rose [Source 1]. It fell [Quelle: 2, 3].", "It rose [1]. It fell [2][3].", [1, 2, 3]),
        ("It rose [1: lease.txt]. It fell [Source 2: my file.pdf, page 3].", "It rose [1]. It fell [2].", [1, 2]),
        ("It is [1: a note]. It is [1, 2.5 mm].", "It is [1: a note]. It is [1, 2.5 mm].", []),
        ("It rose [Document 1]. It fell [Dokument: 2, 3].", "It rose [1]. It fell [2][3].", [1, 2, 3]),
        (
            "It rose [see 1]. It fell [cf. source 2]. [See how] it is.",
            "It rose [1]. It fell [2]. [See how] it is.",
            [1, 2],
        ),
        ("It rose [see also 1]. Es fiel [siehe auch Quelle 2].", "It rose [1]. Es fiel [2].", [1, 2]),
        ("It rose [1, p. 4]. It fell [2, pages 3-5].", "It rose [1]. It fell [2].", [1, 2]),
        ("It rose [1, S. 4]. It fell [3: page 7].", "It rose [1]. It fell [3].", [1, 3]),
        ("増えた［1］。減った［2、3］。", "増えた[1]。減った[2][3]。", [1, 2, 3]),
        ("It rose [1‑3]. It fell [1—2].", "It rose [1][2][3]. It fell [1][2].", [1, 2, 3, 1, 2]),
        ("It rose [1 and 3]. It fell [2 & 3].", "It rose [1][3]. It fell [2][3].", [1, 3, 2, 3]),
        ("It rose [1, p. 4; 3, pp. 5-6]. It fell [2 p. 1].", "It rose [1][3]. It fell [2].", [1, 3, 2]),
        (
            "Il monte [1 et 3]. Sube [1, 2 y 3]. Es fällt [Citation 2].",
            "Il monte [1][3]. Sube [1][2][3]. Es fällt [2].",
            [1, 3, 1, 2, 3, 2],
        ),
        ("It rose [citation:1]. It fell【2, 3】.", "It rose [1]. It fell[2][3].", [1, 2, 3]),
        ("It rose [source 9]. It fell [7, p. 2].", "It rose. It fell.", []),
        ("It rose [1](https://example.org).", "It rose [1].", [1]),
        ("It rose [1](#source-1), [[3]](#source-3). It fell [9](#s9).", "It rose [1], [3]. It fell.", [1, 3]),
        ("It rose in issue [#12] of [2].", "It rose in issue [#12] of [2].", [2]),
        ("It rose [1](see the note), [2] (#2).", "It rose [1](see the note), [2] (#2).", [1, 2]),
        (
            "It rose [#1]. It fell [^2^], [doc3], [doc_1, doc2].",
            "It rose [1]. It fell [2], [3], [1][2].",
            [1, 2, 3, 1, 2],
        ),
        (r"It rose \[1\]. It fell \\[2, 3\\].", "It rose [1]. It fell [2][3].", [1, 2, 3]),
        (r"It rose \[^1\]. It fell \[Source 2\], by [3\]", "It rose [1]. It fell [2], by [3]", [1, 2, 3]),
        ("It rose [cite: 1]. It fell [cite:2, 3].", "It rose [1]. It fell [2][3].", [1, 2, 3]),
        ("It rose (Source 1). Es fiel (Quelle: 2, 3).", "It rose [1]. Es fiel [2][3].", [1, 2, 3]),
        ("It rose [\u200b1\u200b]. It fell [2,\u20603].", "It rose [1]. It fell [2][3].", [1, 2, 3]),
        ("It rose[1]. It is 20 m[2] long.", "It rose[1]. It is 20 m[2] long.", [1, 2]),
        ("It rose [[2]]. It fell [[1, 3]][[2]].", "It rose [2]. It fell [1][3][2].", [2, 1, 3, 2]),
        ("It rose [[2]](lease.pdf). It fell [[1], [3]].", "It rose [2]. It fell [[1], [3]].", [2, 1, 3]),
        ("It rose [Source 1, Source 2]. It fell [Quelle 3; Quelle 9].", "It rose [1][2]. It fell [3].", [1, 2, 3]),
        (
            "It rose (Source 1, Source 2). Es fiel (Quelle 2 und Quelle 3).",
            "It rose [1][2]. Es fiel [2][3].",
            [1, 2, 2, 3],
        ),
        (
            "It rose [cite:1,cite:2]. It fell [Source 1, page 2; Source 3, page 4].",
            "It rose [1][2]. It fell [1][3].",
            [1, 2, 1, 3],
        ),
        (
            "[cite_start]It rose [cite: 1]. [cite_start]It fell [cite: 2, 9].[cite_end]",
            "It rose [1]. It fell [2].",
            [1, 2],
        ),
        ("It rose [1](lease.pdf#page=2) [2](https://a.b/c_(d)). [3](2023)", "It rose [1] [2]. [3](2023)", [1, 2, 3]),
        (
            "It rose [Reference 1] [2, § 4.1] [3: Section 2] [1 - lease.pdf].",
            "It rose [1] [2] [3] [1].",
            [1, 2, 3, 1],
        ),
        ("増えた[出典1]。減った【資料2】。 Wzrósł [źródło 3].", "増えた[1]。減った[2]。 Wzrósł [3].", [1, 2, 3]),
        ("It is $r_{[1]}$ [2].", "It is $r_{[1]}$ [2].", [2]),
        ("**It rose.**[1]\n\n| a [2] | cost[3] |", "**It rose.**[1]\n\n| a [2] | cost[3] |", [1, 2, 3]),
    ],
)
def test_markers_in_every_notation_come_out_as_one(answer: str, text: str, numbers: list[int]) -> None:
    assert read(answer) == (text, numbers)


@pytest.mark.req("RG-07")
def test_a_number_without_a_source_is_taken_out() -> None:
    assert read("It rose [7]. It fell [2], by half [9]. It ends [4]") == ("It rose. It fell [2], by half. It ends", [2])
    assert read("It rose [0]. It fell [", "0", "].") == ("It rose. It fell.", [])
    assert read(f"It rose [{'9' * 24}]. It fell [10000]. It ends [[7]].") == ("It rose. It fell. It ends.", [])
    assert read("It rose [see 9]. It fell【2, 9】. It ends [^7] [2 and 9].") == (
        "It rose. It fell[2]. It ends [2].",
        [2, 2],
    )


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("answer", "text", "numbers"),
    [
        ("It rose [1, 9].", "It rose [1].", [1]),
        ("It rose [2, 3, 9] and fell [9, 1].", "It rose [2][3] and fell [1].", [2, 3, 1]),
        ("**It rose** [1, 9]\n\n| cost [9, 2] |", "**It rose** [1]\n\n| cost [2] |", [1, 2]),
        ("It rose (Source 9). It fell (Sources 1 and 9).", "It rose. It fell [1].", [1]),
        ("It rose [Source 1, Source 9]. It fell [Source 8, Source 9].", "It rose [1]. It fell.", [1]),
    ],
)
def test_of_a_list_the_numbers_that_have_a_source_stay(answer: str, text: str, numbers: list[int]) -> None:
    assert read(answer) == read(*answer) == (text, numbers)


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("answer", "text", "numbers"),
    [
        ("It rose ([9]). It fell.", "It rose. It fell.", []),
        ("It rose ([9][8]), and fell ([9], [8]).", "It rose, and fell.", []),
        ("It rose (see [9]) or fell ( [Source 9: a.pdf] ).", "It rose or fell.", []),
        ("增长（[9]）。", "增长。", []),
        ("It rose ([1], [2]).", "It rose ([1], [2]).", [1, 2]),
        ("It rose (by half [9]).", "It rose (by half).", []),
        ("It is f() [9] and () [1].", "It is f() and () [1].", [1]),
        ("It rose (twice ([9])) (", "It rose (twice) (", []),
        ("It rose ([9]", "It rose (", []),
    ],
)
def test_parentheses_around_a_removed_marker_are_removed(answer: str, text: str, numbers: list[int]) -> None:
    assert read(answer) == read(*answer) == (text, numbers)


@pytest.mark.req("RG-07")
@pytest.mark.parametrize("answer", ["[1]", " [1] [2, 3]\n", "[1][2][3]", "[7]", "【1】"])
def test_markers_alone_are_no_answer(answer: str) -> None:
    assert read(answer) == read(*answer) == ("", [])
    assert read(f"{answer} So it is.")[0].endswith(" So it is.")


TEXTS = [
    "The mean was 15 (95 % CI [12, 18]), of ages [18-65].",
    "The matrix is [[1, 2], [3, 4]], the column [[8], [9]].",
    'x = [1, 2] and {"ids": [1, 2]}',
    "Options: [7] red, [8] blue; [9] green.",
    "- [7] red\n- [8] **blue**",
    "a[0] is first, rows[7] last, f(x)[8] a value and matrix[7][8] a cell.",
    "Scores lie in [1, 10], dice [1-6].",
    "It is cut off at [12, 3",
    "It says (Source 2019) and (Figure 1).",
    "The primes are [2, 3, 5] and the range [1, 5]. A loss was EUR [1,200].",
    "The set [1, 5, 7] is full.",
]


@pytest.mark.req("RG-07")
@pytest.mark.parametrize("text", TEXTS)
def test_lists_intervals_indices_and_labels_are_text(text: str) -> None:
    assert read(text) == read(*text) == (text, [])


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("answer", "text", "numbers"),
    [
        ("Then a[1] = 5 [2].", r"Then a\[1] = 5 [2].", [2]),
        ("rows[0] and rows[1] [2].", r"rows[0] and rows\[1] [2].", [2]),
        ("total[1] = 5, my_rows[2].", r"total\[1] = 5, my_rows\[2].", []),
        ("x = [1]. It rose [1].", r"x = \[1]. It rose [1].", [1]),
    ],
)
def test_an_index_with_the_number_of_a_source_is_escaped(answer: str, text: str, numbers: list[int]) -> None:
    assert read(answer) == read(*answer) == read(text) == (text, numbers)


PAPER = "As Meyer [12] and Kim [1, 3] have shown, pain\nfalls [2]. Item [3] is void. Paris is in France. [1]"


@pytest.mark.req("RG-07", "AN-04")
@pytest.mark.parametrize(
    ("answer", "text", "numbers"),
    [
        ('"As Meyer [12] and Kim [1, 3] have shown" [1].', '"As Meyer [12] and Kim [1, 3] have shown" [1].', [1]),
        ("**Meyer** [12] says so [1].", "**Meyer** [12] says so [1].", [1]),
        ("Item [3] of it [1].", r"Item \[3] of it [1].", [1]),
        ("Pain falls [2] [1].", r"Pain falls \[2] [1].", [1]),
        ("Pain falls [2].", r"Pain falls \[2].", []),
        ("It falls [3], says Kim [12].", "It falls [3], says Kim.", [3]),
        ("Paris is in France. [1]", "Paris is in France. [1]", [1]),
    ],
)
def test_a_bracket_that_the_sources_have_after_the_same_word_is_text(
    answer: str, text: str, numbers: list[int]
) -> None:
    given = [PAPER, "Another source.", "A third one."]
    assert read(answer, given=given) == read(*answer, given=given) == (text, numbers)
    assert read(text, given=given) == (text, numbers)


@pytest.mark.req("RG-07")
def test_in_talk_without_sources_nothing_is_a_marker() -> None:
    answer = "Nothing [1], [2, 3], [source 4] and 【5†x】, a[0]; \\[1\\] it ends [6"
    assert read(answer, sources=0, given=None) == read(*answer, sources=0, given=None) == (answer, [])


@pytest.mark.req("RG-07", "RG-10")
def test_an_answer_from_documents_without_text_cites_nothing() -> None:
    answer = "The rent is not stated [1], nor a fee [source 4] in 【5†x】, a[0] of 2023 [2023]; it ends [6"
    text = "The rent is not stated, nor a fee in, a[0] of 2023 [2023]; it ends"
    assert read(answer, sources=0) == read(*answer, sources=0) == (text, [])


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    "text",
    [
        "See [the report](https://example.org/a[1]b) [sic], [ ] and [x].",
        "In the year [2023] and from [2019-2021].",
        "An interval [0, 1], a score [3-1], a mean [1.2, 3.4].",
        "A loss of [1,200], then of [12,345,678] and [2,003].",
        "The item `rows[1]` is first.",
        "```python\nrows[1] = rows[2]\n```",
        "~~~\nrows[1] = `rows[2]\n~~~",
        "See [Source], [Figure 1], [page 2], [Sources], [1, part 2], [1 of 3] and [Source 2019].",
        "See [1e2], [3p2], [2 y], [3 e], [1 p], [p. 1], [2019 et 2020] and 【2019】.",
        r"A formula \[ 2 \], an escape \[sic\], an interval \[0, 1\], `rows\[1\]`.",
        "A stray \\",
        "An open bracket [Sour",
        "An open bracket [Source 1, p. ",
        "An open bracket [1 ship of",
        "An interval [-1] and [-1",
        "An index `a[1",
        "```\na[1",
        "【note】",
    ],
)
def test_other_brackets_are_unchanged(text: str) -> None:
    bare = text.replace("a[1]b", "ab")
    assert read(bare) == (bare, [])


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    "mark",
    [
        "[",
        "[1",
        "[1, ",
        "[12",
        "[^1",
        "[[1",
        "[Source 2",
        "[see 1",
        "［1",
        "【",
        "【1, 2",
        r"\[1",
        "[cite_st",
        "[Source 1, Source 2",
    ],
)
def test_a_marker_that_is_unfinished_at_the_end_is_taken_out(mark: str) -> None:
    for end in (mark, f" {mark}"):
        assert read(f"It rose [1]. It fell{end}") == ("It rose [1]. It fell", [1])


def test_markers_count_again_after_code() -> None:
    assert read("`a[1]` is first [1].\n```\nb[2]\n```\nDone [2]. A stray ` in a line\nends with it [3].")[1] == [
        1,
        2,
        3,
    ]
    assert read("~5 ~~struck~~ [1]\n~~", "~~\nb[2]\n~~~\nc[2]\n```\n~~", "~~\nDone [3].")[1] == [1, 3]


MARKUP = "[1] [2,3] [1†x] [1][3] [1-2] 【2】 【3†a】 [9] [2023] [1](x) [x] [^1] [ ] ( ` ``` ~ ~~~ a 1 , - † word"
PARTS = [
    "\n",
    " ",
    "[Source 1]",
    "[see Document 1]",
    "[cf.",
    "[S",
    "[p. 2]",
    "[1, p. 2]",
    "[1 and 2]",
    "[1, p. 2; 3, p. 4]",
    "[1 et 2]",
    " y ",
    "【2, 3】",
    "[citation:1",
    *[
        "(Source 1)",
        "(Source 2",
        "[cite: 2]",
        "[\u200b1",
        "a[1]",
        "rows[0]",
        "rows",
        " = ",
        ": ",
        "[[1, 2], [3, 4]]",
        "[1, 9]",
        "It rose ",
        "(Source 1, Source 9)",
        "[Source 1, Source 2]",
        ", Source 2",
        "[cite_start]",
        "[cite_",
        "[cite_end]",
    ],
    *["［", "］", "［2］", "[[2]]", "[[1]", "]]", "[[", "{", "{[1]}", "[99999]"],
    *["\\", "\\[1\\]", "\\["],
    *MARKUP.split(" "),
]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join), st.data())
def test_where_an_answer_is_split_changes_nothing(answer: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(answer)), max_size=6)))
    pieces = [answer[a:b] for a, b in zip([0, *cuts], [*cuts, len(answer)], strict=True)]
    given = ["As a word [2] and [1, 2] has", "(Source 2)"]
    assert read(*pieces, given=given) == read(answer, given=given) == read(*answer, given=given)


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("text", ["As in [1].", r"As in \[1\].", r"As in \\[2].", "As in 【1】, ［2］ and `[3]"])
def test_a_document_that_is_quoted_cites_nothing(text: str) -> None:
    assert read(escaped(text)) == (escaped(text), [])
    assert unescaped(escaped(text)) == text


def test_text_is_held_back_only_from_a_bracket_on() -> None:
    stream = MarkerStream(2)
    assert stream.feed("It rose") == ["It rose"]
    assert stream.feed(" by half [1") == [" by half"]
    assert stream.feed("]") == []  # what follows may show that it is text
    assert stream.feed(" and") == [" [1]", 1, " and"]
    assert stream.feed(" [a note") == [" [a note"]
    assert stream.flush() == []


def test_a_number_comes_right_after_the_text_that_shows_it() -> None:
    assert MarkerStream(3).feed("It rose [1]. It fell [2][3]. ") == [
        "It rose [1]",
        1,
        ". It fell [2]",
        2,
        "[3]",
        3,
        ".",
    ]


@pytest.mark.req("RG-07")
def test_parentheses_around_markers_whose_number_is_removed_are_removed() -> None:
    text = "It rose ([1]), fell ([1], [2]) and `x ([1])` stays ([3])."
    assert renumbered(text, {1: None, 2: 1}) == "It rose, fell (, [1]) and `x ([1])` stays ([3])."
