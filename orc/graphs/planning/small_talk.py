"""Recognises greetings, thanks and farewells, their language, and acknowledgements. Pure."""

import json
from pathlib import Path

from orc.patterns import regex

_OF_GREETING, _OF_THANKS, _OF_FAREWELL, _OF_ACKNOWLEDGEMENT = (
    {phrase: language for language, listed in phrases.items() for phrase in listed.split(" | ")}
    for phrases in json.loads(Path(__file__).with_name("small_talk.json").read_text(encoding="utf-8")).values()
)
_BETWEEN = regex(r"[\W_]+")
_TO_ORC = regex(r" (?:orc|there|all|everyone)\Z")
_MORE = regex(
    r"(?: (?:a lot|so much|very much|again|beaucoup|(?:for|für|pour|por|pel[oa]|per|voor|för|za|за) [\w ]{1,20}+))+\Z"
)
_LONGEST = 80


def greeting_language(text: str) -> str | None:
    """The language of a text that is only a greeting; None for any other text."""
    return _OF_GREETING.get(_TO_ORC.sub("", _said(text)))


def thanks_language(text: str) -> str | None:
    """The language of a text that is only thanks; None for any other text."""
    return _OF_THANKS.get(said := _said(text)) or _OF_THANKS.get(_MORE.sub("", said))


def farewell_language(text: str) -> str | None:
    """The language of a text that is only a farewell; None for any other text."""
    return _OF_FAREWELL.get(_TO_ORC.sub("", _said(text)))


def is_acknowledgement(text: str) -> bool:
    """Whether the text only takes note of an answer ("OK"), unless that was a question."""
    return _said(text) in _OF_ACKNOWLEDGEMENT


def _said(text: str) -> str:
    """The words of a short text; "" for a long one."""
    return _BETWEEN.sub(" ", text.casefold()).strip() if len(text) <= _LONGEST else ""
