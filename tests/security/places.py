"""What must not be found, and where it was looked for."""

from collections.abc import Iterable, Mapping
from typing import Any


def found(marks: Iterable[str], places: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The marks that stand in a place, each with the place's name. Case does not tell marks apart."""
    texts = {name: _text(place).lower() for name, place in places.items()}
    return [(mark, name) for mark in marks for name, text in texts.items() if mark.lower() in text]


def _text(place: Any) -> str:
    return place.decode("utf-8", "replace") if isinstance(place, bytes) else str(place)
