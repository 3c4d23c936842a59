"""Information from the kernel about another process."""

from pathlib import Path

import pytest


def descriptors(pid: int) -> list[Path]:
    """A link for each file that a process has open; skips the test where that is not told."""
    try:
        return list(Path(f"/proc/{pid}/fd").iterdir())
    except (FileNotFoundError, PermissionError):
        pytest.skip("what other processes have open is not told here")
