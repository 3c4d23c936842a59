"""Clients of a user: they send each request to any host that is up, repeat it until one answers, and follow turns over
connections that they drop now and then."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from benchmarks.soak.hosts import Host
from benchmarks.soak.record import Conversation, Record, Turn, kept
from tests.support.app import JSON, Event, principal, read_events

ORGANIZATION = "soak"
_PATIENCE_SECONDS = 120
_PAUSE_SECONDS = 0.3
_DROPS = 0.25
_AGAIN = (502, 503)


class Unanswered(Exception):
    """No host answered within the user's patience, or the soak test has ended."""


class Client:
    def __init__(self, user: str, hosts: list[Host], record: Record, rng: random.Random, over: threading.Event) -> None:
        self.user, self.record, self.rng = user, record, rng
        self._hosts, self._over = hosts, over
        limits = httpx2.Timeout(60, connect=5)
        self._http = httpx2.Client(headers=principal(ORGANIZATION, user), timeout=limits, trust_env=False)

    def close(self) -> None:
        self._http.close()

    def host(self) -> Host:
        """Returns a host that is up, and waits for one if necessary."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not (up := [host for host in self._hosts if host.url]):
            self.pause(deadline)
        return self.rng.choice(up)

    def pause(self, deadline: float) -> None:
        if self._over.wait(_PAUSE_SECONDS) or time.monotonic() > deadline:
            raise Unanswered

    def refused(self, response: httpx2.Response) -> str:
        """Counts an error response and returns its code."""
        code = (
            str(response.json().get("code", "none")) if "json" in response.headers.get("content-type", "") else "none"
        )
        self.record.code(f"{response.status_code} {code}")
        return code

    def lost(self, error: httpx2.TransportError) -> None:
        self.record.code(f"connection: {type(error).__name__}")

    def request(
        self, method: str, path: str, *expected: int, once: bool = False, **sent: Any
    ) -> tuple[httpx2.Response | None, Host]:
        """Returns the response and the host that sent it. A request that is sent once has no response if it is unknown
        whether it was executed."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            host = self.host()
            try:
                response = self._http.request(method, f"{host.url}{path}", **sent)
            except httpx2.TransportError as error:
                self.lost(error)
                if once:
                    return None, host
            except (httpx2.UnsupportedProtocol, httpx2.InvalidURL):  # the host has just gone
                pass
            else:
                if response.status_code in expected:
                    return response, host
                code = self.refused(response)
                if response.status_code not in _AGAIN:
                    what = f"{method} {path}: {response.status_code} {code} {response.text[:200]}"
                    self.record.violation("unexpected answers", what)
                    return None, host
                if once:
                    return None, host
            self.pause(deadline)

    def json(self, method: str, path: str, *expected: int, **sent: Any) -> Any:
        response, _ = self.request(method, path, *expected, **sent)
        return response.json() if response is not None and response.is_success else None

    @contextmanager
    def stream(self, method: str, path: str, host: Host, **sent: Any) -> Iterator[httpx2.Response]:
        with self._http.stream(method, f"{host.url}{path}", **sent) as response:
            if not response.is_success:
                response.read()
            yield response


