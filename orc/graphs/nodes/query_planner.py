"""The first node: reads the history of the conversation and plans the turn."""

import re
from collections.abc import Sequence
from functools import lru_cache

from orc.conversations.records import Message
from orc.documents.labels import agrees
from orc.documents.notices import NO_QUESTION, NOT_FOUND_IN_LANGUAGE, NOT_IN_DOCUMENTS, TRANSLATION_NEEDS_MODEL
from orc.documents.questions.instructions import PERSON
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.search.catalogue_questions import catalogue_question
from orc.documents.text.tokens import content_words
from orc.domain import FileRef, Json, PlanStep
from orc.graphs.context.sent_texts import register_sent_texts
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
from orc.graphs.planning.ellipsis import filled_in, name_in
from orc.graphs.planning.follow_up import FollowUp, follow_up
from orc.graphs.planning.heuristics import is_bare_reply, is_small_talk, of_each_document
from orc.graphs.planning.routing import route_turn
from orc.patterns import regex
from orc.tools import document_chat, search_documents
from orc.tools.offer import BUILT_IN

DOCUMENT_ANSWER = "document_answer"
FOUND = "found"

_CONJUNCTION = (  # Polish "i" and "a" and Dutch "en" have other meanings elsewhere
    r"(?:and|but|or|also|then|so|und|aber|oder|et|mais|ou|y|pero|e|ma|maar|och|men|og"
    r"|en(?= (?:wat|wie|hoe|waar|wanneer|welke|is|zijn|kan|mag|moet|op|voor|met|bij|de|het)\b))"
)
_OPENS_AS_FOLLOW_UP = regex(rf"(?:{_CONJUNCTION}|what about|how about)(?=[ ,?.!]|\Z)", re.IGNORECASE)
_ASKS = (
    r"(?:what|who|whom|whose|which|where|when|why|how|is|are|was|were|do|does|did|can|could|must|may|will|has|have"
    r"|wer|wem|wen|wo|wohin|wann|warum|wieso|wie|welche[nrsm]?|ist|sind|darf|kann|muss|gibt|hat|qui|quoi|quand|où"
    r"|pourquoi|comment|combien|quel\w*|quién|quiénes|qué|cuándo|dónde|cómo|cuánt\w+|cuál\w*|por qué|chi|che|quando"
    r"|dove|come|quant\w+|qual\w*|perché|quem|que|onde|como|porquê|por que|wat|waar\w*|wanneer|hoe\w*|welke"
    r"|kto|gdzie|kiedy|dlaczego|jak|ile|vem|var|när|varför|hur|vilk\w+)"
)
_ASKS_ALONE = regex(  # since when?
    rf"\W*(?:{_CONJUNCTION},? )?(?:(?:since|until|till|from|to|for|at|by|with|seit|bis|ab|von|um|mit|depuis|jusqu['’]à"
    r"|à|pour|desde|hasta|a|para|con|por|da|fino a|per|até|com|sinds|tot|vanaf|voor|met|od|do|o|sedan|till|med)[ ’'])?"
    rf"{_ASKS}(?: (?:time|uhr|viel|lange?|heure|temps|tiempo|hora|horas|ora|tempo|laat|lang|länge|dato|exactly|genau"
    r"|exactement|exactamente|esattamente|precies|so|not|nicht|pas|no|non|niet))?\W*",
    re.IGNORECASE,
)
_POINTS_BACK = regex(
    r"\b(it|its|they|them|their|he|him|his|she|her|the same|the (former|latter|other|previous|next) one)\b"
    r"|\b(this|that|these|those)(?=\s*([?.!,]|$)|\s+(is|are|was|were|do|does|did|has|have|had|can|will|would|should|mean"
    r"|work|happen|one|ones|more|less|true|so|by|in|for|to)\b)"
    r"|\b(?:damit|davon|dafür|darauf|daran|dazu|dabei|dagegen|darüber|darin|daarmee|daarvan|ervan|erbij|ça|cela|eso|ello"
    r"|isso|disso|nisso|tego|tym|detta|därmed)\b|\b(?:das|dat|esto|questo|quello|isto|to|det)(?=\W*\Z)",
    re.IGNORECASE,
)
_DOUBTS = regex(
    r"\W*(?:and )?(?:are you (?:really |quite )?sure(?: about (?:that|this|it))?|is (?:that|this) (?:right|true)"
    r"|really|(?:bist du|sind sie)(?: dir| sich)? (?:da )?(?:ganz )?sicher|wirklich|stimmt das|vraiment"
    r"|(?:es-tu|êtes-vous) sûre?|(?:estás|está) seguro|en serio|(?:sei|è) sicuro|davvero|tem certeza"
    r"|weet (?:je|u) (?:het|dat) zeker)\W*",
    re.IGNORECASE,
)
_EXPLETIVE = regex(  # how long it takes to get a visa
    r"\b(?:how (?:long|much|many \w+) (?:does|did|will|would) it (?:usually |normally )?(?:take|cost)"
    r"|(?:is|was|will) it (?:be )?(?:still |also |even )?(?:possible|allowed|permitted|necessary|required|mandatory"
    r"|ok(?:ay)?|safe|legal|free|important|compulsory|optional|forbidden|prohibited)"
    r"|(?:does|would) it (?:matter|mean)|how is it that)(?= (?:to|for|if|when|that|until|till|before|whether)\b)",
    re.IGNORECASE,
)
_OF_OWN_CLAUSE = regex(  # what a guest pays if they cancel
    r"\b(?:the|an?|my|our|your|each|every|any|no) (?!same|former|latter|other)(?:[\w-]+ ){1,8}?"
    r"(?:when|if|once|while|because|after|before|until|unless|although|that|who|whether|whose) (?:it|they|he|she)\b"
    r"(?: .{1,60}?\b(?:its|their|his|her|it|them|him)\b)?",
    re.IGNORECASE,
)
_STANDS_ALONE = regex(rf"{_CONJUNCTION},? (?:\w{{1,6}} )?{_ASKS}\b(?! about\b)", re.IGNORECASE)
_NO_ANSWER = frozenset(
    text for notice in (NOT_IN_DOCUMENTS, NO_QUESTION, TRANSLATION_NEEDS_MODEL) for text in notice.by_language.values()
)
_QUESTIONS_BEFORE = 6
_DESCRIBED = 20  # documents that a follow-up's rewriting knows of
_TEXTS_READ = 512  # each turn reads the questions before it again
_LONG_QUESTION_WORDS = 8  # content words: a longer question probably contains its own antecedent


