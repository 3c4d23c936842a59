"""Decides whether one sentence answers a question: it needs an answer of the right kind and the question's words."""

import re
from collections.abc import Collection, Mapping, Set

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
from orc.documents.questions.german import INFLECTION, words_in_compounds
from orc.documents.questions.kinds import asked_kind, is_headed, states_cover
from orc.documents.questions.question import LIGHT_WORDS, Question, is_year
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_GERMAN_HEAD = regex(
    r"\W*(?:wie (?:hoch|lautet|groß|lang|teuer)(?: ist| sind)?|was ist|wer (?:ist|war)|gibt es|wie heißt|welche[rsnm]?"
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
_MANNERS = frozenset(content_words("often oft schnell quickly automatically automatisch"))
_TELLING = frozenset(content_words("work begin start move write run leave stay open close name audit"))
_STORING = frozenset(content_words("stored kept held located situated"))
_SUBJECTS = frozenset(
    content_words(
        "company firm business organisation organization document contract agreement lease handbook policy club "
        "society association vertrag verein firma betrieb unternehmen"
    )
)
# Titles of statements, which terms of accounting include for the search.
_TITLES = frozenset(
    frozenset(content_words(title))
    for title in (
        *("balance sheets", "statements of income", "statements of operations", "statements of earnings"),
        *("statements of cash flows", "operating activities", "investing activities", "financing activities"),
    )
)
_SAYS_SOMETHING = regex(  # Ann Lee, chair
    r":\s?\S|\d|\A[-*+•]\s|(?:\A|(?:Grüßen?|[Rr]egards|[Ss]incerely|[Ff]aithfully),?\s)"
    r"(?:[A-ZÀ-Þ][\w'’.-]{0,30} ){1,4}[A-ZÀ-Þ][\w'’-]{0,30}, \w"
)  # a line without a full stop that is not a heading
_QUARTER = regex(r"[qh][1-4]|quarter|half|quartal|halbjahr")
_MEMBER = regex(r"\"[^\"]{1,60}\"\s?:")
_WHICH = regex(r"\W*(?:on |in )?(?:which|what|welche)", re.IGNORECASE)
_FISCAL = regex(r"\bfiscal (?:year )?\d{4}\b", re.IGNORECASE)
_ACRONYM = regex(r"\b[A-Z]{3,10}\b")
_PERSON = regex(r"\b(?:Frau|Herrn?|Familie) [A-ZÄÖÜ][\w-]+")
_AT_WORK = regex(r"\b(?:at|to|from) work\b", re.IGNORECASE)
_OF_WHAT = regex(r"[a-z]?(?:geld|kosten|preis|gebuhr|satz|betrag|zahl|dau|frist|numm|nummer|nummern|zeit|zeiten)e?r?")
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
    r"\W*(?:which (?=\w+ (?!of\b))|(?:what|where|when|how|why) (?:did|does|do|has|have|will) "
    r"(?:the |an? |my |our )?)(\w+)",
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
        "heavy weight tall salary earn wage cost price bonus altered pension penalty fine discount address email "
        "phone telephone number password rating color colour age brand manufactured gegründet gründer gebaut geboren "
        "wohnt wohnen lebt starb verheiratet gehört besitzer hergestellt schwer wiegt hoch größe open gehalt verdient "
        "lohn kostet preis bezahlt bezahlen adresse passwort telefonnummer farbe alter"
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
    """The kind of answer that a question asks for, and the required words: those that a sentence with such an answer
    must have, itself or around it. terms are further synonyms of these words.

    Of the required words, the decisive ones may not be missing, the extreme ones are a superlative, which no row says
    of itself, and the topics are all but quarters. office is the role of whose holder a question asks, counted what it
    counts."""

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
        self._required = tuple(w for w in needed if w not in _SUBJECTS | _PERIODS) or tuple(needed)
        self._topics = frozenset(w for w in self._required if not _QUARTER.fullmatch(w))
        extreme, compared, self._extreme_heads = extreme_asked(text)
        self._extreme, self._compared = extreme.intersection(self._required), compared.intersection(self._required)
        self._synonyms = {word: (*question.loose_words.get(word, ()), *terms.get(word, ())) for word in needed}
        self._terms = {t: frozenset(word for word in self._required if terms.get(word) == t) for t in terms.values()}
        self._is_german = question.is_german
        self._acronyms = frozenset(content_words(" ".join(_ACRONYM.findall(text))))
        self._endings = {word: ends for word, ends in question.endings.items() if word in self._required}
        self._lookalikes = [
            (content_words(one)[0], _FORMS[one], _FORMS[other])
            for pair in _ALIKE
            for one, other in (pair, pair[::-1])
            if _FORMS[one].search(text)
        ]
        if self._is_german and (found := _GERMAN_HEAD.match(text)):
            head = content_words(found[2])[:1]
            is_counted = found["counted"] is not None
        self._needs_both = bool(_OF_SOMETHING.match(text) or (_DOES.match(text) and not self._asks_rule))
        self._asks_price = _PAID.search(text) is not None and not (_INTEREST.search(text) or _IN_CASE.search(text))
        self._asks_who_is = not self._is_german and _WHO_IS.match(text) is not None
        if (not head and (found := _SUBJECT.match(text))) or (not head and (found := _GERMAN_SUBJECT.match(text))):
            head = content_words(found[1])[:1]
        self._head = head[0] if head and head[0] in self._required else None
        self._counted = self._head if is_counted else None
        asks_holder = _WHO_HOLDS.match(text) is not None
        self._office = self._head if asks_holder else None
        self._decisive = compound | grades | in_time | deed_asked(text) | {self._head} | self._extreme
        self._decisive |= frozenset(needed) - question.names if asks_holder else frozenset[str]()
        self.doers = Doers(text, self._required)
        self._qualifiers = Qualifiers(question, self._required, self._synonyms, self.doers.deeds)
        persons = content_words(" ".join(_PERSON.findall(text)))
        names = frozenset(persons if self._is_german else capital_names(text)).intersection(self._required)
        unnamed = {*self._required} - (frozenset[str]() if self._is_german else question.names)
        self._can_exclude = asks_holder or bool(grades) or not len(self._required) > _SHORT <= len(unnamed)
        self._names = names if self._kind is None and not asks_holder else frozenset[str]()
        self._names_with_kind = names if self._kind is not None and not self._is_german else frozenset[str]()
        self._selective = left_out.intersection(question.words) - LIGHT_WORDS

    @property
    def is_applicable(self) -> bool:
        """Whether the question is short enough for one sentence to contain its words."""
        return len(self._required) <= _MOST_NEEDED and bool(self._required or self._kind)

    def excludes(self, share: float, of_document: frozenset[str]) -> bool:
        """Whether a document has no answer, given the share of its best sentence and its words: texts paraphrase a long
        question too often, unless it asks for an office or a grade. Without the thing that is rented it has no tenant
        of it."""
        if self.doers.objects and self._covered_words(of_document, of_document).isdisjoint(self.doers.objects):
            return True
        return share < LEAST and (self._can_exclude or (self._counted is not None and not share))

    def share(self, sentence: Sentence) -> float:
        """The share of the criteria that the sentence meets, with its context; 0 if it lacks a decisive word. For "How
        high is the rent?", "The rent is 900 euros" meets all; "The rent is due in May" has no amount and meets none.
        """
        text, row, own = sentence.text, sentence.row, sentence.words | sentence.headings
        periods = recurring_periods(text) if self._periods else frozenset[str]()
        is_of_period = not periods or not periods.isdisjoint(self._periods)
        if self.doers.are_things_in(text) or not self._has_kind(sentence, own) or not is_of_period:
            return 0.0
        refers_back = sentence.leans_back or _PRONOUN.search(text)
        around = own | (sentence.context if refers_back or row else sentence.scope)
        if self._kind is not None and self._kind.is_figure and self._kind.is_alone_in(text):
            around |= sentence.paragraph  # breakfast is served in the garden; the price is 14 euros
        lookalikes = {word for word, one, other in self._lookalikes if other.search(text) and not one.search(text)}
        unsaid_of_doer = self.doers.covered(text, sentence.headings)
        covered = self._covered_in_context(sentence, around, around - lookalikes) | unsaid_of_doer
        if row is not None:
            is_compared = not row.figures or not all(map(is_year, row.figures))
            is_compared = is_headed(around, self._extreme_heads) if self._extreme_heads else is_compared
            if (self._extreme - own and not is_compared) or not self._compared.issubset(covered):
                return 0.0
            covered |= self._extreme | (_ENTRIES.intersection(self._required) if self._extreme else set())
        paragraph = sentence.paragraph if refers_back else frozenset[str]()
        if self._is_about_other(sentence, around, covered, lookalikes, paragraph, says_period=bool(periods)):
            return 0.0
        others = () if self._is_german else {*self._required} - self._names  # German nouns look like names
        has_all = len(covered) >= len(self._required)
        is_name_alone = bool(self._names and others) and not has_all
        is_name_alone = is_name_alone and self._covered_words(own, own).isdisjoint(others)
        if is_name_alone or not self._qualifiers.match(sentence, around, covered, ruled=self._asks_rule):
            return 0.0
        is_data = _is_data(sentence)
        if self._counted and not is_data:
            synonyms, is_form = self._synonyms.get(self._counted, ()), self._is_form if self._is_german else None
            if not counts(text, self._counted, synonyms, is_form, of_all=self._counts_all):
                return 0.0
        is_nameless = self._office is not None and row is None and not self._question.expects(text)
        by_itself = covered.intersection(self._covered_words(own, own)) if is_nameless else covered
        decisive = self._decisive if is_data and row is None else self._decisive | _DECISIVE
        if not by_itself.issuperset(decisive.intersection(self._required)):
            return 0.0
        is_rule = self._asks_rule and bool(covered) and states_rule(text)
        if is_data and not covered <= _TELLING:
            covered |= _TELLING.intersection(self._required)  # a table need not say them
        has_all = len(covered) >= len(self._required)
        if not has_all and ((self._needs_both and len(self._required) == 2) or (self._asks_rule and not is_rule)):
            return 0.0
        is_label = self._asks_who_is and {*content_words(" ".join(_CAPITAL.findall(text)))} <= {*self._required}
        if is_label and not (is_data or content_words(text)[:1] == [self._head] or _TELLS_WHO.search(text)):
            return 0.0
        is_doer = not self.doers.has_nouns or unsaid_of_doer or not self.doers.deeds.isdisjoint(around)
        highest = 1.0 if is_doer else _LOOSE
        return min(highest, (len(covered) + 0.5 * is_rule) / len(self._required)) if self._required else highest

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
        own, row = sentence.words | sentence.headings, sentence.row
        nearby = around | self._covered_words(own | paragraph, own)  # a heading alone says something like the office
        if (
            (bool(covered and self._topics) and self._topics.isdisjoint(covered))
            or (bool(self._names_with_kind) and self._names_with_kind.isdisjoint(covered))
            or (self._office is not None and self._office not in nearby)
            or (row is not None and bool(self._counted) and not (self._counted in nearby and may_count(row)))
        ):
            return True
        is_member = _is_data(sentence) and not own.isdisjoint(self._selective)  # the total in order.json
        if not covered or says_period or is_member or (row and self._extreme.union(_ENTRIES).issuperset(covered)):
            return False
        synonyms = self._question.loose_words
        of_kind = self._kind.words & synonyms.keys() if self._kind else frozenset[str]()
        if any(says(sentence.label, synonyms[word]) for word in of_kind):  # weight, for heavy
            return False
        return not self._covered_words(around - lookalikes - (sentence.named - own - paragraph), own)

    def _covered_in_context(self, sentence: Sentence, around: frozenset[str], words: frozenset[str]) -> set[str]:
        """The required words that these words of a sentence and of what is around it cover, and those that a row or a
        room need not say."""
        own, required = sentence.words | sentence.headings, {*self._required}
        named = frozenset[str]() if sentence.row else _SUBJECTS & sentence.named - own
        covered = self._covered_words(words - named, own)
        if sentence.row and not (sentence.words - PRICES).isdisjoint(required) and is_priced(sentence.row):
            covered |= PRICES & required
        whole = [term for phrases, term in self._terms.items() if term <= covered or says(around, phrases)]
        covered -= frozenset[str]().union(*self._terms.values())  # capital alone is not the working capital
        covered |= frozenset[str]().union(*whole) | (words_of_room(sentence.text, self._counted) & required)
        return covered | (_STORING & required if covered and sentence.row else frozenset[str]())

    def _has_kind(self, sentence: Sentence, own: frozenset[str]) -> bool:
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
        """The required words that these words cover, as they are, by synonyms or by their form; own are the sentence's.
        An English word never covers two by its form: a building is not built. A German compound may: Gerichtsstand
        covers the court and the responsibility."""
        covered = {word for word in self._required if word in words}
        if (own if self._names.issuperset(self._required) else words) & _SUBJECTS:  # "the company" for its name
            covered |= self._names
        used, direct = set(covered), frozenset(covered)  # no word of the question covers another one
        for word in self._required:
            phrases = self._synonyms.get(word, ())
            free = (
                p
                for p in phrases
                if p <= words and all(p in self._synonyms.get(w, ()) for w in p & direct)  # notice, for notice period
            )
            if found := next((p for p in free if len(p) > 1 or not any(_share_root(word, w) for w in p)), None):
                covered.add(word)
                used |= found
        covered |= words_in_compounds(self._endings, words)
        for word in self._required:
            left = words if self._is_german else words - used
            form = next((other for other in sorted(left) if word not in covered and self._is_form(word, other)), None)
            if form is not None:
                covered.add(word)
                used.add(form)
        return covered

    def _is_form(self, word: str, other: str) -> bool:
        """Whether the two are forms of one word or, in German, one is the head of the other."""
        if _share_root(word, other) and says(frozenset((other,)), self._synonyms.get(word, ())):
            return True
        if word in self._acronyms:
            return False
        if not self._is_german:  # a profit is not a profile
            return len(word) >= _ROOT and other[:_ROOT] == word[:_ROOT] and other[:-1] != word[:-1]
        if _DOER.search(word) and _DOING.search(other):
            return False  # the one who leads is not the leading one
        word, other = INFLECTION.sub("", word), INFLECTION.sub("", other)
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
