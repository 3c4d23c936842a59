"""What a text says above a table of all that is in it, and what an answer with one of its cells must not leave out: the
unit of its figures, what they exclude, or that nothing in it is so. Pure (D-522)."""

import re
from collections.abc import Iterable

from orc.documents.evidence.list_items import is_negating_heading
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_FIGURES = regex(
    r"\W*(?:[^\W\d_][\w'’]*,? ){0,3}?(?:amounts?|figures|values|prices|rates|fees|charges|costs|numbers|sums|salaries"
    r"|beträge|angaben|zahlen|werte|preise|gebühren|kosten|montants|chiffres|valeurs|prix|tarifs|données"
    r"|importes|cifras|valores|precios|datos|tarifas|importi|cifre|valori|prezzi|dati|tariffe|montantes|preços"
    r"|bedragen|cijfers|waarden|prijzen|tarieven|belopp|siffror|priser|beløb|kwoty|ceny|částky|суммы|цены)\b",
    re.IGNORECASE,
)
_MONEY = (
    r"EUR|USD|CHF|GBP|SEK|DKK|NOK|PLN|CZK|euros?|(?:us )?dollars?|pounds?|francs?|franken|kronor|kroner|złotych|[€$£¥]"
)
_CURRENCY = regex(rf"(?<!\w)(?:{_MONEY})(?!\w)", re.IGNORECASE)
_SCALE = regex(
    rf"(?<!\w)(?:in|en|em|i|w|v|в) (?:[^\W\d_]+ )?(?:{_MONEY}|%|thousands?|millions?|billions?|tausend|millionen"
    r"|milliarden|mio|mrd|tsd|milliers|milliards|miles|millones|mil|milhares|milhões|migliaia|milioni|duizend\w{0,3}"
    r"|miljoen|tusental|miljoner|tys|mln|тыс|млн|per ?cent|prozent|pour ?cent|procent)(?!\w)"
    r"|\b(?:ex|in)cl(?:ud\w{1,4}|\.|usive)? (?:of )?(?:vat|(?:sales |value.added )?tax\w{0,2}|postage|delivery)\b"
    r"|\b(?:inkl?|exkl|zzgl|ohne|ausschließlich|einschließlich|inklusive|exklusive)\.? (?:\w+ )?"
    r"(?:mwst|ust|mehrwertsteuer|umsatzsteuer)"
    r"|\b(?:hors tax|htva?\b|ttc\b|tva (?:in|ex)cl|sin iva|con iva|iva (?:in|ex)cl|iva (?:no )?incluido|btw)",
    re.IGNORECASE,
)
_COUNTS = regex(
    r"\b(?:how many|wie ?viele|combien (?:de |d['’])|cuánt[oa]s|quant[ie]|quant[oa]s|hoeveel|hur många|hvor mange) ?"
    r"(?P<things>.{3,60})",
    re.IGNORECASE,
)
_REMARK = regex(r"[^\s(][^(]*\([^()]{3,80}\)\Z")
_LONGEST = 140


def states_terms(text: str) -> bool:
    """Whether a line is about the figures below it: "All prices in EUR, excluding VAT"."""
    if len(text) > _LONGEST or any(map(str.isdecimal, text)) or text.endswith(("?", ":")):
        return False
    found = _SCALE.search(text)
    return found is not None and (found.start() < 2 or _FIGURES.match(text) is not None)


def terms_over(row: Row, titles: Iterable[str], title: str, lines: Iterable[str]) -> list[str]:
    """What must be told of the table of a row beside its cells. titles are the headings over it, title is the one that
    is certainly that of its table, "" for none, lines are those above it that are about its figures."""
    has_figures = bool(row.figures)
    found = [heading.lstrip("# ") for heading in titles if has_figures and _SCALE.search(heading)]
    found += [title.lstrip("# ")] if is_negating_heading(title) or (has_figures and _REMARK.match(title)) else []
    return [*dict.fromkeys((*found, *(lines if has_figures else ())))]


def is_of_money(term: str) -> bool:
    """Whether what is said above a table names a currency."""
    return _CURRENCY.search(term) is not None


def counts_row(question: str, row: Row) -> bool:
    """Whether a question asks how many there are of what a row has the name of, which no currency is the unit of."""
    counted = _COUNTS.search(question)
    things = content_words(counted["things"])[:2] if counted else ()
    return not frozenset(things).isdisjoint(content_words(row.label))
