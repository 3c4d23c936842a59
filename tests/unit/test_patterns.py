"""Regular expressions cost a process nothing before it needs them."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import orc
from orc.patterns import regex

ORC = Path(orc.__file__).parent


def modules() -> list[ModuleType]:
    names = sorted(path.relative_to(ORC.parent).with_suffix("") for path in ORC.rglob("*.py"))
    return [import_module(".".join(name.parts).removesuffix(".__init__")) for name in names]


def patterns(value: object) -> list[object]:
    """The patterns of a value of a module, compiled or not, in tuples and mappings too."""
    if isinstance(value, re.Pattern) or type(value) is type(regex("")):
        return [value]
    if isinstance(value, dict):
        return [found for each in value.values() for found in patterns(each)]
    return [found for each in value for found in patterns(each)] if isinstance(value, list | tuple) else []


def test_no_module_compiles_a_pattern_that_a_turn_may_never_need() -> None:
    compiled = [
        f"{module.__name__}.{name}"
        for module in modules()
        for name, value in vars(module).items()
        if any(isinstance(pattern, re.Pattern) for pattern in patterns(value))
    ]
    assert compiled == []


def test_every_pattern_can_be_compiled() -> None:
    found = [pattern for module in modules() for value in vars(module).values() for pattern in patterns(value)]
    assert len(found) > 500
    assert all(pattern.groups >= 0 for pattern in found)  # type: ignore[attr-defined]


def test_a_delayed_pattern_does_what_the_compiled_one_does() -> None:
    delayed, compiled = regex(r"(?P<day>\d+)\. may", re.IGNORECASE), re.compile(r"(?P<day>\d+)\. may", re.IGNORECASE)
    for _ in range(2):
        found = delayed.search("due on 3. May")
        assert found is not None
        assert found["day"] == "3"
        assert delayed.sub("soon", "3. MAY") == compiled.sub("soon", "3. MAY")
        assert (delayed.pattern, delayed.flags, delayed.groups) == (compiled.pattern, compiled.flags, compiled.groups)


def test_an_invalid_pattern_is_an_error_when_it_is_used() -> None:
    broken = regex("(")
    with pytest.raises(re.error):
        broken.search("(")
