"""The thing whose existence, price, amount or number a question asks for, with its qualifier, which documents of a page
must say: WLAN on the train, the excess for flood damage, the 1st class. Pure (D-430)."""

import re
from collections.abc import Mapping
from itertools import islice

from orc.documents.evidence.focus import OPEN_WORDS
from orc.documents.evidence.identifiers import TIMES
from orc.documents.questions.compared_documents import DOCUMENT_NOUNS
from orc.documents.questions.german import INFLECTION, is_german
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.figures import month_names
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_NOUN = r"(?P<of>(?:[\w'’-]{1,30} ){0,3}?[\w'’-]{2,30})"
_THE = r"(?:(?:the|an?|any|some|my|our|your|its|their) )?"
_END = (
    r"(?=[^\w\s'’-]|\s*\Z| (?:in|of|for|at|on|to|by|with|from|that|which|who|when|if|during|under|per|and|or|as|please"
    r"|available|included|there|here)\b)"
)
_INCLUDED = r"included|covered|insured|available|offered|provided|sold|served|accepted|sponsored|paid"
_ENGLISH = regex(
    rf"\W{{0,5}}(?:(?:is|are) {_THE}(?P<by>(?:[\w'’-]{{1,30}} ){{0,3}}?[\w'’-]{{2,30}}) (?:{_INCLUDED})\b"
    rf"|(?:is|are|was|were) there {_THE}{_NOUN}{_END}"
    rf"|(?:does|do|did) (?:[\w'’&.-]{{1,30}} ){{1,4}}?(?:have|offer|provide|include|contain|sell|serve|accept) "
    rf"{_THE}(?P<has>(?:[\w'’-]{{1,30}} ){{0,3}}?[\w'’-]{{2,30}}){_END}"
    rf"|(?=how (?:much|high)\b|what\b)(?:[\w'’£$€-]{{1,30}} ){{1,8}}?(?:for|on|of) {_THE}"
    rf"(?P<for>(?:[\w'’-]{{1,30}} ){{0,3}}?[\w'’-]{{2,30}})(?=\W*\Z))",
    re.IGNORECASE,
)
_OF_TIME = regex(  # when was the hip operation
    r"\W{0,5}(?:when|how long) (?:is|was|are|were) (?:the|my|our|your) (?P<by>(?-i:[a-z][\w'’-]{2,30})) "
    r"(?P<of>(?-i:[a-z][\w'’-]{3,30}))\W*\Z",
    re.IGNORECASE,
)
_NO_NOUN = regex(
    r"\w+(?:ed|en|ly)|open|closed|due|ready|available|over|done|built|held|sold|valid|kept|made|paid|sent|found|left|from|like"
    r"|based|there|now|out|back|cut|put|set|taught|bought|spent|shown|drawn|grown|free|full|next|over"
)
_EIN = r"(?:(?:[mks]?eine?[nmrs]?|unsere?[nmrs]?|ihre?[nmrs]?|de[rnms]|die|das|auch|noch|schon|denn|eigentlich) ){0,3}"
_GERMAN_NOUN = r"(?:[a-zäöüß-]{2,30} ){0,2}(?P<%s>(?-i:[A-ZÄÖÜ])[\w-]{2,40})"
_WHERE = r"(?:(?:im|am|beim|in|an|auf|bei|für|mit|zur?|zum|vom) (?:(?:de[rnm]|die|das|eine[rnm]?) )?[\w-]{2,40} )?"
_GERMAN = regex(
    rf"\W{{0,5}}(?:(?:gibt|gab) es {_EIN}{_WHERE}{_EIN}{_GERMAN_NOUN % 'of'}"
    rf"|(?:hat|haben|bietet|bieten|verkauft|führt|besitzt) (?:(?:de[rn]|die|das|eine?|man|ihr|sie|er|es|wir) )?"
    rf"(?:[\w-]{{2,40}} )?{_WHERE}{_EIN}{_GERMAN_NOUN % 'has'}(?=\W{{0,3}}\Z)"
    rf"|(?:wird|werden) (?:k?eine?|neue) (?:neue[rs]? )?{_GERMAN_NOUN % 'by'} [\w-]{{3,30}}\W{{0,3}}\Z"
    rf"|(?:wie (?:hoch|viele?|teuer)|was|wann|wo|bekomme|habe|hat|haben|bekommen) .{{0,60}}?"
    rf"\b(?:anspruch auf|tage|stunden|für) {_EIN}{_GERMAN_NOUN % 'for'}(?=\W{{0,3}}\Z| (?:gibt|bekomme|habe|hat)\b))",
    re.IGNORECASE,
)
# ¿Cuánto se gastó en calefacción?, combien a-t-on dépensé pour le chauffage ?
_SPENT = regex(
    r"\W{0,5}(?:cu[aá]nto|combien|quanto|hoeveel|hur mycket|ile) .{0,40}?"
    r"\b(?:gast\w{1,5}|dépens\w{1,5}|spes[oaei]|spend\w{1,5}|uitgegeven|wydan[oye]) "
    r"(?:en|pour|per|em|com|aan|på|na) (?:(?:l[ae]s?|el|l['’]|de|het|il|[oa]s?) ?)?(?P<of>[^\W\d_]{3,30})",
    re.IGNORECASE,
)
_OF_ROMANCE = regex(  # quel est le budget de l'ascenseur
    r"\W{0,5}(?:quel(?:le)? est|cuál es|qual [eèé]|wat is) (?:l[ae]|el|il|o|a|de|het|l['’]) ?[^\W\d_]{3,30} "
    r"(?:de (?:la |l['’])?|du|des|del(?:la|l['’])?|d[oa]|van (?:de|het)) ?(?P<of>[a-zà-ÿ]{5,30})\W*\Z",
    re.IGNORECASE,
)
_EXISTS = regex(  # Wanneer komt er een nieuwe supermarkt, is er een zwembad, finns det en bastu
    r"\W{0,5}(?:(?:wanneer|waar) )?(?:(?:is|zijn|komt|komen) er|finns det|er der|er det) (?:een |ett? |et )?"
    r"(?:(?:nieuwe?|nya?|nyt?) )?(?P<of>[^\W\d_]{4,30})",
    re.IGNORECASE,
)
_ORDINAL = regex(r"(?<![\d.,])(\d{1,2})(?:\.|st|nd|rd|th|e|er|ère|ème|ª|º|°) ([^\W\d_]{4,30})", re.IGNORECASE)
_NTH = dict(
    zip(
        "12345",
        ("(?:erst|first|premi)", "(?:zweit|second)", "(?:dritt|third)", "(?:viert|fourth)", "(?:fünft|fifth)"),
        strict=True,
    )
)
_ADJECTIVE = regex(r"\w+(?:ed|al|ful|ive|ous|[ai]ble|ic|less|ary|ern|ent|ant)")
_PLAIN = frozenset(
    content_words(
        "free swimming private public extra further certain particular possible necessary separate common nice cheap "
        "safe real whole kind sort type way time place need problem chance reason limit use permission idea change "
        "difference specific entire year month week day access right duty upper lower double daily weekly monthly "
        "yearly"
    )
)
_MONTHS = frozenset(content_words(" ".join(month_names())))
_BODIES = DOCUMENT_NOUNS | frozenset(  # what a document is about, or is, which it need not say
    content_words(
        "société entreprise association assurance bail location logement appartement séjour empresa sociedad asociación"
        " seguro alquiler vivienda estancia azienda società associazione assicurazione affitto soggiorno sociedade"
        " aluguel bedrijf vereniging verzekering huur woning verblijf stage cours curso corso"
    )
)
# What a compound with one of these asks for is what its head says.
_GENERAL = regex(r"(?:gesamt|haupt|grund|einzel|brutto|netto|jahres?|monats?|tages?|stunden|mindest|höchst|sonder)")
_BEGINNING, _MOST = 4, 8


