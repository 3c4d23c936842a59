"""What a question asks for: its words, its names and years, and the kind of answer that it expects."""

import json
import re
from collections.abc import Iterable, Mapping, Set
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path

from orc.documents.questions.compared_documents import are_documents, changed_between
from orc.documents.questions.definitions import names_one_thing
from orc.documents.questions.english_spellings import other_words_in_english
from orc.documents.questions.expected_answers import (
    AMOUNT,
    CALENDAR,
    COUNTED,
    MEASURED,
    NAME,
    REASON,
    YEAR,
    expected_answer,
)
from orc.documents.questions.german import (
    GERMAN_FUNCTION_WORDS,
    GERMAN_NAME,
    compound_endings,
    is_german,
    other_words_in_german,
)
from orc.documents.questions.instructions import without_instructions
from orc.documents.questions.japanese import without_endings
from orc.documents.questions.overviews import SUMMARY, asks_for_overview, is_about_summaries
from orc.documents.questions.question_language import light_words_in
from orc.documents.questions.resuming import without_resuming
from orc.documents.text.everyday import Phrases, terms_in
from orc.documents.text.periods import join_periods, spell_periods
from orc.documents.text.tokens import MAY, content_words, names_may
from orc.patterns import regex

MAX_WORDS = 100
"""The maximum number of words, and of pairs of words, of a question that count; real questions have fewer."""

LIGHT_WORDS = frozenset(
    content_words(
        "according affect allow amount apply article ask average become begin believe bring calculate call "
        "change changes come consider continue create decrease describe difference different document exist "
        "explain feel file find follow following get give given go happen help include increase information "
        "involve keep kind know leave let list look lose make many mean meet mention move name need number "
        "occur page passage percent percentage please proportion provide put ratio recorded relate report "
        "reported respective respectively run say see seem set show sit stand start state table take tell "
        "text think try turn type use value want work write year years"
    )
)

