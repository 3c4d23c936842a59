"""Turns requests for responses into turns: where they continue, which documents they use, what the response repeats."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from orc.api.openai.files import RequestFiles, check_files, copies_in, ids_in, store_for_turn
from orc.api.openai.inputs import InputQuestion, SentFile, read_question
from orc.api.openai.lookup import named_conversation, response_run
from orc.api.openai.models import STYLES
from orc.api.openai.response_bodies import ResponseBody, SearchScope, echoed_fields
from orc.api.services import Services
from orc.conversations.records import TurnRequest
from orc.domain import Caller, ConversationKey, Json
from orc.errors import FieldError, InvalidRequest, NotFound
from orc.input_strings import check_question_length


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a turn continues: a conversation (None for a new one), the message that it follows if one was named, and
    the documents of the previous question."""

    key: ConversationKey | None = None
    parent_message_id: str | None = None
    blob_names: tuple[str, ...] = ()


async def response_turn(services: Services, caller: Caller, body: ResponseBody, search: SearchScope) -> TurnRequest:
    """Returns the turn that a request asks for, after storing its files. Nothing is stored before everything is
    checked."""
    question = read_question(body.input)
    position = await _find_position(services, caller, body)
    if question.earlier and position.key is not None:
        message = "earlier messages are taken from the conversation; send only the new ones"
        raise InvalidRequest.of("input", message)
    instructions = "\n\n".join(filter(None, [body.instructions, *question.instructions]))
    check_question_length(question.question, services.limits.question_characters, "input")
    check_question_length(instructions, services.limits.question_characters, "instructions")
    conversation_id = position.key.conversation_id if position.key else None
    earlier_files = [file for message in question.earlier for file in message.files]
    own_files = [*question.files, *(search.files or ())]
    all_files = [*earlier_files, *own_files]
    limit = services.limits.documents_per_turn
    most = services.limits.upload_files if earlier_files else limit
    files = await check_files(services, caller, conversation_id, all_files, most=most, metadata=body.metadata)
    names = _documents(files, own_files, limit)
    if not names and search.files is None and position.key is not None and len(position.blob_names) <= limit:
        exists = services.registry.exists  # the documents of the previous question, unless deleted since
        names = tuple([name for name in position.blob_names if await exists(position.key, name)])
    if not question.question and not names:
        raise InvalidRequest.of("input", "is empty; send text or a file")
    echoed = echoed_fields(body) | {"joined": position.key is not None}
    turn = TurnRequest(
        question=question.question,
        conversation_id=conversation_id,
        blob_names=names,
        filters=search.filters,
        parent_message_id=position.parent_message_id,
        instructions=instructions,
        citation_style=STYLES.get(body.model or "", "inline"),
        answer_tokens=body.max_output_tokens,
        on_busy="enqueue",
    )
    await services.orchestrator.check(caller, turn, files.new)
    key = await store_for_turn(services, caller, position.key, files, question.earlier)
    documents = await services.registry.of_conversation(key) if key else []
    sent_ids = {files.named[file.field]: file.file_id for file in all_files if file.file_id}
    earlier_ids = dict[str, str]()  # ids of the earlier messages in a new conversation, by field
    if key and question.earlier:
        earlier = [message for message in question.earlier if message.text or message.files]
        active = (await services.conversations.get(key)).record.active_message_id
        stored = await services.conversations.branch(key.partition, active, len(earlier))
        earlier_ids = {
            sent_message.field: message.message_id for sent_message, message in zip(earlier, stored, strict=True)
        }
    client_data: dict[str, Json] = {
        "response": echoed,
        "files": copies_in(documents) | sent_ids,
        "input": _stored_input(question, files, ids_in(documents) | sent_ids, earlier_ids),
    }
    return replace(turn, conversation_id=key.conversation_id if key else None, client_data=client_data)


def _documents(files: RequestFiles, own_files: Sequence[SentFile], limit: int) -> tuple[str, ...]:
    """The documents of a turn: those of the question, and as many of the latest earlier ones as it may have besides."""
    own_names = tuple(dict.fromkeys(files.named[file.field] for file in own_files))
    if len(own_names) > limit:
        message = f"{len(own_names)} documents; the limit is {limit}"
        raise InvalidRequest.of(own_files[0].field, message, code="too_many_documents")
    earlier = [name for name in files.names if name not in own_names]
    return (*earlier[max(len(earlier) + len(own_names) - limit, 0) :], *own_names)


def _stored_input(
    question: InputQuestion, files: RequestFiles, file_ids: Mapping[str, str], earlier_ids: Mapping[str, str]
) -> list[Json]:
    """The messages of the input in order, as they are stored with the run. A message that is stored elsewhere is
    referred to by its message_id; null stands for the question itself."""
    items: list[Json] = []
    new = [message for message in question.messages if message.role == "user" and message.field not in earlier_ids]
    for message in question.messages:
        if not message.text and not message.files:
            continue
        names = dict.fromkeys(files.named[file.field] for file in message.files)
        item: dict[str, Json] = {"role": message.role, "files": {name: file_ids.get(name) for name in names}}
        if message.field in earlier_ids:
            item["message_id"] = earlier_ids[message.field]
        elif new == [message]:
            item["message_id"] = None
        else:
            item["text"] = message.text
        items.append(item)
    return items


async def _find_position(services: Services, caller: Caller, body: ResponseBody) -> _Position:
    if body.previous_response_id is not None and body.conversation is not None:
        raise InvalidRequest.of("previous_response_id", "cannot be combined with conversation")
    if body.conversation is not None:
        with _naming_parameter("conversation"):
            key = await named_conversation(services, caller, body.conversation)
        newest = (await services.conversations.get(key)).record.active_message_id
        message = await services.conversations.find_message(key.partition, newest) if newest else None
        if message is not None and message.role == "assistant" and message.parent_message_id:
            message = await services.conversations.find_message(key.partition, message.parent_message_id)
        return _Position(key, None, message.blob_names if message else ())
    if body.previous_response_id is None:
        return _Position()
    with _naming_parameter("previous_response_id"):
        run = await response_run(services, caller, body.previous_response_id)
    key = caller.conversation(run.conversation_id)
    last = await services.conversations.find_message(key.partition, run.message_id)
    if last is None and run.is_over:  # it has no answer: continue after its question
        last = await services.conversations.find_message(key.partition, run.user_message_id)
    if last is None:
        reason = "never began" if run.is_over else "is still in progress"
        raise InvalidRequest.of("previous_response_id", reason, code="response_not_finished")
    return _Position(key, last.message_id, run.blob_names)


@contextmanager
def _naming_parameter(parameter: str) -> Iterator[None]:
    """Adds the name of the request parameter to a NotFound."""
    try:
        yield
    except NotFound as missing:
        errors = [FieldError(parameter, "does not exist")]
        raise NotFound(missing.message, code=missing.code, errors=errors) from None