class AskedThings:
    """The things of one question. others are the synonyms of its words."""

    def __init__(self, question: str, others: Mapping[str, Phrases]) -> None:
        self._others, self._is_german = others, is_german(question)
        patterns = (_GERMAN,) if self._is_german else (_ENGLISH, _SPENT, _OF_ROMANCE, _EXISTS)
        found = next((found for each in patterns if (found := each.match(question))), None)
        named = next((text for text in found.groupdict().values() if text), "") if found else ""
        named = "" if found and found.re is _OF_ROMANCE and not _BODIES.isdisjoint(content_words(named)) else named
        form = (w for w in content_words(named) if not (w[0].isdecimal() or w in FUNCTION_WORDS | OPEN_WORDS | TIMES))
        self._words = tuple(word for word in form if word not in _PLAIN and word not in _MONTHS)
        head = content_words(named)[-1:]
        self._qualifiers = frozenset(
            word
            for each in named.split()
            for word in content_words(each)
            if word in self._words and [word] != head and _ADJECTIVE.fullmatch(each.lower()) is None
        )
        self._needed = self._qualifiers.union(word for word in self._words if [word] == head)
        timed = None if self._is_german else _OF_TIME.match(question)
        is_noun = timed is not None and not (_NO_NOUN.fullmatch(timed["of"]) or _ADJECTIVE.fullmatch(timed["by"]))
        words = [content_words(timed[part]) for part in ("by", "of")] if timed and is_noun else []
        is_pair = all(len(each) == 1 and each[0] not in FUNCTION_WORDS | OPEN_WORDS | _PLAIN for each in words)
        self._timed = (words[0][0], words[1][0]) if words and is_pair else None
        pairs = ((number, content_words(noun)) for number, noun in islice(_ORDINAL.findall(question), _MOST))
        self._nth = [(n, noun[0]) for n, noun in pairs if len(noun) == 1 and noun[0] not in TIMES | _MONTHS]

    def are_missing(self, text: str, of_document: frozenset[str]) -> bool:
        """Whether the document with these words lacks the thing or a noun before it, or the text has the noun of an
        ordinal with other ordinals only."""
        nth = [(n, content_words(noun)) for n, noun in _ORDINAL.findall(text)] if self._nth else []
        for number, noun in self._nth:
            numbers = {n for n, other in nth if other == [noun]}
            spelled = rf"\b{_NTH.get(number, '(?!)')}\w{{0,2}} {noun}"
            if numbers and number not in numbers and not re.search(spelled, text, re.IGNORECASE):
                return True
        if self._timed is not None and self._timed[1] in of_document:
            word = self._timed[0]
            is_said = word in of_document or says(of_document, self._others.get(word, ()))
            if not is_said and not any(other.startswith(word[:_BEGINNING]) for other in of_document):
                return True
        lacking = [w for w in self._needed - of_document if not says(of_document, self._others.get(w, ()))]
        if not self._is_german:
            return any(not any(other.startswith(word[:_BEGINNING]) for other in of_document) for word in lacking)
        stems = [
            stem for word in (of_document if lacking else ()) if len(stem := INFLECTION.sub("", word)) >= _BEGINNING
        ]

        def is_related(word: str, other: str) -> bool:
            """Whether two words, without their endings, have the same stem, or one is a compound with the other and
            the rest of it is said too, or general: Jahresurlaub is Urlaub."""
            if other.startswith(word) or other.endswith(word) or word[:-1] == other[:-1]:
                return True
            if not (word.endswith(other) or word.startswith(other)):
                return False
            rest = word.removesuffix(other) if word.endswith(other) else word.removeprefix(other).lstrip("s")
            part = rest.removesuffix("s").removesuffix("ung")  # Bildungsurlaub is not any Urlaub
            begins, longest = part[: max(_BEGINNING, len(part) - 2)], len(part) + _BEGINNING
            is_said = any(each.startswith(begins) and len(each) <= longest for each in of_document)
            return is_said or _GENERAL.fullmatch(rest) is not None

        return any(not any(is_related(INFLECTION.sub("", word), other) for other in stems) for word in lacking)
