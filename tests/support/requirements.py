"""Which requirements a test run has shown: those that have a test which ran and passed.

Each test carries the ids of its markers in its reports, which pytest-xdist brings from the workers to the process that
started them. That process judges a run of everything, as `make test` is; a run of chosen tests shows what it shows.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

_FILE: Final = Path(__file__).parent.parent / "requirements.toml"
_PROPERTY: Final = "requirement"


def read_requirements() -> tuple[frozenset[str], frozenset[str]]:
    """The ids of all requirements, and of those that are pending."""
    groups = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    pending = groups.pop("pending")["ids"]
    return frozenset(f"{group}-{number}" for group, texts in groups.items() for number in texts), frozenset(pending)


def attach_requirements(items: Sequence[pytest.Item]) -> None:
    """Makes the reports of each test carry the ids of its markers."""
    for item in items:
        item.user_properties += [(_PROPERTY, each) for mark in item.iter_markers("req") for each in mark.args]


class RequirementsPlugin:
    """Fails a whole run after which a requirement has no test that passed, and names it."""

    def __init__(self, required: frozenset[str]) -> None:
        self._missing = set(required)
        self._is_judged = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self._missing.difference_update(str(value) for name, value in report.user_properties if name == _PROPERTY)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        self._is_judged = ended and _is_whole(session.config)
        if self._is_judged and self._missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._is_judged and self._missing:
            terminalreporter.section("requirements without a test that passed", red=True, bold=True)
            terminalreporter.line(" ".join(sorted(self._missing)))


def _is_whole(config: pytest.Config) -> bool:
    """Whether all that `make test` runs was to be run: no paths, no choice of tests, no early end."""
    narrowing = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "maxfail", "collectonly")
    from_settings = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return from_settings and not any(config.getoption(each) for each in narrowing)
