"""Finds what ids of the OpenAI API stand for, in the caller's own partition: anybody else's does not exist."""

from collections.abc import Mapping

from fastapi import Request

from orc.api.addresses import public_origin
from orc.conversations.records import Run
from orc.domain import Caller, Citation, ConversationKey
from orc.errors import InvalidRequest, NotFound
from orc.protocols.openai_ids import read_conversation_id, read_response_id
from orc.protocols.openai_items import Link
from orc.services import Services


async def response_run(services: Services, caller: Caller, response_id: str) -> Run:
    """The run that a response is; NotFound."""
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
    """The conversation that an id stands for; NotFound."""
    orc_id = read_conversation_id(conversation_id)
    if orc_id is None:
        raise NotFound("There is no such conversation.", code="conversation_not_found")
    key = caller.conversation(orc_id)
    await services.conversations.get(key)
    return key


async def named_conversation(services: Services, caller: Caller, given: object) -> ConversationKey:
    """The conversation that a body names, as an id or an object that has it."""
    named = given.get("id") if isinstance(given, Mapping) else given
    if not isinstance(named, str):
        raise InvalidRequest.of("conversation", "must be the id of a conversation, or an object that has it")
    return await conversation_key(services, caller, named)


def copies_of(run: Run) -> Mapping[str, str]:
    """The ids of the files that a run's documents are copies of, by name, as they were when it was asked."""
    kept = run.client_data.get("files")
    return {str(name): str(file_id) for name, file_id in kept.items()} if isinstance(kept, Mapping) else {}


def page_link(request: Request, conversation_id: str) -> Link:
    """Makes addresses that open a citation on the chat page; relative ones where the app's own is not known."""
    origin = public_origin(request) or ""

    def link(message_id: str, citation: Citation, statement: int) -> str:
        which = f"&statement={statement}" if statement > 1 else ""
        return f"{origin}/api/#/c/{conversation_id}/m/{message_id}?cite={citation.id}{which}"

    return link
