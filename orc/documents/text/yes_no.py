"""Reads cells that only say yes or no, and words that deny. Pure."""

import re

from orc.patterns import regex
from orc.text import word_set

_YES = word_set(
    "yes y true ja oui si sí sì sim tak ano да так igen evet kyllä da ναι 是 有 はい あり 예 있음 x ✓ ✔ ☑ ● • ○ +"
)
_NO = word_set(
    "no n false nein non não nao nie ne нет ні nem hayır ei nu όχι 否 无 無 なし いいえ 아니오 없음 × ✗ ✘ ☐ – — - nee "
    "nej nei none keine keiner kein aucun aucune ninguno ninguna nessuno nessuna brak"
)
DENIES = regex(
    r"\b(?:not|no|never|neither|without|nicht|kein\w*|ohne|pas|aucune?|sans|non|senza|nessun\w*|sin|ning[uú]n\w*|não|sem"
    r"|nenhum\w*|lacks?)\b|n['’]t\b",
    re.IGNORECASE,
)
"""A word that denies a statement."""


def yes_or_no(cell: str) -> bool | None:
    """What a cell that only says yes or no says."""
    said = cell.strip(" *.").casefold()
    return True if said in _YES else False if said in _NO else None
