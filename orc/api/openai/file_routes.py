"""The Files API: files that are uploaded before there is a conversation. Each is stored alone until a turn names it
(D-269)."""

import hashlib
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query, Request, Response, UploadFile
from starlette.responses import JSONResponse

from orc.api import documents
from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.forms import only_fields
from orc.api.metadata import BOUNDS, MAX_JSON, metadata_in
from orc.api.openai.descriptions import OBJECT
from orc.api.openai.errors import ERRORS
from orc.api.services import Services
from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.documents.labels import NewFile, UploadInfo, checked_metadata
from orc.documents.records import Document
from orc.domain import Caller, DocumentStatus
from orc.errors import InvalidRequest, OrcError
from orc.input_strings import safe_strings
from orc.items import unix_seconds

router = APIRouter(prefix="/v1/files", tags=["openai"], route_class=AdmittedRoute, responses=ERRORS)

type Purpose = Literal["assistants", "user_data"]

_UPLOADED_IN_A_CHAT = "user_data"
_METADATA = f"A JSON object of strings, or a field `metadata[KEY]` for each. {BOUNDS}"
_STATUS: dict[DocumentStatus, str] = {
    "queued": "uploaded",
    "processing": "uploaded",
    "ready": "processed",
    "failed": "error",
}
_FIELDS = ("file", "purpose", "metadata")
_NOT_SUPPORTED = {"expires_after": "is not supported: the deployment decides how long documents are kept"}


def _file_object(services: Services, document: Document, purpose: str | None) -> dict[str, Any]:
    deleted_at = services.retention.deletes_at(document)
    return {
        "id": document.file_id,
        "object": "file",
        "bytes": document.size,
        "created_at": unix_seconds(document.created_at),
        "expires_at": unix_seconds(deleted_at) if deleted_at else None,
        "filename": document.blob_name,
        "purpose": purpose or _UPLOADED_IN_A_CHAT,
        "status": _STATUS[document.status],
        "status_details": document.error.message if document.error else None,
    }


@router.post(
    "",
    response_class=Response,
    responses=OBJECT,
    dependencies=[Depends(only_fields(*_FIELDS, unsupported=_NOT_SUPPORTED, once=_FIELDS, nested="metadata"))],
)
async def upload(
    file: UploadFile,
    purpose: Annotated[Purpose, Form(description="What the file is for; both mean the same here.")],
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
    metadata: Annotated[str | None, Form(max_length=MAX_JSON, description=_METADATA)] = None,
) -> Response:
    """Stores a file and reads it in the background. Each upload is a new file, even under the same name."""
    [name] = documents.check_upload([file], services.limits, field_of="file")
    given = None if metadata is None else metadata_in(metadata, name="metadata")
    prefix = "metadata["
    members = {k[len(prefix) :].removesuffix("]"): v for k, v in (await request.form()).items() if k.startswith(prefix)}
    if members:
        given = checked_metadata({**(given or {}), **safe_strings(members, "metadata")}, name="metadata")
    await services.registry.check_metadata(caller.conversation(""), name, given, name="metadata")
    digest = hashlib.sha256()
    async for piece in documents.pieces(file):
        digest.update(piece)
    await file.seek(0)
    created = await services.conversations.create_for_file(caller, purpose)
    key = caller.conversation(created.conversation_id)
    sent = UploadInfo(digest.hexdigest(), metadata=given)
    new = NewFile(name, SUPPORTED_TYPES[extension_of(name)], documents.pieces(file), sent)
    try:
        [document] = await services.uploads.store(key, [new])
    except OrcError:
        await services.deletion.delete(key)
        raise
    return JSONResponse(_file_object(services, document, purpose))


@router.get("", response_class=Response, responses=OBJECT)
async def files(
    services: ServicesDep,
    caller: CallerDep,
    purpose: Annotated[str | None, Query(max_length=64)] = None,
    after: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 10_000,
    order: Literal["asc", "desc"] = "desc",
) -> Response:
    """Lists the files that were uploaded here, newest first. Documents of conversations can be retrieved but are not
    listed."""
    holders = await services.conversations.of_files(caller)
    found = [each for each in await services.registry.of_caller(caller) if each.conversation_id in holders]
    found.sort(key=lambda document: (document.created_at, document.file_id), reverse=order == "desc")
    shown = [_file_object(services, each, holders[each.conversation_id].purpose) for each in found]
    shown = [each for each in shown if purpose in (None, each["purpose"])]
    if after is not None:
        position = next((n for n, each in enumerate(shown, 1) if each["id"] == after), None)
        if position is None:
            raise InvalidRequest.of("after", "is not a file of this list")
        shown = shown[position:]
    page = shown[:limit]
    ends = {"first_id": page[0]["id"], "last_id": page[-1]["id"]} if page else {"first_id": None, "last_id": None}
    return JSONResponse({"object": "list", "data": page, "has_more": len(shown) > len(page), **ends})


async def _purpose(services: Services, caller: Caller, document: Document) -> str | None:
    """The purpose that the file was uploaded with; None for a document of a conversation."""
    found = await services.conversations.find(caller.conversation(document.conversation_id).partition)
    return found.record.purpose if found else None


@router.get("/{file_id}", response_class=Response, responses=OBJECT)
async def retrieve(file_id: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Returns a file, or a document of one of the caller's conversations. Resumes processing that has stalled."""
    document = await services.registry.get(caller, file_id)
    services.registry.ensure_progress(caller, [document])
    return JSONResponse(_file_object(services, document, await _purpose(services, caller, document)))


@router.get("/{file_id}/content", response_class=Response)
async def content(file_id: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Returns the bytes as they were uploaded."""
    return await documents.content(file_id, services, caller)


@router.delete("/{file_id}", response_class=Response, responses=OBJECT)
async def delete(file_id: str, services: ServicesDep, caller: CallerDep) -> Response:
    """Deletes a file. Conversations that used it keep their own copy."""
    document = await services.registry.get(caller, file_id)
    if await _purpose(services, caller, document) is None:
        await services.deletion.delete_document(caller, file_id)
    else:
        await services.deletion.delete(caller.conversation(document.conversation_id))
    return JSONResponse({"id": file_id, "object": "file", "deleted": True})
