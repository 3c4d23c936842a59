"""The one composition root: settings in, services out. Opens nothing: each adapter connects when it is first used."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from orc.items import now
from orc.leases import LeaseTerms, Owners, UnknownOwners
from orc.limits import RunLimits, TurnLimits
from orc.ports import BlobStore, ChatModel, DocumentIndex, ItemStore, TextExtractor
from orc.services import Limits, Services
from orc.tracing import NoTracer, Tracer
from shared import adapters
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.conversations.repository import Conversations
    from orc.document_qa.service import DocumentQuestions
    from orc.documents.contents import ProcessingSettings
    from orc.documents.labels import MetadataRules
    from orc.documents.registry import DocumentRegistry
    from orc.documents.search.catalogue import Catalogue
    from orc.documents.search.retriever import Retriever
    from orc.orchestrator import Orchestrator
    from orc.runs.activities import Activities
    from orc.runs.lease_manager import LeaseManager
    from orc.runs.leases import LeaseStore
    from orc.runs.queue import Queue
    from orc.runs.recovery import Recovery
    from orc.runs.store import RunStore
    from orc.runs.worker import Worker
    from orc.tools.built_in import BuiltInTool
    from orc.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class _Documents:
    """What finds and reads documents; reading are the tools for one document, search is the tool for all of them."""

    registry: "DocumentRegistry"
    retriever: "Retriever"
    catalogue: "Catalogue"
    reading: tuple["BuiltInTool", ...]
    search: "BuiltInTool"


@dataclass(frozen=True, slots=True)
class Runs:
    """What starts, executes and recovers runs in one process."""

    conversations: "Conversations"
    lease_store: "LeaseStore"
    leases: "LeaseManager"
    queue: "Queue"
    store: "RunStore"
    worker: "Worker"
    activities: "Activities"
    recovery: "Recovery"
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
    toolbox = _toolbox(settings, documents, servers, tracer)
    runs = build_runs(
        stores.conversation_items,
        documents.registry,
        model,
        toolbox,
        limits=_turn_limits(settings),
        run_limits=RunLimits(settings.run_lease_seconds, settings.max_queued_turns, settings.max_documents_per_turn),
        tracer=tracer,
    )

    async def close() -> None:
        runs.orchestrator.refuse_turns()
        await runs.orchestrator.drain(settings.shutdown_grace_seconds)
        await documents.registry.aclose()
        await close_extractor()
        await toolbox.aclose()
        await servers.aclose()
        await model.aclose()
        await close_embeddings()
        await stores.aclose()
        close_owners()
        await asyncio.to_thread(tracer.shutdown)

    return _services(settings, stores, documents, runs, toolbox, model, close)


def _documents(
    settings: Settings,
    stores: adapters.Stores,
    index: DocumentIndex,
    extractor: TextExtractor,
    model: ChatModel,
    owners: Owners,
) -> _Documents:
    from orc.documents.contents import ProcessingSettings
    from orc.documents.labels import MetadataRules
    from orc.documents.search.catalogue import Catalogue
    from orc.documents.search.retriever import Retriever
    from orc.documents.search.synonyms import Synonyms
    from orc.tools.load_document_chunk import LoadDocumentChunk
    from orc.tools.query_documents import QueryDocuments
    from orc.tools.search_documents import SearchDocuments

    describing_model = model if settings.uses_openai and settings.document_summaries != "simple" else None
    registry = build_registry(
        stores.document_items,
        stores.blobs,
        index,
        extractor,
        ProcessingSettings(settings.chunk_size, settings.chunk_overlap, settings.document_ttl_seconds),
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


def build_registry(
    items: ItemStore,
    blobs: BlobStore,
    index: DocumentIndex,
    extractor: TextExtractor,
    settings: "ProcessingSettings",
    *,
    now: Callable[[], datetime] = now,
    describing_model: ChatModel | None = None,
    lease_seconds: float = 20.0,
    owners: Owners | None = None,
    rules: "MetadataRules | None" = None,
) -> "DocumentRegistry":
    """The documents of one process over these stores. An owner of a document's lease that is silent for lease_seconds
    counts as dead. A describing model writes summaries and keywords in the background."""
    from orc.documents.contents import Contents
    from orc.documents.describer import Describer
    from orc.documents.events import DocumentEvents
    from orc.documents.labels import MetadataRules
    from orc.documents.noting import Noting
    from orc.documents.processing import Processor
    from orc.documents.registrations import Registrations
    from orc.documents.registry import DocumentRegistry
    from orc.documents.removal import Removal

    rules = rules or MetadataRules()
    terms = LeaseTerms(owners or UnknownOwners(), lease_seconds, now)
    contents = Contents(items, blobs, index, extractor, settings, terms, now)
    events = DocumentEvents(items, ttl_seconds=settings.ttl_seconds)
    describer = Describer(items, contents, describing_model) if describing_model else None
    processor = Processor(items, blobs, contents, events, describer, terms, now, rules=rules)
    removal = Removal(items, blobs, contents, events, now)
    noting = Noting(items, blobs, events, rules, now, begin=lambda *queued: registrations.begin(*queued))
    registrations = Registrations(items, blobs, contents, processor, terms, now, noting, removal)
    return DocumentRegistry(
        items,
        blobs,
        contents=contents,
        events=events,
        describer=describer,
        noting=noting,
        removal=removal,
        registrations=registrations,
        rules=rules,
        now=now,
    )


def _toolbox(settings: Settings, documents: _Documents, servers: adapters.McpServers, tracer: Tracer) -> "Toolbox":
    from orc.tools.document_chat import DocumentChat
    from orc.tools.server import build_server
    from orc.tools.toolbox import Toolbox, ToolboxLimits

    chat = DocumentChat(documents.registry, documents.retriever, top_k=settings.top_k)
    built_in = build_server(chat, *documents.reading, documents.search, for_others=False)
    limits = ToolboxLimits(
        cache_seconds=settings.tools_cache_seconds,
        connect_seconds=settings.tool_connect_seconds,
        call_seconds=settings.tool_timeout_seconds,
        result_bytes=settings.max_tool_result_bytes,
    )
    return Toolbox(built_in, servers.servers, limits=limits, tracer=tracer)


def build_runs(
    items: ItemStore,
    registry: "DocumentRegistry",
    model: ChatModel,
    tools: "Toolbox",
    *,
    limits: TurnLimits | None = None,
    run_limits: RunLimits | None = None,
    tracer: Tracer | None = None,
) -> Runs:
    """The runs of one process over these conversations and documents."""
    from orc.conversations.repository import Conversations
    from orc.events.hub import EventHub
    from orc.events.subscription import Subscriptions
    from orc.orchestrator import Orchestrator
    from orc.runs.activities import Activities
    from orc.runs.lease_manager import LeaseManager
    from orc.runs.leases import LeaseStore
    from orc.runs.queue import Queue
    from orc.runs.recovery import Recovery
    from orc.runs.store import RunStore
    from orc.runs.worker import Worker

    limits, run_limits = limits or TurnLimits(), run_limits or RunLimits()
    hub, conversations, lease_store = EventHub(), Conversations(items), LeaseStore(items)
    leases = LeaseManager(items, conversations, lease_store, hub, run_limits)
    queue = Queue(items, conversations, limit=run_limits.queued_turns)
    store = RunStore(items, conversations, registry, leases, queue, hub, run_limits)
    worker = Worker(
        store,
        leases,
        items=items,
        conversations=conversations,
        registry=registry,
        model=model,
        tools=tools,
        limits=limits,
        lease_seconds=run_limits.lease_seconds,
        tracer=tracer or NoTracer(),
    )
    activities = Activities(store, leases, lease_store, conversations, worker, parallel_steps=limits.parallel_steps)
    recovery = Recovery(store, leases, lease_store, worker, run_limits)
    orchestrator = Orchestrator(
        conversations=conversations,
        runs=store,
        queue=queue,
        leases=leases,
        worker=worker,
        recovery=recovery,
        subscriptions=Subscriptions(items, conversations, hub, recovery.recover_conversation),
    )
    return Runs(conversations, lease_store, leases, queue, store, worker, activities, recovery, orchestrator)


def _services(
    settings: Settings,
    stores: adapters.Stores,
    documents: _Documents,
    runs: Runs,
    toolbox: "Toolbox",
    model: ChatModel,
    close: Callable[[], Awaitable[None]],
) -> Services:
    from orc.conversations.deletion import Deletion
    from orc.conversations.forks import Forks
    from orc.conversations.uploads import Uploads
    from orc.documents.paths import CONTAINER
    from orc.rate_limits import RateLimit, RunLimit
    from orc.tools.document_chat import DocumentChat
    from orc.tools.server import build_server

    items, registry, conversations = stores.conversation_items, documents.registry, runs.conversations
    answering_model = model if settings.document_chat_answers else None
    for_others = DocumentChat(
        registry,
        documents.retriever,
        top_k=settings.top_k,
        answering_model=answering_model,
        answer_tokens=settings.max_answer_tokens,
    )
    return Services(
        authenticator=adapters.authenticator(settings),
        conversations=conversations,
        registry=registry,
        catalogue=documents.catalogue,
        document_questions=_document_questions(settings, documents, model),
        orchestrator=runs.orchestrator,
        activities=runs.activities,
        recovery=runs.recovery,
        toolbox=toolbox,
        forks=Forks(items, conversations, registry, stores.blobs, lease_seconds=settings.run_lease_seconds),
        uploads=Uploads(conversations, registry),
        deletion=Deletion(
            items,
            conversations,
            registry,
            stores.blobs,
            runs.orchestrator.cancel,
            abandoned_after_seconds=2 * settings.run_lease_seconds,
        ),
        blobs=stores.blobs,
        limits=_limits(settings),
        rate_limit=RateLimit(stores.document_items, settings.requests_per_minute),
        read_limit=RateLimit(stores.document_items, settings.reads_per_minute, of="reads"),
        run_limit=RunLimit(items, settings.runs_at_a_time, runs.orchestrator.ensure_progress),
        mcp_server=lambda: build_server(for_others, *documents.reading, documents.search),
        probes={"store": items.ping, "blobs": partial(stores.blobs.ping, CONTAINER), "model": model.ping},
        close=close,
    )


def _document_questions(settings: Settings, documents: _Documents, model: ChatModel) -> "DocumentQuestions":
    from orc.document_qa.service import DocumentQuestions

    return DocumentQuestions(
        documents.registry,
        documents.catalogue,
        model,
        documents.reading,
        max_tool_calls=settings.max_tool_calls,
        context_characters=settings.max_context_characters,
        answer_tokens=settings.max_answer_tokens,
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
