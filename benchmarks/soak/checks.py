"""The final checks: each conversation of the product is compared with what its clients did and received."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from benchmarks.soak.client import Client
from benchmarks.soak.questions import fact
from benchmarks.soak.record import Conversation, Record, Turn, kept
from tests.support.app import Event, read_events
from tests.support.stored import Stored

_OVER = ("completed", "failed", "cancelled")
_READ = ("ready", "failed")
_AT_ONCE = 4
_PAUSE_SECONDS = 1.0
_COUNTS = ("usage", "organization_usage", "counted", "hour_counts")  # usage stays when what was used is deleted
_EMPTY_TOKEN = 'token {"text": ""}'


class Checks:
    """There is one client for each user. Users in bad_stores may have turns and documents that failed because of a
    store."""

    def __init__(self, clients: dict[str, Client], record: Record, bad_stores: Sequence[str]) -> None:
        self._clients, self._record, self._bad_stores = clients, record, bad_stores

    def settle(self, seconds: float) -> None:
        """Waits until all turns have ended and all files are read, for at most this many seconds. The checks report
        what is unfinished then."""
        deadline = time.monotonic() + seconds
        left = [conversation for conversation in self._record.conversations if not conversation.deletes]
        while left and time.monotonic() < deadline:
            left = [conversation for conversation in left if not self._is_settled(conversation)]
            time.sleep(_PAUSE_SECONDS if left else 0)

    def _is_settled(self, conversation: Conversation) -> bool:
        client, address = self._clients[conversation.user], f"/api/conversations/{conversation.conversation_id}"
        stored = client.json("GET", address, 200, 404)
        documents = client.json("GET", f"{address}/documents", 200, 404) or []
        idle = stored is None or stored["status"] == "idle"
        return idle and all(document["status"] in _READ for document in documents)

    def check(self) -> None:
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            list(threads.map(self._check_conversation, self._record.conversations))

    def _check_conversation(self, conversation: Conversation) -> None:
        client, address = self._clients[conversation.user], f"/api/conversations/{conversation.conversation_id}"
        if conversation.deletes:
            found, _ = client.request("GET", address, 200, 404) if conversation.deleted else (None, None)
            if found is not None and found.is_success:
                self._record.violation("deleted but there", address)
            return
        stored = client.json("GET", address, 200, 404)
        if stored is None:
            self._record.violation("lost turns", f"{address} is not there, with {len(conversation.turns)} turns")
            return
        texts = [message["text"] for message in stored["messages"]]
        if texts[: len(conversation.begun_with)] != conversation.begun_with:
            self._record.violation("wrong forks", f"{address} does not begin as it should")
        events = self._replayed(client, conversation)
        spans = _spans(events)
        for question in dict.fromkeys(turn.question.text for turn in conversation.turns):
            turns = [turn for turn in conversation.turns if turn.question.text == question]
            _Asked(self._record, address, stored, turns).check()
        for run in stored["runs"]:
            self._check_run(conversation, stored, run, spans.get(run["run_id"], []))
        self._check_files(client, conversation)

    def _replayed(self, client: Client, conversation: Conversation) -> list[Event]:
        """Returns the whole event log, compared with the events that clients received live."""
        address = f"/api/conversations/{conversation.conversation_id}/stream?since=0"
        with client.stream("GET", address, client.host()) as response:
            events = list(read_events(response))
        if [event.seq for event in events] != list(range(1, len(events) + 1)):
            self._record.violation("gaps in numbers", address)
        replayed = {event.seq: kept(event) for event in events}
        for seq, heard in conversation.heard.items():
            for each in heard - {replayed.get(seq)}:
                if not (each.startswith("token ") and replayed.get(seq) == _EMPTY_TOKEN):
                    self._record.violation("replay differs", f"{address} {seq}: {each} / {replayed.get(seq)}")
        return events

    def _check_run(self, conversation: Conversation, stored: Any, run: Any, events: Sequence[Event]) -> None:
        where = f"{conversation.conversation_id} {run['run_id']} {run['status']}"
        if run["status"] not in _OVER:
            self._record.violation("lost turns", f"{where}: {run['question']} is not over")
            return
        self._record.count(f"runs {run['status']}")
        turns = [turn for turn in conversation.turns if turn.question.text == run["question"]]
        answers = [m for m in stored["messages"] if m["run_id"] == run["run_id"] and m["role"] == "assistant"]
        if not turns:
            self._record.violation("duplicated turns", f"{where}: nobody asked {run['question']}")
            return
        right, whole = turns[0].question.answer, run["status"] == "completed"
        if len(answers) > 1 or (whole and not answers):
            self._record.violation("duplicated turns" if answers else "lost turns", f"{where}: {len(answers)} answers")
        for answer in answers:
            if not (answer["text"] == right if whole else right.startswith(answer["text"].strip())):
                self._record.violation("wrong text", f"{where}: {answer['text']!r}")
        if run["status"] == "cancelled" and not any(turn.cancellable for turn in turns):
            self._record.violation("wrong end", f"{where}: nobody cancelled it")
        if run["status"] == "failed":
            self._check_failure(conversation, where, run["error"]["code"])
        self._check_events(where, events, answers[0]["text"] if answers else None)
        self._note_recovery(turns, run, events)

    def _check_failure(self, conversation: Conversation, where: str, code: str) -> None:
        self._record.count(f"failed: {code}")
        if code != "run_lost" and (code != "store_unavailable" or conversation.user not in self._bad_stores):
            self._record.violation("failed without a fault", f"{where}: {code}")

    def _check_events(self, where: str, events: Sequence[Event], answer: str | None) -> None:
        """Compares the text of a client that discards its text when the run is recovered with the stored answer."""
        shown, message, done = "", None, Counter[str]()
        for event in events:
            match event.type:
                case "status_change" if event.data["status"] == "recovered":
                    shown = ""
                case "token":
                    shown += event.data["text"]
                case "message":
                    message = event.data["text"]
                case "done":
                    done[event.data["status"]] += 1
                case _:
                    pass
        if events and done != {where.rsplit(maxsplit=1)[-1]: 1}:
            self._record.violation(
                "duplicated turns" if done.total() > 1 else "wrong end", f"{where}: done {dict(done)}"
            )
        if message != answer or (message is not None and shown.strip() != message.strip()):
            self._record.violation("wrong text", f"{where}: replayed {shown!r}, told {message!r}, stored {answer!r}")

    def _note_recovery(self, turns: Iterable[Turn], run: Any, events: Sequence[Event]) -> None:
        recovered = any(e.type == "status_change" and e.data["status"] == "recovered" for e in events)
        for turn in turns:
            if turn.run_id == run["run_id"] and turn.killed and recovered:
                died, by = turn.killed
                seconds = datetime.fromisoformat(run["updated_at"]).timestamp() - died
                if seconds > 0:
                    self._record.recovered(f"turn, {by}", seconds)

    def _check_files(self, client: Client, conversation: Conversation) -> None:
        address = f"/api/conversations/{conversation.conversation_id}/documents"
        there = {document["blob_name"]: document for document in client.json("GET", address, 200) or []}
        for file in conversation.files.values():
            document = there.get(file.blob_name)
            if document is None:
                self._record.violation("lost documents", f"{address} {file.blob_name}")
            elif document["status"] != "ready":
                faulty = conversation.user in self._bad_stores and document["status"] == "failed"
                self._record.count("documents failed by bad stores", faulty)
                if not faulty:
                    what = f"{address} {file.blob_name}: {document['status']} {document['error']}"
                    self._record.violation("unready documents", what)
            else:
                text = client.json("GET", f"/api/documents/{document['file_id']}/text?end=500", 200)
                if not text or not text["text"].startswith(fact(file.name)):
                    self._record.violation("wrong documents", f"{address} {file.blob_name}: {text}")
                seconds = datetime.fromisoformat(document["updated_at"]).timestamp() - (file.killed or (0, ""))[0]
                if file.killed and seconds > 0:
                    self._record.recovered(f"document, {file.killed[1]}", seconds)
        for file in conversation.deleted_files:
            found, _ = client.request("GET", f"/api/documents/{file.file_id}", 200, 404)
            if found is not None and found.is_success:
                self._record.violation("deleted but there", f"document {file.file_id}")

    def wipe(self, stored: Stored, seconds: float) -> None:
        """Deletes all conversations, and checks that nothing of them is stored afterwards."""
        for conversation in self._record.conversations:
            client, address = self._clients[conversation.user], f"/api/conversations/{conversation.conversation_id}"
            client.request("DELETE", address, 204, 404)
        deadline = time.monotonic() + seconds
        while (left := _Left(stored)).items and time.monotonic() < deadline:
            time.sleep(_PAUSE_SECONDS)
        self._record.count("broken readings, for the hourly sweep", len(left.broken))
        for each in left.items:
            self._record.violation("left in the store", each)


class _Left:
    """Everything that is stored, except counts of usage. broken are contents whose reader died, or whose store failed,
    while their file was deleted: they are marked, and the sweep removes them an hour later."""

    def __init__(self, stored: Stored) -> None:
        items = [item for item in stored.items() if item["type"] not in _COUNTS]
        self.broken = [item["id"] for item in items if item["type"] == "content" and "content_id" not in item]
        names = [f"{item['type']} {item.get('conversation_id', '')} {item['id']}" for item in items]
        names += [f"blob {path}" for path in stored.blobs()]
        self.items = [each for each in names if not any(content in each for content in self.broken)]


def _spans(events: Iterable[Event]) -> dict[str, list[Event]]:
    """The events of each run, from its start to its end."""
    spans: dict[str, list[Event]] = {}
    run_id = ""
    for event in events:
        if event.type == "run_start":
            run_id = event.data["run_id"]
        if event.type != "user_message" and run_id:
            spans.setdefault(run_id, []).append(event)
        if event.type == "done":
            run_id = ""
    return spans


class _Asked:
    """A question with all turns that answered it: the first one, and regenerations."""

    def __init__(self, record: Record, where: str, stored: Any, turns: Sequence[Turn]) -> None:
        self._record, self._turns = record, turns
        self._where = f"{where} {turns[0].question.text}"
        self._runs = {run["run_id"]: run for run in stored["runs"] if run["question"] == turns[0].question.text}
        self._asked = sum(m["role"] == "user" and m["text"] == turns[0].question.text for m in stored["messages"])

    def check(self) -> None:
        first = self._turns[0]
        most = sum(not turn.refused for turn in self._turns)
        if self._asked > 1 or len(self._runs) > most:
            self._record.violation("duplicated turns", f"{self._where}: {self._asked} messages, {len(self._runs)} runs")
        if first.acknowledged and not self._asked and not first.withdrawable:
            self._record.violation("lost turns", f"{self._where}: no message")
        for turn in self._turns:
            if turn.acknowledged and turn.run_id and turn.run_id not in self._runs:
                self._record.violation("lost turns", f"{self._where}: no run {turn.run_id}")
            elif turn.run_id and turn.reported and turn.reported != self._runs[turn.run_id]["status"]:
                status = self._runs[turn.run_id]["status"]
                kind = "failed, then completed" if turn.reported == "failed" else "wrong end"
                self._record.violation(kind, f"{self._where}: told {turn.reported}, is {status}")
