"""Reads the dates of a life in brackets after a name: Ada Marsh (3 May 1898, Leeds – 9 June 1977, York). Pure
(D-466)."""

import re

from orc.patterns import regex

_YEAR = r"(?<!\d)\d{4}(?!\d)"
_BIRTH, _DEATH = r"(?:\*|born|geb\.|geboren|née? le|nata?|nacid[oa])", r"(?:†|died|gest\.|gestorben)"
_LIFE = regex(
    r"(?P<name>[A-ZÀ-Þ][\w'’.-]{1,40}[*_\"”’]{0,3}) "
    rf"\({_BIRTH}? ?(?P<birth>[^()|–—]{{0,60}}?(?P<first>{_YEAR})[^()|–—]{{0,40}}?)"
    rf"\s?(?:[–—]| - |; ?)\s?{_DEATH}? ?(?P<death>[^()|–—]{{0,60}}?(?P<last>{_YEAR})[^()|–—]{{0,40}})\)"
)
_BORN = regex(rf"\((?:\*|b\.|geb\.) ?(?P<birth>[^()|]{{0,60}}?{_YEAR}[^()|]{{0,40}})\)")
_PLACE = regex(r", (?=[A-ZÀ-Þ])")
_LEAST_YEARS, _MOST_YEARS = 15, 115
_WORDS = {  # of birth and of death
    "en": ("born", "died"),
    "de": ("geboren", "gestorben"),
    "fr": ("né née", "mort morte"),
    "es": ("nació", "murió"),
    "it": ("nato nata", "morto morta"),
    "pt": ("nasceu", "morreu"),
    "nl": ("geboren", "overleden"),
}


def spelled_lives(text: str, language: str | None = None) -> str:
    """The text with such dates as a sentence says them: (born 3 May 1898 in Leeds, died 9 June 1977 in York). If the
    language is not given or has no words here, in all languages at once."""
    if "(" not in text:
        return text
    births, deaths = zip(*_WORDS.values(), strict=True)
    birth, death = _WORDS.get(language or "", (" ".join(births), " ".join(deaths)))

    def spelled(found: re.Match[str]) -> str:
        if not _LEAST_YEARS <= int(found["last"]) - int(found["first"]) <= _MOST_YEARS:
            return found[0]
        dates = f"({birth} {_placed(found['birth'])}, {death} {_placed(found['death'])})"
        return f"{found['name']} {dates}"

    return _BORN.sub(lambda found: f"({birth} {_placed(found['birth'])})", _LIFE.sub(spelled, text))


def _placed(date: str) -> str:
    return _PLACE.sub(" in ", date, count=1)
