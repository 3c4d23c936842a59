"""Reads years written with two digits over the columns of tables: incidents_85_99 are those of 1985 to 1999. Pure
(D-501)."""

import re
from collections.abc import Iterable

from orc.documents.text.fiscal_years import Spelling, spelled_year_ends
from orc.patterns import regex

_RANGE = regex(
    r"(?<!\d)(?P<first>(?:19|20)\d\d) ?(?:[-–—/]|to|until|till|through|and|bis|und|à|et|al?|y|e|ed|até|tot|en|till|och"
    r"|og|do|i|a[žż]|по|до) ?(?P<last>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_MOST = 4


def spelled_years(question: str, texts: Iterable[tuple[str, str]]) -> dict[str, Spelling]:
    """By document, what replaces the forms of the question's years there: the dates at which its fiscal years end, and
    ranges of years with two digits each, if the question names these ranges. texts are parts of documents, with their
    keys."""
    ranges = {(each["first"], each["last"]) for each in _RANGE.finditer(question)}
    if not 0 < len(ranges) <= _MOST:
        return spelled_year_ends(question, texts)
    known = [*texts]
    ends = spelled_year_ends(question, known)
    written = {
        regex(rf"(?<!\d)(?<!\d[.,:/–-])['’]?{first[2:]} ?[-–—_/] ?['’]?{last[2:]}(?![.,:/–-]?\d)"): f"{first}–{last}"
        for first, last in sorted(ranges)
        if first < last
    }
    found = {key for key, text in known if any(pattern.search(text) for pattern in written)}

    def spelling(of_ends: Spelling) -> Spelling:
        def spelled(text: str) -> str:
            for pattern, years in written.items():
                text = pattern.sub(years, text)
            return of_ends(text)

        return spelled

    return ends | {key: spelling(ends.get(key, str)) for key in found}
