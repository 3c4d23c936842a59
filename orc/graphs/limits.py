"""How much one turn may take: of the history, of steps, of tool calls and of their time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """history_messages are the newest messages that are always told to the model, up to history_characters;
    summary_after is how many older ones may gather before they are summarised. Documents of up to context_characters
    together are told whole. An answer has at most answer_tokens, as many as the model likes if that is None. A tool
    loop has so many rounds and calls; all tools of a turn together have so many seconds."""

    history_messages: int = 10
    history_characters: int = 24_000
    summary_after: int = 20
    context_characters: int = 60_000
    answer_tokens: int | None = None
    plan_steps: int = 10
    parallel_steps: int = 4
    tool_rounds: int = 4
    tool_calls: int = 8
    tool_seconds: float = 180
