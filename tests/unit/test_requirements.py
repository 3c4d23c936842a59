"""Requirements and tests name each other, and a whole run shows every requirement."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.forked import ROOT
from tests.support.requirements import read_requirements

_TESTS = ROOT / "tests"
_CONFTEST = """
from tests.support.requirements import RequirementsPlugin, attach_requirements

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(RequirementsPlugin(frozenset({"A-1", "A-2", "A-3", "A-4", "A-5", "A-6"})))

def pytest_collection_modifyitems(config, items):
    attach_requirements(items)
    config.hook.pytest_deselected(items=[item for item in items if "deselected" in item.name])
    items[:] = [item for item in items if "deselected" not in item.name]
"""
_MODULE = """
import pytest

@pytest.mark.req("A-1", "A-2")
def test_passing(): pass

@pytest.mark.req("A-2", "A-3")
@pytest.mark.parametrize("number", [1, 2])
def test_skipped(number): pytest.skip("not here")

@pytest.mark.req("A-4")
def test_deselected(): pass

@pytest.mark.req("A-5")
def test_of_a_broken_fixture(broken): pass

@pytest.fixture
def broken(): raise OSError
"""


@cache
def _marked() -> frozenset[str]:
    return frozenset(name for path in _TESTS.rglob("test_*.py") for name in _marked_in(path))


def _marked_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "req":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), path
                yield str(argument.value)


def test_every_requirement_that_is_built_has_a_test() -> None:
    required, pending = read_requirements()
    assert required - pending - _marked() == set()


def test_every_requirement_that_a_test_names_exists() -> None:
    required, _ = read_requirements()
    assert _marked() - required == set()


def test_pending_ids_are_requirements() -> None:
    required, pending = read_requirements()
    assert pending - required == set()


def _run(project: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and output of pytest over a small project, without the cache that a run would leave."""
    own = ["-q", "--disable-plugin-autoload", "-p", "xdist", "-p", "no:cacheprovider", f"--rootdir={project}"]
    command = [sys.executable, "-m", "pytest", *own, "-c", str(project / "pytest.ini"), *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/conftest.py").write_text(_CONFTEST)
    (tmp_path / "tests/test_small.py").write_text(_MODULE)
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nmarkers = req\n")
    return tmp_path


def test_a_whole_run_names_requirements_that_no_passing_test_shows(project: Path) -> None:
    code, output = _run(project, "-n", "2")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "requirements without a test that passed" in output
    assert "\nA-3 A-4 A-5 A-6\n" in output


def test_a_whole_run_fails_for_an_untested_requirement_alone(project: Path) -> None:
    (project / "tests/test_small.py").write_text("def test_passing(): pass\n")
    code, output = _run(project)
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "1 passed" in output
    assert "\nA-1 A-2 A-3 A-4 A-5 A-6\n" in output


@pytest.mark.parametrize("arguments", [["tests"], ["-k", "passing"]], ids=["a path", "an expression"])
def test_a_run_of_chosen_tests_is_not_judged(project: Path, arguments: list[str]) -> None:
    (project / "tests/test_small.py").write_text("def test_passing(): pass\n")
    code, output = _run(project, *arguments)
    assert (code, "A-6" in output) == (pytest.ExitCode.OK, False)
