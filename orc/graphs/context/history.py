"""The conversation so far, for a model: the newest messages, and a summary of those before them."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from orc import prompts
from orc.conversations.records import Message
from orc.conversations.repository import Conversations
from orc.conversations.summaries import Summary
from orc.documents.citations.markers import renumbered
from orc.errors import ModelError, StoreError
from orc.graphs.limits import TurnLimits
from orc.items import now, timestamp
from orc.ports import ChatMessage, ChatModel, ChatRequest, PartitionKey
from orc.ports.models import ask

logger = logging.getLogger(__name__)

_MAX_MESSAGES = 200  # messages read of a conversation without a summary
_MESSAGE_CHARACTERS = 1_000
_SUMMARY_TOKENS = 600
_SHARE_OF_ANSWER = 75  # percent of the characters, at most, for the newest answer
_CUT = "…"


@dataclass(frozen=True, slots=True)
class History:
    """The messages that no summary covers, oldest first, and the summary of the earlier ones, if there is one. is_long:
    a summary is due."""

    messages: tuple[Message, ...] = ()
    summary: str = ""
    is_long: bool = False

    def recent(
        self, limits: TurnLimits, *, most: int | None = None, characters: int | None = None
    ) -> tuple[ChatMessage, ...]:
        """The newest messages for a model, oldest first, as many as fit the limits, and the characters if they are
        fewer. They begin with the user and end with the assistant, by turns, as the chat templates of some models
        demand (D-480). The newest answer leaves room for the question that it answers."""
        if not limits.history_messages:
            return ()
        left = min(limits.history_characters, characters or limits.history_characters)
        messages, recent = self.messages[-most:] if most else self.messages, list[ChatMessage]()
        is_answer = len(messages) > 1 and messages[-1].role == "assistant"
        for place, message in enumerate(reversed(messages)):
            named = f"\n(Documents: {', '.join(message.blob_names)})" if message.blob_names else ""
            text = _text_of(message) + named
            room = left * _SHARE_OF_ANSWER // 100 if is_answer and not place else left
            if len(text) > room and (place > 1 or (place and not is_answer)):
                break
            recent.append(ChatMessage(message.role, text if len(text) <= room else text[:room] + _CUT))
            left = max(0, left - min(len(text), room))
        return _by_turns(reversed(recent))


def _by_turns(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    """The messages with one of each role in turn: what is missing before or after a message is said to be so."""
    turns: list[ChatMessage] = []
    for message in messages:
        if not turns and message.role == "assistant":
            turns.append(ChatMessage("user", prompts.EARLIER_LEFT_OUT))
        if turns and turns[-1].role == message.role:
            if message.role == "assistant":
                turns[-1] = replace(turns[-1], content=f"{turns[-1].content}\n\n{message.content}")
                continue
            turns.append(ChatMessage("assistant", prompts.NOT_ANSWERED))
        turns.append(message)
    if turns and turns[-1].role == "user":
        turns.append(ChatMessage("assistant", prompts.NOT_ANSWERED))
    return tuple(turns)


def _text_of(message: Message) -> str:
    """The text without the markers of its citations, whose numbers mean other sources in a later turn. An answer that
    was cancelled or failed is not taken for a whole one."""
    text = renumbered(message.text, dict.fromkeys(int(citation.id) for citation in message.citations))
    return text if message.status == "completed" else f"{text}\n{prompts.ENDED_EARLY}".strip()


async def read_history(
    conversations: Conversations, partition: PartitionKey, leaf_id: str | None, limits: TurnLimits
) -> History:
    """The history that ends in a message. The number of reads does not depend on the length of the conversation."""
    window = limits.history_messages
    most = window + limits.summary_after + 1 if window else 1  # the newest message has the state of the conversation
    messages = await conversations.branch(partition, leaf_id, most)
    if len(messages) < most or not window or messages[0].parent_message_id is None:
        return History(tuple(messages))
    summary = await _summary_of(conversations, partition, messages)
    if summary is None:
        return History(tuple(messages), is_long=True)
    rest = _after(messages, summary)
    return History(tuple(rest), summary.text, is_long=len(rest) == most)


async def _summary_of(conversations: Conversations, partition: PartitionKey, messages: list[Message]) -> Summary | None:
    """The newest summary of this branch without a gap before these messages."""
    on_branch = {message.message_id for message in messages} | {messages[0].parent_message_id}
    summaries = await conversations.summaries(partition)
    return next((summary for summary in summaries if summary.message_id in on_branch), None)


def _after(messages: list[Message], summary: Summary) -> list[Message]:
    ids = [message.message_id for message in messages]
    return messages[ids.index(summary.message_id) + 1 :] if summary.message_id in ids else messages


async def summarise(
    conversations: Conversations, partition: PartitionKey, leaf_id: str, model: ChatModel, limits: TurnLimits
) -> None:
    """Stores a summary of all but the newest messages, based on the previous summary. Failures are logged: the next
    turn tries again."""
    try:
        messages = await conversations.branch(partition, leaf_id, _MAX_MESSAGES)
        old = messages[: -limits.history_messages]
        if not old:
            return
        earlier = await _summary_of(conversations, partition, old)
        lines = [f"Summary of what came before: {earlier.text}"] if earlier else []
        uncovered = _after(old, earlier) if earlier else old
        lines += [f"{message.role}: {_text_of(message)[:_MESSAGE_CHARACTERS]}" for message in uncovered]
        conversation = "\n\n".join(lines).replace("<", "‹")
        request = ChatRequest(
            messages=(
                ChatMessage("system", prompts.SUMMARISE_CONVERSATION),
                ChatMessage("user", f"<conversation>\n{conversation}\n</conversation>"),
            ),
            max_output_tokens=_SUMMARY_TOKENS,
            temperature=0,
            task="summary",
        )
        if text := (await ask(model, request)).text.strip():
            last = old[-1]
            await conversations.add_summary(
                partition,
                Summary(message_id=last.message_id, seq=last.seq, text=text, created_at=timestamp(now())),
            )
    except (ModelError, StoreError) as error:
        logger.warning("A conversation could not be summarised: %s", error.code)
