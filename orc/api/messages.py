"""The messages of a conversation: ask, read, regenerate, rate and fork."""

from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, RefusalDep, SchedulerDep, ServicesDep, StarterDep
from orc.api.models import (
    BackgroundTurn,
    FeedbackBody,
    FeedbackModel,
    ForkBody,
    ForkedConversation,
    MessageModel,
    RequestBody,
    TurnBody,
)
from orc.api.turns import background_turn, handed_over, start_in_background, turn_request
from orc.conversations.export import active_branch
from orc.conversations.records import Feedback, Message, TurnRequest
from orc.domain import CitationStyle
from orc.errors import InvalidRequest
from orc.events.schema import EVENT_STREAM
from orc.events.sse import event_stream

router = APIRouter(prefix="/conversations/{conversation_id}", tags=["messages"], route_class=AdmittedRoute)


def message_model(message: Message, active: bool, feedback: Feedback | None) -> MessageModel:
    """A stored message as the API shows it."""
    shown = asdict(feedback) if feedback else None
    return MessageModel.model_validate(asdict(message) | {"active": active, "feedback": shown})


@router.post("/messages", status_code=HTTPStatus.ACCEPTED)
async def send_message(
    conversation_id: str,
    body: TurnBody,
    services: ServicesDep,
    caller: StarterDep,
    scheduler: SchedulerDep,
    refusal: RefusalDep,
) -> BackgroundTurn:
    """Asks a question in this conversation. The answer is generated in the background."""
    if body.conversation_id is not None and str(body.conversation_id) != conversation_id:
        raise InvalidRequest.of("conversation_id", "differs from the conversation in the path")
    request = turn_request(body, services.limits, conversation_id)
    await services.orchestrator.refuse_new_run(caller, request, refusal)
    return await start_in_background(services, caller, scheduler, request)


@router.get("/messages/{message_id}")
async def message(conversation_id: str, message_id: str, services: ServicesDep, caller: CallerDep) -> MessageModel:
    """Returns a message of the conversation, on any branch."""
    key = caller.conversation(conversation_id)
    conversation = (await services.conversations.get(key)).record
    found = await services.conversations.message(key, message_id)
    branch = active_branch(conversation, await services.conversations.messages(key))
    feedback = await services.conversations.feedback_on(key, message_id)
    return message_model(found, found.message_id in branch, feedback)


def answered_again(
    conversation_id: str, question: Message, message_id: str, citation_style: CitationStyle
) -> TurnRequest:
    """The request to answer a stored question again. The new answer is a sibling of message_id, which stays active if
    no new answer is generated."""
    return TurnRequest(
        question=question.text,
        conversation_id=conversation_id,
        blob_names=question.blob_names,
        filters=question.filters,
        parent_message_id=question.message_id,
        regenerates=message_id,
        citation_style=citation_style,
    )


@router.post(
    "/messages/{message_id}/regenerate",
    response_class=StreamingResponse,
    responses={200: {"content": {**EVENT_STREAM}, "description": "The events of the new answer's turn."}},
)
async def regenerate(
    conversation_id: str, message_id: str, services: ServicesDep, caller: StarterDep, _: RequestBody | None = None
) -> StreamingResponse:
    """Answers the same question again. The new answer is a sibling of the old one and becomes the end of the active
    branch."""
    key = caller.conversation(conversation_id)
    await services.conversations.get(key)
    answer = await services.conversations.message(key, message_id)
    if answer.role != "assistant" or answer.parent_message_id is None:
        raise InvalidRequest.of("message_id", "is a question; only answers can be regenerated", code="not_an_answer")
    question = await services.conversations.message(key, answer.parent_message_id)
    request = answered_again(conversation_id, question, answer.message_id, answer.citation_style)
    run = await services.orchestrator.start(caller, request)
    events = services.orchestrator.follow_run(caller, run, tick_seconds=services.limits.heartbeat_seconds)
    where = await background_turn(services, caller, run)
    return event_stream(handed_over(events, where, services.limits.handover_seconds), where.stream_url)


@router.put("/messages/{message_id}/feedback")
async def give_feedback(
    conversation_id: str, message_id: str, body: FeedbackBody, services: ServicesDep, caller: CallerDep
) -> FeedbackModel:
    """Stores the caller's rating of an answer, which replaces an earlier one."""
    key = caller.conversation(conversation_id)
    await services.conversations.get(key)
    feedback = await services.conversations.give_feedback(key, message_id, body.rating, body.comment)
    services.watcher.rated(caller, body.rating)
    return FeedbackModel.model_validate(asdict(feedback))


@router.post("/fork", status_code=HTTPStatus.CREATED)
async def fork(conversation_id: str, body: ForkBody, services: ServicesDep, caller: CallerDep) -> ForkedConversation:
    """Creates a conversation with the messages up to this one and the documents of this conversation."""
    forked = await services.forks.fork(caller.conversation(conversation_id), body.message_id)
    return ForkedConversation(conversation_id=forked.conversation_id)
