"""Decides whether one sentence answers a question: it needs an answer of the right kind and the question's words."""

import re
from collections.abc import Mapping

from orc.documents.evidence.ages import asks_age_of_person, says_founding
from orc.documents.evidence.counting import counts, may_count, words_of_room
from orc.documents.evidence.distinctions import capital_names
from orc.documents.evidence.doers import Doers
from orc.documents.evidence.focus import OPEN_WORDS, Focus
from orc.documents.evidence.other_things import PRICES, is_priced
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.permissions import RULE_WORDS, asks_permission, deed_asked, states_rule
from orc.documents.evidence.persons import names_someone
from orc.documents.evidence.qualifiers import Qualifiers, graded, punctuality
from orc.documents.evidence.sentence_ranking import LEAST
from orc.documents.evidence.superlatives import extreme_asked
from orc.documents.questions.german import words_in_compounds
from orc.documents.questions.kinds import asked_kind, is_headed, states_cover
from orc.documents.questions.question import LIGHT_WORDS, Question, is_year
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_GERMAN_HEAD = regex(
    r"\W*(?:wie (?:hoch|lautet|groß|lang|teuer)(?: ist| sind)?|was ist|wer (?:ist|war)|gibt es|wie heißt"
    r"|welche[rsnm]?"
    r"|(?P<counted>wie viele)) (?:(?:der|die|das|den|dem|(?:m?eine?|keine?)[nmrs]?) )?(\w+)",
    re.IGNORECASE,
)
_PRONOUN = regex(
    r"\b(?:he|she|they|his|her|him|their|them|it|its|er|seine?[nmrs]?|ihr\w*)\b|\A(?:Sie|Es)\b"
    r"|\b(?:on|at|in|during) (?:this|that|these|those) (?:day|date|time|week|month|year|place|event|occasion|case)s?\b"
    r"|\b(?:an|in|zu|bei|während) diese[mnr]\b",
    re.IGNORECASE,
)
_CATEGORIES = frozenset(
    content_words("country city town day time year date month name place person language floor jahr tag monat")
)
# What the rows of any table are.
_ENTRIES = frozenset(content_words("position item entry line row posten zeile eintrag artikel article product produkt"))
_MANNERS = frozenset(content_words("often oft schnell quickly"))
_TELLING = frozenset(content_words("work begin start move write run leave stay open close name audit"))
_STORING = frozenset(content_words("stored kept held located situated"))
_SUBJECTS = frozenset(
    content_words(
        "company firm business organisation organization document contract agreement lease handbook policy club "
        "society "
        "association vertrag verein firma betrieb unternehmen"
    )
)
# Titles of statements, which terms of accounting include for the search.
_TITLES = frozenset(
    frozenset(content_words(title))
    for title in (
        "balance sheets",
        "statements of income",
        "statements of operations",
        "statements of earnings",
        "statements of cash flows",
        "operating activities",
        "investing activities",
        "financing activities",
    )
)
_SAYS_SOMETHING = regex(  # Ann Lee, chair
    r":\s?\S|\d|\A[-*+•]\s|\A(?:[A-ZÀ-Þ][\w'’.-]{0,30} ){1,4}[A-ZÀ-Þ][\w'’-]{0,30}, \w"
)  # a line without a full stop that is not a heading
_QUARTER = regex(r"[qh][1-4]|quarter|half|quartal|halbjahr")
_MEMBER = regex(r"\"[^\"]{1,60}\"\s?:")
_WHICH = regex(r"\W*(?:on |in )?(?:which|what|welche)", re.IGNORECASE)
_FISCAL = regex(r"\bfiscal (?:year )?\d{4}\b", re.IGNORECASE)
_ACRONYM = regex(r"\b[A-Z]{3,10}\b")
_PERSON = regex(r"\b(?:Frau|Herrn?|Familie) [A-ZÄÖÜ][\w-]+")
_AT_WORK = regex(r"\b(?:at|to|from) work\b", re.IGNORECASE)
_ENDING = regex(r"(?<=\w{4})(?:e[nrs]?|n|s)\Z")
_OF_WHAT = regex(r"s?(?:geld|kosten|preis|gebuhr|satz|betrag|zahl|dau|frist|nummer|nummern|zeit|zeiten)e?r?")
_DOER, _DOING = regex(r"er(?:in)?\Z"), regex(r"ung(?:en)?\Z")
# The salary of the driver, the driver's salary; who paints the door: both words decide.
_OF_SOMETHING = regex(
    r"\W*(?:what|who|which|where)(?: is| are| was| were|['’]s) (?:(?:the|my|our|an?) (?:[\w-]+ ){1,3}of\b"
    r"|(?:[\w-]+ ){0,4}[\w-]+['’]s? )"
    r"|\W*how much (?:is|are|was|were) (?:an?|the|my) [\w-]+ [\w-]+\W*\Z"
    r"|\W*(?:wie (?:hoch|lautet|heißt)(?: ist| sind)?|was ist|wer (?:ist|war)) (?:der|die|das) [\w-]+ "
    r"(?:der|des|eine[rs]|von|vom|meine[rs])\b",
    re.IGNORECASE,
)
_DOES = regex(
    r"\W*(?:(?:who|wer) (?!is\b|are\b|was\b|were\b|ist\b|war\b|sind\b)"
    r"|(?:does|do|did|is|are|was|were|has|have|will) (?!there\b))",
    re.IGNORECASE,
)
_SUBJECT = regex(
    r"\W*(?:which (?=\w+ (?!of\b))"
    r"|(?:what|where|when|how|why) (?:did|does|do|has|have|will) (?:the |an? |my "
    r"|our )?)(\w+)",
    re.IGNORECASE,
)
_GERMAN_SUBJECT = regex(
    r"\W*(?:(?:ab|bis|seit) )?(?:wann|wo|wie lange|wie oft) \w+ (?:der|die|das|m?eine?) ((?-i:[A-ZÄÖÜ])\w+)",
    re.IGNORECASE,
)
# The text may state a promise as a fact.
_OFFERS = regex(
    r"\b(?:do|does|did|will) (?:you|they|we) (promise|guarantee|offer|grant|provide|allow|give)\b", re.IGNORECASE
)
_PERIODS = frozenset(content_words("day week month year hour tag woche monat jahr stunde"))
# A sentence without one of these says something else about the subject.
_DECISIVE = frozenset(
    content_words(
        "founded founder built born own owns owner live lives died married studied painted designed invented weigh "
        "heavy weight "
        "tall salary earn wage cost price bonus altered pension penalty fine discount address email phone telephone "
        "number password "
        "rating color colour age brand manufactured gegründet gründer gebaut geboren wohnt wohnen lebt starb "
        "verheiratet gehört besitzer hergestellt "
        "schwer wiegt hoch größe open gehalt verdient lohn kostet preis bezahlt bezahlen adresse passwort "
        "telefonnummer farbe alter"
    )
)
# Words that stemming conflates.
_ALIKE = (
    ("office", "officer"),
    ("vacate", "vacation"),
    ("depart", "department"),
    ("install", "instalment"),
    ("terminal", "terminate"),
    ("author", "authority"),
    ("expense", "expensive"),
    ("occupant", "occupation"),
)
_FORMS = {word: regex(rf"\b{word}(?:e?[sd]|ing)?\b", re.IGNORECASE) for pair in _ALIKE for word in pair}
_HAS_HOW_MANY = regex(
    r"\W*(?:how many \w+ (?:(?:does|do) .{1,60} have|are there)|wie viele \w+ (?:hat|haben|gibt)) ?[\w ]*\W*\Z",
    re.IGNORECASE,
)
_WHO_IS = regex(r"\W*who (?:is|was|are|were)\b", re.IGNORECASE)
_WHO_IS_ROLE = regex(r"\W*who (?:is|are) (?:the|our|your|my|its|their|an?) ", re.IGNORECASE)
_TELLS_WHO = regex(r"\b(?:is|was|are|were|been|named|called)\b|:\s", re.IGNORECASE)
_PAID = regex(r"\b(?:rent|price|salary|wage|fee|miete|preis|gehalt|lohn)\b", re.IGNORECASE)
_INTEREST = regex(r"\b(?:interest|penalt(?:y|ies)|\w{0,20}zins(?:en)?)\b", re.IGNORECASE)
_IN_CASE = regex(r"\b(?:if|unless|late|overdue|wenn|falls|verspätet\w*)\b", re.IGNORECASE)  # interest may follow
_CAPITAL = regex(r"\b[A-Z][\w'’-]+")
_ENOUGH = regex(
    r"\b(?:if|when|unless|provided|wenn|falls|sofern)\b.{0,60}\b(?:at least|more than|mindestens|mehr als)\b",
    re.IGNORECASE,
)
_WHO_HOLDS = regex(r"\W*(?:who|wer) (?:is|are|ist|sind)\b", re.IGNORECASE)
_MOST_NEEDED, _SHORT = 5, 3
_STEM, _ROOT = 4, 5
_LOOSE = 0.65  # who runs something heads it, but a head office does not


