"""A whole turn over HTTP: the app compared with a naive server, with a model of constant latency."""

import http.client
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.conversations import copy_for_the_naive_server, make_conversations
from benchmarks.load import NUMBER, Job, Measured, put_under_load
from benchmarks.peers.environment import peers_python
from benchmarks.processes import Server, asgi_server, model_server
from benchmarks.tables import figures, judged, ratio, show
from orc.graphs.planning.planner import turn_plan

_LEVELS = {1: 1, 16: 8, 64: 24}
_HISTORY = 10
_FORM = turn_plan(10)
PLAN = {"type": "json_schema", "json_schema": {"name": _FORM.name, "schema": _FORM.schema}}
QUESTION = "What can you tell me about the history of tea?"
_IN = f"And of village {NUMBER}?"
_FIRST_TOKEN_SECONDS, _TOKEN_SECONDS, _TOKENS = 0.095, 0.005, 60
_GOALS = {"first event, ms": 2, "peak memory, MB": 110}
_RATIO_GOALS = {
    "first token, ms over the model's": 0.7,
    "whole turn, ms over the model's": 0.7,
    "CPU ms a turn, 16 at once": 0.55,
    "CPU ms a turn, 64 at once": 0.55,
    "turns a second, 64 at once": 2.2,
}


@dataclass
class Figures:
    """The measurements of one server, one value for each round."""

    first_event_ms: list[float] = field(default_factory=list)
    first_token_ms: list[float] = field(default_factory=list)
    whole_ms: list[float] = field(default_factory=list)
    cpu_ms: dict[int, list[float]] = field(default_factory=lambda: {level: [] for level in _LEVELS})
    turns_a_second: dict[int, list[float]] = field(default_factory=lambda: {level: [] for level in _LEVELS})


@dataclass(frozen=True)
class _Measured:
    """A server, and the job that sends it this many turns in these conversations."""

    server: Server
    job: Callable[[Server, Sequence[str], int], Job]


def measure(rounds: int, turns: int) -> None:
    """Prints the table. turns is the number of consecutive turns in a round."""
    _measure_all(rounds, turns, peers=False)


def measure_with_peers(rounds: int, turns: int) -> None:
    """Prints the tables of measure, and the same turn by other frameworks."""
    _measure_all(rounds, turns, peers=True)


def _measure_all(rounds: int, turns: int, *, peers: bool) -> None:
    with TemporaryDirectory() as temporary, ExitStack() as stack:
        directory = Path(temporary)
        ids = make_conversations(directory, [_HISTORY] * max(_LEVELS))
        model = stack.enter_context(slow_model(directory))
        app = stack.enter_context(running_app(directory, model))
        calls = model_calls(app, model, ids[0])
        naive = stack.enter_context(_naive_server(directory, model, ids, plans=calls > 1))
        servers = {"orc": _Measured(app, turn_job), "naive": _Measured(naive, turn_job)}
        if peers:
            servers |= _peers(stack, directory, model, ids, plans=calls > 1)
        results = {name: Figures() for name in servers}
        for each in servers.values():
            put_under_load(each.job(each.server, ids, 2 * len(ids)))
        for _ in range(rounds):
            for name, each in servers.items():
                _measure(each, ids, turns, model_times(model, calls), results[name])
        _show(results, calls, {name: each.server.peak_memory_mb() for name, each in servers.items()})


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


def _peer_env(database: Path, model: Server, *, plans: bool) -> dict[str, str]:
    return {
        "OPENAI_BASE_URL": f"http://127.0.0.1:{model.port}/v1",
        "NAIVE_DATABASE": str(database),
        "NAIVE_PLAN": json.dumps(PLAN) if plans else "",
    }


@contextmanager
def _naive_server(directory: Path, model: Server, ids: Sequence[str], *, plans: bool) -> Iterator[Server]:
    database = directory / "naive.db"
    copy_for_the_naive_server(ids, _HISTORY, database)
    with asgi_server(
        "benchmarks.naive_server:create_app", directory, _peer_env(database, model, plans=plans)
    ) as server:
        yield server


def _peers(
    stack: ExitStack, directory: Path, model: Server, ids: Sequence[str], *, plans: bool
) -> dict[str, _Measured]:
    """The servers of the same turn by other frameworks, in their own environment."""
    python = peers_python()

    def started(name: str, database: Path) -> Server:
        env = _peer_env(database, model, plans=plans)
        return stack.enter_context(asgi_server(f"benchmarks.peers.{name}:create_app", directory, env, python=python))

    agents = directory / "agents.db"
    copy_for_the_naive_server(ids, _HISTORY, agents)
    return {
        "functions-langgraph": _Measured(started("langgraph_functions", directory / "threads.db"), _thread_job),
        "agent-framework": _Measured(started("agent_framework_server", agents), turn_job),
    }


