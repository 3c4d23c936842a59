"""Turns as requests for chat completions ask for them: which conversation they go on, and what they are about."""

import asyncio
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import batched

from orc.api.openai.chat_bodies import ChatBody, messages_of
from orc.api.openai.files import Attached, attached, store, store_for_turn
from orc.api.openai.inputs import SentMessage, asked, check_length, read_messages
from orc.api.openai.models import STYLES
from orc.api.protocol_streams import run_events
from orc.conversations.histories import Known, Spoken
from orc.conversations.records import TurnRequest
from orc.domain import Caller, ConversationKey
from orc.errors import Conflict, InvalidRequest, NotFound
from orc.services import Services

_CHATS = uuid.UUID("5b0c2f5e-0f7c-5a39-9d1b-3a2f4f6d8e10")
_STOP_SECONDS = 10
_ADDED_AT_ONCE = 50
_NO_CHAT = ("", "new", "null", "undefined")  # what chat pages send before a chat has an id


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A turn to be started, and all messages that came with it, for the next request to be recognised by."""

    request: TurnRequest
    sent: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a history goes on: after so many of its messages, which are stored, the last one as the parent. Without a
    parent it begins a conversation, or a branch of one that has messages."""

    key: ConversationKey | None = None
    parent_message_id: str | None = None
    known: int = 0


async def chat_turn(services: Services, caller: Caller, body: ChatBody, chat_id: str) -> ChatTurn:
    """The turn that a body asks for, with its files stored. Everything is checked before anything is stored."""
    messages = read_messages(given := messages_of(body), field="messages")
    question = asked(given, field="messages")
    instructions = "\n\n".join(question.instructions)
    check_length(question.question, services.limits.question_characters, "messages", "the question: ")
    check_length(instructions, services.limits.question_characters, "messages", "the instructions: ")
    place = await _place(services, caller, chat_id, question.earlier)
    conversation_id = place.key.conversation_id if place.key else None
    sent_files = [file for message in question.earlier for file in message.files]
    most = services.limits.upload_files
    files = await attached(services, caller, conversation_id, [*sent_files, *question.files], most=most)
    limit = services.limits.documents_per_turn
    own = tuple(dict.fromkeys(files.named[file.field] for file in question.files))
    if len(own) > limit:
        message = f"{len(own)} documents; the limit is {limit}"
        raise InvalidRequest.of(question.files[0].field, message, code="too_many_documents")
    names = own or files.names[-limit:]  # without files of its own, those that came last before it
    if not question.question and not names:
        raise InvalidRequest.of("messages", "the last one has no text and no file")
    key, parent_id = await _stored(services, caller, place, files, question.earlier)
    request = TurnRequest(
        question=question.question,
        conversation_id=key.conversation_id if key else None,
        blob_names=names,
        parent_message_id=parent_id,
        starts_branch=key is not None and parent_id is None,
        citation_style=STYLES.get(body.model or "", "inline"),
        instructions=instructions,
        answer_tokens=body.max_completion_tokens or body.max_tokens,
        on_busy="enqueue",
    )
    return ChatTurn(request, tuple(_spoken(messages)))


def _spoken(messages: Sequence[SentMessage]) -> list[Spoken]:
    return [Spoken(each.role, each.text) for each in messages if each.role in ("user", "assistant")]


async def _place(services: Services, caller: Caller, chat_id: str, earlier: Sequence[SentMessage]) -> _Place:
    """Where the longest beginning of the history that is known ends: in the conversation of the chat, or in any. What
    is not known at all begins a conversation, or in that of the chat a branch."""
    history = _spoken(earlier)
    chat = None
    if chat_id.strip() not in _NO_CHAT:
        try:
            chat = caller.conversation(str(uuid.UUID(chat_id)))
            await services.conversations.get(chat)
        except (ValueError, NotFound):  # a chat on somebody else's page: a conversation may be made for it
            chat = caller.conversation(str(uuid.uuid5(_CHATS, chat_id)))
        found = await services.conversations.find(chat.partition)
        if history and (found is None or found.record.active_message_id is None):
            known = await _known(services, caller, None, history)
            if known is not None and known.count == len(history):  # a copy of a chat goes on where the first one is
                return _Place(known.key, known.message.message_id, known.count)
        await services.conversations.ensure(chat)
    known = await _known(services, caller, chat, history)
    return _Place(known.key, known.message.message_id, known.count) if known else _Place(chat)


async def _known(
    services: Services, caller: Caller, chat: ConversationKey | None, history: Sequence[Spoken]
) -> Known | None:
    """What is known of a history, once answers that its client has stopped have ended."""
    known = await services.histories.longest(caller, chat, history)
    if (known is None or known.count < len(history)) and (
        given_up := await services.histories.given_up(caller, chat, history)
    ):
        # The connection was closed, which alone ends nothing. What was written by then is kept: the history follows it.
        for key, run in given_up:
            await services.orchestrator.cancel(key, run.run_id)
            with suppress(TimeoutError):
                async with asyncio.timeout(_STOP_SECONDS):
                    async for _ in await run_events(services, caller, run):
                        pass
        known = await services.histories.longest(caller, chat, history)
    return known


async def _stored(
    services: Services, caller: Caller, place: _Place, files: Attached, earlier: Sequence[SentMessage]
) -> tuple[ConversationKey | None, str | None]:
    """Stores the files of a turn and the messages before it that are not known. Returns its conversation, None for one
    that the turn itself begins, and the message that it follows."""
    rest = [message for message in earlier[place.known :] if message.text or message.files]
    if not rest:
        return await store_for_turn(services, caller, place.key, files, ()), place.parent_message_id
    if place.key is None:
        made = await services.conversations.create(caller, said=files.said(rest))
        key = caller.conversation(made.conversation_id)
        added = await services.conversations.branch(key.partition, made.active_message_id, len(rest))
        await store(services, key, files)
    else:
        key = place.key
        await store(services, key, files)
        added = []
        for some in batched(files.said(rest), _ADDED_AT_ONCE, strict=False):
            while True:
                parent_id = added[-1].message_id if added else place.parent_message_id
                try:
                    added += await services.orchestrator.add_said(
                        key, some, parent_message_id=parent_id, is_branch=True
                    )
                    break
                except Conflict:  # a turn of the conversation is under way: its end is waited for
                    newest = await services.orchestrator.newest_seq(key)
                    try:
                        async with asyncio.timeout(_STOP_SECONDS):
                            async for _ in services.orchestrator.follow(key, newest, tick_seconds=_STOP_SECONDS):
                                pass
                    except TimeoutError:
                        reason = "A turn of this conversation is still running."
                        raise Conflict(reason, code="run_in_progress") from None
    known = _spoken(earlier[: place.known])
    await services.histories.remember_said(key, known, list(zip(_spoken(rest), added, strict=True)))
    return key, added[-1].message_id
