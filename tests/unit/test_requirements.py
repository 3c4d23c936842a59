"""Every requirement has a test and every test's requirement exists."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

_TESTS = Path(__file__).parent.parent


def _required() -> tuple[set[str], set[str]]:
    table = tomllib.loads((_TESTS / "requirements.toml").read_text(encoding="utf-8"))
    pending = set(table.pop("pending")["ids"])
    return {f"{group}-{number}" for group, texts in table.items() for number in texts}, pending


def _marked() -> Iterator[str]:
    for path in _TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.req":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), path
                    yield str(argument.value)


def test_every_requirement_that_is_built_has_a_test() -> None:
    required, pending = _required()
    assert required - pending - set(_marked()) == set()


def test_every_requirement_that_a_test_names_exists() -> None:
    required, _ = _required()
    assert set(_marked()) - required == set()


def test_what_is_pending_is_a_requirement() -> None:
    required, pending = _required()
    assert pending - required == set()
