"""A run in the OpenAI Responses API: its events in that API's order, and the final response."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from orc.errors import CONTENT_FILTERED
from orc.events.types import (
    Done,
    ErrorRaised,
    LoggedEvent,
    Message,
    RunComplete,
    RunStart,
    StatusChange,
    StepComplete,
    StepStarted,
    Token,
)
from orc.protocols.openai_ids import message_id
from orc.protocols.openai_items import (
    Files,
    Item,
    Link,
    annotations,
    answer_item,
    ended_step,
    output_text,
    step_id,
    step_item,
)
from orc.text import json_line

type Event = dict[str, Any]
"""An event of the API, without its sequence_number."""


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The constant parts of a response. echo has the fields that it repeats from its request, and its id; answer_id is
    the id of the stored answer. A background response reports its time in the queue. with_results includes the results
    of searches. files maps the run's copied documents to the ids of their originals."""

    echo: Mapping[str, Any]
    run_id: str
    answer_id: str
    link: Link
    background: bool = False
    with_results: bool = False
    files: Files = field(default_factory=dict[str, str])


@dataclass(slots=True)
class _Writing:
    """The message item that is being written."""

    item_id: str
    index: int
    text: str = ""
    annotations: list[Item] = field(default_factory=list)

    @property
    def part(self) -> dict[str, Any]:
        """The position of its text, as events state it."""
        return {"item_id": self.item_id, "output_index": self.index, "content_index": 0}


