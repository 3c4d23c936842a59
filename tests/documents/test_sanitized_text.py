"""Where in an answer, as it is shown, what was written of it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.citations.sanitized_text import SanitizedText
from orc.documents.markdown.sanitizer import inert

PARTS = ["The rent ", "is 4,200. ", "List<T> ", "`a<b>` ", "`", "\n", "\n- ", "$", "[x](y) ", "。", "漢字", "🏗 "]
PARTS += ["{a} ", "  ", "    "]


def shown(text: str) -> SanitizedText:
    made = SanitizedText()
    made.feed(text)
    made.end()
    return made


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    ("text", "part", "there"),
    [
        ("It is <b>. The rent is 4.", "The rent is 4.", "The rent is 4."),
        ("It is <b>. The List<T> is 4. So.", "The List<T> is 4.", "The List&lt;T> is 4."),
        ("[a](b) is. The rent is [c](d)", "The rent is [c](d)", r"The rent is [c]\(d)"),
        ("The 🏗 <b>. 起重机<b>高。四米。", "四米。", "四米。"),
        ("- the <i>\n- rent", "rent", "rent"),
        ("1.     The <i>", "1.", "1."),
        ("{a} <b> and the rent", "the rent", "the rent"),
        ("    a <b>\n\nThe rent", "The rent", "The rent"),
        ("$$ x\nThe rent <b> is $$ so", "The rent <b> is", "The rent &lt;b> is"),
    ],
)
def test_a_part_of_the_written_text_is_found_in_the_shown_text(text: str, part: str, there: str) -> None:
    made = shown(text)
    at = text.index(part)
    start, end = made.span(at, at + len(part))
    assert made.text[start:end] == there


@pytest.mark.req("AN-05")
@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join), st.data())
def test_each_part_is_shown_whole_and_in_the_order_of_the_text(text: str, data: st.DataObject) -> None:
    made, at = SanitizedText(), 0
    while at < len(text):
        size = data.draw(st.integers(1, 9))
        made.feed(text[at : at + size])
        at += size
    made.end()
    assert (made.written, made.text) == (text, inert(text))
    before = 0
    for i in range(len(text)):
        start, end = made.span(i, i + 1)
        assert before <= start <= end <= len(made.text)
        assert text[i].isspace() or text[i] in made.text[start:end] or "&" in made.text[start:end]
        before = start
