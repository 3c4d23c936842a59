"""Counts a turn's operations on Cosmos DB with a local server of its protocol. The operations equal the service's; the
request units are estimates of that server.
"""

from contextlib import aclosing
from itertools import batched
from pathlib import Path
from tempfile import TemporaryDirectory

from cosmos_server import cosmos_server
from orc.conversations.records import Conversation, Message, TurnRequest, new_conversation_id
from orc.documents.registry import ProcessingSettings
from orc.documents.search.retriever import Retriever
from orc.domain import Caller
from orc.items import new_id, now, timestamp
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, MAX_WRITES_PER_BATCH, Create, Upsert
from orc.runs.orchestrator import Orchestrator
from orc.tools.document_chat import DocumentChat
from orc.tools.toolbox import Toolbox, ToolboxLimits, own_server
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.composition.runs import build_runs
from shared.extraction.extractor import SubprocessExtractor
from shared.models.extractive import ExtractiveChatModel
from shared.stores.cosmos import CosmosDatabase, CosmosDocumentIndex, CosmosItemStore

_CALLER = Caller("organization", "user")
_EVENTS_OF_A_MESSAGE = 20


async def operations_of_a_turn(messages: int) -> tuple[str, ...]:
    """A row: the messages before the turn, then its reads, queries, writes and request units."""
    with TemporaryDirectory() as directory:
        async with cosmos_server() as server:
            blobs = LocalBlobStore(Path(directory))
            database = CosmosDatabase(endpoint=server.endpoint, credential=server.key, create=True, large_values=blobs)
            async with aclosing(database):
                orchestrator = _orchestrator(database, blobs)
                conversation_id = await _conversation(CosmosItemStore(database, CONVERSATION_ITEMS), messages)
                await orchestrator.start(_CALLER, TurnRequest(question="Hello!"))  # a process first looks for lost runs
                await orchestrator.drain()
                database.charges.reset()
                request = TurnRequest(question="Thank you!", conversation_id=conversation_id)
                await orchestrator.start(_CALLER, request)
                await orchestrator.drain()
                counted = database.charges.operations
                kinds = [f"{counted[kind]}" for kind in ("read", "query", "write")]
                return f"{messages:,}", *kinds, f"{database.charges.total_units:.0f}"


def _orchestrator(database: CosmosDatabase, blobs: LocalBlobStore) -> Orchestrator:
    items, index = CosmosItemStore(database, CONVERSATION_ITEMS), CosmosDocumentIndex(database)
    processing = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600)
    documents = CosmosItemStore(database, DOCUMENT_ITEMS)
    registry = build_registry(documents, blobs, index, SubprocessExtractor(), processing)
    built_in = own_server(DocumentChat(registry, Retriever(index, registry), top_k=8))
    tools = Toolbox(built_in, {}, limits=ToolboxLimits())
    return build_runs(items, registry, ExtractiveChatModel(), tools).orchestrator


async def _conversation(items: CosmosItemStore, messages: int) -> str:
    """A conversation with so many messages, written as turns would have left them."""
    conversation_id, made = new_conversation_id(), timestamp(now())
    partition = _CALLER.conversation(conversation_id).partition
    chain: list[Message] = []
    for number in range(messages):
        chain.append(
            Message(
                message_id=new_id("message"),
                seq=1 + number * _EVENTS_OF_A_MESSAGE,
                role="assistant" if number % 2 else "user",
                text=f"Message {number} of a long conversation.",
                run_id="run-before",
                parent_message_id=chain[-1].message_id if chain else None,
                created_at=made,
            )
        )
    for batch in batched(chain, MAX_WRITES_PER_BATCH, strict=False):
        await items.write(partition, [Create(message.to_item()) for message in batch])
    conversation = Conversation(
        conversation_id=conversation_id,
        turn_count=messages // 2,
        created_at=made,
        updated_at=made,
        active_message_id=chain[-1].message_id,
        last_seq=messages * _EVENTS_OF_A_MESSAGE,
    )
    await items.write(partition, [Upsert(conversation.to_item())])
    return conversation_id
