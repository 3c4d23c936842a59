"""The files of a request of the OpenAI API, which become documents of its conversation."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import batched, count

from orc.api.openai.inputs import SentFile, SentMessage
from orc.api.services import Services
from orc.conversations.records import ImportedMessage, new_conversation_id
from orc.conversations.repository import MAX_IMPORTED
from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.documents.labels import NewFile, UploadInfo
from orc.documents.paths import blob_path, check_blob_name
from orc.documents.records import Document
from orc.domain import Caller, ConversationKey
from orc.errors import InvalidRequest, NotFound, PayloadTooLarge

MOST_EARLIER = 1_000
ADDED_AT_ONCE = 50
_SAID_CHARACTERS = 200_000


@dataclass(frozen=True, slots=True)
class RequestFiles:
    """The files of a request, checked but not yet stored. named maps the field of each file to its document name; new
    are the files that the conversation does not have yet."""

    named: Mapping[str, str]
    new: tuple[NewFile, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All document names, in the order of the request."""
        return tuple(dict.fromkeys(self.named.values()))

    def imported(self, messages: Sequence[SentMessage]) -> list[ImportedMessage]:
        """Returns earlier messages with the names of their files, to be stored in a conversation. Raises
        InvalidRequest if they are too many or too long."""
        if len(messages) > MOST_EARLIER:
            field = messages[0].field.partition(".")[0]
            message = f"{len(messages)} earlier messages; the limit is {MOST_EARLIER}"
            raise InvalidRequest.of(field, message, code="too_many_messages")
        imported = list[ImportedMessage]()
        for m in messages:
            if len(m.text) > _SAID_CHARACTERS:
                message = f"{len(m.text)} characters; the limit for an earlier message is {_SAID_CHARACTERS}"
                raise InvalidRequest.of(m.field, message, code="message_too_long")
            if m.text or m.files:
                names = tuple(self.named[file.field] for file in m.files)
                imported.append(ImportedMessage("user" if m.role == "user" else "assistant", m.text, names))
        return imported


async def check_files(
    services: Services,
    caller: Caller,
    conversation_id: str | None,
    files: Sequence[SentFile],
    *,
    most: int,
    resent: Collection[str] = (),
    metadata: Mapping[str, str] | None = None,
) -> RequestFiles:
    """Checks the files of a request, at most `most` beside those with a name in resent, and loads those that are given
    by id. A file of another conversation of the caller will be copied. A file with the name of an earlier one and other
    content gets a number: `lease (2).pdf`. InvalidRequest or PayloadTooLarge names the first file that is refused.
    metadata is the request's own. New documents get its keys that are a rule of the deployment (D-403).
    """
    named, assigned = dict[str, str](), dict[tuple[str, str], str]()
    new = list[NewFile]()
    key = caller.conversation(conversation_id or new_conversation_id())
    found = await services.conversations.find(key.partition) if files and conversation_id else None
    labels = services.registry.rules.named_in({**(found.record.metadata if found else {}), **(metadata or {})})
    for file in files:
        read = (
            _read_sent(services, file, labels)
            if file.file_id is None
            else await _read_stored(services, caller, conversation_id, file, labels)
        )
        if (read.name, read.source) not in assigned:
            name = read.name
            if name in assigned.values():
                if read.added is None:
                    message = f"{name} is sent more than once, with different content"
                    raise InvalidRequest.of(file.field, message, code="duplicate_blob_name")
                stem, dot, extension = name.rpartition(".")
                numbered = (f"{stem} ({number}){dot}{extension}" for number in count(2))
                name = next(each for each in numbered if each not in assigned.values())
                check_blob_name(name, field=file.field)
            assigned[read.name, read.source] = name
            if read.added is not None:
                new.append(replace(read.added, name=name))
        named[file.field] = assigned[read.name, read.source]
    counted = [name for name in assigned.values() if name not in resent]
    if len(counted) > most:
        message = f"{len(counted)} documents; the limit is {most}"
        raise InvalidRequest.of(files[0].field, message, code="too_many_documents")
    await services.uploads.check(key, new)
    return RequestFiles(named, tuple(new))


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """A file of a request. source identifies its content; added is None for a document that the conversation already
    has."""

    name: str
    source: str
    added: NewFile | None


