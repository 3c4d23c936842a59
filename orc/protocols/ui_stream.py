"""A run as the AI SDK's UI message stream, which builds one assistant message (D-273)."""

from collections.abc import Iterator

from orc.domain import Json
from orc.events.types import (
    Done,
    ErrorRaised,
    LoggedEvent,
    Message,
    RunComplete,
    StatusChange,
    StepComplete,
    StepStarted,
    StepThinking,
    Token,
)
from orc.protocols.ui_parts import NEWEST, Chunk, metadata_of_run, source_documents, text_citations, tool_call_id

_FINISH_REASONS = {None: "stop", "length": "length", "content_filter": "content-filter"}


class UIMessageFold:
    """Folds a run's log into chunks for one major version of the SDK's `ai` package. The message is one step of the
    SDK. After a recovery `reset-step` removes all of it, and the tool calls are sent again. Clients before version 7 do
    not know `reset-step`: their text part ends as superseded and another begins. Sources and citations come with the
    complete answer."""

    def __init__(self, run_id: str, conversation_id: str, message_id: str, *, version: int = NEWEST) -> None:
        self._run_id = run_id
        self._conversation_id = conversation_id
        self._message_id = message_id
        self._resets = self._cites = version >= NEWEST
        self._texts = 0
        self._text: str | None = None
        self._tools: dict[str, list[Chunk]] = {}
        self._took: Chunk = {}
        self._finish_reason = "stop"

    def open(self) -> Iterator[Chunk]:
        metadata = metadata_of_run(self._run_id, self._conversation_id)
        yield {"type": "start", "messageId": self._message_id, "messageMetadata": metadata}
        yield {"type": "start-step"}

    def feed(self, logged: LoggedEvent) -> Iterator[Chunk]:
        match logged.event:
            case StepThinking(stage, text):
                yield {"type": "data-stage", "data": {"stage": stage, "text": text}, "transient": True}
            case StepStarted() as step:
                yield self._tool_input(step)
            case StepComplete() as step:
                yield from self._tool_output(step)
            case Token(text):
                yield from self._write(text)
            case StatusChange(status="recovered"):
                yield from self._begin_again()
            case Message() as message:
                if (self._text or "") != message.text:
                    yield from self._begin_again()
                    yield from self._write(message.text)
                yield from source_documents(message.citations)
                cited = text_citations(message.text, message.citations) if self._cites else None
                yield from self._end_text(**({"citations": cited} if cited else {}))
                self._took |= {} if message.confidence is None else {"confidence": message.confidence}
            case RunComplete() as complete:
                tokens: Json = {"prompt": complete.tokens.prompt, "completion": complete.tokens.completion}
                self._took |= {"tokens": tokens, "duration_ms": complete.duration_ms, "model": complete.model}
                self._finish_reason = _FINISH_REASONS.get(complete.finish_reason, "other")
            case ErrorRaised(code, message, retryable):
                yield from self._end_text()
                metadata: Chunk = {
                    "status": "failed",
                    "error": {"code": code, "message": message, "retryable": retryable},
                }
                yield {"type": "message-metadata", "messageMetadata": metadata}
                yield {"type": "error", "errorText": message}
                self._finish_reason = "error"
            case Done(status=status):
                yield from self._end_text()
                ended: Chunk = {"status": status, **self._took}
                yield {"type": "finish-step"}
                if status == "cancelled":  # the SDK's clients know it by an abort in place of a finish
                    yield {"type": "message-metadata", "messageMetadata": ended}
                    yield {"type": "abort", "reason": "cancelled"}
                else:
                    yield {"type": "finish", "finishReason": self._finish_reason, "messageMetadata": ended}

    def _tool_input(self, step: StepStarted) -> Chunk:
        chunk: Chunk = {
            "type": "tool-input-available",
            "toolCallId": tool_call_id(self._run_id, step.step),
            "toolName": step.tool,
            "input": step.params,
            "providerExecuted": True,
            "dynamic": True,
        }
        if step.reasoning:
            chunk["providerMetadata"] = {"orc": {"reasoning": step.reasoning}}
        self._tools[str(chunk["toolCallId"])] = [chunk]
        return chunk

    def _tool_output(self, step: StepComplete) -> Iterator[Chunk]:
        call = tool_call_id(self._run_id, step.step)
        if call not in self._tools:  # it was refused before it began
            yield self._tool_input(StepStarted(step.step, step.tool, {}))
        chunk: Chunk = {"toolCallId": call, "providerExecuted": True, "dynamic": True}
        if step.ok:
            chunk |= {"type": "tool-output-available", "output": step.result}
        else:
            message = step.error["message"] if step.error else "The tool gave no result."
            chunk |= {"type": "tool-output-error", "errorText": message}
        self._tools[call].append(chunk)
        yield chunk

    def _write(self, text: str) -> Iterator[Chunk]:
        if self._text is None:
            self._text = ""
            self._texts += 1
            yield {"type": "text-start", "id": self._text_id}
        self._text += text
        yield {"type": "text-delta", "id": self._text_id, "delta": text}

    @property
    def _text_id(self) -> str:
        return f"{self._message_id}-{self._texts}"

    def _end_text(self, **more: Json) -> Iterator[Chunk]:
        if self._text is not None:
            self._text = None
            yield {"type": "text-end", "id": self._text_id, **more}

    def _begin_again(self) -> Iterator[Chunk]:
        """Removes the text, if any was sent. Tool calls that are made again update their parts by id."""
        if self._text is None:
            return
        if not self._resets:
            yield from self._end_text(providerMetadata={"orc": {"superseded": True}})
            return
        self._text = None
        yield {"type": "reset-step"}
        for chunks in self._tools.values():
            yield from chunks
