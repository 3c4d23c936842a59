"""What the product needs of the world. shared/ implements these; orc/ knows nothing else of it."""

from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from orc.domain import Caller, Chunk, ExtractedText, Json, Passage, ScoredChunk, TokenUsage

type PartitionKey = tuple[str, ...]
type Item = Mapping[str, Json]

MAX_WRITES_PER_BATCH = 100


@dataclass(frozen=True, slots=True)
class ItemContainer:
    """Items of one lifetime; partition_fields name the parts of their partition key, outermost first."""

    name: str
    partition_fields: tuple[str, ...]


CONVERSATION_ITEMS = ItemContainer("conversations", ("organization_id", "user_id", "conversation_id"))
DOCUMENT_ITEMS = ItemContainer("documents", ("organization_id", "user_id"))


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item as it was read: body has `id`, `type`, `schema_version` and, when it is listed, `sort`."""

    body: Item
    etag: str


@dataclass(frozen=True, slots=True)
class Create:
    """Fails with ItemExists when the id is taken."""

    item: Item


@dataclass(frozen=True, slots=True)
class Replace:
    """Fails with ItemChanged unless the stored item still has this ETag (also when it is gone)."""

    item: Item
    etag: str


@dataclass(frozen=True, slots=True)
class Upsert:
    item: Item


@dataclass(frozen=True, slots=True)
class Delete:
    """Deletes what is there; a missing item is no error."""

    item_id: str


type Write = Create | Replace | Upsert | Delete


class ItemStore(Protocol):
    """The items of one container, each in a partition, each write guarded.

    A stored item holds its partition's parts too, under the names of the container's partition fields; the caller of
    write need not put them there.
    A partition is a tuple of strings; its first parts alone name all partitions under them (query only). An item's
    `ttl` (seconds since its last write) is its lifetime: an expired item is not there. Failures of the store itself
    are StoreUnavailable, never an empty answer.
    """

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None: ...

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        """Does all of the writes (at most MAX_WRITES_PER_BATCH) or none; returns the new ETags ("" for a Delete)."""
        ...

    async def query(
        self,
        partition: PartitionKey,
        item_type: str,
        *,
        where: Mapping[str, str | int | bool] | None = None,
        after: str | int | None = None,
        before: str | int | None = None,
        descending: bool = False,
        limit: int = 100,
    ) -> list[StoredItem]:
        """Items of a type under a partition or partition prefix, in order of `sort`, strictly after and before the
        bounds. where compares top-level fields for equality."""
        ...

    async def delete_partition(self, partition: PartitionKey) -> None:
        """Deletes every item of one whole partition."""
        ...

    async def ping(self) -> None:
        """Returns when the store answers; StoreUnavailable says why it does not."""
        ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Embedded:
    """The vectors of a content's chunks, in their order, and the name of the model that made them."""

    model: str
    vectors: Sequence[Sequence[float]]


class DocumentIndex(Protocol):
    """Finds chunks of a caller's documents. Content is known by content_id, whatever files carry it."""

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        """Makes the chunks findable, by vector too if they come, in place of any that the content had before."""
        ...

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        """The best chunks of these contents by their words, best first; none when nothing matches."""
        ...

    async def nearest(
        self, owner: Caller, vector: Sequence[float], model: str, *, content_ids: Collection[str], top_k: int
    ) -> list[ScoredChunk]:
        """The chunks whose vectors of this model are nearest, best first, scored by their cosine."""
        ...

    async def without_vectors(self, owner: Caller, content_ids: Collection[str], model: str) -> list[str]:
        """Those of the contents that have a chunk without a vector of this model."""
        ...

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        """All chunks of a content in the order of the text."""
        ...

    async def remove(self, owner: Caller, content_id: str) -> None: ...


class EmbeddingModel(Protocol):
    """Turns texts into vectors, all of one dimension; a ModelError says why it cannot. Vectors of models with different
    names must not be compared."""

    name: str

    async def embed(self, texts: Sequence[str]) -> list[list[float]]: ...

    async def ping(self) -> None: ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class BlobProperties:
    path: str
    size: int
    etag: str
    content_type: str
    last_modified: datetime


class BlobStore(Protocol):
    """Bytes by path; a path is `container/part/.../name`, each part as the caller of this port made it."""

    async def put(
        self, path: str, data: bytes | AsyncIterator[bytes], *, content_type: str, if_match: str | None = None
    ) -> BlobProperties:
        """Stores the whole blob or nothing, in place of what was there.

        With if_match, ItemChanged unless what is there has this ETag (also when it is gone).
        """
        ...

    async def get(self, path: str) -> bytes:
        """The whole blob; NotFound when there is none."""
        ...

    async def read_range(self, path: str, start: int, length: int) -> bytes:
        """So many bytes from start on (from 0), fewer where the blob ends; NotFound when there is none."""
        ...

    async def properties(self, path: str) -> BlobProperties | None: ...

    def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        """Blobs whose path starts with the prefix (a container and whole parts), in order of path."""
        ...

    async def delete(self, path: str) -> None:
        """Deletes what is there; a missing blob is no error."""
        ...

    async def ping(self) -> None: ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model asks for; arguments are the model's JSON text, not yet checked."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model is told of it; parameters is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class OutputSchema:
    name: str
    schema: Mapping[str, Json]
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Grounding:
    """What the messages of a grounded request were rendered from: a model that reads no prompts answers from this.

    passages are numbered from 1 in their order; those numbers are the citation markers. documents are the names of
    all files that the question is about, found in or not.
    """

    question: str
    passages: tuple[Passage, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChatRequest:
    messages: tuple[ChatMessage, ...]
    grounding: Grounding | None = None
    tools: tuple[ToolSpec, ...] = ()
    output_schema: OutputSchema | None = None
    max_output_tokens: int | None = None
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The last of a stream: why it ended, what it used and which model answered."""

    reason: Literal["stop", "length", "tool_calls"]
    usage: TokenUsage = field(default_factory=TokenUsage)
    model: str = ""


type ChatChunk = TextDelta | ToolCall | Finished


class ChatModel(Protocol):
    """Answers a chat request as a stream that ends with one Finished, or raises a ModelError.

    Closing the stream early closes the connection behind it. generative is False for a model that can only answer
    from Grounding; it is asked for no plans and no tools.
    """

    name: str
    generative: bool

    def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]: ...

    async def ping(self) -> None:
        """Returns when the model can be asked; a ModelError says why not. Costs no tokens."""
        ...

    async def aclose(self) -> None: ...


class TextExtractor(Protocol):
    """Turns a file's bytes into text. DocumentFailure says why it cannot; the reason is for the user."""

    async def extract(self, data: bytes, *, name: str) -> ExtractedText: ...
