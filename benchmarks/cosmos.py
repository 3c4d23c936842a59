"""Counts the operations of a turn on Cosmos DB with a local server of its protocol. The number of operations is that of
the service; request units are the local server's estimates."""

import json
from contextlib import aclosing
from itertools import batched
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.processes import model_server
from cosmos_server import CosmosServer, cosmos_server
from orc.conversations.records import Conversation, Message, TurnRequest, new_conversation_id
from orc.conversations.repository import Conversations
from orc.documents.registry import ProcessingSettings
from orc.documents.search.retriever import Retriever
from orc.domain import Caller
from orc.items import new_id, now, timestamp
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, MAX_WRITES_PER_BATCH, ChatModel, Create, Upsert
from orc.runs.orchestrator import Orchestrator
from orc.tools.document_chat import DocumentChat
from orc.tools.toolbox import Toolbox, ToolboxLimits, own_server
from orc.watch.hours import Hours
from orc.watch.usage import Budgets, Usage
from orc.watch.watcher import Watcher
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.composition.runs import build_runs
from shared.extraction.extractor import SubprocessExtractor
from shared.models.extractive import ExtractiveChatModel
from shared.models.openai import OpenAIChatModel
from shared.stores.cosmos import CosmosDatabase, CosmosDocumentIndex, CosmosItemStore

_CALLER = Caller("organization", "user")
_EVENTS_OF_A_MESSAGE = 20
_FIRST_TOKEN_SECONDS, _TOKENS_A_SECOND = 0.6, 50


async def operations_of_a_turn(messages: int) -> tuple[str, ...]:
    """A table row: the number of messages before the turn, then its reads, queries, writes and request units."""
    with TemporaryDirectory() as directory:
        async with cosmos_server() as server:
            blobs = LocalBlobStore(Path(directory))
            async with aclosing(_database(server, blobs)) as database:
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


class TurnCosts(NamedTuple):
    """The store costs of a turn, with the seconds for which its answer was streamed. items and size (in bytes) are what
    the turn adds."""

    streamed_seconds: float
    operations: int
    units: float
    items: int
    size: int


async def costs_of_a_streamed_turn(seconds: float) -> TurnCosts:
    """The store costs, usage counts included, of a turn that a model plans and then answers for about this many
    seconds."""
    delays = {"first_token_seconds": _FIRST_TOKEN_SECONDS, "token_seconds": 1 / _TOKENS_A_SECOND}
    with (
        TemporaryDirectory() as directory,
        model_server(Path(directory), tokens=round(seconds * _TOKENS_A_SECOND), **delays) as running,
    ):
        model = OpenAIChatModel(model="m", api_key="", base_url=f"http://127.0.0.1:{running.port}/v1")
        blobs = LocalBlobStore(Path(directory))
        async with cosmos_server() as server, aclosing(model), aclosing(_database(server, blobs)) as database:
            documents = CosmosItemStore(database, DOCUMENT_ITEMS)
            watcher = Watcher(None, Hours(documents), Usage(documents, Budgets()))
            orchestrator = _orchestrator(database, blobs, model, watcher)
            first = await orchestrator.start(_CALLER, TurnRequest(question="What of the village?"))
            await orchestrator.drain()
            items, size = _stored(server)
            database.charges.reset()
            conversation_id = first.conversation_id
            run = await orchestrator.start(_CALLER, TurnRequest(question="And here?", conversation_id=conversation_id))
            await orchestrator.drain()
            operations, units = database.charges.operations.total(), database.charges.total_units
            items_after, size_after = _stored(server)
            conversations = Conversations(CosmosItemStore(database, CONVERSATION_ITEMS))
            meta = (await conversations.run(_CALLER.conversation(conversation_id), run.run_id)).record.run_meta
    if meta is None or meta.first_token_ms is None:
        raise SystemExit("The model did not answer.")
    streamed = (meta.duration_ms - meta.first_token_ms) / 1000
    return TurnCosts(streamed, operations, units, items_after - items, size_after - size)


def _database(server: CosmosServer, blobs: LocalBlobStore) -> CosmosDatabase:
    return CosmosDatabase(endpoint=server.endpoint, credential=server.key, create=True, large_values=blobs)


def _stored(server: CosmosServer) -> tuple[int, int]:
    """The number of items and their bytes as JSON."""
    stored = [json.dumps(item) for each in (CONVERSATION_ITEMS, DOCUMENT_ITEMS) for item in server.items(each.name)]
    return len(stored), sum(map(len, stored))


def _orchestrator(
    database: CosmosDatabase, blobs: LocalBlobStore, model: ChatModel | None = None, watcher: Watcher | None = None
) -> Orchestrator:
    items, index = CosmosItemStore(database, CONVERSATION_ITEMS), CosmosDocumentIndex(database)
    processing = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600)
    documents = CosmosItemStore(database, DOCUMENT_ITEMS)
    registry = build_registry(documents, blobs, index, SubprocessExtractor(), processing)
    built_in = own_server(DocumentChat(registry, Retriever(index, registry), top_k=8))
    tools = Toolbox(built_in, {}, limits=ToolboxLimits())
    return build_runs(items, registry, model or ExtractiveChatModel(), tools, watcher=watcher).orchestrator


async def _conversation(items: CosmosItemStore, messages: int) -> str:
    """A conversation with this many messages, written as turns would have written it."""
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
