"""Chats of the AI SDK in Node.js, as a page with useChat has them."""

import base64
import json
import subprocess
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.app import Api
from tests.support.emulators import node_22

_DRIVER = Path(__file__).parent / "chats.mjs"

type Message = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """What the page shows after a request, with the chunks of its stream and its transient data."""

    messages: list[Message]
    status: str
    error: str | None
    chunks: list[dict[str, Any]]
    told: list[dict[str, Any]]

    @property
    def answer(self) -> Message:
        assert self.messages[-1]["role"] == "assistant", self.messages
        return self.messages[-1]

    @property
    def text(self) -> str:
        return text_of(self.answer)

    def parts(self, kind: str) -> list[dict[str, Any]]:
        return [part for part in self.answer["parts"] if part["type"] == kind]

    @property
    def kinds(self) -> list[str]:
        """The chunk types in order. Consecutive chunks of one type count once."""
        kinds = [chunk["type"] for chunk in self.chunks]
        return [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]


def text_of(message: Message) -> str:
    return "".join(part["text"] for part in message["parts"] if part["type"] == "text")


def file_part(name: str, data: bytes, media_type: str = "application/pdf", **more: object) -> dict[str, object]:
    """A file as a page with a file input sends it."""
    url = f"data:{media_type};base64,{base64.b64encode(data).decode()}"
    return {"type": "file", "mediaType": media_type, "filename": name, "url": url, **more}


class Node:
    """The Node.js process that runs the chats."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(self, command: str, **options: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"command": command, **options}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the driver has ended"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer["result"]


class UIChat:
    """A chat on a page."""

    def __init__(self, node: Node, api: Api, chat_id: str, version: int, **options: object) -> None:
        self._node, self._name, self.id = node, uuid.uuid4().hex, chat_id
        headers = {name: value for name, value in api.http.headers.items() if name == "x-ms-client-principal"}
        url = f"{str(api.http.base_url).rstrip('/')}/api/ui/chat"
        self._do("open", url=url, id=chat_id, headers=headers, version=version, **options)

    def _do(self, command: str, **options: object) -> Any:
        return self._node(command, chat=self._name, **options)

    def begin(self, text: str = "", files: Sequence[Mapping[str, object]] = (), **more: object) -> None:
        """Sends a message without waiting for the answer."""
        self._do("send", message={"parts": [*files, *([{"type": "text", "text": text}] if text else [])], **more})

    def send(self, text: str = "", files: Sequence[Mapping[str, object]] = (), **more: object) -> Shown:
        self.begin(text, files, **more)
        return self.settled()

    def regenerate(self, **options: object) -> Shown:
        self._do("regenerate", **options)
        return self.settled()

    def resume(self) -> None:
        self._do("resume")

    def abort(self) -> None:
        """Closes the stream, as useChat's stop does."""
        self._do("abort")

    def shows(self, words: str) -> None:
        """Waits until the last message contains these words."""
        self._do("shows", words=words)

    def settled(self) -> Shown:
        """Waits until the stream has ended, and returns what the page shows then."""
        return Shown(**self._do("settle"))


type OpenChat = Callable[..., UIChat]


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with (
        (tmp_path_factory.mktemp("node") / "stderr").open("w") as stderr,
        subprocess.Popen([node_22(), _DRIVER], stdin=-1, stdout=-1, stderr=stderr, text=True) as process,
    ):
        yield Node(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def open_chat(node: Node) -> OpenChat:
    """Opens a chat of a user: a new one, or the one with that id."""

    def opened(api: Api, chat_id: str | None = None, *, version: int = 7, **options: object) -> UIChat:
        return UIChat(node, api, chat_id or f"chat {uuid.uuid4().hex[:8]}", version, **options)

    return opened
