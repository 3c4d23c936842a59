"""Maps chats of the AI SDK to conversations, and questions to positions on their branches."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from orc.api.ui.bodies import UIMessageBody
from orc.conversations.records import Message, Run, TurnRequest
from orc.conversations.repository import Conversations
from orc.domain import Caller, ConversationKey
from orc.errors import NotFound
from orc.runs.transitions import run_id_of

_CHATS = uuid.UUID("5b6f4f0e-7f3a-4c1d-9a39-6f0a2f4f1c55")
MESSAGE_ID = "ui_message_id"
"""The key of a run's client_data under which the client's own id of the question is kept."""


async def chat_key(conversations: Conversations, caller: Caller, chat_id: str) -> ConversationKey:
    """The key of a chat's conversation (D-274): the caller's conversation with this id if there is one, else one whose
    id is derived from the caller and the chat's id, which may not exist yet."""
    try:
        own = caller.conversation(str(uuid.UUID(chat_id)))
    except ValueError:
        own = None
    if own is not None and await conversations.find(own.partition) is not None:
        return own
    return caller.conversation(str(uuid.uuid5(_CHATS, json.dumps([*caller.partition, chat_id]))))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question is added: after parent_id, as a first message (starts_branch), or else at the end of the active
    branch."""

    parent_id: str | None = None
    starts_branch: bool = False


class Chat:
    """The stored messages of a chat, by the ids that its client uses. An answer has its message id; a question may have
    an id of the client's."""

    def __init__(self, conversations: Conversations, key: ConversationKey, active_run_id: str | None = None) -> None:
        self._conversations = conversations
        self._key = key
        self._active_run_id = active_run_id

    async def message(self, message_id: str | None) -> Message | None:
        return await self._conversations.find_message(self._key.partition, message_id) if message_id else None

    async def run_with(self, client_message_id: str) -> Run | None:
        """The run of a message that was already sent with the same content."""
        try:
            run_id = run_id_of(TurnRequest(client_message_id=client_message_id))
            return (await self._conversations.run(self._key, run_id)).record
        except NotFound:
            return None

    async def newest_run_of(self, question_id: str) -> Run | None:
        """The newest run that answers the question with this id."""
        runs = await self._conversations.runs(self._key)
        ids = ((run, (run.client_data.get(MESSAGE_ID), run.user_message_id)) for run in reversed(runs))
        return next((run for run, known in ids if question_id in known), None)

    async def place_after(self, earlier: Sequence[UIMessageBody]) -> Place:
        """Where a question belongs that the client shows after these messages: after the newest of them that is stored.
        If that is still being written, the question follows it."""
        active = await self._conversations.run(self._key, self._active_run_id) if self._active_run_id else None
        for shown in reversed(earlier):
            if active is not None and active.record.message_id == shown.id:
                return Place()
            if shown.role == "assistant" and (answer := await self.message(shown.id)) is not None:
                return Place(answer.message_id)
            if shown.role == "user" and (run := await self.newest_run_of(shown.id)) is not None:
                if not run.is_over:
                    return Place()
                last = await self.message(run.message_id) or await self.message(run.user_message_id)
                if last is not None:
                    return Place(last.message_id)
        return Place(starts_branch=True)
