"""Decides whether one sentence answers a question: it needs an answer of the right kind and the question's words."""

import re
from collections.abc import Collection, Mapping, Sequence, Set

from orc.documents.evidence.ages import asks_age_of_person, only_bounds_age, says_founding
from orc.documents.evidence.asked_fields import AskedFields, are_implied
from orc.documents.evidence.asked_names import asks_name, names_a_body, names_only_kind, names_other
from orc.documents.evidence.asked_numbers import AskedNumber, without_numbers_of_others
from orc.documents.evidence.counting import PEOPLE, counts, may_count, without_parts
from orc.documents.evidence.data_lines import (
    is_data,
    may_have_figure,
    says_something,
    without_links,
    without_section_number,
)
from orc.documents.evidence.enumerations import heads_answer
from orc.documents.evidence.lookalikes import Lookalikes
from orc.documents.evidence.namesakes import names_namesake
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.payers import payer_asked, pays_to
from orc.documents.evidence.permissions import states_advice, states_rule
from orc.documents.evidence.persons import names_only, names_someone
from orc.documents.evidence.qualifiers import Qualifiers
from orc.documents.evidence.requirements import TELLING_VERBS, Requirements
from orc.documents.evidence.row_evidence import FIGURE, figure_of_row
from orc.documents.evidence.sentence_ranking import LEAST
from orc.documents.evidence.unnamed_doers import leaves_doer_open, names_beyond_places
from orc.documents.evidence.unsaid_in_rows import unsaid_in_row
from orc.documents.evidence.word_coverage import Coverage
from orc.documents.questions.answer_kind import is_headed
from orc.documents.questions.covered_amounts import states_other_amount
from orc.documents.questions.question import Question, is_year
from orc.documents.questions.times import is_called_off
from orc.documents.text.comparisons import only_compared
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.life_dates import spelled_lives
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_PRONOUN = regex(
    r"\b(?:he|she|they|his|her|him|their|them|it|its|er|seine?[nmrs]?|ihr\w*)\b|\A(?:Sie|Es)\b"
    r"|\b(?:on|at|in|during) (?:this|that|these|those) (?:day|date|time|week|month|year|place|event|occasion|case)s?\b"
    r"|\b(?:an|in|zu|bei|während) diese[mnr]\b",
    re.IGNORECASE,
)
# What the rows of any table are.
_ENTRIES = frozenset(content_words("position item entry line row posten zeile eintrag artikel article product produkt"))
_ITEM_NUMBER = regex(r"\A\d{1,2}[.)] (?=[^\W\d_])")  # says nothing
# A sentence without one of these says something else about the subject.
_DECISIVE = frozenset(
    content_words(
        "founded founder built born own owns owner live lives died married studied painted designed invented weigh "
        "heavy weight tall salary earn wage cost price bonus altered pension penalty fine discount address email "
        "phone telephone number password rating color colour age brand manufactured gegründet gründer gebaut geboren "
        "wohnt wohnen lebt starb verheiratet gehört besitzer hergestellt schwer wiegt hoch größe open gehalt verdient "
        "lohn kostet preis bezahlt bezahlen adresse passwort telefonnummer farbe alter zurück"
    )
)
_TAKING_PART = frozenset(content_words("come came attend attended join joined enrol enrolled register registered"))
_LIVING = frozenset(content_words("live lives"))
_YEAR, _ASKS_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)"), regex(r"\byears?\b|\bjahr", re.IGNORECASE)
_WHO_IS_ROLE = regex(r"\W*who (?:is|are) (?:the|our|your|my|its|their|an?) ", re.IGNORECASE)
_INTEREST = regex(r"\b(?:interest|penalt(?:y|ies)|\w{0,20}zins(?:en)?)\b", re.IGNORECASE)
_LONG_NAME = regex(
    r"(?<=[a-z] )(?!(?:Mrs?|Ms|Miss|Dr|Prof)\b)[A-Z][\w'’-]{1,30}(?: (?:[A-Z][\w'’-]{1,30}|\d{1,4})){1,4}"
)
_ENOUGH = regex(
    r"\b(?:if|when|unless|provided|wenn|falls|sofern)\b.{0,60}\b(?:at least|more than|mindestens|mehr als)\b",
    re.IGNORECASE,
)
_LOOSE = 0.65  # who runs something heads it, but a head office does not


