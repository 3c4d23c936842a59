"""The services that routes, triggers and activities use."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:  # a request imports only what it needs
    from mcp.server import Server

    from orc.conversations.forks import Forks
    from orc.conversations.histories import Histories
    from orc.conversations.repository import Conversations
    from orc.conversations.uploads import Uploads
    from orc.document_qa.service import DocumentQuestions
    from orc.documents.pages import Pages
    from orc.documents.registry import DocumentRegistry
    from orc.documents.search.catalogue import Catalogue
    from orc.domain import Assistant, Caller
    from orc.ports import BlobStore
    from orc.privacy.archive import Archive
    from orc.privacy.audit import AuditLog
    from orc.privacy.deletions import AuditedDeletion
    from orc.privacy.erasure import Erasures
    from orc.privacy.fence import Fence
    from orc.privacy.retention import Retention
    from orc.runs.activities import Activities
    from orc.runs.orchestrator import Orchestrator
    from orc.runs.recovery import Recovery
    from orc.tools.toolbox import Toolbox
    from orc.watch.prices import Price
    from orc.watch.rate_limits import RateLimit, RunLimit
    from orc.watch.usage import Usage
    from orc.watch.watcher import Watcher


class Authenticator(Protocol):
    """Determines the caller of a request from its headers. Raises Unauthenticated if it cannot."""

    async def authenticate(self, headers: Mapping[str, str]) -> "Caller": ...


@dataclass(frozen=True, slots=True)
class SignIn:
    """How callers are identified, and how users of a page sign in: at a url of the platform in front of the app, or
    with issuer, client_id and scope of OpenID Connect. None if sign-in is not possible.
    """

    identity: Literal["local", "easyauth", "jwt"]
    at: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of requests. Durations are in seconds, sizes in bytes unless a name says characters."""

    documents_per_turn: int
    question_characters: int
    upload_bytes: int
    upload_files: int
    text_characters: int
    heartbeat_seconds: float
    handover_seconds: float
    grace_seconds: float


@dataclass(frozen=True, slots=True)
class Services:
    """read_limit counts read requests, rate_limit all others. mcp_server creates the server of tools for other clients.
    prices maps models' names to their prices, if set. probes maps names of dependencies to calls that raise if they are
    down. load_graph imports LangGraph for later turns; it blocks.
    """

    authenticator: Authenticator
    sign_in: SignIn
    conversations: "Conversations"
    registry: "DocumentRegistry"
    pages: "Pages"
    catalogue: "Catalogue"
    document_questions: "Callable[[], DocumentQuestions]"
    orchestrator: "Orchestrator"
    activities: "Activities"
    recovery: "Recovery"
    toolbox: "Toolbox"
    forks: "Forks"
    uploads: "Uploads"
    deletion: "AuditedDeletion"
    fence: "Fence"
    erasures: "Erasures"
    archive: "Archive"
    audit: "AuditLog"
    retention: "Retention"
    histories: "Histories"
    blobs: "BlobStore"
    watcher: "Watcher"
    usage: "Usage"
    prices: "Mapping[str, Price]"
    assistant: "Assistant"
    limits: Limits
    rate_limit: "RateLimit"
    read_limit: "RateLimit"
    run_limit: "RunLimit"
    mcp_server: Callable[[], "Server[Any]"]
    probes: Mapping[str, Callable[[], Awaitable[None]]]
    load_graph: Callable[[], None]
    close: Callable[[], Awaitable[None]]
