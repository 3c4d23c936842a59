"""Routes for chats of the AI SDK: ask, resume, stop and read."""

from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from orc.api.addresses import public_origin
from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, RefusalDep, ServicesDep, StarterDep
from orc.api.messages import answered_again
from orc.api.models import RequestBody, RunState, TurnBody
from orc.api.protocol_streams import Interruption, protocol_stream, run_events
from orc.api.services import Services
from orc.api.turns import turn_request
from orc.api.ui.bodies import CHAT_ID, ChatBody, UIChat, UIMessageBody
from orc.api.ui.chats import MESSAGE_ID, Chat, chat_key
from orc.api.ui.errors import REFUSALS
from orc.api.ui.history import ui_messages
from orc.api.ui.questions import CONTENT, Question, question_of, text_of
from orc.conversations.records import Run
from orc.domain import Caller, ConversationKey, Json
from orc.errors import InvalidRequest, NotFound
from orc.protocols.ui_parts import NEWEST, OLDEST, Chunk
from orc.protocols.ui_stream import UIMessageFold
from orc.text import json_line

router = APIRouter(prefix="/ui/chat", tags=["AI SDK"], route_class=AdmittedRoute, responses=REFUSALS)

type ChatId = Annotated[str, Path(min_length=1, max_length=CHAT_ID)]
type Version = Annotated[
    int, Query(ge=OLDEST, le=NEWEST, description="The major version of the client's `ai` package.")
]

_HEADERS = {"x-vercel-ai-ui-message-stream": "v1"}
_DONE = b"data: [DONE]\n\n"
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "The chunks of the answer's message."}
}


@router.post("", response_class=StreamingResponse, responses=_STREAM)
async def chat(
    body: ChatBody, services: ServicesDep, caller: StarterDep, refusal: RefusalDep, version: Version = NEWEST
) -> Response:
    """Answers the last message of a chat as a UI message stream; with the trigger `regenerate-message`, answers it
    again. A message that is sent again with the same content gets the same answer, unless that failed or was cancelled.
    The turn continues if the client disconnects. A new message interrupts it unless `on_busy` says otherwise."""
    history = body.history
    position = max((i for i, each in enumerate(history) if each.role == "user"), default=None)
    if position is None:
        raise InvalidRequest.of("messages", "has no question: the last message must be a user message")
    key = await chat_key(services.conversations, caller, body.id)
    run = None
    if refusal is not None and body.trigger == "regenerate-message":
        raise refusal
    if body.trigger == "regenerate-message":
        stored_chat, shown_question = Chat(services.conversations, key), history[position]
        answer = await stored_chat.message(body.message_id)
        stored = await stored_chat.message(answer.parent_message_id) if answer and answer.role == "assistant" else None
        if stored is None:
            earlier = await stored_chat.newest_run_of(shown_question.id)
            if earlier is not None and earlier.question == text_of(shown_question):
                stored, answer = (
                    await stored_chat.message(earlier.user_message_id),
                    await stored_chat.message(earlier.message_id),
                )
        if stored is not None:  # else it is asked as it is shown
            repeated = answered_again(key.conversation_id, stored, (answer or stored).message_id, body.citation_style)
            run = await services.orchestrator.start(key.caller, replace(repeated, on_busy=body.on_busy))
    elif position < len(history) - 1:
        raise InvalidRequest.of(f"messages.{len(history) - 1}.role", "the last message must be a user message")
    if run is None:
        field = f"messages.{position}" if body.messages else "message"
        question = question_of(history[position], field, services.limits)
        if refusal is not None:
            earlier_run = await Chat(services.conversations, key).run_with(question.client_message_id)
            if earlier_run is None or earlier_run.status in ("failed", "cancelled"):
                raise refusal
        run = await _ask(services, key, body, question, history[: position + 1])
    return await _stream(services, caller, run, version)


