"""The one composition root: settings in, services out. Opens nothing: each adapter connects when it is first used."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from orc.leases import Owners
from orc.limits import RunLimits, TurnLimits
from orc.ports import ChatModel, DocumentIndex, TextExtractor
from orc.services import Limits, Services
from orc.tracing import Tracer
from shared import adapters
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.conversations.repository import Conversations
    from orc.documents.registry import DocumentRegistry
    from orc.documents.search.catalogue import Catalogue
    from orc.documents.search.retriever import Retriever
    from orc.orchestrator import Orchestrator
    from orc.tools.built_in import BuiltInTool
    from orc.tools.toolbox import Toolbox, ToolboxLimits


@dataclass(frozen=True, slots=True)
class _Documents:
    """What knows documents; reading are the tools that look into one, search the one that looks through all."""

    registry: "DocumentRegistry"
    retriever: "Retriever"
    catalogue: "Catalogue"
    reading: tuple["BuiltInTool", ...]
    search: "BuiltInTool"


@dataclass(frozen=True, slots=True)
class _Turns:
    conversations: "Conversations"
    toolbox: "Toolbox"
    orchestrator: "Orchestrator"


def build_services(settings: Settings) -> Services:
    """Puts the product together."""
    from shared.telemetry.exporters import tracer_of

    tracer = tracer_of(settings)
    stores = adapters.stores(settings)
    index, close_embeddings = adapters.document_index(settings, stores.index)
    model = adapters.chat_model(settings, tracer)
    extractor, close_extractor = adapters.text_extractor(settings)
    servers = adapters.mcp_servers(settings)
    owners, close_owners = adapters.owners(settings)
    documents = _documents(settings, stores, index, extractor, model, owners)
    turns = _turns(settings, stores, documents, servers, model, tracer)

    async def close() -> None:
        turns.orchestrator.refuse_turns()
        await turns.orchestrator.drain(settings.shutdown_grace_seconds)
        await documents.registry.aclose()
        await close_extractor()
        await turns.toolbox.aclose()
        await servers.aclose()
        await model.aclose()
        await close_embeddings()
        await stores.aclose()
        close_owners()
        await asyncio.to_thread(tracer.shutdown)

    return _services(settings, stores, documents, turns, model, close)


def _documents(
    settings: Settings,
    stores: adapters.Stores,
    index: DocumentIndex,
    extractor: TextExtractor,
    model: ChatModel,
    owners: Owners,
) -> _Documents:
    from orc.documents.labels import MetadataRules
    from orc.documents.registry import DocumentRegistry, ProcessingSettings
    from orc.documents.search.catalogue import Catalogue
    from orc.documents.search.retriever import Retriever
    from orc.documents.search.synonyms import Synonyms
    from orc.items import now
    from orc.tools.load_document_chunk import LoadDocumentChunk
    from orc.tools.query_documents import QueryDocuments
    from orc.tools.search_documents import SearchDocuments

    processing = ProcessingSettings(settings.chunk_size, settings.chunk_overlap, settings.document_ttl_seconds)
    describing_model = model if settings.uses_openai and settings.document_summaries != "simple" else None
    registry = DocumentRegistry(
        stores.document_items,
        stores.blobs,
        index,
        extractor,
        processing,
        describing_model=describing_model,
        lease_seconds=settings.run_lease_seconds,
        owners=owners,
        rules=MetadataRules(settings.document_metadata_required, settings.document_metadata_defaults),
    )
    synonyms = Synonyms.with_built_in(settings.search_synonyms)
    retriever = Retriever(index, registry, by_words=stores.index, synonyms=synonyms)
    catalogue = Catalogue(registry, retriever, now=now)
    reading = LoadDocumentChunk(registry), QueryDocuments(catalogue)
    return _Documents(registry, retriever, catalogue, reading, SearchDocuments(catalogue))


def _turns(
    settings: Settings,
    stores: adapters.Stores,
    documents: _Documents,
    servers: adapters.McpServers,
    model: ChatModel,
    tracer: Tracer,
) -> _Turns:
    from orc.conversations.repository import Conversations
    from orc.orchestrator import Orchestrator
    from orc.tools.document_chat import DocumentChat
    from orc.tools.server import build_server
    from orc.tools.toolbox import Toolbox

    chat = DocumentChat(documents.registry, documents.retriever, top_k=settings.top_k)
    built_in = build_server(chat, *documents.reading, documents.search, for_others=False)
    toolbox = Toolbox(built_in, servers.servers, limits=_toolbox_limits(settings), tracer=tracer)
    conversations = Conversations(stores.conversation_items)
    orchestrator = Orchestrator(
        items=stores.conversation_items,
        conversations=conversations,
        registry=documents.registry,
        model=model,
        tools=toolbox,
        limits=_turn_limits(settings),
        run_limits=RunLimits(settings.run_lease_seconds, settings.max_queued_turns, settings.max_documents_per_turn),
        tracer=tracer,
    )
    return _Turns(conversations, toolbox, orchestrator)


def _services(
    settings: Settings,
    stores: adapters.Stores,
    documents: _Documents,
    turns: _Turns,
    model: ChatModel,
    close: Callable[[], Awaitable[None]],
) -> Services:
    from orc.conversations.deletion import Deletion
    from orc.conversations.forks import Forks
    from orc.conversations.uploads import Uploads
    from orc.document_qa.service import DocumentQuestions
    from orc.documents.paths import CONTAINER
    from orc.rate_limits import RateLimit, RunLimit
    from orc.tools.document_chat import DocumentChat
    from orc.tools.server import build_server

    items, registry, conversations = stores.conversation_items, documents.registry, turns.conversations
    answering_model = model if settings.document_chat_answers else None
    for_others = DocumentChat(
        registry,
        documents.retriever,
        top_k=settings.top_k,
        answering_model=answering_model,
        answer_tokens=settings.max_answer_tokens,
    )
    questions = DocumentQuestions(
        registry,
        documents.catalogue,
        model,
        documents.reading,
        max_tool_calls=settings.max_tool_calls,
        context_characters=settings.max_context_characters,
        answer_tokens=settings.max_answer_tokens,
    )
    return Services(
        authenticator=adapters.authenticator(settings),
        conversations=conversations,
        registry=registry,
        catalogue=documents.catalogue,
        document_questions=questions,
        orchestrator=turns.orchestrator,
        toolbox=turns.toolbox,
        forks=Forks(items, conversations, registry, stores.blobs, lease_seconds=settings.run_lease_seconds),
        uploads=Uploads(conversations, registry),
        deletion=Deletion(
            items,
            conversations,
            registry,
            stores.blobs,
            turns.orchestrator.cancel,
            left_after_seconds=2 * settings.run_lease_seconds,
        ),
        blobs=stores.blobs,
        limits=_limits(settings),
        rate_limit=RateLimit(stores.document_items, settings.requests_per_minute),
        read_limit=RateLimit(stores.document_items, settings.reads_per_minute, of="reads"),
        run_limit=RunLimit(items, settings.runs_at_a_time, turns.orchestrator.ensure_progress),
        mcp_server=lambda: build_server(for_others, *documents.reading, documents.search),
        probes={"store": items.ping, "blobs": partial(stores.blobs.ping, CONTAINER), "model": model.ping},
        close=close,
    )


def _turn_limits(settings: Settings) -> TurnLimits:
    return TurnLimits(
        history_messages=settings.history_messages,
        history_characters=settings.max_history_characters,
        summary_after=settings.history_summary_after,
        context_characters=settings.max_context_characters,
        answer_tokens=settings.max_answer_tokens,
        plan_steps=settings.max_plan_steps,
        parallel_steps=settings.max_parallel_steps,
        tool_rounds=settings.max_tool_rounds,
        tool_calls=settings.max_tool_calls,
        tool_seconds=settings.max_tool_seconds,
    )


def _toolbox_limits(settings: Settings) -> "ToolboxLimits":
    from orc.tools.toolbox import ToolboxLimits

    return ToolboxLimits(
        cache_seconds=settings.tools_cache_seconds,
        connect_seconds=settings.tool_connect_seconds,
        call_seconds=settings.tool_timeout_seconds,
        result_bytes=settings.max_tool_result_bytes,
    )


def _limits(settings: Settings) -> Limits:
    return Limits(
        documents_per_turn=settings.max_documents_per_turn,
        question_characters=settings.max_question_characters,
        upload_bytes=settings.max_upload_bytes,
        upload_files=settings.max_upload_files,
        text_characters=settings.max_text_characters,
        heartbeat_seconds=settings.heartbeat_seconds,
        handover_seconds=settings.http_handover_seconds,
        grace_seconds=settings.shutdown_grace_seconds,
    )
