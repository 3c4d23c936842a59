"""Text from outside: made valid and stream-safe where it enters, and normalised in time linear in its length.

Imports the standard library only, because the process that extracts files imports it."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Literal

MAX_MARKS = 30
"""So many combining marks are kept in a row, as in Unicode's stream-safe text format (UAX #15): more than any script
needs. Normalising a run of marks takes time quadratic in its length."""

MAX_JSON_DEPTH = 100

_PIECE = 128
_REPEATED = 10_000  # characters of a text that is likely to come again, as a question does
_MOST_GROWTH, _GROWTH_ALLOWED = 4, 64  # times the length of a piece, and so many characters
_MARKS = range(0x300, 0x1F000)  # no combining mark is elsewhere
_JOINING_VOWELS_AND_FINALS = (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))  # of Hangul
_SURROGATE = re.compile("[\ud800-\udfff]")
_LAST_HIGH_SURROGATE = re.compile("[\ud800-\udbff]\\Z")


def prepare() -> None:
    """Builds the tables of this module, which takes some hundredths of a second once."""
    stream_safe("\u0300")
    normalized("NFC", "\u0300")


def has_surrogates(text: str) -> bool:
    """Whether the text contains half of a surrogate pair, which UTF-8 cannot encode."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def short(text: str, limit: int) -> str:
    """The text in at most limit characters, with lone surrogates escaped."""
    text = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return text.encode("utf-8", "backslashreplace").decode()


def stream_safe(text: str) -> str:
    """The text without the combining marks that follow MAX_MARKS others. The text never grows, so limits hold."""
    if text.isascii():
        return text
    return _perhaps_excess_marks().sub(
        lambda run: _excess_marks().sub(lambda marks: marks[0][:MAX_MARKS], run[0]), text
    )


def repaired(text: str) -> str:
    """Stream-safe text: surrogate pairs are joined, and lone surrogates replaced by U+FFFD."""
    if has_surrogates(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return stream_safe(text)


def is_nested_deeply(value: Any, depth: int = MAX_JSON_DEPTH) -> bool:
    """Whether a JSON value is nested deeper than recursive code can follow."""
    if not isinstance(value, list | Mapping):
        return False
    within = value.values() if isinstance(value, Mapping) else value
    return not depth or any(is_nested_deeply(each, depth - 1) for each in within)


def repaired_json(value: Any) -> Any:
    """A JSON value with all its strings repaired, names of fields included."""
    if isinstance(value, str):
        return repaired(value)
    if isinstance(value, Mapping):
        return {repaired(str(name)): repaired_json(each) for name, each in value.items()}
    return [repaired_json(each) for each in value] if isinstance(value, list) else value


def parse_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text contains, repaired; None for any other text, and for one that is nested deeply."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return dict(repaired_json(value)) if isinstance(value, Mapping) and not is_nested_deeply(value) else None


def normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Like unicodedata.normalize, of the stream-safe text. A piece full of ligatures of phrases, such as U+FDFA, is
    left as it is: it would grow eighteenfold."""
    if text.isascii():
        return text
    return _normalized_again(form, text) if len(text) <= _REPEATED else _normalized(form, text)


def _normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    pieces: list[str] = []
    for piece in _pieces(stream_safe(text)):
        made = unicodedata.normalize(form, piece)  # noqa: TID251 - of a bounded piece
        pieces.append(made if len(made) <= _MOST_GROWTH * len(piece) + _GROWTH_ALLOWED else piece)
    return "".join(pieces)


_normalized_again = lru_cache(maxsize=32)(_normalized)  # a turn normalises its question some thirty times


def _pieces(text: str) -> Iterator[str]:
    """Pieces that can be normalised separately: none begins with a character that may join the one before it."""
    start, joining = 0, _joining()
    while start < len(text):
        end = start + _PIECE
        while end < len(text) and text[end] in joining:
            end += 1
        yield text[start:end]
        start = end


def _decomposed(char: str) -> str:
    return unicodedata.normalize("NFKD", char)  # noqa: TID251 - of one character


@cache
def _combining() -> frozenset[str]:
    """Combining marks, and characters that decompose into such."""
    return frozenset(
        char
        for char in map(chr, _MARKS)
        if unicodedata.combining(char)
        or (unicodedata.decomposition(char) and unicodedata.combining(_decomposed(char)[0]))
    )


@cache
def _joining() -> frozenset[str]:
    """Characters that may compose with the one before: combining marks, vowel signs, parts of Hangul syllables."""
    second = {chr(code) for code in _JOINING_VOWELS_AND_FINALS}
    for char in map(chr, range(0x80, 0x1F000)):
        parts = unicodedata.decomposition(char).split()
        if len(parts) == 2 and parts[0][0] != "<":
            second.add(chr(int(parts[1], 16)))
    compatible = {char for char in map(chr, range(0x80, 0x1F000)) if _decomposed(char)[0] in second}
    return _combining() | second | compatible


@cache
def _excess_marks() -> re.Pattern[str]:
    return _runs("".join(_ranges(_combining())))


@cache
def _perhaps_excess_marks() -> re.Pattern[str]:
    """Finds the same runs and some more, forty times as fast: a class with few ranges beyond U+FFFF is a bitmap."""
    near = _ranges(char for char in _combining() if char <= "\uffff")
    return _runs("".join(near) + "\U00010000-\U0010ffff")


def _runs(members: str) -> re.Pattern[str]:
    return re.compile(f"[{members}][{members}]{{{MAX_MARKS - 1}}}[{members}]+")


def _ranges(chars: Iterable[str]) -> Iterator[str]:
    numbered = enumerate(sorted(map(ord, chars)))
    for _, run in groupby(numbered, key=lambda each: each[1] - each[0]):
        codes = [code for _, code in run]
        yield f"{chr(codes[0])}-{chr(codes[-1])}"


class IncomingText:
    """Repairs a text that comes in pieces: half of a surrogate pair is held back until the other half comes."""

    def __init__(self) -> None:
        self._held = ""
        self._marks = ""  # at the end of the text so far

    def feed(self, piece: str) -> str:
        text = self._held + piece
        half = _LAST_HIGH_SURROGATE.search(text)
        self._held = text[half.start() :] if half else ""
        return self._safe(text[: half.start()] if half else text)

    def flush(self) -> str:
        """The text that was held back, at the end of the input."""
        held, self._held = self._held, ""
        return self._safe(held)

    def _safe(self, text: str) -> str:
        if not text or (not self._marks and text.isascii()):
            return text
        known = len(self._marks)
        whole = repaired(self._marks + text)
        end = len(whole)
        while end and whole[end - 1] in _combining():
            end -= 1
        self._marks = whole[end:]
        return whole[known:]
