"""The third node: makes the sources of the answer from tool results."""

from orc.documents.evidence.judging import overall_confidence
from orc.documents.notices import not_used
from orc.domain import FileRef, Passage
from orc.events.types import StepThinking
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext, carried_from
from orc.graphs.execution.tool_results import as_source, heading, is_search, searched_nothing, share_of
from orc.tools import document_chat


async def context_builder(state: ConversationState, context: TurnContext) -> StateUpdate:
    """Makes the context of the answer and of later turns from step results."""
    if not state.step_results:
        return {}
    await context.events.append(StepThinking("context", "Gathering the sources"))
    return sources_of(state, context)


def sources_of(state: ConversationState, context: TurnContext) -> StateUpdate:
    """The sources that the step results give, within the limits of the turn."""
    succeeded = [result for result in state.step_results if result.failure is None]
    chats = [result for result in succeeded if result.tool == document_chat.NAME]
    update = {} if not succeeded else {"last_mcp_tool_used": succeeded[-1].tool, **carried_from(succeeded, state)}
    if chats:
        result = document_chat.DocumentChatResult.model_validate(chats[-1].result)
        failed = result.metadata.failed
        return update | {
            "context_documents": (*state.context_documents, *([result.answer] if result.answer else [])),
            "passages": result.passages(),
            "confidence": result.metadata.confidence,
            "uploaded_file_refs": tuple(FileRef(file.file_id, file.blob_name) for file in result.files),
            "notices": tuple(not_used(each.blob_name, each.code, each.message, state.question) for each in failed),
        }
    passages: list[Passage] = list(state.passages)
    limit = share_of(len(succeeded), context.limits.result_characters)
    most = share_of(len(succeeded), context.limits.context_characters) if context.model.generative else None
    ids = context.reads_on
    texts = [
        f"{heading(result)}\n\n{as_source(result, passages, limit, of_passages=most, chunk_ids=ids, file_ids=ids)}"
        for result in succeeded
    ]
    searched = any(is_search(result) for result in succeeded) and not searched_nothing(succeeded)
    return update | {
        "context_documents": (*state.context_documents, *texts),
        "passages": tuple(passages),
        "confidence": overall_confidence(passages) if searched else None,
    }
