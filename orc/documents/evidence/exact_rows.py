"""Rows whose name is exactly what a question asks for. Pure (D-538)."""

from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.superlatives import extreme_asked
from orc.documents.questions.instructions import lists
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.tokens import content_words, plain_words
from orc.domain import Passage


def without_longer_names(
    question: Question, sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> list[Sentence]:
    """The sentences without the rows whose name says all that is asked for and more, if the name of another row of the
    same document says that and no more: purchases of short-term investments, for short-term investments; income before
    taxes, for income taxes. The exact row must be of the year that the question names."""
    asked = frozenset(word for word in question.words if not word[0].isdecimal())
    named = asked - LIGHT_WORDS
    if not named or question.compares or lists(question.text) or extreme_asked(question.text)[0]:
        return [*sentences]
    rows = [(s, s.label) for s in sentences if s.row and named <= s.label]
    exact = [s for s, label in rows if label <= asked and _is_of_years(s, question)]
    plain = frozenset(plain_words(question.text))
    relating = {id(s): its for s in exact if s.row and (its := _function_words(s.row.label)) <= plain}
    most = max(map(len, relating.values()), default=0)
    said = [s for s in exact if id(s) in relating and len(relating[id(s)]) == most]
    exact = said or exact
    labels = {s.row.label.casefold() for s in exact if s.row}
    documents = {passages[s.number - 1].file_id for s in exact}
    others = {
        id(s)
        for s, label in rows
        if s.row
        and passages[s.number - 1].file_id in documents
        and s.row.label.casefold() not in labels
        and (said or not label <= asked)
    }
    return [s for s in sentences if id(s) not in others]


def _function_words(label: str) -> frozenset[str]:
    """The words of a row's name that only relate the others: before, of income before taxes."""
    return frozenset(word for word in plain_words(label) if not content_words(word))


def _is_of_years(sentence: Sentence, question: Question) -> bool:
    """Whether a row is of a year that the question names, or neither says which."""
    return not (question.years and sentence.years) or not question.years.isdisjoint(sentence.years)
