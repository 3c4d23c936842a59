"""Whether a passage bears out what an answer says with its number: its figures, its names, its words.

Careful on purpose: it says no only where something stated cannot be found, and yes to whatever it cannot judge, such as
paraphrase and translation.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from orc.documents.text.tokens import content_words

_NUMBER = re.compile(
    r"(?P<sign>[$€£¥]\s?)?(?<![\w.,])(?P<digits>\d+(?:[.,'’\u00a0\u202f]\d+)*)"
    r"(?P<unit>\s?%|\s?(?:percent|per cent|Prozent)\b|\s?[$€£¥](?!\s?\d))?"
    r"(?:[\s\u00a0-]?(?P<scale>[A-Za-z]+\b|[万亿億]))?"
)
_LIST_NUMBER = re.compile(r"\A\W*\d{1,3}[.)]\s")
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
_TABLE_SCALE = re.compile(r"\bin (?:thousands|millions|billions|tausend|mio|mrd)|[T€$](?:k|m|€)\b|\bT€", re.IGNORECASE)
_SMALL = 13
_UP_TO_NINETEEN = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen"""
_WORDS = {word: float(i) for i, word in enumerate(_UP_TO_NINETEEN.split())}
_TENTHS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TENS = {word: 10.0 * i for i, word in enumerate(_TENTHS, 2)}
_NUMBER_WORD = re.compile(
    rf"\b(?:({'|'.join(_TENS)})(?:[-\s]({'|'.join(_WORDS)}))?|({'|'.join(_WORDS)}))\b", re.IGNORECASE
)

_EMPHASIS = re.compile(r"\*\*[^*\n]+\*\*|^#+ .*$|“[^“”]*”|\"[^\"]*\"", re.MULTILINE)
_NAME = re.compile(r"(?<![\w.])(?<![\w'’-]['’-])[A-Z][\w'’-]+(?:\s(?:(?:of|de|van|von|du|di|da)\s)?[A-Z][\w'’-]+)+")
_SHORT_WORD = re.compile(r"(?<!\w)[^\W\d_]{1,3}(?!\w)")
_NOUNS_ARE_CAPITAL = frozenset(("der", "die", "das", "und", "ein", "den", "dem", "des", "ist"))
_LEAST_WORDS = 4
_LEAST_SHARE = 0.2


def bears_out(passage: str, claim: str, *, given: str = "") -> bool:
    """Whether the passage has the figures and the names of the claim, and some of its words. given is what the answer
    may say without it: the question, the names of files."""
    return _has_figures(passage, claim, given) and _has_words(passage, claim, given)


def _has_figures(passage: str, claim: str, given: str) -> bool:
    stated = [number for number in _figures(_LIST_NUMBER.sub("", claim)) if number.matters]
    if not stated:
        return True
    known: dict[str, list[float]] = {"": [*_number_words(passage)]}
    for number in _figures(f"{passage}\n{given}"):
        known.setdefault(number.unit, []).extend(number.values)
    for values in known.values():
        if _TABLE_SCALE.search(passage):
            values += [value * scale for value in tuple(values) for scale in (1e3, 1e6, 1e9)]
        values.sort()
    return all(_is_known(number, known) for number in stated)


def _is_known(number: "_Figure", known: Mapping[str, Sequence[float]]) -> bool:
    """Whether one of the known values, which are by their units, is as near as rounding may take it. What has no unit
    goes with any."""
    alike = [values for unit, values in known.items() if not unit or not number.unit or unit == number.unit]
    return any(_near(value, values, off) for values in alike for value, off in number.values.items())


def _near(value: float, known: Sequence[float], rounding: float) -> bool:
    """Whether one of the known values, which are sorted, is as near as rounding may take it."""
    least = bisect_left(known, value - rounding)
    return least < len(known) and known[least] <= value + rounding


class _Figure:
    """A number in a text: values are its readings ("4.200" may be 4200), each with what rounding may change; unit is
    "%", the sign of a currency or nothing."""

    def __init__(self, match: re.Match[str]) -> None:
        scale = _SCALES.get((match["scale"] or "").casefold(), 1.0)
        read = _readings(match["digits"])
        self.values = {value * by: 0.5 * 10**-decimals * by + 1e-9 for value, decimals in read for by in {1.0, scale}}
        unit = (match["unit"] or match["sign"] or "").strip()
        self.unit = "%" if unit.isalpha() or " " in unit else unit
        self.matters = bool(
            match["sign"] or match["unit"] or scale > 1 or any(d or value >= _SMALL for value, d in read)
        )


def _figures(text: str) -> Iterator[_Figure]:
    return map(_Figure, _NUMBER.finditer(text))


def _readings(digits: str) -> list[tuple[float, int]]:
    """What a number may mean, and how many decimals it then has."""
    parts, marks = re.split(r"\D", digits), re.findall(r"\D", digits)
    whole, fraction = float("".join(parts)), parts[-1]
    grouped = all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3
    if not marks:
        return [(whole, 0)]
    if len(marks) == 1 and marks[0] in ".,":
        readings = [(float(".".join(parts)), len(fraction))]
        return [*readings, (whole, 0)] if grouped else readings
    if grouped and len(set(marks)) == 1:
        return [(whole, 0)]
    if len(set(marks[:-1])) == 1 and marks[-1] not in marks[:-1]:
        return [(float(f"{''.join(parts[:-1])}.{fraction}"), len(fraction))]
    return [(float(part), 0) for part in parts]  # a date


def _number_words(text: str) -> Iterator[float]:
    for tens, unit, small in _NUMBER_WORD.findall(text):
        yield _TENS[tens.lower()] + _WORDS.get(unit.lower(), 0.0) if tens else _WORDS[small.lower()]


def _has_words(passage: str, claim: str, given: str) -> bool:
    """Of claims in the passage's own language: whether it has some of the words, and those of every name."""
    if not _same_language(passage, claim):
        return True
    known, said = set(content_words(f"{passage}\n{given}")), set(content_words(claim))
    if len(said) >= _LEAST_WORDS and len(said & known) < _LEAST_SHARE * len(said):
        return False
    if _NOUNS_ARE_CAPITAL.intersection(_SHORT_WORD.findall(claim)):
        return True
    names = map(content_words, _NAME.findall(_EMPHASIS.sub(" ", claim)))
    return all(len(name) < 2 or known.issuperset(name) for name in names)


def _same_language(passage: str, claim: str) -> bool:
    """Judged by the short words, which any text of a language has."""
    short = set(_SHORT_WORD.findall(claim.casefold()))
    shared = short & set(_SHORT_WORD.findall(passage.casefold()))
    return len(shared) >= 2 and len(shared) >= 0.6 * len(short)
