"""The one composition root: settings in, services out. Everything is built on first use and kept for the process."""

import asyncio
import logging
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from orc.errors import ConfigurationError
from orc.limits import RunLimits, TurnLimits
from orc.services import Limits, Services
from shared import adapters
from shared.settings import Settings
from shared.termination import before_sigterm

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from fastapi import FastAPI

    from orc.tools.toolbox import ToolboxLimits


@cache
def _services() -> Services:
    return build_services(Settings.from_environ())


async def get_services() -> Services:
    """The services of this process. ConfigurationError, each time, while the settings do not fit together."""
    first = not _services.cache_info().currsize
    services = _services()
    if first:
        before_sigterm(drain_services)
    return services


async def drain_services() -> None:
    """Takes no more turns, waits for those that run, and leaves to other processes what does not end in time."""
    if _services.cache_info().currsize:
        services = _services()
        services.orchestrator.refuse_turns()
        await services.orchestrator.drain(services.limits.grace_seconds)


async def close_services() -> None:
    """Ends what the process holds, turns that still run in the same way as drain_services."""
    if _services.cache_info().currsize:
        services = _services()
        _services.cache_clear()
        await services.close()


@cache
def web_app() -> "FastAPI":
    """The HTTP contract as an ASGI application."""
    from orc.api.app import create_app

    try:
        settings = Settings.from_environ()
        local_only = settings.identity == "local"
    except ConfigurationError:  # which each request will be told by get_services
        settings, local_only = Settings.from_environ({}), False
    Thread(target=_warm_up, args=(settings,), daemon=True).start()
    return create_app(
        get_services,
        max_json_bytes=settings.max_json_request_bytes,
        max_upload_bytes=settings.max_upload_request_bytes,
        allowed_origins=settings.allowed_origins,
        local_only=local_only,
    )


def _warm_up(settings: Settings) -> None:
    """Imports in the background what the first turn needs, which takes longer than all the rest of a cold start."""
    import_module("orc.graphs.main")
    if settings.uses_openai:
        import_module("shared.models.connection").import_client()


def build_services(settings: Settings) -> Services:
    """Puts the product together. Opens nothing: each adapter connects when it is first used."""
    from orc.conversations import Conversations
    from orc.deletion import Deletion
    from orc.document_question import DocumentQuestions
    from orc.documents.catalogue import Catalogue
    from orc.documents.registry import DocumentRegistry, ProcessingSettings
    from orc.documents.retrieve import Retriever
    from orc.forks import Forks
    from orc.orchestrator import Orchestrator
    from orc.rate_limits import RateLimit, RunLimit
    from orc.records import now
    from orc.tools.document_chat import DocumentChat
    from orc.tools.load_document_chunk import LoadDocumentChunk
    from orc.tools.query_documents import QueryDocuments
    from orc.tools.search_documents import SearchDocuments
    from orc.tools.server import build_server
    from orc.tools.toolbox import Toolbox
    from shared.telemetry.exporters import tracer_of

    stores = adapters.stores(settings)
    index, close_embeddings = adapters.document_index(settings, stores.index)
    tracer = tracer_of(settings)
    model = adapters.chat_model(settings, tracer)
    extractor, close_extractor = adapters.text_extractor(settings)
    processing = ProcessingSettings(settings.chunk_size, settings.chunk_overlap, settings.document_ttl_seconds)
    registry = DocumentRegistry(
        stores.document_items,
        stores.blobs,
        index,
        extractor,
        processing,
        describing_model=model if settings.uses_openai and settings.document_summaries != "simple" else None,
    )
    retriever = Retriever(index, registry)
    catalogue = Catalogue(registry, retriever, now=now)
    reading = LoadDocumentChunk(registry), QueryDocuments(catalogue)
    others = (*reading, SearchDocuments(catalogue))
    built_in = build_server(DocumentChat(registry, retriever, top_k=settings.top_k), *others)
    servers = adapters.mcp_servers(settings)
    toolbox = Toolbox(built_in, servers.servers, limits=_toolbox_limits(settings), tracer=tracer)
    answering_model = model if settings.document_chat_answers else None
    for_others = DocumentChat(registry, retriever, top_k=settings.top_k, answering_model=answering_model)
    conversations = Conversations(stores.conversation_items)
    orchestrator = Orchestrator(
        items=stores.conversation_items,
        conversations=conversations,
        registry=registry,
        model=model,
        tools=toolbox,
        limits=_turn_limits(settings),
        tracer=tracer,
        run_limits=RunLimits(settings.run_lease_seconds, settings.max_queued_turns),
    )

    async def close() -> None:
        orchestrator.refuse_turns()
        await orchestrator.drain(settings.shutdown_grace_seconds)
        await registry.aclose()
        await close_extractor()
        await toolbox.aclose()
        await servers.aclose()
        await model.aclose()
        await close_embeddings()
        await stores.aclose()
        await asyncio.to_thread(tracer.shutdown)

    return Services(
        authenticator=adapters.authenticator(settings),
        conversations=conversations,
        registry=registry,
        catalogue=catalogue,
        document_questions=DocumentQuestions(
            registry, catalogue, model, reading, max_tool_calls=settings.max_tool_calls
        ),
        orchestrator=orchestrator,
        toolbox=toolbox,
        forks=Forks(stores.conversation_items, conversations, registry, stores.blobs),
        deletion=Deletion(stores.conversation_items, conversations, registry, stores.blobs, orchestrator.cancel),
        blobs=stores.blobs,
        limits=_limits(settings),
        rate_limit=RateLimit(stores.document_items, settings.requests_per_minute),
        run_limit=RunLimit(stores.conversation_items, settings.runs_at_a_time),
        mcp_server=lambda: build_server(for_others, *others),
        probes={
            "store": stores.conversation_items.ping,
            "blobs": stores.blobs.ping,
            "model": model.ping,
        },
        close=close,
    )


def _turn_limits(settings: Settings) -> TurnLimits:
    return TurnLimits(
        history_messages=settings.history_messages,
        history_characters=settings.max_history_characters,
        summary_after=settings.history_summary_after,
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
        heartbeat_seconds=settings.heartbeat_seconds,
        handover_seconds=settings.http_handover_seconds,
        grace_seconds=settings.shutdown_grace_seconds,
    )