async def _ask(
    services: Services, key: ConversationKey, body: ChatBody, question: Question, shown: list[UIMessageBody]
) -> Run:
    """Starts the run of a question, after storing its files as documents of the conversation."""
    known_names = list[str]()  # documents of the chat that file parts refer to by URL
    for file_id, field in question.known_files:
        with suppress(NotFound):
            document = await services.registry.get(key.caller, file_id)
            if document.conversation_id == key.conversation_id:
                known_names.append(document.blob_name)
                continue
        raise InvalidRequest.of(field, "is not a document of this chat", code="document_not_found")
    names = list(dict.fromkeys([*body.blob_names, *known_names, *(file.name for file in question.files)]))
    fields = {"question": question.text, "blob_names": names, "filters": body.filters}
    turn_body = TurnBody.model_validate(fields | {"citation_style": body.citation_style})
    request = replace(
        turn_request(turn_body, services.limits, key.conversation_id),
        client_message_id=question.client_message_id,
        client_data={MESSAGE_ID: shown[-1].id},
        on_busy=body.on_busy,
    )
    is_new = await services.conversations.find(key.partition) is None
    conversation = None if is_new else (await services.conversations.get(key)).record
    chat = Chat(services.conversations, key, conversation.active_run_id if conversation else None)
    earlier_run = await chat.run_with(question.client_message_id) if conversation else None
    if conversation and earlier_run is not None and earlier_run.status == "completed" and not conversation.is_busy:
        await services.conversations.update(key, title=None, active_message_id=earlier_run.message_id)
    if earlier_run is not None and earlier_run.status not in ("failed", "cancelled"):
        return earlier_run
    if earlier_run is not None:
        stored = await chat.message(earlier_run.user_message_id)
        if stored is not None:
            answer = await chat.message(earlier_run.message_id) or stored
            repeated = answered_again(key.conversation_id, stored, answer.message_id, body.citation_style)
            return await services.orchestrator.start(key.caller, replace(repeated, on_busy=body.on_busy))
        request = replace(request, client_message_id=None)  # it was cancelled before it began
    await services.uploads.check(key, question.files)
    await services.orchestrator.check(key.caller, request, question.files)
    await services.conversations.open(key)
    if question.files:
        await services.uploads.store(key, question.files)
    if body.is_whole:
        place = await chat.place_after(shown[:-1])
        request = replace(request, parent_message_id=place.parent_id, starts_branch=place.starts_branch)
    return await services.orchestrator.start(key.caller, request)


async def _stream(services: Services, caller: Caller, run: Run, version: int) -> StreamingResponse:
    return protocol_stream(
        await run_events(services, caller, run),
        UIMessageFold(run.run_id, run.conversation_id, run.message_id, version=version),
        encode=lambda _, chunk: _encoded(chunk),
        interrupted=_interrupted,
        ending=_DONE,
        headers=_HEADERS,
    )


def _encoded(chunk: Chunk) -> bytes:
    return f"data: {json_line(chunk)}\n\n".encode()


def _interrupted(interruption: Interruption) -> bytes:
    """Ends a stream whose turn continues: a chunk for the application, then an error for its user."""
    data: Json = {"code": interruption.code, "message": interruption.message}
    notice: Chunk = {"type": "data-interrupted", "data": data, "transient": True}
    return _encoded(notice) + _encoded({"type": "error", "errorText": interruption.message}) + _DONE


@router.get(
    "/{chat_id}/stream",
    response_class=StreamingResponse,
    responses={**_STREAM, 204: {"description": "No turn of the chat is running."}},
)
async def resume(chat_id: ChatId, services: ServicesDep, caller: CallerDep, version: Version = NEWEST) -> Response:
    """Streams the running turn from its first chunk, or answers 204 if none runs."""
    key = await chat_key(services.conversations, caller, chat_id)
    found = await services.conversations.find(key.partition)
    run_ids = [found.record.active_run_id, *found.record.waiting] if found else []
    run_id = next(filter(None, run_ids), None)
    if run_id is None:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    run = (await services.conversations.run(key, run_id)).record
    return await _stream(services, caller, run, version)


@router.post("/{chat_id}/stop", status_code=HTTPStatus.ACCEPTED)
async def stop(chat_id: ChatId, services: ServicesDep, caller: CallerDep, _: RequestBody | None = None) -> RunState:
    """Stops the running turn. The text so far is stored as a cancelled answer; streams that follow the turn end with an
    `abort`."""
    key = await chat_key(services.conversations, caller, chat_id)
    run = await services.orchestrator.cancel(key)
    return RunState(run_id=run.run_id, status=run.status)


@router.get("/{chat_id}")
async def messages(
    chat_id: ChatId,
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> UIChat:
    """The newest messages of the active branch, with which a page can open the chat."""
    key = await chat_key(services.conversations, caller, chat_id)
    conversation = (await services.conversations.get(key)).record
    branch = await services.conversations.branch(key.partition, conversation.active_message_id, limit)
    runs = await services.conversations.runs_of(key, branch)
    origin = public_origin(request) or ""
    documents = await services.registry.of_conversation(key)
    files = {each.blob_name: f"{origin}{CONTENT.format(each.file_id)}" for each in documents}
    return UIChat(
        id=chat_id,
        conversation_id=key.conversation_id,
        messages=ui_messages(key.conversation_id, branch, runs, files),
    )
