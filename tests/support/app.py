"""A client of the HTTP contract and a stub of the model, for tests that talk to a whole app."""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import httpx2

from tests.support.forked import running_server
from tests.support.loopback import NO_AUTHORITIES
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

JSON = {"accept": "application/json"}


def principal(organization_id: str, user_id: str, roles: Iterable[str] = ()) -> dict[str, str]:
    """The header with which App Service Authentication identifies a caller and their roles."""
    claims = [{"typ": "tid", "val": organization_id}, {"typ": "oid", "val": user_id}]
    claims += [{"typ": "roles", "val": role} for role in roles]
    encoded = base64.b64encode(json.dumps({"claims": claims}).encode()).decode()
    return {"x-ms-client-principal": encoded}


@dataclass(frozen=True)
class Event:
    """seq is 0 for an event without an id."""

    seq: int
    type: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Turn:
    """The events of one turn, from its question to the end of its stream."""

    events: tuple[Event, ...]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event.data for event in self.events if event.type == kind]

    def one(self, kind: str) -> dict[str, Any]:
        [data] = self.of(kind)
        return data

    @property
    def kinds(self) -> list[str]:
        """The event types in order. Consecutive events of one type count once."""
        kinds = [event.type for event in self.events]
        return [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]

    @property
    def conversation_id(self) -> str:
        return str(self.one("run_start")["conversation_id"])

    @property
    def run_id(self) -> str:
        return str(self.one("run_start")["run_id"])

    @property
    def text(self) -> str:
        """The streamed text of the answer."""
        return "".join(data["text"] for data in self.of("token"))

    @property
    def status(self) -> str:
        return str(self.one("done")["status"])

    @property
    def params(self) -> dict[str, Any]:
        """The arguments of the turn's only tool call."""
        return dict(self.one("step_started")["params"])

    @property
    def work(self) -> dict[str, Any]:
        """The work of the turn's only tool call."""
        metadata = self.one("step_complete")["result"]["metadata"]
        return {name: metadata[name] for name in ("cache", "downloads", "extractions", "chunks")}


def read_events(response: httpx2.Response) -> Iterator[Event]:
    """Yields events as they arrive. A client keeps the last id, so an event that repeats it has none of its own. The
    type is left out of the data."""
    last = ""
    for sent in httpx2.EventSource(response):
        fresh, last = sent.id != last, sent.id
        data = sent.json()
        assert isinstance(data, dict)
        assert data.pop("type") == sent.event
        yield Event(int(sent.id) if fresh else 0, sent.event, data)


class Api:
    """One caller's view of a running app."""

    def __init__(self, client: httpx2.Client) -> None:
        self.http = client

    def create(self) -> str:
        return str(checked(self.http.post("/api/conversations", json={})).json()["conversation_id"])

    def upload(self, conversation: str, files: Mapping[str, bytes]) -> list[dict[str, Any]]:
        return list(checked(self.post_files(conversation, list(files.items()))).json())

    def post_files(self, conversation: str, files: Sequence[tuple[str, bytes]]) -> httpx2.Response:
        address = f"/api/conversations/{conversation}/documents"
        return self.http.post(address, files=[("files", file) for file in files])

    def documents(self, conversation: str) -> dict[str, dict[str, Any]]:
        found = checked(self.http.get(f"/api/conversations/{conversation}/documents")).json()
        return {document["blob_name"]: document for document in found}

    def with_documents(self, files: Mapping[str, bytes]) -> str:
        """Creates a conversation with these documents, and returns its id once all of them are read."""
        conversation = self.create()
        self.upload(conversation, files)
        self.until_read(conversation)
        return conversation

    def until_read(self, conversation: str) -> dict[str, dict[str, Any]]:
        def read() -> dict[str, dict[str, Any]] | None:
            documents = self.documents(conversation)
            return documents if all(d["status"] in ("ready", "failed") for d in documents.values()) else None

        return eventually(read, seconds=60, pause=0.06)

    def conversation(self, conversation: str) -> dict[str, Any]:
        return dict(checked(self.http.get(f"/api/conversations/{conversation}")).json())

    def messages(self, conversation: str) -> list[dict[str, Any]]:
        return list(self.conversation(conversation)["messages"])

    @contextmanager
    def asking(
        self,
        question: str = "",
        conversation: str | None = None,
        documents: Sequence[str] = (),
        *,
        texts: Sequence[Mapping[str, object]] = (),
        **fields: object,
    ) -> Iterator[Iterator[Event]]:
        """Yields the events of a turn while it runs."""
        body = turn_body(question, conversation, documents, texts=texts, **fields)
        with self.http.stream("POST", "/api/orc", json=body) as response:
            if not response.is_success:
                response.read()
            yield read_events(checked(response))

    def ask(
        self,
        question: str = "",
        conversation: str | None = None,
        documents: Sequence[str] = (),
        *,
        texts: Sequence[Mapping[str, object]] = (),
        **fields: object,
    ) -> Turn:
        with self.asking(question, conversation, documents, texts=texts, **fields) as events:
            return Turn(tuple(events))

    def follow(self, conversation: str, since: int = 0) -> Turn:
        """Returns the conversation's events after since, up to the end of the running turn."""
        address = f"/api/conversations/{conversation}/stream?since={since}"
        with self.http.stream("GET", address) as response:
            return Turn(tuple(read_events(response)))

    def refused(self, body: object) -> tuple[int, dict[str, Any]]:
        """Returns the problem with which the body of a turn is refused."""
        return problem(self.http.post("/api/orc", json=body))


