"""Recognises questions about Orc itself: who it is, and what it can do. Pure."""

import json
from pathlib import Path

_PHRASES: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_LANGUAGES = {phrase: language for language, phrases in _PHRASES.items() for phrase in phrases.split(" | ")}
_MARKS = " ?!.;¿¡？！。؟।"
_LONGEST = 60


def question_about_orc(text: str) -> str | None:
    """The language of a text that only asks who Orc is or what it can do. None for any other text."""
    if len(text) > _LONGEST:
        return None
    return _LANGUAGES.get(" ".join(text.casefold().replace("’", "'").split()).strip(_MARKS))
