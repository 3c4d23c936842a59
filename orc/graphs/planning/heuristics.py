"""Routes a turn by simple rules, when no model plans it: small talk is talked about, a question is looked up in the
caller's documents."""

from collections.abc import Mapping

from orc.documents.search.about import about_documents
from orc.documents.text.questions import Question
from orc.domain import Json, PlanStep
from orc.graphs.planning.plan import Plan
from orc.graphs.planning.small_talk import is_greeting, is_thanks
from orc.tools import search_documents
from orc.tools.offer import BUILT_IN, Tool

_FOUND = "found"
_WORDS_OF_A_QUESTION = 3
_EACH_DOCUMENT = 20


def plan_by_rules(question: str, tools: Mapping[str, Tool]) -> Plan:
    """A search of the conversation's documents (of all of the caller's, when it has none), or a conversation when
    there is nothing to search for: which documents there are is known without."""
    about = about_documents(question)
    if about is not None and about.wants != "mentions":
        return Plan("conversation", question)
    names = (t.name for t in tools.values() if t.server == BUILT_IN and t.own_name == search_documents.NAME)
    search = next(names, None)
    if search is None or not asks_something(question):
        return Plan("conversation", question)
    params: dict[str, Json] = {"query": question} | ({"top_k": _EACH_DOCUMENT} if about else {})
    return Plan("single_tool", question, (PlanStep(1, search, params, _FOUND),))


def asks_something(text: str) -> bool:
    """Whether there is anything to look up: a greeting, thanks or a word or two are small talk."""
    if is_greeting(text) or is_thanks(text):
        return False
    question = Question(text)
    marked = "?" in text or "？" in text
    many = len(question.words) >= _WORDS_OF_A_QUESTION
    return bool(question.words) and (marked or many or question.wants_overview or question.compares)
