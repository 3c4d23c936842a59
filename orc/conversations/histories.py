"""Finds the conversation that a client continues when it sends its whole history instead of an id (D-268)."""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import batched

from orc.conversations.records import Message, Run
from orc.conversations.repository import Conversations
from orc.domain import Caller, ConversationKey, Json
from orc.errors import NotFound
from orc.items import now, timestamp
from orc.ports import MAX_WRITES_PER_BATCH, Item, ItemStore, Upsert

_MOST_ALIKE = 20
_LOOKED_UP_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class HistoryMessage:
    """A message of the history that a client resends."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredPrefix:
    """The stored beginning of a history: its first count messages, of which message is the last."""

    key: ConversationKey
    message: Message
    count: int


class Histories:
    """Stores the digest of each question's history in the partition of its conversation, where it is deleted with the
    conversation."""

    def __init__(self, items: ItemStore, conversations: Conversations) -> None:
        self._items = items
        self._conversations = conversations

    async def remember(self, caller: Caller, run: Run, sent: Sequence[HistoryMessage]) -> None:
        """Stores that the run answers these messages."""
        key = caller.conversation(run.conversation_id)
        [*_, digest] = _digests(sent)
        await self._write(key, [_item(digest, run.user_message_id, run.message_id, run.run_id)])

    async def remember_imported(
        self,
        key: ConversationKey,
        earlier: Sequence[HistoryMessage],
        imported: Sequence[tuple[HistoryMessage, Message]],
    ) -> None:
        """Stores that the imported messages follow these earlier ones."""
        digests = _digests([*earlier, *(each for each, _ in imported)])[len(earlier) :]
        stored = [message for _, message in imported]
        found = [
            _item(digest, asked.message_id, answer.message_id if answer and answer.role == "assistant" else "", "")
            for digest, asked, answer in zip(digests, stored, [*stored[1:], None], strict=True)
            if asked.role == "user" and (answer is None or answer.role == "assistant")
        ]
        for part in batched(found, MAX_WRITES_PER_BATCH, strict=False):
            await self._write(key, part)

    async def _write(self, key: ConversationKey, items: Sequence[Item]) -> None:
        await self._items.write(key.partition, [Upsert(item) for item in items])

    async def longest(
        self, caller: Caller, key: ConversationKey | None, history: Sequence[HistoryMessage]
    ) -> StoredPrefix | None:
        """The longest stored beginning of this history, in one conversation or, if key is None, in any. It ends with an
        answer that the history repeats, else with a question. Of several, the newest."""
        digests = _digests(history)
        ends = [n for n, each in enumerate(history, 1) if each.role == "user" and _role(history, n) != "user"][::-1]
        for counts in (ends[:1], *batched(ends[1:], _LOOKED_UP_AT_ONCE, strict=False)):
            found = await asyncio.gather(*(self._answering(caller, key, digests[count - 1]) for count in counts))
            for count, stored in zip(counts, found, strict=True):
                question_only: StoredPrefix | None = None
                for where, body in stored:
                    answer = await self._conversations.find_message(where.partition, str(body["answer_id"]))
                    if answer and _role(history, count):
                        # The client may have the whole answer, its beginning if the client stopped it, or more before
                        # it if a recovery began it again.
                        answer_text, sent_text = answer.text.strip(), history[count].text.strip()
                        if sent_text and (
                            answer_text.startswith(sent_text) or (answer_text and sent_text.endswith(answer_text))
                        ):
                            return StoredPrefix(where, answer, count + 1)
                    question = await self._conversations.find_message(where.partition, str(body["question_id"]))
                    if question_only is None and question is not None:
                        question_only = StoredPrefix(where, question, count)
                if question_only is not None:
                    return question_only
        return None

    async def abandoned(
        self, caller: Caller, key: ConversationKey | None, history: Sequence[HistoryMessage]
    ) -> list[tuple[ConversationKey, Run]]:
        """The active runs of the answer that this history ends with: the client has continued without them."""
        if len(history) < 2 or history[-1].role != "assistant":
            return []
        found = list[tuple[ConversationKey, Run]]()
        for where, body in await self._answering(caller, key, _digests(history)[-2]):
            with suppress(NotFound):
                if not body["run_id"]:
                    continue
                run = (await self._conversations.run(where, str(body["run_id"]))).record
                if not run.is_over:
                    found.append((where, run))
        return found

    async def _answering(
        self, caller: Caller, key: ConversationKey | None, digest: str
    ) -> list[tuple[ConversationKey, Mapping[str, Json]]]:
        """The entries of questions with the same history, newest first."""
        stored = await self._items.query(
            key.partition if key else caller.partition,
            "history",
            after=f"{digest}/",
            before=f"{digest}0",
            descending=True,
            limit=_MOST_ALIKE,
        )
        found = list[tuple[ConversationKey, Mapping[str, Json]]]()
        for each in stored:
            with suppress(NotFound):  # the conversation is being deleted
                await self._conversations.get(each.conversation_key)
                found.append((each.conversation_key, each.body))
        return found


def _item(digest: str, question_id: str, answer_id: str, run_id: str) -> Item:
    return {
        "id": f"history-{question_id}",
        "type": "history",
        "schema_version": 1,
        "sort": f"{digest}/{timestamp(now())}",
        "question_id": question_id,
        "answer_id": answer_id,
        "run_id": run_id,
    }


def _role(history: Sequence[HistoryMessage], position: int) -> str:
    """The role of the message at a position; empty after the last one."""
    return history[position].role if position < len(history) else ""


def _digests(messages: Sequence[HistoryMessage]) -> list[str]:
    """For each message, the digest of all messages up to it. Empty answers count for nothing: they are not stored."""
    digest, found = hashlib.sha256(), list[str]()
    for message in messages:
        if message.role == "user" or message.text.strip():
            digest.update(json.dumps([message.role, message.text.strip()]).encode())
        found.append(digest.hexdigest())
    return found
