"""Describes documents by a model, in the background: once per content, best effort."""

import asyncio
import logging
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from orc import prompts
from orc.documents.contents import Contents
from orc.documents.markdown.sanitizer import inert
from orc.documents.records import Content, Document, described
from orc.documents.text.metadata import MAX_KEYWORDS
from orc.domain import Caller
from orc.errors import ModelError, ModelRejected, NotFound, StoreError
from orc.items import update
from orc.patterns import regex
from orc.ports import ChatMessage, ChatModel, ChatRequest, ItemStore, OutputSchema, StoredItem
from orc.ports.models import ask

logger = logging.getLogger(__name__)

_TEXT_CHARACTERS = 12_000
_SUMMARY_CHARACTERS = 1_000
_MAX_DESCRIPTION = 6_000  # characters of the model's reply
_SEPARATOR = regex(r"[,;\n、，；]")
_RULES = prompts.DESCRIBE_DOCUMENT.format(keywords=MAX_KEYWORDS)


class _Written(BaseModel):
    model_config = ConfigDict(extra="ignore")
    summary: str = Field(min_length=1)
    keywords: list[str]

    @field_validator("keywords", mode="before")
    @classmethod
    def _listed(cls, value: object) -> list[str]:
        """The keywords that can be read: of a text, its parts; of a list, its texts and numbers."""
        if isinstance(value, str):
            return _SEPARATOR.split(value)
        listed = value if isinstance(value, list) else []
        return [str(each) for each in listed if isinstance(each, str | int | float) and not isinstance(each, bool)]


class Describer:
    """Generates summaries and keywords of contents, and stores them in the contents and their documents."""

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
            current = Document.from_item(stored) if stored else None
            if current is None or current.file_id != document.file_id or current.status != "ready":
                return None
            return described(current, content)

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
        excerpt = f"Title: {content.title}\n\n{text[:_TEXT_CHARACTERS]}"
        request = ChatRequest(
            messages=(ChatMessage("system", _RULES), ChatMessage("user", excerpt)),
            output_schema=OutputSchema("document_description", _Written.model_json_schema()),
            max_characters=_MAX_DESCRIPTION,
            temperature=0.1,
            task="summary",
        )
        try:
            completion = await ask(self._model, request)
            written = _Written.model_validate_json(completion.text)
        except ValidationError as error:
            raise ModelRejected(
                "The model's description does not have the requested form.", code="model_protocol"
            ) from error
        keywords = tuple(dict.fromkeys(inert(" ".join(word.split())) for word in written.keywords if word.strip()))
        summary = inert(" ".join(written.summary.split())[:_SUMMARY_CHARACTERS])

        def edit(stored: StoredItem | None) -> Content:
            current = _content(stored)
            if current.described_by:  # another process has described it in the meantime
                return current
            final_keywords = keywords[:MAX_KEYWORDS] or current.keywords
            return replace(
                current, summary=summary, keywords=final_keywords, described_by=completion.model or self._model.name
            )

        return await update(self._items, caller.partition, content_id, edit)


def _content(stored: StoredItem | None) -> Content:
    if stored is None or "content_id" not in stored.body:
        raise NotFound("The content is gone.", code="document_not_found")
    return Content.from_item(stored)
