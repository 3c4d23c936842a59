"""Validates the arguments of a tool call against the tool's JSON schema. The schema is untrusted: whatever it contains,
validation takes bounded time."""

from collections.abc import Callable, Iterator, Mapping, Set
from contextvars import ContextVar
from functools import cache, lru_cache
from json import dumps, loads
from math import prod
from typing import Any

from pydantic_core import SchemaError, SchemaValidator, core_schema

from orc.domain import Json
from orc.graphs.planning.references import references
from orc.patterns import regex
from orc.text import parse_object, short
from orc.tools.masking import masked, names_secret

_NAMES_MISSING = ("required", "additionalProperties", "dependentRequired", "unevaluatedProperties")
_MOST = 5
_LONGEST, _LONGEST_VALUE = 200, 60
_LIMITS = ("maxLength", "minLength", "maxItems", "minItems")
_SCHEMA_WORK, _WORK_OF_A_CALL = 100_000, 20_000  # the number of keywords examined; lists and long arguments count more
_LONG_ARGUMENTS = 1_000  # characters
_LONGEST_PATTERN, _LONGEST_MATCHED = 500, 10_000
_MOST_STATES = 1_000_000  # the cost of a pattern and a text: its repetitions times the text's length
_NUMBER = regex(r"-?\d{1,15}(?:\.\d{1,15})?")
_REPEATS = regex(r"\{(?:\d{0,9},)?(\d{1,9})")


class _TooMuchWork(Exception):
    """Validation exceeds its budget. The tool validates the arguments itself."""


class _Work:
    """The remaining budget of one validation; each keyword has a cost."""

    def __init__(self, most: int, cost: int = 1) -> None:
        self._left = most
        self._cost = cost

    def spend(self, entries: int = 0) -> None:
        self._left -= self._cost + entries
        if self._left < 0:
            raise _TooMuchWork


_WORK: ContextVar[_Work] = ContextVar("work")


def mistakes_in_arguments(
    schema: Mapping[str, Json], arguments: Mapping[str, Any], *, planned: bool = False
) -> list[str]:
    """The violations of the schema as sentences for the model. In a planned call a reference satisfies any schema. A
    schema that is invalid, has external references or exceeds the budget has no violations: the tool decides."""
    validator = _validator(dumps(schema, sort_keys=True))
    if validator is None:
        return []
    checked = dict(arguments)
    cost = 1 + len(dumps(checked, default=str)) // _LONG_ARGUMENTS
    errors = _within_bounds(lambda: list(validator.iter_errors(checked)), _Work(_WORK_OF_A_CALL, cost)) or []
    errors.sort(key=lambda error: list(map(str, error.absolute_path)))
    if planned:
        errors = [e for e in errors if e.validator in _NAMES_MISSING or not references(e.instance)]
    located = []
    for error in errors[:_MOST]:
        value, path = repr(error.instance), ".".join(map(str, error.absolute_path))
        is_secret = any(names_secret(str(each)) for each in error.absolute_path)
        seen = "***" if is_secret else short(repr(masked(error.instance)), _LONGEST_VALUE)
        message = str(error.message).replace(value, seen)
        limit = f" ({error.validator}: {error.validator_value})" if error.validator in _LIMITS else ""
        located.append(f"{path}: {message}{limit}" if path else f"{message}{limit}")
    return [short(message, _LONGEST) for message in located]


