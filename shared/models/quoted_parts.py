"""The answers that quote the sections or the list which a question asks for."""

from collections.abc import Sequence

from orc.documents.evidence.asked_lists import items_asked
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.list_notices import AND_MORE
from orc.documents.pieces import WHOLE
from orc.documents.questions.question import Question
from orc.ports import Grounding
from shared.models.answer_text import AnswerText
from shared.models.by_document import group_by_document
from shared.models.quoted_lists import joined_quotes
from shared.models.quoting import heading_of, quote

_MOST, _MOST_ITEMS = 10, 20  # sentences


def quoted_sections(grounding: Grounding, sentences: Sequence[Sentence]) -> AnswerText | None:
    """The first sentences of the sections that a question asks for, and how many follow; by
    document if there are several. None if the passages are none that were read for the question."""
    if not all(passage.sources == (WHOLE,) for passage in grounding.passages):
        return None
    parts = list[str]()
    documents = {name: its for name, its in group_by_document(grounding, sentences).items() if its}
    for name, its in documents.items():
        text = _quoted(sorted(its, key=lambda s: s.start), _MOST, grounding.question)
        parts.append(f"{heading_of(name)}\n\n{text}" if len(documents) > 1 else text)
    words = frozenset[str]().union(*(s.words for s in sentences))
    return AnswerText("\n\n".join(parts), words, len(sentences))


def quoted_items(grounding: Grounding, question: Question, sentences: Sequence[Sentence]) -> AnswerText | None:
    """The items of the list that a question asks for, and how many are left out; None if no document has it."""
    items = [s for its in group_by_document(grounding, sentences).values() for s in items_asked(question, its)]
    words = frozenset[str]().union(*(s.words | s.scope for s in items))
    return AnswerText(_quoted(items, _MOST_ITEMS, question.text), words, len(items)) if items else None


def _quoted(sentences: Sequence[Sentence], most: int, question: str) -> str:
    """The first sentences, and how many follow."""
    shown, more = sentences[:most], len(sentences[most:])
    text = joined_quotes(shown, [quote(s, Question(""), "  ") for s in shown])
    return f"{text}\n\n{AND_MORE.to(question).format(more)}" if more else text
