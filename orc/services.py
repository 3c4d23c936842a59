"""The product put together: what the routes, triggers and activities work with."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from orc.conversations.deletion import Deletion
from orc.conversations.forks import Forks
from orc.conversations.repository import Conversations
from orc.conversations.uploads import Uploads
from orc.document_qa.service import DocumentQuestions
from orc.documents.registry import DocumentRegistry
from orc.documents.search.catalogue import Catalogue
from orc.domain import Caller
from orc.orchestrator import Orchestrator
from orc.ports import BlobStore
from orc.rate_limits import RateLimit, RunLimit
from orc.runs.activities import Activities
from orc.runs.recovery import Recovery

if TYPE_CHECKING:
    from mcp.server import Server

    from orc.tools.toolbox import Toolbox


class Authenticator(Protocol):
    """Tells who sends a request, from its headers alone; Unauthenticated when it cannot."""

    async def authenticate(self, headers: Mapping[str, str]) -> Caller: ...


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
    offered them; probes are the dependencies by name, each with a call that raises when it is down."""

    authenticator: Authenticator
    conversations: Conversations
    registry: DocumentRegistry
    catalogue: Catalogue
    document_questions: DocumentQuestions
    orchestrator: Orchestrator
    activities: Activities
    recovery: Recovery
    toolbox: "Toolbox"
    forks: Forks
    uploads: Uploads
    deletion: Deletion
    blobs: BlobStore
    limits: Limits
    rate_limit: RateLimit
    read_limit: RateLimit
    run_limit: RunLimit
    mcp_server: Callable[[], "Server[Any]"]
    probes: Mapping[str, Callable[[], Awaitable[None]]]
    close: Callable[[], Awaitable[None]]
