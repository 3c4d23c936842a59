"""Conversations, their messages and runs, and their events."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Response
from starlette.responses import StreamingResponse

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.messages import message_model
from orc.api.models import (
    ConversationBody,
    ConversationChange,
    ConversationDetail,
    ConversationDetailPage,
    ConversationPage,
    ConversationSummary,
    RunModel,
)
from orc.conversations.export import active_branch, to_markdown
from orc.conversations.records import Conversation, Run
from orc.errors import InvalidRequest
from orc.events.schema import EVENT_STREAM
from orc.events.sse import event_stream, stream_url

router = APIRouter(prefix="/conversations", tags=["conversations"], route_class=AdmittedRoute)

_PAGE = 20
# pydantic compiles \d and \w for all of Unicode: their repetitions take 20 MB and 0.1 s of a cold start.
_MESSAGES_CONTINUATION = "^-?[0-9]{1,12}(~[0-9A-Za-z_-]{1,200})?$"
_CONTINUATION = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{1,6}Z$"


@router.post("", status_code=HTTPStatus.CREATED)
async def create(services: ServicesDep, caller: CallerDep, body: ConversationBody | None = None) -> ConversationSummary:
    """Creates an empty conversation, with or without a title."""
    title = body.title if body else None
    return _summary(await services.conversations.create(caller, title))


@router.get("")
async def page(
    services: ServicesDep,
    caller: CallerDep,
    limit: Annotated[int, Query(ge=1, le=100)] = _PAGE,
    continuation: Annotated[str | None, Query(pattern=_CONTINUATION)] = None,
) -> ConversationPage:
    """Lists the caller's conversations, the most recently changed first."""
    found = await services.conversations.listing(caller, limit=limit + 1, continuation=continuation)
    shown = found[:limit]
    more = shown[-1].updated_at if len(found) > limit else None
    return ConversationPage(items=[_summary(c) for c in shown], continuation=more)


@router.get("/{conversation_id}")
async def detail(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    limit: Annotated[int | None, Query(ge=1, le=100)] = None,
    continuation: Annotated[str | None, Query(pattern=_MESSAGES_CONTINUATION)] = None,
) -> ConversationDetailPage | ConversationDetail:
    """Returns the conversation with all its messages and runs, oldest first. With `limit` or `continuation`, returns a
    page of messages instead (20 by default), newest first, with their runs and the `continuation` of the next older
    page, which is null on the last page. Messages that are added between two requests do not shift the pages. `active`
    refers to the branch that was active when the first page was requested."""
    key = caller.conversation(conversation_id)
    conversation = (await services.conversations.get(key)).record
    if conversation.is_busy:
        services.orchestrator.ensure_progress(key)
    feedback = await services.conversations.feedback(key)
    if limit is None and continuation is None:
        messages = await services.conversations.messages(key)
        runs = await services.conversations.runs(key)
        branch = active_branch(conversation, messages)
        return ConversationDetail(
            **_head(conversation),
            messages=[message_model(m, m.message_id in branch, feedback.get(m.message_id)) for m in messages],
            runs=[_run(run) for run in runs],
        )
    # A continuation is the number of the oldest message of a page and, after a ~, the next message of the active
    # branch, if any, because parents are older than their children.
    size, before, coming = limit or _PAGE, None, conversation.active_message_id or ""
    if continuation is not None:
        number, _, coming = continuation.partition("~")
        before = int(number)
    found = await services.conversations.newest_messages(key, limit=size + 1, before=before)
    messages = found[:size]
    active: set[str] = set()
    for message in messages:
        if message.message_id == coming:
            active.add(coming)
            coming = message.parent_message_id or ""
    runs = await services.conversations.runs_of(key, messages)
    return ConversationDetailPage(
        **_head(conversation),
        messages=[message_model(m, m.message_id in active, feedback.get(m.message_id)) for m in messages],
        runs=[_run(run) for run in runs],
        continuation=f"{messages[-1].seq}~{coming}".removesuffix("~") if len(found) > size else None,
    )


def _summary(conversation: Conversation) -> ConversationSummary:
    return ConversationSummary.model_validate({**asdict(conversation), "title": conversation.shown_title})


def _head(conversation: Conversation) -> dict[str, Any]:
    return {**_summary(conversation).model_dump(), "active_message_id": conversation.active_message_id}


@router.patch("/{conversation_id}")
async def change(
    conversation_id: str, body: ConversationChange, services: ServicesDep, caller: CallerDep
) -> ConversationSummary:
    """Renames the conversation, or selects the message from which it continues."""
    changed = await services.conversations.update(
        caller.conversation(conversation_id), title=body.title, active_message_id=body.active_message_id
    )
    return _summary(changed)


@router.delete("/{conversation_id}", status_code=HTTPStatus.NO_CONTENT, response_class=Response)
async def delete(conversation_id: str, services: ServicesDep, caller: CallerDep) -> None:
    """Deletes the conversation and everything in it: messages, runs, events, documents and files."""
    await services.deletion.delete(caller.conversation(conversation_id))


@router.get(
    "/{conversation_id}/export",
    response_class=Response,
    responses={200: {"content": {"text/markdown": {}, "application/json": {}}, "description": "The conversation."}},
)
async def export(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    form: Annotated[Literal["markdown", "json"], Query(alias="format")] = "markdown",
) -> Response:
    """Downloads the conversation: its active branch as Markdown, or all of it as JSON."""
    key = caller.conversation(conversation_id)
    if form == "json":
        text = (await detail(conversation_id, services, caller)).model_dump_json(indent=2)
        return _download(text, "application/json", "json")
    conversation = (await services.conversations.get(key)).record
    text = to_markdown(conversation, await services.conversations.messages(key))
    return _download(text, "text/markdown", "md")


def _download(text: str, media_type: str, extension: str) -> Response:
    name = f"conversation.{extension}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return Response(text, media_type=media_type, headers=headers)


def _run(run: Run) -> RunModel:
    return RunModel.model_validate(asdict(run))


@router.get("/{conversation_id}/runs/{run_id}")
async def run(conversation_id: str, run_id: str, services: ServicesDep, caller: CallerDep) -> RunModel:
    """Returns the state of a run. A stalled run is recovered."""
    key = caller.conversation(conversation_id)
    found = (await services.conversations.run(key, run_id)).record
    if not found.is_over:
        services.orchestrator.ensure_progress(key)
    return _run(found)


@router.get(
    "/{conversation_id}/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {**EVENT_STREAM}, "description": "Events after `since`."}},
)
async def stream(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    since: Annotated[int | None, Query(ge=0)] = None,
    run_id: Annotated[str | None, Query(max_length=100)] = None,
    last_event_id: Annotated[int | None, Header(ge=0)] = None,
) -> StreamingResponse:
    """Streams the events after `since` or `Last-Event-ID`, whichever is later: first the stored ones, then live ones
    until no run is active. With `run_id`, streams the events of that run only, up to its `done`."""
    key = caller.conversation(conversation_id)
    await services.conversations.get(key)
    position = max(since or 0, last_event_id or 0)  # a browser that reconnects keeps the URL and adds the header
    newest = await services.orchestrator.newest_seq(key)
    if position > newest:
        raise InvalidRequest.of("since", f"{position} is beyond the newest event, {newest}")
    tick = services.limits.heartbeat_seconds
    address = stream_url(conversation_id, position, run_id)
    if run_id is not None:
        run = (await services.conversations.run(key, run_id)).record
        return event_stream(services.orchestrator.follow_run(caller, run, position, tick_seconds=tick), address)
    return event_stream(services.orchestrator.follow(key, position, tick_seconds=tick), address)
