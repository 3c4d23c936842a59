"""Reads the dates at which fiscal years end: fiscal 2022 may end on January 28, 2023. Pure (D-425)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date

from orc.documents.text.figures import month_names
from orc.documents.text.sentences import is_row
from orc.patterns import regex

_MONTHS = {name.lower(): number for name, number in month_names().items() if number <= 4}
_NAMES = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_EARLY = (
    rf"\b(?:(?P<month>{_NAMES})\.? (?P<day>\d\d?),? (?P<year>20\d\d)"
    rf"|(?P<first>\d\d?)\.? (?P<named>{_NAMES})\.? (?P<behind>20\d\d)"
    r"|(?P<before>20\d\d)-(?P<second>0[1-4])-(?P<third>\d\d)|(?P<of>\d\d?)\.(?P<number>0?[1-4])\.(?P<its>20\d\d))\b"
)
_DATE = regex(_EARLY, re.IGNORECASE)
_FISCAL = (
    r"(?<![\w-])(?:(?:fiscal|financial)(?: year)? |Geschäftsjahr(?:e?s)? |(?:FY|GJ) ?)['’]?(?P<fiscal>20\d\d|\d\d)\b"
)
_LABEL = regex(_FISCAL, re.IGNORECASE)
_PART_BEFORE = regex(r"(?:[qh][1-4]|quarter|half|quartal|halbjahr)(?: (?:of|des|im))?(?: the)? ?\Z", re.IGNORECASE)
_ENDED = regex(
    rf"(?:{_FISCAL}[^.;|\n]{{0,20}}\b(?:end(?:ed|s|ing|ete|et)|clos\w{{1,4}}|bis|to)"
    r"|\b(?:years?|weeks?),? (?:that |which )?(?:end(?:ed|s|ing)|clos(?:ed|es|ing))"
    rf"|\bGeschäftsjahr\w{{0,2}},? (?:das|welches|bis|zum|per))(?: (?:on|am|zum|bis|to))? (?P<date>{_EARLY})",
    re.IGNORECASE,
)
_ENDING = regex(rf"\bam (?P<date>{_EARLY}) (?:endend|abgelaufen|beendet)\w{{0,3}} Geschäftsjahr", re.IGNORECASE)
_FIGURE = regex(r"\d[\d.,]{2,}|\(\d")
_NEAR_DAYS, _LONGEST_PART = 7, 24  # a year of weeks ends on the same weekday

type Spelling = Callable[[str], str]
"""Writes a text in the form in which it is compared."""


def spelled_year_ends(question: str, texts: Iterable[tuple[str, str]]) -> dict[str, Spelling]:
    """By document, what replaces the dates at which its fiscal years end by these years, if the question names a fiscal
    year and those of the document end early in the next one. texts are parts of documents, with their keys."""
    found = _LABEL.search(question)
    if found is None or _PART_BEFORE.search(question[max(0, found.start() - _LONGEST_PART) : found.start()]):
        return {}
    parts = defaultdict[str, list[str]](list)
    for key, text in texts:
        parts[key].append(text)
    by_document = {key: _fiscal_years_by_date("\n".join(each)) for key, each in parts.items()}

    def spelling(ends: Mapping[str, str]) -> Spelling:
        return lambda text: _DATE.sub(lambda found: ends.get(found[0], found[0]), text)

    return {key: spelling(ends) for key, ends in by_document.items() if ends}


def _fiscal_years_by_date(text: str) -> dict[str, str]:
    """The fiscal years that end early in the next year, by the dates as they are written: those at which the text says
    that they end, and the same days of other years over tables."""
    stated = [*_ENDED.finditer(text), *_ENDING.finditer(text)]
    known = {each["date"]: when for each in stated if (when := _date(each["date"]))}
    labels = {_year(each["fiscal"]): known.get(each["date"]) for each in stated if each.groupdict().get("fiscal")}
    if not known:
        return {}
    rows = [line for line in text.split("\n") if is_row(line)]
    if labels:
        is_next = all(when is not None and when.year == year + 1 for year, when in labels.items())
    else:
        last = max((_year(each["fiscal"]) for line in rows for each in _LABEL.finditer(line)), default=0)
        is_next = last + 1 == max(when.year for when in known.values())
    if not is_next:
        return {}
    days = {
        day + near
        for day in (when.timetuple().tm_yday for when in known.values())
        for near in range(-_NEAR_DAYS, _NEAR_DAYS + 1)
    }
    for line in rows:
        dates = {each[0]: when for each in _DATE.finditer(line) if (when := _date(each[0]))}
        if dates and not _FIGURE.search(re.sub(r"20\d\d", "", _DATE.sub("", line))):
            known |= {written: when for written, when in dates.items() if when.timetuple().tm_yday in days}
    return {written: f"FY{when.year - 1}" for written, when in known.items()}


def _date(written: str) -> date | None:
    """The date that is written so. None if it is none: 31 April."""
    found = _DATE.fullmatch(written)
    if found is None:
        return None
    month = found["second"] or found["number"] or _MONTHS[(found["month"] or found["named"]).lower()]
    day = found["day"] or found["first"] or found["third"] or found["of"]
    year = found["year"] or found["behind"] or found["before"] or found["its"]
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _year(digits: str) -> int:
    return int(digits) if len(digits) > 2 else 2000 + int(digits)
