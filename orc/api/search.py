"""Routes for the catalogue of documents, for search, and for questions about one document."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, StrictFloat, StrictInt

from orc.api.addresses import canonical_id
from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep, StarterDep
from orc.api.document_models import (
    AnswerCounts,
    CatalogueItem,
    CataloguePage,
    DocumentAnswerModel,
    DocumentEventModel,
    DocumentRefModel,
    PassageModel,
    SearchResult,
)
from orc.api.metadata import MetadataText, metadata_in
from orc.api.models import CitationModel, RequestBody
from orc.api.services import Services
from orc.documents.labels import checked_language, checked_metadata, checked_time, checked_type
from orc.documents.search.catalogue import Filters
from orc.errors import InvalidRequest
from orc.input_strings import check_question_length

router = APIRouter(tags=["documents"], route_class=AdmittedRoute)

# A time or a day. Without a zone it is in UTC.
_Time = Annotated[datetime, BeforeValidator(checked_time)]
_Word = Annotated[str, Field(max_length=200)]


class _FilterFields(RequestBody):
    language: Annotated[_Word, AfterValidator(checked_language)] | None = None
    type: Annotated[_Word, AfterValidator(checked_type)] | None = None
    title: _Word | None = None
    tags: list[_Word] = Field(default=[], max_length=20)
    keywords: list[_Word] = Field(default=[], max_length=20)
    since: _Time | None = None
    until: _Time | None = None

    def _filters(self, metadata: Mapping[str, str]) -> Filters:
        named = {name: getattr(self, name) for name in ("language", "type", "title", "since", "until")}
        return Filters(**named, tags=tuple(self.tags), keywords=tuple(self.keywords), metadata=metadata)


class FilterBody(_FilterFields):
    """Conditions that a document must meet, all of those that are set. since and until limit the time of upload."""

    metadata: dict[str, str] = Field(default={})

    def filters(self) -> Filters:
        return self._filters(checked_metadata(self.metadata, name="filters.metadata"))


class CatalogueQuery(_FilterFields):
    """The query parameters of a catalogue listing."""

    metadata: MetadataText = None
    query: str = Field("", max_length=2000)
    limit: int = Field(50, ge=1, le=200)
    offset: int = Field(0, ge=0)

    def filters(self) -> Filters:
        return self._filters(metadata_in(self.metadata, name="metadata") if self.metadata is not None else {})


class SearchBody(RequestBody):
    """A search. Without file_ids and conversation_id, it covers all of the caller's documents."""

    query: str
    file_ids: list[str] | None = Field(None, max_length=1000)
    conversation_id: str | None = None
    filters: FilterBody = FilterBody()
    top_k: StrictInt = Field(5, ge=1, le=50)
    score_threshold: StrictFloat = Field(0.0, ge=0)


class QuestionBody(RequestBody):
    """A question about one document. include_history adds the document's newest events to the prompt."""

    question: str
    include_history: StrictBool = False


def _question(text: str, services: Services, *, field: str) -> str:
    if not (question := text.strip()):
        raise InvalidRequest.of(field, "must not be empty")
    check_question_length(question, services.limits.question_characters, field)
    return question


@router.get("/documents")
async def catalogue(
    wanted: Annotated[CatalogueQuery, Query()], services: ServicesDep, caller: CallerDep
) -> CataloguePage:
    """Lists the caller's documents: with a query, the matching ready documents, best first; otherwise all, newest
    first."""
    found = await services.catalogue.listing(
        caller, wanted.query, wanted.filters(), limit=wanted.limit, offset=wanted.offset
    )
    items = [
        CatalogueItem.model_validate(asdict(entry.document) | {"score": entry.score, "sources": entry.sources})
        for entry in found.entries
    ]
    return CataloguePage(items=items, total=found.total, counts={name: dict(c) for name, c in found.counts.items()})


@router.post("/search")
async def search(body: SearchBody, services: ServicesDep, caller: CallerDep) -> SearchResult:
    """Finds the passages of the caller's ready documents that match a query, best first."""
    searched = None if body.conversation_id is None else canonical_id(body.conversation_id)
    if searched is not None:
        await services.conversations.get(caller.conversation(searched))
    query = _question(body.query, services, field="query")
    documents = await services.catalogue.documents(
        caller, file_ids=body.file_ids, conversation_id=searched, filters=body.filters.filters()
    )
    passages = await services.catalogue.passages(
        caller, query, documents, top_k=body.top_k, score_threshold=body.score_threshold
    )
    return SearchResult(
        passages=[
            PassageModel.model_validate(
                asdict(passage.chunk)
                | {"file_id": passage.file_id, "blob_name": passage.blob_name}
                | {"score": passage.score, "sources": passage.sources, "confidence": passage.confidence}
            )
            for passage in passages
        ],
        retrieval=services.catalogue.retrieval_of(passages),
    )


@router.post("/documents/{file_id}/question")
async def question(file_id: str, body: QuestionBody, services: ServicesDep, caller: StarterDep) -> DocumentAnswerModel:
    """Answers a question about one document. Waits for a document that is still being processed."""
    text = _question(body.question, services, field="question")
    found = await services.document_questions().ask(caller, file_id, text, include_history=body.include_history)
    services.usage.count_soon(caller, {"turns": 1})
    return DocumentAnswerModel(
        answer=found.answer,
        citations=[CitationModel.model_validate(asdict(citation)) for citation in found.citations],
        recommended_documents=[
            DocumentRefModel(file_id=document.file_id, blob_name=document.blob_name, title=document.title)
            for document in found.recommended
        ],
        confidence=found.confidence,
        finish_reason=found.finish_reason,
        counts=AnswerCounts.model_validate({**found.counts, "catalogue": found.catalogue}, from_attributes=True),
    )


@router.get("/documents/{file_id}/events")
async def events(
    file_id: str, services: ServicesDep, caller: CallerDep, limit: Annotated[int, Query(ge=1, le=1000)] = 100
) -> list[DocumentEventModel]:
    """Lists the events of a document, newest first."""
    document = await services.registry.get(caller, file_id)
    happened = await services.registry.events(caller, document, limit=limit)
    return [DocumentEventModel.model_validate(asdict(event)) for event in happened]


@router.delete("/documents/{file_id}", status_code=HTTPStatus.NO_CONTENT, response_class=Response)
async def delete(file_id: str, services: ServicesDep, caller: CallerDep) -> None:
    """Deletes a document with its text and its chunks."""
    await services.deletion.delete_document(caller, file_id)
