"""The figures of a text, in digits or words, with their values and units."""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from orc.documents.text.particulars import PART, PLACE, in_whole_units, lowered, particulars, without_particulars
from orc.patterns import regex
from orc.text import word_set

_WORDS = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_CURRENCY_CODES = word_set(_WORDS["currency_codes"])
# Each long pattern begins with what its matches begin with, which passes over most of a text at once.
_NUMBER = regex(
    rf"(?=[$€£¥\dA-Z])(?P<sign>(?:[$€£¥]|\b(?=[A-Z]{{3}}\b)(?:{'|'.join(sorted(_CURRENCY_CODES))})\b)\s?)?"
    r"(?<![A-Za-z0-9_\u00c0-\u024f.,])(?P<digits>\d+(?:[.,'’\u00a0\u202f]\d+)*)"
    r"(?P<unit>\s?%|\s?(?:percent|per cent|Prozent|pour cent|por ciento|per cento|por cento|procent)\b"
    r"|\s?[$€£¥](?!\s?\d))?"
    r"(?=(?:[\s\u00a0-]?(?P<word>[万亿億]|欧元|美元|ユーロ|ドル|[^\W\d_]+²?)(?:[\s\u00a0-](?P<next>[^\W\d_]+))?)?)"
)
_SPACED = regex(r"(?=\d)(?<![\d.,])(?<!\d )\d{1,3}(?: \d{3}){1,4}(?![\d]|[.,]\d| \d)")
_SCALES = {
    **dict.fromkeys(("thousand", "k", "tausend", "mille", "mil", "tsd"), 1e3),
    **dict.fromkeys(
        ("million", "millions", "m", "mn", "mm", "mio", "millionen", "millones", "milioni", "milhões"), 1e6
    ),
    **dict.fromkeys(("billion", "billions", "bn", "b", "mrd", "milliarden", "milliards", "miliardi"), 1e9),
    "万": 1e4,
    "亿": 1e8,
    "億": 1e8,
}
_UNITS = {word: unit for unit, words in _WORDS["units"].items() for word in words.split()}
_PEOPLE = word_set(_WORDS["people"])
_UNIT_NAME = regex(r"[^\W\d_]+²?")
CURRENCIES = frozenset(("€", "$", "£", "¥", "CHF"))
_CONVERSIONS = {
    "year": ("month", 12),
    "week": ("day", 7),
    "hour": ("minute", 60),
    "part": ("%", 100),
    "$": ("cent", 100),
    "€": ("cent", 100),
}
_EXACT = frozenset(("minute", "hour", "day", "week", "month", "year", "person", "time"))
CALENDAR = "month of the year"
_OF_OTHER_KIND = frozenset(("date", "clock", "part", "place", CALENDAR))
_SHORT_SCALE = regex(r"\b(Mio|Mrd|Tsd)\.(?=\s)")
_MONTHS = {month: i for months in _WORDS["months"] for i, month in enumerate(months.split(), 1)}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = regex(
    rf"(?=[\d{''.join(sorted({month[0] for month in _MONTHS}))}])(?<![\d.,])"
    rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|\.)?(?: of| de)? (?P<m>{_MONTH})\b\.?"
    r"(?:,?(?: de)? (?P<y>\d{4}))?"
    rf"|\b(?P<m2>{_MONTH})\.? (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?![\d%]|[.,]\d)(?: ?,? (?P<y2>\d{{4}}))?"
    rf"|\b(?P<m3>{_MONTH})\.?,?(?: de)? (?P<y3>\d{{4}})"
    r"|(?P<y4>\d{4})-(?P<m4>\d\d)-(?P<d4>\d\d)|(?P<d5>\d{1,2})(?P<mark>[./-])(?P<m5>\d{1,2})(?P=mark)(?P<y5>\d{4}))(?!\d)"
)
_MONTH_ALONE = regex(
    r"\b(?=[A-Za-z])"
    r"(?P<when>(?i:\b(?:in|of|until|till|by|since|from|to|before|after|during|through|for|early|late|every|each|last|next"
    r"|and|or|im|bis|ab|seit|ende|anfang|mitte|vor|nach|und|oder|en|de|fin|di|a)\s|\bmid[- ]))?"
    rf"\b(?P<month>{_MONTH})\b(?!\s[A-Z])(?P<is>\s(?:is|was|has|had|ist|war|hat)\b)?"
)
_BROKEN_DATE = regex(rf"\n(?:(?<=\d\n)(?=(?:{_MONTH})\b)|(?<=[A-Za-z]{{3}}\n)(?=(?:19|20)\d\d\b))")
_NO_NOUNS = word_set(
    """
    a an and are as at but by for from has have if in is it its of on or out over per than that the their then
    there they this to under was were which with und oder der die das den dem ist sind im am von zu et ou le la
    les de du des est sont en y o el los las del e il gli di da na no em among amongst across after before between
    during each every since until versus when while within without
    """
)
_SECTION = regex(
    r"(?:\b(?:section|sections|article|articles|clause|clauses|paragraph|page|pages|chapter|table|tab|figure|fig|ref"
    r"|appendix|annex|exhibit|schedule|step|item|part|no|nr|art|abschnitt|artikel|seite|absatz|kapitel|tabelle|sección"
    r"|artículo|página)\b\.?|§)\Z",
    re.IGNORECASE,
)
_ITEM = regex(rf"^[ \t]*\d{{1,2}}[.)][ \t]+(?=[A-Z])(?!(?:{_MONTH})\b)", re.MULTILINE)
_NTH_WORDS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NTH = {word: i for i, word in enumerate(_NTH_WORDS, 2)}
_NTH_OF = regex(
    rf"\b(?=[efnst])({'|'.join(_NTH)})(?=\s(?:floor|storey|working|business|calendar|day|week|month|year|half|place)\b)",
    re.IGNORECASE,
)
_ORDINALS = frozenset(("st", "nd", "rd", "th"))
_TWO_YEARS = regex(r"(?<![\d.,/-])((?:19|20)\d\d) ?(?:--?|–|/) ?(\d\d)(?![\d/-]|[.,]\d)")
_SMALL = 13
_COUNTED = "counted"

