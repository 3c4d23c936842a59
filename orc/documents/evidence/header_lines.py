"""What the lines over a text state without a sentence: the sender, the recipient, the date and the subject of a mail,
and the time and the place of the meeting to which an agenda or an invitation belongs. Pure (D-515)."""

import re
from collections.abc import Sequence
from itertools import pairwise

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.answer_forms import CLOCK
from orc.documents.text.field_lines import field_of
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_MAIL = (
    r"(?:(?:this|that|the|diese[nrs]?|die|das|de[rn]) )?(?:it|this|that|(?:e-?)?mail|message|letter|memo|note|nachricht"
    r"|brief|schreiben)"
)
_OF_MAIL = rf"(?: (?:of|der|des|dieser|this) {_MAIL}|(?: line)?)"
_ASKED = (
    (
        rf"(?:who (?:sent|wrote|signed) {_MAIL}|who is {_MAIL} from|from whom is {_MAIL}|who is the sender{_OF_MAIL}"
        rf"|wer hat {_MAIL} (?:geschickt|gesendet|geschrieben|verschickt|unterschrieben)"
        rf"|von wem (?:ist|kommt|stammt) {_MAIL}"
        rf"|wer ist der absender{_OF_MAIL})",
        r"from|von|de|da|van|od|från|fra|от|sender|absender|expéditeur|remitente|mittente|afzender",
    ),
    (
        rf"(?:to whom (?:is|was) {_MAIL} (?:addressed|sent|written)|who (?:received|got) {_MAIL}"
        rf"|who (?:is|was) {_MAIL} (?:addressed |sent )?to|who is the (?:recipient|addressee){_OF_MAIL}"
        rf"|an wen (?:ist|ging|geht) {_MAIL}(?: gerichtet| geschickt)?|wer ist der empfänger{_OF_MAIL})",
        r"to|an|à|para|a|aan|do|til|till|кому|recipient|empfänger|destinataire|destinatario",
    ),
    (
        rf"(?:when (?:was|is) {_MAIL} (?:sent|written|dated|received)|what (?:is|was) the date{_OF_MAIL}"
        rf"|wann wurde {_MAIL} (?:geschickt|gesendet|geschrieben|verschickt)|von wann ist {_MAIL})",
        r"date|sent|datum|gesendet|fecha|enviado|data|inviato|envoyé|verzonden|sendt|skickat|дата",
    ),
    (
        rf"(?:what (?:is|was) the subject(?: line)?{_OF_MAIL}|(?:was|wie) (?:ist|lautet) der betreff{_OF_MAIL})",
        r"subject|re|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|тема",
    ),
)
_QUESTIONS = tuple((regex(rf"\W*{asks}\W*", re.IGNORECASE), label) for asks, label in _ASKED)
_LABELLED = {label: regex(rf"[*_ ]{{0,3}}(?:{label})[*_ ]{{0,3}}: ?\S", re.IGNORECASE) for _, label in _ASKED}
_LEAST_LABELS = 3
_SENDER = _ASKED[0][1]
_CLOSING = regex(
    r"(?:yours (?:sincerely|faithfully|truly)|(?:(?:with )?(?:kind|best|warm|many) )?(?:regards|wishes)|sincerely"
    r"|(?:mit )?(?:freundliche|viele|herzliche|beste|liebe)n? gr(?:ü|ue)(?:ß|ss)en?|hochachtungsvoll)\b,?\s{0,3}",
    re.IGNORECASE,
)
_ISSUED = r"(?:invoice|bill|quote|quotation|offer|receipt|rechnung|angebot|quittung)"
_ASKS_ISSUER = regex(
    rf"\W*(?:who (?:sent|issued|wrote|made out) (?:the|this|us the|me the) {_ISSUED}"
    rf"|who is (?:the|this) {_ISSUED} from"
    rf"|wer hat (?:uns |mir )?(?:diese?|das|dieses) {_ISSUED} (?:geschickt|(?:aus)?gestellt|geschrieben)"
    rf"|von wem (?:ist|kommt|stammt) (?:diese?|das|dieses) {_ISSUED})\W*",
    re.IGNORECASE,
)

