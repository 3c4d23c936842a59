"""Arguments against schemas that tool servers send: honest ones hold, and hostile ones cost a bounded time."""

import time
from typing import Any

import pytest

from orc.graphs.planning.arguments import in_types, mistakes_in_arguments

_DIALECT = "http://json-schema.org/draft-07/schema#"


def _one(**schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}}


@pytest.mark.parametrize(
    ("schema", "value", "fits"),
    [
        ({"$schema": _DIALECT, "type": "string", "pattern": "^a$"}, "b", False),
        ({"type": "string", "pattern": "^[a-z]{2}-\\d+$"}, "ab-12", True),
        ({"type": "string", "pattern": "^[a-z]{2}-\\d+$"}, "ab-x", False),
        ({"type": "string", "pattern": "b"}, "abc", True),
        ({"type": "string", "pattern": "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}, "no", False),
        ({"type": "string", "pattern": "(?=looks ahead)x"}, "no", True),
        ({"type": "string", "pattern": "(not closed"}, "no", True),
        ({"type": "object", "patternProperties": {"^n_": {"type": "integer"}}}, {"n_a": 1, "b": "x"}, True),
        ({"type": "object", "patternProperties": {"^n_": {"type": "integer"}}}, {"n_a": "x"}, False),
        (
            {"type": "object", "patternProperties": {"^n_": {}}, "additionalProperties": False},
            {"n_a": 1},
            True,
        ),
        (
            {"type": "object", "patternProperties": {"^n_": {}}, "additionalProperties": False},
            {"b": 1},
            False,
        ),
        ({"type": "array", "uniqueItems": True}, [{"b": 1}, {"b": 1}], False),
    ],
)
def test_patterns_of_tool_servers_are_held_to(schema: dict[str, Any], value: object, fits: bool) -> None:
    assert (mistakes_in_arguments(_one(**schema), {"a": value}) == []) is fits


def test_a_pattern_that_backtracks_is_matched_at_once() -> None:
    hostile = "a" * 5_000 + "!"
    for pattern in ("(a+)+$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){30}$", "(?:(?:a?){30}){30}b"):
        for schema in (
            _one(type="string", pattern=pattern),
            _one(**{"$schema": _DIALECT}, type="string", pattern=pattern),
            {"type": "object", "patternProperties": {pattern: {"type": "null"}}},
            {"type": "object", "patternProperties": {pattern: {}}, "additionalProperties": False},
            {"type": "object", "propertyNames": {"pattern": pattern}},
            {"type": "object", "patternProperties": {pattern: {}}, "unevaluatedProperties": False},
        ):
            assert _seconds(schema, {"a": hostile, hostile: 1}) < 5


def _seconds(schema: dict[str, Any], arguments: dict[str, Any]) -> float:
    """Processor time; backtracking would take longer than anybody waits for a test."""
    started = time.process_time()
    mistakes_in_arguments(schema, arguments)
    return time.process_time() - started


def test_a_schema_that_branches_without_end_is_left_to_the_tool() -> None:
    several = [{"$ref": f"#/$defs/d{i + 1}"} for i in range(40) for _ in range(2)]
    definitions = {f"d{i}": {"anyOf": several[2 * i : 2 * i + 2]} for i in range(40)}
    branching = _one(**{"$ref": "#/$defs/d0"}) | {"$defs": {**definitions, "d40": {"type": "null"}}}
    assert mistakes_in_arguments(branching, {"a": "x"}) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$ref": "https://tools.example/schema.json"},
        {"$schema": ["no", "dialect"]},
        {"$schema": "https://tools.example/dialect"},
        {"type": "nonsense"},
        {"properties": {f"p{i}": {"type": "string"} for i in range(20_000)}},
        {"enum": [f"e{i}" for i in range(30_000)]},
    ],
)
def test_an_invalid_or_huge_schema_is_left_to_the_tool(schema: dict[str, Any]) -> None:
    assert mistakes_in_arguments(schema, {"a": "x"}) == []


def test_long_arguments_with_many_mistakes_take_bounded_memory() -> None:
    schema = _one(anyOf=[{"const": i} for i in range(500)])
    assert mistakes_in_arguments(schema, {"a": "x" * 200_000}) == []


@pytest.mark.req("QA-07")
@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"type": "string", "maxLength": 1000}, "x" * 2000, "… is too long (maxLength: 1000)"),
        ({"type": "array", "maxItems": 3}, [1] * 2000, "… is too long (maxItems: 3)"),
        ({"enum": ["b"]}, "x" * 2000, "… is not one of ['b']"),
    ],
)
def test_a_long_value_does_not_hide_what_is_wrong_with_it(schema: dict[str, Any], value: object, told: str) -> None:
    [mistake] = mistakes_in_arguments(_one(**schema), {"a": value})
    assert mistake.startswith("a: ")
    assert mistake.endswith(told)


@pytest.mark.parametrize(
    ("schema", "value", "typed"),
    [
        ({"type": "integer"}, "5", 5),
        ({"type": "integer"}, 5.0, 5),
        ({"type": "number"}, "-0.5", -0.5),
        ({"type": "boolean"}, "True", True),
        ({"type": "string"}, 2024, "2024"),
        ({"type": "array", "items": {"type": "string"}}, "rent", ["rent"]),
        ({"type": "array"}, '["rent", "deposit"]', ["rent", "deposit"]),
        ({"anyOf": [{"type": "array"}, {"type": "null"}]}, "rent", ["rent"]),
        ({"type": "object"}, '{"a": 1}', {"a": 1}),
        ({"anyOf": [{"type": "integer"}, {"enum": ["all"]}]}, "5", "5"),
        ({"anyOf": [{"anyOf": [{"type": "integer"}]}]}, "5", "5"),
        ({"type": "null"}, 5, 5),
        ({"type": ["string", "integer"]}, "5", "5"),
        ({"type": "integer"}, "five", "five"),
        ({"type": "integer"}, "{{found.count}}", "{{found.count}}"),
        ({"type": "integer"}, True, True),
        ({"enum": [1, 2]}, "1", "1"),
        ({}, "5", "5"),
        ({"type": ["string", "null"]}, None, None),
    ],
)
def test_an_argument_gets_the_type_of_the_schema_if_nothing_else_changes(
    schema: dict[str, Any], value: object, typed: object
) -> None:
    found = in_types(_one(**schema), {"a": value, "b": "7"})
    assert found == {"a": typed, "b": "7"}
    assert type(found["a"]) is type(typed)


def test_a_null_that_the_schema_does_not_allow_is_left_out_of_optional_arguments() -> None:
    schema = _one(type="string") | {"required": ["b"]}
    schema["properties"]["b"] = {"type": "string"}
    assert in_types(schema, {"a": None, "b": None}) == {"b": None}
