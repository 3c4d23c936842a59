"""Text as it comes from outside: made valid and stream-safe where it enters, and normalised in time that grows with its
length alone. The standard library only: the process that reads files uses it too."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Literal

MAX_MARKS = 30
"""How many combining marks are kept in a row: as many as Unicode's stream-safe text format has (UAX #15), which is more
than any writing needs. Normalising a run of marks takes the square of its length."""

MAX_JSON_DEPTH = 100

_PIECE = 128
_REPEATED = 10_000  # characters of a text that is likely to come again, as a question does
_MOST_GROWTH, _GROWTH_ALLOWED = 4, 64  # times the length of a piece, and so many characters
_MARKS = range(0x300, 0x1F000)  # no combining mark is elsewhere
_JOINING_VOWELS_AND_FINALS = (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))  # of Hangul
_SURROGATE = re.compile("[\ud800-\udfff]")
_LAST_HIGH_SURROGATE = re.compile("[\ud800-\udbff]\\Z")


def prepare() -> None:
    """Builds what the rest needs, which takes some hundredths of a second once."""
    stream_safe("\u0300")
    normalized("NFC", "\u0300")


def has_surrogates(text: str) -> bool:
    """Whether there is half a character in it, which cannot be written as UTF-8."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def short(text: str, limit: int) -> str:
    """At most so many characters of it, as they can be shown: half of a character by its escape."""
    text = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return text.encode("utf-8", "backslashreplace").decode()


def stream_safe(text: str) -> str:
    """The text without the combining marks that follow MAX_MARKS others. Nothing is put in their place: text never
    grows, so limits and offsets hold."""
    if text.isascii():
        return text
    return _perhaps_excess_marks().sub(lambda run: _excess_marks().sub(_first_marks, run[0]), text)


def _first_marks(run: re.Match[str]) -> str:
    return run[0][:MAX_MARKS]


def repaired(text: str) -> str:
    """Text of a program that was not asked to be right: halves of characters are put together, or replaced by U+FFFD
    where there is only one, and the rest is stream-safe."""
    if has_surrogates(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return stream_safe(text)


def is_nested_deeply(value: Any, depth: int = MAX_JSON_DEPTH) -> bool:
    """Whether JSON goes deeper than what means anything, and than whatever works on it step by step can follow."""
    if not isinstance(value, list | Mapping):
        return False
    within = value.values() if isinstance(value, Mapping) else value
    return not depth or any(is_nested_deeply(each, depth - 1) for each in within)


def repaired_json(value: Any) -> Any:
    """JSON with each text in it repaired, names of fields too."""
    if isinstance(value, str):
        return repaired(value)
    if isinstance(value, Mapping):
        return {repaired(str(name)): repaired_json(each) for name, each in value.items()}
    return [repaired_json(each) for each in value] if isinstance(value, list) else value


def parse_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is; None for any other text, and for one that is nested beyond reason."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return dict(repaired_json(value)) if isinstance(value, Mapping) and not is_nested_deeply(value) else None


def normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """As unicodedata has it, of stream-safe text and in pieces. A piece full of characters that stand for phrases, such
    as U+FDFA, is left as it is: it would grow eighteenfold."""
    if text.isascii():
        return text
    return _normalized_again(form, text) if len(text) <= _REPEATED else _normalized(form, text)


def _normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    return "".join(_normalized_piece(form, piece) for piece in _pieces(stream_safe(text)))


_normalized_again = lru_cache(maxsize=32)(_normalized)  # a turn normalises its question some thirty times


def _normalized_piece(form: Literal["NFC", "NFKC", "NFKD"], piece: str) -> str:
    made = unicodedata.normalize(form, piece)  # noqa: TID251 - of a bounded piece
    return made if len(made) <= _MOST_GROWTH * len(piece) + _GROWTH_ALLOWED else piece


def _pieces(text: str) -> Iterator[str]:
    """Pieces that normalise each by itself: none begins with what may join the character before it."""
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
    """Combining marks, and what decomposes into such."""
    return frozenset(
        char
        for char in map(chr, _MARKS)
        if unicodedata.combining(char)
        or (unicodedata.decomposition(char) and unicodedata.combining(_decomposed(char)[0]))
    )


@cache
def _joining() -> frozenset[str]:
    """What may become one with the character before it: combining marks, vowel signs, the parts of Hangul syllables."""
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
    """Repairs a text that comes in pieces, however it was cut: half a character is held back for its other half."""

    def __init__(self) -> None:
        self._held = ""
        self._marks = ""  # those that the text so far ends in

    def feed(self, piece: str) -> str:
        text = self._held + piece
        half = _LAST_HIGH_SURROGATE.search(text)
        self._held = text[half.start() :] if half else ""
        return self._safe(text[: half.start()] if half else text)

    def flush(self) -> str:
        """What was held back, when no more comes."""
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
