"""Sentences that state something near what a question asks for: the beginning for the end, the southern gate for the
northern one, another day or month than it names, or what something else costs. Pure (D-520)."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice, pairwise, product

from orc.documents.evidence.distinctions import capital_names
from orc.documents.evidence.identifiers import TIMES
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import MAX_WORDS
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.figures import calendar_dates, month_names
from orc.documents.text.opposites import is_of_other_kind, sides_of
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.tokens import content_words
from orc.patterns import regex

# What, when, how much: to a question for a yes, the opposite is an answer.
ASKS_WHAT = regex(
    r"\W{0,5}(?:(?:and|but|und|aber|et|y|e|en) )?(?:(?:in|at|on|from|to|by|until|since|for|ab|bis|seit|um|von|zu|à|de"
    r"|depuis|desde|a|da|tot|om|van) )?"
    r"(?:what|which|when|where|who|whose|how|was|welche[rsnm]?|wann|wo|wohin|woher|wer|wem|wie|quel(?:le)?s?|quand|où|qui"
    r"|combien|qu[eé]|cu[aá]l(?:es)?|cu[aá]ndo|d[oó]nde|qui[eé]n(?:es)?|cu[aá]nt[oa]s?|che|quale|qual[ei]?|quando|dove"
    r"|chi|quant[oaie]s?|onde|quem|wat|welke?|wanneer|waar|wie|hoe\w*|vad|när|var|vem|hur|hvad|hva|hvornår|når|hvor"
    r"|hvem|pourquoi|comment|por qu[eéê]|c[oó]mo|perch[eé]|come|waarom|varför|hvorfor|hvordan|kto|kogo|komu|il[eu]"
    r"|jaki?\w{0,3}"
    r"|któr\w{1,3}|gdzie|kiedy|dokąd|dlaczego|co|czego|kdo|kolik|kde|kdy|kter\w{1,3}|proč|кто|что|сколько|как\w{0,3}|где"
    r"|когда|почему|хто|що|скільки|як\w{0,2}|де|коли|чому)\b",
    re.IGNORECASE,
)
"""How a question begins that asks for more than a yes."""
_TIME = regex(
    r"\b(?:when|(?:what|which) (?:time|day|date|year|month|platform|track|station|airport)|where|wann|um wie ?viel uhr"
    r"|wo|quand|quelle (?:heure|date)|quel jour|où|cuándo|qué (?:hora|día|fecha)|dónde|quando|che ora|che giorno|dove"
    r"|que (?:horas|dia)|onde|wanneer|hoe laat|waar|när|hvornår|når|hvor|kiedy|kdy)\b",
    re.IGNORECASE,
)
_ENDS = (
    (
        r"begins?|began|begun|beginning|starts?|started|starting|commenc\w+|beginn(?:t|en|s)?|begann(?:en)?|\w+beginn|anfang"
        r"|anfängt|débu\w+|comienz\w+|comenz\w+|empiez\w+|empez\w+|inici\w+|inizi\w+|cominci\w+|começ\w+|começa"
        r"|begint|begon(?:nen)?|aanvang|börja\w*|startar|begynde\w*|begynne\w*|start|zaczyna\w*|rozpocz\w+|začín\w+",
        r"ends?|ended|ending|finish\w*|expir\w+|terminat\w+|conclud\w+|ceas\w+|ende[nt]?|endete[nt]?"
        r"|(?:vertrags|miet|schul|unterrichts|arbeits|dienst|semester|kurs|ferien|saison|bau|probezeit)ende|ausläuft"
        r"|läuft\b.{1,40}\baus|abläuft|termin\w+|finit|finissent|fin|achèv\w+|échéance|finaliz\w+|acab\w+|venc\w+"
        r"|finisc\w+|fine|scad\w+|fim|eindig\w*|einde|afloop|afloopt|slut\w*|upphör\w*|kończ\w*|zakończ\w*|koniec|konč\w+",
    ),
    (
        r"check(?:s|ed|ing)?[- ]?in|einchecken|arriv\w+|ankunft|ankomm\w+|kommt\b.{1,40}\ban|llega\w*|aankomst"
        r"|aankom\w+|anländ\w*|ankomst|chega\w*|przyjazd",
        r"check(?:s|ed|ing)?[- ]?out|auschecken|depart(?:s|ed|ing|ure)?|leaves?|abfahr\w*|abflug|abreise"
        r"|fährt\b.{1,40}\bab|départ|partenza|salida|salen?|vertrek\w*|avgå\w*|afgang|partida|odjazd",
    ),
    (
        r"outbound|outward|hin(?:fahrt|flug|reise|weg)|ida|andata|heenreis|utresa\w*|udrejse",
        r"return(?= (?:flight|trip|journey|train|ticket|leg|bus|ferry))|returns?|inbound|rück(?:fahrt|flug|reise|weg)"
        r"|vuelta|ritorno|terugreis|retour|återresa|hjemrejse",
    ),
)
_SIDES = [tuple(regex(rf"\b(?:{side})(?!\w)", re.IGNORECASE) for side in pair) for pair in _ENDS]
_NEXT = (
    r"next|coming|following|nächste[nrms]?|kommende[nrms]?|prochaine?s?|próxim[oa]s?|prossim[oaie]|volgende|nästa|næste"
)
_LAST = (
    r"last|latest|previous|past|letzte[nrms]?|vorige[nrms]?|derni(?:er|ère)s?|précédente?s?|últim[oa]s?|ultim[oaie]"
    r"|laatste|vorige|senaste|sidste"
)
_TURN = regex(rf"\b(?:(?P<next>{_NEXT})|(?P<last>{_LAST})) (?P<noun>[^\W\d_]{{3,30}})", re.IGNORECASE)
_SPAN = regex(  # with a beginning, its end or a length is said too
    r"\b(?:until|till|to|for|through|lasts?|runs?|long|after|before|bis|dauert|lang|nach|vor|jusqu\w*|pendant|dure|après|avant"
    r"|hasta|durante|dura|después|antes|fino|per|dopo|prima|tot|na|voor|até|till|til|efter|do)\b|\d ?[–—-] ?\d",
    re.IGNORECASE,
)
_OVER_TIME = regex(  # the day asked for may be within it
    r"\b(?:since|until|till|to|through|between|from|by|before|after|seit|bis|ab|vom|zwischen|vor|nach|depuis|jusqu\w*|dès|avant"
    r"|après|entre|du|desde|hasta|antes|después|del|dal?|fino|tra|prima|dopo|até|vanaf|sinds|tot|tussen|every|each|jede[nrms]?)\b"
    r"|\d ?[–—-] ?\d",
    re.IGNORECASE,
)
_MONTHS = {name.lower(): number for name, number in month_names().items() if len(name) > 2}
_MONTH = regex(rf"\b(?:{'|'.join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))})\b", re.IGNORECASE)
_COSTS = r"(?:costs?|kost|koste[nt]|coûte(?:nt)?|cuestan?|costano?|custam?|kostar|koster)"
_ASKS_COST = regex(
    rf"\W{{0,5}}(?:how much|what|was|wie ?viel|combien|cu[aá]nto|quanto|hoeveel|wat|vad|hvad|hva)\b"
    rf".{{1,80}}\b{_COSTS}\b|\W{{0,5}}(?:was|wie ?viel|combien|cu[aá]nto|quanto|hoeveel|wat|vad|hvad|hva) {_COSTS}\b",
    re.IGNORECASE,
)
_ASKED_COST = regex(
    r"\b(?:how much|what|was|wie ?viel|combien|cu[aá]nto|quanto|hoeveel|wat|vad|hvad|hva|does|do|un[aeo]?|uma?|een"
    r"|e[nt]t?"
    rf"|eine?|an?|the|l[ae]|el|il|de|per|pro|par|por|al?|à|om|{_COSTS})\b",
    re.IGNORECASE,
)
_COSTING = regex(
    r"(?:\A[\W\d]{0,6}|[.;:,] |\b(?:that|and|but|or|dass|und|aber|que|et|y|che|e|dat|en) )"
    r"(?:(?:an?|the|each|every|one|all|eine?|der|die|das|jede[rs]?|une?|l[ae]s?|el|los|un[ao]?|il|gli|i|uma?|os?|as?|een|de"
    rf"|het|en|ett|et) )?(?P<of>(?:[^\W\d_][\w'’-]{{1,30}} ){{1,4}}){_COSTS}\b",
    re.IGNORECASE,
)
# What does a night cost: a pitch costs 24 euros a night.
_UNIT = regex(
    r"\b(?:per|an?|pro|je|par|por|al?|all['’]|la|i|om|na|à) (?:la )?(?P<unit>[^\W\d_]{3,20})\b", re.IGNORECASE
)
_MOST_COSTING, _STEM, _ROOT = 4, 4, 5
# What is paid for a thing is its cost.
_PAID_FOR = frozenset(
    content_words(
        "entry admission entrance ticket price fee rent hire use it this that they these those which membership "
        "eintritt tag nacht woche monat jahr stunde jour nuit día noche giorno notte er sie "
        "es dies nutzung miete entrée billet cela entrada esto ingresso biglietto questo toegang dit"
    )
)
_WHO_DID = regex(r"\W*(?:and )?(?:who|wer) (?P<deed>[a-zäöüß]{4,20})\b", re.IGNORECASE)
_DEED = regex(
    r"(?:\A|(?<=[.;:] ))(?:(?:the|an?|this|die|der|das|eine?) )?"
    r"(?P<noun>[^\W\d_]{5,20}(?:(?:ion|ment|ance|ung)\b|(?= of )))",
    re.IGNORECASE,
)
_AGENT = regex(r"\b(?:by|durch|von|vom)\b|:", re.IGNORECASE)


_SUBJECT = regex(r"(?:(?:Mrs?|Ms|Miss|Dr|Prof)\.? )?(?P<name>(?:[A-Z][\w'’-]{1,30} ){1,3})(?:(?:will|can|may) )?[a-z]")
_REFERS = regex(r"\b(?:his|hers?|him|their|them|he|she|they)\b", re.IGNORECASE)  # Mr Kent is her deputy
_INNER_NAME, _SMALL = regex(r"(?<=[\w,;|] )[A-Z][\w'’-]{1,30}"), regex(r"(?<![\w'’-])[a-z][\w'’-]{1,30}")


_PAYS = r"(?:pays?|zahl(?:t|en)|pag(?:a|an|ano|am)|pai(?:e|ent)|betal(?:en|t|ar)|betaalt)"
_ASKS_PAY = regex(
    rf"\W{{0,5}}(?:how much (?:do|does|must) (?:(?:the|an?) )?(?P<one>[a-z]{{4,20}}) (?:have to )?{_PAYS}"
    rf"|(?:was|wie ?viel) {_PAYS} (?P<two>(?-i:[A-ZÄÖÜ])[\w-]{{3,30}})"
    rf"|(?:combien|cu[aá]nto|quanto|hoeveel) {_PAYS} (?:l[eao]s?|el|i|gli|[oa]s?|de) (?P<three>[^\W\d_]{{4,30}}))\W*\Z",
    re.IGNORECASE,
)
_PAYING = regex(
    rf"(?:\A[\W\d]{{0,6}}|[.;:,] )(?:(?:the|die|der|l[eao]s?|el|i|gli|[oa]s?|de) )?(?P<of>[^\W\d_]{{4,30}}) {_PAYS}\b",
    re.IGNORECASE,
)
_EVERYONE = frozenset(content_words("everyone everybody they alle jeder tutti todos tous chacun iedereen all"))
_LASTING = regex(
    r"\W{0,5}(?:how (?:long|big|high|large|much) (?:is|was)|what is|wie (?:lange?|hoch|groß|viel) (?:ist|war|dauert)"
    r"|quelle est|cuál es|qual è|wat is|hoe lang is) (?:the|die|der|das|la|le|el|il|de|het)"
    r" (?P<what>[^\W\d_]{4,30})\W*\Z",
    re.IGNORECASE,
)
_WITHIN = regex(  # in der Probezeit beträgt sie zwei Wochen
    r"\b(?:in|im|during|within|während|pendant|durante|tijdens) (?:(?:the|der|dem|den|la|le|el|il|de|het) )?"
    r"(?P<what>[^\W\d_]{4,30})\b[^.;:]{0,60}\b(?:it|they|sie|er|es|elle|il|ella|esso|zij|hij)\b",
    re.IGNORECASE,
)


class NearMisses:
    """What in a text would be near the answer to one question only. others are the synonyms of its words."""

    def __init__(self, question: str, others: Mapping[str, Phrases]) -> None:
        words = content_words(question)[:MAX_WORDS]
        self._words, self._others = frozenset(words), others
        asks = ASKS_WHAT.match(question) is not None
        self._pairs = frozenset(pairwise(words) if asks and sides_of({*words}) else ())
        sides = (
            [[side.search(question) is not None for side in pair] for pair in _SIDES] if _TIME.search(question) else []
        )
        self._sides = [
            (one, other) if has_one else (other, one)
            for (one, other), (has_one, has_other) in zip(_SIDES, sides, strict=False)
            if has_one != has_other
        ]
        self._turns = {(turn, noun) for turn, noun in _turns(question)} if asks else set[tuple[str, str]]()
        dates = [] if _OVER_TIME.search(question) else calendar_dates(question)
        self._days = [date for date in dates if date[0]]
        self._months = {month for day, month, year in dates if year and not day}
        paying = _ASKS_PAY.match(question)
        self._paying = frozenset(content_words(next(filter(None, paying.groups())))) if paying else frozenset[str]()
        lasting = _LASTING.match(question)
        self._lasting = lasting["what"].casefold() if lasting else ""
        self._periods = recurring_periods(question)
        self._asks_cost = _ASKS_COST.match(question) is not None
        self._priced = self._words - frozenset(content_words(" ".join(_ASKED_COST.findall(question))))
        self._next = frozenset(noun for is_next, noun in self._turns if is_next and _TIME.search(question))
        self._names = frozenset(capital_names(question)) - _MONTHS.keys() if asks else frozenset[str]()
        deed = _WHO_DID.match(question)
        self._deed = deed["deed"].lower() if deed else ""

    def without_others(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences that can be the answer, and the headings."""
        kept = [s for s in sentences if s.row or s.is_title or not self.is_near(s)]
        if self._next:
            top = {s.text for s in sentences if s.start == 0 and s.is_title}
            kept = [s for s in kept if s.row or self._may_be_next(s, top)]
        persons = _persons(sentences) if self._names else frozenset[str]()
        return [s for s in kept if not (persons and self._is_of_other_person(s, persons))]

    def is_near(self, sentence: Sentence) -> bool:
        """Whether a sentence of prose states something else than the question asks for."""
        text = sentence.text
        for one, other in self._sides:
            if other.search(text) and not (one.search(text) or _SPAN.search(text)):
                return not any(map(one.search, sentence.titles))
        if self._turns and self._has_other_turn(text):
            return True
        if self._pairs and is_of_other_kind(self._pairs, sentence.pairs):
            return True
        if (self._days or self._months) and self._is_of_other_time(sentence):
            return True
        payer = _PAYING.search(text) if self._paying else None
        if payer is not None and not (_EVERYONE.issuperset(whom := content_words(payer["of"])) or self._is_asked(whom)):
            return True
        within = _WITHIN.search(text) if self._lasting else None
        if within is not None and within["what"].casefold() == self._lasting:
            return True
        periods = recurring_periods(text) if self._periods else frozenset[str]()
        if periods and self._periods.isdisjoint(periods):
            return True
        if self._asks_cost and self._is_cost_of_other(text):
            return True
        done = _DEED.search(text) if self._deed else None
        return done is not None and done["noun"].lower().startswith(self._deed[:_ROOT]) and not _AGENT.search(text)

    def _has_other_turn(self, text: str) -> bool:
        """Whether a text has the next one of what the question wants the last one of, or the other way round."""
        said = {*_turns(text)}
        return any((not is_next, noun) in said and (is_next, noun) not in said for is_next, noun in self._turns)

    def _may_be_next(self, sentence: Sentence, top: Set[str]) -> bool:
        """Whether a sentence, or a heading over it but those at the top of its document, has what is to be the next
        one. A title that dates the document has the one of the document."""
        above = [title for title in sentence.titles if title not in top]
        own = sentence.words.union(content_words(" ".join((sentence.introduction, *above))))
        own |= sentence.context - sentence.named if sentence.leans_back else frozenset[str]()
        return sentence.text not in top and any(
            noun in own or says(own, self._others.get(noun, ())) for noun in self._next
        )

    def _is_of_other_person(self, sentence: Sentence, persons: frozenset[str]) -> bool:
        """Whether the subject of a sentence without a name of the question is one of these persons."""
        own = sentence.words | sentence.headings
        is_prose = sentence.row is None and self._names.isdisjoint(own)
        found = _SUBJECT.match(sentence.text) if is_prose and not _REFERS.search(sentence.text) else None
        subject = content_words(found["name"]) if found else []
        is_under = not self._names.isdisjoint(sentence.scope) and not sentence.scope.issuperset(subject)
        return bool(subject) and persons.issuperset(subject) and not is_under

    def _is_of_other_time(self, sentence: Sentence) -> bool:
        """Whether a sentence names other days than the question, or for the month of a year other months or the year
        alone, and nothing around it has the day or the month asked for."""
        text = sentence.text
        if _OVER_TIME.search(text):
            return False
        dates = calendar_dates(text)
        around = sentence.scope | sentence.context | sentence.paragraph | sentence.titled | sentence.headings
        named = {_MONTHS[word] for word in around & _MONTHS.keys()}
        if days := [date for date in dates if date[0]] if self._days else []:
            is_said = any(str(day) in around and month in named for day, month, _ in self._days)
            return not is_said and not any(_agree(day, other) for day in self._days for other in days)
        if not self._months or not self._months.isdisjoint(named):
            return False
        months = {_MONTHS[found.lower()] for found in _MONTH.findall(text)} | {month for _, month, _ in dates}
        return self._months.isdisjoint(months) and bool(months or sentence.years)

    def _is_cost_of_other(self, text: str) -> bool:
        """Whether a text says what things cost, and none of them has a word of the question or is a synonym of one."""
        costs = [*islice(_COSTING.finditer(text), _MOST_COSTING)]
        if any(map(self._is_asked, [content_words(found["of"]) for found in costs])):
            return False
        units = [content_words(found["unit"]) for found in _UNIT.finditer(text)] if costs else []
        return bool(costs) and not any(self._priced == {*unit} for unit in units)

    def _is_asked(self, thing: Sequence[str]) -> bool:
        """Whether these words name what the question asks about."""
        words = frozenset(thing)
        if not words or not words.isdisjoint(self._words | _PAID_FOR | TIMES):
            return True
        if any(map(_are_related, *zip(*product(words, self._words), strict=True))):
            return True
        said = frozenset[str]().union(*(p for word in self._words for p in self._others.get(word, ())))
        return words <= said


def _persons(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The words that are capitalised within sentences and cells, and nowhere small: names."""
    text = "\n".join(sentence.text for sentence in sentences)
    names, small = content_words(" ".join(_INNER_NAME.findall(text))), content_words(" ".join(_SMALL.findall(text)))
    return frozenset(names) - frozenset(small)


def _are_related(word: str, other: str) -> bool:
    """Whether two words begin alike, or one is part of the other, as of a compound."""
    if min(len(word), len(other)) < _STEM:
        return False
    return word[:_STEM] == other[:_STEM] or word in other or other in word


def _turns(text: str) -> Iterator[tuple[bool, str]]:
    """For each "next" or "last" of something in a text, whether it is the next one, and its noun."""
    for found in _TURN.finditer(text):
        yield from ((found["next"] is not None, noun) for noun in content_words(found["noun"]))


def _agree(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether two dates may be the same day."""
    return one[:2] == other[:2] and (one[2] == other[2] or not (one[2] and other[2]))
