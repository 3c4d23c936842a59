"""The confidence that a passage answers a question: a logistic regression over the evidence for it. Pure (D-109)."""

from dataclasses import astuple, dataclass
from math import exp

ANSWERED = 0.42
"""The minimum confidence of an answer that no model judges."""
_LACKING, _HELD = 0.1, 0.9

# A logistic regression, fitted by `python -m benchmarks unanswerable`
# (docs/experiments/refusing.md has the held-out figures).
COEFFICIENTS = (2.2, 2.1, 1.4, 1.6, 1.0, 0.5, -1.7, -1.1, -0.35, -0.8, -1.6)
INTERCEPT = -1.95
OTHER_SUBJECT_FACTOR = 0.4
"""The factor of the confidence if the question is about another name, year or ordinal: too low for an answer."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The features by which a passage and its document are judged for a question. in_window, in_passage, without_names
    and pairs_nearby are shares: of the question's words in the best window, of its words in the whole passage, of its
    words other than names and numbers, and of its adjacent words that occur near each other. The other features are
    counts, or 1 for true; texts is the logarithm of the number of passages to choose from, other_rows tells of
    tables in long documents none of whose rows the question names, is_long that not all documents are small, with two
    thirds if a sentence of the passage meets half of the answer criteria.
    subject_factor lowers the confidence if the passage is about another name, year or ordinal than the question. lacks
    means that the document lacks what the question asks for, or half of its words; holds means that one sentence has it
    with nearly all of the words. share is the best share of the answer criteria that a sentence meets, None if they do
    not apply. leaves_open means that a sentence has all but what is asked for."""

    in_window: float
    in_passage: float
    without_names: float
    pairs_nearby: float
    other_phrases: float
    names_present: float
    names_missing: float
    numbers_missing: float
    texts: float
    other_rows: float
    is_long: float
    subject_factor: float = 1.0
    lacks: bool = False
    holds: bool = False
    share: float | None = None
    leaves_open: bool = False

    @property
    def confidence(self) -> float:
        *measures, factor, lacks, holds, _, _ = astuple(self)
        known: float = sum(value * weight for value, weight in zip(measures, COEFFICIENTS, strict=True))
        return float(factor) * bounded_confidence(
            1 / (1 + exp(-known - INTERCEPT)), lacks=bool(lacks), holds=bool(holds)
        )


def bounded_confidence(confidence: float, *, lacks: bool, holds: bool) -> float:
    """The confidence, limited to values below the threshold of an answer if the document lacks what is asked for, and
    above it if one sentence has all of it."""
    if lacks:
        return min(confidence, _LACKING + (ANSWERED - _LACKING) * confidence)
    return max(confidence, ANSWERED + (_HELD - ANSWERED) * confidence) if holds else confidence