def turn_body(
    question: str,
    conversation: str | None = None,
    documents: Sequence[str] = (),
    *,
    texts: Sequence[Mapping[str, object]] = (),
    **fields: object,
) -> dict[str, object]:
    """The body of a request for a turn. documents are named in it; texts are sent with it."""
    body: dict[str, object] = {"question": question, "blob_names": list(documents)}
    body |= {"documents": list(texts)} if texts else {}
    return body | ({"conversation_id": conversation} if conversation else {}) | fields


def checked(response: httpx2.Response) -> httpx2.Response:
    assert response.is_success, (response.status_code, response.text)
    return response


def problem(response: httpx2.Response) -> tuple[int, dict[str, Any]]:
    """Returns the status and the body of an error, and asserts that it is a problem document with that status. An error
    of the OpenAI API is translated to its problem."""
    if response.request.url.path.startswith("/api/v1/"):
        assert response.headers["content-type"] == "application/json", response.text
        return problem_told(response.status_code, response.json())
    assert response.headers["content-type"] == "application/problem+json", response.text
    body = response.json()
    assert body["status"] == response.status_code
    assert {"type", "title", "detail", "code"} <= set(body)
    return response.status_code, body


def problem_told(status: int, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """The problem that an error of the OpenAI API stands for."""
    error = body["error"]
    assert set(error) == {"message", "type", "param", "code"}
    told: dict[str, Any] = {"detail": error["message"], "code": error["code"]}
    if error["param"] is None:
        return status, told
    field = re.sub(r"\[(\d+)\]", r".\1", error["param"])
    return (422 if status == 400 else status), told | {"errors": [{"field": field, "message": error["message"]}]}


def fields_of(body: Mapping[str, Any]) -> list[str]:
    """The fields that a problem names."""
    return [error["field"] for error in body["errors"]]


def until(events: Iterator[Event], kind: str, **data: object) -> list[Event]:
    """Reads events up to the first one of this type and data, which is included."""
    seen: list[Event] = []
    for event in events:
        seen.append(event)
        if event.type == kind and data.items() <= event.data.items():
            return seen
    raise AssertionError(f"no {kind} with {data} among {[event.type for event in seen]}")


class StubProcess:
    """The stub of the model's server in a separate process. Tests script it over HTTP."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self._http = httpx2.Client(
            base_url=base_url.removesuffix("/v1"), timeout=30, trust_env=False, verify=NO_AUTHORITIES
        )

    def script(self, *replies: Reply) -> None:
        """Sets the only replies to come, in this order, and forgets earlier requests."""
        self._http.post("/stub/script", json=[asdict(reply) for reply in replies])

    def reset(self) -> None:
        """Restores the default replies, and forgets earlier requests."""
        self._http.post("/stub/script", json=None)

    def release(self) -> None:
        self._http.post("/stub/release")

    def log(self) -> dict[str, Any]:
        return dict(self._http.get("/stub/requests").json())

    def requests(self) -> list[dict[str, Any]]:
        """The bodies of the requests for completions."""
        return [request["body"] for request in self.log()["requests"]]

    def close(self) -> None:
        self._http.close()


@contextmanager
def running_stub() -> Iterator[StubProcess]:
    with stub_of("tests.support.openai_stub") as stub:
        yield stub


@contextmanager
def stub_of(module: str) -> Iterator[StubProcess]:
    """Starts a stub of the model's server from a module."""
    with running_server(module) as base_url:
        stub = StubProcess(base_url)
        try:
            yield stub
        finally:
            stub.close()


def in_order(values: Iterable[str], *wanted: str) -> bool:
    """Whether the values occur in this order, with any other text between them."""
    remaining = iter(values)
    return all(value in remaining for value in wanted)
