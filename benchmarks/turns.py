"""A whole turn over HTTP: the running app beside a naive server, with a model that always takes the same time."""

import http.client
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.conversations import copy_for_the_naive_server, make_conversations
from benchmarks.load import Job, Measured, put_under_load
from benchmarks.processes import Server, asgi_server, model_server
from benchmarks.tables import figures, ratio, show
from orc.graphs.planning.planner import TURN_PLAN

_LEVELS = {1: 1, 16: 8, 64: 24}
_HISTORY = 10
_PLAN = {"type": "json_schema", "json_schema": {"name": TURN_PLAN.name, "schema": TURN_PLAN.schema}}
_QUESTION = "What can you tell me about the history of tea?"
_FIRST_TOKEN_SECONDS, _TOKEN_SECONDS, _TOKENS = 0.095, 0.005, 60


@dataclass
class Figures:
    """What was measured of one server, a value a round."""

    first_event_ms: list[float] = field(default_factory=list)
    first_token_ms: list[float] = field(default_factory=list)
    whole_ms: list[float] = field(default_factory=list)
    cpu_ms: dict[int, list[float]] = field(default_factory=lambda: {level: [] for level in _LEVELS})
    turns_a_second: dict[int, list[float]] = field(default_factory=lambda: {level: [] for level in _LEVELS})


def measure(rounds: int, turns: int) -> None:
    """Prints the tables; turns is how many are asked one after another in a round."""
    with TemporaryDirectory() as temporary, ExitStack() as stack:
        directory = Path(temporary)
        ids = make_conversations(directory, [_HISTORY] * max(_LEVELS))
        model = stack.enter_context(slow_model(directory))
        app = stack.enter_context(running_app(directory, model))
        calls = model_calls(app, model, ids[0])
        naive = stack.enter_context(_naive_server(directory, model, ids, plans=calls > 1))
        servers = {"orc": app, "naive": naive}
        results = {name: Figures() for name in servers}
        for server in servers.values():
            put_under_load(turn_job(server, ids, 2 * len(ids)))
        for _ in range(rounds):
            for name, server in servers.items():
                _measure(server, ids, turns, model_times(model, calls), results[name])
        _show(results, calls, {name: server.peak_memory_mb() for name, server in servers.items()})


@contextmanager
def slow_model(directory: Path) -> Iterator[Server]:
    delays = {"first_token_seconds": _FIRST_TOKEN_SECONDS, "token_seconds": _TOKEN_SECONDS}
    with model_server(directory, tokens=_TOKENS, **delays) as server:
        yield server


@contextmanager
def running_app(directory: Path, model: Server) -> Iterator[Server]:
    env = {"ORC_DATA_DIR": str(directory), "OPENAI_BASE_URL": f"http://127.0.0.1:{model.port}/v1"}
    with asgi_server("shared.bootstrap:web_app", directory, env) as server:
        yield server


@contextmanager
def _naive_server(directory: Path, model: Server, ids: Sequence[str], *, plans: bool) -> Iterator[Server]:
    database = directory / "naive.db"
    copy_for_the_naive_server(ids, _HISTORY, database)
    env = {
        "OPENAI_BASE_URL": f"http://127.0.0.1:{model.port}/v1",
        "NAIVE_DATABASE": str(database),
        "NAIVE_PLAN": json.dumps(_PLAN) if plans else "",
    }
    with asgi_server("benchmarks.naive_server:create_app", directory, env) as server:
        yield server


def turn_job(server: Server, conversation_ids: Sequence[str], turns: int) -> Job:
    bodies = [{"question": _QUESTION, "conversation_id": id_} for id_ in conversation_ids]
    return Job(port=server.port, path="/api/orc", bodies=bodies, turns=turns)


def model_calls(app: Server, model: Server, conversation_id: str) -> int:
    """How often the app asks the model in one turn: the naive server is to do the same."""
    put_under_load(turn_job(app, [conversation_id], 1))
    connection = http.client.HTTPConnection("127.0.0.1", model.port)
    connection.request("GET", "/stub/requests")
    calls = len(json.load(connection.getresponse())["requests"])
    connection.close()
    return calls


def model_times(model: Server, calls: int, turns: int = 3) -> tuple[float, float]:
    """Milliseconds that the model itself takes of a turn: to its first token and to its end."""
    messages = [{"role": "user", "content": _QUESTION}]
    answer = _model_job(model, {"model": "m", "messages": messages, "stream": True}, turns, token='"content": "token')
    planning = 0.0
    if calls > 1:
        body = {"model": "m", "messages": messages, "stream": True, "response_format": _PLAN}
        planning = median(_model_job(model, body, turns, token='"content": "{').whole)
    return (planning + median(answer.first_token)) * 1000, (planning + median(answer.whole)) * 1000


def _model_job(model: Server, body: object, turns: int, token: str) -> Measured:
    path = "/v1/chat/completions"
    job = Job(port=model.port, path=path, bodies=[body], turns=turns, event="data:", token=token, end="[DONE]")
    return put_under_load(job)


def _measure(server: Server, ids: Sequence[str], turns: int, model_ms: tuple[float, float], result: Figures) -> None:
    for at_once, times in _LEVELS.items():
        before = server.cpu_seconds()
        measured = put_under_load(turn_job(server, ids[:at_once], turns * times))
        result.cpu_ms[at_once].append((server.cpu_seconds() - before) * 1000 / (turns * times))
        result.turns_a_second[at_once].append(turns * times / measured.seconds)
        if at_once == 1:
            result.first_event_ms.append(median(measured.first_event) * 1000)
            result.first_token_ms.append(median(measured.first_token) * 1000 - model_ms[0])
            result.whole_ms.append(median(measured.whole) * 1000 - model_ms[1])


def _show(results: dict[str, Figures], calls: int, memory_mb: dict[str, float]) -> None:
    orc, naive = results["orc"], results["naive"]
    rows = [
        ("first event, ms", orc.first_event_ms, naive.first_event_ms),
        ("first token, ms over the model's", orc.first_token_ms, naive.first_token_ms),
        ("whole turn, ms over the model's", orc.whole_ms, naive.whole_ms),
    ]
    rows += [(f"CPU ms a turn, {n} at once", orc.cpu_ms[n], naive.cpu_ms[n]) for n in _LEVELS]
    rows += [(f"turns a second, {n} at once", orc.turns_a_second[n], naive.turns_a_second[n]) for n in _LEVELS]
    rows.append(("peak memory, MB", [memory_mb["orc"]], [memory_mb["naive"]]))
    title = f"A turn with {calls} model call{'s' * (calls > 1)}, {_TOKENS} tokens, {_HISTORY} messages of history"
    show(title, ("", "orc", "naive", "ratio"), [(n, figures(a), figures(b), ratio(a, b)) for n, a, b in rows])
