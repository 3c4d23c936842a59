"""The Chat Completions API, for clients that keep the conversation themselves and send all of it each time (D-268)."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.responses import JSONResponse

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import ServicesDep, StarterDep
from orc.api.openai.bodies import DEFAULT_MODEL
from orc.api.openai.chat_bodies import ChatBody
from orc.api.openai.chat_turns import chat_turn
from orc.api.openai.errors import ERRORS
from orc.api.openai.lookup import page_link
from orc.api.problems import Problem
from orc.api.protocol_streams import fold_run, protocol_stream, run_events
from orc.items import unix_seconds
from orc.protocols.chat_completions import CompletionFold, CompletionHead, encode, error_chunk

router = APIRouter(prefix="/v1/chat/completions", tags=["openai"], route_class=AdmittedRoute, responses=ERRORS)

_DONE = b"data: [DONE]\n\n"
_NOT_AGAIN = {"x-should-retry": "false"}  # the SDKs would ask the question once more
_CHAT_HEADER = "The client's own id of the chat: its requests are one conversation."
_COMPLETION: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The completion, or its chunks.",
        "content": {"application/json": {"schema": {"type": "object"}}, "text/event-stream": {}},
    }
}


@router.post("", response_class=Response, responses=_COMPLETION)
async def create(
    body: ChatBody,
    request: Request,
    services: ServicesDep,
    caller: StarterDep,
    x_openwebui_chat_id: Annotated[str, Header(max_length=200, description=_CHAT_HEADER)] = "",
    x_conversation_id: Annotated[str, Header(max_length=200, description=_CHAT_HEADER)] = "",
) -> Response:
    """Answers the last user messages, whole or streamed. Earlier messages identify the caller's stored conversation; a
    history that was edited becomes a branch of it. Citations are `url_citation` annotations."""
    turn = await chat_turn(services, caller, body, x_conversation_id or x_openwebui_chat_id)
    run = await services.orchestrator.start(caller, turn.request)
    await services.histories.remember(caller, run, turn.sent)
    head = CompletionHead(
        completion_id=f"chatcmpl-{run.run_id.rpartition('-')[2]}",
        created=unix_seconds(run.created_at),
        model=body.model or DEFAULT_MODEL,
        link=page_link(request, run.conversation_id),
        with_usage=bool(body.stream and (body.stream_options or {}).get("include_usage")),
        with_sources=bool(x_openwebui_chat_id),
    )
    fold, events = CompletionFold(head), await run_events(services, caller, run)
    if body.stream:
        return protocol_stream(
            events,
            fold,
            encode=encode,
            interrupted=lambda cut: encode(0, error_chunk(cut.code, cut.message)),
            ending=_DONE,
        )
    if interruption := await fold_run(events, fold):
        return Problem(HTTPStatus.GATEWAY_TIMEOUT, interruption.code, interruption.message, headers=_NOT_AGAIN)
    if fold.has_answer or fold.is_filtered:
        return JSONResponse(fold.completion)
    if fold.status == "cancelled":
        return Problem(HTTPStatus.CONFLICT, "run_cancelled", "The turn was cancelled.", headers=_NOT_AGAIN)
    failure = fold.failure
    status = HTTPStatus.SERVICE_UNAVAILABLE if failure.retryable else HTTPStatus.BAD_GATEWAY
    return Problem(status, failure.code, failure.message, headers=_NOT_AGAIN)
