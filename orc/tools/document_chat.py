"""The tool that answers questions about documents: it ensures that they are registered and finds the passages."""

import asyncio
from functools import partial

from pydantic import BaseModel, ConfigDict, Field

from orc.documents.material import confidence_of_reading
from orc.documents.page_notices import page_confidence, pages_asked
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry, Progress, Work
from orc.documents.rendering import render_passages
from orc.documents.search.fusion import MOST_QUERIES, search_each
from orc.documents.search.retriever import Retriever
from orc.domain import Citation, ConversationKey, Passage
from orc.errors import InvalidRequest, NotFound
from orc.input_strings import check_question_length
from orc.tools.answering import Answering
from orc.tools.models import FoundPassage, PreparedDocument, as_passages

_OF_LONG = 2

NAME = "document_chat"
DESCRIPTION = (
    "Answers a question about documents of this conversation, named by their file names. Returns numbered passages "
    "to answer from, the files they come from, and how the documents were prepared."
)


class CachedFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    file_id: str
    blob_name: str


class DocumentChatArguments(BaseModel):
    """An empty question only prepares the documents."""

    model_config = ConfigDict(extra="forbid")
    question: str = Field(description="The question, as it can be understood on its own.")
    document_names: list[str] = Field(min_length=1, description="Names of files uploaded to this conversation.")
    cached_file_info: list[CachedFile] | None = Field(
        None, description="The files of an earlier result for the same documents, to use them again."
    )
    queries: list[str] = Field(
        [], max_length=MOST_QUERIES, description="What to search for beside the question, in the documents' words."
    )


class FailedDocument(BaseModel):
    blob_name: str
    code: str
    message: str


class DocumentChatMetadata(BaseModel):
    """cache is hit (the cached files were used), expired (they are no longer valid) or miss (none were given); the
    counts are the work of this call. retrieval is lexical, hybrid or lexical_fallback; null if nothing was found.
    confidence is the likelihood, from 0 to 1, that the documents answer the question; null without a question,
    and if a model reads the documents and the question's words are no evidence."""

    cache: str = "miss"
    downloads: int = 0
    extractions: int = 0
    chunks: int = 0
    documents: list[PreparedDocument] = []
    passages: list[FoundPassage] = []
    retrieval: str | None = None
    confidence: float | None = None
    failed: list[FailedDocument] = []
    code_thread_id: str | None = None


class DocumentChatResult(BaseModel):
    answer: str
    files: list[CachedFile]
    metadata: DocumentChatMetadata

    @property
    def text(self) -> str:
        """The answer, and why documents could not be used."""
        failed = [f"{each.blob_name} could not be used: {each.message}" for each in self.metadata.failed]
        return "\n\n".join(filter(None, (self.answer, *failed)))

    def passages(self) -> tuple[Passage, ...]:
        """The passages as citable sources, in the order of their numbers."""
        return as_passages(self.metadata.passages, self.metadata.documents)


class AnsweredDocumentChatResult(DocumentChatResult):
    """finish_reason is why a model's answer ended early: length or content_filter. Offsets of the citations count code
    points, in the answer and in the documents' texts."""

    citations: tuple[Citation, ...] = ()
    finish_reason: str | None = None


