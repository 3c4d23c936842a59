"""What is shown of a tool's result, and what a model is given of it."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.tools.offer import ToolResult
from orc.tools.results import MAX_CELL, MAX_COLUMNS, MAX_DOCUMENTS, MAX_NODES, MAX_ROWS, MAX_TEXT, as_text, shown

pytestmark = pytest.mark.req("CS-19")

PEOPLE = [{"name": "Ada", "age": 36}, {"name": "Grace", "rank": "admiral"}]
PEOPLE_TABLE = {
    "kind": "table",
    "columns": ["name", "age", "rank"],
    "rows": [["Ada", 36, None], ["Grace", None, "admiral"]],
}
GRAPH = {"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
names = st.sampled_from(["nodes", "edges", "columns", "rows", "documents", "result", "items", "other"])


def structured(value: Any) -> ToolResult:
    return ToolResult(value, "")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"result": PEOPLE}, PEOPLE_TABLE),
        ({"items": PEOPLE, "count": 2}, PEOPLE_TABLE),
        ({"columns": ["a"], "rows": [[1], [None]]}, {"kind": "table", "columns": ["a"], "rows": [[1], [None]]}),
        (GRAPH, {"kind": "graph", **GRAPH}),
        ({"documents": [{"file_id": "f"}]}, {"kind": "documents", "documents": [{"file_id": "f"}]}),
        ({"result": [{"blob_name": "a.txt"}]}, {"kind": "documents", "documents": [{"blob_name": "a.txt"}]}),
        ({"result": "It is."}, {"kind": "text", "text": "It is."}),
        ({"answer": 42}, {"kind": "text", "text": '{"answer": 42}'}),
        ({"rows": []}, {"kind": "text", "text": '{"rows": []}'}),
        ({"columns": ["a"], "rows": [[1, 2]]}, {"kind": "text", "text": '{"columns": ["a"], "rows": [[1, 2]]}'}),
        ({"items": [{"deep": [1]}]}, {"kind": "text", "text": '{"items": [{"deep": [1]}]}'}),
        ({"nodes": [1], "edges": []}, {"kind": "text", "text": '{"nodes": [1], "edges": []}'}),
    ],
)
def test_a_structured_result_is_shown_as_what_it_is(value: dict[str, Any], expected: dict[str, Any]) -> None:
    assert shown(structured(value)) == expected


@pytest.mark.parametrize(
    ("text", "kind"), [("plain", "text"), ("[1", "text"), ("[" * 100_000, "text"), (json.dumps(PEOPLE), "table")]
)
def test_a_text_is_read_where_it_is_json(text: str, kind: str) -> None:
    assert shown(ToolResult.read(None, text))["kind"] == kind


def test_truncated_text_says_so_with_its_full_length() -> None:
    long = shown(ToolResult(None, "x" * (MAX_TEXT + 1)))
    assert (len(long["text"]), long["truncated"], long["total"]) == (MAX_TEXT, True, MAX_TEXT + 1)
    many = shown(structured({"rows": [{"n": n} for n in range(200)]}))
    assert (len(many["rows"]), many["truncated"], many["total"]) == (MAX_ROWS, True, 200)
    nodes = shown(structured({"nodes": [{"id": n} for n in range(500)], "edges": []}))
    assert (len(nodes["nodes"]), nodes["total"]) == (MAX_NODES, 500)
    documents = shown(structured({"files": [{"file_id": str(n)} for n in range(60)]}))
    assert (len(documents["documents"]), documents["total"]) == (MAX_DOCUMENTS, 60)


@given(value=st.dictionaries(names, values), text=st.text())
def test_any_tool_result_is_displayable_and_bounded(value: dict[str, Any], text: str) -> None:
    for result in (ToolResult(value, text), ToolResult.read(None, json.dumps(value))):
        display = shown(result)
        assert display["kind"] in ("text", "table", "documents", "graph")
        json.dumps(display, allow_nan=False)
        assert len(display.get("text", "")) <= MAX_TEXT
        for row in display.get("rows", []):
            assert len(row) == len(display["columns"]) <= MAX_COLUMNS
            assert all(len(cell) <= MAX_CELL for cell in row if isinstance(cell, str))


@pytest.mark.req("SE-15")
def test_results_are_shown_inert_and_still_within_bounds() -> None:
    assert shown(ToolResult(None, "![x](https://e.x) `<b>`"))["text"] == r"![x]\(https://e.x) `<b>`"
    table = shown(structured({"rows": [{"[a](b)": "<img src=x>", "n": 1}]}))
    assert (table["columns"], table["rows"]) == ([r"[a]\(b)", "n"], [["&lt;img src=x>", 1]])
    [document] = shown(structured({"files": [{"blob_name": "<b>.txt", "title": "<b>"}]}))["documents"]
    assert document == {"blob_name": "<b>.txt", "title": "&lt;b>"}
    for text in ("<b" * 10_000, "`<b>" * 5_000):
        assert len(shown(ToolResult(None, text))["text"]) <= MAX_TEXT
        assert len(shown(structured({"rows": [{"a": text}]}))["rows"][0][0]) <= MAX_CELL


def test_a_documents_short_lists_stay_lists() -> None:
    row = {"file_id": "f", "tags": ["<b>", 1], "page_starts": [0, 9], "long": ["x" * MAX_CELL], "deep": [[1]]}
    [document] = shown(structured({"files": [row]}))["documents"]
    assert document == {"file_id": "f", "tags": ["&lt;b>", 1], "long": document["long"], "deep": "[[1]]"}
    assert len(document["long"]) <= MAX_CELL


def test_numbers_that_are_none_are_shown_as_words() -> None:
    rows = shown(structured({"rows": [{"a": math.nan, "b": math.inf}]}))["rows"]
    assert rows == [["NaN", "Infinity"]]


@given(text=st.text(), limit=st.integers(0, 50))
def test_a_model_sees_the_beginning_and_the_length_of_long_text(text: str, limit: int) -> None:
    given_text = as_text(ToolResult(None, text), limit)
    assert given_text.startswith(text[:limit])
    assert (given_text == text) is (len(text) <= limit)


def test_a_model_is_given_the_structure_or_the_one_text_in_it() -> None:
    assert as_text(structured({"name": "Zoë"}), 100) == '{"name": "Zoë"}'
    assert as_text(structured({"result": "It is."}), 100) == "It is."
