"""Values in a text that are not counts: times of day, fractions, ranks and repetitions."""

import re
from collections.abc import Iterator

from orc.patterns import regex

# Each long pattern begins with what its matches begin with, which passes over most of a text at once.
_HALVES = regex(
    r"\b(?=[aehv])(?:(?P<half>(?:a )?half an? (?P<a>hour|day|year)|(?:einer? )?halbe[nrs]? (?P<b>Stunde|Tag|Jahr))"
    r"|(?P<more>an? (?P<c>hour|day|year) and a half|anderthalb (?P<d>Stunden|Tagen?|Jahren?))"
    r"|(?P<quarter>a quarter of an hour|(?:einer )?Viertelstunde))\b",
    re.IGNORECASE,
)
_HALF = {"h": (30, "minutes"), "s": (30, "minutes"), "d": (12, "hours"), "t": (12, "hours")}
_ONE = regex(r"\b(of(?= an hour)|for|lasts?|within) an? (?=(?:hour|day|week|month|year)\b(?! and a))")
_DAY_OF_MONTH = regex(  # no part of it, as a fifth of the month is
    r"\b(the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth))"
    r"(?= of (?:the |this )?(?:following |next )?(?:calendar )?month\b)",
    re.IGNORECASE,
)

_CLOCK = regex(
    r"(?=[\dmMn])(?:(?<![\d.,:])(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))?"
    r"(?:\s?(?P<part>[apAP])\.?[mM]\b\.?|(?P<uhr>\s?Uhr\b|\s?o'clock\b)|(?P<spoken>\s(?:in the|am) "
    r"(?P<of>[mM]orning|evening|afternoon|Abend|Morgen)\b))"
    r"|(?<![\d.,:])(?P<h2>[01]?\d|2[0-4]):(?P<m2>[0-5]\d)(?![\d:])"
    r"|(?<![\d.,:])(?P<h3>\d{1,2})(?=\s(?:bis|und) \d{1,2}(?:[:.]\d\d)? Uhr\b)"
    r"|\b(?P<noon>noon|midday)\b|\b(?P<midnight>midnight|Mitternacht)\b)",
)
_PARTS = {
    **dict.fromkeys(("half", "hälfte"), 2),
    **dict.fromkeys(("third", "drittel"), 3),
    **dict.fromkeys(("quarter", "viertel"), 4),
    **dict.fromkeys(("fifth", "fünftel"), 5),
    **dict.fromkeys(("tenth", "zehntel"), 10),
}
_PART = regex(
    r"\b(?=[\dabdefhoqtvz])(?:(?:(?P<n>\d|one|a|an|ein|einem|eines|the|die|der|zu|by a) )?"
    r"(?P<part>half(?= of\b| the\b| an? )|Hälfte|(?:third|quarter|fifth|tenth)s?(?= of\b(?! each| every))|Drittel"
    r"|Viertel|Fünftel|Zehntel)\b"
    r"|\b(?P<all>all)(?= of the\b)"
    r"|\b(?:a|one|(?P<n2>\d)) (?P<part2>third|quarter|fifth|tenth)s?\b(?! [a-z]+day\b| part))",
    re.IGNORECASE,
)
_NTH = {
    word: i
    for words in (
        "first second third fourth fifth sixth seventh eighth ninth tenth",
        "erst zweit dritt viert fünft sechst siebt acht neunt zehnt",
    )
    for i, word in enumerate(words.split(), 1)
}
_PLACE = regex(
    r"(?=[\dadeflnstvzEFNST])(?:"
    r"(?<!\bat )\b(?P<word>(?i:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth))\s"
    r"(?=[a-z]{3}|of (?:each|every)\b|(?:by|in)\b)(?!part|of\b(?! each| every)|and\b|half|quarter|time|thing|step|hand)"
    r"|\b(?P<wort>erst|zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt)e[nrms]?\s(?=[A-ZÄÖÜ])"
    r"|(?<![\d.,])(?P<n>\d{1,2})(?:st|nd|rd|th)\b\s?"
    r"|(?<![\d.,])(?P<z>\d{1,2})\. (?=Obergeschoss|Stock|Etage|Werktag|Quartal|Tag\b|Monat\b|Jahr\b)"
    r"|\b(?P<last>last|letzte[nrms]?)\s(?=\w*(?:day|[Tt]ag)\b))"
)
_REPEATED = regex(
    r"\b(?=[\ddefostvz])(?:"
    r"(?<!at )\b(?P<once>once|twice)\b(?= (?:an?|per|every|each|in|by|for|that|the|as)\b|\W*\Z|[.,;])"
    r"|\b(?P<mal>ein|zwei|drei|vier|fünf|sechs|\d{1,2})mal\b)",
    re.IGNORECASE,
)
_MAL = {"ein": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6}
_MARKS = (_CLOCK, _PART, _PLACE, _REPEATED)
_OF_EITHER_CASE = str.maketrans("İıſ", "iis")  # re.IGNORECASE takes them for these letters, and str.lower does not

CLOCK, PART, PLACE, TIMES = "clock", "part", "place", "time"


def lowered(word: str) -> str:
    """A word that a pattern has found regardless of case, as it is written in the pattern."""
    return word.translate(_OF_EITHER_CASE).lower()


def in_whole_units(text: str) -> str:
    """The text with "half an hour" as 30 minutes, "a year and a half" as 18 months, "for an hour" as for 1 hour, and
    "the fifth of the month" as its fifth day."""

    def whole(match: re.Match[str]) -> str:
        if match["quarter"]:
            return "15 minutes"
        name = (match["a"] or match["b"] or match["c"] or match["d"])[0].lower()
        half, unit = _HALF.get(name, (6, "months"))
        return f"{half if match['half'] else 3 * half} {unit}"

    return _DAY_OF_MONTH.sub(r"\1 day", _ONE.sub(r"\1 1 ", _HALVES.sub(whole, text)))


def particulars(text: str) -> Iterator[tuple[float, str]]:
    """The values, each with its kind: CLOCK in minutes of the day, PART of one, PLACE in a row, or TIMES. The text has
    its number words as digits."""
    for match in _CLOCK.finditer(text):
        if match["noon"] or match["midnight"]:
            yield 720 if match["noon"] else 0, CLOCK
            continue
        hour, minute = int(match["h"] or match["h2"] or match["h3"]), int(match["m"] or match["m2"] or 0)
        afternoon = match["part"] in ("p", "P") or (match["of"] or "").lower() in ("evening", "afternoon", "abend")
        if match["part"] and hour == 12:
            hour = 0
        if hour <= 24:
            yield (hour % 24 + (12 if afternoon and hour < 12 else 0)) * 60 + minute, CLOCK
    for match in _PART.finditer(text):
        part = 1 if match["all"] else _PARTS[lowered(match["part"] or match["part2"]).removesuffix("s")]
        count = match["n"] or match["n2"] or ""
        yield (int(count) if count.isdecimal() else 1) / part, PART
    for match in _PLACE.finditer(text):
        place = match["word"] or match["wort"]
        yield (-1 if match["last"] else _NTH[lowered(place)] if place else int(match["n"] or match["z"])), PLACE
    for match in _REPEATED.finditer(text):
        said = lowered(match["once"] or match["mal"])
        yield (2 if said == "twice" else 1 if said == "once" else _MAL.get(said) or int(said)), TIMES


def without_particulars(text: str) -> str:
    """The text with each particular replaced by a semicolon."""
    for mark in _MARKS:
        text = mark.sub("; ", text)
    return text
