"""`ask`: uploads documents, sends a question and prints the streamed answer, over the public HTTP interface."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
from rich.console import Console

_POLL_SECONDS = 0.2
_CONTROL = dict.fromkeys(i for i in (*range(32), *range(127, 160)) if chr(i) not in "\n\t")
_SNIPPET_CHARACTERS = 160


class AskFailed(Exception):
    """The message is for the user."""


class Asker:
    """Prints answers to standard output and progress to standard error, without styles unless it is a terminal."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client
        self._output = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._progress = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def note(self, text: str, style: str = "dim") -> None:
        """Prints progress."""
        self._progress.print(_plain(text), style=style)

    def start_conversation(self) -> str:
        """Creates a conversation and returns its id."""
        return str(_checked(self._client.post("/api/conversations", json={})).json()["conversation_id"])

    def upload(self, conversation: str, files: Sequence[Path]) -> list[str]:
        """Uploads files, waits until each is ready or failed, and returns the blob names of the ready ones."""
        address = f"/api/conversations/{conversation}/documents"
        with ExitStack() as stack:
            parts = [("files", (file.name, stack.enter_context(file.open("rb")))) for file in files]
            stored = _checked(self._client.post(address, files=parts)).json()
        names = [str(document["blob_name"]) for document in stored]
        shown: dict[str, str] = {}
        while True:
            documents = {
                d["blob_name"]: d for d in _checked(self._client.get(address)).json() if d["blob_name"] in names
            }
            for name, document in documents.items():
                if shown.get(name) == document["status"]:
                    continue
                shown[name] = document["status"]
                if document["status"] == "failed":
                    error = document.get("error") or "failed"
                    reason = error["message"] if isinstance(error, dict) and "message" in error else error
                    self.note(f"{name}: failed. {reason}", style="red")
                else:
                    self.note(f"{name}: {document['status']}")
            if all(shown.get(name) in ("ready", "failed") for name in names):
                break
            time.sleep(_POLL_SECONDS)
        ready = [name for name in names if shown[name] == "ready"]
        if not ready:
            raise AskFailed("No document could be read.")
        return ready

    def answer(self, question: str, conversation: str | None, blob_names: Sequence[str]) -> None:
        """Prints the answer and the citations of one turn. Raises AskFailed when the turn does not complete."""
        turn: dict[str, object] = {"question": question, "blob_names": list(blob_names)}
        if conversation:
            turn["conversation_id"] = conversation
        headers = {"accept": "text/event-stream"}
        citations: dict[str, dict[str, Any]] = {}
        with self._client.stream("POST", "/api/orc", json=turn, headers=headers) as response:
            if not response.is_success:
                response.read()
            _checked(response)
            for event in httpx2.EventSource(response):
                data: Any = event.json()
                if event.event == "done":
                    break
                if event.event == "citation":
                    citations[data["id"]] = data
                else:
                    self._show_event(event.event, data)
            else:
                raise AskFailed("The answer was interrupted.")
        if (status := data["status"]) != "completed":
            raise AskFailed(f"The turn {'was cancelled' if status == 'cancelled' else 'failed'}.")
        self._output.out("\n" if citations else "", highlight=False)
        for citation in citations.values():
            page = f"page {citation['page']}" if citation.get("page") else None
            place = citation.get("page_label") or page or citation.get("heading")
            where = f"{citation['blob_name']}, {place}" if place else citation["blob_name"]
            snippet = " ".join(citation["snippet"].split())
            if len(snippet) > _SNIPPET_CHARACTERS:
                snippet = snippet[: _SNIPPET_CHARACTERS - 1].rstrip() + "…"
            self._output.out(_plain(f"[{citation['id']}] {where}: “{snippet}”"), highlight=False)

    def _show_event(self, event: str, data: dict[str, Any]) -> None:
        match event:
            case "token":
                self._output.out(_plain(data["text"]), end="", highlight=False)
                self._output.file.flush()
            case "run_start":
                self.note(f"conversation {data['conversation_id']}")
            case "step_thinking":
                self.note(f"{data['stage']}: {data['text']}")
            case "step_started":
                self.note(f"step {data['step']}: {data['tool']}")
            case "status_change":
                self.note(f"{data['status']} {data.get('message') or ''}".rstrip())
            case "error":
                self.note(data["message"], style="red")


def ask(url: str, question: str, files: Sequence[Path], *, conversation: str | None) -> int:
    """Sends the question and returns the exit code: 0 for an answer, 1 for none."""
    with httpx2.Client(base_url=url, timeout=httpx2.Timeout(30, read=None), trust_env=False) as client:
        asker = Asker(client)
        try:
            if files and conversation is None:
                conversation = asker.start_conversation()
            names = asker.upload(conversation, files) if files and conversation else []
            asker.answer(question, conversation, names)
        except (AskFailed, OSError, httpx2.TransportError) as error:
            asker.note(str(error) or type(error).__name__, style="red")
            return 1
    return 0


def _checked(response: httpx2.Response) -> httpx2.Response:
    """The response, if successful. Raises AskFailed with the problem's detail and fields otherwise."""
    if response.is_success:
        return response
    try:
        problem = response.json()
        lines = [problem.get("detail") or problem["title"]]
        fields = [f"{error['field']}: {error['message']}" for error in problem.get("errors") or ()]
        lines += [f"  {field}" for field in fields if field not in lines[0]]
    except (ValueError, KeyError, AttributeError, TypeError):
        lines = [f"The server answered {response.status_code} {response.reason_phrase}."]
    raise AskFailed("\n".join(lines))


def _plain(text: str) -> str:
    """Text without control characters, by which a document could control the terminal."""
    return text.translate(_CONTROL)
