"""The commands of a local host with injected store faults. FAULTS names the directory that holds the faults."""

import os
from collections.abc import Sequence
from pathlib import Path

from shared.devhost import cli
from tests.faults.points import Faults, install


def main(arguments: Sequence[str]) -> int:
    install(Faults(Path(os.environ["FAULTS"])))
    return cli.main(arguments)
