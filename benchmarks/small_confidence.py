"""The confidence in small documents: its regression fitted to the tuned sets, and to those of other authors. Articles
of an encyclopedia count too, since their questions are put to other articles."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from benchmarks.articles import by_language
from benchmarks.fitting import Floats, fit, probability
from benchmarks.small_documents import found_for, sets
from benchmarks.tables import show
from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import Judge
from orc.documents.evidence.small_documents import COEFFICIENTS, INTERCEPT, AskedOfSmall, SmallEvidence
from orc.documents.questions.question import Question
from orc.documents.search.synonyms import Synonyms
from orc.domain import Passage
from shared.evaluate.scoring import auroc

_ARTICLES, _WEIGHT_OF_ARTICLES = "articles, tuned", 0.3


@dataclass(frozen=True)
class _Measured:
    """A question of a set with the evidence of its best passage; known is the confidence by words alone."""

    set: str
    is_there: bool
    known: float
    evidence: SmallEvidence

    @property
    def is_known(self) -> bool:
        return self.known >= ANSWERED

    @property
    def author(self) -> str:
        return self.set.partition(",")[0]

    @property
    def is_held_out(self) -> bool:
        return "held" in self.set


def measure() -> None:
    measured = [each for name, documents in sets().items() for each in asyncio.run(_measured(name, documents))]
    for every in by_language().values():
        measured += asyncio.run(_measured(_ARTICLES, every[::2]))
    features = np.array([astuple(each.evidence) for each in measured])
    there = np.array([float(each.is_there) for each in measured])
    weights = np.array([_WEIGHT_OF_ARTICLES if each.set == _ARTICLES else 1.0 for each in measured])
    tuned = np.array([not each.is_held_out for each in measured])
    authors = np.array([each.author for each in measured])
    of_others: Floats = np.zeros(len(measured))
    for author in np.unique(authors):
        rest = tuned & (authors != author)
        fitted = fit(features[rest], there[rest], weights[rest])
        of_others[authors == author] = probability(features[authors == author], fitted)
    fitted = fit(features[tuned], there[tuned], weights[tuned])
    by_words = np.array([each.known for each in measured])
    used = np.array([each.evidence.confidence for each in measured])
    tried = (by_words, of_others, probability(features, fitted), used)
    rows = [
        [name, *(f"{_area([each.set == name for each in measured], measured, values):.3f}" for values in tried)]
        for name in dict.fromkeys(each.set for each in measured)
    ]
    header = ("AUROC", "by words alone", "fitted to other authors", "fitted to all tuned sets", "used")
    show("The confidence in small documents", header, rows)
    names = [*SmallEvidence.__dataclass_fields__, "intercept"]
    both = zip(names, (f"{v:.2f}" for v in fitted), map(str, (*COEFFICIENTS, INTERCEPT)), strict=True)
    show("Coefficients in small documents", ("", "fitted to all tuned sets", "used"), [list(row) for row in both])


async def _measured(name: str, documents: Sequence[dict[str, Any]]) -> list[_Measured]:
    measured = []
    async with aclosing(found_for(documents)) as every:
        async for _, question, found in every:
            if evidence := _best_evidence(question["question"], found):
                measured.append(_Measured(name, bool(question["answer"]), *evidence))
    return measured


def _best_evidence(question: str, passages: Sequence[Passage]) -> tuple[float, SmallEvidence] | None:
    """The confidence by words alone, and the evidence, of the passage with the most confidence."""
    texts, synonyms = [passage.chunk.headed_text for passage in passages], Synonyms.with_built_in()
    phrases, terms = synonyms.of(question, texts), synonyms.by_word(question, texts)
    judge = Judge(Question(question), phrases, terms, few=True)
    of_document = frozenset[str]().union(*map(judge.known_in, texts))
    if not texts:
        return None
    best = max((judge.evidence(text, of_document, len(texts)) for text in texts), key=lambda each: each.confidence)
    known = best.confidence
    return known, AskedOfSmall(Question(question)).evidence(known, best.share, of_document, judge.lacking)


def _area(is_of_set: Sequence[bool], measured: Sequence[_Measured], values: Floats) -> float:
    """The AUROC of one set, with the answers that words alone allow before the others, as in the product."""
    pairs = [
        (each.is_there, (each.is_known, value))
        for each, value, of in zip(measured, values, is_of_set, strict=True)
        if of
    ]
    ranks = {key: rank for rank, key in enumerate(sorted({key for _, key in pairs}))}
    return auroc([ranks[key] for there, key in pairs if there], [ranks[key] for there, key in pairs if not there])
