"""A deployment's public HTTP interface, as an evaluation uses it, with the waits that the deployment asks for."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2

from shared.evaluate.failures import EvaluationFailed, RequestFailed

_POLL_SECONDS = 0.2
_LEAST_WAIT = 1.0
_PAGE = 100
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits in seconds: for one answer, for reading a document, and for the waits that 429 responses ask of one
    request."""

    answer: float = 300
    document: float = 600
    refused: float = 600


@dataclass(slots=True)
class Answer:
    """A turn, as its events report it. Times are in seconds since the request; offered is the number of passages that
    the tool found for the answer, query the text that it searched for."""

    message_id: str = ""
    text: str = ""
    citations: Sequence[Mapping[str, Any]] = ()
    confidence: float | None = None
    first_token: float | None = None
    time: float = 0.0
    tokens: int | None = None
    model: str = ""
    offered: int | None = None
    query: str | None = None
    status: str = ""
    error: str = ""
    run_id: str | None = field(default=None, repr=False)
    last_event: str = field(default="0", repr=False)

    def take(self, kind: str, data: Mapping[str, Any], seconds: float) -> None:
        """Adds an event."""
        match kind:
            case "run_start":
                self.run_id = data["run_id"]
            case "token":
                self.first_token = seconds if self.first_token is None else self.first_token
            case "step_started" if self.query is None:
                question = data["params"].get("question") or data["params"].get("query")
                self.query = question if isinstance(question, str) else None
            case "step_complete" if self.offered is None and data["ok"] and data["tool"] == "document_chat":
                found = ((data.get("result") or {}).get("metadata") or {}).get("passages")
                self.offered = found if isinstance(found, int) else None
            case "message":
                self.message_id, self.text, self.citations = data["message_id"], data["text"], data["citations"]
                self.confidence = data.get("confidence")
            case "run_complete":
                counted = data["tokens"]["prompt"], data["tokens"]["completion"]
                self.tokens, self.model = None if None in counted else sum(counted), data["model"]
            case "error":
                self.error = data["message"]
            case "done":
                self.status, self.time = data["status"], seconds


