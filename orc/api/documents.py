"""Documents: uploaded to a conversation, registered in the background, read as text or as they were."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import asdict
from http import HTTPStatus
from itertools import zip_longest
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile

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
from orc.api.labels import BOUNDS, MAX_JSON, MetadataText, metadata_in
from orc.documents.formats import SUPPORTED_TYPES
from orc.documents.labels import NewFile, Sent, agrees
from orc.documents.paths import blob_path, check_blob_name
from orc.documents.records import Content, Document
from orc.errors import InvalidRequest, PayloadTooLarge, UnsupportedDocumentType
from orc.services import Limits

router = APIRouter(tags=["documents"], route_class=AdmittedRoute)

_PIECE = 1024 * 1024


def _check_upload(files: list[UploadFile], limits: Limits) -> list[str]:
    """The names of files that may all be stored; else an error that names the first that may not."""
    if len(files) > limits.upload_files:
        raise PayloadTooLarge(f"{len(files)} files; the limit is {limits.upload_files}.", code="too_many_files")
    names: list[str] = []
    for position, file in enumerate(files):
        field = f"files.{position}"
        name = check_blob_name((file.filename or "").strip(), field=field)
        if name in names:
            raise InvalidRequest.of(field, f"{name} is sent more than once", code="duplicate_blob_name")
        suffix = name.rpartition(".")[2].lower()
        if "." not in name or suffix not in SUPPORTED_TYPES:
            known = ", ".join(SUPPORTED_TYPES)
            raise UnsupportedDocumentType(f"{field}: {name} has a type that cannot be read. Supported: {known}.")
        if not file.size:
            raise InvalidRequest.of(field, f"{name} is empty", code="document_empty")
        if file.size > limits.upload_bytes:
            message = f"{field}: {name} has {file.size} bytes; the limit is {limits.upload_bytes}."
            raise PayloadTooLarge(message, code="file_too_large")
        names.append(name)
    return names


async def _pieces(file: UploadFile) -> AsyncIterator[bytes]:
    while piece := await file.read(_PIECE):
        yield piece


async def _sha256(file: UploadFile) -> str:
    """That of the whole file, which is read from its start again afterwards."""
    digest = hashlib.sha256()
    async for piece in _pieces(file):
        digest.update(piece)
    await file.seek(0)
    return digest.hexdigest()


async def _known_fields(request: Request) -> None:
    """Refuses fields that would otherwise be ignored, such as those that claim to say who uploads."""
    for name in await request.form():
        if name not in ("files", "tags", "metadata"):
            raise InvalidRequest.of(name, "unknown field; the fields are files, tags and metadata")


@router.post(
    "/conversations/{conversation_id}/documents", status_code=HTTPStatus.CREATED, dependencies=[Depends(_known_fields)]
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
    """Stores files, once all are checked; each is then registered once. A file of the same name is replaced, unless it
    has the same bytes: then the document stays, with the tags and metadata that are sent."""
    key = caller.conversation(conversation_id)
    await services.conversations.get(key)
    names = _check_upload(files, services.limits)
    marks = tuple(dict.fromkeys(tag.strip() for tag in (tags or "").split(",") if tag.strip()))
    types = [SUPPORTED_TYPES[name.rpartition(".")[2].lower()] for name in names]
    given = None if metadata is None else metadata_in(metadata, name="metadata")
    new = [
        NewFile(name, kind, _pieces(file), Sent(await _sha256(file), tags=marks or None, metadata=given))
        for name, kind, file in zip(names, types, files, strict=True)
    ]
    stored = await services.uploads.store(key, new)
    return [UploadedDocument.model_validate(asdict(document)) for document in stored]


@router.get("/conversations/{conversation_id}/documents")
async def of_conversation(
    conversation_id: str,
    services: ServicesDep,
    caller: CallerDep,
    metadata: MetadataText = None,
) -> list[DocumentModel]:
    """The documents of a conversation, the oldest first."""
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
    """A document of the caller; asking also has stalled processing taken up."""
    document = await services.registry.get(caller, file_id)
    services.registry.ensure_progress(caller, [document])
    return _model(document)


@router.patch("/documents/{file_id}")
async def change(file_id: str, body: DocumentChange, services: ServicesDep, caller: CallerDep) -> DocumentModel:
    """Sets metadata by key; null removes a key, and what is not named stays."""
    return _model(await services.registry.relabel(caller, file_id, body.changes()))


@router.get("/documents/{file_id}/text")
async def text(
    file_id: str,
    services: ServicesDep,
    caller: CallerDep,
    start: Annotated[int, Query(ge=0)] = 0,
    end: Annotated[int | None, Query(ge=0)] = None,
) -> DocumentText:
    """The extracted text, or a part of it by offsets in characters: those of chunks and citations."""
    document = await services.registry.get(caller, file_id)
    whole = await services.registry.text(caller, document)
    stop = len(whole) if end is None else min(end, len(whole))
    if start > stop:
        raise InvalidRequest.of("start", f"{start} is beyond the end, {stop}")
    content = await services.registry.content(caller, document)
    return DocumentText(
        file_id=file_id,
        start=start,
        end=stop,
        characters=len(whole),
        text=whole[start:stop],
        pages=_pages(content, len(whole)) if content else [],
        headings=[HeadingModel.model_validate(asdict(heading)) for heading in content.headings] if content else [],
    )


def _pages(content: Content, characters: int) -> list[PageSpan]:
    starts = content.page_starts
    named = zip_longest(starts, (*starts[1:], characters)[: len(starts)], content.page_labels)
    return [PageSpan(page=n, start=first, end=last, label=label) for n, (first, last, label) in enumerate(named, 1)]


@router.get("/documents/{file_id}/content", response_class=Response)
async def content(file_id: str, services: ServicesDep, caller: CallerDep) -> Response:
    """The original bytes, for saving: a browser is told not to run them."""
    document = await services.registry.get(caller, file_id)
    data = await services.blobs.get(blob_path(caller.conversation(document.conversation_id), document.blob_name))
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(document.read_as, safe='')}",
        "Content-Security-Policy": "sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(data, media_type=document.mime_type, headers=headers)
