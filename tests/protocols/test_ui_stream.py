"""The AI SDK's chunks of a run: the same in whatever pieces its log comes, and always a message that can be read."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.events.types import Done, LoggedEvent, Message, StepComplete, StepStarted
from orc.protocols.fold import Numbering
from orc.protocols.ui_stream import UIMessageFold
from tests.support.logs import ANSWER_ID, CONVERSATION_ID, RUN_ID, in_pieces, run_logs

VERSIONS = st.sampled_from((5, 6, 7))


def fold_of(version: int) -> Numbering[dict[str, Any]]:
    return Numbering(UIMessageFold(RUN_ID, CONVERSATION_ID, ANSWER_ID, version=version))


def chunks_of(log: Iterable[LoggedEvent], version: int) -> list[dict[str, Any]]:
    fold = fold_of(version)
    return [chunk for _, chunk in fold.open() + fold.feed(log)]


def read(chunks: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parts of the message, as the AI SDK puts them together: what it would throw at fails here."""
    parts: list[dict[str, Any]] = []
    texts: dict[str, dict[str, Any]] = {}
    for chunk in chunks:
        match chunk["type"]:
            case "reset-step":
                parts.clear()
                texts.clear()
            case "text-start":
                texts[chunk["id"]] = {"type": "text", "text": ""}
                parts.append(texts[chunk["id"]])
            case "text-delta":
                texts[chunk["id"]]["text"] += chunk["delta"]
            case "text-end":
                texts.pop(chunk["id"]).update(ended=chunk)
            case "tool-input-available":
                known = [part for part in parts if part.get("toolCallId") == chunk["toolCallId"]]
                parts += [] if known else [{"toolCallId": chunk["toolCallId"]}]
            case "tool-output-available" | "tool-output-error":
                [part] = [part for part in parts if part.get("toolCallId") == chunk["toolCallId"]]
                part["output"] = chunk
            case "source-document":
                parts.append(chunk)
    assert not texts
    return parts


@given(st.data(), VERSIONS)
def test_folding_in_pieces_equals_folding_at_once(data: st.DataObject, version: int) -> None:
    log = data.draw(run_logs())
    fold = fold_of(version)
    pieces = [each for piece in data.draw(in_pieces(log)) for each in fold.feed(piece)]
    assert [chunk for _, chunk in pieces] == chunks_of(log, version)[2:]


@given(run_logs(), VERSIONS)
def test_every_log_makes_one_message_with_its_text(log: list[LoggedEvent], version: int) -> None:
    chunks = chunks_of(log, version)
    parts = read(chunks)
    kinds = [chunk["type"] for chunk in chunks]
    assert kinds[:2] == ["start", "start-step"]
    assert (kinds.count("start"), kinds.count("finish") + kinds.count("abort")) == (1, 1)
    assert kinds[-1] in ("finish", "abort")
    assert ("reset-step" in kinds) <= (version == 7)
    told = [each.event for each in log if isinstance(each.event, Message)]
    kept = [part for part in parts if part.get("type") == "text" and "providerMetadata" not in part["ended"]]
    if told:
        assert "".join(part["text"] for part in kept) == told[0].text
        assert [part["sourceId"] for part in parts if part.get("type") == "source-document"] == ["file-1:chunk_1"]
    called = {f"{RUN_ID}-{each.event.step}" for each in log if isinstance(each.event, StepStarted | StepComplete)}
    assert {part["toolCallId"] for part in parts if "toolCallId" in part} == called
    assert [part for part in parts if "toolCallId" in part and "output" not in part] == []


@pytest.mark.parametrize(("status", "last"), [("cancelled", "abort"), ("completed", "finish")])
def test_an_end_that_is_not_in_the_log_ends_the_message(status: Any, last: str) -> None:
    chunks = chunks_of([LoggedEvent(0, Done(RUN_ID, status))], 7)
    assert [chunk["type"] for chunk in chunks][:3] == ["start", "start-step", "finish-step"]
    assert chunks[-1]["type"] == last
