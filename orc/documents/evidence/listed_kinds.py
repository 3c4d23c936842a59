"""What a message asks to have listed by its kind: all dates, all amounts, everyone who is named or was there, or
how many items there are under a heading. Pure (D-520)."""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.inflections import are_forms
from orc.documents.text.figures import calendar_dates, month_names
from orc.documents.text.list_marks import ITEM
from orc.documents.text.tokens import content_words
from orc.patterns import regex

MOST_LISTED = 20
"""The greatest number of sentences in a list."""

_KINDS = {
    "date": r"dates|days|daten|termine|fechas|datas|datums",
    "amount": (
        r"(?:money )?amounts|sums|(?:key )?figures|prices|costs|beträge|summen|preise|kosten|montants|prix|sommes"
        r"|importes|precios|cantidades|importi|prezzi|somme|valores|preços|bedragen|prijzen"
    ),
    "person": (
        r"names|people|persons|personen|namen|noms|personnes|nombres|personas|nomi|persone|nomes|pessoas|mensen"
    ),
}
_KIND = "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items())
_ALL = (
    r"(?:(?:all|every|the|alle|sämtliche|die|toutes?|tous|les|des|tod[oa]s|l[ao]s|tutt[ei]|le|gli|i|as|os|de|of|me|mir|auf"
    r"|bitte|please) ){1,4}"
)
_REST = (
    r"(?: (?:that|which|are|is|were|mentioned|named|given|stated|there|in|the|this|it|document|documents|file|text|auf"
    r"|im|dem|den|dokument|genannt|genannten|erwähnt|vorkommen|die|der|dans|du|document|mentionnées?|en|el|del|documento"
    r"|mencionad[oa]s|nel|menzionat[ei]|no|op|het|genoemd))*\W*\Z"
)
_LIST = regex(
    r"\W{0,5}(?:please |bitte )?(?:(?:list|show|name|give|extract|enumerate|find|liste|listet|nenne|nennt|zeige|gib"
    r"|donne|énumère|énumérez|listez|lista|enumera|muestra|elenca|mostra|liste|noem|toon|what|which|welche"
    rf"|quel(?:le)?s|qué|quali) (?:{_ALL})?)(?:{_KIND}){_REST}",
    re.IGNORECASE,
)
_EVERY = regex(  # not: show the costs
    r"\b(?:all|every|mentioned|named|alle|sämtliche|genannt\w*|erwähnt\w*|tou(?:te)?s|mentionné\w*|tod[oa]s|mencionad\w*"
    r"|tutt[ei]|menzionat\w*|genoemd)\b",
    re.IGNORECASE,
)
_WHO_IS_NAMED = regex(
    r"\W{0,5}(?:who (?:is|are) (?:all )?(?:mentioned|named)|wer (?:wird|ist) (?:alles )?(?:erwähnt|genannt)"
    r"|qui (?:est|sont) (?:mentionnée?s?|nommée?s?|citée?s?)|quién(?:es)? (?:se menciona|es mencionad[oa])"
    rf"|chi (?:è|viene) (?:menzionat[oa]|nominat[oa])|wie wordt (?:er )?genoemd){_REST}",
    re.IGNORECASE,
)
_WHO_WAS_THERE = regex(
    r"\W{0,5}(?:who (?:was|were) (?:all )?(?:there|present|in attendance)|who (?:attended|took part)"
    r"|wer war (?:alles )?(?:da|dabei|anwesend)|qui (?:était|étaient) (?:là|présente?s?)"
    r"|quién(?:es)? (?:estaba|estuvo|estaban|estuvieron)"
    r" (?:presentes?|allí)|chi (?:era|erano) present[ei]|quem (?:estava|esteve) (?:presente|lá)|wie (?:was|waren) "
    r"(?:er|aanwezig))\W*\Z",
    re.IGNORECASE,
)
_PRESENT = regex(
    r"\W{0,5}(?:present|attendees|attendance|participants|in attendance|anwesende?|teilnehmende|teilnehmer(?:innen)?"
    r"|présente?s|participants|presentes|asistentes|presenti|partecipanti|participantes|aanwezig(?:en)?)\b[^:.]{0,30}:",
    re.IGNORECASE,
)
_HOW_MANY = regex(
    r"\W{0,5}(?:how many|wie ?viele|combien d(?:e |['’])|cuánt[ao]s|quant[ei]|quant[ao]s|hoeveel)"
    r" ?(?P<thing>[^\W\d_]{4,30})"
    r"(?: (?:are|is|there|listed|named|mentioned|gibt|es|y|a-t-il|hay|ci|sono|há|zijn|er))*\W*\Z",
    re.IGNORECASE,
)
_AMOUNT = regex(
    r"[$€£¥] ?\d|\d ?[$€£¥]|\d (?:[a-z]{5,9} )?(?:euros?|dollars?|pounds?|francs?|franken|franchi|francos|kr"
    r"|kronor|pesos)\b|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN) ?\d|\d ?(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN)\b"
)
_NAME = regex(
    r"(?<![\w.] )(?<!\w)[A-ZÀ-Þ][a-zà-ÿ]{1,20} [A-ZÀ-Þ][a-zà-ÿ]{2,20}(?![\w-])"
    r"|(?<=[\w:,(] )[A-ZÀ-Þ][a-zà-ÿ]{1,20}"
    r" [A-ZÀ-Þ][a-zà-ÿ]{2,20}(?![\w-])"
)
_MONTHS = frozenset(name.lower() for name in month_names())
_LEAST = 2