async def query_planner(state: ConversationState, context: TurnContext) -> StateUpdate:
    """Decides the plan of the turn; named documents need no model for that. Carried context comes from the newest
    message that has any."""
    await register_sent_texts(context)
    history = await context.history()
    standalone = standalone_question(state.question, history.messages)
    if state.blob_names:
        rewritten = await follow_up(state.question, state.blob_names, standalone, history, context)
        params: dict[str, Json] = {"question": rewritten.question, "document_names": list(state.blob_names)}
        if rewritten.queries:
            params["queries"] = list(rewritten.queries)
        routed: StateUpdate = {
            "standalone_question": rewritten.question,
            "intent_type": "single_tool",
            "workflow_plan": (PlanStep(1, document_chat.NAME, params, DOCUMENT_ANSWER),),
            "usage": rewritten.usage,
        }
    elif state.filters:  # a search in the conversation's documents with these metadata values
        documents = await context.registry.of_conversation(context.key)
        admitted = [document.blob_name for document in documents if agrees(state.filters, document.metadata)]
        rewritten = await follow_up(state.question, admitted[:_DESCRIBED], standalone, history, context)
        params = {"query": rewritten.question, "scope": "conversation", "metadata": dict(state.filters)}
        params |= of_each_document(rewritten.question)
        if rewritten.queries:
            params["queries"] = list(rewritten.queries)
        routed = {
            "usage": rewritten.usage,
            "standalone_question": rewritten.question,
            "intent_type": "single_tool",
            "workflow_plan": (PlanStep(1, search_documents.NAME, params, FOUND, BUILT_IN),),
        }
    else:
        routed = await route_turn(state.question, standalone, history, context)
    answers = [message for message in reversed(history.messages) if message.role == "assistant"]
    newest = answers[0] if answers else None
    refs: Sequence[FileRef] = newest.uploaded_file_refs if newest else ()
    if state.blob_names and not refs and (newest is None or newest.last_mcp_tool_used != document_chat.NAME):
        refs = await context.registry.reusable(context.key, state.blob_names)  # no document has been asked yet
    return {
        **routed,
        "history_is_long": history.is_long,
        "uploaded_file_refs": tuple(refs),
        "last_mcp_tool_used": newest.last_mcp_tool_used if newest else None,
        "code_thread_id": next((m.code_thread_id for m in answers if m.code_thread_id), None),
        "tool_context": next((m.tool_context for m in answers if m.tool_context), {}),
    }


