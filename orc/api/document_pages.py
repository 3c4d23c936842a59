"""Routes for a document's pages: their images, their words, and the regions of a passage on them."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep
from orc.api.document_models import DocumentPage, DocumentRegions, PageRegionModel, PageWord, SpanText
from orc.documents.pages import NARROWEST, WIDEST
from orc.errors import InvalidRequest

router = APIRouter(tags=["documents"], route_class=AdmittedRoute)

_CONTEXT = 1_000
_IMAGE: dict[int | str, dict[str, object]] = {
    HTTPStatus.OK.value: {"content": {"image/png": {}}},
    HTTPStatus.NOT_MODIFIED.value: {"description": "The image matches If-None-Match."},
}


@router.get("/documents/{file_id}/regions")
async def regions(
    file_id: str,
    services: ServicesDep,
    caller: CallerDep,
    start: Annotated[int, Query(ge=0)] = 0,
    end: Annotated[int | None, Query(ge=1)] = None,
) -> DocumentRegions:
    """Returns the regions of text[start:end] on a document's pages: at most 20,000 characters on at most 10 pages. The
    offsets are those of citations and chunks."""
    document = await services.registry.get(caller, file_id)
    text = await services.registry.text(caller, document)
    end = len(text) if end is None else end
    if not start < end <= len(text):
        raise InvalidRequest.of("end", f"must be greater than start and at most {len(text)}, the length of the text")
    pages = await services.pages.regions(caller, document, text, start, end)
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    return DocumentRegions(
        file_id=file_id,
        pages=[PageRegionModel.model_validate(asdict(page)) for page in pages],
        text=SpanText(start=start, end=end, before=before, match=text[start:end], after=after),
    )


@router.get("/documents/{file_id}/pages/{page}.png", response_class=Response, responses=_IMAGE)
async def image(
    file_id: str,
    page: int,
    services: ServicesDep,
    caller: CallerDep,
    width: Annotated[int, Query(ge=NARROWEST, le=WIDEST, description="In pixels.")] = 1_200,
    if_none_match: Annotated[str, Header()] = "",
) -> Response:
    """Returns a page of a PDF as an image. It is narrower than requested if it would exceed 10 million pixels."""
    document = await services.registry.get(caller, file_id)
    content = await services.pages.content_of(caller, document, page)
    tag = f'"{content.content_id}-{page}-{width}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff"}
    if tag in if_none_match:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    shown = await services.pages.image(caller, document, page, width)
    return Response(shown, media_type="image/png", headers=headers)


@router.get("/documents/{file_id}/pages/{page}")
async def words(file_id: str, page: int, services: ServicesDep, caller: CallerDep) -> DocumentPage:
    """Returns the words of a page of a PDF and their positions: a text layer for its image."""
    document = await services.registry.get(caller, file_id)
    found = await services.pages.words(caller, document, page)
    shown = [PageWord(text=word.text, start=word.start, end=word.end, **asdict(word.rect)) for word in found.words]
    return DocumentPage(page=page, width=found.width, height=found.height, words=shown)
