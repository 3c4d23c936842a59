"""The overhead of MCP for a call of a built-in tool: the same call over the in-memory client and directly."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.tables import figures, judged, ratio, show
from orc.documents.paths import blob_path
from orc.documents.registry import ProcessingSettings
from orc.documents.search.retriever import Retriever
from orc.domain import Caller
from orc.ports import DOCUMENT_ITEMS
from orc.tools.document_chat import DocumentChat, DocumentChatArguments
from orc.tools.toolbox import Toolbox, ToolboxLimits, own_server
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.extraction.extractor import SubprocessExtractor
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

_CALLER = Caller("organization", "user")
_CONVERSATION = "conversation"
_CALLS = 100
_GOAL_MS = 0.5
_ARGUMENTS = {"question": "Where do visitors park?", "document_names": ["note.md"]}


def measure(rounds: int, _turns: int) -> None:
    with TemporaryDirectory() as directory:
        asyncio.run(_measure(Path(directory), rounds))


async def _measure(directory: Path, rounds: int) -> None:
    import_module("orc.tools.server")  # until then the toolbox calls the tool directly too
    database = SqliteDatabase(directory / "orc.db")
    index, blobs = SqliteDocumentIndex(database), LocalBlobStore(directory / "blobs")
    processing = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600)
    registry = build_registry(
        SqliteItemStore(database, DOCUMENT_ITEMS), blobs, index, SubprocessExtractor(), processing
    )
    chat = DocumentChat(registry, Retriever(index, registry), top_k=8)
    tools = Toolbox(own_server(chat), {}, limits=ToolboxLimits())
    tool = tools.builtin("document_chat")
    await blobs.put(
        blob_path(_CALLER.conversation(_CONVERSATION), "note.md"), b"Visitors park in row 7.", content_type="text/plain"
    )

    async def over_mcp() -> None:
        await tools.call(tool, _ARGUMENTS, key=_CALLER.conversation(_CONVERSATION), on_progress=_ignored)

    async def directly() -> None:
        await chat(_CALLER.conversation(_CONVERSATION), DocumentChatArguments.model_validate(_ARGUMENTS), _ignored)

    mcp: list[tuple[float, float]] = []
    direct: list[tuple[float, float]] = []
    for _ in range(rounds + 1):
        mcp.append(await _ms_a_call(over_mcp))
        direct.append(await _ms_a_call(directly))
    rows = []
    for label, of_mcp, of_direct in zip(
        ("ms a call", "CPU ms a call"), zip(*mcp[1:], strict=True), zip(*direct[1:], strict=True), strict=True
    ):
        more = [a - b for a, b in zip(of_mcp, of_direct, strict=True)]
        taken = (figures(of_mcp), figures(of_direct), ratio(of_mcp, of_direct), figures(more))
        rows.append((label, *taken, judged(median(more), _GOAL_MS)))
    show("document_chat on a registered document", ("", "over MCP", "directly", "ratio", "more", "goal"), rows)
    await tools.aclose()
    await database.aclose()


async def _ms_a_call(call: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Wall time and this process's CPU time of a call, in milliseconds."""
    started, computed = time.perf_counter(), time.process_time()
    for _ in range(_CALLS):
        await call()
    return (time.perf_counter() - started) * 1000 / _CALLS, (time.process_time() - computed) * 1000 / _CALLS


async def _ignored(_: str) -> None: ...
