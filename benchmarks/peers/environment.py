"""The environment of the peers, made from their lock under .orc/."""

import subprocess
import sys
from pathlib import Path

from benchmarks.processes import ROOT

_HOME = ROOT / ".orc" / "peers"


def peers_python() -> str:
    """The Python of the peers' environment, which is created or updated first."""
    uv = str(Path(sys.executable).with_name("uv"))
    if not _HOME.exists():
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(_HOME)], check=True)
    lock = Path(__file__).with_name("requirements.txt")
    options = ["--quiet", "--python", str(_HOME), "--require-hashes", "--only-binary", ":all:"]
    subprocess.run([uv, "pip", "sync", *options, str(lock)], check=True)
    return str(_HOME / "bin" / "python")