class DocumentChat:
    """Answers with numbered passages or, with answering, with a model's answer. for_model: a model reads the passages,
    so each document that matches has one, which does not help a model that quotes the best sentences. Documents of more
    than whole_characters together, which it does not get whole, may have twice top_k passages (D-545). A call may name
    most_documents, and its question may have question_characters."""

    name = NAME
    description = DESCRIPTION
    arguments = DocumentChatArguments

    def __init__(
        self,
        registry: DocumentRegistry,
        retriever: Retriever,
        *,
        top_k: int,
        for_model: bool = True,
        whole_characters: int | None = None,
        most_documents: int | None = None,
        question_characters: int | None = None,
        answering: Answering | None = None,
    ) -> None:
        self._registry = registry
        self._retriever = retriever
        self._top_k = top_k
        self._for_model = for_model
        self._whole_characters = whole_characters
        self._most_documents = most_documents
        self._question_characters = question_characters
        self._answering = answering
        self.result = AnsweredDocumentChatResult if answering else DocumentChatResult

    async def __call__(
        self, key: ConversationKey, arguments: DocumentChatArguments, progress: Progress
    ) -> DocumentChatResult:
        is_question = bool(arguments.question.strip())
        if self._question_characters is not None:
            check_question_length(arguments.question.strip(), self._question_characters, "question")
        if self._answering is not None and is_question:
            await self._answering.admit(key.caller)
        metadata = DocumentChatMetadata()
        documents = await self._documents(key, arguments, metadata, progress)
        metadata.documents = [
            PreparedDocument.of(document, await self._registry.page_starts(key.caller, document))
            for document in documents
        ]
        passages: list[Passage] = []
        if is_question and documents:
            from orc.documents.evidence.judging import overall_confidence  # not part of a cold start

            async def search(searched: list[Document], top_k: int) -> list[Passage]:
                of_query = partial(self._retriever.passages, key.caller, documents=searched, top_k=top_k)
                return await search_each(of_query, arguments.question, arguments.queries, top_k=top_k)

            top_k, characters = self._top_k, sum(document.characters or 0 for document in documents)
            if self._for_model and self._whole_characters is not None and characters > self._whole_characters:
                top_k *= _OF_LONG
            passages = await search(documents, top_k)
            metadata.confidence = known = overall_confidence(passages[: self._top_k])
            if self._for_model:
                question, languages = arguments.question, {d.language for d in documents if d.language}
                asked = await pages_asked(self._registry, key.caller, documents, question)
                metadata.confidence = page_confidence(asked, question)
                if metadata.confidence is None:
                    metadata.confidence = await asyncio.to_thread(confidence_of_reading, known, question, languages)
            found = {passage.file_id for passage in passages}
            most = top_k // 4 if self._for_model else 0
            lacking = [document for document in documents if document.file_id not in found][:most]
            others = [passage for document in lacking for passage in await search([document], 1)]
            passages = [*passages[: top_k - len(others)], *others]
            self._registry.note_question(key.caller, documents, arguments.question)
        metadata.passages = [FoundPassage.of(passage) for passage in passages]
        metadata.retrieval = self._retriever.retrieval_of(passages) if passages else None
        files = [CachedFile(file_id=d.file_id, blob_name=d.blob_name) for d in documents]
        if self._answering is None or not passages:
            return self.result(answer=render_passages(passages), files=files, metadata=metadata)
        question, registry = arguments.question, self._registry
        answered = await self._answering.answer(registry, key.caller, question, documents, passages)
        return AnsweredDocumentChatResult(
            answer=answered.text,
            files=files,
            metadata=metadata,
            citations=answered.citations,
            finish_reason=answered.finish_reason,
        )

    async def _documents(
        self,
        key: ConversationKey,
        arguments: DocumentChatArguments,
        metadata: DocumentChatMetadata,
        progress: Progress,
    ) -> list[Document]:
        """The cached documents if all are still valid and have the requested names, else the named ones, which are
        registered first. metadata gets the work and the failures."""
        named = len(set(arguments.document_names))
        if self._most_documents is not None and named > self._most_documents:
            problem = f"{named} documents named; the limit is {self._most_documents}"
            raise InvalidRequest.of("document_names", problem, code="too_many_documents")
        cached = arguments.cached_file_info or []
        if cached and {file.blob_name for file in cached} == set(arguments.document_names):
            found = [await self._registry.fresh(key.caller, file.file_id) for file in cached]
            fresh = {document.blob_name: document for document in found if document is not None}
            if [document and document.blob_name for document in found] == [file.blob_name for file in cached]:
                metadata.cache = "hit"
                return [fresh[name] for name in arguments.document_names]
        if not key.conversation_id:
            problem = "the header is missing; it names the conversation that has the documents"
            raise InvalidRequest.of("Orc-Conversation-Id", problem, code="conversation_required")
        metadata.cache = "miss" if arguments.cached_file_info is None else "expired"
        total, documents = Work(), list[Document]()
        for name in arguments.document_names:
            try:
                document, work = await self._registry.ensure_registered(key, name, progress)
            except NotFound as missing:
                metadata.failed.append(FailedDocument(blob_name=name, code=missing.code, message=missing.message))
                continue
            total.add(work)
            if document.error is None:
                documents.append(document)
            else:
                failure = FailedDocument(blob_name=name, code=document.error.code, message=document.error.message)
                metadata.failed.append(failure)
        metadata.downloads, metadata.extractions, metadata.chunks = total.downloads, total.extractions, total.chunks
        return documents
