"""The commands of a local host whose stores can be made to fail; FAULTS names the directory of faults."""

import os
from collections.abc import Sequence
from pathlib import Path

from shared.devhost import cli
from tests.faults.points import Faults, install


def main(arguments: Sequence[str]) -> int:
    install(Faults(Path(os.environ["FAULTS"])))
    return cli.main(arguments)