_EXTENSION = 5
_SHORT_IS = regex(r"\b(what|who|where|when|how|it|that|there)['’]s\b", re.IGNORECASE)
_FREE_OF_CHARGE = regex(r"\b(?<=free) of charge\b", re.IGNORECASE)  # no charge is asked for
_WILL_NOT = regex(r"\bwon['’]t\b", re.IGNORECASE)  # not: won
_AT_END_OF = regex(  # a text names the day
    r"\b(?:at|by|as of|as at) (?:the )?(?:year[- ])?(?:end|close) (?:of )?(?:the )?"
    r"(?=(?:(?:fiscal|financial|calendar) )?(?:year )?(?:FY ?\d\d|(?:1[5-9]|20)\d\d|[QH]\d|\dQ))"
    r"|\b(?:am|zum|bis|per) Ende (?:des (?:Geschäfts)?[Jj]ahres |von )?(?=(?:1[5-9]|20)\d\d)",
    re.IGNORECASE,
)
_NAME_GAP = regex(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_WITHIN = regex(
    r"\b(?:in|from|under|according to|im|laut|gemäß|dans|selon|en|según|nel|nella) (?:(?:the|my|our|this|de[rmn]|le|la"
    r"|el|il) )?(?P<name>(?:[\w.-]+ ){0,3}[\w.-]+)",
    re.IGNORECASE,
)
_IN_EVERY_YEAR = regex(r"\d\d")
_STEPS = regex(
    r"\W*(?:how (?:do|does|can|should|to|would)|wie (?!viele?|hoch|lang|alt|gro)|comment|cómo|come|como)\b",
    re.IGNORECASE,
)
_FORM = regex(
    r"\b(?:bitte|das|dieses|dokument\w*|documento?s?|ce|este|esta|questo|por favor|per favore|s'il (?:te"
    r"|vous) plaît)\b"
    r"|请|一下|这[个份篇]?|文[件档本書]|この|ドキュメント|ください|して|を|이|문서",
    re.IGNORECASE,
)
_ABOUT = regex(
    r"\babout\b|\b(?:main|key|important|central) (?:\w+ )?(?:points?|ideas?|topics?|messages?|takeaways?|findings?)"
    r"|\bhighlights\b|\bwhat(?:'s| is) in\b|\bcontents? of\b|\bwhat do(?:es)? .{0,80} (?:say|contain|cover)\W*\Z"
    r"|\b(?:was steht in|was enthält|que contient|qué contiene|cosa contiene|o que contém|wat staat er in)\b"
    r"|\b(?:worum|wovon|de quoi|de qué|di cosa)\b",
    re.IGNORECASE,
)
_IS_ABOUT = regex(  # not: what it says about pets
    r"\babout\W*\Z|\b(?:worum|wovon) (?:geht|handelt)\b"
    r"|\A\W*(?:please )?(?:summari[sz]e|sum up|(?:give me )?an? (?:summary|overview) of) (?:the|my|our)"
    r" [\w '’-]{2,60}\W*\Z"
    r"|\A\W*fass(?:e|t|en sie)? (?:mir |bitte )*(?:den|die|das|meinen?) [\w -]{2,60} zusammen\W*\Z",
    re.IGNORECASE,
)
_ABOUT_THING = regex(r"\babout (?:(?:the|my|our|your|this|an?) )?(?P<thing>[\w'’-][\w '’-]{1,60})\W*\Z", re.IGNORECASE)
_SAYS_ABOUT = regex(r"\b(?:says?|said|states?|mentions?|learn|find(?: out)?) (?:[\w-]{1,20} )?about\b", re.IGNORECASE)
_COMPARISON = regex(
    r"\b(?:compar\w+|differences?|differ|contrast\w*|in common|unterschied\w*|vergleich\w*"
    r"|confront(?:a|are|o)|vergelijk\w*)\b",
    re.IGNORECASE,
)
_OF_EACH = regex(
    r"\b(?:in|of|under|for) (?:each|both|either)(?: of the)?(?: two| three)? (?:documents?|files?|contracts?"
    r"|agreements?|polic(?:y|ies)|leases?|offers?|quotes?|reports?|versions?)\b"
    r"|\b(?:in|bei|nach) (?:beiden|jedem|jeder) (?:dokument|datei|vertr[aä]g|police|angebot|bericht)\w*",
    re.IGNORECASE,
)
_ASKS_PERSON = regex(r"\W*(?:whom?|we[rnm]|à qui|a qui[eé]n|a chi)\b", re.IGNORECASE)
_COMPARED = frozenset(
    content_words(
        "contract agreement policy lease offer quote report version vertrag verträge verträgen police policen "
        "angebot angebote angeboten bericht berichte berichten beiden jedem jeder"
    )
)
_OVERVIEW_WORDS = frozenset(
    content_words(
        "summarise summarize summary overview outline gist tldr recap synopsis abstract main key point idea "
        "topic message takeaway finding fact highlight compare comparison differ difference contrast common "
        "paper doc content attached uploaded pdf book story whole entire short brief briefly quick quickly "
        "sentence bullet give make write create two three both each other everything detail important"
    )
)
_OF_DOCUMENT = _OVERVIEW_WORDS | frozenset(
    content_words("document article file page report table text information type")
)
_PARTS = frozenset(
    content_words(
        "section chapter part paragraph clause abschnitt abschnitts kapitel kapitels absatz teil partie chapitre "
        "paragraphe sección capítulo apartado párrafo sezione capitolo paragrafo secção seção hoofdstuk paragraaf "
        "sectie deel rozdział sekcja раздел главу глава главы розділ avsnitt kapitlet avsnittet"
    )
)


def years_in(text: str) -> frozenset[str]:
    """The years that a text names, such as 2022 or FY22."""
    if _IN_EVERY_YEAR.search(text) is None:
        return frozenset()
    return frozenset(re.findall(YEAR, spell_periods(text.lower())))


def is_year(word: str) -> bool:
    """Whether a word is a year."""
    return re.fullmatch(YEAR, word) is not None


_WORDS: dict[str, list[str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
FUNCTION_WORDS = frozenset(word for words in _WORDS["function_words"] for word in content_words(words))

_INITIALS = regex(r"\b(?!(?:SA|SE|AS)\b)[A-Z]{2,3}\b")  # AI, which is no "ai"; not the legal form of a company
_GENITIVE = regex(r"(?<=[a-z] )[A-Z][a-z]{2,20}(?=['’]s\b)")  # Kim's, who is no Turkish "kim"
_ALSO_ENGLISH = frozenset(content_words("cat care hat dove"))
_IN_ENGLISH = regex(r"\b(?:the|what|how|who|which|when|does|my|and|can|about|cats|(?-i:a)(?= cat\b))\b", re.IGNORECASE)

# Beside a thing they say nothing; alone they are what is asked: vad ska jag ta med mig.
_BRINGING = frozenset(content_words("meenemen ta tage med"))


def _spelled_out(question: str) -> str:
    """The question without short forms, and with periods written as texts write them."""
    text = _AT_END_OF.sub("in ", _SHORT_IS.sub(r"\1 is", question))
    return join_periods(_FREE_OF_CHARGE.sub("", _WILL_NOT.sub("will not", text)))


# Two questions in one, and questions for several things.
_SEVERAL = regex(
    r"\b(?:and|or|und|oder|et|ou|e|o|y|all|each|every|list|both|any|years|who are|which are|what are|were the"
    r"|explain|describe|alle|jede\w*|tous|toutes|todos|todas|tutti|tutte)\b|[,;?]\s{0,3}\w",
    re.IGNORECASE,
)
_WHO_HOLDS = regex(r"\W*(?i:wer (?:ist|war|sind|waren) )(?:(?i:der|die|das|unsere?) )?[A-ZÄÖÜ]")
_STEPS_ASKED = regex(r"\W*what (?:do|should|must|can) (?:i|we|you|one) do\b", re.IGNORECASE)
_WHO_MAY = regex(
    r"\W*who (?:may|can|must|should|is allowed to|has to) ([a-z]{3,15})\b"
    r"|\W*wer (?:darf|kann|muss|soll) .{0,80}?\b([a-zäöü]{3,20}n)\W*\Z",
    re.IGNORECASE,
)
_ONE_THING = regex(r"\W*(?:what(?:'s| is| was) (?:the|my|our|your|its|an?)|which) ", re.IGNORECASE)


class Question:
    """A question, read for its words. names are the capitalised words, years the years that it is about. wants_overview
    is true for questions about documents as a whole, and says_overview if words of the question say so; topic is then
    the subject that it asks about, if it names one. The document names that it contains are named, and are not part of
    the topic, nor are words for a part of a document if it asks for a summary of_section, such as of the section on
    fees; sources are those in which the answer is sought ("in the lease"). asks_each is true if it asks for one
    fact in each document. A question wants one fact if it only asks who, when, where, how much or what something is,
    and the holder of an office if it asks so in German."""

    def __init__(self, question: str, names: Iterable[str] = ()) -> None:
        self.text = text = _spelled_out(without_instructions(question))
        initials = frozenset(content_words(" ".join(_INITIALS.findall(text))) if text.upper() != text else ())
        light = (
            FUNCTION_WORDS - _ALSO_ENGLISH - initials - self.genitives if _IN_ENGLISH.search(text) else FUNCTION_WORDS
        )
        self.is_german = is_german(text)
        light |= GERMAN_FUNCTION_WORDS if self.is_german else frozenset()
        light = (light | light_words_in(text)) - ({MAY} if names_may(text) else set())
        words = without_endings([word for word in content_words(text) if word not in light])
        words = words or [word for word in content_words(text) if word in _BRINGING]
        told = without_resuming(text)
        formless = set(content_words(_FORM.sub(" ", SUMMARY.sub(" ", told)))) - LIGHT_WORDS - _OVERVIEW_WORDS
        said = frozenset(content_words(text))
        within = frozenset(content_words(" ".join(found["name"] for found in _WITHIN.finditer(text))))
        named, sources, forms = set[str](), set[str](), dict[str, set[str]]()
        for name in names:
            stem, dot, extension = name.rsplit("/", 1)[-1].rpartition(".")
            title = stem if dot and extension.isalnum() and len(extension) <= _EXTENSION else f"{stem}{dot}{extension}"
            forms[name] = form = set(content_words(_NAME_GAP.sub(" ", title)))
            if form and form <= said:
                named.add(name)
                sources |= {name} if form <= within else set()
                formless -= {*form, *content_words(extension)} if title == stem else form
        self.named, self.sources = frozenset(named), frozenset(sources)
        within_names = frozenset[str]().union(*(forms[name] | {*content_words(name)} for name in named))
        self.words = tuple(dict.fromkeys(words))[:MAX_WORDS]
        self._in_order = words[:MAX_WORDS]
        self.endings = compound_endings(text, self.words) if self.is_german else dict[str, tuple[str, ...]]()
        self.topic = () if asks_for_overview(told, within_names) else tuple(w for w in self.words if w in formless)
        self.asks_each = _OF_EACH.search(text) is not None
        asks_person = _ASKS_PERSON.match(text) is not None
        self._read_comparison(forms, named, asks_person=asks_person)
        self._read_overview(told, within_names, asks_person=asks_person)
        self.wants_overview = self.says_overview or (not self.topic and (self.compares or not words))
        self.wants_steps = _STEPS.match(text) is not None
        self.pairs = frozenset(islice(pairwise(words), MAX_WORDS))
        self.years = years_in(text)
        capitals = re.findall(r"(?<=[^.?!:] )[A-Z][\w-]*", text)
        self.names = frozenset(word for name in capitals for word in content_words(name))
        self._expected = expected_answer(text)
        self._counts_or_measures = self._expected is AMOUNT or bool(COUNTED.search(text) or MEASURED.match(text))
        self.wants_name = self._expected is NAME
        self.wants_holder = _WHO_HOLDS.match(text) is not None
        self._expected = GERMAN_NAME if self.wants_holder else self._expected
        asks_steps = self.wants_steps or _STEPS_ASKED.match(text) is not None
        asks_kind = self._expected not in (None, REASON) and not asks_steps
        asks_one = asks_kind or _ONE_THING.match(text) is not None or names_one_thing(text)
        self.wants_one_fact = asks_one and not _SEVERAL.search(text)

    def _read_comparison(self, forms: Mapping[str, Set[str]], named: Set[str], *, asks_person: bool) -> None:
        """Reads whether the question compares, and which documents it is about; forms has the words of their names, of
        which the question has the named ones."""
        text = self.text
        self.compares = self.asks_each or (not asks_person and _COMPARISON.search(text) is not None)
        if self.compares:  # "the two policies" are documents
            self.topic = tuple(w for w in self.topic if w not in _COMPARED) or (() if named else self.topic)
        if changed := changed_between(text, years_in(text), forms):
            self.compares, self.named, self.topic = True, changed, ()
        meant = {name for name, form in forms.items() if not form.isdisjoint(self.topic)}
        is_of_names = {*self.topic} <= set[str]().union(*(forms[name] for name in meant)) and not asks_person
        if is_of_names and (_IS_ABOUT.search(text) or (self.compares and len(meant | named) > 1)):
            self.named, self.topic = frozenset(named | meant), ()  # the gym, of gym-terms.html
        if self.compares and not meant and are_documents(content_words(text), forms):
            self.topic = ()

    def _read_overview(self, told: str, names: frozenset[str], *, asks_person: bool) -> None:
        """Reads whether words of the question ask for an overview. told is the question, names the words of the named
        documents."""
        thing = _ABOUT_THING.search(self.text) if names else None
        more = set(content_words(thing["thing"])) - _OF_DOCUMENT if thing else set[str]()
        more -= set() if _SAYS_ABOUT.search(self.text) else names  # the call duck; what does it say about ducks
        is_about = _ABOUT.search(self.text) is not None and not (self.topic or asks_person or more)
        asks_summary = SUMMARY.search(told) is not None and not is_about_summaries(told, self.topic)
        self.says_overview = is_about or asks_summary or asks_for_overview(told, names)
        parts = tuple(word for word in self.topic if word not in _PARTS)
        self.of_section = asks_summary and self.topic != parts and any(not word.isdecimal() for word in parts)
        self.topic = parts if self.of_section else self.topic

    @cached_property
    def genitives(self) -> frozenset[str]:
        """The names with an 's."""
        return frozenset(content_words(" ".join(_GENITIVE.findall(self.text))))

    @cached_property
    def other_words(self) -> dict[str, Phrases]:
        """The phrases that can replace words of the question. Reading a first question's loads the lexicons."""
        return self._other_words(loose=False)

    @cached_property
    def loose_words(self) -> dict[str, Phrases]:
        """The same with the words that can replace them only in a small document."""
        return self._other_words(loose=True)

    def _other_words(self, *, loose: bool) -> dict[str, Phrases]:
        in_language = other_words_in_german if self.is_german else other_words_in_english
        return in_language(self.text, self._in_order, loose=loose)

    @cached_property
    def telling(self) -> frozenset[str]:
        """The words of the terms in the question that consist of common words, such as "go up", and the deed that
        somebody may do."""
        deed = _WHO_MAY.match(self.text)
        terms = [*terms_in(self.text), *(deed.groups("") if deed else ())]
        return frozenset(word for term in terms for word in content_words(term))

    def expects(self, sentence: str) -> bool:
        """Whether the sentence contains the kind of answer that the question expects: a date, an amount, a name."""
        if self._expected is None:
            return False
        return self._expected.search(CALENDAR.sub("", sentence) if self._counts_or_measures else sentence) is not None
