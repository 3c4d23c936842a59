"""checkov, where it is installed: it is not among the requirements, since it brings some hundred packages."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.infra.bicep import INFRA


@pytest.mark.req("SE-10")
@pytest.mark.skipif(not shutil.which("checkov"), reason="checkov is not installed; CI runs it: docs/how-to/deploy.md")
def test_checkov_finds_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        ["checkov", "--config-file", "infra/.checkov.yaml"],
        cwd=INFRA.parent,
        env={**os.environ, "TMPDIR": str(tmp_path)},  # where its parsers leave a cache
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "Parsing errors" not in done.stdout


def test_every_check_that_is_left_out_has_its_reason() -> None:
    text = (INFRA / ".checkov.yaml").read_text(encoding="utf-8")
    skipped = yaml.safe_load(text)["skip-check"]
    lines = [line for line in text.splitlines() if "CKV_" in line]
    assert [line.split()[1] for line in lines] == skipped
    assert [line for line in lines if len(line.partition("#")[2]) < 10] == []
