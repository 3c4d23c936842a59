"""Conversations, their messages and runs, and their events."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.responses import StreamingResponse

from orc.api.dependencies import CallerDep, SchedulerDep, ServicesDep
from orc.api.models import (
    BackgroundTurn,
    ConversationBody,
    ConversationDetail,
    ConversationPage,
    ConversationSummary,
    MessageModel,
    RunModel,
    TurnBody,
)
from orc.api.streams import event_stream
from orc.api.turns import start_in_background, turn_request
from orc.errors import InvalidRequest
from orc.records import Conversation, Message, Run

router = APIRouter(prefix="/conversations", tags=["conversations"])


@router.post("", status_code=HTTPStatus.CREATED)
async def create(services: ServicesDep, caller: CallerDep, body: ConversationBody | None = None) -> ConversationSummary:
    title = body.title if body else None
    return ConversationSummary.model_validate(asdict(await services.conversations.create(caller, title)))


@router.get("")
async def page(
    services: ServicesDep,
    caller: CallerDep,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    continuation: Annotated[str | None, Query(max_length=100)] = None,
) -> ConversationPage:
    """The caller's conversations, the last changed first."""
    found = await services.conversations.listing(caller, limit=limit + 1, continuation=continuation)
    shown = found[:limit]
    more = shown[-1].updated_at if len(found) > limit else None
    return ConversationPage(items=[ConversationSummary.model_validate(asdict(c)) for c in shown], continuation=more)


@router.get("/{conversation_id}")
async def detail(conversation_id: str, services: ServicesDep, caller: CallerDep) -> ConversationDetail:
    conversation = (await services.conversations.get(caller, conversation_id)).record
    messages = await services.conversations.messages(caller, conversation_id)
    runs = await services.conversations.runs(caller, conversation_id)
    active = _active_branch(conversation, messages)
    return ConversationDetail(
        **ConversationSummary.model_validate(asdict(conversation)).model_dump(),
        messages=[_message(message, message.message_id in active) for message in messages],
        runs=[_run(run) for run in runs],
    )


def _active_branch(conversation: Conversation, messages: list[Message]) -> set[str]:
    parents = {message.message_id: message.parent_message_id for message in messages}
    branch: set[str] = set()
    at = conversation.active_message_id
    while at is not None and at not in branch:
        branch.add(at)
        at = parents.get(at)
    return branch


def _message(message: Message, active: bool) -> MessageModel:
    return MessageModel.model_validate(asdict(message) | {"active": active})


def _run(run: Run) -> RunModel:
    return RunModel.model_validate(asdict(run))


@router.post("/{conversation_id}/messages", status_code=HTTPStatus.ACCEPTED)
async def send_message(
    conversation_id: str, body: TurnBody, services: ServicesDep, caller: CallerDep, scheduler: SchedulerDep
) -> BackgroundTurn:
    """Asks in this conversation, answered in the background."""
    if body.conversation_id is not None and str(body.conversation_id) != conversation_id:
        raise InvalidRequest.of("conversation_id", "differs from the conversation in the path")
    return await start_in_background(services, caller, scheduler, turn_request(body, services.limits, conversation_id))


@router.get("/{conversation_id}/messages/{message_id}")
async def message(conversation_id: str, message_id: str, services: ServicesDep, caller: CallerDep) -> MessageModel:
    conversation = (await services.conversations.get(caller, conversation_id)).record
    found = await services.conversations.message(caller, conversation_id, message_id)
    branch = _active_branch(conversation, await services.conversations.messages(caller, conversation_id))
    return _message(found, found.message_id in branch)


@router.get("/{conversation_id}/runs/{run_id}")
async def run(conversation_id: str, run_id: str, services: ServicesDep, caller: CallerDep) -> RunModel:
    return _run((await services.conversations.run(caller, conversation_id, run_id)).record)


@router.get(
    "/{conversation_id}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Events after `since`."}},
)
async def stream(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    since: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[int | None, Header(ge=0)] = None,
) -> StreamingResponse:
    """Replays the events after `since` (or Last-Event-ID) and goes on live; ends when no run is active."""
    await services.conversations.get(caller, conversation_id)
    position = since if since is not None else last_event_id or 0
    newest = await services.orchestrator.newest_seq(caller, conversation_id)
    if position > newest:
        raise InvalidRequest.of("since", f"{position} is beyond the newest event, {newest}")
    tick = services.limits.heartbeat_seconds
    return event_stream(services.orchestrator.follow(caller, conversation_id, position, tick_seconds=tick))
