"""Where turns of clients that keep no state go on: by what such a client has sent before, messages and all (D-268)."""

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
class Spoken:
    """A message as a client resends it."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Known:
    """The beginning of a history that is stored: its first so many messages, which end with this message."""

    key: ConversationKey
    message: Message
    count: int


class Histories:
    """Remembers for each question the digest of the messages that were sent with it, in the conversation's partition:
    what is deleted with a conversation is forgotten."""

    def __init__(self, items: ItemStore, conversations: Conversations) -> None:
        self._items = items
        self._conversations = conversations

    async def remember(self, caller: Caller, run: Run, sent: Sequence[Spoken]) -> None:
        """Notes that the run answers these messages."""
        key = caller.conversation(run.conversation_id)
        [*_, digest] = _digests(sent)
        await self._write(key, [_item(digest, run.user_message_id, run.message_id, run.run_id)])

    async def remember_said(
        self, key: ConversationKey, earlier: Sequence[Spoken], said: Sequence[tuple[Spoken, Message]]
    ) -> None:
        """Notes that messages which were written elsewhere are stored after these earlier ones."""
        digests = _digests([*earlier, *(spoken for spoken, _ in said)])[len(earlier) :]
        stored = [message for _, message in said]
        found = [
            _item(digest, asked.message_id, answer.message_id if answer and answer.role == "assistant" else "", "")
            for digest, asked, answer in zip(digests, stored, [*stored[1:], None], strict=True)
            if asked.role == "user" and (answer is None or answer.role == "assistant")
        ]
        for part in batched(found, MAX_WRITES_PER_BATCH, strict=False):
            await self._write(key, part)

    async def _write(self, key: ConversationKey, items: Sequence[Item]) -> None:
        await self._items.write(key.partition, [Upsert(item) for item in items])

    async def longest(self, caller: Caller, key: ConversationKey | None, history: Sequence[Spoken]) -> Known | None:
        """The longest beginning of this history that is stored, in that conversation or, where key is None, in any: it
        ends with an answer which was told as the history has it, else with a question. The newest of several."""
        digests = _digests(history)
        ends = [n for n, each in enumerate(history, 1) if each.role == "user" and _role(history, n) != "user"][::-1]
        for counts in (ends[:1], *batched(ends[1:], _LOOKED_UP_AT_ONCE, strict=False)):
            found = await asyncio.gather(*(self._answering(caller, key, digests[count - 1]) for count in counts))
            for count, stored in zip(counts, found, strict=True):
                asked: Known | None = None
                for where, body in stored:
                    answer = await self._conversations.find_message(where.partition, str(body["answer_id"]))
                    if answer and _role(history, count):
                        # A client that was told the answer may have kept all of it, its beginning where the client
                        # stopped it, or more before it where a recovery began it again.
                        whole, kept = answer.text.strip(), history[count].text.strip()
                        if kept and (whole.startswith(kept) or (whole and kept.endswith(whole))):
                            return Known(where, answer, count + 1)
                    question = await self._conversations.find_message(where.partition, str(body["question_id"]))
                    if asked is None and question is not None:
                        asked = Known(where, question, count)
                if asked is not None:
                    return asked
        return None

    async def given_up(
        self, caller: Caller, key: ConversationKey | None, history: Sequence[Spoken]
    ) -> list[tuple[ConversationKey, Run]]:
        """The runs that still write the answer that this history ends with: their client has gone on without it."""
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
        """What is noted of questions that came with the same messages, the newest first."""
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
            with suppress(NotFound):  # what is being deleted is not there
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


def _role(history: Sequence[Spoken], position: int) -> str:
    """The role of the message at a position; empty after the last one."""
    return history[position].role if position < len(history) else ""


def _digests(messages: Sequence[Spoken]) -> list[str]:
    """For each message the digest of all up to it."""
    digest, found = hashlib.sha256(), list[str]()
    for message in messages:
        digest.update(json.dumps([message.role, message.text.strip()]).encode())
        found.append(digest.hexdigest())
    return found
