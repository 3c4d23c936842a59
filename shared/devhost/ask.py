"""`ask`: uploads documents, puts a question and shows the answer as it comes, over the public HTTP interface."""

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
from rich.console import Console

_POLL_SECONDS = 0.2
_CONTROL = dict.fromkeys(i for i in (*range(32), *range(127, 160)) if chr(i) not in "\n\t")
_SNIPPET_CHARACTERS = 160


class AskFailed(Exception):
    """What to tell the person who asked."""


class Asker:
    """Answers go to standard output, all else to standard error; both are plain when they are no terminal."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client
        self._output = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._progress = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def note(self, text: str, style: str = "dim") -> None:
        self._progress.print(_plain(text), style=style)

    def start_conversation(self) -> str:
        return str(_checked(self._client.post("/api/conversations", json={})).json()["conversation_id"])

    def upload(self, conversation: str, files: Sequence[Path]) -> list[str]:
        """Uploads files, waits until each is ready or failed, and returns the blob names of the ready ones."""
        address = f"/api/conversations/{conversation}/documents"
        with ExitStack() as stack:
            parts = [("files", (file.name, stack.enter_context(file.open("rb")))) for file in files]
            stored = _checked(self._client.post(address, files=parts)).json()
        names = [str(document["blob_name"]) for document in stored]
        told: dict[str, str] = {}
        while True:
            documents = {
                d["blob_name"]: d for d in _checked(self._client.get(address)).json() if d["blob_name"] in names
            }
            for name, document in documents.items():
                if told.get(name) != document["status"]:
                    told[name] = document["status"]
                    self._tell_status(document)
            if all(told.get(name) in ("ready", "failed") for name in names):
                break
            time.sleep(_POLL_SECONDS)
        ready = [name for name in names if told[name] == "ready"]
        if not ready:
            raise AskFailed("No document could be read.")
        return ready

    def _tell_status(self, document: dict[str, Any]) -> None:
        if document["status"] == "failed":
            self.note(f"{document['blob_name']}: failed. {_reason(document.get('error'))}", style="red")
        else:
            self.note(f"{document['blob_name']}: {document['status']}")

    def answer(self, question: str, conversation: str | None, blob_names: Sequence[str]) -> None:
        """Streams one turn; raises AskFailed when it does not complete."""
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
                if event.event == "citation":
                    citations[data["id"]] = data
                elif event.event == "done":
                    return self._close(data["status"], list(citations.values()))
                else:
                    self._show(event.event, data)
        raise AskFailed("The answer broke off.")

    def _show(self, event: str, data: dict[str, Any]) -> None:
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

    def _close(self, status: str, citations: Sequence[dict[str, Any]]) -> None:
        if status != "completed":
            raise AskFailed(f"The turn {'was cancelled' if status == 'cancelled' else 'failed'}.")
        self._output.out("\n" if citations else "", highlight=False)
        for citation in citations:
            place = _place(citation)
            snippet = _shortened(citation["snippet"])
            line = f"[{citation['id']}] {citation['blob_name']}{place}: “{snippet}”"
            self._output.out(_plain(line), highlight=False)


def ask(url: str, question: str, files: Sequence[Path], *, conversation: str | None) -> int:
    """Asks and returns the exit code: 0 for an answer, 1 for none."""
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
    """The response if it is a success; else AskFailed with the problem's detail and fields."""
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


def _reason(error: object) -> str:
    return str(error["message"] if isinstance(error, dict) and "message" in error else error or "failed")


def _place(citation: Mapping[str, Any]) -> str:
    page = f"page {citation['page']}" if citation.get("page") else None
    place = citation.get("page_label") or page or citation.get("heading")
    return f", {place}" if place else ""


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SNIPPET_CHARACTERS else text[: _SNIPPET_CHARACTERS - 1].rstrip() + "…"


def _plain(text: str) -> str:
    """Text without control characters: a document must not steer the terminal."""
    return text.translate(_CONTROL)
