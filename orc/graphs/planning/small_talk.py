"""Recognises greetings, thanks and farewells, their language, and acknowledgements. Pure."""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from orc.patterns import regex

_BETWEEN = regex(r"(?:[^\w\u0300-\u036f\u064b-\u0652\u0900-\u0963\u0e00-\u0e7f]|_)+")  # marks are parts of letters


def _languages_of(phrases: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The languages of each phrase, in the order of the file."""
    found: dict[str, tuple[str, ...]] = {}
    for language, listed in phrases.items():
        for phrase in listed.casefold().split(" | "):
            found[phrase] = (*found.get(phrase, ()), language)
    return found


_OF_GREETING, _OF_THANKS, _OF_FAREWELL, _OF_ACKNOWLEDGEMENT = map(
    _languages_of, json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).values()
)
_TO_ORC = regex(r" (?:orc|there|all|everyone)\Z")
_MORE = regex(
    r"(?: (?:a lot|so much|very much|again|beaucoup|(?:for|für|pour|por|pel[oa]|per|voor|för|za|за) [\w ]{1,20}+))+\Z"
)
_LONGEST = 80


def greeting_language(text: str, languages: Collection[str] = ()) -> str | None:
    """The language of a text that is only a greeting; None for any other text. Of several, one of these languages."""
    return _one_of(_OF_GREETING.get(_TO_ORC.sub("", _said(text)), ()), languages)


def thanks_language(text: str, languages: Collection[str] = ()) -> str | None:
    """The language of a text that is only thanks; None for any other text. Of several, one of these languages."""
    said = _said(text)
    return _one_of(_OF_THANKS.get(said) or _OF_THANKS.get(_MORE.sub("", said), ()), languages)


def farewell_language(text: str, languages: Collection[str] = ()) -> str | None:
    """The language of a text that is only a farewell; None for any other text. Of several, one of these languages."""
    return _one_of(_OF_FAREWELL.get(_TO_ORC.sub("", _said(text)), ()), languages)


def is_acknowledgement(text: str) -> bool:
    """Whether the text only takes note of an answer ("OK"), unless that was a question."""
    return _said(text) in _OF_ACKNOWLEDGEMENT


def _one_of(spoken: Sequence[str], languages: Collection[str]) -> str | None:
    return next((each for each in spoken if each in languages), spoken[0] if spoken else None)


def _said(text: str) -> str:
    """The words of a short text; "" for a long one."""
    return _BETWEEN.sub(" ", text.casefold()).strip() if len(text) <= _LONGEST else ""
