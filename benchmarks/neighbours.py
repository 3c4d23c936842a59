"""Milliseconds of one caller's health checks while another caller sends the slowest searches."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event

import httpx2

from benchmarks.processes import asgi_server
from benchmarks.tables import show
from tests.support.app import Api, principal

_SECONDS = 30
_SENDERS = 4
_QUESTION = 8_000
_SEARCHES = {
    "combining marks": "a" + "\u0300" * (_QUESTION // 2) + "\u0316" * (_QUESTION // 2 - 1),
    "expanding characters": "\ufdfa" * _QUESTION,
    "distinct words": " ".join(f"w{number}" for number in range(1_100)),
    "one long word": "abcd" * (_QUESTION // 4),
    "every beginning": " ".join(f"{'abcd'[number % 4]}word{number}" for number in range(700)),
}


def measure(_rounds: int, _turns: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        settings = {**_SETTINGS, "ORC_DATA_DIR": directory}
        with asgi_server("shared.bootstrap:web_app", Path(directory), settings) as server:
            rows = _measured(f"http://127.0.0.1:{server.port}")
    heads = ("", "median", "99 %", "most", "searches")
    show(f"A health check beside {_SENDERS} senders of the slowest searches, ms", heads, rows)


def _measured(url: str) -> list[tuple[str, ...]]:
    with _as_user(url, "other") as other, _as_user(url, "sender") as sender:
        rows: list[tuple[str, ...]] = [("nothing else", *_summary(_checks(other, Event(), 2.0)), "")]
        words = " ".join(f"abcd{number} word{number}" for number in range(40_000))
        marks = "a" + "\u0300" * 120_000 + "\u0316" * 120_000
        files = {"words.txt": words.encode(), "marks.txt": marks.encode()}
        for document in sender.upload(sender.create(), files):
            _ask(sender, document["file_id"])
        rows += [(name, *_beside(url, other, query)) for name, query in _SEARCHES.items()]
        return rows


_SETTINGS = {"IDENTITY": "easyauth", "RATE_LIMIT_PER_MINUTE": "0", "READ_LIMIT_PER_MINUTE": "0"}


@contextmanager
def _as_user(url: str, user: str) -> Iterator[Api]:
    with httpx2.Client(base_url=url, headers=principal("organization", user), timeout=60, trust_env=False) as http:
        yield Api(http)


def _ask(sender: Api, file_id: str) -> None:
    """Asks a question, which makes the host read the document, since no blob trigger runs here."""
    sender.http.post(f"/api/documents/{file_id}/question", json={"question": "word1?"}).raise_for_status()


def _beside(url: str, other: Api, query: str) -> tuple[str, str, str, str]:
    over = Event()

    def send() -> int:
        sent = 0
        with _as_user(url, "sender") as sender:
            while not over.is_set():
                sender.http.post("/api/search", json={"query": query, "top_k": 50}).raise_for_status()
                sent += 1
        return sent

    with ThreadPoolExecutor(_SENDERS) as senders:
        sending = [senders.submit(send) for _ in range(_SENDERS)]
        try:
            taken = _checks(other, over, _SECONDS / len(_SEARCHES))
        finally:
            over.set()
        return (*_summary(taken), str(sum(each.result() for each in sending)))


def _checks(other: Api, over: Event, seconds: float) -> list[float]:
    taken: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        started = time.perf_counter()
        other.http.get("/api/health").raise_for_status()
        taken.append((time.perf_counter() - started) * 1000)
        over.wait(0.01)
    return taken


def _summary(taken: list[float]) -> tuple[str, str, str]:
    ordered = sorted(taken)
    return f"{median(taken):.1f}", f"{ordered[int(len(ordered) * 0.99)]:.1f}", f"{ordered[-1]:.1f}"
