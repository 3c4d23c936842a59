"""The actions of a user, one after another, in the user's own conversations. The seed determines them."""

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.soak.client import Client, ConversationClient, Unanswered
from benchmarks.soak.hosts import Host
from benchmarks.soak.questions import Question, entry, fact, file_about, name_of, tale
from benchmarks.soak.record import Conversation, File, Record, Turn
from tests.support.app import Event, turn_body

_TURNS_OF_A_CONVERSATION = 14
_LONGEST_PAUSE = 0.8
_LARGE = 1_000_000


class Names:
    """Returns each name once, and raises Unanswered when the soak test has asked its maximum number of questions."""

    def __init__(self, seed: int, most: int) -> None:
        self._seed, self._most = seed, most
        self._numbers = itertools.count()
        self._lock = threading.Lock()

    def next(self) -> str:
        with self._lock:
            number = next(self._numbers)
        if number >= self._most:
            raise Unanswered
        return name_of(number, self._seed)


class User:
    def __init__(
        self, name: str, hosts: list[Host], record: Record, names: Names, seed: str, over: threading.Event
    ) -> None:
        self._rng, self._record, self._names, self._over = random.Random(seed), record, names, over
        self._client = Client(name, hosts, record, self._rng, over)
        self._keys: Iterator[str] = (f"{name}-{number}" for number in itertools.count())
        self._actions: dict[Callable[[ConversationClient], None], int] = {
            self._tell: 22,
            self._tell_as_json: 9,
            self._tell_in_background: 14,
            self._upload: 10,
            self._ask_a_file: 14,
            self._delete_a_file: 3,
            self._crowd: 8,
            self._cancel: 6,
            self._regenerate: 5,
            self._fork: 4,
            self._search: 5,
            self._delete: 3,
        }

    def run(self) -> None:
        """Performs actions until the soak test ends."""
        talk: ConversationClient | None = None
        try:
            while not self._over.wait(self._rng.uniform(0, _LONGEST_PAUSE)):
                if (
                    talk is None
                    or talk.conversation.deletes
                    or len(talk.conversation.turns) >= _TURNS_OF_A_CONVERSATION
                ):
                    talk = self._begin()
                    continue
                [action] = self._rng.choices(list(self._actions), list(self._actions.values()))
                action(talk)
                for turn in talk.conversation.unfinished:
                    talk.follow(turn)
        except Unanswered:
            pass
        finally:
            self._client.close()

    def _begin(self) -> ConversationClient | None:
        created = self._client.json("POST", "/api/conversations", 201)
        return self._talk(created["conversation_id"]) if created else None

    def _talk(self, conversation_id: str) -> ConversationClient:
        return ConversationClient(self._client, self._record.add(Conversation(conversation_id, self._client.user)))

    def _turn(self, talk: ConversationClient, question: Question, **fields: Any) -> tuple[Turn, dict[str, Any]]:
        turn = Turn(question, next(self._keys))
        talk.conversation.turns.append(turn)
        self._record.count("turns")
        body = turn_body(question.text, talk.conversation.conversation_id, client_message_id=turn.key, **fields)
        return turn, body

    def _tale(self) -> Question:
        return tale(self._names.next(), self._rng.randrange(8, 60))

    def _tell(self, talk: ConversationClient) -> None:
        turn, body = self._turn(talk, self._tale())
        talk.streamed(turn, "/api/orc", body)

    def _tell_as_json(self, talk: ConversationClient) -> None:
        turn, body = self._turn(talk, self._tale())
        talk.as_json(turn, body)

    def _tell_in_background(self, talk: ConversationClient) -> None:
        turn, body = self._turn(talk, self._tale())
        conversation = talk.conversation.conversation_id
        by_messages = self._rng.random() < 0.5
        path = f"/api/conversations/{conversation}/messages" if by_messages else "/api/orc/background"
        talk.in_background(turn, path, body)
        if turn.run_id and self._rng.random() < 0.3:  # as one that did not hear the answer
            again = self._client.json("POST", "/api/orc/background", 202, json=body)
            self._record.count("asked twice")
            if again and again["run_id"] != turn.run_id:
                self._record.violation("duplicated turns", f"{conversation}: {turn.key} is {turn.run_id} and {again}")

    def _upload(self, talk: ConversationClient) -> None:
        """Uploads a small or large file. Asks about it at once in most cases."""
        name = self._names.next()
        content = file_about(name, _LARGE if self._rng.random() < 0.3 else self._rng.randrange(300, 3000))
        path = f"/api/conversations/{talk.conversation.conversation_id}/documents"
        blob_name = f"{name}.txt"
        response, host = self._client.request("POST", path, 201, files=[("files", (blob_name, content))])
        if response is None:
            return
        [uploaded] = response.json()
        self._record.count("documents")
        self._record.uploads[host.number] += 1
        file = File(name, blob_name, content, uploaded["file_id"], host.number)
        talk.conversation.files[blob_name] = file
        if self._rng.random() < 0.6:
            self._ask(talk, file)

    def _ask_a_file(self, talk: ConversationClient) -> None:
        if files := list(talk.conversation.files.values()):
            self._ask(talk, self._rng.choice(files))
        else:
            self._upload(talk)

    def _ask(self, talk: ConversationClient, file: File) -> None:
        file.asked += 1
        turn, body = self._turn(talk, entry(file.name, file.asked), blob_names=[file.blob_name])
        ways: list[Callable[[], None]] = [
            lambda: talk.streamed(turn, "/api/orc", body),
            lambda: talk.as_json(turn, body),
            lambda: talk.in_background(turn, "/api/orc/background", body),
        ]
        self._rng.choice(ways)()
        talk.follow(turn)
        file.ready = file.ready or turn.reported == "completed"

    def _delete_a_file(self, talk: ConversationClient) -> None:
        files = talk.conversation.files
        if not files:
            return
        file = files.pop(self._rng.choice(list(files)))
        talk.conversation.deleted_files.append(file)
        self._client.request("DELETE", f"/api/documents/{file.file_id}", 204, 404)
        self._record.count("documents deleted")

    def _crowd(self, talk: ConversationClient) -> None:
        """Sends several turns at once, which are queued, interrupt others, or are refused."""
        for number in range(self._rng.randrange(2, 6)):
            on_busy = self._rng.choice(["enqueue", "enqueue", "interrupt", "reject"])
            if on_busy == "interrupt":
                for other in talk.conversation.unfinished:
                    other.cancellable = True
            turn, body = self._turn(talk, self._tale(), on_busy=on_busy)
            talk.in_background(turn, "/api/orc/background", body)
            if number and self._rng.random() < 0.2 and turn.run_id:
                turn.cancellable = turn.withdrawable = True
                self._stop(talk, turn)

    def _cancel(self, talk: ConversationClient) -> None:
        """Cancels a turn while its answer is streamed."""
        turn, body = self._turn(talk, self._tale())
        turn.cancellable = True
        left = self._rng.randrange(1, 25)

        def on(_: Event) -> None:
            nonlocal left
            left -= 1
            if left == 0 and turn.run_id:
                self._stop(talk, turn)

        talk.streamed(turn, "/api/orc", body, on=on)

    def _stop(self, talk: ConversationClient, turn: Turn) -> None:
        path = f"/api/conversations/{talk.conversation.conversation_id}/cancel?run_id={turn.run_id}"
        self._client.request("POST", path, 202)
        self._record.count("cancelled by clients")

    def _regenerate(self, talk: ConversationClient) -> None:
        conversation = talk.conversation
        stored = self._client.json("GET", f"/api/conversations/{conversation.conversation_id}", 200)
        answers = [m for m in stored["messages"] if m["role"] == "assistant"] if stored else []
        if not answers:
            return
        chosen = self._rng.choice(answers)
        text = next(m["text"] for m in stored["messages"] if m["message_id"] == chosen["parent_message_id"])
        question = next((turn.question for turn in conversation.turns if turn.question.text == text), None)
        if question is None or chosen["blob_names"] or "ledger" in text:
            return
        turn = Turn(question, next(self._keys), anonymous=True)
        conversation.turns.append(turn)
        self._record.count("turns")
        path = f"/api/conversations/{conversation.conversation_id}/messages/{chosen['message_id']}/regenerate"
        talk.streamed(turn, path, None)

    def _fork(self, talk: ConversationClient) -> None:
        conversation = talk.conversation
        address = f"/api/conversations/{conversation.conversation_id}"
        stored = self._client.json("GET", address, 200)
        if not stored or not stored["active_message_id"]:
            return
        branch = [m["text"] for m in stored["messages"] if m["active"]]
        leaf = stored["active_message_id"]
        response, host = self._client.request("POST", f"{address}/fork", 201, once=True, json={"message_id": leaf})
        if response is None:
            return
        self._record.count("forks")
        forked = self._talk(response.json()["conversation_id"])
        forked.conversation.begun_with = branch
        documents = self._client.json("GET", f"/api/conversations/{forked.conversation.conversation_id}/documents", 200)
        for document in documents or []:
            if (file := conversation.files.get(document["blob_name"])) is not None:
                copy = File(file.name, file.blob_name, file.content, document["file_id"], host.number, asked=file.asked)
                forked.conversation.files[file.blob_name] = copy
        if missing := set(conversation.files) - {document["blob_name"] for document in documents or []}:
            self._record.violation("wrong forks", f"{forked.conversation.conversation_id} lacks {missing}")
        if forked.conversation.files and self._rng.random() < 0.5:
            self._ask(forked, self._rng.choice(list(forked.conversation.files.values())))
        else:
            self._tell(forked)

    def _search(self, talk: ConversationClient) -> None:
        ready = [file for file in talk.conversation.files.values() if file.ready]
        if not ready:
            return
        file = self._rng.choice(ready)
        found = self._client.json("POST", "/api/search", 200, json={"query": f"keeper of {file.name}", "top_k": 3})
        self._record.count("searches")
        if found and not any(fact(file.name) in passage["text"] for passage in found["passages"]):
            self._record.violation("wrong documents", f"{file.file_id} is not found by {file.name}")

    def _delete(self, talk: ConversationClient) -> None:
        """Deletes the conversation, in some cases while a turn runs in it."""
        conversation = talk.conversation
        if self._rng.random() < 0.4:
            turn, body = self._turn(talk, self._tale())
            turn.cancellable = turn.withdrawable = True
            talk.in_background(turn, "/api/orc/background", body)
        conversation.deletes = True
        response, _ = self._client.request(
            "DELETE", f"/api/conversations/{conversation.conversation_id}", 204, 404, 409
        )
        if response is not None and response.status_code != 409:
            conversation.deleted = True
            self._record.count("conversations deleted")