_EVENT = (
    r"(?P<event>meeting|session|hearing|assembly|event|conference|workshop|seminar|webinar|ceremony|concert|party"
    r"|reception|lecture|sitzung|versammlung|veranstaltung|tagung|feier|konzert)"
)
_THE = r"(?:the|this|our|die|das|der|unsere) (?:[\w-]{1,20} ){0,2}"
_STARTS = r"(?:(?: be)?(?: (?:start(?:ing)?|begin(?:ning)?|held|take place|scheduled|statt))?)"
_ASKS_TIME = regex(
    rf"\W*(?:(?:at )?what time|when|wann|um wie ?viel uhr) (?:does|do|will|is|was|did|beginnt|ist|findet|fängt) "
    rf"{_THE}{_EVENT}{_STARTS}(?: an)?\W*",
    re.IGNORECASE,
)
_ASKS_DAY = regex(r"\W*(?:when|wann)\b", re.IGNORECASE)
_DATE_LABEL = regex(r"[*_ ]{0,3}(?:date|day|datum|tag|termin)[*_ ]{0,3}: ?\S", re.IGNORECASE)
_ASKS_PLACE = regex(
    rf"\W*(?:where|wo) (?:does|do|will|is|was|did|ist|findet) {_THE}{_EVENT}{_STARTS}\W*", re.IGNORECASE
)
_OVER_EVENTS = regex(
    r"\b(?:agenda|minutes|invitation|notice|program(?:me)?|tagesordnung|protokoll|einladung|programm)\b", re.IGNORECASE
)
_CLOCK = regex(CLOCK, re.IGNORECASE)
_STREET = regex(
    r"\d{1,5}\w?,? (?:[A-Z][\w'’.]{0,30} ){1,4}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Drive|Dr|Square|Way|Close|Place"
    r"|Pl|Boulevard|Blvd|Court|Ct|Parkway|Pkwy|Highway|Hwy)\b"
    r"|(?:[A-ZÄÖÜ][\w.-]{1,30} ?){1,3}(?:straße|strasse|str\.|platz"
    r"|weg|allee|gasse) ?\d{1,4}\b"
)
_TOWN = regex(r"[A-ZÄÖÜ].{1,40}\b(?:[A-Z]{2} \d{5}|[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2})\b|\d{5} [A-ZÄÖÜ]\w")
_LONGEST_LINE, _MOST_OTHERS, _NAMED = 120, 2, 80
_ISSUED_TITLE = regex(rf"\b{_ISSUED}\b", re.IGNORECASE)
_DATES = regex(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch"
    r"|(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\w{0,6}|am|pm|uhr|time|date|noon)\b",
    re.IGNORECASE,
)


def asks_header(question: str) -> bool:
    """Whether a question asks for what only such lines may state."""
    return any(
        asks.fullmatch(question) for asks, _ in (*_QUESTIONS, (_ASKS_TIME, ""), (_ASKS_PLACE, ""), (_ASKS_ISSUER, ""))
    )


def stated_in_header(question: str, opening: Sequence[Sentence], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The lines at the beginning of a document, given in their order, that state what the question asks for. Empty if
    there are none, if a sentence of the document states it, or for another question."""
    label = next((label for asks, label in _QUESTIONS if asks.fullmatch(question)), None)
    if label is not None:
        known = {each: [s for s in opening if pattern.match(s.text)] for each, pattern in _LABELLED.items()}
        if sum(map(bool, known.values())) >= _LEAST_LABELS:
            return known[label][:1]
        return _signature(sentences) if label == _SENDER else []
    if _ASKS_ISSUER.fullmatch(question):
        return _issuer(opening)
    found, of_place = _ASKS_TIME.fullmatch(question), _ASKS_PLACE.fullmatch(question)
    event = found or of_place
    short = (s for s in opening if len(s.text) <= _LONGEST_LINE and not s.introduction)
    lines = [s for s in short if s.is_title or _is_bare(s.text) or _STREET.search(s.text)]
    if event is None or not any(_is_over(s, event["event"]) for s in lines):
        return []
    pattern = _CLOCK if found else _STREET
    named = frozenset(content_words(event["event"]))
    if any(s not in lines and s.words & named and pattern.search(s.text) for s in sentences):
        return []
    if found:
        times = [s for s in lines if _CLOCK.search(s.text) and (_is_bare(s.text) or _STREET.search(s.text))]
        dates = [s for s in opening if _ASKS_DAY.match(question) and _DATE_LABEL.match(s.text)]
        return [*dates[:1], *times] if len(times) == 1 else []
    at = next((i for i, s in enumerate(lines) if _STREET.search(s.text)), None)
    if at is None:
        return []
    return [lines[at], *(s for s in lines[at + 1 : at + 2] if _TOWN.match(s.text))]


def _signature(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The line under the closing words of a letter, or with them."""
    for closing, following in pairwise([*sorted(sentences, key=lambda s: s.start), None]):
        found = _CLOSING.match(closing.text) if closing else None
        if closing and found:
            is_alone = found.end() == len(closing.text)
            return [closing] if not is_alone else [following] if following and len(following.text) <= _NAMED else []
    return []


def _issuer(opening: Sequence[Sentence]) -> list[Sentence]:
    """The line under the title of an invoice or an offer, if it is none that has a label."""
    if not opening:
        return []
    title, *lines = opening[:2]
    is_titled = title.is_title and _ISSUED_TITLE.search(title.text) is not None
    return [s for s in lines if is_titled and s.is_title and field_of(s.text) is None]


def _is_over(line: Sentence, event: str) -> bool:
    is_named = event.casefold() in line.text.casefold()
    return line.is_title and (is_named or _OVER_EVENTS.search(line.text) is not None)


def _is_bare(line: str) -> bool:
    """Whether a line has hardly more than a date and a time."""
    return len(content_words(re.sub(r"\d\S*", " ", _DATES.sub(" ", line)))) <= _MOST_OTHERS
