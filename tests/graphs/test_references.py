"""References to results in the params of a step."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.graphs.planning.references import UnknownReference, references, substitute

RESULTS: dict[str, Any] = {
    "found": {"books": [{"title": "Ink"}, {"title": "Tides"}]},
    "note": "A note.",
    "list": {"result": [1, 2]},
}
_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text().filter(lambda text: "{{" not in text),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.req("WF-02")
@pytest.mark.parametrize(
    ("value", "becomes"),
    [
        ("{{note}}", "A note."),
        (" {{ note }} ", "A note."),
        ("{{found}}", RESULTS["found"]),
        ("{{found.books.1.title}}", "Tides"),
        ("{{list}}", [1, 2]),
        ("{{list.result.0}}", 1),
        ("{{list.0}}", 1),
        ("See {{note}} and {{found.books.0.title}}!", "See A note. and Ink!"),
        ("Of {{found.books}}", 'Of [{"title": "Ink"}, {"title": "Tides"}]'),
        ({"a": [{"b": "{{note}}"}], "c": 1}, {"a": [{"b": "A note."}], "c": 1}),
    ],
)
def test_a_reference_is_replaced_by_its_result(value: object, becomes: object) -> None:
    assert substitute(value, RESULTS) == becomes


def test_a_result_goes_in_as_text_where_text_is_wanted() -> None:
    assert substitute({"sources": "{{list}}"}, RESULTS, as_text=True) == {"sources": "[1, 2]"}


@pytest.mark.req("WF-02")
@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("{{nothing}}", "{{nothing}} stands for no result of an earlier step (known: found, note, list)."),
        ("{{found.films}}", "The result found has nothing at films."),
        ("{{found.books.7}}", "The result found has nothing at books.7."),
        ("{{note.title}}", "The result note has nothing at title."),
        ("{{}}", "{{}} stands for no result"),
    ],
)
def test_a_reference_to_nothing_says_so(value: str, told: str) -> None:
    with pytest.raises(UnknownReference) as unknown:
        substitute({"deep": [value]}, RESULTS)
    assert unknown.value.message.startswith(told)


@given(_PLAIN)
def test_an_unknown_reference_is_left_unchanged(value: Any) -> None:
    assert references(value) == []
    assert substitute(value, {}) == value


@given(st.text(), st.text().filter(lambda text: "{" not in text), st.text().filter(lambda text: "}" not in text))
def test_a_result_is_put_in_once_and_never_read_for_references(result: str, before: str, after: str) -> None:
    assert substitute(f"{before}x{{{{key}}}}x{after}", {"key": result}) == f"{before}x{result}x{after}"


def test_references_are_named_once_in_their_order() -> None:
    assert references({"a": "{{two.x}} {{one}}", "b": ["{{two}}"]}) == ["two", "one"]
