"""What each of several documents says of that by which a question chooses between them: the prices of the offers, for
the cheaper one. Pure (D-520)."""

from collections.abc import Mapping, Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.sentence_ranking import Ranking
from orc.documents.questions.answer_kind import COLUMN_HEADS
from orc.documents.questions.compared_documents import choice_asked
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question
from orc.patterns import regex

_MONEY = regex(
    r"[$€£¥] ?\d|\d ?[$€£¥]|\d (?:[a-z]{6,8} )?(?:euros?|dollars?|pounds?|franc\w*|franken|kr)\b"
    r"|\b(?:EUR|USD|GBP|CHF) ?\d|\d ?(?:EUR|USD|GBP|CHF)\b"
)
_TIME = regex(r"\d")


def sentences_for_choice(question: Question, documents: Mapping[str, Sequence[Sentence]]) -> list[Sentence]:
    """For each document, its sentence about what decides. None if the question does not choose between documents, or
    not several have one."""
    choice = choice_asked(question.text) if len(documents) > 1 else None
    if choice is None:
        return []
    kind, words = choice
    topic = [w for w in question.words if w in words and w not in FUNCTION_WORDS | LIGHT_WORDS]
    if kind == "money" and not topic:
        topic = [*COLUMN_HEADS["money"]]
    pattern, found = _MONEY if kind == "money" else _TIME, list[Sentence]()
    for sentences in documents.values():
        having = [s for s in sentences if pattern.search(s.text) and not s.is_document_title]
        found += Ranking(having, question, topic).answer(1) if having and topic else []
    return found if len(found) > 1 else []
