"""References `{{output_key}}` in the params of a step: the results that it needs, and their substitution."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from orc.errors import ToolFailure
from orc.patterns import regex

_REFERENCE = regex(r"\{\{([^{}]*)\}\}")
_INDEX = regex(r"\[(\d{1,6})\]")
_WRAPPED = {"result"}  # the key under which MCP servers wrap a result that is no object


class UnknownReference(ToolFailure):
    """An argument refers to the result of a step without one."""

    code = "unknown_reference"


def references(value: object) -> list[str]:
    """The output keys that a value refers to, each once, in order."""
    paths = (path.strip() for text in _strings(value) for path in _REFERENCE.findall(text))
    return list(dict.fromkeys(_INDEX.sub(r".\1", path).partition(".")[0] for path in paths))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


def substitute(value: Any, results: Mapping[str, Any], *, as_text: bool = False) -> Any:
    """The value with references replaced by results. A string that consists of one reference becomes the result itself
    or, with as_text, its text; a reference within other text becomes text. Raises UnknownReference if there is no such
    result, or nothing at its path."""
    if isinstance(value, str):
        if whole := _REFERENCE.fullmatch(value.strip()):
            found = _look_up(whole[1].strip(), results)
            return as_string(found) if as_text else found
        return _REFERENCE.sub(lambda match: as_string(_look_up(match[1].strip(), results)), value)
    if isinstance(value, Mapping):
        return {key: substitute(each, results, as_text=as_text) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [substitute(each, results, as_text=as_text) for each in value]
    return value


def _look_up(path: str, results: Mapping[str, Any]) -> Any:
    key, *parts = _INDEX.sub(r".\1", path).split(".")
    if key not in results:
        names = ", ".join(results) or "none"
        raise UnknownReference(f"{{{{{path}}}}} stands for no result of an earlier step (known: {names}).")
    found = results[key]
    if not parts:
        return _unwrapped(found)
    for value in (found, _unwrapped(found)):
        at = value
        try:
            for part in parts:
                at = at[int(part)] if isinstance(at, list | tuple) else at[part]
        except (KeyError, IndexError, ValueError, TypeError):
            continue
        return at
    raise UnknownReference(f"The result {key} has nothing at {'.'.join(parts)}.")


def _unwrapped(value: Any) -> Any:
    return value["result"] if isinstance(value, Mapping) and set(value) == _WRAPPED else value


def as_string(value: Any) -> str:
    """Strings unchanged, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
