"""The catalogue: all documents of a caller, filtered, counted, ranked and searched for passages."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import MINYEAR, UTC, datetime

from orc.documents.formats import extension_of
from orc.documents.labels import agrees
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.search.retriever import Retrieval, Retriever
from orc.documents.text.languages import is_language
from orc.domain import Caller, Passage
from orc.items import timestamp


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on documents. Text is compared without case: language by any ISO 639 code, type by extension or MIME
    type, title by part, tags, keywords and metadata by all values given. since and until bound the time of the first
    upload."""

    language: str | None = None
    type: str | None = None
    title: str | None = None
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    since: datetime | None = None
    until: datetime | None = None

    def admit(self, document: Document) -> bool:
        return (
            (self.language is None or is_language(self.language, document.language))
            and (
                self.type is None
                or _fold(self.type).lstrip(".") in (extension_of(document.read_as), _fold(document.mime_type))
            )
            and (self.title is None or _fold(self.title) in _fold(document.title or document.blob_name))
            and _all_in(self.tags, document.tags)
            and _all_in(self.keywords, document.keywords)
            and agrees(self.metadata, document.metadata)
            and (self.since is None or document.created_at >= _utc(self.since))
            and (self.until is None or document.created_at <= _utc(self.until))
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """A document of the catalogue, with its score and retrievers if it was ranked."""

    document: Document
    score: float | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the catalogue. total and counts (by status, type and language) cover all documents that the filters
    admit."""

    entries: tuple[Entry, ...]
    total: int
    counts: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class CatalogueCounts:
    """The number of a caller's documents by property; month is that of the upload, such as 2024-01."""

    total: int
    status: Mapping[str, int]
    type: Mapping[str, int]
    language: Mapping[str, int]
    month: Mapping[str, int]


class Catalogue:
    """Searches the documents of one caller at a time, never those of others."""

    def __init__(self, registry: DocumentRegistry, retriever: Retriever, *, now: Callable[[], datetime]) -> None:
        self._registry = registry
        self._retriever = retriever
        self._now = now

    async def listing(
        self, caller: Caller, query: str = "", filters: Filters | None = None, *, limit: int, offset: int = 0
    ) -> Listing:
        """The documents, newest first. With a query, the relevant ones, best first."""
        admitted = [d for d in await self._registry.of_caller(caller) if filters is None or filters.admit(d)]
        self._registry.ensure_progress(caller, admitted)
        entries = [Entry(document) for document in admitted]
        if query.strip():
            ranked = await self._retriever.rank_documents(caller, query, self._fresh(admitted))
            entries = [Entry(found.document, found.score, found.sources) for found in ranked]
        counts = _counts([entry.document for entry in entries])
        return Listing(tuple(entries[offset : offset + limit]), len(entries), counts)

    async def counts(self, caller: Caller) -> CatalogueCounts:
        """The number of the caller's documents by property."""
        documents = await self._registry.of_caller(caller)
        months = Counter(document.created_at[:_MONTH] for document in documents)
        return CatalogueCounts(len(documents), **_counts(documents), month=dict(months))

    async def documents(
        self,
        caller: Caller,
        *,
        file_ids: Sequence[str] | None = None,
        conversation_id: str | None = None,
        filters: Filters | None = None,
    ) -> list[Document]:
        """The ready documents among these, or among all of the caller's. NotFound if a file_id does not exist."""
        if file_ids is not None:
            found = [await self._registry.get(caller, file_id) for file_id in dict.fromkeys(file_ids)]
        elif conversation_id is not None:
            found = await self._registry.of_conversation(caller.conversation(conversation_id))
        else:
            found = await self._registry.of_caller(caller)
        if conversation_id is not None:
            found = [document for document in found if document.conversation_id == conversation_id]
        self._registry.ensure_progress(caller, found)
        return self._fresh([d for d in found if filters is None or filters.admit(d)])

    async def passages(
        self, caller: Caller, query: str, documents: Sequence[Document], *, top_k: int, score_threshold: float = 0.0
    ) -> list[Passage]:
        return await self._retriever.passages(caller, query, documents, top_k=top_k, score_threshold=score_threshold)

    def retrieval_of(self, passages: Sequence[Passage]) -> Retrieval | None:
        """How the passages of a search were found; None without any."""
        return self._retriever.retrieval_of(passages) if passages else None

    def _fresh(self, documents: Sequence[Document]) -> list[Document]:
        now = self._now()
        return [document for document in documents if document.status == "ready" and not document.is_expired(now)]


_MONTH = len("2024-01")


def _counts(documents: Sequence[Document]) -> dict[str, dict[str, int]]:
    return {
        "status": dict(Counter(document.status for document in documents)),
        "type": dict(Counter(extension_of(document.read_as) for document in documents)),
        "language": dict(Counter(document.language or "unknown" for document in documents)),
    }


def _all_in(wanted: Sequence[str], known: Sequence[str]) -> bool:
    return {_fold(word) for word in wanted} <= {_fold(word) for word in known}


def _fold(text: str) -> str:
    return text.strip().casefold()


def _utc(moment: datetime) -> str:
    """A moment in the form of documents' times. One without a zone is in UTC; one beyond the calendar is clamped to its
    edge."""
    try:
        return timestamp(moment.astimezone(UTC) if moment.tzinfo else moment)
    except OverflowError:
        edge = datetime.min.replace(tzinfo=UTC) if moment.year == MINYEAR else datetime.max.replace(tzinfo=UTC)
        return timestamp(edge)
