"""The script that builds the chat page: its messages, and its limits on waiting for the npm registry."""

import os
import runpy
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import ROOT

_SILENT = """#!/bin/sh
echo "$@" > asked
echo $$ > pid
exec tail -f /dev/null
"""
_UNREACHABLE = """#!/bin/sh
echo "npm error code ENOTFOUND"
exit 1
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the script and an empty page."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/web.py", tmp_path / ".ci/web.py")
    (tmp_path / "web").mkdir()
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "web" / name).write_text("{}", encoding="utf-8")
    return tmp_path


def _build(project: Path, npm: str, **settings: float) -> int:
    program = project / ".venv/bin/npm"
    program.parent.mkdir(parents=True)
    program.write_text(npm, encoding="utf-8")
    program.chmod(0o755)
    module: Mapping[str, Any] = runpy.run_path(str(project / ".ci/web.py"))
    module["main"].__globals__.update(settings)
    return int(module["main"]("build"))


def test_an_unresponsive_registry_ends_the_build_in_time(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _build(project, _SILENT, _PROGRESS_SECONDS=0.2, _MAX_SECONDS=1, _IN_CI=False) == 1
    said = capsys.readouterr()
    assert "Installing the chat page's dependencies" in said.out
    assert "`npm ci` has been running" in said.out
    assert "The chat page was not built: `npm ci` did not end within 1 seconds" in said.err
    with pytest.raises(ProcessLookupError):
        os.kill(int((project / "web/pid").read_text()), 0)


def test_an_unreachable_registry_is_reported_in_one_line(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _build(project, _UNREACHABLE) == 1
    assert "npm could not install its dependencies (ENOTFOUND)" in capsys.readouterr().err


def test_no_request_to_the_registry_lasts_for_minutes(project: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    code = f"import runpy; print(runpy.run_path({str(project / '.ci/web.py')!r})['_TIMEOUTS'])"
    python = str(ROOT / ".venv/bin/python")
    said = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
    assert "--fetch-timeout=15000" in said
    assert "--fetch-retries=0" in said
