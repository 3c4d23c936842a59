"""Routes that ask a question and answer it as a stream, as JSON, or in the background."""

import logging
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Response

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import RefusalDep, SchedulerDep, ServicesDep, StarterDep
from orc.api.models import BackgroundTurn, TurnAnswer, TurnBody
from orc.api.problems import Problem
from orc.api.sent_texts import sent_texts
from orc.api.services import Limits, Services
from orc.conversations.records import Run, TurnRequest
from orc.documents.labels import checked_metadata
from orc.documents.paths import normalize_blob_names
from orc.domain import Caller
from orc.errors import InvalidRequest, SchedulerUnavailable, StoreUnavailable
from orc.events.schema import EVENT_STREAM
from orc.events.sse import event_stream, stream_url
from orc.events.types import TURN_GOES_ON, ErrorRaised, LoggedEvent, StatusChange
from orc.input_strings import check_question_length
from orc.patterns import regex
from orc.runs.scheduler import Scheduler

logger = logging.getLogger(__name__)

_WEIGHT = regex(r"q=([01](?:\.[0-9]{0,3})?)")

router = APIRouter(tags=["turns"], route_class=AdmittedRoute)

_EVENT_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {**EVENT_STREAM}, "description": "The turn's events, or the finished turn as JSON."}
}


def turn_request(body: TurnBody, limits: Limits, conversation_id: str | None = None) -> TurnRequest:
    """Returns the checked request. InvalidRequest names the field and the limit."""
    question = (body.question or "").strip()
    question = question if any(map(str.isprintable, question)) else ""  # invisible characters alone
    documents = sent_texts(body.documents, limits)
    named = normalize_blob_names(body.blob_names, limit=limits.documents_per_turn)
    blob_names = tuple(dict.fromkeys((*named, *(document.name for document in documents))))
    if len(blob_names) > limits.documents_per_turn:
        message = f"{len(blob_names)} with those of blob_names; the limit is {limits.documents_per_turn}"
        raise InvalidRequest.of("documents", message, code="too_many_documents")
    if not question and not blob_names:
        raise InvalidRequest.of("question", "send a question, blob_names, or both")
    check_question_length(question, limits.question_characters, "question")
    return TurnRequest(
        question=question,
        conversation_id=conversation_id or (str(body.conversation_id) if body.conversation_id else None),
        blob_names=blob_names,
        documents=documents,
        filters=checked_metadata(body.filters, name="filters"),
        client_message_id=body.client_message_id,
        parent_message_id=body.parent_message_id,
        starts_branch="parent_message_id" in body.model_fields_set and body.parent_message_id is None,
        citation_style=body.citation_style,
        on_busy=body.on_busy,
    )


def wants_json(accept: str) -> bool:
    """Whether an Accept header names JSON with a higher weight than a stream, which is the default."""
    weights = {"application/json": 0.0, "text/event-stream": 0.0}
    for each in accept.lower().split(","):
        kind, *parameters = (part.strip() for part in each.split(";"))
        if kind in weights:
            given = next((_WEIGHT.fullmatch(part) for part in parameters if part.startswith("q=")), None)
            weights[kind] = float(given[1]) if given else 1.0
    return weights["application/json"] > weights["text/event-stream"]


