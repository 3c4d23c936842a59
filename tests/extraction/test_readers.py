"""What holds for the readers whatever bytes they are given."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.extraction.formats.content import MAX_TITLE, Content, Unreadable, clean, first_line
from shared.extraction.formats.html import read_html
from shared.extraction.formats.text import read_csv, read_markdown, read_text

READERS: list[Callable[[bytes], Content]] = [read_text, read_csv, read_markdown, read_html]
MARKUP = [
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "<pre>",
    "<h2>",
    "</h2>",
    "<b> ",
    "<br>",
    "&#0;",
    "&#xd800;",
    "&shy;",
    "<!--",
    "é",
    '"',
    ",",
    ";",
    "\n",
]
DATA = (
    st.binary(max_size=200)
    | st.text(max_size=100).map(str.encode)
    | st.text(max_size=50).map(lambda text: text.encode("utf-16"))
    | st.lists(st.sampled_from(MARKUP), max_size=40).map(lambda parts: "".join(parts).encode())
)


@pytest.mark.req("SE-04")
@pytest.mark.parametrize("read", READERS)
@settings(max_examples=200, database=None, deadline=None)
@given(data=DATA)
def test_any_bytes_give_clean_text_or_a_reason(read: Callable[[bytes], Content], data: bytes) -> None:
    outcome = outcome_of(read, data)
    if isinstance(outcome, str):
        assert outcome in {"document_empty", "document_without_text", "document_damaged", "document_type_mismatch"}
    else:
        assert json.loads(json.dumps(outcome.text, ensure_ascii=False).encode()) == outcome.text
        assert outcome.text == clean(outcome.text)
        assert len(outcome.title) <= MAX_TITLE
        assert "\n" not in outcome.title
        assert all(outcome.text.startswith(heading, at) for at, _, heading in outcome.headings)


def outcome_of(read: Callable[[bytes], Content], data: bytes) -> Content | str:
    try:
        return read(data)
    except Unreadable as reason:
        return reason.code


@settings(max_examples=300, database=None, deadline=None)
@given(text=st.text(st.characters(exclude_categories=[])))
def test_clean_text_is_valid_unicode_and_stays_as_it_is(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert "\r" not in cleaned
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("\n\n  ## A heading ##\nText", "A heading"),
        ("---\n***\nReal title", "Real title"),
        ("---\n***", "---"),
        ("Much\t white   space", "Much white space"),
        ("中文标题\n内容", "中文标题"),
        (" " * 500 + "x" * 500, "x" * MAX_TITLE),
        ("Contract_one & <two>\nBody.", "Contract_one & <two>"),
        ("## Terms ##", "Terms"),
        ("A note *", "A note *"),
    ],
)
def test_the_first_line_with_words_in_it_is_the_title(text: str, title: str) -> None:
    assert first_line(text) == title
