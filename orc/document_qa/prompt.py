"""The prompt for a question about one document: its description, its history, its chunks."""

import json
from collections.abc import Sequence
from datetime import datetime

from orc import prompts
from orc.documents.events import DocumentEvent
from orc.documents.material import Material
from orc.documents.records import Document
from orc.documents.rendering import one_line, page_of, rendered, under
from orc.domain import Chunk

NEWEST_EVENTS = 10

_SHOWN_EVENTS = 5
_MOST_CHUNKS, _FEWEST_CHUNKS, _CHARACTERS_PER_CHUNK = 300, 10, 200


def describe(
    document: Document,
    chunks: Sequence[Chunk],
    history: Sequence[DocumentEvent],
    *,
    limit: int,
    with_summary: bool = True,
) -> str:
    """The document's description without its text, for a model; limit is the length of the whole prompt in
    characters."""
    facts = {
        "file_id": document.file_id,
        "File": document.blob_name,
        "Title": document.title,
        "Language": document.language,
        "Keywords": ", ".join(document.keywords),
        "Tags": ", ".join(document.tags),
        "Metadata": "; ".join(f"{key}: {value}" for key, value in document.metadata.items()),
        "Pages": document.pages,
        "Size": f"{document.size} bytes",
        "Uploaded": document.created_at,
        "Summary": document.summary if with_summary else "",
    }
    metadata = "\n".join(f"{name}: {one_line(str(value))}" for name, value in facts.items() if value)
    parts = [f"{prompts.DESCRIPTION}{metadata}"]
    if history:
        parts.append(prompts.HISTORY + "\n".join(map(history_line, history[:_SHOWN_EVENTS])))
    shown = min(_MOST_CHUNKS, max(_FEWEST_CHUNKS, limit // _CHARACTERS_PER_CHUNK))
    lines = [f"{chunk.chunk_id}: characters {chunk.start} to {chunk.end}{page_of(chunk)}" for chunk in chunks]
    if len(lines) > shown:
        lines[shown - 1 : -1] = ["... and so on, in the order of the text, to ..."]
    return "\n\n".join([*parts, prompts.CHUNKS + "\n".join(lines)])


def render_prompt(description: str, material: Material) -> str:
    """The system prompt: instructions, the document's description and outline, then its passages."""
    given = prompts.ALL_CHUNKS_GIVEN if material.whole else prompts.SOME_CHUNKS_GIVEN
    parts = [prompts.ASK_ABOUT_DOCUMENT, given, description, *material.page_notices, material.outline]
    for passage in material.passages:
        heading = f"[{passage.chunk.chunk_id}]{page_of(passage.chunk)}{'' if material.whole else under(passage)}"
        parts.append(f"{heading}\n{rendered(passage, whole=material.whole)}")
    return "\n\n".join(part for part in parts if part)


def history_line(event: DocumentEvent) -> str:
    """An event of the document as a line of the prompt, with its UTC time to the second."""
    moment = datetime.fromisoformat(event.time).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"{moment} - {event.name}: {json.dumps(dict(event.payload), ensure_ascii=False)}"
