"""Plans by a model: parsing, checks against the available tools, and the dependencies between steps."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from orc.domain import Intent, PlanStep
from orc.graphs.planning.arguments import mistakes_in_arguments
from orc.graphs.planning.references import references
from orc.text import object_in, parse_object
from orc.tools.offer import Tool


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a turn. question is the user's, rewritten to stand alone. A conversation has no steps."""

    intent: Intent
    question: str
    steps: tuple[PlanStep, ...] = ()


_OF_PARAMS = ("arguments", "parameters", "args", "input")


class NoPlan(Exception):
    """The model's output is not a plan; mistakes are for the model."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__("; ".join(mistakes))
        self.mistakes = tuple(mistakes)


class _Step(BaseModel):
    model_config = ConfigDict(strict=True)
    step: int
    tool: str
    params: dict[str, Any] = {}
    output_key: str


class _TurnPlan(BaseModel):
    model_config = ConfigDict(strict=True)
    intent: Intent
    question: str = ""
    workflow_plan: list[_Step] | None = None

    @field_validator("workflow_plan", mode="before")
    @classmethod
    def _with_whole_steps(cls, steps: object) -> object:
        """The steps with the numbers, keys and params that small models leave out or write otherwise."""
        if not isinstance(steps, list):
            return steps
        return [_whole(step, number) if isinstance(step, dict) else step for number, step in enumerate(steps, 1)]


def _whole(step: dict[str, Any], position: int) -> dict[str, Any]:
    number = step.get("step", position)
    params = step.get("params", next((step[name] for name in _OF_PARAMS if name in step), {}))
    return {
        "output_key": f"step_{position}",
        **step,
        "step": int(number) if isinstance(number, str) and number.isdecimal() else number,
        "params": (parse_object(params) or params) if isinstance(params, str) else params,
    }


def read_plan(text: str) -> Plan:
    """Parses the JSON object in a model's answer, whatever surrounds it. A question without words counts as none.
    Raises NoPlan if there is no object."""
    try:
        read = _TurnPlan.model_validate_json(object_in(text))
    except ValidationError as error:
        mistakes = [f"{'.'.join(map(str, each['loc'])) or 'the answer'}: {each['msg']}" for each in error.errors()[:10]]
        raise NoPlan(mistakes) from None
    steps = [PlanStep(s.step, s.tool, s.params, s.output_key) for s in read.workflow_plan or []]
    question = read.question.strip() if any(map(str.isalnum, read.question)) else ""
    return Plan(read.intent, question, tuple(sorted(steps, key=lambda step: step.step)))


def mistakes_in(
    plan: Plan, tools: Mapping[str, Tool], *, max_steps: int, lost: Collection[str] = (), of_steps: bool = True
) -> list[str]:
    """All mistakes that prevent execution of the plan, as sentences for the model. The use of a lost tool, whose server
    is down, is none: its step fails. Without of_steps, the same holds for wrong arguments, and for a tool that does not
    exist beside one that does."""
    count = len(plan.steps)
    if count > max_steps:
        return [f"The plan has {count} steps; at most {max_steps} are allowed."]
    mistakes = []
    if plan.intent == "conversation" and count:
        mistakes.append("A conversation has no steps.")
    if plan.intent == "single_tool" and count != 1:
        mistakes.append(f"single_tool has exactly one step, not {count}; use multi_step for several.")
    if plan.intent == "multi_step" and not count:
        mistakes.append("multi_step needs steps.")
    numbers, keys = Counter(step.step for step in plan.steps), Counter(step.output_key for step in plan.steps)
    mistakes += [f"{count} steps have the number {number}." for number, count in numbers.items() if count > 1]
    mistakes += [f"{count} steps have the output_key {key!r}." for key, count in keys.items() if count > 1]
    by_key = {step.output_key: step.step for step in plan.steps}
    has_tool = any(step.tool in tools or step.tool in lost for step in plan.steps)
    for step in plan.steps:
        wrong = list[str]()
        if step.step < 1:
            wrong.append("steps are numbered from 1.")
        if not step.output_key or any(character in step.output_key for character in ".{}") or step.output_key.isspace():
            wrong.append("it needs an output_key, without dots and braces.")
        for key in references(step.params):
            if by_key.get(key, 0) >= step.step:
                circle = _depends_on(by_key[key], step.step, plan.steps)
                why = "they need each other" if circle else "a step can only use the results of earlier ones"
                wrong.append(f"{{{{{key}}}}} is the result of step {by_key[key]}: {why}.")
        tool = tools.get(step.tool)
        if tool is None and step.tool not in lost and (of_steps or not has_tool):
            wrong.append(f"there is no tool {step.tool!r}; there are: {', '.join(tools) or 'none'}.")
        elif tool is not None and of_steps:
            wrong += mistakes_in_arguments(tool.input_schema, step.params, planned=True)
        mistakes += [f"Step {step.step}: {mistake}" for mistake in wrong]
    return mistakes


def _depends_on(number: int, wanted: int, steps: Sequence[PlanStep]) -> bool:
    """Whether a step needs another one's result, directly or indirectly."""
    by_key = {step.output_key: step for step in steps}
    reached: set[int] = set()
    waiting = [step for step in steps if step.step == number]
    while waiting:
        step = waiting.pop()
        reached.add(step.step)
        needed = [by_key[key] for key in references(step.params) if key in by_key]
        waiting += [other for other in needed if other.step not in reached]
    return wanted in reached


class FanOut(TypedDict):
    """The steps of a plan that can be activities of their own, at most parallel at a time: their numbers, each with the
    numbers of the steps that it needs."""

    parallel: int
    steps: list[tuple[int, list[int]]]


def fan_out(plan: Sequence[PlanStep], *, parallel: int) -> FanOut:
    """The steps to execute as activities: none for a single step, which is not worth one."""
    several = plan if len(plan) > 1 else ()
    steps = [(step.step, [other.step for other in dependencies(step, plan)]) for step in several]
    return FanOut(parallel=parallel, steps=steps)


def dependencies(step: PlanStep, plan: Sequence[PlanStep]) -> list[PlanStep]:
    """The earlier steps whose results a step refers to."""
    wanted = set(references(step.params))
    return [other for other in plan if other.output_key in wanted and other.step < step.step]
