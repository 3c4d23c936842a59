"""The imports of a cold start: function_app in a new process, compared with all its libraries, and from the deployed
package."""

import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.tables import figures, ratio, show

_ROOT = Path(__file__).parents[1]
_EAGER = (
    "langgraph.graph",
    "openai",
    "mcp",
    "azure.functions",
    "azure.durable_functions",
    "azure.cosmos.aio",
    "azure.storage.blob.aio",
    "azure.identity.aio",
    "fastapi",
    "pydantic",
    "azurefunctions.extensions.http.fastapi",
)
_APP = "import function_app"
_TIMED = "import time; t = time.{clock}(); {statement}; print(time.{clock}() - t)"


def measure(rounds: int, _turns: int) -> None:
    app: list[float] = []
    eager: list[float] = []
    for _ in range(rounds + 1):
        app.append(_seconds(_APP))
        eager.append(_seconds("; ".join(f"import {name}" for name in _EAGER)))
    row = ("seconds", figures(app[1:]), figures(eager[1:]), ratio(app[1:], eager[1:]))
    show("Importing function_app, and importing all libraries eagerly", ("", "function_app", "eager", "ratio"), [row])
    print(f"medians of {rounds} fresh processes, {median(app[1:]):.2f} s and {median(eager[1:]):.2f} s")
    _measure_package(rounds)


def _measure_package(rounds: int) -> None:
    """Imports the deployed package in a process that writes no bytecode, with and without the bytecode in the
    package."""
    with TemporaryDirectory() as folder:
        package, bare = Path(folder, "package"), Path(folder, "bare")
        subprocess.run(
            [sys.executable, _ROOT / "infra/hooks.py", "package", "--folder", package], check=True, capture_output=True
        )
        shutil.copytree(package, bare, ignore=shutil.ignore_patterns("__pycache__"))
        modules = [path.relative_to(package).with_suffix("") for path in package.rglob("*.py")]
        names = sorted(".".join(path.parts).removesuffix(".__init__") for path in modules)
        rows = []
        for what, statement in (("function_app", _APP), ("every module", f"import {', '.join(names)}")):
            compiled: list[float] = []
            sources: list[float] = []
            for _ in range(rounds + 1):
                compiled.append(_processor_seconds(statement, package))
                sources.append(_processor_seconds(statement, bare))
            rows.append((what, figures(compiled[1:], 2), figures(sources[1:], 2), ratio(compiled[1:], sources[1:])))
    title = "Processor time of importing the deployed package where nothing can be written, s"
    show(title, ("", "bytecode", "none", "ratio"), rows)


def _seconds(statement: str) -> float:
    return _timed([], _TIMED.format(clock="perf_counter", statement=statement), _ROOT)


def _processor_seconds(statement: str, folder: Path) -> float:
    return _timed(["-B"], _TIMED.format(clock="process_time", statement=statement), folder)


def _timed(options: list[str], program: str, folder: Path) -> float:
    command = [sys.executable, *options, "-c", program]
    return float(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)
