"""Runs as chat completions: every chunk fits the SDK's types, and pieces fold as the whole does."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from orc.domain import Citation
from orc.events.types import Done, LoggedEvent, Message, StatusChange, Token
from orc.protocols.chat_completions import CompletionFold, CompletionHead, encode
from orc.protocols.fold import Numbering
from tests.support.logs import ANSWER_ID, RUN_ID, in_pieces, run_logs


def _link(message_id: str, citation: Citation, statement: int) -> str:
    return f"https://orc.example/{message_id}/{citation.id}/{statement}"


def fold(*, usage: bool = False, sources: bool = False) -> CompletionFold:
    return CompletionFold(CompletionHead("chatcmpl-1", 1, "orc", _link, with_usage=usage, with_sources=sources))


def chunks(of: CompletionFold, log: list[LoggedEvent]) -> list[dict[str, Any]]:
    numbering = Numbering(of)
    numbered = numbering.open() + numbering.feed(log)
    return [json.loads(encode(*each).removeprefix(b"data: ")) for each in numbered]


def text_of(found: list[dict[str, Any]]) -> str:
    deltas = [choice["delta"] for chunk in found for choice in chunk.get("choices", ())]
    return "".join(delta.get("content") or "" for delta in deltas)


@pytest.mark.req("BX-13")
@given(st.data())
def test_chunks_folded_in_pieces_are_those_folded_at_once(data: st.DataObject) -> None:
    log, usage, sources = data.draw(run_logs()), data.draw(st.booleans()), data.draw(st.booleans())
    whole = Numbering(fold(usage=usage, sources=sources))
    parts = Numbering(fold(usage=usage, sources=sources), after := data.draw(st.integers(-1, 30)))
    expected = whole.open() + whole.feed(log)
    pieces = data.draw(in_pieces(log))
    assert parts.open() + [each for piece in pieces for each in parts.feed(piece)] == expected[after + 1 :]


@pytest.mark.req("BX-13")
@given(run_logs(), st.booleans())
def test_every_chunk_of_any_run_fits_the_types_of_the_sdk(log: list[LoggedEvent], usage: bool) -> None:
    of = fold(usage=usage)
    found = chunks(of, log)
    for chunk in found:
        if "error" in chunk:
            assert chunk is found[-1]
        else:
            ChatCompletionChunk.model_validate(chunk, strict=True)
    ChatCompletion.model_validate(of.completion, strict=True)
    reasons = [choice["finish_reason"] for chunk in found for choice in chunk.get("choices", ())]
    assert reasons.count(None) == len(reasons) - (1 if "error" not in found[-1] else 0)


@pytest.mark.req("BX-13")
@given(run_logs())
def test_a_stream_ends_with_the_stored_text_whatever_was_begun_before(log: list[LoggedEvent]) -> None:
    of = fold()
    text = text_of(chunks(of, log))
    if stored := next((each.event for each in log if isinstance(each.event, Message)), None):
        assert text.endswith(stored.text)
        assert of.completion["choices"][0]["message"]["content"] == stored.text
    if not any(isinstance(each.event, StatusChange) for each in log):
        assert text == "".join(each.event.text for each in log if isinstance(each.event, Token))


def _log(*events: Any) -> list[LoggedEvent]:
    return [LoggedEvent(seq, event) for seq, event in enumerate([*events, Done(RUN_ID, "completed")], 1)]


@pytest.mark.req("BX-13", "RE-10")
@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("Every two", "Every two weeks.", "Every two weeks."),
        ("Every two weeks.", "Every two", "Every two weeks.\n\n*The answer was begun again:*\n\nEvery two"),
        ("Every month", "Every two weeks.", "Every month\n\n*The answer was begun again:*\n\nEvery two weeks."),
        ("", "Every two weeks.", "Every two weeks."),
    ],
)
def test_a_recovered_answer_continues_where_it_differs(before: str, after: str, shown: str) -> None:
    answer = shown.rpartition("\n")[2]
    log = _log(
        *(Token(letter) for letter in before),
        StatusChange("recovered"),
        *(Token(letter) for letter in after),
        Message(ANSWER_ID, answer, (), (), None),
    )
    assert text_of(chunks(fold(), log)) == shown
