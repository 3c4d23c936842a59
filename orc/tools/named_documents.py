"""Documents that a model names: by file_id, as the tools ask for it, or by the name under which it knows them."""

from collections.abc import Sequence

from orc.documents.registry import DocumentRegistry
from orc.domain import ConversationKey

_ID = "file-"


async def ids_of(registry: DocumentRegistry, key: ConversationKey, named: Sequence[str]) -> list[str]:
    """The file_ids of the caller's documents that are named by file_id or by name: of those with one name, the
    conversation's, or else the newest. What names none stays as it is."""
    if all(each.startswith(_ID) and "." not in each for each in named):
        return list(named)
    others = await registry.of_caller(key.caller)
    own = await registry.of_conversation(key) if key.conversation_id else []
    by_name = {document.blob_name.casefold(): document.file_id for document in (*reversed(others), *own)}
    return [by_name.get(each.casefold(), each) for each in named]
