"""Orders rows of the same name that are in tables of several years. Pure (D-500)."""

from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question


def newest_first(question: Question, chosen: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, the newest first if they are rows of one name that are only in tables of different years, and the
    question names no year."""
    labels = {s.row.label for s in chosen if s.row}
    years = [max(s.years, default="") for s in chosen]
    if question.years or len(labels) != 1 or not all(s.row and s.years for s in chosen) or len({*years}) < len(years):
        return [*chosen]
    return [s for _, s in sorted(zip(years, chosen, strict=True), key=lambda each: each[0], reverse=True)]
