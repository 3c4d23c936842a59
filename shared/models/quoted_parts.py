"""The answer that quotes the list which a question asks for."""

from collections.abc import Sequence

from orc.documents.evidence.asked_lists import items_asked
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.list_notices import AND_MORE
from orc.documents.questions.question import Question
from orc.ports import Grounding
from shared.models.answer_text import AnswerText
from shared.models.by_document import group_by_document
from shared.models.quoted_lists import joined_quotes
from shared.models.quoting import quote

_MOST = 20  # sentences


def quoted_items(grounding: Grounding, question: Question, sentences: Sequence[Sentence]) -> AnswerText | None:
    """The items of the list that a question asks for, and how many are left out; None if no document has it."""
    items = [s for its in group_by_document(grounding, sentences).values() for s in items_asked(question, its)]
    words = frozenset[str]().union(*(s.words | s.scope for s in items))
    return AnswerText(_quoted(items, question.text), words, len(items)) if items else None


def _quoted(sentences: Sequence[Sentence], question: str) -> str:
    """The first sentences, and how many follow."""
    shown, more = sentences[:_MOST], len(sentences[_MOST:])
    text = joined_quotes(shown, [quote(s, Question(""), "  ") for s in shown])
    return f"{text}\n\n{AND_MORE.to(question).format(more)}" if more else text
