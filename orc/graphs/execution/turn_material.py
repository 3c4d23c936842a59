"""The documents of a turn that the model is given to answer from."""

import logging
from dataclasses import replace

from orc.documents.list_notices import YOU_HAVE
from orc.documents.material import Material, material_of
from orc.documents.page_requests import names_pages
from orc.documents.questions.question import Question
from orc.documents.reading_requests import is_about_all
from orc.documents.search.catalogue_questions import asks_for_catalogue, describe_catalogue
from orc.documents.search.record_questions import is_named, names_of
from orc.documents.search.selection import Selection
from orc.documents.section_requests import names_sections
from orc.errors import NotFound, StoreError
from orc.graphs.context.state import ConversationState, TurnContext
from orc.graphs.execution.tool_results import searched_documents
from orc.graphs.planning.heuristics import is_only_talk
from orc.graphs.planning.small_talk import is_acknowledgement
from orc.tools import document_chat

logger = logging.getLogger(__name__)

_ANSWER_END = 200  # characters in which an answer asks back


async def reads_nothing(state: ConversationState, context: TurnContext) -> bool:
    """Whether a turn with documents is a greeting, thanks, a farewell, a question about Orc or "OK" after an answer
    that asks nothing, for which a model needs no text."""
    if not (state.blob_names or state.filters):
        return False
    if is_acknowledgement(state.question):
        messages = (await context.history()).messages
        return not (messages and "?" in messages[-1].text[-_ANSWER_END:])
    return is_only_talk(state.question)


def has_prepared_documents(state: ConversationState) -> bool:
    """Whether document_chat has prepared documents for this turn."""
    prepared = any(r.tool == document_chat.NAME and r.failure is None for r in state.step_results)
    return bool(state.blob_names and prepared and state.uploaded_file_refs)


async def material_for(state: ConversationState, context: TurnContext) -> Material:
    """The sources of the answer: as much as the model may have of the documents that the turn names or its filters
    choose, or of those that the plan searched if they fit, nothing was found in them or the question is about them in
    full length or names their pages; else the results of the steps."""
    if not context.model.generative:
        return Material(state.passages)
    if await reads_nothing(state, context):
        return Material()
    registry, caller = context.registry, context.key.caller
    topic, budget = state.standalone_question, context.limits.context_characters
    are_named, found = has_prepared_documents(state), state.passages
    try:
        if are_named:
            documents = [await registry.get(caller, ref.file_id) for ref in state.uploaded_file_refs]
        else:
            documents = await searched_documents(state.step_results, context.key, registry)
        names = [name for document in documents for name in names_of(document)]
        about_all = is_about_all(topic, names) and is_about_all(state.question, names)
        fits = sum(document.characters or budget + 1 for document in documents) <= budget
        are_read = are_named or bool(state.filters) or about_all or not found
        if not documents or not (fits or are_read or names_pages(topic) or names_sections(topic)):
            return Material(found)
        if about_all and not (fits or are_named):
            asked_about = [document for document in documents if is_named(document, topic)]
            if len(asked_about) >= (2 if Question(topic).compares else 1):
                documents, ids = asked_about, {document.file_id for document in asked_about}
                found = tuple(passage for passage in found if passage.file_id in ids)
        material = await material_of(
            registry, caller, documents, topic, found, budget=budget, found_first=not are_named
        )
        if are_named and asks_for_catalogue(state.question):
            owned = await registry.of_caller(caller)
            listed = describe_catalogue(YOU_HAVE, owned, state.question, listed=True, only=Selection())
            material = replace(material, on_record="\n".join(filter(None, (material.on_record, listed))))
        return material if are_read or material.whole or material.has_parts else Material(found)
    except (NotFound, StoreError) as error:
        logger.warning("The documents of a turn could not be read beyond what was found: %s", error.code)
        return Material(state.passages)
