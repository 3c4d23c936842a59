"""What a question in English or German requires of a sentence that answers it. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence

from orc.documents.evidence.asked_names import asks_body
from orc.documents.evidence.distinctions import capital_names
from orc.documents.evidence.doers import Doers
from orc.documents.evidence.focus import OPEN_WORDS, Focus
from orc.documents.evidence.other_things import PRICES
from orc.documents.evidence.permissions import asks_advice, asks_permission, deed_asked, words_of_asking
from orc.documents.evidence.qualifiers import TAKES_PLACE, graded, punctuality
from orc.documents.evidence.superlatives import extreme_asked
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.everyday import Phrases
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.tokens import content_words
from orc.patterns import regex

NOUNS_OF_BODIES = frozenset(
    content_words(
        "company firm business organisation organization document contract agreement lease handbook policy club "
        "society association vertrag verein firma betrieb unternehmen"
    )
)
"""Words for what a document is about, or for itself, which its sentences need not repeat."""
WHO_HOLDS = regex(r"\W*(?:who|wer) (?:is|are|ist|sind)\b", re.IGNORECASE)
"""How a question asks for the holder of an office."""
TELLING_VERBS = frozenset(content_words("work begin start move write run leave stay open close name audit"))
"""Open words that a sentence of prose must have where the question has them."""

_GERMAN_HEAD = regex(
    r"\W*(?:wie (?:hoch|lautet|groß|lang|teuer)(?: ist| sind)?|was ist|wer (?:ist|war)|gibt es|wie heißt|welche[rsnm]?"
    r"|(?P<counted>wie viele)) (?:(?:der|die|das|den|dem|(?:m?eine?|keine?)[nmrs]?) )?(\w+)",
    re.IGNORECASE,
)
_CATEGORIES = frozenset(
    content_words(
        "country city town day time year date month name place person language floor department region branch "
        "jahr tag monat"
    )
)
_MANNERS = frozenset(content_words("often oft schnell quickly automatically automatisch"))
_HAPPENING = frozenset(content_words("happen happens happened occur occurs passiert geschieht"))
_SUBJECT_OF = frozenset(content_words("topic subject title theme thema titel"))
# The limitation of the study, as a study writes of itself.
_OF_ITSELF = regex(
    r"\b(?:of|in) (?:the|this) (study|paper|report|article|survey|trial|document|text|book|story|letter)\W*\Z",
    re.IGNORECASE,
)
_WHAT_OF = regex(
    r"\W*(?:what|was|which) (?:is|was|ist|war) (?:the|das|der) \w+ (?:of|der|des|ihrer|seiner)\b", re.IGNORECASE
)
# Titles of statements, which terms of accounting include for the search.
_TITLES = frozenset(
    frozenset(content_words(title))
    for title in (
        *("balance sheets", "statements of income", "statements of operations", "statements of earnings"),
        *("statements of cash flows", "operating activities", "investing activities", "financing activities"),
    )
)
_QUARTER = regex(r"[qh][1-4]|quarter|half|quartal|halbjahr")
_WHICH = regex(r"\W*(?:on |in )?(?:which|what|welche)", re.IGNORECASE)
_FISCAL = regex(r"\bfiscal (?:year )?\d{4}\b", re.IGNORECASE)
_PERSON = regex(r"\b(?:Frau|Herrn?|Familie) [A-ZÄÖÜ][\w-]+")
_FULL_NAME = regex(r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){1,3}(?!\w)")
_AT_WORK = regex(r"\b(?:at|to|from) work\b", re.IGNORECASE)
# The salary of the driver, the driver's salary; who paints the door: both words decide.
_OF_SOMETHING = regex(
    r"\W*(?:what|who|which|where)(?: is| are| was| were|['’]s) "
    r"(?:(?:the|my|our|an?) (?:[\w-]+ ){1,3}(?:of|before|after|per)\b"
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
    r"\W*(?!.{1,80}\bzurück\W*\Z)(?:(?:ab|bis|seit) )?(?:wann|wo|wie lange|wie oft) \w+ (?:der|die|das|m?eine?)"
    r" ((?-i:[A-ZÄÖÜ])\w+)",
    re.IGNORECASE,
)
# The text may state a promise as a fact.
_OFFERS = regex(
    r"\b(?:do|does|did|will) (?:you|they|we) (promise|guarantee|offer|grant|provide|allow|give)\b", re.IGNORECASE
)
# What must the children bring: a text may address them, or leave them out.
_DUTY = regex(
    r"\W*(?:what|which \w+) (?:do|does|should|must|shall|can|may) .{3,40} (?:need|have|bring|take|wear|pack)\b"
    r"|\W*(?:was|welche \w+) (?:müssen|muss|sollen|soll|dürfen|darf) ",
    re.IGNORECASE,
)
_ADDRESSED = frozenset(
    content_words(
        "child children kids students pupils guests members participants parents visitors kind kinder schüler "
        "schülerinnen gäste mitglieder teilnehmer teilnehmerinnen eltern besucher"
    )
)
_NO_DUTIES = (frozenset(content_words("enthalten")),)  # what is included need not be brought
_PERIODS = frozenset(content_words("day week month year hour tag woche monat jahr stunde"))
_HAS_HOW_MANY = regex(
    r"\W*(?:how many \w+ (?:(?:does|do) (?!(?:i|we|you)\b).{1,60} have|are there|(?:sit|serve|are) on)"
    r"|wie viele \w+ (?:hat|haben|gibt|sitzen|gehören)) ?[\w ]*\W*\Z",
    re.IGNORECASE,
)
_WHY_SO = regex(
    r"\b(?:why (?:is|are|was|were)|(?:warum|wieso|weshalb) (?:ist|sind|war|waren)) .{1,60}? (?:so|too|zu) (\w+)",
    re.IGNORECASE,
)
_COUNTED_ARE = regex(
    r"\W*(?:how many [\w' -]{2,40}? (?:is|are|was|were)|wie viele [\w' -]{2,40}? (?:ist|sind|war|waren))"
    r" (?!there\b|in\b|at\b|on\b|from\b|im\b|am\b|auf\b|bei\b|aus\b|von\b|es\b)(?P<what>[\w-]+)\W*\Z",
    re.IGNORECASE,
)
_WHO_IS = regex(r"\W*who (?:is|was|are|were)\b", re.IGNORECASE)
_PAID = regex(r"\b(?:rent|price|salary|wage|fee|miete|preis|gehalt|lohn)\b", re.IGNORECASE)
_INTEREST = regex(r"\b(?:interest|penalt(?:y|ies)|\w{0,20}zins(?:en)?)\b", re.IGNORECASE)
_IN_CASE = regex(r"\b(?:if|unless|late|overdue|wenn|falls|verspätet\w*)\b", re.IGNORECASE)  # interest may follow
_JOINED = regex(r"(?<=[a-z])-(?=[a-z])")
_MOST_NEEDED, _SHORT = 5, 3


class Requirements:
    """What one question requires. terms are further synonyms of its words.

    kind is the kind of answer. words are those that a sentence with such an answer must have, itself or around it; the
    following are parts of them. decisive may not be missing. topics are all but quarters. extreme are a superlative,
    which no row says of itself, extreme_heads the words of headings over such rows, and compared the thing compared.
    counted is the word for what is counted, counted_kind those before it that say which, office that for the role of
    whose holder the question asks. asked_things has the head, if that is what the question asks for. names
    are those of a question for no kind, names_with_kind those of one for a kind. synonyms are by word; terms has the
    words of the question for each term, by the term's phrases. selective are words that only a member of data need
    have."""

    def __init__(self, question: Question, terms: Mapping[str, Phrases]) -> None:
        text = question.text
        self._joined = len(_JOINED.findall(text))  # self-locking is one word
        self.kind, self.asks_rule = asked_kind(text), asks_permission(text)
        self.periods, self.asks_advice = recurring_periods(text), asks_advice(text)
        self.counts_all = _HAS_HOW_MANY.match(text) is not None
        self.needs_both = bool(_OF_SOMETHING.match(text) or (_DOES.match(text) and not self.asks_rule))
        self.asks_price = _PAID.search(text) is not None and not (_INTEREST.search(text) or _IN_CASE.search(text))
        self.asks_who_is = not question.is_german and _WHO_IS.match(text) is not None
        asks_holder = WHO_HOLDS.match(text) is not None

        terms = {word: tuple(p for p in phrases if p not in _TITLES) for word, phrases in terms.items()}
        unneeded = self._unneeded(question, terms)
        focus = Focus(text)
        compound = frozenset(focus.words[-2:] if len(focus.words) > 1 and focus.words[-1] in PRICES else ())
        unneeded -= compound
        grades, in_time = graded(text, unneeded), punctuality(text)
        degree = frozenset(content_words(" ".join(_WHY_SO.findall(text))))  # why is the rent so high
        things = frozenset(focus.words[-1:] if focus.counted else ())  # how many pages
        unneeded -= grades | in_time | degree | things | deed_asked(text)
        needed = [w for w in question.words if w not in unneeded and not w[0].isdecimal()]
        unsaid, asks_duty = NOUNS_OF_BODIES | _PERIODS, _DUTY.match(text) is not None
        if asks_duty:
            needed = [w for w in needed if w not in _ADDRESSED] or ([] if self.kind else needed)
        self.words = tuple(w for w in needed if w not in unsaid) or tuple(needed)
        self.topics = frozenset(w for w in self.words if not _QUARTER.fullmatch(w))
        never = _NO_DUTIES if asks_duty else ()
        self.selective = unneeded.intersection(question.words) - LIGHT_WORDS
        self.synonyms = {
            word: tuple(p for p in (*question.loose_words.get(word, ()), *terms.get(word, ())) if p not in never)
            for word in needed
        }
        self.terms = {t: frozenset(word for word in self.words if terms.get(word) == t) for t in terms.values()}

        head, is_counted = _head(question, focus)
        if head in NOUNS_OF_BODIES | _PERIODS and len(focus.words) > 1:
            is_counted = is_counted and head not in _PERIODS
            head = focus.words[-2]  # the return policy, in a policy; vacation days
        self.head = head if head in self.words else None
        is_asked = self.head is not None and focus.words[-1:] == (head,)
        self.asked_things = frozenset(focus.words[-1:] if is_asked else ())
        self.counted = self.head if is_counted else None
        self.counted_kind = frozenset(focus.words[:-1] if self.counted else ()).intersection(self.words)
        self.office = self.head if asks_holder else None
        extreme, compared, self.extreme_heads = extreme_asked(text)
        self.extreme, self.compared = extreme.intersection(self.words), compared.intersection(self.words)
        decisive = compound | _said_of_counted(text) | degree | grades | in_time | deed_asked(text) | self.extreme
        decisive |= {self.head} if self.head else frozenset[str]()
        self.decisive = decisive | (frozenset(needed) - question.names if asks_holder else frozenset[str]())
        self.doers = Doers(text, self.words)

        persons = content_words(" ".join(_PERSON.findall(text)))
        names = frozenset(persons if question.is_german else capital_names(text)).intersection(self.words)
        self.names = names if self.kind is None and not asks_holder else frozenset[str]()
        self.names_with_kind = names if self.kind is not None and not question.is_german else frozenset[str]()
        unnamed = {*self.words} - (frozenset[str]() if question.is_german else question.names)
        self.can_exclude = (
            asks_holder or asks_body(text) or bool(grades) or not len(self.words) > _SHORT <= len(unnamed)
        )

    @property
    def fit_one_sentence(self) -> bool:
        """Whether the question is short enough for one sentence to contain its words."""
        return len(self.words) - self._joined <= _MOST_NEEDED and bool(self.words or self.kind)

    def _unneeded(self, question: Question, terms: Collection[str]) -> frozenset[str]:
        """Words that carry no meaning, or that belong to how the question asks."""
        text = question.text
        return (OPEN_WORDS - TELLING_VERBS - question.telling - {*terms}).union(
            _MANNERS,
            self.kind.words if self.kind else (),
            _HAPPENING,
            _CATEGORIES if _WHICH.match(text) else (),
            _SUBJECT_OF if _WHAT_OF.match(text) else (),
            content_words(" ".join(_OF_ITSELF.findall(text))),
            content_words(" ".join(_OFFERS.findall(text))),
            ("work",) if _AT_WORK.search(text) else (),
            ("place",) if TAKES_PLACE.search(text) else (),
            ("fiscal",) if _FISCAL.search(text) else (),
            words_of_asking(text) if self.asks_rule else (),
        )


def _said_of_counted(text: str) -> frozenset[str]:
    """What a question says of the things that it counts: smokers, of how many participants were smokers."""
    found = _COUNTED_ARE.match(text)
    return frozenset(content_words(found["what"]) if found else ()) - OPEN_WORDS


def _head(question: Question, focus: Focus) -> tuple[str | None, bool]:
    """The word for what the question asks about, and whether it is to be counted."""
    words: Sequence[str] = focus.words[-1:]
    is_counted = focus.counted
    if question.is_german and (found := _GERMAN_HEAD.match(question.text)):
        words, is_counted = content_words(found[2])[:1], found["counted"] is not None
    if not words and (found := _SUBJECT.match(question.text) or _GERMAN_SUBJECT.match(question.text)):
        words = content_words(found[1])[:1]
        if not question.is_german and (name := _FULL_NAME.match(question.text, found.start(1))):
            words = content_words(name[0])[-1:]  # Mr Moxon, for Derek Moxon
    return (words[0] if words else None), is_counted
