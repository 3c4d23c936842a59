"""The labels of table rows, and those that a question names word for word (D-422). Pure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from orc.documents.text.tables import SEPARATOR
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_LONGEST = 10
_REMARK = regex(r"\([^()]*\)")

type Label = tuple[str, ...]
"""The content words of a row's first filled cell."""


@lru_cache(maxsize=512)
def row_labels(text: str) -> tuple[Label, ...]:
    """The labels of the rows that have another filled cell, without remarks in brackets. Rows have bars or tabs between
    their cells."""
    labels = list[Label]()
    for line in text.split("\n") if "|" in text or "\t" in text else ():
        filled = [cell for cell in SEPARATOR.split(line) if cell and not cell.isspace()]
        if len(filled) > 1:
            labels.append(tuple(content_words(_REMARK.sub("", filled[0]))))
    return tuple(labels)


class AskedLabels:
    """The runs of a question's words that may be a label. Each has the weights of its words together; numbers have
    none, and a run of light words is no label."""

    def __init__(self, words: Sequence[str], weights: Mapping[str, float]) -> None:
        each = [0.0 if word[0].isdecimal() else weights.get(word, 0.0) for word in words]
        self._runs: Mapping[Label, float] = {
            tuple(words[start:end]): weight
            for start in range(len(words))
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1)
            if (weight := sum(each[start:end])) >= 1
        }

    def weight_in(self, text: str) -> float:
        """The weight of the heaviest label in the text that the question names; 0 if it names none."""
        return max((self._runs.get(label, 0.0) for label in row_labels(text)), default=0.0)
