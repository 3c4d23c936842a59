"""Puts load on a server from a separate process: a job as JSON on standard input, the times as JSON on standard output.
It uses sockets directly, because an HTTP client would take more time than the servers."""

import asyncio
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from subprocess import PIPE, Popen
from typing import Any

from benchmarks.processes import other_core

_END = b"\r\n0\r\n\r\n"
_PATIENCE_SECONDS = 60


NUMBER = "{number}"
"""What stands in a body for a number that no other turn has: a question that was asked before is a rare one."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """There is one body for each connection, which sends it again and again until all turns are done. event, token and
    end are byte strings that occur in the first event, the first token and the end of an answer."""

    port: int
    path: str
    bodies: Sequence[Any]
    turns: int
    event: str = "event:"
    token: str = "event: token"
    end: str = "event: done"


@dataclass(frozen=True)
class Measured:
    """Seconds: of the whole job, and of each turn to its first event, its first token and its end."""

    seconds: float
    first_event: Sequence[float]
    first_token: Sequence[float]
    whole: Sequence[float]


def put_under_load(job: Job) -> Measured:
    """Executes the job in a separate process, on another core than the servers."""
    with Popen([sys.executable, "-m", "benchmarks.load"], stdin=PIPE, stdout=PIPE) as process:
        other_core(process.pid)
        output, _ = process.communicate(json.dumps(asdict(job)).encode())
    if process.returncode:
        raise SystemExit("The load could not be put on the server; see above.")
    return Measured(**json.loads(output))


class _Connection(asyncio.Protocol):
    """A persistent connection, which records when the awaited bytes arrive."""

    def __init__(self, job: Job) -> None:
        self._event, self._token, self._end = job.event.encode(), job.token.encode(), job.end.encode()
        self._received = bytearray()
        self._times: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    async def turn(self, request: bytes) -> list[float]:
        """Seconds to the first event, to the first token and to the end."""
        self._received.clear()
        self._times.clear()
        self._over = asyncio.get_running_loop().create_future()
        started = time.perf_counter()
        self._transport.write(request)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await self._over
        if len(self._times) != 3 or self._end not in self._received:
            raise SystemExit(f"not the answer to a turn:\n{self._received.decode(errors='replace')}")
        return [moment - started for moment in self._times]

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._received += data
        if not self._times and self._event in self._received:
            self._times.append(now)
        if len(self._times) == 1 and self._token in self._received:
            self._times.append(now)
        if self._received.endswith(_END):
            self._times.append(now)
            self._over.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._over.done():
            self._over.set_result(None)


def request_bytes(path: str, body: object) -> bytes:
    """The bytes of an HTTP request with a JSON body."""
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(content)}\r\n\r\n".encode() + content


async def _ask_again(job: Job, body: object, left: Iterator[int], times: list[list[float]]) -> None:
    _, connection = await asyncio.get_running_loop().create_connection(lambda: _Connection(job), "127.0.0.1", job.port)
    text = json.dumps(body)
    for number in left:  # shared by the connections
        request = request_bytes(job.path, json.loads(text.replace(NUMBER, str(number))))
        times.append(await connection.turn(request))


async def _do(job: Job) -> Measured:
    times: list[list[float]] = []
    first = time.time_ns() // 1_000_000
    left = iter(range(first, first + job.turns))
    started = time.perf_counter()
    await asyncio.gather(*(_ask_again(job, body, left, times) for body in job.bodies))
    return Measured(time.perf_counter() - started, *map(list, zip(*times, strict=True)))


if __name__ == "__main__":
    json.dump(asdict(asyncio.run(_do(Job(**json.load(sys.stdin))))), sys.stdout)
