"""The public conformance suite of the Model Context Protocol against /api/mcp."""

import subprocess
from pathlib import Path

import pytest

from tests.app.conftest import app_host
from tests.support.emulators import CONFORMANCE, node_22

_EXPECTED_FAILURES = Path(__file__).parent / "expected_failures.yaml"


@pytest.mark.req("BX-05")
def test_the_endpoint_fails_exactly_the_scenarios_of_features_not_offered(tmp_path: Path) -> None:
    node = node_22()
    with app_host(tmp_path / "data", {}) as host:
        command: list[str | Path] = [node, CONFORMANCE, "server", "--url", f"{host.url}/api/mcp", "--suite", "all"]
        options: list[str | Path] = ["--expected-failures", _EXPECTED_FAILURES, "--output-dir", tmp_path / "results"]
        done = subprocess.run(
            [*command, *options], capture_output=True, text=True, timeout=240, cwd=tmp_path, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ tools-list" in done.stdout
    assert "✓ dns-rebinding-protection: 2 passed" in done.stdout
