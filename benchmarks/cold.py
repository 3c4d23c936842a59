"""A cold start, from the start of a process to the first token of its first turn, compared with the naive server."""

import json
import os
import shutil
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory

from benchmarks.conversations import copy_for_the_naive_server, make_conversations, make_document
from benchmarks.load import request_bytes
from benchmarks.processes import ROOT, Server, server_core
from benchmarks.tables import figures, judged, ratio, show
from benchmarks.turns import PLAN, QUESTION, calls_of, slow_model

_HISTORY = 10
_GOAL, _MEMORY_GOAL_MB = 1.5, 110
_PATIENCE_SECONDS = 120
_UVICORN = ("-m", "uvicorn", "--no-access-log", "--lifespan", "off", "--factory")
_APP, _NAIVE = "shared.bootstrap:web_app", "benchmarks.naive_server:create_app"
_LOCAL_HOST = ("-m", "shared.devhost", "serve", "--quiet")
_DOCUMENT = ("note.md", b"# Parking\n\nVisitors park in row 7, behind the gate. Bicycles stand in row 2.\n")


@dataclass(frozen=True)
class _Start:
    """The command line of Python, the first turn, and the stores that are copied for the process."""

    command: Sequence[str]
    body: Mapping[str, object]
    env: Mapping[str, str]
    data: Path


@dataclass
class _Figures:
    """The measurements of one kind of start, one value for each round: seconds until it listens and until the first
    token, CPU seconds until the end of the turn, and peak memory."""

    listening: list[float] = field(default_factory=list)
    first_token: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    peak_mb: list[float] = field(default_factory=list)


def measure(rounds: int, _turns: int) -> None:
    with TemporaryDirectory() as temporary, ExitStack() as stack:
        directory = Path(temporary)
        data = directory / "data"
        (chat,) = make_conversations(data, [_HISTORY])
        document = make_document(data, *_DOCUMENT)
        copy_for_the_naive_server([chat], _HISTORY, data / "naive.db")
        model = stack.enter_context(slow_model(directory))
        asked = {"conversation_id": document, "blob_names": [_DOCUMENT[0]]}
        turns: dict[str, Mapping[str, object]] = {
            "chat": {"question": QUESTION, "conversation_id": chat},
            "document": {"question": "Where do visitors park?", **asked},
        }
        for cached in (True, False):
            env = {"OPENAI_BASE_URL": f"http://127.0.0.1:{model.port}/v1", **_bytecode(directory, cached=cached)}
            rows: list[Sequence[str]] = []
            for kind, body in turns.items():
                starts = {
                    "uvicorn": _Start((*_UVICORN, _APP), body, env, data),
                    "local host": _Start(_LOCAL_HOST, body, env, data),
                }
                calls = _calls(starts["uvicorn"], model)
                plan = json.dumps(PLAN) if calls > 1 else ""
                starts["naive"] = _Start((*_UVICORN, _NAIVE), turns["chat"], {**env, "NAIVE_PLAN": plan}, data)
                rows += _compared(kind, calls, starts, rounds, has_goal=cached)
            title = f"From the start of a process to its first token, {'with' if cached else 'without'} bytecode"
            token, memory = ("first token, s", "ratio", "goal"), ("peak MB", "ratio", "goal")
            show(title, ("", "listens, s", *token, "CPU s of the turn", "ratio", *memory), rows)


def _bytecode(directory: Path, *, cached: bool) -> dict[str, str]:
    """The directory in which Python finds the compiled modules that an earlier start has written. Without it, Python
    finds and writes none."""
    if cached:
        return {"PYTHONPYCACHEPREFIX": str(directory / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    return {"PYTHONPYCACHEPREFIX": str(directory / "no-bytecode"), "PYTHONDONTWRITEBYTECODE": "1"}


def _calls(start: _Start, model: Server) -> int:
    before = calls_of(model)
    _first_turn(start, _Figures())
    return calls_of(model) - before


def _compared(
    kind: str, calls: int, starts: Mapping[str, _Start], rounds: int, *, has_goal: bool
) -> list[Sequence[str]]:
    results = {name: _Figures() for name in starts}
    for number in range(rounds + 1):  # the first fills the caches
        for name, start in starts.items():
            _first_turn(start, results[name] if number else _Figures())
    naive = results["naive"]
    rows: list[Sequence[str]] = []
    for name, result in results.items():
        is_judged = has_goal and name == "uvicorn"  # as the naive server is run
        reached = median(result.first_token) / median(naive.first_token)
        rows.append(
            (
                f"{kind}, {calls} model call{'s' * (calls > 1)}: {name}",
                figures(result.listening, 2),
                figures(result.first_token, 2),
                ratio(result.first_token, naive.first_token),
                judged(reached, _GOAL, " x") if is_judged else "",
                figures(result.processor, 2),
                ratio(result.processor, naive.processor),
                f"{median(result.peak_mb):.0f}",
                ratio(result.peak_mb, naive.peak_mb),
                judged(median(result.peak_mb), _MEMORY_GOAL_MB) if is_judged else "",
            )
        )
    return rows


def _first_turn(start: _Start, result: _Figures) -> None:
    """Starts a process, sends it a turn as soon as it listens, and ends it after the turn."""
    with TemporaryDirectory() as temporary, socket.socket() as free:
        shutil.copytree(start.data, temporary, dirs_exist_ok=True)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        stores = {"ORC_DATA_DIR": temporary, "NAIVE_DATABASE": str(Path(temporary, "naive.db"))}
        command = [sys.executable, *start.command, "--port", str(port)]
        began = time.perf_counter()
        process = Popen(command, cwd=ROOT, env={**os.environ, **start.env, **stores}, stdout=DEVNULL, stderr=DEVNULL)
        try:
            server_core(process.pid)
            _ask(port, start.body, began, result)
            server = Server(port, process.pid)
            result.processor.append(server.cpu_seconds())
            result.peak_mb.append(server.peak_memory_mb())
        finally:
            process.terminate()
            process.wait(_PATIENCE_SECONDS)


def _ask(port: int, body: Mapping[str, object], began: float, result: _Figures) -> None:
    connection = _connected(port, began + _PATIENCE_SECONDS)
    result.listening.append(time.perf_counter() - began)
    with connection:
        connection.settimeout(_PATIENCE_SECONDS)
        connection.sendall(request_bytes("/api/orc", body))
        received = bytearray()
        while b"event: done" not in received:
            piece = connection.recv(65536)
            if b"event: token" not in received and b"event: token" in received + piece:
                result.first_token.append(time.perf_counter() - began)
            received += piece
            if not piece:
                raise SystemExit(f"not the answer to a turn:\n{received.decode(errors='replace')}")


def _connected(port: int, deadline: float) -> socket.socket:
    while time.perf_counter() < deadline:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1)
        except ConnectionRefusedError:
            time.sleep(0.005)
    raise SystemExit("A server did not start.")
