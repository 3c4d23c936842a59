"""Turns as requests for responses ask for them: where they go on, what they are about, what is told back."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from orc.api.openai.files import Attached, attached, copies_in, ids_in, store_for_turn
from orc.api.openai.inputs import Asked, asked, check_length
from orc.api.openai.lookup import named_conversation, response_run
from orc.api.openai.response_bodies import ResponseBody, Searched, told_back
from orc.conversations.records import TurnRequest
from orc.domain import Caller, ConversationKey, Json
from orc.errors import FieldError, InvalidRequest, NotFound
from orc.services import Services


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a turn goes on: in a conversation, or in a new one where key is None; after a message, if one was named;
    with the documents of the question before."""

    key: ConversationKey | None = None
    parent_message_id: str | None = None
    blob_names: tuple[str, ...] = ()


async def response_turn(services: Services, caller: Caller, body: ResponseBody, search: Searched) -> TurnRequest:
    """The turn that a body asks for, with its files stored. Everything is checked before anything is stored."""
    question = asked(body.input)
    place = await _place(services, caller, body)
    if question.earlier and place.key is not None:
        message = "earlier messages are those of the conversation that is named; send the new ones only"
        raise InvalidRequest.of("input", message)
    instructions = "\n\n".join(filter(None, [body.instructions, *question.instructions]))
    check_length(question.question, services.limits.question_characters, "input")
    check_length(instructions, services.limits.question_characters, "instructions")
    conversation_id = place.key.conversation_id if place.key else None
    sent = [file for message in question.earlier for file in message.files]
    all_files = [*sent, *question.files, *(search.files or ())]
    most = services.limits.documents_per_turn
    files = await attached(services, caller, conversation_id, all_files, most=most)
    names = files.names
    if not names and search.files is None and place.key is not None and len(place.blob_names) <= most:
        exists = services.registry.exists  # the documents of the question before stay, but for those deleted since
        names = tuple([name for name in place.blob_names if await exists(place.key, name)])
    if not question.question and not names:
        raise InvalidRequest.of("input", "has no text and no file")
    told = told_back(body) | {"joined": place.key is not None}
    key = await store_for_turn(services, caller, place.key, files, question.earlier)
    documents = await services.registry.of_conversation(key) if key else []
    sent_ids = {files.named[file.field]: file.file_id for file in all_files if file.file_id}
    earlier_ids = dict[str, str]()  # of the messages that a new conversation was begun with, by their fields
    if key and question.earlier:
        earlier = [message for message in question.earlier if message.text or message.files]
        active = (await services.conversations.get(key)).record.active_message_id
        stored = await services.conversations.branch(key.partition, active, len(earlier))
        earlier_ids = {given.field: message.message_id for given, message in zip(earlier, stored, strict=True)}
    return TurnRequest(
        question=question.question,
        conversation_id=key.conversation_id if key else None,
        blob_names=names,
        filters=search.filters,
        parent_message_id=place.parent_message_id,
        instructions=instructions,
        answer_tokens=body.max_output_tokens,
        client_data={
            "response": told,
            "files": copies_in(documents) | sent_ids,
            "input": _kept(question, files, ids_in(documents) | sent_ids, earlier_ids),
        },
        on_busy="enqueue",
    )


def _kept(question: Asked, files: Attached, known: Mapping[str, str], earlier_ids: Mapping[str, str]) -> list[Json]:
    """The messages of the input in their order, as they are kept with the run: a text that is stored elsewhere is
    named by its message_id, the question's by none."""
    items: list[Json] = []
    asked = [message for message in question.messages if message.role == "user" and message.field not in earlier_ids]
    for message in question.messages:
        if not message.text and not message.files:
            continue
        names = dict.fromkeys(files.named[file.field] for file in message.files)
        item: dict[str, Json] = {"role": message.role, "files": {name: known.get(name) for name in names}}
        if message.field in earlier_ids:
            item["message_id"] = earlier_ids[message.field]
        elif asked == [message]:
            item["message_id"] = None
        else:
            item["text"] = message.text
        items.append(item)
    return items


async def _place(services: Services, caller: Caller, body: ResponseBody) -> _Place:
    if body.previous_response_id is not None and body.conversation is not None:
        raise InvalidRequest.of("previous_response_id", "cannot be combined with conversation")
    if body.conversation is not None:
        with _named_by("conversation"):
            key = await named_conversation(services, caller, body.conversation)
        newest = (await services.conversations.get(key)).record.active_message_id
        message = await services.conversations.find_message(key.partition, newest) if newest else None
        if message is not None and message.role == "assistant" and message.parent_message_id:
            message = await services.conversations.find_message(key.partition, message.parent_message_id)
        return _Place(key, None, message.blob_names if message else ())
    if body.previous_response_id is None:
        return _Place()
    with _named_by("previous_response_id"):
        run = await response_run(services, caller, body.previous_response_id)
    key = caller.conversation(run.conversation_id)
    last = await services.conversations.find_message(key.partition, run.message_id)
    if last is None and run.is_over:  # it failed, or was stopped before its answer began: its question is the last
        last = await services.conversations.find_message(key.partition, run.user_message_id)
    if last is None:
        reason = "was never begun" if run.is_over else "is still in progress"
        raise InvalidRequest.of("previous_response_id", reason, code="response_not_finished")
    return _Place(key, last.message_id, run.blob_names)


@contextmanager
def _named_by(parameter: str) -> Iterator[None]:
    """Says of what is not there which parameter names it."""
    try:
        yield
    except NotFound as missing:
        errors = [FieldError(parameter, "names nothing that is there")]
        raise NotFound(missing.message, code=missing.code, errors=errors) from None
