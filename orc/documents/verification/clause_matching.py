"""Checks that figures, names and codes occur with the same words in the claim and in the passage (D-221)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import islice, pairwise
from math import log
from operator import itemgetter

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.everyday import base_forms
from orc.documents.text.figures import CALENDAR, Figure, FigureSet, in_digits
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.intervals import are_near, stated_intervals
from orc.documents.text.opposites import bounds_differ, placements_differ, restrictions, sides_of
from orc.documents.text.tokens import content_words
from orc.documents.verification.clauses import DAYS, MONTHS, UP_OR_DOWN, WEIGHT_BEFORE, Clause, clauses_of, names_of
from orc.documents.verification.passage_figures import UNIT_WORDS
from orc.documents.verification.scope import is_about_all, is_about_some, supports_always, universal_words
from orc.patterns import regex

_UNIT_WORDS = UNIT_WORDS | set(content_words("per cent percent prozent million billion thousand"))
_LIGHT = LIGHT_WORDS | set(content_words("amount duration period term total betragen beträgt dauer frist"))
_NO_CONTEXT = _UNIT_WORDS | _LIGHT | MONTHS  # the month of a sentence says nothing about a name in one of its clauses
_FAMILIES = {
    **dict.fromkeys(("day", "week", "month", "year", "hour", "minute"), "duration"),
    **dict.fromkeys(("€", "$", "£", "¥", "CHF"), "money"),
    **dict.fromkeys(("%", "part"), "share"),
}
_SCALES = (1, 1e3, 1e6, 1e9)
_MOST_CLAUSES, _MOST_VALUES, _MOST_WORDS = 6, 4, 40
_CAPITAL = regex(r"\b[A-ZÄÖÜ]\w+")
_RIVAL_RATIO = 0.9
_RELEVANT_SHARE = 0.5  # of a claim's weight: a clause with less says nothing about the claim
_BEST_RATIO = 0.3
_RIVAL_RATIO_ALONE = 0.6  # more than the weight of the words before a clause in its sentence
_RIVAL_RATIO_YEAR = 0.7
_MISSING_FACTOR = 0.5  # of the weight of a word that no clause has
_RESTATED = 0.8  # of a claim's weight: a clause with as much nearly repeats the claim
_AS_GOOD = 0.999  # of the best score, despite rounding
_AGAINST = ({"to", "by"}, {"to", "from"}, {"before", "after"})  # prepositions that exclude each other
_RELATIVE = regex(r"(?:who|whose|which)\b")
_PRONOUN = regex(r"(?:(?:and|but|und|aber|et|mais) )?(?:he|she|they|er|sie|ils?|elles?)\b", re.IGNORECASE)
_CONTRADICTING_SHARE = 0.6  # of a claim's weight
_AROUND = 4  # clauses before and after a figure that may name the direction of its change
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
_YEAR = regex(r"(?:19|20)\d\d")
_LONGEST_REST = 200
_STANDS = regex(
    r"\b(?:is|are|was|were|stood|stands?|amount(?:s|ed)|total(?:s|led)|remain(?:s|ed)|beträgt|betrug|betragen|lag|liegt"
    r"|belief|beläuft|ist|war)\b",
    re.IGNORECASE,
)
_MOVES = regex(
    r"\b(?:up|down|(?:high|low|great|few)er|more|less|than|growth|change[ds]?|compar\w+|versus|from|previous\w*|prior|gain\w*"
    r"|reduc\w+|jump\w*|climb\w*|surge\w*|plung\w+|slip\w*|improv\w+|an?stieg\w*|rückgang\w*|zunahme|abnahme|höher|niedriger"
    r"|mehr|weniger|gegenüber|nach|vorjahr\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _ClauseValue:
    """A figure, name or code of a claim's clause. has tells which clauses of the passage have it, has_other which have
    another one of its kind; words are the words that form it. is_checked_elsewhere means that its absence is not judged
    here. The best clause that has the value must score rival_ratio times the best clause with another one, or
    rival_ratio_alone times if the claim says only one word about the value, and best_ratio times the best of all."""

    has: Sequence[bool]
    has_other: Sequence[bool]
    words: Set[str]
    is_checked_elsewhere: bool = True
    rival_ratio: float = _RIVAL_RATIO
    rival_ratio_alone: float = _BEST_RATIO
    best_ratio: float = 0

    def agrees(
        self, clauses: Sequence[Clause], scores: Sequence[float], total: float, weights: dict[str, float]
    ) -> bool:
        """Whether the clauses that have the value score high enough for the claim's other words. scores are those of
        the clauses for all words of the claim, total is the highest possible score."""
        value_weights = {word: weights[word] for word in sorted(self.words) if word in weights}
        relevant = _RELEVANT_SHARE * (total - sum(value_weights.values()))
        best_with_value = best = rival = 0.0
        for clause, full_score, has, has_other in zip(clauses, scores, self.has, self.has_other, strict=True):
            score = full_score - clause.score(value_weights)
            if has:
                best_with_value = max(best_with_value, score)
            elif has_other:
                rival = max(rival, score)
            best = max(best, score)
        if not any(self.has):
            return self.is_checked_elsewhere or rival < relevant
        is_alone = len(weights) <= len(value_weights) + 1
        rival_ratio = self.rival_ratio_alone if is_alone else self.rival_ratio
        return (best_with_value >= rival_ratio * rival or rival < relevant) and (
            best_with_value >= self.best_ratio * best or best < relevant
        )


def clauses_match(passage: str, claim: str, accepted: str) -> bool:
    """Whether the claim's figures, names and codes are in the clauses that share most of the claim's words. False if a
    clause with other figures, names or codes shares more of these words, or if the best clause has the opposite of a
    word. Words in accepted need no source.

    The passage says "Adults pay 12 euros, and children pay 6 euros": "Children pay 12 euros" does not match."""
    accepted_words = set(content_words(accepted))
    passage_text, claim_text = " ".join(passage.split()), " ".join(claim.split()).rstrip(".")
    if claim_text in passage_text:
        sentence = passage_text[passage_text.index(claim_text) :][: len(claim_text) + _LONGEST_REST].split(". ")
        claim_words = accepted_words | set(content_words(claim_text))
        return not any(claim_words.isdisjoint(group) for group in restrictions(sentence[claim_text.count(". ")]))
    language = language_by_function_words(passage)
    german = language == "de"
    comma = True if german else None
    passage_clauses = list(clauses_of(passage, german=german, decimal_comma=comma))
    if not passage_clauses:
        return True
    names = names_of(passage, german=german) - accepted_words
    matcher = _ClauseMatcher(
        passage_clauses, names, accepted_words, set(content_words(" ".join(_CAPITAL.findall(claim)))), language
    )
    claim_clauses = islice(clauses_of(claim, german=german, decimal_comma=comma), _MOST_CLAUSES)
    return all(matcher.matches(clause) for clause in claim_clauses)


class _ClauseMatcher:
    """Compares clauses of a claim with those of a passage. A word weighs more if fewer clauses of the passage have it.
    names are the passage's names that need a source; claim_names are the words that the claim writes with a capital,
    language is the passage's, if known."""

    def __init__(
        self,
        clauses: Sequence[Clause],
        names: Set[str],
        accepted: Set[str],
        claim_names: Set[str],
        language: str | None,
    ) -> None:
        self._clauses, self._language = clauses, language
        self._names, self._accepted, self._claim_names = names, accepted, claim_names
        self._named = [
            names & (clause.words | clause.before if _PRONOUN.match(clause.text) else clause.words)
            for clause in clauses
        ]
        self._figures = [FigureSet(clause.figures) for clause in clauses]
        self._years = {word for clause in clauses for word in clause.words if _YEAR.fullmatch(word)}
        count = Counter(word for clause in clauses for word in clause.words)
        self._weight = {word: log(1 + len(clauses) / n) for word, n in count.items()}

    def matches(self, claim: Clause) -> bool:
        """Whether a clause of the claim has its values where the passage has them, and nothing contradicts it."""
        significant = claim.words - _UNIT_WORDS - _LIGHT - {word for word in claim.words if word[0].isdecimal()}
        if claim.figures and significant in _PAYS:  # the clause only says that a payment has this amount
            return any(
                self._clause_matches(replace(claim, words=claim.words - significant | {what}))
                for what in _PAYS[significant]
            )
        return self._clause_matches(claim)

    def _clause_matches(self, claim: Clause) -> bool:
        earlier_words = {word for word in claim.before if not word[0].isdecimal() or _YEAR.fullmatch(word)}
        words = dict.fromkeys(claim.words, 1.0) | dict.fromkeys(earlier_words - claim.words, WEIGHT_BEFORE)
        weights = {
            word: factor * self._weight[word]
            for word, factor in sorted(words.items())  # the order decides how sums are rounded
            if word in self._weight and word not in _NO_CONTEXT and self._has_meaning(word)
        }
        if not weights:
            return True
        if len(weights) > _MOST_WORDS:
            weights = dict(nlargest(_MOST_WORDS, weights.items(), key=itemgetter(1)))
        scores = [clause.score(weights) for clause in self._clauses]
        significant = [
            word for word in claim.words - _UNIT_WORDS - _LIGHT if not word[0].isdecimal() and self._has_meaning(word)
        ]
        missing_weight = (
            sum(word not in self._weight for word in significant) * _MISSING_FACTOR * log(1 + len(self._clauses))
        )
        total = missing_weight + sum(weights.values())
        return all(
            value.agrees(self._clauses, scores, total, weights) for value in self._values(claim, weights)
        ) and not (
            self._is_contradicted(claim, scores, total)
            or self._direction_differs(claim)
            or self._has_opposite_context(claim)
        )

    def _has_meaning(self, word: str) -> bool:
        """Whether a word is no function word of the passage's language: in English, to die is a verb."""
        languages = function_words(word)
        return self._language not in languages if self._language else not languages

    def _figure_values(self, claim: Clause, weights: dict[str, float]) -> Iterator[_ClauseValue]:
        """The figures of the claim. Those of one family, such as weeks and months, are of one kind."""
        claim_figures = FigureSet(claim.figures)
        for figure in claim.figures[:_MOST_VALUES]:
            if figure.refers or not (figure.counts or (figure.unit and figure.unit != CALENDAR)):
                continue
            family = _family(figure)
            scales = _SCALES if figure.is_scaled else _SCALES[:1]  # "$160 million" is 160 too
            values = {f"{value / scale:.15g}" for value, _ in figure.readings[0] for scale in scales}
            of_date = MONTHS if family in ("date", CALENDAR) else set[str]()
            of_date = of_date | {word for word in weights if word.isdecimal() and family == "date"}
            if figure.is_year:
                has = [not values.isdisjoint((*c.words, *c.before, *c.near)) for c in self._clauses]
            else:
                has = [clause_figures.contains(figure) for clause_figures in self._figures]
            if figure.unit == CALENDAR:  # the heading of the column may contain it
                has = [found or clause.is_row for found, clause in zip(has, self._clauses, strict=True)]
            of_kind = [
                [other for other in clause.figures if _family(other) == family and not other.refers]
                for clause in self._clauses
            ]
            yield _ClauseValue(
                has,
                [bool(others) and not any(map(claim_figures.contains, others)) for others in of_kind],
                values | of_date,
                is_checked_elsewhere=figure.counts,
                rival_ratio_alone=_RIVAL_RATIO_ALONE if figure.unit == CALENDAR else _BEST_RATIO,
                rival_ratio=_RIVAL_RATIO_YEAR if figure.is_year else _RIVAL_RATIO,
                best_ratio=0 if figure.is_year else _BEST_RATIO,
            )

    def _values(self, claim: Clause, weights: dict[str, float]) -> Iterator[_ClauseValue]:
        """The figures, days, years, names, intervals and codes of the claim, and whether it is about all or always."""
        yield from self._figure_values(claim, weights)
        claim_words = claim.words | claim.before
        stated = {f"{value:.15g}" for figure in claim.figures for value, _ in figure.readings[0]}
        years = self._years if any(_YEAR.fullmatch(word) for word in claim.words - stated) else set[str]()
        for same in (DAYS, years):
            for word in sorted(claim.words & same - stated)[:_MOST_VALUES]:
                has = [word in clause.words for clause in self._clauses]
                has_other = [word not in clause.words and not same.isdisjoint(clause.words) for clause in self._clauses]
                yield _ClauseValue(has, has_other, {word}, is_checked_elsewhere=False)
        names = sorted(claim.words & self._names & self._claim_names)[:_MOST_VALUES]
        for name in names:
            marker = claim.markers.get(name, "")
            has = [
                name in named or (name in before.words and _RELATIVE.match(clause.text) is not None)
                for (before, clause), named in zip(
                    pairwise([self._clauses[0], *self._clauses]), self._named, strict=True
                )
            ]
            alike = {marker, *({"", "by"} if marker in ("", "by") else ())}
            has_other = [
                not found & claim_words and any(c.is_row or c.markers.get(each, "") in alike for each in found)
                for c, found in zip(self._clauses, self._named, strict=True)
            ]
            yield _ClauseValue(has, has_other, set(names))
        for days, often in stated_intervals(in_digits(claim.text))[:_MOST_VALUES]:
            has = [any(are_near(days, interval) for interval in clause.intervals) for clause in self._clauses]
            has_other = [bool(clause.intervals) and not found for found, clause in zip(has, self._clauses, strict=True)]
            yield _ClauseValue(has, has_other, set(base_forms(content_words(often))), is_checked_elsewhere=False)
        if always := universal_words(claim.text):
            has = [supports_always(clause.text) for clause in self._clauses]
            yield _ClauseValue(
                has, [not found for found in has], set(base_forms(content_words(always))), is_checked_elsewhere=False
            )
        elif is_about_all(claim.text):
            of_some = [is_about_some(clause.text) for clause in self._clauses]
            yield _ClauseValue([not some for some in of_some], of_some, set(), is_checked_elsewhere=False)
        for code in sorted(claim.codes)[:_MOST_VALUES]:
            has = [code in clause.codes for clause in self._clauses]
            has_other = [bool(clause.codes) and not clause.codes & claim.codes for clause in self._clauses]
            yield _ClauseValue(has, has_other, set(content_words(code)), is_checked_elsewhere=False)

    def _is_contradicted(self, claim: Clause, scores: Sequence[float], total: float) -> bool:
        """Whether every clause with most of the claim's words contradicts it by an opposite, a bound or a condition. In
        clauses that nearly repeat the claim, words with exchanged prepositions count too: to whom and from whom."""
        best = max(scores)
        if best < _CONTRADICTING_SHARE * total:
            return False
        claim_words = claim.words | claim.before | self._accepted
        markers = {word: marker for word, marker in claim.markers.items() if word not in _UNIT_WORDS}
        for clause, score in zip(self._clauses, scores, strict=True):
            if score < _AS_GOOD * best:
                continue
            # Of a pair that both contain, only the words that differ count: a fall that increases or reduces profit.
            clause_sides = sides_of(clause.before - claim.words) | sides_of(clause.words - claim.words)
            claim_sides = sides_of(claim.words - clause.words - (clause.before if clause.is_row else set()))
            if any(pair in clause_sides and not sides & clause_sides[pair] for pair, sides in claim_sides.items()):
                continue
            if bounds_differ(claim.text, clause.text) or placements_differ(claim.text, clause.text):
                continue
            if any(claim_words.isdisjoint(base_forms(group)) for group in restrictions(clause.text)):
                continue
            clause_markers = clause.markers
            changed = {
                (marker, clause_markers[word])
                for word, marker in markers.items()
                if clause_markers.get(word, marker) != marker
            }
            is_turned = any((other, marker) in changed or {marker, other} in _AGAINST for marker, other in changed)
            if best < _RESTATED * total or not is_turned:
                return False
        return True

    def _has_opposite_context(self, claim: Clause) -> bool:
        """Whether every prose clause with all of the figures has the opposite of one of the claim's words instead of
        that word: a claim about winter with "until 21:30", which the passage says about summer."""
        figures = [each for each in claim.figures if each.counts and not each.is_year and not each.refers]
        opposed = {pair: sides for pair, sides in sides_of(set(claim.words)).items() if pair != UP_OR_DOWN}
        if not figures or not opposed:
            return False
        sides_there = [
            sides_of(set(clause.words))
            for clause, clause_figures in zip(self._clauses, self._figures, strict=True)
            if all(map(clause_figures.contains, figures))
        ]
        return bool(sides_there) and all(
            any(pair in clause_sides and not sides & clause_sides[pair] for pair, sides in opposed.items())
            for clause_sides in sides_there
        )

    def _direction_differs(self, claim: Clause) -> bool:
        """Whether the claim says that something rises or falls to a figure, while every sentence with that figure
        states the other direction, or states an amount and no direction."""
        claim_sides = sides_of(set(claim.words)).get(UP_OR_DOWN)
        if claim_sides is None:
            return False
        figures = [figure for figure in claim.figures[:_MOST_VALUES] if figure.counts and not figure.is_year]
        positions = [i for i, clause_figures in enumerate(self._figures) if any(map(clause_figures.contains, figures))]
        for position in positions:
            clause = self._clauses[position]
            if clause.is_row:
                return False
            around = [
                c
                for c in self._clauses[max(position - _AROUND, 0) : position + _AROUND]
                if c.sentence == clause.sentence
            ]
            moves = {side for each in around for side in sides_of(set(each.words)).get(UP_OR_DOWN, ())}
            if moves and moves.isdisjoint(claim_sides):
                continue
            if moves or _STANDS.search(clause.text) is None:
                return False
            if len([figure for figure in clause.figures if figure.counts and not figure.is_year]) != 1:
                return False
            if any(_MOVES.search(each.text) for each in around):
                return False
        return bool(positions)


def _family(figure: Figure) -> str:
    """What a figure measures: a duration, money, a share, or else its unit."""
    return "year" if figure.is_year else _FAMILIES.get(figure.unit, figure.unit or "count")
