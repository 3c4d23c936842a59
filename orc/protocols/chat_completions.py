"""A run in the Chat Completions API: the chunks of an answer, and the completion that they add up to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from orc.domain import TokenUsage
from orc.errors import CONTENT_FILTERED
from orc.events.types import Done, ErrorRaised, LoggedEvent, Message, RunComplete, StatusChange, Token
from orc.protocols.openai_items import Link
from orc.text import json_line

type Chunk = dict[str, Any]
"""What one `data:` line of the stream has: a chunk, an error, or an event of Open WebUI."""

_BEGUN_AGAIN = "\n\n*The answer was begun again:*\n\n"


@dataclass(frozen=True, slots=True)
class CompletionHead:
    """The constant parts of a completion. with_usage adds a chunk with the usage, with_sources the events in which Open
    WebUI shows sources with their quotations."""

    completion_id: str
    created: int
    model: str
    link: Link
    with_usage: bool = False
    with_sources: bool = False


@dataclass(slots=True)
class _Text:
    """The answer's text: what the current attempt has written, and what all attempts have sent. offset is where the
    current attempt begins in the sent text. again: the current attempt has not yet gone beyond what an earlier one
    sent."""

    written: str = ""
    sent: str = ""
    offset: int = 0
    again: bool = False


class CompletionFold:
    """Folds a run's log into the chunks of one completion. Sent text cannot be taken back: after a recovery, the new
    answer is sent from where it differs from the old one, after a note that says so."""

    def __init__(self, head: CompletionHead) -> None:
        self._head = head
        self._text = _Text()
        self._answered: Message | None = None
        self._complete: RunComplete | None = None
        self._error: ErrorRaised | None = None
        self.status = ""

    @property
    def completion(self) -> Chunk:
        """The whole completion, once the run has ended with an answer."""
        text = self._answered.text if self._answered else self._text.written
        message = {"role": "assistant", "content": text, "refusal": None, "annotations": self._annotations(0)}
        choice = {"index": 0, "message": message, "finish_reason": self._finish_reason(), "logprobs": None}
        return {**self._base("chat.completion"), "choices": [choice], "usage": self._usage()}

    @property
    def has_answer(self) -> bool:
        """Whether the run ended with an answer, possibly one that was cancelled before it was complete."""
        return self._answered is not None and self.status != "failed"

    @property
    def is_filtered(self) -> bool:
        """Whether the model's server refused to answer."""
        return self.status == "failed" and self.failure.code == CONTENT_FILTERED

    @property
    def failure(self) -> ErrorRaised:
        """Why there is no answer, once the run has ended without one."""
        return self._error or ErrorRaised("run_not_finished", "The turn did not finish.", retryable=True)

    def open(self) -> Iterator[Chunk]:
        """Yields the chunk with the role."""
        yield self._chunk({"role": "assistant", "content": ""})

    def feed(self, logged: LoggedEvent) -> Iterator[Chunk]:
        """Yields the chunks that the event adds."""
        match logged.event:
            case Token(text) if text:
                yield from self._write(text)
            case StatusChange(status="recovered"):
                self._text.written, self._text.again = "", True
            case Message() as answered:
                self._answered = answered
                yield from self._finish_text(answered)
            case RunComplete() as complete:
                self._complete = complete
            case ErrorRaised() as error:
                self._error = error
            case Done(status=status):
                self.status = status
                if status == "failed" and not self.is_filtered:
                    yield error_chunk(self.failure.code, self.failure.message)
                    return
                yield self._chunk({}, self._finish_reason())
                if self._head.with_usage:
                    yield {**self._base("chat.completion.chunk"), "choices": [], "usage": self._usage()}
            case _:
                pass

    def _write(self, text: str) -> Iterator[Chunk]:
        state = self._text
        state.written += text
        if state.again and state.sent[state.offset :].startswith(state.written):
            return
        if state.again and not state.written.startswith(state.sent[state.offset :]):
            yield from self._send(_BEGUN_AGAIN)
            state.offset = len(state.sent)
        state.again = False
        yield from self._send(state.written[len(state.sent) - state.offset :])

    def _send(self, text: str) -> Iterator[Chunk]:
        if text:
            self._text.sent += text
            yield self._chunk({"content": text})

    def _finish_text(self, answered: Message) -> Iterator[Chunk]:
        """Yields the text that was stored but not sent, and the citations."""
        state = self._text
        if not answered.text.startswith(state.written):
            state.written, state.again = "", True
        yield from self._write(answered.text[len(state.written) :])
        if state.sent[state.offset :] != answered.text:  # an earlier attempt has sent more
            yield from self._send(_BEGUN_AGAIN)
            state.offset = len(state.sent)
            yield from self._send(answered.text)
        if found := self._annotations(state.offset):
            yield self._chunk({"annotations": found})
        if self._head.with_sources:
            for citation in answered.citations:  # a source as Open WebUI shows it: quotations, each with its place
                places = dict.fromkeys((span.snippet, span.page) for span in citation.spans)
                quotes = places or {(citation.snippet, citation.page): None}
                url = self._head.link(answered.message_id, citation, 1)
                about = {"source": url, "name": citation.blob_name}
                data = {
                    "source": {"id": citation.file_id, "name": citation.blob_name, "url": url},
                    "document": [snippet for snippet, _ in quotes],
                    "metadata": [{**about, **({"page": page} if page else {})} for _, page in quotes],
                }
                yield {"event": {"type": "source", "data": data}}

    def _annotations(self, offset: int) -> list[dict[str, Any]]:
        """A `url_citation` for each statement that cites a source, in the order of the text."""
        if self._answered is None:
            return []
        length = len(self._answered.text)
        places = sorted(
            (span.answer_start, span.answer_end, citation.id, number, citation)
            for citation in self._answered.citations
            for number, span in enumerate(citation.spans, 1)
        )
        places += [(0, length, each.id, 1, each) for each in self._answered.citations if not each.spans]
        return [
            {
                "type": "url_citation",
                "url_citation": {
                    "url": self._head.link(self._answered.message_id, citation, number),
                    "title": ", ".join(filter(None, [citation.blob_name, citation.place])),
                    "start_index": start + offset,
                    "end_index": end + offset,
                },
            }
            for start, end, _, number, citation in places
        ]

    def _finish_reason(self) -> str:
        """A cancelled answer ends with `stop` too: the API has no other value for it."""
        if self.is_filtered:
            return "content_filter"
        reason = self._complete.finish_reason if self._complete else None
        return reason if reason in ("length", "content_filter") else "stop"

    def _usage(self) -> dict[str, Any] | None:
        """None if the model's server did not count tokens."""
        tokens = self._complete.tokens if self._complete else TokenUsage()
        if tokens.prompt is None or tokens.completion is None:
            return None
        total = tokens.prompt + tokens.completion
        return {
            "prompt_tokens": tokens.prompt,
            "prompt_tokens_details": {"cached_tokens": tokens.cached or 0},
            "completion_tokens": tokens.completion,
            "completion_tokens_details": {"reasoning_tokens": tokens.thought or 0},
            "total_tokens": total,
        }

    def _chunk(self, delta: dict[str, Any], finish_reason: str | None = None) -> Chunk:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
        usage = {"usage": None} if self._head.with_usage else {}
        return {**self._base("chat.completion.chunk"), "choices": [choice], **usage}

    def _base(self, kind: str) -> Chunk:
        head = self._head
        return {"id": head.completion_id, "object": kind, "created": head.created, "model": head.model}


def error_chunk(code: str, message: str) -> Chunk:
    """An error within a stream; clients raise it."""
    return {"error": {"message": message, "type": "server_error", "param": None, "code": code}}


def encode(_: int, chunk: Chunk) -> bytes:
    """Encodes a chunk as a server-sent event."""
    return f"data: {json_line(chunk)}\n\n".encode()
