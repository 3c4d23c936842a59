"""Years and their parts in the notations of reports, FY22, Q2FY24, 2Q23, H1 2023, the second quarter, and the dates of
workbooks, 2026-03-04. Pure (D-087)."""

import re

# In lower case. A two-digit year needs a marker such as FY.
_PERIOD = re.compile(
    r"\b(?=[fqhst1-4])(?:fye? ?['’]?(?P<year>20\d\d|\d\d)"
    r"|(?:(?P<kind>[qh])(?P<number>[1-4])|(?P<nth>[1-4])(?P<part>[qh]))"
    r"(?:[ -]?fy ?['’]?(?P<of>20\d\d|\d\d)|[ -]?(?P<full>20\d\d)|(?: ?['’])?(?<! )(?P<short>\d\d))?)\b"
    r"|\b(?=[fst1-4])(?P<said>first|second|third|fourth|1st|2nd|3rd|4th)[ -](?=(?P<whole>quarter|half)\b)"
)
_DATE = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?=\b|t\d\d:)")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_PART = re.compile(r"fy|[qh][1-4]|[1-4][qh]|quarter|half|\d-\d\d-\d")
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def may_contain_period(piece: str) -> bool:
    """Whether a text with this lower-case piece can contain a period. Every notation contains such a piece."""
    return _PART.search(piece) is not None


def spell_periods(text: str) -> str:
    """The lower-case text with each period as the words that it is compared by: "q2 2024", "h1 2023", "2022", "q2
    quarter" for the second quarter, and "4 march 2026" for a date."""

    def spelled(period: re.Match[str]) -> str:
        if said := period["said"]:
            return f"{period['whole'][0]}{_PLACES.get(said) or said[0]} "
        year = period["year"] or period["of"] or period["full"] or period["short"] or ""
        year = f"20{year}" if len(year) == 2 else year
        return f"{period['kind'] or period['part'] or ''}{period['number'] or period['nth'] or ''} {year}".strip()

    dated = _DATE.sub(lambda d: f"{int(d['day'])} {_MONTHS[int(d['month']) - 1]} {d['year']} ", text)
    return _PERIOD.sub(spelled, dated)