_SPELT_VALUES = {
    **{word: i for words in _WORDS["ones"].values() for i, word in enumerate(words.split()) if word != "-"},
    **{word: 10 * i for words in _WORDS["tens"].values() for i, word in enumerate(words.split(), 2)},
    "hundred": 100,
    "hundert": 100,
    "thousand": 1000,
    "tausend": 1000,
}
_LONGEST_FIRST = sorted(_SPELT_VALUES, key=len, reverse=True)
_INITIALS = "".join(sorted({word[0] for word in _SPELT_VALUES}))
_PART = "|".join(
    f"{initial}(?:{'|'.join(word[1:] for word in _LONGEST_FIRST if word[0] == initial)})" for initial in _INITIALS
)
_SPELT_PART = regex(_PART, re.IGNORECASE)
# Parts follow one another, glued in German and apart in English. Possessive: no text is read in two ways.
_SPELT = regex(
    rf"\b(?=[{_INITIALS}])(?>(?:a(?=\s(?:hundred|thousand)\b)\s)?(?:{_PART}))"
    rf"(?:(?>(?:\s(?:and|und|et|y|e)\s|und|[-\s])?(?:{_PART}))){{0,9}}+\b",
    re.IGNORECASE,
)
_AFTER_DIGIT = regex(r"\d[\s\u00a0-]")
_COUNTED_ONE = regex(
    r"[-\s](?:euros?|dollars?|months?|weeks?|years?|days?|hours?|Monate?|Woche|Jahr|Tag|semaine|année)\b"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number or a date in a text. readings are its possible meanings, most likely first ("4.200" is 4200 rather than
    4.2), each with its values and the tolerance for rounding. unit is "%", a currency sign, a unit of time, area or
    length in English, "date", the kind of a particular (text/particulars.py), or empty. noun is the word after a number
    without a unit. counts means that the value itself is a statement: it is large, has a unit or counts something.
    refers means that it is the number of a section or the like; is_scaled means that it is written with "million" or
    the like."""

    readings: tuple[tuple[tuple[float, float], ...], ...]
    unit: str
    noun: str = ""
    counts: bool = True
    is_year: bool = False
    refers: bool = False
    is_scaled: bool = False

    @property
    def is_small(self) -> bool:
        return all(value < _SMALL for value, _ in self.readings[0])


class FigureSet:
    """The values of figures by what they count. scales are the units of tables, such as millions."""

    def __init__(self, found: Iterable[Figure], *, scales: Sequence[float] = ()) -> None:
        self._values: dict[str, list[float]] = {}
        for figure in found:
            if not figure.refers:
                values = [value for reading in figure.readings for value, _ in reading]
                known = self._values.setdefault(figure.unit or (_COUNTED if figure.noun else ""), [])
                known += values
                known += [] if figure.is_scaled else [value * scale for value in values for scale in scales]
                if figure.unit == "date":
                    self._values.setdefault(CALENDAR, []).extend(v // (1e6 if v >= 1e6 else 100) for v in values)
        stated = {unit: tuple(values) for unit, values in self._values.items()}
        for great, (small, count) in _CONVERSIONS.items():
            if small in stated:
                self._values.setdefault(great, []).extend(value / count for value in stated[small])
            if great in stated:
                self._values.setdefault(small, []).extend(value * count for value in stated[great])
        for values in self._values.values():
            values.sort()

    def contains(self, figure: Figure, *, is_strange: bool = False, bare: bool = True) -> bool:
        """Whether all values of one reading are known, within rounding. A figure without a unit matches any unit,
        unless it is a small count or counts something that the text does not name. With bare, a figure with a unit
        matches numbers without one."""
        if figure.unit or (figure.noun and (figure.is_small or is_strange)):
            counted = {_COUNTED} if figure.unit == "person" else {"person"} if figure.noun in _PEOPLE else set()
            units = {figure.unit or _COUNTED, *counted, *([""] if bare and figure.unit not in _OF_OTHER_KIND else [])}
        else:
            units = self._values.keys() - _OF_OTHER_KIND
        known = [values for unit, values in self._values.items() if unit in units]
        return any(
            all(
                any(bisect_left(values, value - off) < bisect_right(values, value + off) for values in known)
                for value, off in reading
            )
            for reading in figure.readings
        )


def figures(text: str, *, decimal_comma: bool | None = None) -> Iterator[Figure]:
    """The numbers and dates of a text. decimal_comma is True if its language writes 1,25 for five quarters, False if it
    writes 1.25. With None an ambiguous number has both readings, the one with thousands first."""
    text = _BROKEN_DATE.sub(" ", _ITEM.sub(" ", in_digits(text)))
    for match in _DATE.finditer(text):  # the day with its month, the month with its year, and the year
        found = {name: value for name, value in match.groupdict().items() if value}
        day, month, year = (next((v for n, v in found.items() if n[0] == part and n != "mark"), "") for part in "dmy")
        number = _MONTHS.get(month) or int(month)
        days = [(int(day), number)] if day else []
        if day and month.isdecimal() and "d5" in found:  # 1/2/2024 is ambiguous
            days.append((number, int(day)))
        if year:
            yield Figure((((float(year), 0.0),),), "", is_year=True)
        readings = [[100.0 * m + d, *([1e6 * m + int(year)] if year else [])] for d, m in days] or [
            [1e6 * number + int(year)]
        ]
        yield Figure(tuple(tuple((value, 0.0) for value in reading) for reading in readings), "date")
    text = without_dates(text)
    for match in _MONTH_ALONE.finditer(text):
        counts = match["when"] is not None or match["is"] is not None
        yield Figure((((float(_MONTHS[match["month"]]), 0.0),),), CALENDAR, counts=counts)
    for value, unit in particulars(text):
        yield Figure((((value, 1e-9),),), unit, counts=value != 1 or unit not in (PLACE, PART))  # "the first", "all of"
    for match in _NUMBER.finditer(without_particulars(text)):
        word, following = (match["word"] or "").casefold(), (match["next"] or "").casefold()
        scale = _SCALES.get(word, 1.0)
        scales = sorted({scale, 1.0}) if len(word) < 2 else [scale]  # "5 m" may be five metres
        noun = following if scale > 1 or word in _ORDINALS else word
        sign = (match["unit"] or match["sign"] or "").strip()
        unit = _UNITS.get(sign.casefold(), "%" if len(sign) > 3 or "%" in sign else sign)
        if not unit and noun == "square":
            unit = "m²" if following.startswith("met") else f"square {following}"
        code = match["word"] if match["word"] in _CURRENCY_CODES else ""
        unit = unit or _UNITS.get(noun) or code or _UNITS.get(following if noun not in _NO_NOUNS else "", "")
        noun = noun if len(noun) > 2 and noun not in _NO_NOUNS else ""
        rounds = unit not in _EXACT or re.search(r"\D", match["digits"])
        is_money = scale == 1 and (unit in CURRENCIES or unit in _CURRENCY_CODES)
        read = _possible_values(match["digits"], decimal_comma, is_money=is_money)
        scaled = tuple(
            tuple(
                (each * by, (_off(each, decimals, is_money) * by if rounds else 0) + 1e-9) for each, decimals in values
            )
            for values in read
            for by in scales
        )
        great = scale > 1 or any(d or value >= _SMALL for values in read for value, d in values)
        before = match.string[max(0, match.start() - 20) : match.start()].rstrip()
        refers = (before[-1:].isalpha() or before[-1:] in ("§", ".")) and _SECTION.search(before) is not None
        is_year = not unit and scale == 1 and len(match["digits"]) == 4 and 1500 <= read[0][0][0] < 2100
        counts = not refers and (great or bool(unit or noun))
        yield Figure(scaled, unit, "" if unit or is_year else noun, counts, is_year, refers, scale > 1)


def _off(value: float, decimals: int, is_money: bool) -> float:
    """How far a rounded number may be from the one that it stands for. A price is rounded by a hundredth at most."""
    half: float = 0.5 * 10**-decimals
    return min(half, abs(value) / 100) if is_money else half


def figure_words(text: str) -> set[str]:
    """The figures of a text in the form that content_words gives them in an English one: "1250" for 1.250 and for 1
    250."""
    return {f"{figure.readings[0][0][0]:.15g}" for figure in figures(text) if figure.unit not in _OF_OTHER_KIND}


def calendar_dates(text: str) -> list[tuple[int, int, int]]:
    """The day, month and year of each date in a text, 0 for a missing day or year. Of 1/2/2024 both readings."""
    found = list[tuple[int, int, int]]()
    for match in _DATE.finditer(text):
        parts = {name[0]: value for name, value in match.groupdict().items() if value and name != "mark"}
        month = _MONTHS.get(parts["m"]) or int(parts["m"])
        day, year = int(parts.get("d", 0)), int(parts.get("y", 0))
        found += [(day, month, year), *([(month, day, year)] if match["d5"] else [])]
    return found


def without_dates(text: str) -> str:
    """The text with each date replaced by a semicolon."""
    return _DATE.sub(";", text)


def unit_names() -> Iterable[str]:
    """The names of units in all supported languages: euros, months, square metres. Without francs, whose compared form
    is that of France."""
    return _UNITS.keys() - {"franc", "francs"}


def is_currency(word: str) -> bool:
    """Whether a word is a code of ISO 4217, in capitals, or the name of a currency: SEK, dollars."""
    return word in _CURRENCY_CODES or _UNITS.get(word.casefold()) in CURRENCIES


def units_in(text: str) -> set[str]:
    """The units that a text names, with or without a number; used for column headings."""
    units = {_UNITS.get(word.casefold(), "") for word in _UNIT_NAME.findall(text) if word != "an"}
    return (units | (set(text) & {"%", *CURRENCIES})) - {""}


def month_names() -> Mapping[str, int]:
    """The numbers of the months by their names and abbreviations in all supported languages."""
    return _MONTHS


def in_digits(text: str) -> str:
    """The text with number words as digits, with consecutive years such as 2007-08 in full, and with spaces within
    numbers as non-breaking ones."""

    def digits_of(match: re.Match[str]) -> str:
        words = match[0]
        before = match.string[max(match.start() - 2, 0) : match.start()]
        if words == "Sept" or (words.casefold() in _SCALES and _AFTER_DIGIT.match(before)):  # a scale: 48 thousand
            return words
        parts = [_SPELT_VALUES[lowered(part)] for part in _SPELT_PART.findall(words)]
        if len(parts) == 1 and parts[0] < 2 and not _COUNTED_ONE.match(match.string, match.end()):
            return words
        total = current = 0
        for value in parts:
            if value == 1000:
                total, current = total + max(current, 1) * 1000, 0
            else:
                current = max(current, 1) * 100 if value == 100 else current + value
        return str(total + current)

    text = _SPELT.sub(digits_of, _SHORT_SCALE.sub(r"\1", in_whole_units(text)))
    text = _NTH_OF.sub(lambda match: f"{_NTH[lowered(match[1])]}th", text)
    text = _TWO_YEARS.sub(_in_full, text)
    return _SPACED.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


def _in_full(years: re.Match[str]) -> str:
    following = int(years[1]) + 1
    return f"{years[1]}-{following}" if following % 100 == int(years[2]) else years[0]


def _possible_values(digits: str, decimal_comma: bool | None, *, is_money: bool) -> list[list[tuple[float, int]]]:
    """The possible meanings of a number: its values, each with the number of decimals. An amount of money never has
    three decimals."""
    parts, marks = re.split(r"\D", digits), re.findall(r"\D", digits)
    whole, fraction = float("".join(parts)), parts[-1]
    grouped = all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3 and parts[0] != "0"
    each = [(float(part), 0) for part in parts]
    if not marks:
        return [[(whole, 0)]]
    if len(marks) == 1 and marks[0] in ".,":
        decimal = [(float(".".join(parts)), len(fraction))]
        if not grouped:
            return [decimal]
        if is_money or (decimal_comma is not None and (marks[0] == ".") is decimal_comma):
            return [[(whole, 0)]]
        return [[(whole, 0)], decimal]
    if grouped and len(set(marks)) == 1:
        return [[(whole, 0)], each] if marks[0] == "\u00a0" else [[(whole, 0)]]
    if len(set(marks[:-1])) == 1 and marks[-1] not in marks[:-1]:
        return [[(float(f"{''.join(parts[:-1])}.{fraction}"), len(fraction))]]
    return [each]  # a date