def _is_no_answer(text: str) -> bool:
    return text in _NO_ANSWER or NOT_FOUND_IN_LANGUAGE.begins(text)


def standalone_question(question: str, history: Sequence[Message]) -> FollowUp:
    """The question combined with its antecedent, the newest question that the documents answered or, if there is none,
    the newest: merged if it is elliptical, appended if it refers back, repeated if it is doubted. The last query is the
    question in its own words."""
    refused = {message.parent_message_id for message in history if _is_no_answer(message.text)}
    texts = [m.text for m in history if m.role == "user" and m.text and m.message_id not in refused]
    questions = [text for text in texts if not is_small_talk(text)]
    subject = before = ""
    for earlier in questions[-_QUESTIONS_BEFORE:]:
        if (filled := _filled_in(earlier, before)) or not (subject and _leans_on_history(earlier)):
            subject = before = filled[0] if filled else earlier
        else:
            before = f"{subject} {earlier}"
    newest = next((m.text for m in reversed(history) if m.role == "user" and m.text), "")
    if newest and _DOUBTS.fullmatch(question):
        return FollowUp(before if texts and newest == texts[-1] else newest)
    if not before and not is_small_talk(newest):  # a question that was not answered is better than none
        filled = _filled_in(question, newest)
        whole = f"{newest} {question}" if newest and _ASKS_ALONE.fullmatch(question) else question
        return FollowUp(filled[0], filled[1:]) if filled else FollowUp(whole)
    if before and _ASKS_ALONE.fullmatch(question):
        return FollowUp(f"{before} {question}")
    if before and (filled := _filled_in(question, before)):
        return FollowUp(filled[0], filled[1:])
    if not (before and question and _leans_on_history(question)):
        return FollowUp(question)
    if not content_words(question):  # "And it?" is about all of it
        return FollowUp(f"{before} {question}")
    if PERSON.search(question):
        return FollowUp(f"{subject} {question}")
    name = name_in(subject)
    own = f"{question.rstrip(' ?.!')} ({name})?" if name and name not in question else question
    return FollowUp(f"{subject} {question}", (own,))


def _filled_in(question: str, before: str) -> tuple[str, ...]:
    if not before or _means_documents(question) or _points_back(question) or not content_words(question):
        return ()
    return filled_in(question, before)


def _points_back(question: str) -> bool:
    """Whether a pronoun of the question means something that the question does not name."""
    return _POINTS_BACK.search(_OF_OWN_CLAUSE.sub(" ", _EXPLETIVE.sub(" ", question))) is not None


@lru_cache(_TEXTS_READ)
def _means_documents(question: str) -> bool:
    """Whether the question refers to the documents themselves, as "summarise this" does, or to none."""
    parsed = Question(question)
    is_overview = parsed.wants_overview and not parsed.topic and bool(content_words(question))
    return is_small_talk(question) or is_overview or catalogue_question(question) is not None


@lru_cache(_TEXTS_READ)
def _leans_on_history(question: str) -> bool:
    if _ASKS_ALONE.fullmatch(question):
        return True
    if _means_documents(question) or is_bare_reply(question) or not any(map(str.isalnum, question)):
        return False
    words, points_back = len(content_words(question)), _points_back(question)
    has_own_subject = any(word not in LIGHT_WORDS and not word[0].isdecimal() for word in Question(question).words)
    if _STANDS_ALONE.match(question) and has_own_subject and not points_back:  # "And what is the deposit?"
        return False
    is_opened = _OPENS_AS_FOLLOW_UP.match(question) is not None
    return words == 0 or is_opened or (words < _LONG_QUESTION_WORDS and points_back)
