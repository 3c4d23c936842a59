"""Lines of data: table rows and JSON members, which state figures without a sentence. Pure."""

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.answer_kind import Kind
from orc.patterns import regex

_MEMBER = regex(r"\"[^\"]{1,60}\"\s?:")


def is_data(sentence: Sentence) -> bool:
    """Whether the sentence is a table row or a JSON member."""
    return sentence.row is not None or _MEMBER.search(sentence.text) is not None


def may_have_figure(kind: Kind | None, sentence: Sentence) -> bool:
    """Whether a sentence has a measure of this kind, or is a row. A bare number measures nothing."""
    if sentence.row is not None:
        return True
    return kind is not None and kind.pattern.search("7") is None and kind.pattern.search(sentence.text) is not None
