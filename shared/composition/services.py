"""Builds the services of the product from its settings."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from orc.api.services import Services
from orc.ports import ChatModel
from orc.ports.tracing import Tracer
from orc.runs.limits import RunLimits
from shared import adapters
from shared.composition.documents import Documents, build_documents
from shared.composition.runs import Runs, build_runs
from shared.limits import request_limits, sign_in, toolbox_limits, turn_limits
from shared.privacy import Privacy, fenced, retention
from shared.settings import Settings

if TYPE_CHECKING:
    from mcp.server import Server

    from orc.conversations.repository import Conversations
    from orc.privacy.deletions import AuditedDeletion
    from orc.tools.toolbox import Toolbox
    from orc.watch.usage import Usage
    from orc.watch.watcher import Watcher


def build_services(settings: Settings) -> Services:
    """Builds all services."""
    from orc.watch.hours import Hours
    from orc.watch.usage import Usage
    from orc.watch.watcher import Watcher
    from shared.telemetry.exporters import tracer_of

    owners, close_owners = adapters.owners(settings)
    tracer = tracer_of(settings)
    stores, privacy = fenced(settings, adapters.stores(settings), owners)
    watcher = Watcher(tracer, Hours(stores.document_items), usage := Usage(stores.document_items, settings.budgets))
    index, close_embeddings = adapters.document_index(settings, stores.index, watcher)
    model = adapters.chat_model(settings, tracer, watcher)
    readers = adapters.readers(settings)
    servers = adapters.mcp_servers(settings)
    documents = build_documents(settings, stores, index, readers, model, owners, watcher)
    toolbox = _toolbox(settings, stores, documents, servers, tracer, is_generative=model.generative)
    runs = build_runs(
        stores.conversation_items,
        documents.registry,
        model,
        toolbox,
        limits=turn_limits(settings),
        run_limits=RunLimits(settings.run_lease_seconds, settings.max_queued_turns, settings.max_documents_per_turn),
        tracer=tracer,
        watcher=watcher,
        assistant=settings.assistant,
    )

    async def close() -> None:
        runs.orchestrator.refuse_turns()
        await privacy.erasures.aclose()
        await runs.orchestrator.drain(settings.shutdown_grace_seconds)
        await documents.registry.aclose()
        await watcher.aclose()
        await readers.aclose()
        await toolbox.aclose()
        await servers.aclose()
        await model.aclose()
        await close_embeddings()
        await stores.aclose()
        close_owners()
        await asyncio.to_thread(tracer.shutdown)

    return _services(settings, stores, privacy, documents, runs, toolbox, model, watcher, usage, close)


def _toolbox(
    settings: Settings,
    stores: adapters.Stores,
    documents: Documents,
    servers: adapters.McpServers,
    tracer: Tracer,
    *,
    is_generative: bool,
) -> "Toolbox":
    """The tools of turns: those for documents, and those of the MCP servers."""
    from orc.tools.document_chat import DocumentChat
    from orc.tools.toolbox import Toolbox, own_server

    chat = DocumentChat(
        documents.registry,
        documents.retriever,
        top_k=settings.top_k,
        for_model=is_generative,
        whole_characters=settings.max_context_characters,
    )
    own = own_server(chat, *documents.reading, documents.search)
    limits = toolbox_limits(settings)
    return Toolbox(own, servers.servers, limits=limits, tracer=tracer, items=stores.document_items)


def _services(
    settings: Settings,
    stores: adapters.Stores,
    privacy: Privacy,
    documents: Documents,
    runs: Runs,
    toolbox: "Toolbox",
    model: ChatModel,
    watcher: "Watcher",
    usage: "Usage",
    close: Callable[[], Awaitable[None]],
) -> Services:
    from orc.conversations.forks import Forks
    from orc.conversations.histories import Histories
    from orc.conversations.uploads import Uploads
    from orc.documents.paths import CONTAINER
    from orc.privacy.archive import Archive
    from orc.watch.rate_limits import RateLimit, RunLimit
    from orc.watch.usage import OF_DOCUMENTS

    items, registry, conversations = stores.conversation_items, documents.registry, runs.conversations
    deletion = _deletion(settings, stores, privacy, documents, runs)
    return Services(
        authenticator=adapters.authenticator(settings),
        sign_in=sign_in(settings),
        conversations=conversations,
        registry=registry,
        pages=documents.pages,
        catalogue=documents.catalogue,
        document_questions=documents.questions,
        orchestrator=runs.orchestrator,
        activities=runs.activities,
        recovery=runs.recovery,
        toolbox=toolbox,
        forks=Forks(items, conversations, registry, stores.blobs, lease_seconds=settings.run_lease_seconds),
        uploads=Uploads(conversations, registry, partial(usage.admit, measures=OF_DOCUMENTS)),
        deletion=deletion,
        fence=privacy.fence,
        erasures=privacy.erasures,
        archive=Archive(items, conversations, registry, stores.blobs),
        audit=privacy.audit,
        retention=retention(settings, stores, deletion),
        histories=Histories(items, conversations),
        blobs=stores.blobs,
        watcher=watcher,
        usage=usage,
        prices=settings.model_prices,
        assistant=settings.assistant,
        limits=request_limits(settings),
        rate_limit=RateLimit(stores.document_items, settings.requests_per_minute),
        read_limit=RateLimit(stores.document_items, settings.reads_per_minute, of="reads"),
        run_limit=RunLimit(stores.document_items, items, settings.runs_at_a_time, runs.orchestrator.ensure_progress),
        mcp_server=partial(_mcp_server, settings, documents, model, conversations, usage),
        probes={"store": items.ping, "blobs": partial(stores.blobs.ping, CONTAINER), "model": model.ping},
        load_graph=runs.worker.load_graph,
        close=close,
    )


def _deletion(
    settings: Settings, stores: adapters.Stores, privacy: Privacy, documents: Documents, runs: Runs
) -> "AuditedDeletion":
    from orc.conversations.deletion import Deletion
    from orc.privacy.deletions import AuditedDeletion

    plain = Deletion(
        stores.conversation_items,
        runs.conversations,
        documents.registry,
        stores.blobs,
        runs.orchestrator.cancel,
        abandoned_after_seconds=2 * settings.run_lease_seconds,
    )
    return AuditedDeletion(plain, runs.conversations, documents.registry, privacy.audit)


def _mcp_server(
    settings: Settings, documents: Documents, model: ChatModel, conversations: "Conversations", usage: "Usage"
) -> "Server[Any]":
    """The server for external MCP clients, with its own tools."""
    from orc.tools.answering import Answering
    from orc.tools.document_chat import DocumentChat
    from orc.tools.locate_passage import LocatePassage
    from orc.tools.server import build_server
    from orc.watch.usage import OF_TURNS

    answering = Answering(
        model,
        settings.max_answer_tokens,
        admit=partial(usage.admit, measures=OF_TURNS),
        count=partial(usage.count_soon, amounts={"turns": 1}),
    )
    chat = DocumentChat(
        documents.registry,
        documents.retriever,
        top_k=settings.top_k,
        most_documents=settings.max_documents_per_turn,
        question_characters=settings.max_question_characters,
        answering=answering if settings.document_chat_answers else None,
    )
    locate = LocatePassage(documents.registry, documents.pages)
    return build_server(chat, *documents.reading, documents.search, locate, check_conversation=conversations.get)
