"""Selects the sentences that summarise a document without a model. Pure."""

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt
from operator import attrgetter

from orc.documents.evidence.apparatus import is_apparatus
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_FEW_PASSAGES = 5
_MOSTLY = 0.8
_OPENING = 1_000
_FIGURE = regex(r"\d[.,]? ?(?:[%$€£]|[^\W\d_])|[$€£] ?\d|\b(?:19|20)\d\d\b")
_NOT_ZERO = regex(r"[1-9]")
_CAPITAL = regex(r"(?<=\w )[A-ZÀ-Þ][\w'’-]{0,30}")
_TELLING, _ENOUGH = 1.3, 3
_NAME = regex(r"(?<=\w )[A-ZÀ-Þ][\w'’.-]{0,30} [A-ZÀ-Þ][\w'’-]{1,30}")


def central_sentences(sentences: Sequence[Sentence], limit: int) -> list[Sentence]:
    """The sentences of one document that share most with its others, in text order. One that the document repeats, but
    for figures and names, counts once and weighs less; one with a figure or a name weighs more. Those that can stand
    alone in a summary come first: one from each part of the document, then the best of the rest. Lines around the text,
    such as navigation and references, are taken only if nothing else is there."""
    telling = [s for s in sentences if not is_apparatus(s)]
    sentences = telling if any(not s.is_title for s in telling) else sentences
    untitled = [s for s in sentences if not s.is_title]
    rows = [s for s in untitled if s.row]
    if len(rows) > _MOSTLY * len(untitled):  # the others are notes on tables
        untitled = [s for s in rows if s.row and len(dict(s.row.columns)) > 1 and _has_figure(s.row)] or rows
    prose = [s for s in untitled if s.whole and not s.row]
    apart = [s for s in prose if 40 <= len(s.text) <= 400]
    stating = [s for s in apart if not s.leans_back and not s.text.endswith(("?", ":", ")"))]
    compared = next((some for some in (stating, apart, untitled) if len(some) >= limit), sentences)
    repeats = Counter(map(_wording, sentences))
    distinct = {_wording(s): s for s in compared}.values()
    spread = Counter(word for s in distinct for word in s.words)
    weight = {word: log(1 + len(distinct) / count) for word, count in spread.items()}
    centre: Counter[str] = Counter()
    for s in distinct:
        length = sqrt(sum(weight[word] ** 2 for word in s.words))
        centre.update({word: weight[word] / length for word in s.words})

    def centrality(s: Sentence) -> float:
        """How much a sentence has in common with the others; more if it is early, or has a figure or a name."""
        known = s.words & weight.keys()
        shared = sum(weight[word] * centre[word] for word in known)
        telling = (1.3 if s.start < _OPENING else 1.0) * (_TELLING if _FIGURE.search(s.text) else 1.0)
        telling *= _TELLING if _NAME.search(s.text) else 1.0
        return telling / repeats[_wording(s)] * shared / (sqrt(sum(weight[word] ** 2 for word in known)) or 1.0)

    part = {id(s): position * limit // len(sentences) for position, s in enumerate(sentences)}
    chosen: list[Sentence] = []
    for some, one_of_each in ((stating, True), (stating, False), (apart, False), (prose, False), (untitled, False)):
        for s in sorted(some, key=centrality, reverse=True):
            taken = one_of_each and any(
                part[id(s)] == part[id(other)] or _wording(s) == _wording(other) for other in chosen
            )
            if len(chosen) < limit and not taken and not any(s is other or s.repeats(other) for other in chosen):
                chosen.append(s)
    return sorted(chosen or sentences[:limit], key=attrgetter("start"))


def _has_figure(row: Row) -> bool:
    return any(map(_NOT_ZERO.search, row.figures))


def _wording(sentence: Sentence) -> frozenset[str]:
    """The words without figures and, if enough others remain, without names: those of a sentence about each region."""
    words = frozenset(word for word in sentence.words if not word[0].isdecimal())
    plain = words.difference(content_words(" ".join(_CAPITAL.findall(sentence.text))))
    return plain if len(plain) >= _ENOUGH else words


def central_of_each_passage(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The central sentences of each passage, in the order of the text; fewer of each if there are many."""
    numbers = list(dict.fromkeys(sentence.number for sentence in sentences))
    limit = 6 if len(numbers) == 1 else 3 if len(numbers) <= _FEW_PASSAGES else 1
    passages = ([sentence for sentence in sentences if sentence.number == number] for number in numbers)
    return [each for own in passages for each in sorted(central_sentences(own, limit), key=lambda s: s.start)]
