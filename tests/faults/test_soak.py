"""The soak test itself, for some seconds and without kills: its traffic and its checks agree with the product."""

import os
import subprocess
import sys

import pytest

from tests.support.forked import ROOT


@pytest.mark.long
def test_a_short_soak_ends_in_its_table_and_finds_nothing_wrong() -> None:
    short = ("--minutes", "0.05", "--users", "3", "--hosts", "1", "--kill-every", "0")
    command = [sys.executable, "-m", "benchmarks.soak", *short]
    # It is no part of this test run: it brings processes of its own.
    apart = {name: value for name, value in os.environ.items() if name != "ORC_TEST_RUN"}
    done = subprocess.run(command, cwd=ROOT, env=apart, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Broken promises" in done.stdout
    assert "Everything that must be zero is." in done.stdout
