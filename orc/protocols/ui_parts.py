"""Citations and tool calls as parts of AI SDK messages, streamed or stored."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.domain import Citation, CitationSpan, Json

type Chunk = dict[str, Json]

NEWEST = 7
OLDEST = 5
"""Major versions of the `ai` package whose clients are served."""

_PLAIN = "text/plain"


def media_type_of(blob_name: str) -> str:
    """The media type of a document, by its name."""
    return SUPPORTED_TYPES.get(extension_of(blob_name), _PLAIN)


def tool_call_id(run_id: str, step: int) -> str:
    """The id of a tool call. It is the same whenever the step is executed again."""
    return f"{run_id}-{step}"


def source_of(citation: Citation, span: CitationSpan | None = None) -> Chunk:
    """A citation as a source of the AI SDK, without its type. Fields that the SDK does not have are in
    providerMetadata.orc. With a span, position and quotation are those of that statement."""
    where = span or citation
    details: dict[str, Json] = {
        "citation": citation.id,
        "file_id": citation.file_id,
        "page": where.page,
        "page_label": citation.page_label,
        "heading": citation.heading,
        "table_head": citation.table_head,
        "start": where.start,
        "end": where.end,
        "quote": where.snippet,
        "verified": where.verified,
    }
    return {
        "mediaType": media_type_of(citation.blob_name),
        "title": ", ".join(filter(None, [citation.blob_name, citation.place])),
        "filename": citation.blob_name,
        "providerMetadata": {"orc": {name: value for name, value in details.items() if value is not None}},
    }


def source_documents(citations: Sequence[Citation]) -> Iterator[Chunk]:
    """A `source-document` for each citation, as a chunk of a stream or a part of a message."""
    for citation in citations:
        yield {"type": "source-document", "sourceId": citation.source_id, **source_of(citation)}


def text_citations(text: str, citations: Sequence[Citation]) -> list[Json]:
    """The citations of a text part: one for each statement that cites a source, with its position in the text in UTF-16
    units, as JavaScript counts."""
    wide = [index for index, letter in enumerate(text) if ord(letter) > 0xFFFF]

    def counted(index: int) -> int:
        return index + bisect_left(wide, index)

    found: list[Json] = []
    for citation in citations:
        document: Chunk = {"type": "source", "sourceType": "document", "id": citation.source_id}
        if not citation.spans:
            found.append({"source": document | source_of(citation), "citedText": citation.snippet})
        for span in citation.spans:
            place: Chunk = {"startIndex": counted(span.answer_start), "endIndex": counted(span.answer_end)}
            found.append({"source": document | source_of(citation, span), **place, "citedText": span.snippet})
    return found


def metadata_of_run(run_id: str, conversation_id: str) -> Chunk:
    """The first metadata of an answer."""
    return {"run_id": run_id, "conversation_id": conversation_id}


def tool_part(run_id: str, step: Mapping[str, Json]) -> Chunk:
    """The part of a stored message for a tool call, from the run's record of it."""
    part: Chunk = {
        "type": "dynamic-tool",
        "toolName": step["tool"],
        "toolCallId": tool_call_id(run_id, int(str(step["step"]))),
        "providerExecuted": True,
        "input": step["params"],
    }
    error = step["error"]
    if isinstance(error, Mapping):
        return part | {"state": "output-error", "errorText": error["message"]}
    return part | {"state": "output-available", "output": step["result"]}
