"""The days of the week that a question names, and what a text says of its opening hours on others. Pure (D-527)."""

import re
from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.text.opposites import sides_of
from orc.patterns import regex

_FORMS = (
    r"lundis?|lunes|lunedì|segundas?|maandag\w{0,3}|m[åa]ndag\w{0,3}|poniedział\w{1,4}|pond[ěe]l\w{1,3}|понедельник\w{0,3}"
    r"|понеділ\w{2,4}",
    r"mardis?|martes|martedì|terças?|dinsdag\w{0,3}|ti(?:rs|s)dag\w{0,3}|wtor\w{2,3}|úter\w{1,3}|вторник\w{0,3}|вівтор\w{2,4}",
    r"mercredis?|miércoles|mercoledì|quartas?|woensdag\w{0,3}|onsdag\w{0,3}|śr[oó]d\w{0,3}|střed\w{1,2}|сред[ауы]|серед[ауи]",
    r"jeudis?|jueves|giovedì|quintas?|donderdag\w{0,3}|torsdag\w{0,3}|czwart\w{2,3}|čtvrt\w{2,3}|четверг\w{0,3}|четвер\w?",
    r"vendredis?|viernes|venerdì|sextas?|vrijdag\w{0,3}|fredag\w{0,3}|piąt\w{2,3}|pát\w{1,3}|пятниц\w{1,3}|п['’]ятниц\w{1,3}",
    r"samedis?|sábados?|sabato|zaterdag\w{0,3}|l[öø]rdag\w{0,3}|sob[oó]t\w{0,3}|суббот\w{1,3}|субот\w{1,3}",
    r"dimanches?|domingos?|domenic\w{1,2}|zondag\w{0,3}|s[öø]ndag\w{0,3}|niedziel\w{1,3}|neděl\w{1,3}|воскресень\w{1,3}"
    r"|неділ\w{1,3}",
)
_DAYS = regex("|".join(rf"\b(?P<d{number}>{forms})\b" for number, forms in enumerate(_FORMS)), re.IGNORECASE)
_WEEKEND = regex(
    r"\b(?:week-?ends?|fine?s? (?:de|di)? ?se(?:mana|ttimana)|fim de semana|helg\w{0,4}|víkend\w{0,2}|выходн\w{2,4})\b",
    re.IGNORECASE,
)
_OPENING = next(iter(sides_of({"open"})))


def days_in(text: str) -> frozenset[str]:
    """The days of the week that a text names; those of the weekend for it."""
    named = frozenset(str(found.lastgroup) for found in _DAYS.finditer(text))
    return named | {"d5", "d6"} if _WEEKEND.search(text) else named


def without_other_days(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, without those that say when something is open but name no day of the question, if others that say
    so, or that it is closed, do."""
    days = days_in(question)
    opening = {id(s): days_in(s.text) for s in sentences if days and _OPENING in sides_of(s.words)}
    naming = {key for key, named in opening.items() if not days.isdisjoint(named)}
    return [s for s in sentences if not naming or id(s) in naming or id(s) not in opening]
