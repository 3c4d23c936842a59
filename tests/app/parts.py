"""The product's parts in this process, over real stores in a directory, for behaviour that HTTP does not show."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server import Server

from orc.conversations.records import Message, Run, SentText, TurnRequest
from orc.conversations.repository import Conversations
from orc.documents.paths import blob_path
from orc.documents.registry import DocumentRegistry, ProcessingSettings
from orc.documents.search.catalogue import Catalogue
from orc.documents.search.retriever import Retriever
from orc.domain import Caller
from orc.graphs.context.state import TurnContext
from orc.graphs.limits import TurnLimits
from orc.items import now
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, BlobProperties, ItemStore
from orc.runs.active_run import ActiveRun
from orc.runs.limits import RunLimits
from orc.runs.orchestrator import Orchestrator
from orc.tools.document_chat import NAME, DocumentChat
from orc.tools.offer import BUILT_IN, Tool
from orc.tools.search_documents import SearchDocuments
from orc.tools.toolbox import OwnServer, Toolbox, ToolboxLimits, own_server
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.composition.runs import Runs, build_runs
from shared.extraction.extractor import SubprocessExtractor
from shared.models.extractive import ExtractiveChatModel
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

CALLER = Caller("organization", "user")
PROCESSING = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600)


@dataclass(frozen=True)
class Parts:
    items: SqliteItemStore
    documents: SqliteItemStore
    blobs: LocalBlobStore
    registry: DocumentRegistry
    model: ExtractiveChatModel
    tools: Toolbox
    runs: Runs

    @property
    def orchestrator(self) -> Orchestrator:
        return self.runs.orchestrator

    @property
    def conversations(self) -> Conversations:
        return self.runs.conversations

    def process(self, items: ItemStore | None = None, run_limits: RunLimits | None = None) -> Runs:
        """The runs as another process over the same stores has them."""
        return build_runs(items or self.items, self.registry, self.model, self.tools, run_limits=run_limits)

    async def upload(self, conversation: str, name: str, data: bytes, *, caller: Caller = CALLER) -> BlobProperties:
        return await self.blobs.put(blob_path(caller.conversation(conversation), name), data, content_type="text/plain")

    async def conversation(self, **files: bytes) -> str:
        """A new conversation with these text files, by their stems."""
        conversation = (await self.conversations.create(CALLER)).conversation_id
        for stem, data in files.items():
            await self.upload(conversation, f"{stem}.txt", data)
        return conversation

    async def ask(self, conversation: str, question: str, *blob_names: str) -> tuple[Run, Message]:
        """The finished run and the answer that was stored."""
        request = TurnRequest(question=question, conversation_id=conversation, blob_names=blob_names)
        begun = await self.orchestrator.start(CALLER, request)
        await self.orchestrator.drain()
        run = (await self.conversations.run(CALLER.conversation(conversation), begun.run_id)).record
        return run, await self.conversations.message(CALLER.conversation(conversation), run.message_id)

    @asynccontextmanager
    async def turn(
        self, conversation: str, question: str, *blob_names: str, texts: tuple[SentText, ...] = ()
    ) -> AsyncIterator[TurnContext]:
        """What the nodes of a turn that has begun work with; nothing runs it."""
        request = TurnRequest(question=question, conversation_id=conversation, blob_names=blob_names, documents=texts)
        process = self.process()
        opened = await process.store.create(CALLER, request)
        assert isinstance(opened, ActiveRun)
        yield TurnContext(
            key=opened.key,
            run=opened.run,
            model=self.model,
            tools=self.tools,
            conversations=self.conversations,
            registry=self.registry,
            events=opened.events,
            limits=TurnLimits(),
        )
        await opened.events.aclose()
        process.leases.close(opened)


@asynccontextmanager
async def parts(directory: Path, other: "OtherServer | None" = None) -> AsyncIterator[Parts]:
    """The parts with the built-in tools, or with another MCP server in their place."""
    database = SqliteDatabase(directory / "orc.db")
    items, index = SqliteItemStore(database, CONVERSATION_ITEMS), SqliteDocumentIndex(database)
    blobs = LocalBlobStore(directory / "blobs")
    documents = SqliteItemStore(database, DOCUMENT_ITEMS)
    registry = build_registry(documents, blobs, index, SubprocessExtractor(), PROCESSING)
    retriever = Retriever(index, registry)
    search = SearchDocuments(Catalogue(registry, retriever, now=now), registry)
    built_in = own_server(DocumentChat(registry, retriever, top_k=8), search) if other is None else other.own
    tools = Toolbox(built_in, {}, limits=ToolboxLimits())
    model = ExtractiveChatModel()
    runs = build_runs(items, registry, model, tools)
    try:
        yield Parts(items, documents, blobs, registry, model, tools, runs)
    finally:
        await runs.orchestrator.drain()
        await registry.aclose()
        await tools.aclose()
        await database.aclose()


class OtherServer:
    """An MCP server whose document_chat gives whatever it is told to, and keeps what it was asked."""

    def __init__(self, result: Mapping[str, Any] | None, *, text: str = "", is_error: bool = False) -> None:
        self.calls: list[types.CallToolRequestParams] = []
        self._schema: dict[str, Any] = {"type": "object"}
        server: Server[Any] = Server("other", on_list_tools=self._list, on_call_tool=self._call)
        self.own = OwnServer(lambda: [Tool(NAME, BUILT_IN, NAME, "", self._schema)], lambda: server)
        self.gives(result, text=text, is_error=is_error)

    def gives(self, result: Mapping[str, Any] | None, *, text: str = "", is_error: bool = False) -> None:
        """What it gives from now on."""
        self._result = types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=None if result is None else dict(result),
            is_error=is_error,
        )

    def takes(self, *names: str) -> None:
        """Names these parameters of its tool."""
        self._schema = {"type": "object", "properties": {name: {} for name in names}}

    async def _list(self, _: object, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool(name=NAME, input_schema=self._schema)])

    async def _call(self, _: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        self.calls.append(params)
        return self._result
