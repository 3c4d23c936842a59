"""The Responses API: create, retrieve, stream, resume, cancel and delete (D-259)."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.responses import JSONResponse

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, SchedulerDep, ServicesDep, StarterDep
from orc.api.models import RequestBody
from orc.api.openai.bodies import DEFAULT_MODEL
from orc.api.openai.descriptions import OBJECT_CONTENT
from orc.api.openai.errors import ERRORS
from orc.api.openai.item_lists import Including, IncludingDep, PagingDep, input_items
from orc.api.openai.lookup import copies_of, page_link, response_run
from orc.api.openai.passage_texts import events_with_texts
from orc.api.openai.response_bodies import ResponseBody, includes_results, read_tools
from orc.api.openai.response_turns import response_turn
from orc.api.protocol_streams import Interruption, fold_run, protocol_stream, run_events
from orc.api.services import Services
from orc.api.turns import start_in_background
from orc.conversations.records import Run
from orc.domain import Caller
from orc.errors import Conflict, InvalidRequest, StoreUnavailable
from orc.items import unix_seconds
from orc.protocols import openai_ids
from orc.protocols.responses import ResponseFold, ResponseHead, encode

logger = logging.getLogger(__name__)

router = APIRouter(prefix="/v1/responses", tags=["openai"], route_class=AdmittedRoute, responses=ERRORS)

_CANCEL_SECONDS = 10
_EVENTS: dict[str, Any] = {"text/event-stream": {}}
_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"description": "The response.", "content": OBJECT_CONTENT}}
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "The response, or its events.", "content": {**OBJECT_CONTENT, **_EVENTS}}
}


@router.post("", response_class=Response, responses=_STREAM)
async def create(
    body: ResponseBody, request: Request, services: ServicesDep, caller: StarterDep, scheduler: SchedulerDep
) -> Response:
    """Answers a question: whole, streamed with `stream`, or in the background. In a busy conversation the turn waits
    for those before it. Files of the request become documents of the conversation."""
    with_results = includes_results(body.include or ())
    search = read_tools(body)
    try:
        turn = await response_turn(services, caller, body, search)
        if body.background:
            where = await start_in_background(services, caller, scheduler, turn)
            key = caller.conversation(where.conversation_id)
            run = (await services.conversations.run(key, where.run_id)).record
        else:
            run = await services.orchestrator.start(caller, turn)
    except InvalidRequest as refused:
        if refused.code != "no_document_matches":
            raise
        raise InvalidRequest.of(search.filters_field, refused.errors[0].message, code=refused.code) from None
    fold = _fold(request, run, with_results=with_results)
    if body.stream:
        return await _stream(services, caller, run, fold)
    if not body.background:
        try:
            await fold_run(await events_with_texts(services, caller, run, wanted=fold.with_results), fold)
        except StoreUnavailable as outage:  # the turn goes on: after an error, clients would ask again
            logger.warning("A response could not be followed to its end: %s", outage.message)
    return JSONResponse(fold.response)


def _fold(request: Request, run: Run, *, with_results: bool = False) -> ResponseFold:
    """The fold of a run: the same for every request, except that one may ask for the results of searches."""
    echoed = _request_fields(run)
    echoed.pop("joined", None)
    defaults: dict[str, Any] = {
        "model": DEFAULT_MODEL,
        "instructions": None if echoed else run.instructions or None,
        "metadata": {},
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "temperature": 1.0,
        "top_p": 1.0,
        "max_output_tokens": run.answer_tokens,
        "previous_response_id": None,
        "reasoning": None,
        "text": {"format": {"type": "text"}},
        "truncation": "disabled",
        "store": True,
        "top_logprobs": 0,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "max_tool_calls": None,
        "service_tier": "default",
        "safety_identifier": None,
        "prompt_cache_key": None,
    }
    head = {
        "id": openai_ids.response_id(run.conversation_id, run.run_id),
        "object": "response",
        "created_at": unix_seconds(run.created_at),
        "background": run.mode == "background",
        "conversation": {"id": openai_ids.conversation_id(run.conversation_id)},
    }
    link = page_link(request, run.conversation_id)
    return ResponseFold(
        ResponseHead(
            {**head, **defaults, **echoed},
            run.run_id,
            run.message_id,
            link,
            background=run.mode == "background",
            with_results=with_results,
            files=copies_of(run),
        )
    )


def _request_fields(run: Run) -> dict[str, Any]:
    """The stored request fields of a response; empty for a run that was started through another API."""
    fields = run.client_data.get("response")
    return dict(fields) if isinstance(fields, Mapping) else {}


async def _stream(services: Services, caller: Caller, run: Run, fold: ResponseFold, after: int = -1) -> Response:
    address = f"/api/v1/responses/{openai_ids.response_id(run.conversation_id, run.run_id)}?stream=true&starting_after="

    def interrupted(interruption: Interruption) -> bytes:
        message = f"{interruption.message} The response continues at {address}{interruption.last}"
        event = {"type": "error", "code": interruption.code, "message": message, "param": None}
        return encode(interruption.last, event)

    events = await events_with_texts(services, caller, run, wanted=fold.with_results, stored_only=True)
    return protocol_stream(events, fold, encode=encode, interrupted=interrupted, after=after)


@router.get("/{response_id}", response_class=Response, responses=_STREAM)
async def retrieve(
    response_id: str,
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
    including: IncludingDep,
    stream: bool = False,
    starting_after: Annotated[int | None, Query(ge=0)] = None,
    _: Annotated[bool, Query(alias="include_obfuscation")] = False,
) -> Response:
    """Returns a response as it is now. With `stream`, streams its events after number `starting_after`, or from the
    first, until it ends. Nothing is obfuscated."""
    run = await response_run(services, caller, response_id)
    if starting_after is not None and not stream:
        raise InvalidRequest.of("starting_after", "needs stream=true")
    fold = _fold(request, run, with_results=including.results)
    if stream:
        return await _stream(services, caller, run, fold, -1 if starting_after is None else starting_after)
    return JSONResponse(await _present(services, caller, run, fold))


async def _present(services: Services, caller: Caller, run: Run, fold: ResponseFold) -> dict[str, Any]:
    """The response as it is now. One that is in progress has no output; its stream has."""
    if run.is_over:
        await fold_run(await events_with_texts(services, caller, run, wanted=fold.with_results), fold)
        return fold.response
    services.orchestrator.ensure_progress(caller.conversation(run.conversation_id))
    return {**fold.response, "status": "queued" if run.status == "pending" else "in_progress"}


@router.post("/{response_id}/cancel", response_class=Response, responses=_RESPONSE)
async def cancel(
    response_id: str, request: Request, services: ServicesDep, caller: CallerDep, _: RequestBody | None = None
) -> Response:
    """Cancels a response, in the foreground or background, and returns it with the text so far. A response that has
    ended is returned unchanged."""
    run = await response_run(services, caller, response_id)
    await services.orchestrator.cancel(caller.conversation(run.conversation_id), run.run_id)
    run = await response_run(services, caller, response_id)
    if not run.is_over:
        with suppress(TimeoutError):
            async with asyncio.timeout(_CANCEL_SECONDS):
                await fold_run(await run_events(services, caller, run), _fold(request, run))
        run = await response_run(services, caller, response_id)
    return JSONResponse(await _present(services, caller, run, _fold(request, run)))


@router.delete("/{response_id}", response_class=Response, responses=_RESPONSE)
async def delete(response_id: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Deletes a response that began its own conversation and is still the only one in it, with its question, events and
    files. Any other response is deleted with its conversation."""
    run = await response_run(services, caller, response_id)
    key = caller.conversation(run.conversation_id)
    runs = await services.conversations.runs(key)
    if _request_fields(run).get("joined", True) or len(runs) > 1:
        whole = openai_ids.conversation_id(run.conversation_id)
        message = (
            f"This response is part of a conversation; delete the whole conversation at /api/v1/conversations/{whole}."
        )
        raise Conflict(message, code="response_in_conversation")
    await services.deletion.delete(key)
    return JSONResponse({"id": response_id, "object": "response", "deleted": True})


@router.get(
    "/{response_id}/input_items", response_class=Response, responses=_RESPONSE, dependencies=[Depends(Including)]
)
async def list_input_items(response_id: str, services: ServicesDep, caller: CallerDep, paging: PagingDep) -> Response:
    """Lists the messages of the request in order, with their files. Earlier turns are in the conversation's items."""
    run = await response_run(services, caller, response_id)
    return JSONResponse(paging.of(await input_items(services, caller, run)))