class ConversationClient:
    """Asks questions in one conversation, and follows their turns."""

    def __init__(self, client: Client, conversation: Conversation) -> None:
        self.client, self.conversation = client, conversation
        self._path = f"/api/conversations/{conversation.conversation_id}"

    def streamed(self, turn: Turn, path: str, body: Any, *, on: Callable[[Event], None] | None = None) -> None:
        """Sends a question until a host streams its turn, then follows the turn to its end."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while turn.reported is None and turn.run_id is None and not turn.refused:
            host = self.client.host()
            turn.host = host.number
            try:
                with self.client.stream("POST", path, host, json=body) as response:
                    if response.is_success:
                        turn.acknowledged = True
                        self._listen(turn, response, since=None, run_only=True, on=on)
                    elif self._is_final(turn, response):
                        return
            except httpx2.TransportError as error:
                self.client.lost(error)
            if turn.anonymous and turn.run_id is None:
                return  # asking again would be another turn
            if turn.reported is None and turn.run_id is None:
                self.client.pause(deadline)
        self.follow(turn)

    def as_json(self, turn: Turn, body: Any) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            response, host = self.client.request(
                "POST", "/api/orc", 200, 202, 409, 503, 502, json=body, headers=JSON, timeout=_PATIENCE_SECONDS
            )
            turn.host = host.number
            if response is None:
                return None
            body_of_response = response.json()
            if response.is_success:
                turn.acknowledged, turn.run_id = True, body_of_response["run_id"]
                if response.status_code == 202:
                    return self.follow(turn)
                turn.reported, turn.shown, turn.message = (
                    body_of_response["status"],
                    body_of_response["answer"],
                    body_of_response["answer"],
                )
                return self._check(turn)
            if self._is_final(turn, response):
                return None
            self.client.pause(deadline)

    def in_background(self, turn: Turn, path: str, body: Any) -> None:
        """Sends a question until a host accepts it. Does not wait for its turn to end."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            response, host = self.client.request("POST", path, 202, 409, 503, json=body)
            turn.host = host.number
            if response is None:
                return
            if response.is_success:
                turn.acknowledged, turn.run_id = True, response.json()["run_id"]
                return
            if self._is_final(turn, response):
                return
            self.client.pause(deadline)

    def _is_final(self, turn: Turn, response: httpx2.Response) -> bool:
        """Whether an error response ends the turn: it does if it names the run."""
        body, code = response.json(), self.client.refused(response)
        if "run_id" in body or code == "run_cancelled":
            turn.acknowledged = True
            turn.reported = "cancelled" if code == "run_cancelled" else "failed"
            turn.run_id = body.get("run_id")
            return True
        if response.status_code in _AGAIN:
            return False
        turn.refused = True
        if response.status_code != 409 and not self.conversation.deletes:
            what = f"{turn.question.text}: {response.status_code} {code} {response.text[:200]}"
            self.client.record.violation("unexpected answers", what)
        return True

    def follow(self, turn: Turn) -> None:
        """Follows a turn to its end, over as many connections as necessary."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while turn.reported is None and turn.run_id is not None and not turn.refused:
            host, run_only = self.client.host(), self.client.rng.random() < 0.6
            query, headers = self._position(turn, run_only)
            before = turn.seq
            try:
                with self.client.stream("GET", f"{self._path}/stream{query}", host, headers=headers) as response:
                    if response.is_success:
                        self._listen(turn, response, since=turn.seq, run_only=run_only, on=None)
                    elif self._cannot_be_followed(response):
                        return
            except httpx2.TransportError as error:
                self.client.lost(error)
            deadline = time.monotonic() + _PATIENCE_SECONDS if turn.seq > before else deadline
            if turn.reported is None:
                self.client.pause(deadline)

    def _position(self, turn: Turn, run_only: bool) -> tuple[str, dict[str, str]]:
        if not run_only:
            by_header = self.client.rng.random() < 0.5
            return ("", {"last-event-id": str(turn.seq)}) if by_header else (f"?since={turn.seq}", {})
        return f"?since={turn.seq}&run_id={turn.run_id}", {}

    def _cannot_be_followed(self, response: httpx2.Response) -> bool:
        code = self.client.refused(response)
        if response.status_code in _AGAIN:
            return False
        if not self.conversation.deletes:
            what = f"{response.request.url}: {response.status_code} {code} {response.text[:200]}"
            self.client.record.violation("resumptions refused", what)
        return True

    def _listen(
        self,
        turn: Turn,
        response: httpx2.Response,
        *,
        since: int | None,
        run_only: bool,
        on: Callable[[Event], None] | None,
    ) -> None:
        """Reads events until the turn ends or the connection drops. This client drops some connections itself."""
        rng = self.client.rng
        left = rng.randrange(1, 40) if rng.random() < _DROPS else 10_000
        last = None if run_only else since
        turn.inside = turn.inside or run_only
        for event in read_events(response):
            if event.seq:
                if last is not None and event.seq != last + 1:
                    where = f"{response.request.url}: {event.seq} after {last}"
                    self.client.record.violation("gaps in numbers", where)
                last = event.seq
                self.conversation.heard[event.seq].add(kept(event))
            self._take(turn, event)
            if turn.reported is not None:
                return
            if on is not None:
                on(event)
            left -= 1
            if left == 0:
                self.client.record.count("connections dropped by clients")
                return

    def _take(self, turn: Turn, event: Event) -> None:
        """Applies an event as clients are told to: the text is discarded when the run is recovered."""
        if event.seq:
            turn.seq = event.seq
        if event.type == "run_start":
            turn.inside = turn.run_id in (None, event.data["run_id"])
        if event.type == "error" and event.seq == 0:
            self.client.record.code(f"stream: {event.data['code']}")
        if not turn.inside:
            return
        turn.run_id = turn.run_id or event.data.get("run_id")
        match event.type:
            case "status_change" if event.data["status"] == "recovered":
                turn.shown = ""
            case "token":
                turn.shown += event.data["text"]
            case "message":
                turn.message = event.data["text"]
            case "error" if event.seq:
                self.client.record.code(f"turn: {event.data['code']}")
            case "done" if event.data["run_id"] == turn.run_id:
                turn.reported = event.data["status"]
                self._check(turn)
            case _:
                pass

    def _check(self, turn: Turn) -> None:
        """Compares the text that the client shows with the message that it received and with the right answer."""
        right = turn.question.answer
        shown = turn.shown if turn.message is not None else None
        fits = shown is None or shown.strip() == (turn.message or "").strip()
        if turn.reported == "completed":
            fits = fits and turn.message == right
        else:
            fits = fits and right.startswith((turn.message or "").strip())
        if not fits:
            what = f"{turn.question.text} {turn.reported}: shown {turn.shown!r}, told {turn.message!r}"
            self.client.record.violation("wrong text", f"{what} ({self.conversation.conversation_id})")
