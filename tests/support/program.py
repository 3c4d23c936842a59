"""Any program in place of a fork: it ends with the test run as forks do."""

import os
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """The directory that it runs in, its path and its arguments."""
    directory, program, *rest = arguments
    os.chdir(directory)
    os.execv(program, [program, *rest])
