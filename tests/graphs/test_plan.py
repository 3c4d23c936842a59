"""Plans as models write them."""

import json
from typing import Any

import pytest

from orc.domain import PlanStep
from orc.graphs.planning.arguments import mistakes_in_arguments
from orc.graphs.planning.plan import NoPlan, Plan, dependencies, mistakes_in, read_plan
from orc.tools.offer import Tool

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 5}},
    "required": ["query"],
    "additionalProperties": False,
}
TOOLS = {name: Tool(name, "library", name, "", SCHEMA) for name in ("find", "draft")}


def steps(*params: dict[str, Any]) -> tuple[PlanStep, ...]:
    return tuple(PlanStep(i, "find", each, f"key{i}") for i, each in enumerate(params, 1))


def mistakes(plan: Plan) -> list[str]:
    return mistakes_in(plan, TOOLS, max_steps=10)


@pytest.mark.parametrize(
    "around", ["%s", "```json\n%s\n```", "Here is the plan: %s Good luck!", 'By {name}, with {"limit": 5}: %s {end}']
)
def test_a_plan_is_parsed_out_of_surrounding_text(around: str) -> None:
    step = {"step": 1, "tool": "find", "params": {"query": "ink"}, "output_key": "found"}
    written = json.dumps({"intent": "single_tool", "question": " What? ", "workflow_plan": [step]})
    plan = read_plan(around % written)
    assert plan == Plan("single_tool", "What?", (PlanStep(1, "find", {"query": "ink"}, "found"),))
    assert mistakes(plan) == []


@pytest.mark.parametrize("question", ["", "?", "...", "\0"])
def test_a_question_without_words_is_none(question: str) -> None:
    assert not read_plan(json.dumps({"intent": "conversation", "question": question})).question


def test_steps_may_be_listed_in_any_order() -> None:
    listed = [{"step": n, "tool": "find", "params": {"query": "x"}, "output_key": f"k{n}"} for n in (2, 1)]
    plan = read_plan(json.dumps({"intent": "multi_step", "workflow_plan": listed}))
    assert [step.step for step in plan.steps] == [1, 2]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "the answer"),
        ("I would search.", "the answer"),
        ('{"intent": "dance", "workflow_plan": []}', "intent"),
        ('{"intent": "single_tool", "workflow_plan": [{"step": 1}]}', "workflow_plan.0.tool"),
        ('{"intent": "single_tool", "workflow_plan": "find"}', "workflow_plan"),
        ('{"intent": "single_tool", "workflow_plan": [', "the answer"),
        ('{"intent": "single_tool", "workflow_plan": [{"step": 1, "params": {"query": "ink"}}, {', "the answer"),
    ],
)
def test_an_invalid_plan_names_the_place(written: str, told: str) -> None:
    with pytest.raises(NoPlan) as none:
        read_plan(written)
    assert none.value.mistakes[0].startswith(told)


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (Plan("conversation", "", steps({"query": "x"})), "A conversation has no steps."),
        (Plan("single_tool", ""), "single_tool has exactly one step, not 0"),
        (Plan("multi_step", ""), "multi_step needs steps."),
        (Plan("single_tool", "", steps({"query": "{{key1}}"})), "Step 1: {{key1}} is the result of step 1"),
        (Plan("single_tool", "", (PlanStep(1, "find", {"query": "x"}, ""),)), "Step 1: it needs an output_key"),
        (Plan("single_tool", "", (PlanStep(0, "find", {"query": "x"}, "a"),)), "Step 0: steps are numbered from 1."),
        (Plan("multi_step", "", steps({"query": "x"}) * 2), "2 steps have the number 1."),
    ],
)
def test_a_mistake_in_a_plan_names_its_place(plan: Plan, told: str) -> None:
    assert mistakes(plan)[0].startswith(told)


def test_an_indirect_cycle_is_detected() -> None:
    circle = steps({"query": "{{key3}}"}, {"query": "{{key1}}"}, {"query": "{{key2}}"})
    assert mistakes(Plan("multi_step", "", circle)) == [
        "Step 1: {{key3}} is the result of step 3: they need each other."
    ]


def test_a_step_needs_the_earlier_steps_that_it_refers_to() -> None:
    plan = steps({"query": "x"}, {"query": "y"}, {"query": "{{key1}} {{key9}}", "limit": "{{key2.n}}"})
    assert [step.step for step in dependencies(plan[2], plan)] == [1, 2]
    assert dependencies(plan[0], plan) == []


def test_an_unresolved_reference_may_stand_for_any_type() -> None:
    assert mistakes_in_arguments(SCHEMA, {"query": "x", "limit": "{{key1}}"}, planned=True) == []
    assert mistakes_in_arguments(SCHEMA, {"query": "x", "limit": "{{key1}}"}) == [
        "limit: '{{key1}}' is not of type 'integer'"
    ]
    assert mistakes_in_arguments(SCHEMA, {"limit": "{{key1}}"}, planned=True) == ["'query' is a required property"]


@pytest.mark.req("SE-08")
def test_a_secret_that_does_not_fit_is_not_quoted() -> None:
    number = {"type": "integer"}
    schema: dict[str, Any] = {
        "properties": {"api_key": number, "login": {"properties": {"token": number}}, "all": number}
    }
    arguments = {"api_key": "sk-123", "login": {"token": "sk-456"}, "all": {"password": "hunter2", "name": "Ann"}}
    assert mistakes_in_arguments(schema, arguments) == [
        "all: {'password': '***', 'name': 'Ann'} is not of type 'integer'",
        "api_key: *** is not of type 'integer'",
        "login.token: *** is not of type 'integer'",
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"query": {"$ref": "http://127.0.0.1:9/schema"}}},
        {"type": "object", "properties": {"query": {"type": "nonsense"}}},
        {"type": 7},
    ],
    ids=["leads elsewhere", "unknown type", "no schema"],
)
def test_a_schema_that_cannot_be_used_is_left_to_its_tool(schema: dict[str, Any]) -> None:
    assert mistakes_in_arguments(schema, {"query": "x"}) == []


@pytest.mark.parametrize(
    "written",
    [
        {"tool": "find", "params": {"query": "ink"}},
        {"step": "1", "tool": "find", "arguments": {"query": "ink"}},
        {"step": 1, "tool": "find", "params": '{"query": "ink"}', "output_key": "step_1"},
    ],
    ids=["no number, no key", "another name", "params as text"],
)
def test_a_step_that_lacks_what_follows_from_the_rest_is_read(written: dict[str, Any]) -> None:
    plan = read_plan(json.dumps({"intent": "single_tool", "question": "What?", "workflow_plan": [written]}))
    assert plan.steps == (PlanStep(1, "find", {"query": "ink"}, "step_1"),)
