"""Processes over one data directory: which of them have ended, however they did."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shared.owners import LocalOwners

_OTHER = """
import sys
from pathlib import Path
from shared.owners import LocalOwners
owners = LocalOwners(Path(sys.argv[1]))
print(owners.own_id, flush=True)
sys.stdin.read()
"""


@contextmanager
def other(directory: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Another process and its id."""
    command = [sys.executable, "-c", _OTHER, str(directory)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


@pytest.mark.req("RE-09")
def test_a_killed_process_is_known_to_be_dead_and_no_other(tmp_path: Path) -> None:
    here = LocalOwners(tmp_path)
    with other(tmp_path) as (process, owner_id):
        assert not here.is_dead(owner_id)
        assert not here.is_dead(here.own_id)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert here.is_dead(owner_id)
        assert LocalOwners(tmp_path).is_dead(owner_id)
        assert not LocalOwners(tmp_path).is_dead(here.own_id)
    here.close()
    assert not here.is_dead("process-of-another-machine")


def test_files_of_processes_that_died_long_ago_are_removed(tmp_path: Path) -> None:
    with other(tmp_path) as (process, owner_id):
        process.kill()
        process.wait()
    second = LocalOwners(tmp_path)
    assert second.is_dead(owner_id)
    assert second.own_id
    assert second.is_dead(owner_id)
    second.close()
    yesterday = time.time() - 24 * 3600
    os.utime(tmp_path / owner_id, (yesterday, yesterday))
    third = LocalOwners(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [owner_id]
    assert third.own_id
    assert [path.name for path in tmp_path.iterdir()] == [third.own_id]
    third.close()
    assert list(tmp_path.iterdir()) == []
