"""Routes a turn by simple rules when no model plans it: a question is searched for in the caller's documents, small
talk is not."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from orc.documents.questions.compared_documents import choice_asked
from orc.documents.questions.question import Question
from orc.documents.search.catalogue_questions import catalogue_question
from orc.documents.text.tokens import plain_words
from orc.domain import Json, PlanStep
from orc.graphs.planning.about_orc import question_about_orc
from orc.graphs.planning.plan import Plan
from orc.graphs.planning.small_talk import farewell_language, greeting_language, thanks_language
from orc.patterns import regex
from orc.tools import search_documents
from orc.tools.offer import BUILT_IN, Tool

_FOUND = "found"
_SHORT_TALK = 4  # words
_SECOND_SENTENCE = regex(r"[.!?…] +\S")
_WORDS_OF_A_QUESTION = 3
_EACH_DOCUMENT = 20
_TIMES = 8
_NO_QUESTION = regex(
    r"[\W_]*+(?:(?:how|why|what|who|where|when|which|huh|wie|warum|wieso|was|wer|wo|wann|hm+|pourquoi|comment|quoi"
    r"|por qué|cómo|qué|perché|come|cosa)(?: (?:so|come|then|now|denn|nun|bitte))?)?[\W_]*+",
    re.IGNORECASE,
)
_REPLY = regex(
    r"[\W_]*+(?:ok(?:ay)?|yes|yeah|yep|no|nope|ja|nein|nee|oui|non|s[iíì]|n[aã]o|sim|tak|nie|ano|да|нет"
    r"|[a-z\d](?:[\W_]{1,9}[a-z\d])?)[\W_]*+",
    re.IGNORECASE,
)


def of_each_document(question: str) -> dict[str, Json]:
    """The parameters of a search whose question needs something of each document: which mention it, which is the
    cheapest. None for another question."""
    about = catalogue_question(question)
    of_each = (about is not None and about.wants == "mentions") or choice_asked(question) is not None
    return {"top_k": _EACH_DOCUMENT} if of_each else {}


def plan_by_rules(
    question: str, tools: Mapping[str, Tool], queries: Sequence[str] = (), *, has_documents: bool = False
) -> Plan:
    """A search of the conversation's documents (all of the caller's if it has none), also for further queries, or a
    conversation if there is nothing to search for. The list of documents is known without a search. has_documents means
    that the conversation has documents that one or two words may ask about."""
    about = catalogue_question(question)
    if about is not None and not about.needs_text:
        return Plan("conversation", question)
    names = (t.name for t in tools.values() if t.server == BUILT_IN and t.own_name == search_documents.NAME)
    search = next(names, None)
    if search is None or not asks_something(question, briefly=has_documents):
        return Plan("conversation", question)
    params: dict[str, Json] = {"query": question, **of_each_document(question)}
    params |= {"queries": list(queries)} if queries else {}
    return Plan("single_tool", question, (PlanStep(1, search, params, _FOUND),))


def asks_something(text: str, *, briefly: bool = False) -> bool:
    """Whether there is anything to search for. One or two words are small talk too, unless a text may ask briefly."""
    if is_small_talk(text) or asks_nothing(text):
        return False
    if briefly:
        return True
    question = Question(text)
    marked = "?" in text or "？" in text
    many = len(question.words) >= _WORDS_OF_A_QUESTION
    asks = bool(question.words) and (marked or many or question.wants_overview or question.compares)
    return asks or question.says_overview  # "What is this about?" has only function words


def is_small_talk(text: str) -> bool:
    """Whether the text has nothing to look up in documents: a greeting, thanks, a farewell, or a question about Orc."""
    known = greeting_language(text) or thanks_language(text) or farewell_language(text) or question_about_orc(text)
    return bool(known)


def is_only_talk(text: str) -> bool:
    """Whether the text is so short a small talk that nothing is asked after a greeting or thanks."""
    return len(text.split()) <= _SHORT_TALK and not _SECOND_SENTENCE.search(text) and is_small_talk(text)


def asks_nothing(text: str) -> bool:
    """Whether the text has no words, only a question word, one word repeated, or is a bare reply."""
    words = Counter(plain_words(text))
    repeats = any(words.total() >= _TIMES or len(word) > _TIMES * len(set(word)) for word in words if len(words) == 1)
    return repeats or _NO_QUESTION.fullmatch(text) is not None or is_bare_reply(text)


def is_bare_reply(text: str) -> bool:
    """Whether the text is only a yes or no, or one or two letters or digits that stand alone, such as a citation."""
    return _REPLY.fullmatch(text) is not None
