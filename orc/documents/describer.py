"""Has a model say what documents are about: in the background, once a content, and at no cost when it fails."""

import asyncio
import logging
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orc import prompts
from orc.documents.contents import Contents
from orc.documents.markdown.sanitizer import inert
from orc.documents.records import Content, Document, described
from orc.documents.text.metadata import MAX_KEYWORDS
from orc.domain import Caller
from orc.errors import ModelError, ModelRejected, NotFound, StoreError
from orc.items import update
from orc.ports import ChatMessage, ChatModel, ChatRequest, ItemStore, OutputSchema, StoredItem
from orc.ports.models import ask

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
        task = asyncio.create_task(self._describe(caller, document))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _describe(self, caller: Caller, document: Document) -> None:
        key = (caller, document.content_id or "")

        def edit(stored: StoredItem | None) -> Document | None:
            known = Document.from_item(stored) if stored else None
            if known is None or known.file_id != document.file_id or known.status != "ready":
                return None
            return described(known, content)

        try:
            async with self._locks.setdefault(key, asyncio.Lock()):
                content = await self._described_content(caller, document)
            self._locks.pop(key, None)
            await update(self._items, caller.partition, document.key, edit)
        except (ModelError, StoreError, NotFound) as error:
            logger.warning("Document %s keeps its simple description: %s", document.file_id, error.code)

    async def _described_content(self, caller: Caller, document: Document) -> Content:
        """The content with the model's description, which is stored the first time."""
        content_id = document.content_id or ""
        content = _content(await self._items.read(caller.partition, content_id))
        if content.described_by:
            return content
        text = await self._contents.text(caller, content_id)
        written = await self._ask(content.title, text[:_TEXT_CHARACTERS])
        keywords = tuple(dict.fromkeys(inert(" ".join(word.split())) for word in written.keywords if word.strip()))
        summary = inert(" ".join(written.summary.split())[:_SUMMARY_CHARACTERS])

        def edit(stored: StoredItem | None) -> Content:
            known = _content(stored)
            if known.described_by:  # by another process, meanwhile
                return known
            kept = keywords[:MAX_KEYWORDS] or known.keywords
            return replace(known, summary=summary, keywords=kept, described_by=self._model.name)

        return await update(self._items, caller.partition, content_id, edit)

    async def _ask(self, title: str, text: str) -> _Written:
        request = ChatRequest(
            messages=(ChatMessage("system", _RULES), ChatMessage("user", f"Title: {title}\n\n{text}")),
            output_schema=OutputSchema("document_description", _Written.model_json_schema()),
            temperature=0.1,
        )
        try:
            return _Written.model_validate_json((await ask(self._model, request)).text)
        except ValidationError as error:
            raise ModelRejected("The model's description is not what was asked for.", code="model_protocol") from error


def _content(stored: StoredItem | None) -> Content:
    if stored is None or "content_id" not in stored.body:
        raise NotFound("The content is gone.", code="document_not_found")
    return Content.from_item(stored)
