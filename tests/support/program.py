"""Runs any program in place of a fork. It ends with the test run, as forks do."""

import os
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Takes the program's directory, path and arguments."""
    directory, program, *rest = arguments
    os.chdir(directory)
    os.execv(program, [program, *rest])
