"""Answers without a model: from the records of documents, and about their pages."""

import asyncio

from orc.documents import page_material, section_material
from orc.documents.asked_sections import may_ask_for_section
from orc.documents.labels import agrees
from orc.documents.list_notices import CONVERSATION_HAS, FILTERS_MATCH, NOT_MENTIONED, OF_KIND, QUESTION_NAMES, YOU_HAVE
from orc.documents.material import Material
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.page_requests import names_pages
from orc.documents.records import Document
from orc.documents.search.catalogue_questions import (
    catalogue_question,
    describe_documents,
    describe_some,
    lacks_subject,
)
from orc.documents.search.record_questions import mentions_record, names_of
from orc.graphs.context.state import ConversationState, TurnContext
from orc.graphs.execution.tool_results import searched_documents

_MOST_READ = 2_000_000  # characters in which words are looked for without a model


async def catalogue_answer(state: ConversationState, context: TurnContext) -> str | None:
    """The answer from the documents' records, if the question asks for their list, their number or a fact on record, or
    from their texts, if it asks which of them lack a word. It covers the documents that the turn names, else the
    conversation's, else all of the caller's, within the turn's filters. If none of the named ones is of the requested
    kind, it covers the conversation's."""
    about = catalogue_question(state.question)
    if (about is None or about.wants == "mentions") and not mentions_record(state.question):
        return None
    of_conversation = documents = await context.registry.of_conversation(context.key)
    whose = CONVERSATION_HAS
    if state.filters:
        documents = [
            d
            for d in documents
            if agrees(state.filters, d.metadata) and d.blob_name in (state.blob_names or (d.blob_name,))
        ]
        whose = FILTERS_MATCH
    elif state.blob_names:
        documents = [document for document in documents if document.blob_name in state.blob_names]
        whose = QUESTION_NAMES
    elif not documents:
        documents, whose = await context.registry.of_caller(context.key.caller), YOU_HAVE
    about = catalogue_question(state.question, [name for document in documents for name in names_of(document)])
    if about is None or about.wants == "mentions" or (state.blob_names and not documents and not state.filters):
        return None
    if state.blob_names and not state.filters and not about.only.of(documents):
        documents, whose = of_conversation, CONVERSATION_HAS
    if about.kinds is not None:
        of_kind = about.kinds.among(documents)
        return None if of_kind is None else describe_some(OF_KIND, of_kind, len(documents), state.question)
    if about.wants == "lacks":
        documents = [document for document in documents if document.status == "ready"]
        if sum(document.characters or 0 for document in documents) > _MOST_READ:
            return NOT_IN_DOCUMENTS.to(state.question)
        lacking = list[Document]()
        for document in documents:
            text = await context.registry.text(context.key.caller, document)
            lacking += [document] if await asyncio.to_thread(lacks_subject, about, document, text) else []
        return describe_some(NOT_MENTIONED, lacking, len(documents), state.question)
    return describe_documents(about, whose, documents, state.question)


async def pages_asked_for(state: ConversationState, context: TurnContext) -> Material | None:
    """The pages of the turn's documents, if the question asks for nothing else, or for something on them; None for any
    other."""
    registry, caller, question = context.registry, context.key.caller, state.standalone_question
    if not names_pages(question):
        return None
    material = await page_material.pages_asked_for(registry, caller, await _documents(state, context), question)
    is_of_earlier = material is not None and material.beside_pages and not names_pages(state.question)
    return None if is_of_earlier else material


async def sections_asked_for(state: ConversationState, context: TurnContext) -> Material | None:
    """The sections of the turn's documents whose text is all that the question asks for; None for any other."""
    if not may_ask_for_section(state.question):
        return None
    documents = await _documents(state, context)
    return await section_material.sections_asked_for(context.registry, context.key.caller, documents, state.question)


async def _documents(state: ConversationState, context: TurnContext) -> list[Document]:
    """The documents that the turn names, or those that its plan searched."""
    if state.blob_names:
        return [await context.registry.get(context.key.caller, ref.file_id) for ref in state.uploaded_file_refs]
    return list(await searched_documents(state.step_results, context.key, context.registry))
