"""Reads years written with two digits over the columns of tables, incidents_85_99 for those of 1985 to 1999, and
half-years by their months. Pure (D-501)."""

import re
from collections.abc import Iterable

from orc.documents.text.fiscal_years import Spelling, spelled_year_ends
from orc.documents.text.periods import join_periods
from orc.patterns import regex

_RANGE = regex(
    r"(?<!\d)(?P<first>(?:19|20)\d\d) ?(?:[-–—/]|to|until|till|through|and|bis|und|à|et|al?|y|e|ed|até|tot|en|till|och"
    r"|og|do|i|a[žż]|по|до) ?(?P<last>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_HALF = regex(r"\bH[12]\b")
_TO = r"(?: ?[-–—/] ?| (?:to|through|until|bis|à|a|al|tot|till|til) )"
_HALVES = {
    "H1": regex(
        rf"\b(?:jan(?:uary|uar|vier)?|enero|gennaio|janeiro|januari)\b\.?{_TO}"
        r"(?:june?|juni|juin|junio|giugno|junho)\b\.?(?=,? (?:of |de )?(?:19|20)\d\d)",
        re.IGNORECASE,
    ),
    "H2": regex(
        rf"\b(?:july?|juli|juillet|julio|luglio|julho)\b\.?{_TO}"
        r"(?:dec(?:ember)?|dez(?:ember|embro)?|décembre|diciembre|dicembre)\b\.?(?=,? (?:of |de )?(?:19|20)\d\d)",
        re.IGNORECASE,
    ),
}
_MOST = 4


def spelled_years(question: str, texts: Iterable[tuple[str, str]]) -> dict[str, Spelling]:
    """By document, what replaces the forms of the question's years there: the dates at which its fiscal years end;
    ranges of years with two digits each, if the question names these ranges; and the months of a half-year, if it names
    one. texts are parts of documents, with their keys."""
    known = [*texts]
    ends = spelled_year_ends(question, known)
    written = {_HALVES[half]: half for half in _HALF.findall(join_periods(question))}
    ranges = {(each["first"], each["last"]) for each in _RANGE.finditer(question)}
    for first, last in sorted(ranges)[:_MOST]:
        if first < last:
            pattern = rf"(?<!\d)(?<!\d[.,:/–-])['’]?{first[2:]} ?[-–—_/] ?['’]?{last[2:]}(?![.,:/–-]?\d)"
            written[regex(pattern)] = f"{first}–{last}"
    found = {key for key, text in known if any(pattern.search(text) for pattern in written)}

    def spelling(of_ends: Spelling) -> Spelling:
        def spelled(text: str) -> str:
            for pattern, years in written.items():
                text = pattern.sub(years, text)
            return of_ends(text)

        return spelled

    return ends | {key: spelling(ends.get(key, str)) for key in found}