class AnswerCriteria:
    """The kind of answer that a question asks for, and the words that a sentence with such an answer must have. terms
    are further synonyms of these words."""

    has_compounds = False  # those of German questions count as their words

    def __init__(self, question: Question, terms: Mapping[str, Phrases] | None = None) -> None:
        self._question, text = question, question.text
        self._asked = frozenset(question.words)
        self._kind, self._asks_rule = asked_kind(text), asks_permission(text)
        terms = {word: tuple(p for p in phrases if p not in _TITLES) for word, phrases in (terms or {}).items()}
        left_out = (OPEN_WORDS - _TELLING - question.telling - terms.keys()).union(
            _MANNERS,
            self._kind.words if self._kind else (),
            _CATEGORIES if _WHICH.match(text) else (),
            content_words(" ".join(_OFFERS.findall(text))),
            ("work",) if _AT_WORK.search(text) else (),
            ("fiscal",) if _FISCAL.search(text) else (),
            RULE_WORDS if self._asks_rule else (),
        )
        head, is_counted = list((focus := Focus(text)).words[-1:]), focus.counted
        compound = frozenset(focus.words[-2:] if len(focus.words) > 1 and head[0] in PRICES else ())
        left_out -= compound
        self._periods = recurring_periods(text)
        self._counts_all = _HAS_HOW_MANY.match(text) is not None
        grades = graded(text, left_out)
        left_out -= grades | (in_time := punctuality(text))
        needed = [w for w in question.words if w not in left_out and not w[0].isdecimal()]
        self._needed = tuple(w for w in needed if w not in _SUBJECTS | _PERIODS) or tuple(needed)
        self._subjects = frozenset(w for w in self._needed if not _QUARTER.fullmatch(w))
        extreme, compared, self._heads = extreme_asked(text)
        self._extreme, self._compared = extreme.intersection(self._needed), compared.intersection(self._needed)
        self._others = {word: (*question.loose_words.get(word, ()), *terms.get(word, ())) for word in needed}
        self._terms = {t: frozenset(word for word in self._needed if terms.get(word) == t) for t in terms.values()}
        self._is_german = question.is_german
        self._acronyms = frozenset(content_words(" ".join(_ACRONYM.findall(text))))
        self._endings = {word: ends for word, ends in question.endings.items() if word in self._needed}
        self._apart = [
            (content_words(one)[0], _FORMS[one], _FORMS[other])
            for pair in _ALIKE
            for one, other in (pair, pair[::-1])
            if _FORMS[one].search(text)
        ]
        if self._is_german and (found := _GERMAN_HEAD.match(text)):
            head = content_words(found[2])[:1]
            is_counted = found["counted"] is not None
        self._all = bool(_OF_SOMETHING.match(text) or (_DOES.match(text) and not self._asks_rule))
        self._asks_price = _PAID.search(text) is not None and not (_INTEREST.search(text) or _IN_CASE.search(text))
        self._identifies = not self._is_german and _WHO_IS.match(text) is not None
        if (not head and (found := _SUBJECT.match(text))) or (not head and (found := _GERMAN_SUBJECT.match(text))):
            head = content_words(found[1])[:1]
        self._head = head[0] if head and head[0] in self._needed else None
        self._counted = self._head if is_counted else None
        asks_holder = _WHO_HOLDS.match(text) is not None
        self._holder = self._head if asks_holder else None
        self._always = compound | grades | in_time | deed_asked(text) | {self._head} | self._extreme
        self._always |= frozenset(needed) - question.names if asks_holder else frozenset[str]()
        self.doers = Doers(text, self._needed)
        self._qualifiers = Qualifiers(question, self._needed, self._others, self.doers.deeds)
        persons = content_words(" ".join(_PERSON.findall(text)))
        names = frozenset(persons if self._is_german else capital_names(text)).intersection(self._needed)
        unnamed = {*self._needed} - (frozenset[str]() if self._is_german else question.names)
        self._excludes = asks_holder or bool(grades) or not len(self._needed) > _SHORT <= len(unnamed)
        self._names = names if self._kind is None and not asks_holder else frozenset[str]()
        self._named = names if self._kind is not None and not self._is_german else frozenset[str]()
        self._selective = left_out.intersection(question.words) - LIGHT_WORDS

    @property
    def is_applicable(self) -> bool:
        """Whether the question is short enough for one sentence to contain its words."""
        return len(self._needed) <= _MOST_NEEDED and bool(self._needed or self._kind)

    def excludes(self, share: float, of_document: frozenset[str]) -> bool:
        """Whether a document has no answer, given the share of its best sentence and its words: texts paraphrase a long
        question too often, unless it asks for an office or a grade. Without the thing that is rented it has no tenant
        of it."""
        if self.doers.objects and self._covered_words(of_document, of_document).isdisjoint(self.doers.objects):
            return True
        return share < LEAST and (self._excludes or (self._counted is not None and not share))

    def _may_be_extreme(self, row: Row, own: frozenset[str], around: frozenset[str]) -> bool:
        """Whether a row has a figure of the kind of which an extreme is asked, if one is asked that it does not say."""
        if not self._extreme - own:
            return True
        if self._heads:
            return is_headed(around, self._heads)
        figures = [value for _, value in row.columns if any(map(str.isdecimal, value))]
        return not figures or not all(map(is_year, figures))

    def share(self, sentence: Sentence) -> float:
        """The share of the criteria that the sentence meets, with its context; 0 if it lacks a decisive word."""
        text, own = sentence.text, sentence.words | sentence.headings
        periods = recurring_periods(text) if self._periods else frozenset[str]()
        is_of_period = not periods or not periods.isdisjoint(self._periods)
        if self.doers.are_things_in(text) or not self._is_of_kind(sentence, own) or not is_of_period:
            return 0.0
        leans = sentence.leans_back or _PRONOUN.search(text)
        around = own | (sentence.context if leans or sentence.row else sentence.scope)
        if self._kind is not None and self._kind.is_figure and self._kind.is_alone_in(text):
            around |= sentence.paragraph  # breakfast is served in the garden; the price is 14 euros
        others = {word for word, one, other in self._apart if other.search(text) and not one.search(text)}
        does = self.doers.covered(text, sentence.headings)
        said = self._said(sentence, around, around - others) | does
        if sentence.row is not None:
            if not self._may_be_extreme(sentence.row, own, around) or not self._compared.issubset(said):
                return 0.0
            said |= self._extreme | (_ENTRIES.intersection(self._needed) if self._extreme else set())
        before = sentence.paragraph if leans else frozenset[str]()
        near = self._covered_words(own | before, own)
        is_data = _is_data(sentence)
        is_of_other = (
            (bool(said and self._subjects) and said.isdisjoint(self._subjects))  # it only has the quarter
            or (bool(self._named) and said.isdisjoint(self._named))
            or (self._holder is not None and self._holder not in around | near)  # a heading says something like it
            or (sentence.row and self._counted and not (self._counted in around | near and may_count(sentence.row)))
        )
        is_member = is_data and not own.isdisjoint(self._selective)  # the total in order.json
        if is_of_other or (
            said
            and not periods
            and not is_member
            and not self._says_kind(sentence.label)
            and not (sentence.row and said <= self._extreme | _ENTRIES)
            and not self._covered_words(around - others - (sentence.named - own - before), own)
        ):
            return 0.0  # it is about something else, or the document's name, which is not an answer
        asked = () if self._is_german else {*self._needed} - self._names  # German nouns look like names
        if self._names and asked and len(said) < len(self._needed) and self._covered_words(own, own).isdisjoint(asked):
            return 0.0  # it only has the name
        decisive = self._always if is_data and sentence.row is None else self._always | _DECISIVE
        if not self._qualifiers.match(sentence, around, said, ruled=self._asks_rule):
            return 0.0
        is_nameless = self._holder is not None and sentence.row is None and not self._question.expects(text)
        told = said.intersection(self._covered_words(own, own)) if is_nameless else said  # not by a heading alone
        synonyms, is_form = self._others.get(self._counted or "", ()), self._is_form if self._is_german else None
        counted = (
            is_data or not self._counted or counts(text, self._counted, synonyms, is_form, of_all=self._counts_all)
        )
        if not counted or not told.issuperset(decisive.intersection(self._needed)):
            return 0.0
        is_capital = self._identifies and {*content_words(" ".join(_CAPITAL.findall(text)))} <= {*self._needed}
        ruled = self._asks_rule and bool(said) and states_rule(text)
        said |= _TELLING.intersection(self._needed if is_data and not said <= _TELLING else ())  # a table need not
        wants_all = (self._all and len(self._needed) == 2) or (self._asks_rule and not ruled)
        is_told = is_data or content_words(text)[:1] == [self._head] or _TELLS_WHO.search(text) or not is_capital
        if not is_told or (wants_all and len(said) < len(self._needed)):
            return 0.0
        most = _LOOSE if self.doers.has_nouns and not does and self.doers.deeds.isdisjoint(around) else 1.0
        return min(most, (len(said) + 0.5 * ruled) / len(self._needed)) if self._needed else most

    def _said(self, sentence: Sentence, around: frozenset[str], words: frozenset[str]) -> set[str]:
        """The required words that these words of a sentence and of what is around it cover, and those that a row or a
        room need not say."""
        own = sentence.words | sentence.headings
        named = frozenset[str]() if sentence.row else _SUBJECTS & sentence.named - own
        said = self._covered_words(words - named, own)
        if sentence.row and not (sentence.words - PRICES).isdisjoint(self._needed) and is_priced(sentence.row):
            said |= PRICES.intersection(self._needed)
        whole = [term for phrases, term in self._terms.items() if term <= said or says(around, phrases)]
        said -= frozenset[str]().union(*self._terms.values())  # capital alone is not the working capital
        said |= frozenset[str]().union(*whole) | (words_of_room(sentence.text, self._counted) & {*self._needed})
        return said | (_STORING.intersection(self._needed) if said and sentence.row else frozenset[str]())

    def _says_kind(self, label: frozenset[str]) -> bool:
        """Whether the label of a line names the kind of answer in other words than the question: weight, for heavy."""
        asked = self._kind.words & self._question.loose_words.keys() if self._kind else frozenset[str]()
        return any(says(label, self._question.loose_words[word]) for word in asked)

    def _is_of_kind(self, sentence: Sentence, own: frozenset[str]) -> bool:
        """Whether the sentence has an answer of the required kind. If no kind is required, every sentence but a title
        has."""
        text = sentence.text
        if self._kind is None and sentence.is_title and not _SAYS_SOMETHING.search(text):
            return False
        if sentence.row is not None:
            around = own | sentence.scope
            if self._kind is not None and not self._kind.is_in_row(sentence.row, text, around, self._asked):
                return False
            if not self._qualifiers.fits_row(sentence, sentence.row, self._kind):
                return False
        elif self._kind is not None and not self._kind.is_in(text, own, is_data=_is_data(sentence)):
            return False
        if _WHO_IS_ROLE.match(self._question.text) and not (_is_data(sentence) or names_someone(text, self._asked)):
            return False
        if states_cover(text, self._question.text) or (says_founding(text) and asks_age_of_person(self._question.text)):
            return False
        if self._asks_price and (owed := _INTEREST.search(text)) and not any(map(str.isdecimal, text[: owed.start()])):
            return False  # it states the interest owed
        return not (self._counts_all and _ENOUGH.search(text))  # one number is enough for all of the things asked for

    def _covered_words(self, words: frozenset[str], own: frozenset[str]) -> set[str]:
        """The required words that these words cover, of which own are the sentence's. An English word never covers two
        by its form: a building is not built. A German compound may: Gerichtsstand covers the court and the
        responsibility."""
        said = {word for word in self._needed if word in words}
        if (own if self._names.issuperset(self._needed) else words) & _SUBJECTS:  # "the company" for its name
            said |= self._names
        used, direct = set(said), frozenset(said)  # no word of the question covers another one
        for word in self._needed:
            phrases = self._others.get(word, ())
            free = (
                p
                for p in phrases
                if p <= words and all(p in self._others.get(w, ()) for w in p & direct)  # notice, for notice period
            )
            if found := next((p for p in free if len(p) > 1 or not any(_share_root(word, w) for w in p)), None):
                said.add(word)
                used |= found
        said |= words_in_compounds(self._endings, words)
        for word in self._needed:
            left = words if self._is_german else words - used
            form = next((other for other in sorted(left) if word not in said and self._is_form(word, other)), None)
            if form is not None:
                said.add(word)
                used.add(form)
        return said

    def _is_form(self, word: str, other: str) -> bool:
        """Whether the two are forms of one word or, in German, one is the head of the other."""
        if _share_root(word, other) and says(frozenset((other,)), self._others.get(word, ())):
            return True
        if word in self._acronyms:
            return False
        if not self._is_german:  # a profit is not a profile
            return len(word) >= _ROOT and other[:_ROOT] == word[:_ROOT] and other[:-1] != word[:-1]
        if _DOER.search(word) and _DOING.search(other):
            return False  # the one who leads is not the leading one
        word, other = _ENDING.sub("", word), _ENDING.sub("", other)
        if min(len(word), len(other)) < _STEM:
            return False
        if other.startswith(word) or other.endswith(word) or word.endswith(other):
            return True
        if word.startswith(other) and _OF_WHAT.fullmatch(word[len(other) :]):
            return True  # Kilometergeld is money for kilometres
        return len(word) >= _ROOT and word[:-2] == other[: len(word) - 2] and abs(len(word) - len(other)) <= 2


def _is_data(sentence: Sentence) -> bool:
    """Whether the sentence is a table row or a JSON member."""
    return sentence.row is not None or _MEMBER.search(sentence.text) is not None


def _share_root(word: str, other: str) -> bool:
    return word[: _STEM - 1] == other[: _STEM - 1]
