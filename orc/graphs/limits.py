"""Limits of one turn: history, steps, tool calls and their time."""

from dataclasses import dataclass, replace
from typing import Self

_LEAST_CONTEXT = 4_000
_LEAST_HISTORY = 500


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """history_messages are the newest messages that the model always gets, up to history_characters; summary_after is
    the number of older ones that triggers a summary. Documents with at most context_characters in total are given
    whole; the results of other servers' tools share result_characters. answer_tokens limits the answer; None is the
    model's own limit. The tool loop is limited in rounds and calls; all tools of a turn together in seconds."""

    history_messages: int = 10
    history_characters: int = 24_000
    summary_after: int = 20
    context_characters: int = 60_000
    result_characters: int = 60_000
    answer_tokens: int | None = None
    plan_steps: int = 10
    parallel_steps: int = 4
    tool_rounds: int = 4
    tool_calls: int = 8
    tool_seconds: float = 180

    def halved(self, documents: int, history: int) -> Self | None:
        """Limits for half as many characters of documents and of history as a request had; None if that is no less, or
        the limits are such."""
        documents_now = min(self.context_characters, max(_LEAST_CONTEXT, documents // 2))
        results_now = min(self.result_characters, documents_now)
        history_now = min(self.history_characters, max(_LEAST_HISTORY, history // 2))
        limits = replace(
            self, context_characters=documents_now, result_characters=results_now, history_characters=history_now
        )
        return None if limits == self or (documents_now >= documents and history_now >= history) else limits