def asks_for_kind(question: str) -> bool:
    """Whether a message asks for a list of all dates, amounts or names, or how many of something there are."""
    return _kind_asked(question) != "" or _HOW_MANY.match(question) is not None


def asks_for_every_kind(question: str) -> bool:
    """Whether a message asks for a list of all dates, amounts or names, whose words no text need have."""
    return _kind_asked(question) != ""


def of_kind_asked(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences and rows with a date, an amount or a name, if all of these are asked for; or the items of the list
    under the heading that names the things counted."""
    if kind := _kind_asked(question):
        has_kind = _HAS[kind]
        found = [s for s in sentences if has_kind(s.text) and not (s.is_title and kind == "person")]
        return sorted(found, key=lambda s: (s.number, s.start))
    return _items_counted(question, sentences)


def _kind_asked(question: str) -> str:
    """date, amount, person or presence; empty for other messages."""
    if _WHO_WAS_THERE.match(question):
        return "presence"
    if _WHO_IS_NAMED.match(question):
        return "person"
    found = _LIST.match(question) if _EVERY.search(question) else None
    return str(found.lastgroup) if found else ""


def _items_counted(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The items of the list right under a heading that says no more than the things that the question counts."""
    found = _HOW_MANY.match(question)
    thing = content_words(found["thing"]) if found else []
    in_order = sorted(sentences, key=lambda s: (s.number, s.start)) if thing else []
    for at, heading in enumerate(in_order):
        if heading.row or not (heading.is_title or heading.text.endswith(":")) or not heading.start:
            continue
        words = [word for word in content_words(heading.text) if not word[0].isdecimal()]
        if len(words) != 1 or not are_forms(words[0], thing[0]):
            continue
        following = (s for s in in_order[at + 1 :] if s.number == heading.number)
        items = [*takewhile(lambda s: ITEM.match(s.text) is not None and not s.text.startswith("#"), following)]
        if len(items) >= _LEAST:
            return items
    return []


def _names_person(text: str) -> bool:
    """Whether a text has a first and a last name."""
    names = (found[0].lower().split() for found in _NAME.finditer(text))
    return any(_MONTHS.isdisjoint(name) for name in names)


_HAS: dict[str, Callable[[str], bool]] = {
    "date": lambda text: bool(calendar_dates(text)),
    "amount": lambda text: _AMOUNT.search(text) is not None,
    "person": _names_person,
    "presence": lambda text: _PRESENT.match(text) is not None,
}
