"""Has a model say what documents are about: in the background, once a content, and at no cost when it fails."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orc import prompts
from orc.documents.contents import Contents
from orc.documents.markdown.sanitizer import inert
from orc.documents.records import Content, Document, described
from orc.documents.text.metadata import MAX_KEYWORDS
from orc.domain import Caller
from orc.errors import ItemChanged, ModelError, ModelRejected, NotFound, StoreError
from orc.ports import ChatMessage, ChatModel, ChatRequest, ItemStore, OutputSchema, Replace, TextDelta

logger = logging.getLogger(__name__)

_TEXT_CHARACTERS = 12_000
_SUMMARY_CHARACTERS = 1_000
_RULES = prompts.DESCRIBE_DOCUMENT.format(keywords=MAX_KEYWORDS)


class _Written(BaseModel):
    model_config = ConfigDict(extra="ignore")
    summary: str = Field(min_length=1)
    keywords: list[str]


class Describer:
    """Writes the summaries and keywords of contents, and into the documents that refer to them."""

    def __init__(self, items: ItemStore, contents: Contents, model: ChatModel) -> None:
        self._items = items
        self._contents = contents
        self._model = model
        self._locks: dict[tuple[Caller, str], asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def describe_later(self, caller: Caller, document: Document) -> None:
        task = asyncio.create_task(self._try(caller, document))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _try(self, caller: Caller, document: Document) -> None:
        try:
            await self._describe(caller, document)
        except (ModelError, StoreError, NotFound) as error:
            logger.warning("Document %s keeps its simple description: %s", document.file_id, error.code)

    async def _describe(self, caller: Caller, document: Document) -> None:
        key = (caller, document.content_id or "")
        async with self._locks.setdefault(key, asyncio.Lock()):
            content = await self._written(caller, document)
        self._locks.pop(key, None)
        while (stored := await self._items.read(caller.partition, document.key)) is not None:
            known = Document.from_item(stored)
            if known.file_id != document.file_id or known.status != "ready":
                return
            with suppress(ItemChanged):
                changed = described(known, content)
                await self._items.write(caller.partition, [Replace(changed.to_item(), stored.etag)])
                return

    async def _written(self, caller: Caller, document: Document) -> Content:
        """The content with the model's description, which is stored the first time."""
        content_id, written = document.content_id or "", None
        while True:
            stored = await self._items.read(caller.partition, content_id)
            if stored is None or "content_id" not in stored.body:
                raise NotFound("The content is gone.", code="document_not_found")
            content = Content.from_item(stored)
            if content.described_by:
                return content
            if written is None:
                text = await self._contents.text(caller, content_id)
                written = await self._ask(content.title, text[:_TEXT_CHARACTERS])
            content = self._described(content, written)
            with suppress(ItemChanged):  # another document has come to refer to it
                await self._items.write(caller.partition, [Replace(content.to_item(), stored.etag)])
                return content

    def _described(self, content: Content, written: _Written) -> Content:
        keywords = tuple(dict.fromkeys(inert(" ".join(word.split())) for word in written.keywords if word.strip()))
        return replace(
            content,
            summary=inert(" ".join(written.summary.split())[:_SUMMARY_CHARACTERS]),
            keywords=keywords[:MAX_KEYWORDS] or content.keywords,
            described_by=self._model.name,
        )

    async def _ask(self, title: str, text: str) -> _Written:
        request = ChatRequest(
            messages=(ChatMessage("system", _RULES), ChatMessage("user", f"Title: {title}\n\n{text}")),
            output_schema=OutputSchema("document_description", _Written.model_json_schema()),
            temperature=0.1,
        )
        answer = "".join([chunk.text async for chunk in self._model.stream(request) if isinstance(chunk, TextDelta)])
        try:
            return _Written.model_validate_json(answer)
        except ValidationError as error:
            raise ModelRejected("The model's description is not what was asked for.", code="model_protocol") from error
