"""Builds the services that read, find and show documents."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from orc.items import now
from orc.leases import LeaseTerms, Owners, UnknownOwners
from orc.ports import BlobStore, ChatModel, DocumentIndex, ItemStore, TextExtractor
from shared import adapters
from shared.extraction import EXTRACTION_VERSION
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.document_qa.service import DocumentQuestions
    from orc.documents.contents import ProcessingSettings
    from orc.documents.labels import MetadataRules
    from orc.documents.pages import Pages
    from orc.documents.registry import DocumentRegistry
    from orc.documents.search.catalogue import Catalogue
    from orc.documents.search.retriever import Retriever
    from orc.tools.built_in import BuiltInTool
    from orc.watch.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Documents:
    """The services for documents. reading are the tools for one document, search is the tool for all of them."""

    registry: "DocumentRegistry"
    pages: "Pages"
    retriever: "Retriever"
    catalogue: "Catalogue"
    reading: tuple["BuiltInTool", ...]
    search: "BuiltInTool"
    questions: "Callable[[], DocumentQuestions]"


def build_documents(
    settings: Settings,
    stores: adapters.Stores,
    index: DocumentIndex,
    readers: adapters.Readers,
    model: ChatModel,
    owners: Owners,
    watcher: "Watcher",
) -> Documents:
    """The documents of the deployment that the settings describe."""
    from orc.document_qa.service import DocumentQuestions
    from orc.documents.contents import ProcessingSettings
    from orc.documents.labels import MetadataRules
    from orc.documents.pages import Pages
    from orc.documents.search.catalogue import Catalogue
    from orc.documents.search.retriever import Retriever
    from orc.documents.search.synonyms import Synonyms
    from orc.tools.load_document_chunk import LoadDocumentChunk
    from orc.tools.query_documents import QueryDocuments
    from orc.tools.search_documents import SearchDocuments

    describing_model = model if settings.uses_openai and settings.document_summaries != "simple" else None
    registry = build_registry(
        stores.document_items,
        stores.blobs,
        index,
        readers.text,
        ProcessingSettings(
            settings.chunk_size, settings.chunk_overlap, settings.document_ttl_seconds, EXTRACTION_VERSION
        ),
        describing_model=describing_model,
        lease_seconds=settings.run_lease_seconds,
        owners=owners,
        rules=MetadataRules(settings.document_metadata_required, settings.document_metadata_defaults),
        watcher=watcher,
    )
    synonyms = Synonyms.with_built_in(settings.search_synonyms)
    retriever = Retriever(index, registry, by_words=stores.index, synonyms=synonyms)
    catalogue = Catalogue(registry, retriever, now=now)
    reading = LoadDocumentChunk(registry, catalogue), QueryDocuments(catalogue)

    @cache
    def questions() -> "DocumentQuestions":
        return DocumentQuestions(
            registry,
            catalogue,
            model,
            reading,
            max_tool_calls=settings.max_tool_calls,
            context_characters=settings.max_context_characters,
            answer_tokens=settings.max_answer_tokens,
            instructions=settings.assistant_instructions,
        )

    search, pages = SearchDocuments(catalogue, registry), Pages(registry, stores.blobs, readers.pages)
    return Documents(registry, pages, retriever, catalogue, reading, search, questions)


def build_registry(
    items: ItemStore,
    blobs: BlobStore,
    index: DocumentIndex,
    extractor: TextExtractor,
    settings: "ProcessingSettings",
    *,
    now: Callable[[], datetime] = now,
    describing_model: ChatModel | None = None,
    lease_seconds: float = 20.0,
    owners: Owners | None = None,
    rules: "MetadataRules | None" = None,
    watcher: "Watcher | None" = None,
) -> "DocumentRegistry":
    """The documents of one process. An owner silent for lease_seconds is dead; a describing model adds summaries."""
    from orc.documents.contents import Contents
    from orc.documents.describer import Describer
    from orc.documents.events import DocumentEvents
    from orc.documents.labels import MetadataRules
    from orc.documents.processing import Processor
    from orc.documents.registrations import Registrations
    from orc.documents.registry import DocumentRegistry
    from orc.documents.removal import Removal
    from orc.documents.slots import Slots
    from orc.documents.upload_recorder import UploadRecorder
    from orc.watch.watcher import Watcher

    rules, watcher = rules or MetadataRules(), watcher or Watcher()
    terms = LeaseTerms(owners or UnknownOwners(), lease_seconds, now)
    contents = Contents(items, blobs, index, extractor, settings, terms, now)
    events = DocumentEvents(items, ttl_seconds=settings.ttl_seconds)
    describer = Describer(items, contents, describing_model) if describing_model else None
    processor = Processor(
        items,
        blobs,
        contents,
        events,
        describer,
        terms,
        now,
        rules=rules,
        on_ended=watcher.document_ended,
        count=watcher.count,
    )
    recorder = UploadRecorder(items, blobs, events, rules, now, settings, lambda *q: registrations.begin(*q))
    slots, removal = Slots(), Removal(items, blobs, contents, events, now)
    registrations = Registrations(items, blobs, contents, processor, terms, now, recorder, removal, slots)
    return DocumentRegistry(
        items,
        blobs,
        contents=contents,
        events=events,
        describer=describer,
        recorder=recorder,
        removal=removal,
        registrations=registrations,
        slots=slots,
        rules=rules,
        now=now,
    )