class Deployment:
    """One caller's access to a deployment. A refusal or a failed connection raises RequestFailed; a 429 is repeated
    after the seconds that it names."""

    def __init__(self, http: httpx2.AsyncClient, patience: Patience) -> None:
        self._http = http
        self._patience = patience

    @classmethod
    @asynccontextmanager
    async def at(cls, url: str, *, token: str | None, patience: Patience) -> AsyncIterator["Deployment"]:
        """Opens a deployment. Raises EvaluationFailed if nothing answers there, or if a token would be sent
        unencrypted."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EvaluationFailed(f"--url: {url} is not an http or https URL.")
        if token and parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise EvaluationFailed(f"--url: a token is not sent over http to {parts.hostname}; use https.")
        base = url.rstrip("/").removesuffix("/api")
        headers = {"authorization": f"Bearer {token}"} if token else {}
        limits = httpx2.Timeout(30, read=max(patience.answer, 60))
        async with httpx2.AsyncClient(base_url=base, headers=headers, timeout=limits, trust_env=False) as http:
            deployment = cls(http, patience)
            try:
                await deployment.json("GET", "/api/health")
            except RequestFailed as error:
                raise EvaluationFailed(f"No Orc answers at {base}: {error}") from error
            yield deployment

    async def json(self, method: str, path: str, **sent: Any) -> Any:
        """Sends a request and returns the JSON of its response."""
        response = await self._send(method, path, **sent)
        try:
            return response.json() if response.content else None
        except ValueError as error:
            raise RequestFailed(f"{method} {path} did not return JSON.") from error

    async def bytes_of(self, file_id: str) -> bytes:
        """The bytes of a document as it was uploaded."""
        return (await self._send("GET", f"/api/documents/{quote(file_id)}/content")).content

    async def text_of(self, file_id: str) -> str:
        """The text that was extracted from a document."""
        return str((await self.json("GET", f"/api/documents/{quote(file_id)}/text"))["text"])

    async def create(self) -> str:
        """Creates a conversation and returns its id."""
        return str((await self.json("POST", "/api/conversations", json={"title": "Evaluation"}))["conversation_id"])

    async def upload(self, conversation: str, name: str, data: bytes, metadata: Mapping[str, str]) -> None:
        """Uploads a document. It is read in the background; until_read waits for it."""
        form = {"metadata": json.dumps(metadata)} if metadata else {}
        path = f"/api/conversations/{conversation}/documents"
        await self._send("POST", path, files=[("files", (name, data))], data=form)

    async def until_read(self, conversation: str) -> dict[str, dict[str, Any]]:
        """Waits until each document of the conversation is ready or failed, and returns them by name."""
        deadline = time.monotonic() + self._patience.document
        while True:
            documents = await self.json("GET", f"/api/conversations/{conversation}/documents")
            waiting = [each["blob_name"] for each in documents if each["status"] not in ("ready", "failed")]
            if not waiting:
                return {each["blob_name"]: each for each in documents}
            if time.monotonic() > deadline:
                raise RequestFailed(f"{', '.join(waiting)}: not read within {self._patience.document:g} s.")
            await asyncio.sleep(_POLL_SECONDS)

    async def ask(self, body: Mapping[str, Any]) -> Answer:
        """Runs a turn to its end, resuming a stream that ends early. Raises RequestFailed if it did not complete, or
        not in time."""
        answer, events = Answer(), {"accept": "text/event-stream"}
        path = f"/api/conversations/{body['conversation_id']}"
        try:
            async with asyncio.timeout(self._patience.answer):
                async with self._streamed("POST", "/api/orc", json=body, headers=events) as (response, sent):
                    await self._read(response, answer, sent)
                while not answer.status:
                    if answer.run_id is None:
                        raise RequestFailed(answer.error or "The stream ended before the turn began.")
                    await asyncio.sleep(_POLL_SECONDS)
                    where = {"since": answer.last_event, "run_id": answer.run_id}
                    async with self._streamed("GET", f"{path}/stream", params=where, headers=events) as (response, _):
                        await self._read(response, answer, sent)
        except TimeoutError:
            with suppress(RequestFailed):
                await self._send("POST", f"{path}/cancel")
            raise RequestFailed(f"No answer within {self._patience.answer:g} s.") from None
        if answer.status != "completed":
            raise RequestFailed(answer.error or f"The turn ended as {answer.status}.")
        return answer

    async def _read(self, response: httpx2.Response, answer: Answer, sent: float) -> None:
        try:
            async for event in httpx2.EventSource(response):
                data: Any = event.json()
                answer.last_event = event.id or answer.last_event
                answer.take(event.event, data, time.monotonic() - sent)
        except httpx2.SSEError as error:
            raise RequestFailed(f"The answer is not a stream of events: {error}") from error
        except (httpx2.TransportError, ValueError):  # after a lost connection the turn continues and is followed again
            return

    async def search(
        self, query: str, *, top_k: int, file_ids: Sequence[str], conversation: str | None
    ) -> list[dict[str, Any]]:
        """Returns the best passages, best first: of the given documents, else of the conversation's, else of all."""
        where = {"file_ids": list(file_ids)} if file_ids else {"conversation_id": conversation}
        found = await self.json("POST", "/api/search", json={"query": query, "top_k": top_k, **where})
        return list(found["passages"])

    async def conversations(self) -> AsyncIterator[str]:
        """Yields the ids of the caller's conversations, the most recently changed first."""
        where: dict[str, Any] = {"limit": _PAGE}
        while True:
            page = await self.json("GET", "/api/conversations", params=where)
            for item in page["items"]:
                yield item["conversation_id"]
            if not page["continuation"]:
                return
            where["continuation"] = page["continuation"]

    async def document_named(self, name: str) -> Mapping[str, Any] | None:
        """The caller's newest ready document with the name, or None."""
        offset = 0
        while True:
            page = await self.json("GET", "/api/documents", params={"limit": _PAGE, "offset": offset})
            for item in page["items"]:
                if item["blob_name"] == name and item["status"] == "ready":
                    return dict(item)
            offset += _PAGE
            if offset >= page["total"]:
                return None

    async def _send(self, method: str, path: str, **sent: Any) -> httpx2.Response:
        async with self._streamed(method, path, **sent) as (response, _):
            try:
                await response.aread()
            except httpx2.TransportError as error:
                raise RequestFailed(_unreachable(error)) from error
            return response

    @asynccontextmanager
    async def _streamed(self, method: str, path: str, **sent: Any) -> AsyncIterator[tuple[httpx2.Response, float]]:
        """Yields a successful response before its body is read, and the time of its request. Waits for 429 responses
        within its patience."""
        left = self._patience.refused
        while True:
            async with AsyncExitStack() as stack:
                started = time.monotonic()
                try:
                    response = await stack.enter_async_context(self._http.stream(method, path, **sent))
                    if not response.is_success:
                        await response.aread()
                except httpx2.TransportError as error:
                    raise RequestFailed(_unreachable(error)) from error
                if response.is_success:
                    yield response, started
                    return
            retry_after = response.headers.get("retry-after", "")
            wait = max(_LEAST_WAIT, float(retry_after) if retry_after.isdecimal() else 0.0)
            if response.status_code != httpx2.codes.TOO_MANY_REQUESTS or wait > left:
                raise RequestFailed(_refused(response))
            left -= wait
            await asyncio.sleep(wait)


def _unreachable(error: httpx2.TransportError) -> str:
    if isinstance(error, httpx2.TimeoutException):
        return "It did not answer in time."
    return f"The connection failed: {str(error) or type(error).__name__}."


def _refused(response: httpx2.Response) -> str:
    """The status, code and detail of a problem document, or the status alone."""
    head = f"{response.status_code} {response.reason_phrase}"
    try:
        problem = response.json()
        fields = "; ".join(f"{each['field']}: {each['message']}" for each in problem.get("errors") or ())
        return (
            f"{head} ({problem['code']}): {problem.get('detail') or problem['title']}{f' {fields}' if fields else ''}"
        )
    except (ValueError, KeyError, AttributeError, TypeError):
        return f"{head}."
