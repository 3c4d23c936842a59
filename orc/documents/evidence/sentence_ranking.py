"""Ranks the sentences of passages by how well they answer a question, without a model."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice, takewhile
from math import log
from typing import Protocol

from orc.documents.evidence.list_items import is_of_other_sense
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.past_terms import asks_for_present, is_over
from orc.documents.evidence.permissions import asks_permission, words_of_asking
from orc.documents.evidence.row_match import RowMatch, words_of_whole_cells
from orc.documents.evidence.statements import Statements
from orc.documents.questions.expected_answers import COUNTED
from orc.documents.questions.german import GERMAN_FUNCTION_WORDS, words_in_compounds
from orc.documents.questions.inflections import are_slavic_forms, inflects
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question, is_year
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.text.everyday import says
from orc.documents.text.tables import is_total
from orc.documents.text.tokens import content_words, is_short_piece, plain_words
from orc.patterns import regex

# Tuned on questions with known evidence in stories, abstracts and financial reports; near these values little changes.
_CLOSE = 0.85
_FACT_CLOSE = 0.6
_PHRASE_WORTH = 0.3
_SHARE_WORTH = 0.3
_NAME_WEIGHT = 1.5
_LIGHT_WEIGHT = 0.4
_KIN_SHARE = 0.6
_TOTAL_WORTH = 0.1
_LACKING_CRITERIA = 0.5
_NAMELESS = 0.3
_OTHER_SHARE = 0.65
_NOUN_SHARE = 0.85
_OF_TITLE = 0.1
_CLAUSE_NUMBER = regex(
    r"\A(?:#{1,6} )?(?:§+ ?|(?:article|section|clause|chapter|part|appendix|annex|schedule|kapitel|teil|abschnitt"
    r"|anhang) )?\d{1,2}(?:\.\d{1,3}){0,3}[.)]?\s",
    re.IGNORECASE,
)
_VALUE = regex(r"\w: \S")  # Tenant: Ann Lee
_MOST_COMPARED, _MOST_ROWS = 100, 10
_LONG, _OF_LONG = 40, 0.9
_OF_OTHER_SENSE = 0.8
_OVER = 0.8
_OF_QUESTIONS = 0.6
_REFERRED = 0.6
_UNDER_HEADING = 1.0
_PRONOUN = regex(
    r"\A(?:This|That|These) (?:is|are|was|were|means?|permits?|allows?|enables?|ensures?|prevents?|includes?)\b"
    r"|\b(?:[Ii]ts?|[Tt]hey|[Tt]heir|[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b|\A(?:Sie|Er|Es|Diese[rs]?|Elle|Il) "
)
_NO_FORMS = frozenset(content_words("andere anderen anderer anderes anderem")) | FUNCTION_WORDS | GERMAN_FUNCTION_WORDS


LEAST, MOST = 0.5, 0.7
"""The minimum share of the criteria for a possible answer, and the share for a certain one."""


class Criteria(Protocol):
    """What an answer to a question must have. With has_compounds, a sentence that has all of it may be without a word
    of the question. With has_forms, words of its language have forms that no rule stems alike. asking are words for the
    kind of answer, which no word that only begins alike replaces: couleur, coule."""

    @property
    def has_compounds(self) -> bool: ...

    @property
    def has_forms(self) -> bool: ...

    @property
    def asking(self) -> Collection[str]: ...

    @property
    def asks_figure(self) -> bool: ...

    def may_have_figure(self, sentence: Sentence, /) -> bool:
        """Whether a sentence has a measure of the kind that is asked for, not just a number, or is a row."""

    def field_worth(self, sentence: Sentence, /) -> float:
        """How much speaks for a sentence as the labelled field that the question asks for."""

    def share(self, sentence: Sentence, /) -> float:
        """The share of the criteria that a sentence meets."""


class Ranking:
    """Scores sentences against the words of one question; rare words weigh more. phrases are synonyms of the question's
    terms, which raise a sentence's score, as does its share of the criteria, if they apply. If these decide, sentences
    that meet less than half of them come last; if not, a question for an amount or a measure has no answer among
    sentences that meet none of them."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        question: Question,
        words: Sequence[str] | None = None,
        phrases: Sequence[str] = (),
        *,
        criteria: Criteria | None = None,
        decide: bool = True,
    ) -> None:
        spread = Counter(word for s in sentences for word in s.words | s.headings)
        self.question = question
        unsaid = words_of_asking(question.text) if asks_permission(question.text) else frozenset[str]()
        light = LIGHT_WORDS - question.telling
        self.weights = {
            word: log(1 + len(sentences) / (spread[word] or 0.5))
            * (_NAME_WEIGHT if word in question.names else _LIGHT_WEIGHT if word in light else 1.0)
            for word in (question.words if words is None else words)
            if word not in unsaid
        }
        of_text = frozenset[str]().union(*(s.words for s in sentences if not s.is_title)) - LIGHT_WORDS
        self._words_beyond_titles = of_text & self.weights.keys()
        share_of = self._share_of = criteria.share if criteria else None
        self._of_fields = {id(s): worth for s in sentences if criteria and (worth := criteria.field_worth(s))}
        self._has_compounds = criteria is not None and criteria.has_compounds
        self._may_have_figure = criteria.may_have_figure if criteria and criteria.asks_figure and not decide else None
        self._compares_rows = words is None
        self._asks_for_present = asks_for_present(question.text)
        self._statements = Statements(question, sentences)
        self._text = f" {' '.join(plain_words(question.text))} "
        rows = [(id(s), s.row) for s in sentences if s.row and words is None]
        are_others = AskedNumbers(question.text).others_among([row for _, row in rows])
        self._rows_of_others = {key for (key, _), is_other in zip(rows, are_others, strict=True) if is_other}
        self._other_words = question.loose_words if share_of else question.other_words
        phrases = (*phrases, *(f"number {counted}" for counted in COUNTED.findall(question.text)))
        self._phrases = tuple(form for phrase in phrases if (form := frozenset(content_words(phrase))))
        self._endings = question.endings if share_of else {}
        self._nouns = {word: frozenset(ends) for word, ends in self._endings.items()}  # austreten, Austritt
        asking = criteria.asking if criteria else ()
        has_forms = question.is_german or (criteria is not None and criteria.has_forms)
        self._similar_words = _similar_words(
            [w for w in self.weights if w not in asking and (w not in spread or has_forms)], spread
        )
        if has_forms and inflects(question.text):
            for word in self.weights.keys() - asking:
                forms = frozenset(other for other in spread if are_slavic_forms(word, other))
                self._similar_words[word] = self._similar_words.get(word, frozenset()) | forms
        self._total = sum(self.weights.values()) or 1.0
        self._shares = (
            {id(s): 0.0 if id(s) in self._rows_of_others else share_of(s) for s in sentences} if share_of else {}
        )
        least = min(max(self._shares.values(), default=0.0), LEAST) if decide else 0.0
        self._lacking_criteria = {key for key, share in self._shares.items() if share < least}
        if not any(self.score(s) for s in sentences if id(s) not in self._lacking_criteria):
            self._lacking_criteria.clear()
        self.ranked = sorted(sentences, key=lambda s: (id(s) in self._lacking_criteria, -self.score(s)))

    def coverage(self, sentence: Sentence, *, heading: float = 1.0, context: float = 0.5) -> float:
        """The weighted share of the question that the sentence covers."""
        covered = 0.0
        context = _UNDER_HEADING if self._is_under_asked(sentence) else context
        for word, weight in self.weights.items():
            if word in sentence.words:
                covered += weight
            elif word in sentence.headings:
                covered += heading * weight
            elif word in self._nouns and not self._nouns[word].isdisjoint(sentence.words):
                covered += _NOUN_SHARE * weight
            elif says(sentence.words, self._other_words.get(word, ())):
                covered += _OTHER_SHARE * weight
            elif word in sentence.context:
                covered += context * weight
            elif self._has_related(word, sentence.words):
                covered += _KIN_SHARE * weight
        return covered / self._total

    def _is_under_asked(self, sentence: Sentence) -> bool:
        """Whether the heading over a sentence of prose has all words of the question, of which there are several: Next
        meeting."""
        is_prose = sentence.row is None and not sentence.is_title
        return is_prose and len(self.weights) > 1 and self.weights.keys() <= sentence.scope - sentence.named

    def covered(self, sentence: Sentence) -> set[str]:
        """The words of the question that the sentence itself has, or has synonyms of."""
        words = sentence.words | sentence.headings
        return {word for word in self.weights if word in words or self._has_related(word, words)}

    def _is_asked_row(self, sentence: Sentence) -> bool:
        """Whether the question has all words of a row's name, of which there are several, and names nothing that is not
        in the row or over it."""
        if sentence.row is None or not len(sentence.label) > 1 or not sentence.label <= self.weights.keys():
            return False
        named = {word for word in self.weights.keys() - LIGHT_WORDS if not word[0].isdecimal()}
        return named <= sentence.words | sentence.headings | sentence.scope

    def _has_related(self, word: str, words: frozenset[str]) -> bool:
        """Whether the sentence has another form or a synonym of the word."""
        if word in self._similar_words and self._similar_words[word] & words:
            return True
        in_compound = word in self._endings and words_in_compounds({word: self._endings[word]}, words)
        return bool(in_compound) or says(words, self._other_words.get(word, ()))

    def score(self, sentence: Sentence, number: int | None = None) -> float:
        """How well the sentence answers, comparable within this ranking: its coverage, with what else speaks for it (a
        synonym of a term, the criteria, pairs of words, the expected kind of answer, its label), less if it is of
        another year or a title. number is that of another passage, for a comparison with its sentences."""
        question = self.question
        score = self.coverage(sentence, heading=0.9, context=_REFERRED if _refers(sentence) else 0.3)
        score += self._of_fields.get(id(sentence), 0.0)
        if (has_phrase := says(sentence.words, self._phrases)) or (self._phrases and self._is_asked_row(sentence)):
            score += _PHRASE_WORTH  # operating profit is no less itself than operating income
        is_whole = self._share_of is not None and self._shares[id(sentence)] >= MOST
        if not score and not (is_whole and (self._has_compounds or sentence.row or question.expects(sentence.text))):
            return 0.0  # the largest figure and a telephone number may be without a word of the question
        if self._share_of is not None:
            score += _SHARE_WORTH * self._shares[id(sentence)]
            if id(sentence) in self._lacking_criteria:
                score *= _LACKING_CRITERIA
        if question.pairs:
            score += 0.2 * len(question.pairs & sentence.pairs) / len(question.pairs)
        if question.expects(sentence.text):
            score += 0.15 + (0.05 if sentence.row else 0.0)
        elif question.wants_holder and not sentence.row:
            score *= _NAMELESS
        label = sentence.label & sentence.words
        named = len(label & self.weights.keys())
        if label:
            score += 0.15 * named / len(label)
            # In small documents, a question for a whole column means all rows together.
            if (
                sentence.row
                and self._share_of
                and not (named or has_phrase)
                and sentence.headings & self.weights.keys()
            ):
                score += _TOTAL_WORTH if is_total(sentence.row.label) else -_TOTAL_WORTH
        score += 0.1 / (number or sentence.number) + self._statements.worth(sentence)
        if question.years and not sentence.years:
            titled = frozenset(filter(is_year, sentence.titled)) if sentence.row else frozenset[str]()
            score *= 0.9 if not titled else 1.0 if titled & question.years else 0.5
        elif question.years and not sentence.years & question.years:  # unless it is under a heading with the right year
            score *= 0.5 if sentence.scope & question.years else 0.0
        value = _CLAUSE_NUMBER.sub("", sentence.text)
        has_value = bool(sentence.start) and (0 < len(label) == named or _VALUE.search(value) is not None)
        has_value = has_value or (any(map(str.isdecimal, value)) and question.expects(value))
        is_repeated = sentence.words <= self.weights.keys()  # INVOICE 2024-0877, asked for by its number
        if sentence.is_title and (
            is_repeated or not has_value
        ):  # a document's title does not say what others say about its subject
            is_line = sentence.start == 0 and sentence.text.lstrip("#*_ ")[:1].isupper()
            is_name = (
                is_line and not self._words_beyond_titles <= sentence.words and not question.expects(sentence.text)
            )
            score *= _OF_TITLE if is_name else 0.5
        title = sentence.text if sentence.is_title else sentence.titles[-1] if sentence.titles else ""
        above = "" if sentence.row else sentence.introduction or title
        score *= _OF_OTHER_SENSE if is_of_other_sense(question.text, self.weights, above, sentence.text) else 1.0
        score *= _OVER if self._asks_for_present and sentence.row is None and is_over(sentence.text) else 1.0
        score *= _OF_LONG if sentence.row is None and len(sentence.words) > _LONG else 1.0
        score *= _OF_QUESTIONS if self._statements.is_one_of_questions(sentence) else 1.0
        return score * (1.0 if sentence.whole else 0.9)

    def _equals_rows(self, sentence: Sentence, chosen: Sequence[Sentence]) -> bool:
        """Whether a sentence is a row that answers as well as the chosen ones, which are rows of the same table. A
        question may mean all of them."""
        row = sentence.row
        if row is None or len(chosen) >= _MOST_ROWS or self.score(sentence) < self.score(chosen[-1]):
            return False
        return all(other.row is not None and other.row.above == row.above for other in chosen)

    def _adds_nothing(self, sentence: Sentence, chosen: Sequence[Sentence]) -> bool:
        """Whether a chosen sentence says nearly the same, has more of the question in small documents, has the label
        that is asked for and no more, or is under the heading that is asked for."""
        own, words = self.covered(sentence), sentence.words | sentence.headings
        for o in chosen:
            covered = self.covered(o)
            has_less = own < covered or (own == covered and own & words < own & (o.words | o.headings))
            has_more = o.label and o.label < sentence.label and o.label <= self.weights.keys()
            if (has_less and self._share_of) or has_more or sentence.repeats(o) or self._is_under_other(sentence, o):
                return True
        return False

    def _is_under_other(self, sentence: Sentence, chosen: Sentence) -> bool:
        """Whether a sentence of prose says something else than a chosen one, and only the heading over the chosen one
        has a word of the question: Dogs."""
        if sentence.row or chosen.row or not sentence.contradicts(chosen):
            return False
        asked = self.weights.keys() - LIGHT_WORDS
        return asked & sentence.scope < asked & chosen.scope

    def rows_left_out(self, chosen: Sequence[Sentence]) -> int:
        """How many rows of their table answer as well as the chosen rows, of which there are as many as an answer
        shows."""
        if len(chosen) < _MOST_ROWS or chosen[-1].row is None:
            return 0
        least, known, above = self.score(chosen[-1]), set(map(id, chosen)), chosen[-1].row.above
        number = chosen[-1].number  # a table may go on in the next passage
        others = (s for s in self.ranked if s.row and s.row.above == above and id(s) not in known)
        return sum(self.score(s, number) >= least for s in others)

    def _lack_figure(self, chosen: Sequence[Sentence]) -> bool:
        """Whether an amount or a measure is asked for that none of these sentences, of long documents, can state."""
        may_have = self._may_have_figure
        return may_have is not None and not any(self._shares[id(s)] or may_have(s) for s in chosen)

    def keep(self, kept: Sequence[Sentence]) -> None:
        """Leaves only these sentences, and if the best one is not among them, only those that meet enough of the
        criteria or, without criteria, cover enough of the question."""
        keys = set(map(id, kept))
        if self.ranked and id(self.ranked[0]) not in keys:
            shares = self._shares or {id(s): self.coverage(s) for s in kept}
            keys = {id(s) for s in kept if shares[id(s)] >= LEAST or says(s.words, self._phrases)}
        self.ranked = [s for s in self.ranked if id(s) in keys]

    def answer(self, limit: int = 3, *, close: float = _CLOSE, needed: float = 0.0) -> list[Sentence]:
        """The sentences that answer the question, best first, none much worse than the best and, in small documents,
        none with only some of another one's words of the question. Empty if even the best does not cover enough of it.
        For a question about one fact: the first sentence that has it, and others that have it with more words of the
        question. Rows are kept, since a figure may be computed from several, but none about things with other numbers,
        or with less of what the question names than another row."""
        if not self.ranked or self.coverage(self.ranked[0]) < needed or not self.score(self.ranked[0]):
            return []
        least = close * self.score(self.ranked[0])
        meeting = (s for s in self.ranked if id(s) not in self._lacking_criteria)
        good = takewhile(lambda s: self.score(s) >= least, meeting)
        compared = [*islice((s for s in good if id(s) not in self._rows_of_others), _MOST_COMPARED)]
        rows = [(s, s.row) for s in compared if s.row and self._compares_rows]
        asked, matches = frozenset(self.weights) - LIGHT_WORDS, dict[int, RowMatch]()
        titled = frozenset[str]().union(*(s.titled for s, _ in rows))  # where a table goes on, its title is unknown
        for s, row in rows:
            words, around = s.words | (s.titled if s.titles else titled), s.headings | s.scope
            titles = {title for title in s.titles if f" {' '.join(plain_words(title))} " in self._text}  # Team A
            own = {w for w in asked if w in words or self._has_related(w, s.words)} | titles
            is_asked = self._is_asked_row(s)
            own |= {" ".join(phrase) for phrase in self._phrases if is_asked or phrase <= s.words}
            every = own.union(w for w in asked if w in around or self._has_related(w, s.headings))
            matches[id(s)] = RowMatch(row.above[:1], frozenset(own), words_of_whole_cells(row, asked), frozenset(every))
        known = set(matches.values())
        less = {match for match in known if any(match.is_less(other) for other in known)}
        chosen: list[Sentence] = []
        for sentence in compared:
            if len(chosen) >= limit and not self._equals_rows(sentence, chosen):
                break
            if matches.get(id(sentence)) in less:
                continue
            if not self._adds_nothing(sentence, chosen):
                chosen.append(sentence)
        if not chosen or self._lack_figure(chosen) or not self.question.wants_one_fact:
            return [] if self._lack_figure(chosen) else chosen
        if not any(sentence.row or self.question.expects(sentence.text) for sentence in chosen):
            best, share_of = self.ranked[0], self._share_of or (lambda _: 1.0)
            further = (
                s
                for s in self.ranked[len(chosen) :]
                if self.score(s) >= _FACT_CLOSE * self.score(best) and share_of(s) >= share_of(best)
            )
            is_whole = self.coverage(best) >= 1.0  # it has all words, so one without any is about something else
            further = (s for s in further if not is_whole or self.covered(s) or _refers(s))
            chosen += islice((s for s in further if self.question.expects(s.text)), 1)
        if any(sentence.row for sentence in chosen):
            return chosen
        covered, kept = set[str](), list[Sentence]()
        for sentence in [each for each in chosen if self.question.expects(each.text)] or chosen:
            adds = not (its_words := self.covered(sentence)) <= covered or any(map(sentence.contradicts, kept))
            if adds or not kept:
                kept.append(sentence)
                covered |= its_words
        return kept


def _refers(sentence: Sentence) -> bool:
    """Whether a sentence of prose has a pronoun for what the sentence before is about."""
    return sentence.row is None and not sentence.is_title and _PRONOUN.search(sentence.text) is not None


def _similar_words(words: Sequence[str], vocabulary: Collection[str]) -> dict[str, frozenset[str]]:
    """For words that no sentence contains, the words with a similar spelling, which may be other forms, or with them at
    their beginning."""
    short = {w: frozenset(other for other in vocabulary if other.startswith(w)) for w in filter(is_short_piece, words)}
    long = [word for word in words if len(word) > 4 and not word[0].isdecimal()]
    beginnings = tuple(word[:4] for word in long)
    near = [other for other in vocabulary if other.startswith(beginnings)] if long else []
    near = [other for other in near if other not in _NO_FORMS]  # ändern, anderen
    return short | {
        word: frozenset(
            other
            for other in near
            if abs(len(other) - len(word)) <= 4 and other.startswith(word[: max(4, min(len(word), len(other)) - 2)])
        )
        for word in long
    }
