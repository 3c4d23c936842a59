"""The text of an answer that the extractive model gives."""

from orc.documents.notices import NOT_IN_DOCUMENTS


class AnswerText(str):
    """An answer, with the words of its sentences and of the headings over them, and the number of its sentences."""

    __slots__ = ("sentences", "words")

    words: frozenset[str]
    sentences: int

    def __new__(cls, text: str, words: frozenset[str] = frozenset(), sentences: int = 1) -> "AnswerText":
        answer = super().__new__(cls, text)
        answer.words, answer.sentences = words, sentences
        return answer

    @property
    def is_refusal(self) -> bool:
        return NOT_IN_DOCUMENTS.begins(self)
