"""The items of HTML lists have marks, and terms are read with their descriptions."""

import pytest

from orc.documents.text.sentences import sentence_spans
from shared.extraction.formats.html import read_html

pytestmark = pytest.mark.req("AN-04")


def text_of(html: str) -> str:
    return read_html(html.encode()).text


def test_items_have_bullets_and_are_sentences_of_their_own() -> None:
    text = text_of("<p>The hotel lacks:</p><ul><li>breakfast in the room</li><li>towels for the beach</li></ul>")
    assert text == "The hotel lacks:\n\n- breakfast in the room\n- towels for the beach"
    assert [text[a:b] for a, b in sentence_spans(text)][1:] == ["- breakfast in the room", "- towels for the beach"]


@pytest.mark.parametrize(
    ("attributes", "items", "expected"),
    [
        ("", "<li>Fill in<li>Send", "1. Fill in\n2. Send"),
        ("start=4", "<li>Fill in<li>Send", "4. Fill in\n5. Send"),
        ("start=-4", "<li value=7>Fill in<li>Send", "7. Fill in\n8. Send"),
        ("type=a", "<li>Fill in<li>Send", "a. Fill in\nb. Send"),
        ("type=a start=99", "<li>Fill in", "99. Fill in"),
    ],
)
def test_items_of_an_ordered_list_have_numbers(attributes: str, items: str, expected: str) -> None:
    assert text_of(f"<ol {attributes}>{items}</ol>") == expected


def test_a_list_within_an_item_is_indented() -> None:
    html = "<ul><li>Dogs<ol><li>small</li><li>large</li></ol></li><li>Cats</li></ul>"
    assert text_of(html) == "- Dogs\n  1. small\n  2. large\n- Cats"


def test_paragraphs_of_an_item_follow_its_mark() -> None:
    html = "<ul>\n <li>\n  <p>Dogs</p>\n </li>\n <li><div><p>Cats</p><p>They stay in.</p></div></li>\n</ul><p>End</p>"
    assert text_of(html) == "- Dogs\n- Cats\n\nThey stay in.\n\nEnd"


@pytest.mark.parametrize("own", ["1.1 The tenant pays.", "(a) The tenant pays.", "• The tenant pays.", "§ 3 Rent"])
def test_an_item_with_a_mark_of_its_own_has_no_other(own: str) -> None:
    assert text_of(f"<ul><li>{own}</li></ul>") == own


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("<h2>Rent</h2><p>It is due.</p>", "Rent\n\nIt is due."),
        ("<table><tr><td>Rent<td>900</table>", "Rent | 900"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("", ""),
    ],
)
def test_an_item_that_begins_with_another_block_has_no_mark(item: str, expected: str) -> None:
    assert text_of(f"<p>Before</p><ul><li>{item}</li></ul>") == f"Before\n\n{expected}".strip()


def test_headings_among_items_are_located() -> None:
    content = read_html(b"<h1>Rules</h1><ul><li>Dogs</li><li><h2>Rent</h2>900</li></ul><ul><li>x</ul><h2>End</h2>")
    assert [content.text[at:].split("\n")[0] for at, _, _ in content.headings] == ["Rules", "Rent", "End"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<dt>Rent</dt>\n<dd>900 euros</dd><dt>Pets</dt><dd><p>none</p></dd>", "Rent: 900 euros\nPets: none"),
        ("<dt>Are pets allowed?</dt><dd>No.</dd><dt>Rent:</dt><dd>900</dd>", "Are pets allowed? No.\nRent: 900"),
        ("<dt>Rent</dt><dt>Deposit</dt><dd>900</dd><dd>in cash</dd>", "Rent\nDeposit: 900\nin cash"),
        ("<dt>Pets</dt><dd><ul><li>dogs</li></ul></dd>", "Pets\n- dogs"),
        ("<dt>Pets</dt><dd></dd><dt>Rent</dt><dd>900</dd>", "Pets\nRent: 900"),
    ],
)
def test_a_term_and_its_description_are_one_line(html: str, expected: str) -> None:
    assert text_of(f"<dl>{html}</dl>").replace("\n\n", "\n") == expected
