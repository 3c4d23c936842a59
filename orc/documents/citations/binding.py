"""Checks that figures, names and codes stand together with the same words in the claim and in the passage (D-221)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import islice, pairwise
from math import log
from operator import itemgetter

from orc.documents.citations.clauses import DAYS, MONTHS, Clause, clauses_of, names_of
from orc.documents.citations.scope import is_of_some, says_all, says_always, supports_always
from orc.documents.text.everyday import base_forms
from orc.documents.text.figures import CALENDAR, Figure, KnownFigures, in_digits, unit_names
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.intervals import are_near, stated_intervals
from orc.documents.text.opposites import bounds_differ, restrictions, sides_of
from orc.documents.text.questions import LIGHT_WORDS
from orc.documents.text.tokens import content_words

_UNIT_WORDS = frozenset(content_words(f"{' '.join(unit_names())} per cent percent prozent million billion thousand"))
_LIGHT = LIGHT_WORDS | set(content_words("amount duration period term total betragen beträgt dauer frist"))
_FAMILIES = {
    **dict.fromkeys(("day", "week", "month", "year", "hour", "minute"), "duration"),
    **dict.fromkeys(("€", "$", "£", "¥", "CHF"), "money"),
    **dict.fromkeys(("%", "part"), "share"),
}
_SCALES = (1, 1e3, 1e6, 1e9)
_MOST_CLAUSES, _MOST_HELD, _MOST_WORDS = 6, 4, 40
_CAPITAL = re.compile(r"\b[A-ZÄÖÜ]\w+")
_BEFORE, _NEAR = 0.5, 0.25
_OUTDONE = 0.9
_TOLD = 0.5
_TRACE = 0.3
_OUTDONE_ALONE = 0.6  # more than the words before a clause in its sentence count
_OUTDONE_YEAR = 0.7
_STRANGE = 0.5
_RESTATED = 0.8
_AS_GOOD = 0.999
_AGAINST = ({"to", "by"}, {"to", "from"})
_RELATIVE = re.compile(r"(?:who|whose|which)\b")
_TOLD_APART = 0.6
_AROUND = 4  # clauses
_WHAT_IS_PAID = {
    "tenant pay": "rent",
    "renter pay": "rent",
    "mieter zahlt": "miete",
    "buyer pay": "price",
    "käufer zahlt": "kaufpreis",
    "member pay": "fee contribution dues",
    "mitglied zahlt": "beitrag mitgliedsbeitrag",
    "employee earn": "salary wage",
    "employee receive": "salary wage",
    "arbeitnehmer verdient": "gehalt lohn",
}
_PAYS = {frozenset(base_forms(content_words(who))): content_words(what) for who, what in _WHAT_IS_PAID.items()}
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_REST = 200
_STANDS = re.compile(
    r"\b(?:is|are|was|were|stood|stands?|amount(?:s|ed)|total(?:s|led)|remain(?:s|ed)|beträgt|betrug|betragen|lag|liegt"
    r"|belief|beläuft|ist|war)\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:up|down|(?:high|low|great|few)er|more|less|than|growth|change[ds]?|compar\w+|versus|from|previous\w*|prior|gain\w*"
    r"|reduc\w+|jump\w*|climb\w*|surge\w*|plung\w+|slip\w*|improv\w+|an?stieg\w*|rückgang\w*|zunahme|abnahme|höher|niedriger"
    r"|mehr|weniger|gegenüber|nach|vorjahr\w*)\b",
    re.IGNORECASE,
)
_UP_OR_DOWN = next(iter(sides_of({"rise"})))


@dataclass(frozen=True, slots=True)
class _Held:
    """A figure, name or code of a clause: the clauses that have it, the clauses that have another of its kind, and the
    words that it is compared by. is_known is true if the passage has it anywhere; alone replaces outdone if the claim
    says only one word about it."""

    has: Sequence[bool]
    has_other: Sequence[bool]
    words: Set[str]
    is_known: bool = True
    outdone: float = _OUTDONE
    alone: float = _TRACE
    trace: float = 0


def is_bound(passage: str, claim: str, vouched: str) -> bool:
    """Whether the claim's figures, names and codes stand in the clauses that share most of the claim's words. It is
    false if a clause shares more of these words but has other figures, names or codes, or if the best clause has the
    opposite of a word. vouched holds words that need no source."""
    known_already = set(content_words(vouched))
    whole, part = " ".join(passage.split()), " ".join(claim.split()).rstrip(".")
    if part in whole:
        sentence = whole[whole.index(part) :][: len(part) + _LONGEST_REST].split(". ")
        told = known_already | set(content_words(part))
        return not any(told.isdisjoint(group) for group in restrictions(sentence[part.count(". ")]))
    german = language_by_function_words(passage) == "de"
    comma = True if german else None
    known = list(clauses_of(passage, german=german, decimal_comma=comma))
    if not known:
        return True
    names = names_of(passage, german=german) - known_already
    judge = _Judge(known, names, known_already, set(content_words(" ".join(_CAPITAL.findall(claim)))))
    said = islice(clauses_of(claim, german=german, decimal_comma=comma), _MOST_CLAUSES)
    return all(judge.allows(clause) for clause in said)


class _Judge:
    def __init__(self, known: Sequence[Clause], names: Set[str], vouched: Set[str], named: Set[str]) -> None:
        self._known = known
        self._names, self._vouched, self._said = names, vouched, named
        self._figures = [KnownFigures(clause.figures) for clause in known]
        self._years = {word for clause in known for word in clause.words if _YEAR.fullmatch(word)}
        count = Counter(word for clause in known for word in clause.words)
        self._weight = {word: log(1 + len(known) / n) for word, n in count.items()}

    def allows(self, said: Clause) -> bool:
        telling = said.words - _UNIT_WORDS - _LIGHT - {word for word in said.words if word[0].isdecimal()}
        if said.figures and telling in _PAYS:  # says no more than that what is paid has this amount
            return any(self._allows(replace(said, words=said.words - telling | {what})) for what in _PAYS[telling])
        return self._allows(said)

    def _allows(self, said: Clause) -> bool:
        earlier = {word for word in said.before if not word[0].isdecimal() or _YEAR.fullmatch(word)}
        words = dict.fromkeys(said.words, 1.0) | dict.fromkeys(earlier - said.words, _BEFORE)
        wanted = {
            word: part * self._weight[word]
            for word, part in words.items()
            if word in self._weight and word not in _UNIT_WORDS and word not in _LIGHT and not function_words(word)
        }
        if not wanted:
            return True
        if len(wanted) > _MOST_WORDS:
            wanted = dict(nlargest(_MOST_WORDS, wanted.items(), key=itemgetter(1)))
        scores = [_score(clause, wanted) for clause in self._known]
        telling = [
            word for word in said.words - _UNIT_WORDS - _LIGHT if not word[0].isdecimal() and not function_words(word)
        ]
        strange = sum(word not in self._weight for word in telling) * _STRANGE * log(1 + len(self._known))
        whole = strange + sum(wanted.values())
        return all(self._holds(scores, whole, wanted, held) for held in self._held(said, wanted)) and not (
            self._is_opposed(said, scores, whole) or self._is_moved(said) or self._stands_with_opposites(said)
        )

    def _held_figures(self, said: Clause, wanted: dict[str, float]) -> Iterator[_Held]:
        own = KnownFigures(said.figures)
        for figure in said.figures[:_MOST_HELD]:
            if figure.refers or not (figure.counts or (figure.unit and figure.unit != CALENDAR)):
                continue
            family = _family(figure)
            scales = _SCALES if figure.is_scaled else _SCALES[:1]  # "$160 million" is 160 too
            values = {f"{value / scale:.15g}" for value, _ in figure.readings[0] for scale in scales}
            of_date = MONTHS if family in ("date", CALENDAR) else set[str]()
            of_date = of_date | {word for word in wanted if word.isdecimal() and family == "date"}
            if figure.is_year:
                has = [not values.isdisjoint((*c.words, *c.before, *c.near)) for c in self._known]
            else:
                has = [known.have(figure) for known in self._figures]
            if figure.unit == CALENDAR:  # it may stand over the column
                has = [found or clause.is_row for found, clause in zip(has, self._known, strict=True)]
            of_kind = [[each for each in c.figures if _family(each) == family and not each.refers] for c in self._known]
            yield _Held(
                has,
                [bool(same) and not any(map(own.have, same)) for same in of_kind],
                values | of_date,
                is_known=figure.counts,
                alone=_OUTDONE_ALONE if figure.unit == CALENDAR else _TRACE,
                outdone=_OUTDONE_YEAR if figure.is_year else _OUTDONE,
                trace=0 if figure.is_year else _TRACE,
            )

    def _held(self, said: Clause, wanted: dict[str, float]) -> Iterator[_Held]:
        yield from self._held_figures(said, wanted)
        told = said.words | said.before
        stated = {f"{value:.15g}" for figure in said.figures for value, _ in figure.readings[0]}
        years = self._years if any(_YEAR.fullmatch(word) for word in said.words - stated) else set[str]()
        for same in (DAYS, years):
            for word in sorted(said.words & same - stated)[:_MOST_HELD]:
                has = [word in clause.words for clause in self._known]
                has_other = [word not in clause.words and not same.isdisjoint(clause.words) for clause in self._known]
                yield _Held(has, has_other, {word}, is_known=False)
        names = sorted(said.words & self._names & self._said)[:_MOST_HELD]
        for name in names:
            marker = said.markers.get(name, "")
            has = [
                name in clause.words or (name in before.words and _RELATIVE.match(clause.text) is not None)
                for before, clause in pairwise([self._known[0], *self._known])
            ]
            alike = {marker, *({"", "by"} if marker in ("", "by") else ())}
            has_other = [
                not found & told and any(c.is_row or c.markers.get(each, "") in alike for each in found)
                for c, found in ((clause, self._names & clause.words) for clause in self._known)
            ]
            yield _Held(has, has_other, set(names))
        for days, often in stated_intervals(in_digits(said.text))[:_MOST_HELD]:
            has = [any(are_near(days, each) for each in clause.intervals) for clause in self._known]
            others = [bool(clause.intervals) and not found for found, clause in zip(has, self._known, strict=True)]
            yield _Held(has, others, set(base_forms(content_words(often))), is_known=False)
        if always := says_always(said.text):
            has = [supports_always(clause.text) for clause in self._known]
            yield _Held(has, [not found for found in has], set(base_forms(content_words(always))), is_known=False)
        elif says_all(said.text):
            of_some = [is_of_some(clause.text) for clause in self._known]
            yield _Held([not some for some in of_some], of_some, set(), is_known=False)
        for code in sorted(said.codes)[:_MOST_HELD]:
            has = [code in clause.codes for clause in self._known]
            others = [bool(clause.codes) and not clause.codes & said.codes for clause in self._known]
            yield _Held(has, others, set(content_words(code)), is_known=False)

    def _holds(self, scores: Sequence[float], whole: float, wanted: dict[str, float], held: _Held) -> bool:
        own = {word: wanted[word] for word in held.words if word in wanted}
        whole -= sum(own.values())
        mine = most = rival = 0.0
        found = False
        for i, clause in enumerate(self._known):
            score = scores[i] - _score(clause, own)
            if held.has[i]:
                found = True
                mine = max(mine, score)
            elif score > rival and held.has_other[i]:
                rival = score
            most = max(most, score)
        if not found:
            return held.is_known or rival < _TOLD * whole
        outdone = held.outdone if len(wanted) > len(own) + 1 else held.alone
        return (mine >= outdone * rival or rival < _TOLD * whole) and (
            mine >= held.trace * most or most < _TOLD * whole
        )

    def _is_opposed(self, said: Clause, scores: Sequence[float], whole: float) -> bool:
        """Whether every clause that has most of the claim's words has an opposite, a bound or a condition against it.
        For restated clauses, exchanged words at prepositions count too: to whom and from whom."""
        most = max(scores)
        if most < _TOLD_APART * whole:
            return False
        own_sides, told = sides_of(set(said.words)), said.words | said.before | self._vouched
        markers = {word: marker for word, marker in said.markers.items() if word not in _UNIT_WORDS}
        for clause, score in zip(self._known, scores, strict=True):
            if score < _AS_GOOD * most:
                continue
            theirs = sides_of(set(clause.before)) | sides_of(set(clause.words))
            if any(pair in theirs and not sides & theirs[pair] for pair, sides in own_sides.items()):
                continue
            if bounds_differ(said.text, clause.text):
                continue
            if any(told.isdisjoint(base_forms(group)) for group in restrictions(clause.text)):
                continue
            theirs_at = clause.markers
            changed = {(one, theirs_at[word]) for word, one in markers.items() if theirs_at.get(word, one) != one}
            is_turned = any((other, one) in changed or {one, other} in _AGAINST for one, other in changed)
            if most < _RESTATED * whole or not is_turned:
                return False
        return True

    def _stands_with_opposites(self, said: Clause) -> bool:
        """Whether every prose clause with all of the figures has the opposite of one of the claim's words and not that
        word: a claim about winter, where "until 21:30" is said of summer."""
        figures = [each for each in said.figures if each.counts and not each.is_year and not each.refers]
        sides = {pair: own for pair, own in sides_of(set(said.words)).items() if pair != _UP_OR_DOWN}
        if not figures or not sides:
            return False
        there = [
            sides_of(set(clause.words))
            for clause, known in zip(self._known, self._figures, strict=True)
            if all(map(known.have, figures))
        ]
        return bool(there) and all(
            any(pair in theirs and not own & theirs[pair] for pair, own in sides.items()) for theirs in there
        )

    def _is_moved(self, said: Clause) -> bool:
        """Whether the claim says that something rises or falls to a figure, while every sentence with that figure
        states the other direction, or states an amount and no direction."""
        sides = sides_of(set(said.words)).get(_UP_OR_DOWN)
        if sides is None:
            return False
        figures = [figure for figure in said.figures[:_MOST_HELD] if figure.counts and not figure.is_year]
        here = [i for i, known in enumerate(self._figures) if any(map(known.have, figures))]
        for at in here:
            clause = self._known[at]
            if clause.is_row:
                return False
            around = [c for c in self._known[max(at - _AROUND, 0) : at + _AROUND] if c.sentence == clause.sentence]
            moves = {side for each in around for side in sides_of(set(each.words)).get(_UP_OR_DOWN, ())}
            if moves and moves.isdisjoint(sides):
                continue
            if moves or _STANDS.search(clause.text) is None:
                return False
            if len([figure for figure in clause.figures if figure.counts and not figure.is_year]) != 1:
                return False
            if any(_MOVES.search(each.text) for each in around):
                return False
        return bool(here)


def _score(clause: Clause, wanted: dict[str, float]) -> float:
    score = 0.0
    for word, weight in wanted.items():
        if word in clause.words:
            score += weight
        elif word in clause.before:
            score += _BEFORE * weight
        elif word in clause.near:
            score += _NEAR * weight
    return score


def _family(figure: Figure) -> str:
    return "year" if figure.is_year else _FAMILIES.get(figure.unit, figure.unit or "count")
