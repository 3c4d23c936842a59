"""The first node: reads the history of the conversation and plans the turn."""

import re
from collections.abc import Sequence

from langgraph.runtime import Runtime

from orc.conversations.records import Message
from orc.documents.citations.snippets import NOT_IN_DOCUMENTS
from orc.documents.search.about import about_documents
from orc.documents.text.questions import LIGHT_WORDS, Question
from orc.documents.text.tokens import content_words
from orc.domain import FileRef, Json, PlanStep
from orc.graphs.context.sent_texts import register_sent_texts
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
from orc.graphs.planning.ellipsis import filled_in
from orc.graphs.planning.follow_up import follow_up
from orc.graphs.planning.routing import route_turn
from orc.tools import document_chat, search_documents
from orc.tools.offer import BUILT_IN

DOCUMENT_ANSWER = "document_answer"
FOUND = "found"

_OPENS_AS_FOLLOW_UP = re.compile(r"^(and|but|or|also|then|so|what about|how about)\b", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(it|its|they|them|their|he|him|his|she|her|the same|the (former|latter|other|previous|next) one)\b"
    r"|\b(this|that|these|those)(?=\s*([?.!,]|$)|\s+(is|are|was|were|do|does|did|has|have|had|can|will|would|should|mean"
    r"|work|happen|one|ones|more|less|true|so|by|in|for|to)\b)",
    re.IGNORECASE,
)
_STANDS_ALONE = re.compile(
    r"(?:and|but|or|also|then|so),? (?:what|who|whom|whose|which|where|when|why|how|is|are|was|were|do|does|did|can"
    r"|could|must|may|will|has|have)\b(?! about\b)",
    re.IGNORECASE,
)
_QUESTIONS_BEFORE = 6
_LONG_QUESTION_WORDS = 8  # content words: in a longer question, what it points to is likely in the question itself


async def query_planner(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    """Decides the plan of the turn; named documents need no model for that."""
    context = runtime.context
    await register_sent_texts(context)
    history = await context.history()
    standalone = standalone_question(state.question, history.messages)
    if state.blob_names:
        asked = await follow_up(state.question, state.blob_names, standalone, history, context)
        params: dict[str, Json] = {"question": asked.question, "document_names": list(state.blob_names)}
        if asked.queries:
            params["queries"] = list(asked.queries)
        routed: StateUpdate = {
            "standalone_question": asked.question,
            "intent_type": "single_tool",
            "workflow_plan": (PlanStep(1, document_chat.NAME, params, DOCUMENT_ANSWER),),
            "usage": asked.usage,
        }
    elif state.filters:  # a search of the conversation's documents whose metadata has these values
        params = {"query": standalone, "scope": "conversation", "metadata": dict(state.filters)}
        routed = {
            "standalone_question": standalone,
            "intent_type": "single_tool",
            "workflow_plan": (PlanStep(1, search_documents.NAME, params, FOUND, BUILT_IN),),
        }
    else:
        routed = await route_turn(state.question, standalone, history, context)
    carried = await _carry_over(state, history.messages, context)
    return {**routed, **carried, "history_is_long": history.is_long}


async def _carry_over(state: ConversationState, history: Sequence[Message], context: TurnContext) -> StateUpdate:
    """The file references, tool, thread and tool context of the newest message that has them. A conversation that has
    asked no document yet has references to the registrations of its uploads."""
    answers = [message for message in reversed(history) if message.role == "assistant"]
    newest = answers[0] if answers else None
    refs: Sequence[FileRef] = newest.uploaded_file_refs if newest else ()
    if state.blob_names and not refs and (newest is None or newest.last_mcp_tool_used != document_chat.NAME):
        refs = await context.registry.reusable(context.key, state.blob_names)
    return {
        "uploaded_file_refs": tuple(refs),
        "last_mcp_tool_used": newest.last_mcp_tool_used if newest else None,
        "code_thread_id": next((m.code_thread_id for m in answers if m.code_thread_id), None),
        "tool_context": next((m.tool_context for m in answers if m.tool_context), {}),
    }


def standalone_question(question: str, history: Sequence[Message]) -> str:
    """The question with its antecedent, the newest question that the documents had an answer to: merged with it where
    words are left out, appended to it where the question points back."""
    refused = {message.parent_message_id for message in history if message.text == NOT_IN_DOCUMENTS}
    asked = [m.text for m in history if m.role == "user" and m.text and m.message_id not in refused]
    before = ""
    for earlier in asked[-_QUESTIONS_BEFORE:]:
        before = _filled_in(earlier, before) or earlier
    if not (before and question):
        return question
    return _filled_in(question, before) or (f"{asked[-1]} {question}" if _leans_on_history(question) else question)


def _filled_in(question: str, before: str) -> str | None:
    if not before or _means_documents(question) or _POINTS_BACK.search(question) or not content_words(question):
        return None
    return filled_in(question, before)


def _means_documents(question: str) -> bool:
    """Whether the question refers to the documents themselves, as "summarise this" does."""
    asked = Question(question)
    whole = asked.wants_overview and not asked.topic and bool(content_words(question))
    return whole or about_documents(question) is not None


def _leans_on_history(question: str) -> bool:
    if _means_documents(question):
        return False
    words, points_back = len(content_words(question)), _POINTS_BACK.search(question) is not None
    has_own_subject = any(word not in LIGHT_WORDS and not word[0].isdecimal() for word in Question(question).words)
    if _STANDS_ALONE.match(question) and has_own_subject and not points_back:  # "And what is the deposit?"
        return False
    if words == 0 or _OPENS_AS_FOLLOW_UP.search(question):
        return True
    return words < _LONG_QUESTION_WORDS and points_back
