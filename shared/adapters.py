"""Builds the adapter of each port from the settings."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from orc.api.services import Authenticator
from orc.domain import TokenUsage
from orc.errors import ToolServerDown
from orc.leases import Owners, UnknownOwners
from orc.ports import (
    AUDIT_ITEMS,
    CONVERSATION_ITEMS,
    DOCUMENT_ITEMS,
    BlobStore,
    ChatModel,
    DocumentIndex,
    ItemStore,
    PageReader,
    TextExtractor,
)
from orc.ports.models import Task
from orc.ports.tracing import Tracer
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.tools.offer import ServerSettings
    from orc.watch.watcher import Watcher
    from shared.models.connection import ConnectionOptions

logger = logging.getLogger(__name__)

_COGNITIVE_SERVICES_SCOPE = "https://cognitiveservices.azure.com/.default"


@dataclass(frozen=True, slots=True)
class Stores:
    """All stores of the product. aclose closes them."""

    conversation_items: ItemStore
    document_items: ItemStore
    audit_items: ItemStore
    index: DocumentIndex
    blobs: BlobStore
    aclose: Callable[[], Awaitable[None]]


def stores(settings: Settings) -> Stores:
    """Cosmos DB and Azure Blob Storage if they are configured, else SQLite and a directory."""
    blobs = cloud_blobs(settings)
    if blobs is None:
        from shared.blobs.local import LocalBlobStore

        blobs = LocalBlobStore(settings.orc_data_dir / "blobs")
    if settings.uses_cosmos:
        from shared.stores.cosmos import CosmosDatabase, CosmosDocumentIndex, CosmosItemStore

        by_identity = settings.cosmos_connection_string is None
        cosmos = CosmosDatabase(
            endpoint=settings.cosmos_endpoint,
            credential=entra_credential() if by_identity else None,
            connection_string=settings.cosmos_connection_string,
            database=settings.cosmos_database,
            create=not by_identity if settings.cosmos_create is None else settings.cosmos_create,
            large_values=blobs,
            vector_dimensions=settings.openai_embedding_dimensions if settings.openai_embedding_model else None,
            connection_verify=str(settings.cosmos_ca_file) if settings.cosmos_ca_file else True,
        )
        return Stores(
            CosmosItemStore(cosmos, CONVERSATION_ITEMS, ttl_seconds=settings.conversation_ttl_seconds),
            CosmosItemStore(cosmos, DOCUMENT_ITEMS),
            CosmosItemStore(cosmos, AUDIT_ITEMS),
            CosmosDocumentIndex(cosmos),
            blobs,
            _closing(cosmos.aclose, blobs.aclose),
        )
    from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

    database = SqliteDatabase(settings.orc_data_dir / "orc.db")
    return Stores(
        SqliteItemStore(database, CONVERSATION_ITEMS, ttl_seconds=settings.conversation_ttl_seconds),
        SqliteItemStore(database, DOCUMENT_ITEMS),
        SqliteItemStore(database, AUDIT_ITEMS),
        SqliteDocumentIndex(database),
        blobs,
        _closing(blobs.aclose, database.aclose),
    )


def cloud_blobs(settings: Settings) -> BlobStore | None:
    """Azure Blob Storage if it is configured, else None."""
    if not settings.uses_azure_storage:
        return None
    from shared.blobs.azure import AzureBlobStore

    by_identity = settings.azure_storage_connection_string is None
    return AzureBlobStore(
        account_url=settings.azure_storage_account_url,
        credential=entra_credential() if by_identity else None,
        connection_string=settings.azure_storage_connection_string,
        create_containers=not by_identity,
    )


def _closing(*closers: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    async def aclose() -> None:
        for close in closers:
            await close()

    return aclose


def owners(settings: Settings) -> tuple[Owners, Callable[[], None]]:
    """The owners of leases, and the function that unregisters this process. Only processes that share a data directory
    know when another has died; with a cloud store they may run anywhere."""
    if settings.uses_cosmos:
        return UnknownOwners(), lambda: None
    from shared.owners import LocalOwners

    local = LocalOwners(settings.orc_data_dir / "processes")
    return local, local.close


def chat_model(settings: Settings, tracer: Tracer, watcher: "Watcher") -> ChatModel:
    """The chat model. Requests to a hosted model are traced and counted."""
    if not settings.uses_openai:
        from orc.documents.search.synonyms import Synonyms
        from shared.models.extractive import ExtractiveChatModel

        return ExtractiveChatModel(Synonyms.with_built_in(settings.search_synonyms))
    from shared.models.by_task import ModelByTask
    from shared.models.openai import OpenAIChatModel
    from shared.telemetry.model import TracedChatModel

    provider = _provider(settings)

    def hosted(model: str, behind: str | None) -> ChatModel:
        plain = OpenAIChatModel(model=model, model_name=behind, **_openai_server(settings))
        price = settings.model_prices.get(model)
        return TracedChatModel(plain, tracer, provider=provider, watcher=watcher, price=price)

    answering = hosted(settings.openai_model, settings.openai_model_name)
    others: dict[Task, ChatModel] = {}
    if settings.openai_planning_model:
        others["plan"] = hosted(settings.openai_planning_model, settings.openai_planning_model_name)
    if settings.openai_summary_model:
        others["summary"] = hosted(settings.openai_summary_model, settings.openai_summary_model_name)
    return ModelByTask(answering, others) if others else answering


def document_index(
    settings: Settings, index: DocumentIndex, watcher: "Watcher"
) -> tuple[DocumentIndex, Callable[[], Awaitable[None]]]:
    """The index, with search by meaning if an embedding model is configured, and the function that closes it. The
    watcher counts the tokens of the model."""
    if not settings.openai_embedding_model:
        logger.info("No embedding model is configured: retrieval is lexical")
        return index, _closing()
    from orc.documents.search.hybrid_index import HybridIndex
    from shared.models.embeddings import OpenAIEmbeddingModel

    name = settings.openai_embedding_model
    price, provider = settings.model_prices.get(name), _provider(settings)

    def used(tokens: int) -> None:
        watcher.embedded(name, tokens, price.of(TokenUsage(tokens)) if price else None, provider=provider)

    model = OpenAIEmbeddingModel(
        model=name,
        dimensions=settings.openai_embedding_dimensions,
        used=used,
        **_openai_server(settings),
    )
    hybrid = HybridIndex(index, model)
    return hybrid, _closing(hybrid.drain, model.aclose)


def _provider(settings: Settings) -> str:
    """The model's server, as traces and metrics name it."""
    return "azure.ai.openai" if settings.azure_openai_endpoint else "openai"


