"""Turns requests for chat completions into turns: finds the stored conversation that a history continues."""

import asyncio
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import batched

from orc.api.openai.chat_bodies import ChatBody, messages_of, stop_sequences
from orc.api.openai.files import ADDED_AT_ONCE, RequestFiles, begin, check_files, store, store_for_turn
from orc.api.openai.inputs import SentMessage, read_messages, read_question
from orc.api.openai.models import STYLES
from orc.api.protocol_streams import run_events
from orc.api.services import Services
from orc.conversations.histories import HistoryMessage, StoredPrefix
from orc.conversations.records import TurnRequest
from orc.domain import Caller, ConversationKey
from orc.errors import Conflict, InvalidRequest, NotFound
from orc.input_strings import check_question_length

_CHATS = uuid.UUID("5b0c2f5e-0f7c-5a39-9d1b-3a2f4f6d8e10")
_STOP_SECONDS = 10
_PLACEHOLDER_IDS = ("", "new", "null", "undefined")  # what chat pages send before a chat has an id


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A turn to start, and the messages that were sent with it, by which the next request finds its conversation."""

    request: TurnRequest
    sent: tuple[HistoryMessage, ...]


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a history continues: after its first `known` messages, which are stored, with parent_message_id the last of
    them. Without a parent, a new conversation begins, or a new branch of an existing one."""

    key: ConversationKey | None = None
    parent_message_id: str | None = None
    known: int = 0


async def chat_turn(services: Services, caller: Caller, body: ChatBody, chat_id: str) -> ChatTurn:
    """Returns the turn that a request asks for, after storing its files. Nothing is stored before everything is
    checked."""
    messages = read_messages(items := messages_of(body), field="messages", is_history=True)
    question = read_question(items, field="messages")
    instructions = "\n\n".join(question.instructions)
    check_question_length(question.question, services.limits.question_characters, "messages", "the question has ")
    check_question_length(instructions, services.limits.question_characters, "messages", "the instructions have ")
    position = await _find_position(services, caller, chat_id, question.earlier)
    conversation_id = position.key.conversation_id if position.key else None
    sent_files = [file for message in question.earlier for file in message.files]
    stored = await services.registry.of_conversation(position.key) if position.key and sent_files else []
    files = await check_files(
        services,
        caller,
        conversation_id,
        [*sent_files, *question.files],
        most=services.limits.upload_files,
        resent={document.blob_name for document in stored},
        metadata=body.metadata,
    )
    limit = services.limits.documents_per_turn
    own_names = tuple(dict.fromkeys(files.named[file.field] for file in question.files))
    if len(own_names) > limit:
        message = f"{len(own_names)} documents; the limit is {limit}"
        raise InvalidRequest.of(question.files[0].field, message, code="too_many_documents")
    names = own_names or files.names[-limit:]  # without files of its own, the latest earlier ones
    if not question.question and not names:
        raise InvalidRequest.of("messages", "the last message is empty; send text or a file")
    key, parent_id = await _store_history(services, caller, position, files, question.earlier)
    request = TurnRequest(
        question=question.question,
        conversation_id=key.conversation_id if key else None,
        blob_names=names,
        parent_message_id=parent_id,
        starts_branch=key is not None and parent_id is None,
        citation_style=STYLES.get(body.model or "", "inline"),
        instructions=instructions,
        answer_tokens=body.max_completion_tokens or body.max_tokens,
        stop_sequences=stop_sequences(body),
        on_busy="enqueue",
    )
    return ChatTurn(request, tuple(_history_of(messages)))


def _history_of(messages: Sequence[SentMessage]) -> list[HistoryMessage]:
    return [HistoryMessage(each.role, each.text) for each in messages if each.role in ("user", "assistant")]


async def _find_position(services: Services, caller: Caller, chat_id: str, earlier: Sequence[SentMessage]) -> _Position:
    """Finds the longest stored prefix of the history: in the chat's conversation if the client names the chat, else in
    any conversation of the caller. An unknown history begins a conversation, or a branch of the chat's."""
    history = _history_of(earlier)
    chat = None
    if chat_id.strip() not in _PLACEHOLDER_IDS:
        try:
            chat = caller.conversation(str(uuid.UUID(chat_id)))
            await services.conversations.get(chat)
        except (ValueError, NotFound):  # the id is not that of a conversation: one is created for the chat
            chat = caller.conversation(str(uuid.uuid5(_CHATS, chat_id)))
        found = await services.conversations.find(chat.partition)
        if history and (found is None or found.record.active_message_id is None):
            prefix = await _longest_stored(services, caller, None, history)
            if prefix is not None and prefix.count == len(history):  # a copied chat continues the original conversation
                return _Position(prefix.key, prefix.message.message_id, prefix.count)
    prefix = await _longest_stored(services, caller, chat, history)
    return _Position(prefix.key, prefix.message.message_id, prefix.count) if prefix else _Position(chat)


async def _longest_stored(
    services: Services, caller: Caller, chat: ConversationKey | None, history: Sequence[HistoryMessage]
) -> StoredPrefix | None:
    """The longest stored prefix of a history. Runs whose clients closed the connection are cancelled first, and what
    they wrote counts."""
    prefix = await services.histories.longest(caller, chat, history)
    if (prefix is None or prefix.count < len(history)) and (
        abandoned := await services.histories.abandoned(caller, chat, history)
    ):
        # Their clients closed the connection, which does not end a run. The history continues what was written by then.
        for key, run in abandoned:
            await services.orchestrator.cancel(key, run.run_id)
            with suppress(TimeoutError):
                async with asyncio.timeout(_STOP_SECONDS):
                    async for _ in await run_events(services, caller, run):
                        pass
        prefix = await services.histories.longest(caller, chat, history)
    return prefix


async def _store_history(
    services: Services, caller: Caller, position: _Position, files: RequestFiles, earlier: Sequence[SentMessage]
) -> tuple[ConversationKey | None, str | None]:
    """Stores the files of a turn and the earlier messages that are not stored yet. Returns the conversation (None if
    the turn itself creates it) and the id of the message that the turn follows."""
    unstored = [message for message in earlier[position.known :] if message.text or message.files]
    if position.key is not None and not position.known:
        await services.conversations.open(position.key)
    if not unstored:
        return await store_for_turn(services, caller, position.key, files, ()), position.parent_message_id
    if position.key is None:
        key = await begin(services, caller, imported := files.imported(unstored))
        newest_id = (await services.conversations.get(key)).record.active_message_id
        added = await services.conversations.branch(key.partition, newest_id, len(imported))
        await store(services, key, files)
    else:
        key = position.key
        await store(services, key, files)
        added = []
        for batch in batched(files.imported(unstored), ADDED_AT_ONCE, strict=False):
            while True:
                parent_id = added[-1].message_id if added else position.parent_message_id
                try:
                    added += await services.orchestrator.add_imported(
                        key, batch, parent_message_id=parent_id, is_branch=True
                    )
                    break
                except Conflict:  # a turn of the conversation is running: wait for its end
                    newest = await services.orchestrator.newest_seq(key)
                    try:
                        async with asyncio.timeout(_STOP_SECONDS):
                            async for _ in services.orchestrator.follow(key, newest, tick_seconds=_STOP_SECONDS):
                                pass
                    except TimeoutError:
                        reason = "A turn of this conversation is still running."
                        raise Conflict(reason, code="run_in_progress") from None
    stored = _history_of(earlier[: position.known])
    await services.histories.remember_imported(key, stored, list(zip(_history_of(unstored), added, strict=True)))
    return key, added[-1].message_id