class AnswerCriteria:
    """Whether a sentence meets what an English or German question requires of its answer. terms are further synonyms of
    the question's words."""

    has_compounds = False  # those of German questions count as their words
    has_forms = False  # but for German questions

    def __init__(self, question: Question, terms: Mapping[str, Phrases] | None = None) -> None:
        self._question = question
        self._asked = frozenset(question.words)
        self._requires = Requirements(question, terms or {})
        self._coverage = Coverage(question, self._requires)
        self._qualifiers = Qualifiers(
            question, self._requires.words, self._requires.synonyms, self._requires.doers.deeds
        )
        self._figures = figure_of_row(question.text)
        self._payer = payer_asked(question.text)
        names = map(content_words, () if question.is_german else _LONG_NAME.findall(question.text))
        self._long_names = [frozenset(word for word in name if not word[0].isdecimal()) for name in names]
        self._deciding = (self._requires.doers.deeds & _DECISIVE) | self._requires.asked_things
        self._number = AskedNumber(question)
        self._lookalikes = Lookalikes(question.text)
        self._fields = AskedFields(question.text, self._requires.words, lambda words: self._coverage.of(words, words))

    @property
    def is_applicable(self) -> bool:
        """Whether one sentence can be expected to meet the criteria."""
        return self._requires.fit_one_sentence or self._fields.are_known

    @property
    def asking(self) -> frozenset[str]:
        """The words for the kind of answer."""
        return self._requires.kind.words if self._requires.kind else frozenset()

    @property
    def asks_figure(self) -> bool:
        """Whether the question asks for an amount or a measure."""
        return self._requires.kind is not None and self._requires.kind.is_figure

    def may_have_figure(self, sentence: Sentence) -> bool:
        """Whether a sentence has a measure of the kind that the question asks for, not just a number, or is a row."""
        return may_have_figure(self._requires.kind, sentence)

    def lack_figures(self, sentences: Sequence[Sentence], share: float) -> bool:
        """Whether the question asks for an amount or a measure and none of these sentences, of which the best meets
        this share, has any, or for what has an unmistakable form, such as a telephone number, and none answers."""
        if share or not self.asks_figure:
            return not share and self._requires.kind is not None and self._requires.kind.is_distinct
        return not any(self._has_kind(s, s.words | s.headings) for s in sentences)

    def leave_open(self, sentences: Sequence[Sentence]) -> bool:
        """Whether one of these sentences has all but what is asked for, an amount or a name, or says only that there is
        one of the kind."""
        prose = [s for s in sentences if s.row is None and not s.is_title]
        if (self.asks_figure or asks_name(self._question.text)) and any(map(self._lacks_kind_alone, prose)):
            return True
        return any(names_only_kind(s.text, self._question.text, self._asked) for s in prose)

    def _lacks_kind_alone(self, sentence: Sentence) -> bool:
        """Whether a sentence has all words that the question requires, of which there are several, but no answer of the
        kind."""
        own, asked = sentence.words | sentence.headings, self._requires.words
        return len(asked) > 1 and not self._has_kind(sentence, own) and self._coverage.of(own, own).issuperset(asked)

    def excludes(self, share: float, of_document: frozenset[str]) -> bool:
        """Whether a document has no answer, given the share of its best sentence and its words: texts paraphrase a long
        question too often, unless it asks for an office or a grade. Without the thing that is rented it has no tenant
        of it."""
        asked = self._requires
        if not asked.fit_one_sentence:
            return False
        told = self._coverage.of(of_document, of_document)
        if self._fields.are_of_other(of_document, told):
            return True
        if asked.doers.objects and told.isdisjoint(asked.doers.objects):
            return not share or not are_implied(asked.doers.objects, of_document)
        if not share and not told.issuperset(self._deciding):
            return True
        return share < LEAST and (asked.can_exclude or ((asked.counted or asked.asks_advice) and not share))

    def share(self, sentence: Sentence) -> float:
        """The share of the criteria that the sentence meets, with its context; 0 if it lacks a decisive word. For "How
        high is the rent?", "The rent is 900 euros" meets all; "The rent is due in May" has no amount and meets none.
        """
        if (sentence.row is not None and self._is_row_of_figure(sentence.row)) or self.field_worth(sentence):
            return 1.0
        if self._fields.denies(sentence.text) or not self._requires.fit_one_sentence:
            return 0.0
        return self._share_of_words(sentence)

    def field_worth(self, sentence: Sentence) -> float:
        """How much speaks for a sentence as the labelled field that the question asks for."""
        return self._fields.worth(sentence, lambda: self._has_kind(sentence, sentence.words | sentence.headings))

    def _share_of_words(self, sentence: Sentence) -> float:
        asked, text, own = self._requires, sentence.text, sentence.words | sentence.headings
        periods = recurring_periods(text) if asked.periods else frozenset[str]()
        is_of_period = sentence.row is None or not periods or not periods.isdisjoint(asked.periods)
        is_other = asked.doers.is_order(text) or asked.doers.are_things_in(text) or pays_to(self._payer, text)
        is_other = is_other or (asked.asks_advice and not states_advice(f"{sentence.introduction} {text}"))
        if is_other or not self._has_kind(sentence, own) or not is_of_period:
            return 0.0

        refers_back = sentence.leans_back or _PRONOUN.search(text) is not None
        around = own | (sentence.context if refers_back or sentence.row else sentence.scope)
        if asked.kind is not None and asked.kind.is_figure and asked.kind.is_alone_in(text):
            around |= sentence.paragraph  # breakfast is served in the garden; the price is 14 euros
        lookalikes = self._lookalikes.words_for_others(text)
        unsaid_of_doer = asked.doers.covered(text, sentence.headings)
        covered = self._coverage.in_context(sentence, around, around - lookalikes) | unsaid_of_doer
        if self._is_row_of_kind(sentence) and asked.counted:
            covered.add(asked.counted)
        elif sentence.row and asked.counted in sentence.words - sentence.headings and not asked.counted_kind <= around:
            return 0.0  # larch boards, of pine boards
        if sentence.row is not None:
            unsaid = unsaid_in_row(sentence.row, self._question.text, asked.counted, asked.words)
            covered |= unsaid if covered - unsaid else set()
            if self._has_part_of_name(sentence):
                return 0.0
            if not self._is_comparable(sentence.row, own, around, covered):
                return 0.0
            covered |= asked.extreme | (_ENTRIES.intersection(asked.words) if asked.extreme else set())

        paragraph = sentence.paragraph if refers_back else frozenset[str]()
        says_all = bool(unsaid_of_doer) and unsaid_of_doer.issuperset(asked.words)
        if not says_all and self._is_about_other(
            sentence, around, covered, lookalikes, paragraph, says_period=bool(periods)
        ):
            return 0.0
        if (
            self._has_name_alone(sentence, covered)
            or not self._counts(sentence)
            or not self._decides(sentence, covered)
            or not (unsaid_of_doer or self._has_deed(sentence, own))
        ):
            return 0.0
        if not self._qualifiers.match(sentence, around, covered, ruled=asked.asks_rule):
            return 0.0

        is_rule = asked.asks_rule and bool(covered) and states_rule(f"{sentence.introduction} {text}")
        if is_data(sentence) and not covered <= TELLING_VERBS:
            covered |= (TELLING_VERBS | _TAKING_PART).intersection(asked.words)  # a table need not say them
        needs_all = (asked.needs_both and len(asked.words) == 2) or (asked.asks_rule and not is_rule)
        needs_all = needs_all or asked.asks_advice
        if (needs_all and len(covered) < len(asked.words)) or self._is_label_alone(sentence):
            return 0.0
        is_doer = not asked.doers.has_nouns or unsaid_of_doer or not asked.doers.deeds.isdisjoint(around)
        highest = 1.0 if is_doer else _LOOSE
        return min(highest, (len(covered) + 0.5 * is_rule) / len(asked.words)) if asked.words else highest

    def _has_kind(self, sentence: Sentence, own: frozenset[str]) -> bool:
        """Whether the sentence has an answer of the required kind. If no kind is required, every sentence but a title
        has."""
        asked, question = self._requires, self._question.text
        text = spelled_lives(without_links(sentence.text))
        said = without_section_number(text)
        text = without_numbers_of_others(text, asked.kind)
        is_silent = sentence.is_title and not (says_something(said) or heads_answer(sentence, self._question))
        if asked.kind is None and is_silent:
            return False
        if sentence.row is not None:
            around = own | sentence.scope
            if asked.kind is not None and not asked.kind.is_in_row(sentence.row, text, around, self._asked):
                return False
            if not self._qualifiers.fits_row(sentence, sentence.row, asked.kind):
                return False
        elif asked.kind is not None and (
            not asked.kind.is_in(_ITEM_NUMBER.sub("", text), own, is_data=is_data(sentence))
            or asked.kind.is_only_of(text, self._asked)
            or (asked.kind.is_any_time(text) and 2 * len(self._coverage.of(own, own)) <= len(asked.words))
        ):
            return False
        elif (
            asked.kind
            and sentence.is_title
            and not (sentence.start or is_data(sentence) or _ASKS_YEAR.search(question))
        ):
            return asked.kind.is_in(_YEAR.sub("", said), own, is_data=False)  # the year of a title says when nothing is
        if _WHO_IS_ROLE.match(question) and not (is_data(sentence) or names_someone(text, self._asked)):
            return False
        if self._question.wants_holder and not (is_data(sentence) or self._question.expects(text)):
            return False
        if self._names_another(sentence, text) or states_other_amount(text, question):
            return False
        if asks_age_of_person(question) and (says_founding(text) or only_bounds_age(text)):
            return False
        if asked.asks_price and (owed := _INTEREST.search(text)) and not any(map(str.isdecimal, text[: owed.start()])):
            return False  # it states the interest owed
        return not (asked.counts_all and _ENOUGH.search(text))  # one number is enough for all of the things asked for

    def _names_another(self, sentence: Sentence, text: str) -> bool:
        """Whether a sentence with this text lacks the name that the question asks for, says when something is called
        off, or only compares something with the question's own."""
        question = self._question.text
        if names_other(text, question, self._requires.head, self._requires.synonyms):
            return True
        if names_namesake(question, text) or (sentence.row is None and self._number.is_of_other(text)):
            return True
        if not (is_data(sentence) or names_a_body(text, question, self._asked)):
            return True
        if sentence.row is not None:
            return False
        if is_called_off(text, question):
            return True
        compared = only_compared(text) - only_compared(question)
        return bool(compared & self._question.names) or names_only_kind(text, question, self._asked)

    def _is_comparable(self, row: Row, own: frozenset[str], around: frozenset[str], covered: Collection[str]) -> bool:
        """Whether a row has what the question compares, and a figure of it or the superlative itself."""
        asked = self._requires
        if asked.extreme_heads:
            has_figure = is_headed(around, asked.extreme_heads)
        else:
            has_figure = not row.figures or not all(map(is_year, row.figures))
        return (has_figure or asked.extreme <= own) and asked.compared.issubset(covered)

    def _is_row_of_figure(self, row: Row) -> bool:
        """Whether a row has the figure by which the question identifies it, under a heading that it names: which region
        had sales of 1706."""
        return any(
            not self._figures.isdisjoint(FIGURE.findall(value)) and not self._asked.isdisjoint(content_words(heading))
            for heading, value in (row.columns if self._figures else ())
        )

    def _has_part_of_name(self, sentence: Sentence) -> bool:
        """Whether a row has some words of a name of several, but not all: Spanish Level 1, for French Level 1."""
        around = sentence.words | sentence.headings | sentence.titled | sentence.named
        said = around | self._coverage.of(around, around)
        return any(not (said.isdisjoint(name) or said.issuperset(name)) for name in self._long_names)

    def _has_name_alone(self, sentence: Sentence, covered: Collection[str]) -> bool:
        """Whether of the question's words the sentence itself, or a row with the title over it, has only the name.
        German nouns look like names."""
        asked = self._requires
        others = {*asked.words} - asked.names
        if self._question.is_german or not (asked.names and others) or len(covered) >= len(asked.words):
            return False
        if sentence.row and not sentence.headings.isdisjoint(self._asked):
            return False  # how many weeks does Sign Language run: Weeks
        own = sentence.words | sentence.headings
        around = own | sentence.scope if sentence.row else own
        return self._coverage.of(around, own).isdisjoint(others)

    def _has_deed(self, sentence: Sentence, own: frozenset[str]) -> bool:
        """Whether a sentence of prose has the deed of a question who did it or, after one that has, names someone:
        after "was built in 1954", not "It has 48 rooms"."""
        deeds = self._requires.doers.deeds
        if is_data(sentence):
            return True
        if leaves_doer_open(self._question.text, sentence.text, self._asked):
            return False
        if not deeds or not deeds.isdisjoint(self._coverage.of(own, own)):
            return True
        return names_beyond_places(sentence.text, self._asked)

    def _counts(self, sentence: Sentence) -> bool:
        """Whether a sentence of prose has a number of what the question counts, if it counts anything."""
        asked = self._requires
        if asked.counted is None or is_data(sentence):
            return True
        synonyms = asked.synonyms.get(asked.counted, ())
        is_form = self._coverage.is_form if self._question.is_german else None
        text = without_parts(sentence.text, self._asked) if asked.counts_all else sentence.text
        return counts(text, asked.counted, synonyms, is_form, of_all=asked.counts_all)

    def _is_row_of_kind(self, sentence: Sentence) -> bool:
        """Whether a row has the words that say which things are counted: the cedar cladding, of cedar boards."""
        kind = self._requires.counted_kind
        return sentence.row is not None and bool(kind) and kind <= sentence.words

    def _decides(self, sentence: Sentence, covered: set[str]) -> bool:
        """Whether a sentence that covers these words has all that decide. For an office without a name of its holder,
        the sentence itself must have them."""
        asked, own = self._requires, sentence.words | sentence.headings
        if asked.office is not None and sentence.row is None and not self._question.expects(sentence.text):
            covered = covered.intersection(self._coverage.of(own, own))
        is_member = sentence.row is None and is_data(sentence)
        decisive = asked.decisive if is_member else asked.decisive | _DECISIVE
        if sentence.row is not None and asked.counted in sentence.headings:
            decisive -= _LIVING  # how many species live there
        return covered.issuperset(decisive.intersection(asked.words))

    def _is_label_alone(self, sentence: Sentence) -> bool:
        """Whether the sentence names nobody but those of the question "who is ...?", and says nothing of them."""
        asked = self._requires
        return asked.asks_who_is and not is_data(sentence) and names_only(asked.words, sentence.text, asked.head)

    def _is_about_other(
        self,
        sentence: Sentence,
        around: frozenset[str],
        covered: Collection[str],
        lookalikes: Set[str],
        paragraph: frozenset[str],
        *,
        says_period: bool,
    ) -> bool:
        """Whether a sentence that covers these required words, with the words around it, is about something else than
        the question: it only has the quarter, or the words of its document's name, lacks the names or the office, or is
        a row that does not count the things. paragraph has the words of the sentences to which it refers."""
        asked, own, row = self._requires, sentence.words | sentence.headings, sentence.row
        nearby = around | self._coverage.of(own | paragraph, own)  # a heading alone says something like the office
        is_named = asked.counted in nearby or asked.counted in PEOPLE.intersection(covered)
        is_named = is_named or self._is_row_of_kind(sentence)
        is_counted = is_named and row is not None and may_count(row)
        if row is not None and asked.counted and not is_counted:
            is_counted = asked.counted in unsaid_in_row(row, self._question.text, asked.counted, asked.words)
        if (
            (bool(covered and asked.topics) and asked.topics.isdisjoint(covered))
            or (bool(asked.names_with_kind) and asked.names_with_kind.isdisjoint(covered))
            or (asked.office is not None and asked.office not in nearby)
            or (row is not None and bool(asked.counted) and not is_counted)
        ):
            return True
        is_member = is_data(sentence) and not own.isdisjoint(asked.selective)  # the total in order.json
        is_any_row = row is not None and asked.extreme.union(_ENTRIES).issuperset(covered)
        if not covered or says_period or is_member or is_any_row:
            return False
        synonyms = self._question.loose_words
        of_kind = asked.kind.words & synonyms.keys() if asked.kind else frozenset[str]()
        if any(says(sentence.label, synonyms[word]) for word in of_kind):  # weight, for heavy
            return False
        return not self._coverage.of(around - lookalikes - (sentence.named - own - paragraph), own)
