"""The values of the domain. All are immutable and can be dumped as JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, Literal, Self

type Json = str | int | float | bool | Mapping[str, "Json"] | list["Json"] | tuple["Json", ...] | None

DocumentStatus = Literal["queued", "processing", "ready", "failed"]
RunStatus = Literal["pending", "in_progress", "completed", "failed", "cancelled"]
OnBusy = Literal["reject", "enqueue", "interrupt"]
Intent = Literal["conversation", "single_tool", "multi_step"]
CitationStyle = Literal["inline", "footnote", "endnote"]

MOST_SPANS = 50
"""So many statements of an answer have a span in one citation, at most: the first ones."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The authenticated user, never taken from a body or a query. is_admin is true if this request proves the role of
    an administrator of the caller's organization. It is not part of the identity: the same user without the role is the
    same caller."""

    organization_id: str
    user_id: str
    is_admin: bool = field(default=False, compare=False)

    @property
    def partition(self) -> tuple[str, str]:
        return (self.organization_id, self.user_id)

    @property
    def subject(self) -> str:
        """A pseudonym of the caller, which identifies them only to those who know them: 64 hexadecimal digits."""
        return hashlib.sha256(json.dumps(["orc", *self.partition]).encode()).hexdigest()

    def conversation(self, conversation_id: str) -> "ConversationKey":
        """The key of one of the caller's conversations; "" for a call outside any conversation."""
        return ConversationKey(self.organization_id, self.user_id, conversation_id)


@dataclass(frozen=True, slots=True)
class Assistant:
    """A deployment's assistant: its name, its instructions, and the greeting and example questions for pages. Empty
    values keep the defaults."""

    name: str = ""
    instructions: str = ""
    greeting: str = ""
    starters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationKey:
    """Identifies a conversation with its owner. partition is the store partition of everything in it."""

    organization_id: str
    user_id: str
    conversation_id: str

    @property
    def caller(self) -> Caller:
        return Caller(self.organization_id, self.user_id)

    @property
    def partition(self) -> tuple[str, str, str]:
        return (self.organization_id, self.user_id, self.conversation_id)


@dataclass(frozen=True, slots=True)
class RunRef(ConversationKey):
    """Identifies one execution of a turn for an orchestration and its activities, which read everything else from the
    store. epoch is how often the run has changed owner."""

    run_id: str
    epoch: int = 0

    @property
    def instance_id(self) -> str:
        """The name of the orchestration: one for each epoch, however often it is scheduled. It includes the
        conversation because runs of two conversations have the same id when their callers chose the same
        client_message_id. It begins with the prefix of all the caller's orchestrations, by which an erasure finds them.
        """
        return f"{instance_prefix(self.caller)}{self.conversation_id}-{self.run_id}-{self.epoch}"


def instance_prefix(caller: Caller) -> str:
    """The common prefix of the names of a caller's orchestrations, and of nobody else's. Names have at most 100
    characters on the platform, which leaves no room for more of the caller's identity."""
    return f"{caller.subject[:20]}-"


@dataclass(frozen=True, slots=True)
class FileRef:
    """A document in the arguments of tools and in the history: one registration of one blob."""

    file_id: str
    blob_name: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a document: text[start:start + len(heading.text)]. level counts from 1, the outermost."""

    start: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """A document as plain text. page_starts[i] is the offset in characters at which page i + 1 begins: a page, a
    slide or a sheet; a format without pages has none. page_labels[i], where there are any, is the name of page i + 1:
    "Slide 3", or a sheet's name. notes are codes of remarks to the user about the reading."""

    text: str
    title: str
    page_starts: tuple[int, ...] = ()
    page_labels: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.page_starts and self.page_starts[0] != 0:
            raise ValueError("the first page starts at 0")


type Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as fractions of a page from its top left corner as it is displayed."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page's width and height in points as displayed, and the box of each character of its text; None for a character
    that is not drawn, such as a space."""

    width: float
    height: float
    boxes: tuple[Box | None, ...]

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Creates the layout from stored fields. Raises ValueError for an impossible number."""
        boxes: list[Box | None] = []
        for box in stored["boxes"]:
            left, top, right, bottom = box or (0, 0, 0, 0)
            if not (0 <= left <= right <= 1 and 0 <= top <= bottom <= 1):
                raise ValueError("a box is inside its page")
            boxes.append(None if box is None else (left, top, right, bottom))
        width, height = float(stored["width"]), float(stored["height"])
        if not (0 < width < inf and 0 < height < inf):
            raise ValueError("a page has a finite size")
        return cls(width, height, tuple(boxes))


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document: document_text[start:end] == text, offsets in characters. page is the page on which the
    chunk begins, from 1; None for a format without pages. table_head is the title and column headings of the table, or
    the introduction of the list, that the chunk begins in, as lines of the document."""

    chunk_id: str
    start: int
    end: int
    text: str
    page: int | None = None
    table_head: str = ""

    @property
    def headed_text(self) -> str:
        """The text with its table head above it, as it is searched."""
        return f"{self.table_head}\n{self.text}" if self.table_head else self.text


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A chunk that a retriever found: score is comparable within one search only, higher is better."""

    content_id: str
    chunk: Chunk
    score: float
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A source that an answer may cite: a chunk of one registered file. page_starts and, if the model gets them,
    page_labels are those of the whole document (see ExtractedText). headings are the ones over its beginning, the
    outermost first. confidence is the likelihood, from 0 to 1, that the passage answers the question; None without a
    question."""

    file_id: str
    blob_name: str
    chunk: Chunk
    score: float
    sources: tuple[str, ...]
    page_starts: tuple[int, ...] = ()
    confidence: float | None = None
    page_labels: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()

    @property
    def source_id(self) -> str:
        return f"{self.file_id}:{self.chunk.chunk_id}"


@dataclass(frozen=True, slots=True)
class CitationSpan:
    """A statement that cites a source, and its support: answer[answer_start:answer_end] is the statement with its
    marker, or an item of the list that such a statement introduces; snippet is the document's text[start:end], all of
    it on page. verified applies to this statement, and to the items that it introduces."""

    answer_start: int
    answer_end: int
    page: int | None
    start: int
    end: int
    snippet: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Citation:
    """A checked pointer from an answer into a document: snippet is the document's text[start:end], all of it on page.

    id is the number in the answer; sources are the retrievers that found the passage. page_label is what the page is
    called, such as a sheet's name; heading is the nearest one above the snippet, table_head what stands over the table
    or the list that the snippet begins in. spans are the statements that cite it, in their order; page, start, end,
    snippet and verified are those of the first.
    """

    id: str
    source_id: str
    file_id: str
    blob_name: str
    page: int | None
    start: int
    end: int
    snippet: str
    sources: tuple[str, ...]
    verified: bool
    page_label: str | None = None
    heading: str | None = None
    table_head: str | None = None
    spans: tuple[CitationSpan, ...] = ()

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Creates the citation from stored fields. page may be absent, and so may spans in data of older versions.
        Unknown fields are ignored."""
        spans = tuple(CitationSpan(**{"page": None} | _known_fields(CitationSpan, s)) for s in stored.get("spans", ()))
        values = {"page": None} | _known_fields(cls, stored)
        return cls(**values | {"sources": tuple(values["sources"]), "spans": spans})

    @property
    def place(self) -> str:
        """The place in the document for people; empty if only the offset is known."""
        return self.page_label or (f"page {self.page}" if self.page else f"“{self.heading}”" if self.heading else "")


def _known_fields(cls: type[Citation | CitationSpan], stored: Mapping[str, Any]) -> dict[str, Any]:
    return {each.name: stored[each.name] for each in fields(cls) if each.name in stored}


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens as counted by the model's server; None if it did not count them, and for any sum with such a value. cached
    are prompt tokens that came from a cache, thought completion tokens spent on reasoning; None if the server did not
    report them."""

    prompt: int | None = 0
    completion: int | None = 0
    cached: int | None = None
    thought: int | None = None

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            _sum(self.prompt, other.prompt),
            _sum(self.completion, other.completion),
            *(
                _sum(a or 0, b or 0) if (a, b) != (None, None) else None
                for a, b in ((self.cached, other.cached), (self.thought, other.thought))
            ),
        )


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One tool call of a plan. `{{output_key}}` in params refers to an earlier step's result. server is the tool's
    server, which may be unreachable when the step is executed."""

    step: int
    tool: str
    params: Mapping[str, Json] = field(default_factory=dict)
    output_key: str = ""
    server: str = ""
