"""What the services of OpenAI refuse in a chat request, for the stub: errors in the form that they have there.

Written from the services' own messages, apart from the product's table. Local servers refuse nothing: they overlook
what they do not know.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

type Body = Mapping[str, Any]


@dataclass(frozen=True)
class Refusal:
    param: str
    code: str | None
    message: str


def refusal(model: str, body: Body) -> Refusal | None:
    """The first thing that the model's service would refuse in the body; None for names that it does not know."""
    for pattern, rules in _RULES:
        if re.fullmatch(pattern, model):
            return next((found for rule in rules if (found := rule(body)) is not None), None)
    return None


def _no_max_tokens(body: Body) -> Refusal | None:
    return _unsupported_parameter("max_tokens") if "max_tokens" in body else None


def _no_effort(body: Body) -> Refusal | None:
    if "reasoning_effort" not in body:
        return None
    return Refusal("reasoning_effort", None, "Unrecognized request argument supplied: reasoning_effort")


def _only_default_temperature(body: Body) -> Refusal | None:
    return _unsupported_value("temperature") if body.get("temperature", 1) != 1 else None


def _temperature_without_reasoning(default_effort: str) -> Callable[[Body], Refusal | None]:
    def rule(body: Body) -> Refusal | None:
        reasons = body.get("reasoning_effort", default_effort) != "none"
        return _only_default_temperature(body) if reasons else None

    return rule


def _tools_without_reasoning(default_effort: str) -> Callable[[Body], Refusal | None]:
    def rule(body: Body) -> Refusal | None:
        if not body.get("tools") or body.get("reasoning_effort", default_effort) == "none":
            return None
        text = "Function tools with reasoning_effort are not supported in /v1/chat/completions."
        return Refusal("reasoning_effort", None, text)

    return rule


def _efforts(*taken: str) -> Callable[[Body], Refusal | None]:
    def rule(body: Body) -> Refusal | None:
        return _unsupported_value("reasoning_effort") if body.get("reasoning_effort", taken[0]) not in taken else None

    return rule


def _unsupported_parameter(param: str) -> Refusal:
    text = f"Unsupported parameter: '{param}' is not supported with this model."
    return Refusal(param, "unsupported_parameter", text)


def _unsupported_value(param: str) -> Refusal:
    return Refusal(param, "unsupported_value", f"Unsupported value: '{param}' does not support this value.")


_REASONING = (_no_max_tokens, _only_default_temperature)
_RULES: tuple[tuple[str, tuple[Callable[[Body], Refusal | None], ...]], ...] = (
    (r"o\d(-.+)?", (*_REASONING, _efforts("low", "medium", "high"))),
    (r"gpt-5(-mini|-nano)?", (*_REASONING, _efforts("minimal", "low", "medium", "high"))),
    (r"gpt-5\..*chat.*", (*_REASONING, _efforts("medium"))),
    (
        r"gpt-5\.[1-4].*",
        (
            _no_max_tokens,
            _efforts("none", "low", "medium", "high", "xhigh"),
            _temperature_without_reasoning("none"),
            _tools_without_reasoning("none"),
        ),
    ),
    (
        r"gpt-5\.[5-9].*",
        (
            *_REASONING,
            _efforts("none", "low", "medium", "high", "xhigh", "max"),
            _tools_without_reasoning("medium"),
        ),
    ),
    (r"gpt-6-(sol|luna)", (*_REASONING, _efforts("none", "low", "medium"), _tools_without_reasoning("medium"))),
    (r"gpt-6-astra", (*_REASONING, _efforts("low", "medium", "high", "xhigh", "max"))),
    (r"gpt-4.*", (_no_effort,)),
)
