"""What a model is told for a question about one document: what the document is, what happened to it, its chunks."""

import json
from collections.abc import Sequence
from datetime import datetime

from orc import prompts
from orc.documents.document import Document
from orc.documents.document_events import DocumentEvent
from orc.documents.material import Material
from orc.documents.rendering import one_line, page_of, rendered
from orc.domain import Chunk

NEWEST_EVENTS = 10

_SHOWN_EVENTS = 5
_SHOWN_CHUNKS = 300


def render_prompt(
    document: Document, chunks: Sequence[Chunk], material: Material, history: Sequence[DocumentEvent]
) -> str:
    given = prompts.ALL_CHUNKS_GIVEN if material.whole else prompts.SOME_CHUNKS_GIVEN
    parts = [prompts.ASK_ABOUT_DOCUMENT, given, _metadata(document), _history(history), material.outline]
    parts += [_chunk_list(chunks)]
    for passage in material.passages:
        heading = f"[{passage.chunk.chunk_id}]{page_of(passage.chunk)}"
        parts.append(f"{heading}\n{rendered(passage, whole=material.whole)}")
    return "\n\n".join(part for part in parts if part)


def history_line(event: DocumentEvent) -> str:
    moment = datetime.fromisoformat(event.time).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"{moment} - {event.name}: {json.dumps(dict(event.payload), ensure_ascii=False)}"


def _metadata(document: Document) -> str:
    facts = {
        "file_id": document.file_id,
        "File": document.blob_name,
        "Title": document.title,
        "Language": document.language,
        "Keywords": ", ".join(document.keywords),
        "Tags": ", ".join(document.tags),
        "Metadata": "; ".join(f"{key}: {value}" for key, value in document.metadata.items()),
        "Pages": document.pages,
        "Summary": document.summary,
    }
    return "Document\n" + "\n".join(f"{name}: {one_line(str(value))}" for name, value in facts.items() if value)


def _history(events: Sequence[DocumentEvent]) -> str:
    if not events:
        return ""
    return "What happened to it lately\n" + "\n".join(map(history_line, events[:_SHOWN_EVENTS]))


def _chunk_list(chunks: Sequence[Chunk]) -> str:
    lines = [f"{chunk.chunk_id}: characters {chunk.start} to {chunk.end}{page_of(chunk)}" for chunk in chunks]
    if len(lines) > _SHOWN_CHUNKS:
        lines[_SHOWN_CHUNKS - 1 : -1] = ["... and so on, in the order of the text, to ..."]
    return "Its chunks\n" + "\n".join(lines)
