"""Years and their parts in the notations of reports: FY22, Q2FY24, 2Q23, H1 2023, the second quarter. Pure (D-087)."""

import re

# In lower case. A two-digit year needs a marker such as FY.
_PERIOD = re.compile(
    r"\b(?=[fqhst1-4])(?:fye? ?['’]?(?P<year>20\d\d|\d\d)"
    r"|(?:(?P<kind>[qh])(?P<number>[1-4])|(?P<nth>[1-4])(?P<part>[qh]))"
    r"(?:[ -]?fy ?['’]?(?P<of>20\d\d|\d\d)|[ -]?(?P<full>20\d\d)|(?: ?['’])?(?<! )(?P<short>\d\d))?)\b"
    r"|\b(?=[fst1-4])(?P<said>first|second|third|fourth|1st|2nd|3rd|4th)[ -](?=(?P<whole>quarter|half)\b)"
)
_PART = re.compile(r"fy|[qh][1-4]|[1-4][qh]|quarter|half")
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def may_contain_period(piece: str) -> bool:
    """Whether a text with this lower-case piece can contain a period. Every notation contains such a piece."""
    return _PART.search(piece) is not None


def spell_periods(text: str) -> str:
    """The lower-case text with each period as the words that it is compared by: "q2 2024", "h1 2023", "2022", and "q2
    quarter" for the second quarter."""

    def spelled(period: re.Match[str]) -> str:
        if said := period["said"]:
            return f"{period['whole'][0]}{_PLACES.get(said) or said[0]} "
        year = period["year"] or period["of"] or period["full"] or period["short"] or ""
        year = f"20{year}" if len(year) == 2 else year
        return f"{period['kind'] or period['part'] or ''}{period['number'] or period['nth'] or ''} {year}".strip()

    return _PERIOD.sub(spelled, text)
