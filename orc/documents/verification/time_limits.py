"""Compares on which side of a date something lies: until it, on it, or from it on (D-519)."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from orc.documents.text.figures import in_digits
from orc.documents.verification.restated import beginnings, restated_sentences
from orc.patterns import regex

_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_SIDE = r"\b(?:" + "|".join(f"(?P<{side}>{words})" for side, words in _WORDS.items()) + r")"
_DATE = regex(
    rf"{_SIDE} (?:(?:the|dem|den|de|le|el|il|o|end of|ende) )?"
    r"(?P<date>\d{1,2}(?:st|nd|rd|th|er|º|\.)? (?:of |de |d['’])?[^\W\d_]{3,12}(?:,? (?:de )?(?:19|20)\d\d)?"
    r"|[A-Z][a-z]{2,8} \d{1,2}(?:,? (?:19|20)\d\d)?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\b|uhr\b|h\b)|\d{1,2}[:.]\d\d|noon|midnight"
    r"|(?:19|20)\d\d)(?! (?:days?|weeks?|months?|tagen?|wochen|jours|días)\b)",
    re.IGNORECASE,
)
_TIME = regex(
    r"\b(?P<date>\d{1,4} (?:(?:working |business )?(?:minute|hour|day|week|month|year)s?|minuten|stunden?"
    r"|(?:werk)?tagen?|wochen?|monaten?|jahren?|heures?|jours?|semaines?|mois|ans?|horas?|días?|semanas?|meses|años?|ore|giorni|settimane|mesi"
    r"|anni|uren|dagen|weken|maanden|godzin|dni|tygodni|miesięcy))"
    r" (?:(?P<before>before|prior to|ahead of|vor|avant|antes|prima|voor|vóór|przed)"
    r"|(?P<after>after|of|from|following|nach|ab|après|de|después|tras|dopo|dalla?|na|vanaf|po|od))\b",
    re.IGNORECASE,
)
_AGAINST = {
    "by": {"from", "after"},
    "before": {"from", "after", "on"},
    "from": {"by", "before"},
    "after": {"by", "before", "on"},
    "on": {"before", "after"},
}
_MOST = 8


def time_limits_agree(passage: str, claim: str) -> bool:
    """Whether the claim says of no date that something lies before it which a restated sentence has after it, or the
    reverse; the same of a number of days before or after an event.

    The passage says "no later than 3 May": "after 3 May" does not agree."""
    stated = list(_limits(claim))
    if not stated:
        return True
    sentences = restated_sentences(passage, claim)
    return not sentences or any(_limits_agree(stated, list(_limits(sentence))) for sentence in sentences)


def _limits_agree(stated: list[tuple[str, frozenset[str]]], there: list[tuple[str, frozenset[str]]]) -> bool:
    for side, date in stated:
        sides = {other for other, of in there if date <= of or of <= date}
        if side not in sides and sides & _AGAINST[side]:
            return False
    return True


def _limits(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    text = in_digits(text)
    for pattern in (_DATE, _TIME):
        for found in islice(pattern.finditer(text), _MOST):
            side = next(name for name, value in found.groupdict().items() if value and name != "date")
            yield side, beginnings(found["date"])
