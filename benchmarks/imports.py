"""What a cold start imports: function_app in a fresh process, beside all that the product is made of."""

import subprocess
import sys
from statistics import median

from benchmarks.tables import figures, ratio, show

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
_TIMED = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"


def measure(rounds: int, _turns: int) -> None:
    app: list[float] = []
    eager: list[float] = []
    for _ in range(rounds + 1):
        app.append(_seconds("import function_app"))
        eager.append(_seconds("; ".join(f"import {name}" for name in _EAGER)))
    row = ("seconds", figures(app[1:]), figures(eager[1:]), ratio(app[1:], eager[1:]))
    show("Importing function_app, and importing all libraries eagerly", ("", "function_app", "eager", "ratio"), [row])
    print(f"medians of {rounds} fresh processes, {median(app[1:]):.2f} s and {median(eager[1:]):.2f} s")


def _seconds(statement: str) -> float:
    run = subprocess.run([sys.executable, "-c", _TIMED.format(statement)], capture_output=True, text=True, check=True)
    return float(run.stdout)