@router.post("/orc", response_model=TurnAnswer, responses=_EVENT_STREAM)
async def ask(
    body: TurnBody,
    services: ServicesDep,
    caller: StarterDep,
    refusal: RefusalDep,
    accept: Annotated[str, Header()] = "*/*",
) -> Response:
    """Answers a question. `Accept: text/event-stream` (the default) streams events; `application/json` waits for the
    finished turn. The turn continues if the client disconnects."""
    request = turn_request(body, services.limits)
    await services.orchestrator.refuse_new_run(caller, request, refusal)
    run = await services.orchestrator.start(caller, request)
    events = services.orchestrator.follow_run(caller, run, tick_seconds=services.limits.heartbeat_seconds)
    where = await background_turn(services, caller, run)
    events = handed_over(events, where, services.limits.handover_seconds)
    if not wants_json(accept):
        return event_stream(events, where.stream_url)
    try:
        async with aclosing(events):
            async for batch in events:
                if any(map(_goes_on, batch)):
                    return _elsewhere(where)
        ended = (await services.conversations.run(caller.conversation(run.conversation_id), run.run_id)).record
        if not ended.is_over:  # this process stops, and another goes on
            return _elsewhere(where)
        message = await services.conversations.find_message(
            caller.conversation(ended.conversation_id).partition, ended.message_id
        )
    except StoreUnavailable as outage:
        logger.warning("A turn could not be followed to its end: %s", outage.message)
        return _elsewhere(where)
    stored: dict[str, Any] = {"conversation_id": ended.conversation_id, "run_id": ended.run_id}
    if message is None and ended.status == "cancelled":
        reason = "The turn was cancelled before it had an answer."
        return Problem(HTTPStatus.CONFLICT, "run_cancelled", reason, **stored)
    if message is None or ended.status == "failed":
        error = ended.error or {"code": "run_not_finished", "message": "The turn did not finish.", "retryable": True}
        status = HTTPStatus.SERVICE_UNAVAILABLE if error["retryable"] else HTTPStatus.BAD_GATEWAY
        if message is not None:
            stored |= {"message_id": message.message_id, "answer": message.text}
        return Problem(status, error["code"], error["message"], retryable=error["retryable"], **stored)
    answer = TurnAnswer.model_validate(
        {
            "conversation_id": ended.conversation_id,
            "run_id": ended.run_id,
            "message_id": message.message_id,
            "status": ended.status,
            "answer": message.text,
            "citations": message.citations,
            "uploaded_file_refs": message.uploaded_file_refs,
            "last_mcp_tool_used": message.last_mcp_tool_used,
            "confidence": message.confidence,
            "intent_type": ended.intent_type,
            "workflow_plan": ended.workflow_plan,
            "steps": list(ended.steps),
            "run_meta": ended.run_meta,
        },
        from_attributes=True,
    )
    return Response(answer.model_dump_json(), media_type="application/json")


def _elsewhere(where: BackgroundTurn) -> Response:
    """The response for a turn that is stored and continues: the client follows it instead of asking again."""
    return Response(where.model_dump_json(), HTTPStatus.ACCEPTED, media_type="application/json")


async def handed_over(
    events: AsyncGenerator[Sequence[LoggedEvent]], turn: BackgroundTurn, seconds: float
) -> AsyncGenerator[Sequence[LoggedEvent]]:
    """A turn's events for this many seconds, the platform's limit on a response. The last one is a status change, not
    in the log, with the address of the rest. The turn itself continues.
    """
    deadline = time.monotonic() + seconds
    async with aclosing(events):
        async for batch in events:
            yield batch
            if time.monotonic() > deadline:
                where = f"The turn continues; its events are at {turn.stream_url}"
                yield [LoggedEvent(0, StatusChange("background", where, turn.run_id))]
                return


def _goes_on(logged: LoggedEvent) -> bool:
    """Whether the turn continues without this response."""
    match logged:
        case LoggedEvent(0, StatusChange(status="background")):
            return True
        case LoggedEvent(0, ErrorRaised(code=code)):
            return code == TURN_GOES_ON
        case _:
            return False


@router.post("/orc/background", status_code=HTTPStatus.ACCEPTED)
async def ask_in_background(
    body: TurnBody, services: ServicesDep, caller: StarterDep, scheduler: SchedulerDep, refusal: RefusalDep
) -> BackgroundTurn:
    """Starts a turn as a Durable orchestration and responds at once. Its events are at stream_url."""
    request = turn_request(body, services.limits)
    await services.orchestrator.refuse_new_run(caller, request, refusal)
    return await start_in_background(services, caller, scheduler, request)


async def start_in_background(
    services: Services, caller: Caller, scheduler: Scheduler, request: TurnRequest
) -> BackgroundTurn:
    """Starts or queues a turn, scheduled as an orchestration, and returns the URLs to follow it. StoreUnavailable means
    that it was not started.
    """
    run, turn = await services.orchestrator.start_elsewhere(caller, request)
    if turn is not None:
        try:
            await scheduler.schedule(turn)
        except (SchedulerUnavailable, StoreUnavailable) as outage:
            try:
                await services.activities.abandon(turn, outage)
            except StoreUnavailable as another:
                logger.warning("Run %s is left to recovery: %s", turn.run_id, another.message)
            else:
                raise
    await services.recovery.recover_some(scheduler)
    return await background_turn(services, caller, run)


async def background_turn(services: Services, caller: Caller, run: Run) -> BackgroundTurn:
    """The URLs of a turn that continues in the background, and the number after which its events follow; 0 while the
    store cannot be read.
    """
    try:
        offset = await services.orchestrator.event_offset(caller, run)
    except StoreUnavailable:
        logger.warning("The first event of run %s cannot be looked up now", run.run_id)
        offset = 0
    return BackgroundTurn(
        conversation_id=run.conversation_id,
        run_id=run.run_id,
        event_offset=offset,
        stream_url=stream_url(run.conversation_id, offset, run.run_id),
        status_url=f"/api/conversations/{run.conversation_id}/runs/{run.run_id}",
    )