class ResponseFold:
    """Folds a run's log into the events of one response. Text comes as it is written, annotations once it is complete.
    When a run is recovered, its unfinished items end as incomplete and new ones begin; the final response contains
    complete items only. Fed with stored events alone, it never contradicts what it has sent."""

    def __init__(self, head: ResponseHead) -> None:
        self._head = head
        self._status = "queued" if head.background else "in_progress"
        self._items: dict[int, Item] = {}
        self._steps: dict[int, tuple[int, Item]] = {}
        self._next_index = 0
        self._attempt = 0
        self._writing: _Writing | None = None
        self._answered: Message | None = None
        self._complete: RunComplete | None = None
        self._error: ErrorRaised | None = None

    @property
    def with_results(self) -> bool:
        return self._head.with_results

    @property
    def response(self) -> Item:
        """The response as it is after the events so far."""
        echo, complete, error = self._head.echo, self._complete, None
        if self._status == "failed" and self._error is not None:
            error = {"code": "server_error", "message": self._error.message, "type": self._error.code}
        reason = {"reason": "content_filter" if self._error else "max_output_tokens"}
        tokens = complete.tokens if complete else None
        usage: Item | None = None  # if the model's server did not count
        if tokens is not None and tokens.prompt is not None and tokens.completion is not None:
            usage = {
                "input_tokens": tokens.prompt,
                "input_tokens_details": {"cached_tokens": tokens.cached or 0, "cache_write_tokens": 0},
                "output_tokens": tokens.completion,
                "output_tokens_details": {"reasoning_tokens": tokens.thought or 0},
                "total_tokens": tokens.prompt + tokens.completion,
            }
        return {
            **echo,
            "completed_at": echo["created_at"] + complete.duration_ms // 1000 if complete and self._is_whole else None,
            "status": self._status,
            "output": [self._items[index] for index in sorted(self._items)],
            "usage": usage,
            "error": error,
            "incomplete_details": reason if self._status == "incomplete" else None,
        }

    @property
    def _is_whole(self) -> bool:
        return self._status == "completed"

    def open(self) -> Iterator[Event]:
        """Yields the response before its first event."""
        yield {"type": "response.created", "response": self.response}
        if self._head.background:
            yield {"type": "response.queued", "response": self.response}

    def feed(self, logged: LoggedEvent) -> Iterator[Event]:
        """Yields what the event adds."""
        match logged.event:
            case RunStart():
                self._status = "in_progress"
                yield {"type": "response.in_progress", "response": self.response}
            case StepStarted() as started:
                yield from self._begin_step(started)
            case StepComplete() as ended:
                if ended.step not in self._steps:  # its call was never sent
                    yield from self._begin_step(StepStarted(ended.step, ended.tool, {}))
                index, begun_item = self._steps.pop(ended.step)
                item = ended_step(begun_item, ended, with_results=self._head.with_results, files=self._head.files)
                self._items[index] = item
                where = {"item_id": item["id"], "output_index": index}
                if item["type"] == "mcp_call":
                    yield {"type": f"response.mcp_call.{item['status']}", **where}
                elif ended.ok:
                    yield {"type": "response.file_search_call.completed", **where}
                yield _done(index, item)
            case Token(text) if text:
                yield from self._write(text)
            case StatusChange(status="recovered"):
                yield from self._restart()
            case Message() as answered:
                self._answered = answered
                yield from self._finish_text(answered)
            case RunComplete() as complete:
                self._complete = complete
            case ErrorRaised() as error:
                self._error = error
            case Done(status=status):
                yield from self._cut_steps()
                code = self._error.code if self._error else None
                finish = self._complete.finish_reason if self._complete else None
                is_cut = (status, finish) == ("completed", "length")
                is_filtered = (status, code) == ("failed", CONTENT_FILTERED)
                self._status = "incomplete" if is_cut or is_filtered else status
                yield from self._end_text(
                    "completed" if self._is_whole else "incomplete", keep=self._answered is not None
                )
                ends = {"completed": "completed", "failed": "failed"}  # the API has no event for a cancelled response
                yield {"type": f"response.{ends.get(self._status, 'incomplete')}", "response": self.response}

    def _begin_step(self, started: StepStarted) -> Iterator[Event]:
        item_id = step_id(self._head.run_id, started.step, self._attempt)
        item = step_item(item_id, started.tool, started.params, started.server)
        index = self._take_index()
        self._steps[started.step] = index, item
        yield _added(index, item)
        where = {"item_id": item["id"], "output_index": index}
        if item["type"] == "file_search_call":
            yield {"type": "response.file_search_call.in_progress", **where}
            yield {"type": "response.file_search_call.searching", **where}
        else:
            yield {"type": "response.mcp_call.in_progress", **where}
            yield {"type": "response.mcp_call_arguments.delta", **where, "delta": item["arguments"]}
            yield {"type": "response.mcp_call_arguments.done", **where, "arguments": item["arguments"]}

    def _write(self, text: str) -> Iterator[Event]:
        writing = self._writing
        if writing is None:
            again = f"_{self._attempt}" if self._attempt else ""
            writing = self._writing = _Writing(f"{message_id(self._head.answer_id)}{again}", self._take_index())
            yield _added(writing.index, answer_item(writing.item_id, "in_progress", []))
            yield {"type": "response.content_part.added", **writing.part, "part": output_text("", [])}
        writing.text += text
        yield {"type": "response.output_text.delta", **writing.part, "delta": text, "logprobs": []}

    def _finish_text(self, answered: Message) -> Iterator[Event]:
        """Yields the text that was stored but not sent, and its annotations."""
        if self._writing is not None and not answered.text.startswith(self._writing.text):
            yield from self._restart()
        if rest := answered.text[len(self._writing.text) if self._writing else 0 :]:
            yield from self._write(rest)
        if self._writing is not None:
            head = self._head
            found = annotations(answered.message_id, answered.text, answered.citations, head.link, head.files)
            self._writing.annotations = found
            for number, annotation in enumerate(found):
                kind = "response.output_text.annotation.added"
                yield {"type": kind, **self._writing.part, "annotation_index": number, "annotation": annotation}

    def _restart(self) -> Iterator[Event]:
        """Ends unfinished items as incomplete; they are not in the final response."""
        yield from self._cut_steps()
        yield from self._end_text("incomplete", keep=False)
        self._attempt += 1

    def _cut_steps(self) -> Iterator[Event]:
        for index, begun in self._steps.values():
            yield _done(index, ended_step(begun, None, with_results=False, files={}))
        self._steps.clear()

    def _end_text(self, status: str, *, keep: bool) -> Iterator[Event]:
        writing, self._writing = self._writing, None
        if writing is None:
            return
        part = output_text(writing.text, writing.annotations)
        item = answer_item(writing.item_id, status, [part])
        yield {"type": "response.output_text.done", **writing.part, "text": writing.text, "logprobs": []}
        yield {"type": "response.content_part.done", **writing.part, "part": part}
        yield _done(writing.index, item)
        if keep:
            self._items[writing.index] = item

    def _take_index(self) -> int:
        self._next_index += 1
        return self._next_index - 1


def _added(index: int, item: Item) -> Event:
    return {"type": "response.output_item.added", "output_index": index, "item": item}


def _done(index: int, item: Item) -> Event:
    return {"type": "response.output_item.done", "output_index": index, "item": item}


def encode(number: int, event: Event) -> bytes:
    """Encodes an event with its sequence_number as a server-sent event."""
    data = json_line({"type": event["type"], "sequence_number": number, **event})
    return f"event: {event['type']}\ndata: {data}\n\n".encode()
