"""The Conversations API: clients create, read, change and delete Orc's conversations."""

from typing import Any, ClassVar

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field
from starlette.responses import JSONResponse

from orc.api.admission import AdmittedRoute
from orc.api.bodies import BodyKind
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.models import RequestBody
from orc.api.openai.bodies import Metadata
from orc.api.openai.descriptions import OBJECT
from orc.api.openai.errors import ERRORS
from orc.api.openai.files import RequestFiles, check_files, store
from orc.api.openai.inputs import SentMessage, read_messages
from orc.api.openai.item_lists import Including, IncludingDep, Paging, PagingDep, conversation_items
from orc.api.openai.lookup import conversation_key, page_link
from orc.api.services import Services
from orc.conversations.records import Conversation
from orc.domain import Caller
from orc.errors import InvalidRequest, NotFound
from orc.items import unix_seconds
from orc.protocols import openai_ids

router = APIRouter(prefix="/v1/conversations", tags=["openai"], route_class=AdmittedRoute, responses=ERRORS)

_MOST_ITEMS = 20


class NewConversationBody(RequestBody):
    """Messages that the conversation begins with, and metadata of the client's own."""

    body_kind: ClassVar[BodyKind] = "upload"

    items: list[dict[str, Any]] | None = Field(default=None, max_length=_MOST_ITEMS)
    metadata: Metadata | None = None


class ConversationChangeBody(RequestBody):
    """Metadata that replaces the earlier one; null removes it."""

    metadata: Metadata | None


class ItemsBody(RequestBody):
    """Messages to add."""

    body_kind: ClassVar[BodyKind] = "upload"

    items: list[dict[str, Any]] = Field(min_length=1, max_length=_MOST_ITEMS)


def _conversation_object(conversation: Conversation) -> dict[str, Any]:
    return {
        "id": openai_ids.conversation_id(conversation.conversation_id),
        "object": "conversation",
        "created_at": unix_seconds(conversation.created_at),
        "metadata": dict(conversation.metadata),
    }


@router.post("", response_class=Response, responses=OBJECT)
async def create(services: ServicesDep, caller: CallerDep, body: NewConversationBody | None = None) -> Response:
    """Creates a conversation, with or without messages. Files of the messages become its documents."""
    body = body or NewConversationBody()
    messages = _messages(body.items or [])
    files = await _files(services, caller, None, messages, body.metadata)
    created = await services.conversations.create(caller, imported=files.imported(messages), metadata=body.metadata)
    await store(services, caller.conversation(created.conversation_id), files)
    return JSONResponse(_conversation_object(created))


async def _files(
    services: Services,
    caller: Caller,
    conversation_id: str | None,
    messages: list[SentMessage],
    metadata: Metadata | None = None,
) -> RequestFiles:
    files = [file for message in messages for file in message.files]
    most = services.limits.upload_files
    return await check_files(services, caller, conversation_id, files, most=most, metadata=metadata)


def _messages(items: list[dict[str, Any]]) -> list[SentMessage]:
    messages = read_messages(items, field="items") if items else []
    for position, message in enumerate(messages):
        if message.role not in ("user", "assistant"):
            text = "must be user or assistant; send instructions with each request for a response"
            raise InvalidRequest.of(f"items.{position}.role", text)
        if not message.text and not message.files:
            raise InvalidRequest.of(f"items.{position}", "is empty; send text or a file")
    return messages


@router.get("/{conversation}", response_class=Response, responses=OBJECT)
async def retrieve(conversation: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Returns a conversation, without its items."""
    key = await conversation_key(services, caller, conversation)
    return JSONResponse(_conversation_object((await services.conversations.get(key)).record))


@router.post("/{conversation}", response_class=Response, responses=OBJECT)
async def update(conversation: str, body: ConversationChangeBody, services: ServicesDep, caller: CallerDep) -> Response:
    """Replaces a conversation's metadata."""
    key = await conversation_key(services, caller, conversation)
    return JSONResponse(_conversation_object(await services.conversations.note(key, body.metadata or {})))


@router.delete("/{conversation}", response_class=Response, responses=OBJECT)
async def delete(conversation: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Deletes a conversation with its responses, messages, events, documents and files."""
    key = await conversation_key(services, caller, conversation)
    await services.deletion.delete(key)
    shown = openai_ids.conversation_id(key.conversation_id)
    return JSONResponse({"id": shown, "object": "conversation.deleted", "deleted": True})


@router.get("/{conversation}/items", response_class=Response, responses=OBJECT)
async def items(
    conversation: str,
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
    paging: PagingDep,
    including: IncludingDep,
) -> Response:
    """Lists the items of the active branch: messages, and the steps of answers. The newest come first unless
    `order=asc`."""
    key = await conversation_key(services, caller, conversation)
    link = page_link(request, key.conversation_id)
    return JSONResponse(paging.of(await conversation_items(services, key, link, with_results=including.results)))


@router.post("/{conversation}/items", response_class=Response, responses=OBJECT, dependencies=[Depends(Including)])
async def add_items(
    conversation: str,
    body: ItemsBody,
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
) -> Response:
    """Adds messages from elsewhere to the end of the active branch. Refused while a response is in progress."""
    key = await conversation_key(services, caller, conversation)
    messages = _messages(body.items)
    files = await _files(services, caller, key.conversation_id, messages)
    await store(services, key, files)
    added = await services.orchestrator.add_imported(key, files.imported(messages))
    ids = {openai_ids.message_id(message.message_id) for message in added}
    found = await conversation_items(services, key, page_link(request, key.conversation_id))
    page = [item for item in found if item["id"] in ids]
    return JSONResponse(Paging(order="asc", limit=len(found)).of(page))


@router.get("/{conversation}/items/{item}", response_class=Response, responses=OBJECT)
async def item(
    conversation: str,
    item: str,
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
    including: IncludingDep,
) -> Response:
    """Returns one item of the active branch."""
    key = await conversation_key(services, caller, conversation)
    found = await conversation_items(
        services, key, page_link(request, key.conversation_id), with_results=including.results
    )
    shown = next((each for each in found if each["id"] == item), None)
    if shown is None:
        raise NotFound("There is no such item.", code="item_not_found")
    return JSONResponse(shown)
