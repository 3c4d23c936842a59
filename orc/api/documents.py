"""Routes for documents: upload, list, read, label and download."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import asdict
from http import HTTPStatus
from itertools import zip_longest
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Query, Response, UploadFile

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.document_models import (
    DocumentChange,
    DocumentModel,
    DocumentText,
    HeadingModel,
    PageSpan,
    UploadedDocument,
)
from orc.api.forms import only_fields
from orc.api.metadata import BOUNDS, MAX_JSON, MetadataText, metadata_in
from orc.api.services import Limits
from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.documents.labels import NewFile, UploadInfo, agrees
from orc.documents.paths import blob_path, check_blob_name
from orc.documents.records import Document
from orc.errors import InvalidRequest, PayloadTooLarge, UnsupportedDocumentType
from orc.text import has_hidden

router = APIRouter(tags=["documents"], route_class=AdmittedRoute)

_PIECE = 1024 * 1024


def check_upload(files: list[UploadFile], limits: Limits, *, field_of: str = "files.{}") -> list[str]:
    """Returns the names of the files if all may be stored. Otherwise raises an error for the first that may not;
    field_of names its field.
    """
    if len(files) > limits.upload_files:
        raise PayloadTooLarge.of(
            "files", f"{len(files)} files; the limit is {limits.upload_files}", code="too_many_files"
        )
    names: list[str] = []
    for position, file in enumerate(files):
        field = field_of.format(position)
        # The parser cuts off the folder of a path that begins with a drive or a server; the header still has it.
        is_path = "\\" in file.headers["content-disposition"].replace('\\"', "")
        sent = (file.filename or "").strip().replace("%22", '"')  # as forms escape a quotation mark
        name = check_blob_name("\\" if is_path else sent, field=field)
        if name in names:
            raise InvalidRequest.of(field, f"{name} is sent more than once", code="duplicate_blob_name")
        if extension_of(name) not in SUPPORTED_TYPES:
            supported = ", ".join(SUPPORTED_TYPES)
            raise UnsupportedDocumentType.of(field, f"{name} has a type that cannot be read. Supported: {supported}.")
        if not file.size:
            raise InvalidRequest.of(field, f"{name} is empty", code="document_empty")
        if file.size > limits.upload_bytes:
            message = f"{name} has {file.size} bytes; the limit is {limits.upload_bytes}"
            raise PayloadTooLarge.of(field, message, code="file_too_large")
        names.append(name)
    return names


async def pieces(file: UploadFile) -> AsyncIterator[bytes]:
    """Yields the bytes of an uploaded file in pieces."""
    while piece := await file.read(_PIECE):
        yield piece


@router.post(
    "/conversations/{conversation_id}/documents",
    status_code=HTTPStatus.CREATED,
    dependencies=[Depends(only_fields("files", "tags", "metadata", once=("tags", "metadata")))],
)
async def upload(
    conversation_id: str,
    files: list[UploadFile],
    services: ServicesDep,
    caller: CallerDep,
    tags: Annotated[str | None, Form(max_length=500, description="Comma-separated.")] = None,
    metadata: Annotated[
        str | None, Form(max_length=MAX_JSON, description=f"A JSON object of strings. {BOUNDS}")
    ] = None,
) -> list[UploadedDocument]:
    """Stores files after all of them were checked, and reads them in the background. A file of the same name is
    replaced. If it has the same bytes, the document stays and gets the tags and metadata of the upload."""
    key = caller.conversation(conversation_id)
    await services.conversations.get(key)
    names = check_upload(files, services.limits)
    marks = tuple(dict.fromkeys(tag.strip() for tag in (tags or "").split(",") if tag.strip()))
    if any(map(has_hidden, marks)):
        raise InvalidRequest.of("tags", "must not contain control or direction-changing characters")
    types = [SUPPORTED_TYPES[extension_of(name)] for name in names]
    given = None if metadata is None else metadata_in(metadata, name="metadata")
    new = []
    for name, kind, file in zip(names, types, files, strict=True):
        digest = hashlib.sha256()
        async for piece in pieces(file):
            digest.update(piece)
        await file.seek(0)
        new.append(
            NewFile(name, kind, pieces(file), UploadInfo(digest.hexdigest(), tags=marks or None, metadata=given))
        )
    stored = await services.uploads.store(key, new)
    return [UploadedDocument.model_validate(asdict(document)) for document in stored]


@router.get("/conversations/{conversation_id}/documents")
async def of_conversation(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    metadata: MetadataText = None,
) -> list[DocumentModel]:
    """Lists the documents of a conversation, oldest first."""
    key = caller.conversation(conversation_id)
    wanted = metadata_in(metadata, name="metadata") if metadata is not None else {}
    await services.conversations.get(key)
    documents = await services.registry.of_conversation(key)
    services.registry.ensure_progress(caller, documents)
    return [_model(document) for document in documents if agrees(wanted, document.metadata)]


def _model(document: Document) -> DocumentModel:
    return DocumentModel.model_validate(asdict(document))


@router.get("/documents/{file_id}")
async def detail(file_id: str, services: ServicesDep, caller: CallerDep) -> DocumentModel:
    """Returns one of the caller's documents. Stalled processing is resumed."""
    document = await services.registry.get(caller, file_id)
    services.registry.ensure_progress(caller, [document])
    return _model(document)


@router.patch("/documents/{file_id}")
async def change(file_id: str, body: DocumentChange, services: ServicesDep, caller: CallerDep) -> DocumentModel:
    """Sets metadata by key. null removes a key; keys that are not named stay unchanged."""
    return _model(await services.registry.relabel(caller, file_id, body.changes()))


@router.get("/documents/{file_id}/text")
async def text(
    file_id: str,
    services: ServicesDep,
    caller: CallerDep,
    start: Annotated[int, Query(ge=0)] = 0,
    end: Annotated[int | None, Query(ge=0)] = None,
) -> DocumentText:
    """Returns the extracted text, or the part between two offsets in characters, which are those of chunks and
    citations."""
    document = await services.registry.get(caller, file_id)
    whole = await services.registry.text(caller, document)
    stop = len(whole) if end is None else min(end, len(whole))
    if start > stop:
        raise InvalidRequest.of("start", f"{start} is beyond the end, {stop}")
    content, pages = await services.registry.content(caller, document), list[PageSpan]()
    if content:
        starts = content.page_starts
        spans = zip_longest(starts, (*starts[1:], len(whole))[: len(starts)], content.page_labels)
        pages = [
            PageSpan(page=n, start=first, end=last, label=label) for n, (first, last, label) in enumerate(spans, 1)
        ]
    return DocumentText(
        file_id=file_id,
        start=start,
        end=stop,
        characters=len(whole),
        text=whole[start:stop],
        pages=pages,
        headings=[HeadingModel.model_validate(asdict(heading)) for heading in content.headings] if content else [],
    )


@router.get("/documents/{file_id}/content", response_class=Response)
async def content(file_id: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Downloads the original bytes. Headers keep browsers from executing them."""
    document = await services.registry.get(caller, file_id)
    await services.audit.note("document_downloaded", caller, caller, file_id)
    data = await services.blobs.get(blob_path(caller.conversation(document.conversation_id), document.blob_name))
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(document.read_as, safe='')}",
        "Content-Security-Policy": "sandbox",
        "X-Content-Type-Options": "nosniff",
        "Content-Type": document.mime_type,  # as a media_type it would get the charset UTF-8, whatever the bytes are
    }
    return Response(data, headers=headers)
