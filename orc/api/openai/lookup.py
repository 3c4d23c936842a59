"""Resolves ids of the OpenAI API within the caller's own partition. Ids of other users are not found."""

from collections.abc import Mapping

from fastapi import Request

from orc.api.addresses import public_origin
from orc.api.services import Services
from orc.conversations.records import Run
from orc.domain import Caller, Citation, ConversationKey
from orc.errors import InvalidRequest, NotFound
from orc.protocols.openai_ids import read_conversation_id, read_response_id
from orc.protocols.openai_items import Link


async def response_run(services: Services, caller: Caller, response_id: str) -> Run:
    """Returns the run of a response, or raises NotFound."""
    found = read_response_id(response_id)
    if found is not None:
        conversation_id, run_id = found
        key = caller.conversation(conversation_id)
        try:
            await services.conversations.get(key)
            return (await services.conversations.run(key, run_id)).record
        except NotFound:
            pass
    raise NotFound("There is no such response.", code="response_not_found")


async def conversation_key(services: Services, caller: Caller, conversation_id: str) -> ConversationKey:
    """Returns the key of a conversation, or raises NotFound."""
    orc_id = read_conversation_id(conversation_id)
    if orc_id is None:
        raise NotFound("There is no such conversation.", code="conversation_not_found")
    key = caller.conversation(orc_id)
    await services.conversations.get(key)
    return key


async def named_conversation(services: Services, caller: Caller, given: object) -> ConversationKey:
    """Returns the key of the conversation that a body names, by an id or an object with an id."""
    named = given.get("id") if isinstance(given, Mapping) else given
    if not isinstance(named, str):
        raise InvalidRequest.of("conversation", "must be the id of a conversation, or an object with an id")
    return await conversation_key(services, caller, named)


def copies_of(run: Run) -> Mapping[str, str]:
    """Maps the names of a run's copied documents to the ids of their originals, as they were when the run was
    requested."""
    files = run.client_data.get("files")
    return {str(name): str(file_id) for name, file_id in files.items()} if isinstance(files, Mapping) else {}


def page_link(request: Request, conversation_id: str) -> Link:
    """Returns a function that makes links to citations on the chat page. They are relative where the app's origin is
    not known."""
    origin = public_origin(request) or ""

    def link(message_id: str, citation: Citation, statement: int) -> str:
        which = f"&statement={statement}" if statement > 1 else ""
        return f"{origin}/api/#/c/{conversation_id}/m/{message_id}?cite={citation.id}{which}"

    return link