def in_types(schema: Mapping[str, Json], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments in the types of the schema where that changes nothing else: "5" becomes 5, one text a list of it,
    and null is left out where it is not allowed."""
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, Mapping):
        return dict(arguments)
    typed = dict[str, Any]()
    for name, value in arguments.items():
        types = _types(properties.get(name))
        if value is not None or not types or "null" in types or (isinstance(required, list) and name in required):
            typed[name] = _in_type(value, types) if types else value
    return typed


def _types(schema: object) -> frozenset[str]:
    """The types that the schema of an argument allows, itself or in a choice; empty if it does not tell."""
    choices = schema.get("anyOf") if isinstance(schema, Mapping) else None
    types = set[str]()
    for each in choices if isinstance(choices, list) else [schema]:
        kind = each.get("type") if isinstance(each, Mapping) else None
        if not kind:
            return frozenset()
        types.update(map(str, kind) if isinstance(kind, list) else [str(kind)])
    return frozenset(types)


def _in_type(value: Any, types: Set[str]) -> Any:
    if isinstance(value, float) and value.is_integer() and "integer" in types and "number" not in types:
        return int(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and {"string"} <= types <= {"string", "null"}:
        return str(value)
    if not isinstance(value, str) or "string" in types or references(value):
        return value
    if _NUMBER.fullmatch(value.strip()) and types & {"integer", "number"}:
        number = float(value)
        return int(number) if number.is_integer() else number
    if value.strip().casefold() in ("true", "false") and "boolean" in types:
        return value.strip().casefold() == "true"
    if "object" in types and (parsed := parse_object(value)) is not None:
        return parsed
    if "array" in types:
        listed = parse_object(f'{{"list": {value}}}') if value.lstrip().startswith("[") else None
        return [value] if listed is None else listed["list"]
    return value


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    """A validator without external references: a tool's server must not make this process fetch URLs."""
    from jsonschema.validators import Draft202012Validator, validator_for
    from referencing import Registry

    parsed = loads(schema)
    dialect = parsed.get("$schema")
    kind = validator_for({"$schema": dialect} if isinstance(dialect, str) else {}, Draft202012Validator)
    meta = _bounded(validator_for(kind.META_SCHEMA))(kind.META_SCHEMA)
    if not _within_bounds(lambda: next(meta.iter_errors(parsed), None) is None, _Work(_SCHEMA_WORK)):
        return None
    return _bounded(kind)(parsed, registry=Registry())


def _within_bounds[T](check: Callable[[], T], work: _Work) -> T | None:
    """The result of the check; None if it exceeds the budget."""
    from referencing.exceptions import Unresolvable

    token = _WORK.set(work)
    try:
        return check()
    except (Unresolvable, RecursionError, _TooMuchWork):
        return None
    finally:
        _WORK.reset(token)


@cache
def _bounded(kind: Any) -> Any:
    """The validator class with each keyword counted. Patterns are matched without backtracking; unevaluatedProperties
    and unevaluatedItems are ignored."""
    from attrs import evolve
    from jsonschema.validators import extend

    own = {"pattern": _pattern, "patternProperties": _pattern_properties}
    own["additionalProperties"] = _additional(kind.VALIDATORS["additionalProperties"])
    left = {
        name: lambda *_: iter(()) for name in ("unevaluatedProperties", "unevaluatedItems") if name in kind.VALIDATORS
    }
    keywords = {**kind.VALIDATORS, **own, **left}
    extended: Any = extend  # it has no types
    bounded = extended(kind, {name: _counted(name, keyword) for name, keyword in keywords.items()})
    bounded.evolve = evolve  # its own method would ignore these keywords wherever a subschema has a $schema
    return bounded


def _counted(name: str, keyword: Any) -> Any:
    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        sizes = [len(each) for each in (value, instance) if isinstance(each, list | Mapping)]
        if name == "uniqueItems":
            sizes.append(len(instance) ** 2 if isinstance(instance, list) else 0)
        _WORK.get().spend(sum(sizes))
        return keyword(validator, value, instance, schema) or iter(())

    return check


def _pattern(_validator: Any, pattern: Any, instance: Any, _schema: Any) -> Iterator[Any]:
    from jsonschema import ValidationError

    if isinstance(instance, str) and _matches(pattern, instance) is False:
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, _schema: Any) -> Iterator[Any]:
    for pattern, subschema in patterns.items() if isinstance(instance, Mapping) else ():
        for name, each in instance.items():
            _WORK.get().spend()
            if _matches(pattern, name):
                yield from validator.descend(each, subschema, path=name, schema_path=pattern)


def _additional(keyword: Any) -> Any:
    """additionalProperties, for names that match no pattern."""

    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        patterns = schema.get("patternProperties", ())
        if not isinstance(instance, Mapping) or not patterns:
            return keyword(validator, value, instance, schema)
        _WORK.get().spend(len(patterns) * len(instance))
        others = {name: each for name, each in instance.items() if all(_matches(p, name) is False for p in patterns)}
        plain = {name: each for name, each in schema.items() if name != "patternProperties"}
        return keyword(validator, value, others, plain)

    return check


def _matches(pattern: Any, text: str) -> bool | None:
    """Whether the pattern matches anywhere in the text; None if that cannot be decided quickly."""
    matcher = _matcher(pattern) if isinstance(pattern, str) and len(pattern) <= _LONGEST_PATTERN else None
    repeats = prod(max(int(most), 1) for most in _REPEATS.findall(pattern)) if matcher else 0
    if matcher is None or repeats * len(text) > _MOST_STATES or len(text) > _LONGEST_MATCHED:
        return None
    return matcher.isinstance_python(text)


@lru_cache(maxsize=256)
def _matcher(pattern: str) -> SchemaValidator | None:
    """The pattern for pydantic's Rust engine, whose time is linear in the text; None for unsupported patterns, such as
    lookaheads."""
    try:
        return SchemaValidator(core_schema.str_schema(pattern=pattern, regex_engine="rust-regex"))
    except SchemaError:
        return None
