"""Nothing is deployed that compiles with a warning. The compiler is a stand-in: none is among the packages."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.infra.bicep import INFRA

pytestmark = pytest.mark.req("AZ-06")

_ROOT = INFRA.parent
_WARNING = "infra/main.bicep(7,7) : Warning no-unused-params: Parameter is declared but never used."
_NOTICE = "WARNING: A new Bicep release is available."  # of the command line, not of the files


def _lint(folder: Path, **compilers: str) -> subprocess.CompletedProcess[str]:
    for name, script in compilers.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return subprocess.run(
        [sys.executable, "-B", str(INFRA / "hooks.py"), "lint"],
        env={"PATH": str(folder), "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_files_that_compile_without_a_warning_pass(tmp_path: Path) -> None:
    ran = _lint(tmp_path, bicep=f"echo '{_NOTICE}' >&2; echo '{{}}'")
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("compiler", ["bicep", "az"])
def test_a_warning_fails_though_the_compiler_does_not(tmp_path: Path, compiler: str) -> None:
    ran = _lint(tmp_path, **{compiler: f"echo '{_WARNING}' >&2; echo '{{}}'"})
    assert ran.returncode == 1
    assert _WARNING in ran.stdout


def test_an_error_fails_and_is_reported(tmp_path: Path) -> None:
    ran = _lint(tmp_path, az="echo '/x/main.bicep(1,1) : Error BCP007: Not recognized.' >&2; exit 1")
    assert ran.returncode == 1
    assert "BCP007" in ran.stdout


def test_an_unavailable_compiler_is_reported_in_plain_words(tmp_path: Path) -> None:
    ran = _lint(tmp_path, az="echo 'ERROR: Error while attempting to download Bicep CLI' >&2; exit 1")
    assert ran.returncode == 1
    assert "az bicep install" in ran.stdout
    assert "Traceback" not in ran.stdout + ran.stderr


def test_without_any_compiler_nothing_is_deployed(tmp_path: Path) -> None:
    ran = _lint(tmp_path)
    assert ran.returncode == 1
    assert "az bicep install" in ran.stdout


def test_the_files_are_compiled_by_what_azd_deploys_with_where_it_is(tmp_path: Path) -> None:
    own = tmp_path / ".azd/bin"
    own.mkdir(parents=True)
    (own / "bicep").write_text(f"#!/bin/sh\necho '{_WARNING}' >&2\n", encoding="utf-8")
    (own / "bicep").chmod(0o755)
    assert _lint(tmp_path, bicep="exit 0", az="exit 0").returncode == 1


def test_every_rule_of_the_linter_is_an_error() -> None:
    core = json.loads((INFRA / "bicepconfig.json").read_text(encoding="utf-8"))["analyzers"]["core"]
    assert core["enabled"] is True
    assert {rule["level"] for rule in core["rules"].values()} == {"error"}
    wanted = {
        "no-unused-params",
        "outputs-should-not-contain-secrets",
        "secure-secrets-in-params",
        "use-parent-property",
    }
    assert wanted <= set(core["rules"])


def test_azd_lints_before_it_provisions() -> None:
    hooks = yaml.safe_load((_ROOT / "azure.yaml").read_text(encoding="utf-8"))["hooks"]["preprovision"]
    for system in ("posix", "windows"):
        commands = re.findall(r"infra/hooks\.py (\w+)", hooks[system]["run"])
        assert commands == ["lint", "network", "register"]
        assert hooks[system]["run"].count("&&") == 2


@pytest.mark.parametrize("workflow", ["test.yml", "azure-dev.yml"])
def test_every_workflow_lints_before_anything_is_deployed(workflow: str) -> None:
    jobs = yaml.safe_load((_ROOT / ".github/workflows" / workflow).read_text(encoding="utf-8"))["jobs"]
    steps = [[step.get("run", "") for step in job["steps"]] for job in jobs.values()]
    [linted] = [each for each in steps if "python3 infra/hooks.py lint" in each]
    before = linted[: linted.index("python3 infra/hooks.py lint")]
    assert not [command for command in before if "azd" in command]