def _read_sent(services: Services, file: SentFile, labels: Mapping[str, str] | None) -> _ReadFile:
    """A file whose bytes were sent."""
    limit, name = services.limits.upload_bytes, check_blob_name(file.name, field=f"{file.field}.filename")
    if extension_of(name) not in SUPPORTED_TYPES:
        message = f"{name} has a type that cannot be read. Supported: {', '.join(SUPPORTED_TYPES)}"
        raise InvalidRequest.of(f"{file.field}.filename", message, code="unsupported_document_type")
    if not file.data:
        raise InvalidRequest.of(f"{file.field}.file_data", f"{name} is empty", code="document_empty")
    if len(file.data) > limit:
        message = f"{name} has {len(file.data)} bytes; the limit is {limit}"
        raise PayloadTooLarge.of(f"{file.field}.file_data", message, code="file_too_large")
    digest = hashlib.sha256(file.data).hexdigest()
    sent = UploadInfo(digest, metadata=labels)
    return _ReadFile(name, digest, NewFile(name, SUPPORTED_TYPES[extension_of(name)], file.data, sent))


async def _read_stored(
    services: Services, caller: Caller, conversation_id: str | None, file: SentFile, labels: Mapping[str, str] | None
) -> _ReadFile:
    """A file that is given by its id. A copy keeps the metadata of its original, and gets what that lacks."""
    try:
        document = await services.registry.get(caller, file.file_id or "")
    except NotFound:
        message = f"there is no file {file.file_id}"
        raise InvalidRequest.of(file.id_field, message, code="document_not_found") from None
    name, added = document.blob_name, None
    if document.conversation_id != conversation_id:
        data = await services.blobs.get(blob_path(caller.conversation(document.conversation_id), name))
        kept = {**(labels or {}), **document.metadata}
        sent = UploadInfo(document.bytes_sha256, document.is_text, document.tags, kept, document.file_id)
        added = NewFile(name, document.mime_type, data, sent)
    return _ReadFile(name, document.file_id, added)


def copies_in(documents: Sequence[Document]) -> dict[str, str]:
    """Maps the names of copied documents to the ids of their originals, by which the caller knows them."""
    return {document.blob_name: document.source_id for document in documents if document.source_id}


def ids_in(documents: Sequence[Document]) -> dict[str, str]:
    """Maps document names to the file ids by which the caller knows them."""
    return {document.blob_name: document.file_id for document in documents} | copies_in(documents)


async def store(services: Services, key: ConversationKey, files: RequestFiles) -> None:
    """Stores the new files as documents of the conversation."""
    if files.new:
        await services.uploads.store(key, files.new)


async def store_for_turn(
    services: Services, caller: Caller, key: ConversationKey | None, files: RequestFiles, earlier: Sequence[SentMessage]
) -> ConversationKey | None:
    """Stores a turn's files in its conversation, and in a new conversation the earlier messages too. Returns None if
    nothing had to be stored, so that the turn itself creates the conversation."""
    if key is None:
        if not files.new and not earlier:
            return None
        key = await begin(services, caller, files.imported(earlier))
    await store(services, key, files)
    return key


async def begin(services: Services, caller: Caller, imported: Sequence[ImportedMessage]) -> ConversationKey:
    """Creates a conversation with earlier messages. As many as it can begin with are stored with it, the rest after it,
    in several transactions."""
    created = await services.conversations.create(caller, imported=imported[:MAX_IMPORTED])
    key = caller.conversation(created.conversation_id)
    for some in batched(imported[MAX_IMPORTED:], ADDED_AT_ONCE, strict=False):
        await services.orchestrator.add_imported(key, some)
    return key
