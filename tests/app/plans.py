"""Plans as a model writes them, for the stub."""

from typing import Any

from tests.support.openai_stub import Reply


def step(number: int, tool: str, key: str, /, **params: object) -> dict[str, Any]:
    return {"step": number, "tool": tool, "params": params, "output_key": key}


def plan(intent: str, *steps: dict[str, Any], question: str = "What is asked?") -> Reply:
    return Reply(plans=True, json_value={"intent": intent, "question": question, "workflow_plan": list(steps)})
