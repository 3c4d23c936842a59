"""The project's Bicep files as plain values: parsed by pycep, variables and parameters put in where they are known.

What only Azure knows stays as a text in angle brackets: `<account.id>`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from pycep import BicepParser

INFRA = Path(__file__).parents[2] / "infra"
MAIN = "main"

type Value = Any


@dataclass(frozen=True)
class Resource:
    """A resource that is deployed, or the pattern of those that a loop makes; condition is None when it always is."""

    template: "Template"
    symbol: str
    type: str
    config: Mapping[str, Value]
    condition: Value

    @property
    def values(self) -> dict[str, Value]:
        return cast("dict[str, Value]", self.template.resolve(self.config))


@dataclass(frozen=True)
class Template:
    """One file. arguments are what its parameters are given; those that are not given have their default."""

    name: str
    text: str
    parsed: Mapping[str, Value]
    arguments: Mapping[str, Value]

    def section(self, name: str) -> dict[str, Value]:
        return cast("dict[str, Value]", self.parsed.get(name, {}))

    @property
    def resources(self) -> list[Resource]:
        return [
            Resource(self, symbol, each["type"], *_body(each["config"]))
            for symbol, each in self.section("resources").items()
            if not each["existing"]
        ]

    def resource(self, symbol: str) -> dict[str, Value]:
        return next(each.values for each in self.resources if each.symbol == symbol)

    def variable(self, name: str) -> Value:
        return self.resolve(self.section("variables")[name]["value"])

    def resolve(self, value: Value) -> Value:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.resolve(each) for each in value]
        if not isinstance(value, dict):
            return value
        if isinstance(value.get("operator"), dict):  # else it is a property of that name
            return self._operator(value["operator"]["type"], value["operator"]["operands"])
        if "function" in value:
            return self._function(value["function"]["type"], list(value["function"]["parameters"].values()))
        return {key.strip("'"): self.resolve(each) for key, each in value.items()}

    def _text(self, text: str) -> Value:
        if text in self.section("variables"):
            return self.variable(text)
        if text in self.section("parameters"):
            default = self.section("parameters")[text].get("default")
            given = self.arguments.get(text, default)
            return f"<{text}>" if given is None else self.resolve(given) if given != text else given
        return re.sub(r"\$\{(\w+)\}", lambda name: str(self._text(name[1])), text)

    def _operator(self, kind: str, operands: Mapping[str, Value]) -> Value:
        match kind:
            case "minus":
                return -int(operands["integer_value"])
            case "index_accessor":
                indexed = self.resolve(operands["operand_1"])
                return indexed[operands["operand_2"]] if isinstance(indexed, list) else f"<{kind}>"
            case "property_accessor":
                return f"<{path_of({'operator': {'type': kind, 'operands': operands}})}>"
            case "not":
                return not self.resolve(operands["bool_value"])
            case "equals":
                return self.resolve(operands["operand_1"]) == self.resolve(operands["operand_2"])
            case "conditional":
                chosen = "true_value" if self.resolve(operands["condition"]) else "false_value"
                return self.resolve(operands[chosen])
        return f"<{kind}>"

    def _function(self, kind: str, arguments: list[Value]) -> Value:
        match kind:
            case "union":
                merged: dict[str, Value] = {}
                for each in arguments:
                    resolved = self.resolve(each)
                    merged |= resolved if isinstance(resolved, dict) else {}
                return merged
            case "empty":
                return not self.resolve(arguments[0])
            case "filter":
                return self.resolve(arguments[0])
            case "join":
                return self.resolve(arguments[1]).join(self.resolve(arguments[0]))
            case "split":
                return self.resolve(arguments[0]).split(arguments[1])
            case "subscription_resource_id":
                return self.resolve(arguments[1])
        return f"<{kind}()>"


def path_of(value: Value) -> str:
    """`a.outputs.b` of a chain of property accessors; any other expression by its kind."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and value.get("operator", {}).get("type") == "property_accessor":
        operands = value["operator"]["operands"]
        return f"{path_of(operands['operand_1'])}.{path_of(operands['operand_2'])}"
    return next(iter(value)) if isinstance(value, dict) else str(value)


def strings(value: Value) -> Iterator[str]:
    """Every text in an expression, names and literals alike."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def files() -> list[Path]:
    return sorted(INFRA.rglob("*.bicep"))


def declared(kind: str) -> list[tuple[str, str]]:
    """The file and the name of each resource that is deployed, or module: found without parsing, as tests are named
    after them."""
    return [
        (path.stem, name)
        for path in files()
        for name in re.findall(rf"(?m)^{kind} (\w+) '\S+' =", path.read_text(encoding="utf-8"))
    ]


def template(name: str, **arguments: Value) -> Template:
    """A file by its name without extension, with these arguments."""
    path = next(each for each in files() if each.stem == name)
    return Template(name, path.read_text(encoding="utf-8"), _parsed(path), arguments)


def templates() -> list[Template]:
    return [template(path.stem) for path in files()]


def module_config(module: Mapping[str, Value]) -> tuple[Mapping[str, Value], Value]:
    return _body(module["config"])


@cache
def _parsed(path: Path) -> Mapping[str, Value]:
    return cast("Mapping[str, Value]", _parser().parse(text=path.read_text(encoding="utf-8")))


@cache
def _parser() -> BicepParser:
    return BicepParser(cache=False)  # a cache would be a file that stays behind


def _body(config: Mapping[str, Value]) -> tuple[Mapping[str, Value], Value]:
    """What a resource or module is, and when it is there; loops and conditions are wrapped around it."""
    condition = None
    while isinstance(config.get("config"), dict) and config.keys() <= {"config", "condition", "loop_type"}:
        condition = config.get("condition") if condition is None else condition
        config = config["config"]
    return config, condition
