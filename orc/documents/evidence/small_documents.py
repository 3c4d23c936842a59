"""The confidence of a passage of a small document, whose words are all known: a second logistic regression, over the
confidence by words, the answer criteria, and what the question asks for. Pure (D-448)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from math import exp, log

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.focus import OPEN_WORDS, Focus
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import Question

# Near those that `python -m benchmarks unanswerable` fits to the tuned sets of small documents
# (docs/experiments/refusing.md).
COEFFICIENTS = (0.8, 1.6, -0.25, -0.8, -0.4, 0.5)
INTERCEPT = -0.3

MOST_FEW = 20
"""The greatest number of passages that words find by which all words of their documents are known, so that a missing
word is stronger evidence than among more."""

_MOST_CHUNKS = 4
_UNKNOWN_SHARE = 0.5
_MOST = 4
_LEAST = 0.01
_MARGIN = 0.1

type Lacking = Callable[[Iterable[str], frozenset[str]], Sequence[str]]
"""Returns those of some words for which a document with these words has neither another form nor a synonym."""


@dataclass(frozen=True, slots=True)
class SmallEvidence:
    """known is the logit of the confidence by words alone. share is the best share of the criteria that a sentence
    meets, .5 if they do not apply. names counts the question's names; has_focus and has_kind are 1 if its form
    determines the thing that it asks for, or the kind of answer. others counts the words for which the document has
    only other forms or synonyms."""

    known: float
    share: float
    names: float
    has_focus: float
    has_kind: float
    others: float

    @property
    def confidence(self) -> float:
        weighted = sum(value * weight for value, weight in zip(astuple(self), COEFFICIENTS, strict=True))
        return 1 / (1 + exp(-weighted - INTERCEPT))


def all_small(sizes: Iterable[int | None]) -> bool | None:
    """Whether documents with these numbers of chunks, None for an unknown one, are all small. None if it is unknown."""
    known = list(sizes)
    if any(chunks is not None and chunks > _MOST_CHUNKS for chunks in known):
        return False
    return True if known and None not in known else None


def are_small(documents: Iterable[str]) -> bool:
    """Whether passages, given by their documents' names, can be those of small documents."""
    return all_small(Counter(documents).values()) is True


class AskedOfSmall:
    """What a question asks of small documents."""

    def __init__(self, asked: Question) -> None:
        self._words = [word for word in asked.words if word not in OPEN_WORDS and not word[0].isdecimal()]
        self._names = float(min(len(asked.names), _MOST))
        self._has_focus = float(bool(Focus(asked.text).words))
        self._has_kind = float(asked_kind(asked.text) is not None)

    def evidence(
        self, known: float, share: float | None, of_document: frozenset[str], lacking: Lacking
    ) -> SmallEvidence:
        """The evidence of a passage with this confidence by words alone, in a document with these words."""
        absent = [word for word in self._words if word not in of_document]
        return SmallEvidence(
            known=log((known + _LEAST) / (1 + _LEAST - known)),
            share=_UNKNOWN_SHARE if share is None else share,
            names=self._names,
            has_focus=self._has_focus,
            has_kind=self._has_kind,
            others=float(min(len(absent) - len(lacking(absent, of_document)), _MOST)),
        )

    def confidence(self, known: float, share: float | None, of_document: frozenset[str], lacking: Lacking) -> float:
        """The confidence of a passage. The confidence by words alone decides whether it is enough for an answer, and is
        the upper limit if it is not."""
        found = self.evidence(known, share, of_document, lacking).confidence
        return max(found, ANSWERED + _MARGIN * found) if known >= ANSWERED else min(found, known)
