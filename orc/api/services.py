"""The product put together: what the routes, triggers and activities work with."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:  # a request imports what it needs
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
    """Tells who sends a request, from its headers alone; Unauthenticated when it cannot."""

    async def authenticate(self, headers: Mapping[str, str]) -> "Caller": ...


@dataclass(frozen=True, slots=True)
class SignIn:
    """How callers are identified, and where a page has its user sign in: a url of the platform in front of the app, or
    issuer, client_id and scope of OpenID Connect. None where no page can."""

    identity: Literal["local", "easyauth", "jwt"]
    at: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Limits:
    """What requests may ask for. Durations are in seconds, sizes in bytes unless a name says characters."""

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
    """read_limit counts requests that change nothing, rate_limit all others. mcp_server makes the tools as others are
    offered them. prices are those of models by their names, where they are set. probes are the dependencies by name,
    each with a call that raises when it is down. load_graph imports LangGraph for the turns to come; it blocks."""

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