def _openai_server(settings: Settings) -> "ConnectionOptions":
    """The key, or a function that returns a token for each request, the base URL and the time limit."""
    api_key: str | Callable[[], Awaitable[str]] = settings.openai_api_key or ""
    base_url = settings.openai_base_url
    if settings.azure_openai_endpoint:
        api_key = api_key or _entra_token()
        base_url = f"{settings.azure_openai_endpoint.rstrip('/')}/openai/v1/"
    return {"api_key": api_key, "base_url": base_url, "timeout_seconds": settings.model_timeout_seconds}


@dataclass(frozen=True, slots=True)
class McpServers:
    """The MCP servers other than the built-in one. aclose closes the source of their tokens."""

    servers: Mapping[str, "ServerSettings"]
    aclose: Callable[[], Awaitable[None]]


def mcp_servers(settings: Settings) -> McpServers:
    """The configured MCP servers, with Entra tokens for those with a scope."""
    from orc.tools.offer import ServerSettings

    credential = entra_credential() if any(server.scope for server in settings.mcp_servers.values()) else None
    servers = {
        name: ServerSettings(
            name=name,
            url=server.url,
            headers=server.headers,
            allow=server.allow,
            authorize=_authorization(credential, server.scope) if server.scope else None,
            call_seconds=server.timeout_seconds,
        )
        for name, server in settings.mcp_servers.items()
    }
    return McpServers(servers, _closing(*([credential.close] if credential else [])))


def _authorization(credential: Any, scope: str) -> Callable[[], Awaitable[Mapping[str, str]]]:
    from azure.core.exceptions import AzureError
    from azure.identity.aio import get_bearer_token_provider

    token = get_bearer_token_provider(credential, scope)

    async def headers() -> Mapping[str, str]:
        try:
            return {"authorization": f"Bearer {await token()}"}
        except AzureError as error:
            raise ToolServerDown("was not called because no token could be obtained") from error

    return headers


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers of files and of PDF pages. aclose ends their processes and connections."""

    text: TextExtractor
    pages: PageReader
    aclose: Callable[[], Awaitable[None]]


def readers(settings: Settings) -> Readers:
    """The readers in child processes, with a service for the text of scans if one is configured."""
    from shared.extraction.extractor import SubprocessExtractor

    local = SubprocessExtractor(
        timeout_seconds=settings.extraction_timeout_seconds, memory_bytes=settings.extraction_memory_mb << 20
    )
    if settings.document_intelligence_endpoint is None:
        return Readers(local, local, local.aclose)
    from shared.extraction.document_intelligence import DocumentIntelligenceExtractor

    extractor = DocumentIntelligenceExtractor(
        local,
        endpoint=settings.document_intelligence_endpoint,
        api_key=settings.document_intelligence_key or _entra_token(),
        timeout_seconds=settings.extraction_timeout_seconds,
    )
    return Readers(extractor, local, _closing(extractor.aclose, local.aclose))


def entra_credential() -> Any:
    """The managed identity on Azure, or the user who is signed in on a developer's machine."""
    from azure.identity.aio import DefaultAzureCredential

    return DefaultAzureCredential()


def _entra_token() -> Callable[[], Awaitable[str]]:
    from azure.identity.aio import get_bearer_token_provider

    return get_bearer_token_provider(entra_credential(), _COGNITIVE_SERVICES_SCOPE)


def authenticator(settings: Settings) -> Authenticator:
    """The authentication that the settings name."""
    from shared.auth import AdminRole, EasyAuthIdentity, JwtIdentity, LocalIdentity

    admin_role = AdminRole(settings.admin_role, settings.jwt_roles_claim)
    if settings.identity == "local":
        return LocalIdentity(settings.orc_local_org, settings.orc_local_user)
    if settings.identity == "easyauth":
        return EasyAuthIdentity(settings.jwt_user_claim, settings.jwt_organization_claim, admin_role)
    return JwtIdentity(
        issuer=settings.jwt_issuer or "",
        audience=settings.jwt_audience or "",
        jwks_url=settings.jwt_jwks_url or "",
        user_claim=settings.jwt_user_claim,
        organization_claim=settings.jwt_organization_claim,
        admin_role=admin_role,
    )
