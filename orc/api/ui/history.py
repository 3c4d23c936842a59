"""A stored conversation as messages of the AI SDK."""

from collections.abc import Mapping, Sequence

from orc.api.ui.chats import MESSAGE_ID
from orc.conversations.records import Message, Run
from orc.domain import Json
from orc.protocols.ui_parts import Chunk, media_type_of, metadata_of_run, source_documents, text_citations, tool_part


def ui_messages(
    conversation_id: str, branch: Sequence[Message], runs: Sequence[Run], files: Mapping[str, str]
) -> list[Chunk]:
    """The messages of a branch as UIMessages, with the ids that their client knows. A question's document names are in
    its metadata; documents that still exist are file parts. files maps names to their addresses."""
    by_id = {run.run_id: run for run in runs}
    shown: list[Chunk] = []
    for message in branch:
        run = by_id.get(message.run_id)
        if message.role == "user":
            own_id = run.client_data.get(MESSAGE_ID) if run else None
            metadata: Chunk = {"message_id": message.message_id, "blob_names": message.blob_names}
            existing_files = [(name, files[name]) for name in message.blob_names if name in files]
            parts: list[Json] = [
                {"type": "file", "mediaType": media_type_of(name), "filename": name, "url": url}
                for name, url in existing_files
            ]
            if message.text or not parts:
                parts.append({"type": "text", "text": message.text})
            shown.append({"id": own_id or message.message_id, "role": "user", "metadata": metadata, "parts": parts})
            continue
        metadata = metadata_of_run(message.run_id, conversation_id) | {"status": message.status}
        if message.error:
            metadata["error"] = message.error
        if message.confidence is not None:
            metadata["confidence"] = message.confidence
        text: Chunk = {"type": "text", "text": message.text, "state": "done"}
        if cited := text_citations(message.text, message.citations):
            text["citations"] = cited
        tools = [tool_part(message.run_id, step) for step in run.steps] if run else []
        parts = [{"type": "step-start"}, *tools, text, *source_documents(message.citations)]
        shown.append({"id": message.message_id, "role": "assistant", "metadata": metadata, "parts": parts})
    return shown
