"""Whether a tool can be called with some arguments, as the tool's own JSON schema has it."""

from collections.abc import Mapping
from functools import lru_cache
from json import dumps, loads
from typing import Any

from orc.domain import Json
from orc.graphs.references import references

_NAMES_MISSING = ("required", "additionalProperties", "dependentRequired", "unevaluatedProperties")
_MOST = 5
_LONGEST = 200


def mistakes_in_arguments(
    schema: Mapping[str, Json], arguments: Mapping[str, Any], *, planned: bool = False
) -> list[str]:
    """What is wrong with the arguments, for the one who wrote them. In a planned call a reference may stand for
    whatever the schema wants there. A schema that is itself wrong is left to the tool."""
    validator = _validator(dumps(schema, sort_keys=True))
    if validator is None:
        return []
    errors = _errors(validator, arguments)
    if planned:
        errors = [e for e in errors if e.validator in _NAMES_MISSING or not references(e.instance)]
    return [_told(error) for error in errors[:_MOST]]


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    """Resolves no references that lead out of the schema: a tool's server must not have us fetch addresses."""
    from jsonschema import SchemaError
    from jsonschema.validators import validator_for
    from referencing import Registry

    parsed = loads(schema)
    kind = validator_for(parsed)
    try:
        kind.check_schema(parsed)
    except SchemaError:
        return None
    return kind(parsed, registry=Registry())


def _errors(validator: Any, arguments: Mapping[str, Any]) -> list[Any]:
    from referencing.exceptions import Unresolvable

    try:
        return sorted(validator.iter_errors(dict(arguments)), key=lambda error: list(map(str, error.absolute_path)))
    except Unresolvable:
        return []


def _told(error: Any) -> str:
    where = ".".join(map(str, error.absolute_path))
    return f"{where}: {error.message}"[:_LONGEST] if where else str(error.message)[:_LONGEST]