def _thread_job(server: Server, conversation_ids: Sequence[str], turns: int) -> Job:
    bodies = [
        {
            "input": {"question": f"{QUESTION} {_IN}"},
            "config": {"configurable": {"thread_id": id_}},
            "stream_mode": "custom",
        }
        for id_ in conversation_ids
    ]
    path, marks = "/api/graphs/turn/stream", {"token": '"token"', "end": '"done"'}
    return Job(port=server.port, path=path, bodies=bodies, turns=turns, **marks)


def turn_job(server: Server, conversation_ids: Sequence[str], turns: int) -> Job:
    bodies = [{"question": f"{QUESTION} {_IN}", "conversation_id": id_} for id_ in conversation_ids]
    return Job(port=server.port, path="/api/orc", bodies=bodies, turns=turns)


def model_calls(app: Server, model: Server, conversation_id: str) -> int:
    """The number of model calls of one turn of the app. The naive server makes as many."""
    put_under_load(turn_job(app, [conversation_id], 1))
    return calls_of(model)


def calls_of(model: Server) -> int:
    """The number of calls to the model since it started."""
    connection = http.client.HTTPConnection("127.0.0.1", model.port)
    connection.request("GET", "/stub/requests")
    calls = len(json.load(connection.getresponse())["requests"])
    connection.close()
    return calls


def model_times(model: Server, calls: int, turns: int = 3) -> tuple[float, float]:
    """The milliseconds of a turn that are the model's own: to its first token and to its end."""
    messages = [{"role": "user", "content": QUESTION}]
    answer = _model_job(model, {"model": "m", "messages": messages, "stream": True}, turns, token='"content": "token')
    planning = 0.0
    if calls > 1:
        body = {"model": "m", "messages": messages, "stream": True, "response_format": PLAN}
        planning = median(_model_job(model, body, turns, token='"content": "{').whole)
    return (planning + median(answer.first_token)) * 1000, (planning + median(answer.whole)) * 1000


def _model_job(model: Server, body: object, turns: int, token: str) -> Measured:
    path = "/v1/chat/completions"
    job = Job(port=model.port, path=path, bodies=[body], turns=turns, event="data:", token=token, end="[DONE]")
    return put_under_load(job)


def _measure(
    measured: _Measured, ids: Sequence[str], turns: int, model_ms: tuple[float, float], result: Figures
) -> None:
    server = measured.server
    for at_once, times in _LEVELS.items():
        before = server.cpu_seconds()
        done = put_under_load(measured.job(server, ids[:at_once], turns * times))
        result.cpu_ms[at_once].append((server.cpu_seconds() - before) * 1000 / (turns * times))
        result.turns_a_second[at_once].append(turns * times / done.seconds)
        if at_once == 1:
            result.first_event_ms.append(median(done.first_event) * 1000)
            result.first_token_ms.append(median(done.first_token) * 1000 - model_ms[0])
            result.whole_ms.append(median(done.whole) * 1000 - model_ms[1])


def _show(results: dict[str, Figures], calls: int, memory_mb: dict[str, float]) -> None:
    """Prints a row for each figure: its value for each server, its ratio to the naive server's, and the goal."""
    values: dict[str, Mapping[str, Sequence[float]]] = {
        "first event, ms": {name: each.first_event_ms for name, each in results.items()},
        "first token, ms over the model's": {name: each.first_token_ms for name, each in results.items()},
        "whole turn, ms over the model's": {name: each.whole_ms for name, each in results.items()},
    }
    for n in _LEVELS:
        values[f"CPU ms a turn, {n} at once"] = {name: each.cpu_ms[n] for name, each in results.items()}
    for n in _LEVELS:
        values[f"turns a second, {n} at once"] = {name: each.turns_a_second[n] for name, each in results.items()}
    values["peak memory, MB"] = {name: [mb] for name, mb in memory_mb.items()}
    rows = [
        (label, *map(figures, of.values()), ratio(of["orc"], of["naive"]), _judged(label, of["orc"], of["naive"]))
        for label, of in values.items()
    ]
    title = f"A turn with {calls} model call{'s' * (calls > 1)}, {_TOKENS} tokens, {_HISTORY} messages of history"
    show(title, ("", *results, "ratio", "goal"), rows)
    peers = [name for name in results if name not in ("orc", "naive")]
    if peers:
        ratios = [(label, *(ratio(of["orc"], of[name]) for name in peers)) for label, of in values.items()]
        show("Ratios to the peers", ("", *peers), ratios)


def _judged(label: str, orc: Sequence[float], naive: Sequence[float]) -> str:
    """The goal of a figure, if it has one, and whether it is met."""
    if label in _GOALS:
        return judged(median(orc), _GOALS[label])
    if label in _RATIO_GOALS:
        reached = median(orc) / median(naive)
        return judged(reached, _RATIO_GOALS[label], " x", at_least=label.startswith("turns"))
    return ""
