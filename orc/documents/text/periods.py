"""Years and their parts in the notations of reports, FY22, Q2FY24, Q2/24, 2Q23, H1 2023, the second quarter, and the
dates of workbooks, 2026-03-04. Pure (D-087)."""

import re

from orc.patterns import regex

# In lower case. A two-digit year needs a marker such as FY.
_PERIOD = regex(
    r"\b(?=[fqhst1-4])(?:fye? ?['’]?(?P<year>20\d\d|\d\d)"
    r"|(?:(?P<kind>[qh])(?P<number>[1-4])|(?P<nth>[1-4])(?P<part>[qh]))"
    r"(?:[ -]?fy ?['’]?(?P<of>20\d\d|\d\d)| ?/ ?(?P<behind>20\d\d|\d\d)|[ -]?(?P<full>20\d\d)"
    r"|(?: ?['’])?(?<! )(?P<short>\d\d))?"
    # T2 2024, 2T24, S1 2024: a trimestre or semestre
    r"|(?:(?P<quarter>t)|s)(?P<place>[1-4])(?: ?[/-] ?| |['’])(?P<its>20\d\d|(?<! )\d\d)"
    r"|(?P<placed>[1-4])(?:(?P<quarters>t)|s)(?P<own>[ /-]?20\d\d|(?<=t)['’/]?\d\d))\b"
)
PART_OF_YEAR = (
    r"(?:(?P<q>quarter|quartals?|trimestre|kwartaal|kvartal(?:et)?|kwarta[lł]\w{0,3}|квартал\w{0,2})"
    r"|(?P<h>half|halbjahr(?:e?s)?|semestre|halfjaar|halv[aå]r(?:et)?|p[oó][lł]rocz\w{1,3}|полугоди\w{1,2}))\b"
)
_ORDINAL = (
    r"\b(?:(?P<first>1(?:st|er)?|first|erste[nrsm]?|premier|primero?|primo|primeiro|eerste|f[oø]rste|f[oö]rsta"
    r"|pierwsz\w{1,3}|перв\w{2,3})"
    r"|(?P<second>2(?:nd|[eè]me|e)?|second|zweite[nrsm]?|deuxi[eè]me|segundo|secondo|tweede|andet|andre|andra|drug\w{1,3}"
    r"|втор\w{2,3})"
    r"|(?P<third>3(?:rd|[eè]me|e)?|third|dritte[nrsm]?|troisi[eè]me|tercero?|terzo|terceiro|derde|tredje|trzec\w{1,3}"
    r"|трет\w{2,3})"
    r"|4(?:th|[eè]me|e)?|fourth|vierte[nrsm]?|quatri[eè]me|cuarto|quarto|vierde|fj[aeä]rde|czwart\w{1,3}"
    r"|четв[её]рт\w{2,3})[.ºª°]?[ -]"
)
_SAID = regex(rf"{_ORDINAL}(?={PART_OF_YEAR})")
_OF_YEAR = regex(
    rf"{_ORDINAL}{PART_OF_YEAR},? (?:(?:of|in|des|de|du|del|dell|do|van|av|af|i|w|v|в) ?)?(?:the |['’])?"
    r"(?P<fiscal>(?:(?:fiscal|financial)(?: year)?|FY) ?['’]?)?(?=20\d\d\b|(?(fiscal)\d\d\b|(?!)))",
    re.IGNORECASE,
)
_DATE = regex(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?=\b|t\d\d:)")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_PART = regex(
    r"fy|[qhts][1-4]|[1-4][qhts]|quart|trimestre|semestre|[kq]wartaa|kvart|kwarta|квартал|half|hal[bv]|p[oó][lł]rocz|полугод"
    r"|\d-\d\d-\d"
)
_FISCAL = regex(r"\b(?:(?:fiscal|financial) year|FY) ['’]?(?=(?:20)?\d\d\b)", re.IGNORECASE)


def may_contain_period(piece: str) -> bool:
    """Whether a text with this lower-case piece can contain a period. Every notation contains such a piece."""
    return _PART.search(piece) is not None


def spell_periods(text: str) -> str:
    """The lower-case text with each period as the words that it is compared by: "q2 2024", "h1 2023", "2022", "q2
    quarter" for the second quarter, and "4 march 2026" for a date."""

    def spelled(period: re.Match[str]) -> str:
        year = next(filter(None, period.group("year", "of", "behind", "full", "short", "its", "own")), "")[-4:]
        year = year if len(year) == 4 else f"20{year[-2:]}" if year else ""
        kind = period["kind"] or period["part"] or ""
        if place := period["place"] or period["placed"]:
            kind = "q" if period["quarter"] or period["quarters"] else "h"
        return f"{kind}{place or period['number'] or period['nth'] or ''} {year}".strip()

    dated = _DATE.sub(lambda d: f"{int(d['day'])} {_MONTHS[int(d['month']) - 1]} {d['year']} ", text)
    return _PERIOD.sub(spelled, _SAID.sub(lambda said: f"{_part_said(said)} ", dated))


def join_periods(text: str) -> str:
    """The text with each part of a year, and each fiscal year, as one word before its year: Q2 FY2024 for Q2 FY 2024
    and for the second quarter of the fiscal year 2024."""
    joined = _OF_YEAR.sub(lambda said: f"{_part_said(said).upper()} {'FY' if said['fiscal'] else ''}", text)
    return _FISCAL.sub("FY", joined)


def _part_said(said: re.Match[str]) -> str:
    """A part of a year said in words, in lower case: q2, h1."""
    place = 1 if said["first"] else 2 if said["second"] else 3 if said["third"] else 4
    return f"{'q' if said['q'] else 'h'}{place}"
