"""Attributes the statements of an answer to passages, for an answer that cites passages as a whole."""

from collections.abc import Sequence
from heapq import nlargest
from math import log

from orc.documents.citations.answer_statements import statements
from orc.documents.text.tokens import content_words
from orc.domain import MOST_SPANS, Passage

type Supported = tuple[int, int, list[Passage]]
"""A statement as offsets in the answer, with the passages that match it best."""

_TOGETHER = 3


def attributed(answer: str, cited: Sequence[Passage]) -> list[list[Supported]]:
    """For each cited passage, the statements of the answer that share most of their words with it, in order; rare words
    count more. A passage that is the best for no statement gets the one that it shares most with, or the whole answer
    if it shares none. A single passage gets all statements."""
    spans = statements(answer)
    passages_with: dict[str, list[int]] = {}
    for i, passage in enumerate(cited):
        for word in set(content_words(passage.chunk.headed_text)):
            passages_with.setdefault(word, []).append(i)
    supported: list[list[Supported]] = [[] for _ in cited]
    second_best: dict[int, tuple[float, Supported]] = {}
    for start, end in spans:
        shares: dict[int, float] = {}  # the share of the statement that each passage has, weighted by rarity
        for word in dict.fromkeys(content_words(answer[start:end])):
            having = passages_with.get(word, ())
            for i in having:
                shares[i] = shares.get(i, 0.0) + log(1 + len(cited) / len(having))
        best = nlargest(_TOGETHER, shares, key=shares.__getitem__) or ([0] if len(cited) == 1 else [])
        statement = start, end, [cited[i] for i in best]
        if best and len(supported[best[0]]) < MOST_SPANS:
            supported[best[0]].append(statement)
        for i, share in shares.items():
            if share > second_best.get(i, (0.0, statement))[0]:
                second_best[i] = share, (start, end, [cited[i], *(cited[j] for j in best if j != i)])
    whole = 0, len(answer), list(cited[:_TOGETHER])
    return [each or [second_best[i][1] if i in second_best else whole] for i, each in enumerate(supported)]
