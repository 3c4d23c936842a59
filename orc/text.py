"""Text from outside: made valid and stream-safe on entry, and normalised in time linear in its length. Imports
little but the standard library, because the process that extracts files imports it."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Literal

from orc.patterns import regex

MAX_MARKS = 30
"""So many combining marks are kept in a row, as in Unicode's stream-safe text format (UAX #15): more than any script
needs. Normalising a run of marks takes time quadratic in its length."""

MAX_JSON_DEPTH = 100

_MOST_BROKEN = 500
_PIECE = 128
_REPEATED = 10_000  # maximum length of a text that is likely to recur, such as a question
_MOST_GROWTH, _GROWTH_ALLOWED = 4, 64  # times the length of a piece, plus this many characters
_LEAST_MARK = "\u0300"  # no combining or joining character is below this
_SCALARS = (str, int, float)  # JSON scalars, checked before lists and objects, which takes longer
_SURROGATE = regex("[\ud800-\udfff]")
_PERHAPS_MARKS = regex(f"[{_LEAST_MARK}-\U0001efff]{{{MAX_MARKS + 1}}}")  # so that most texts need no table
_LAST_HIGH_SURROGATE = regex("[\ud800-\udbff]\\Z")

# From Unicode 15.1, the version of Python 3.13. Finding them among all characters would take a tenth of a second at
# each start. A test compares them with unicodedata.
_COMBINING = """
300-34e 350-36f 483-487 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 64b-65f 670 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 711
730-74a 7eb-7f3 7fd 816-819 81b-823 825-827 829-82d 859-85b 898-89f 8ca-8e1 8e3-8ff 93c 94d 951-954 9bc 9cd 9fe a3c
a4d abc acd b3c b4d bcd c3c c4d c55-c56 cbc ccd d3b-d3c d4d dca e38-e3a e48-e4b eb8-eba ec8-ecb f18-f19 f35 f37 f39
f71-f75 f7a-f7d f80-f84 f86-f87 fc6 1037 1039-103a 108d 135d-135f 1714-1715 1734 17d2 17dd 18a9 1939-193b 1a17-1a18
1a60 1a75-1a7c 1a7f 1ab0-1abd 1abf-1ace 1b34 1b44 1b6b-1b73 1baa-1bab 1be6 1bf2-1bf3 1c37 1cd0-1cd2 1cd4-1ce0
1ce2-1ce8 1ced 1cf4 1cf8-1cf9 1dc0-1dff 20d0-20dc 20e1 20e5-20f0 2cef-2cf1 2d7f 2de0-2dff 302a-302f 3099-309a a66f
a674-a67d a69e-a69f a6f0-a6f1 a806 a82c a8c4 a8e0-a8f1 a92b-a92d a953 a9b3 a9c0 aab0 aab2-aab4 aab7-aab8 aabe-aabf
aac1 aaf6 abed fb1e fe20-fe2f ff9e-ff9f 101fd 102e0 10376-1037a 10a0d 10a0f 10a38-10a3a 10a3f 10ae5-10ae6
10d24-10d27 10eab-10eac 10efd-10eff 10f46-10f50 10f82-10f85 11046 11070 1107f 110b9-110ba 11100-11102 11133-11134
11173 111c0 111ca 11235-11236 112e9-112ea 1133b-1133c 1134d 11366-1136c 11370-11374 11442 11446 1145e 114c2-114c3
115bf-115c0 1163f 116b6-116b7 1172b 11839-1183a 1193d-1193e 11943 119e0 11a34 11a47 11a99 11c3f 11d42 11d44-11d45
11d97 11f41-11f42 16af0-16af4 16b30-16b36 16ff0-16ff1 1bc9e 1d165-1d169 1d16d-1d172 1d17b-1d182 1d185-1d18b
1d1aa-1d1ad 1d242-1d244 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae
1e2ec-1e2ef 1e4ec-1e4ef 1e8d0-1e8d6 1e944-1e94a
"""
_JOINING = """
9be 9d7 b3e b56-b57 bbe bd7 cc2 cd5-cd6 d3e d57 dcf ddf fb5 fb7 102e 1161-1175 11a8-11c2 1b35 3133 3135-3136
313a-313f 314f-3163 ffa3 ffa5-ffa6 ffaa-ffaf ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc 11127 1133e 11357 114b0 114ba
114bd 115af 11930
"""

_to_json = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}

# Controls, and characters that change the direction of what follows them.
_HIDDEN = regex("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def has_hidden(text: str) -> bool:
    """Whether a name or label has control characters, line ends among them, or changes the direction of text."""
    return _HIDDEN.search(text) is not None


def without_hidden(text: str) -> str:
    """The text with a space for each such character."""
    return _HIDDEN.sub(" ", text)


def json_line(value: Any) -> str:
    """JSON in one line, whatever a reader takes for the end of one: Unicode has more line ends than JSON escapes."""
    text = _to_json(value)
    return text if text.isascii() else text.translate(_LINE_ENDS)


def prepare() -> None:
    """Builds the tables of this module, which takes some hundredths of a second once."""
    stream_safe("\u0300" * (MAX_MARKS + 1))
    normalized("NFC", "\u03b1" * (_PIECE + 1))


@cache
def combining() -> frozenset[str]:
    """Combining marks, and characters that decompose into such."""
    return _characters(_COMBINING)


@cache
def joining() -> frozenset[str]:
    """Characters that can compose with the preceding one: combining marks, vowel signs, parts of Hangul syllables."""
    return combining() | _characters(_JOINING)


def _characters(ranges: str) -> frozenset[str]:
    bounds = ([int(bound, 16) for bound in each.split("-")] for each in ranges.split())
    return frozenset(chr(code) for bound in bounds for code in range(bound[0], bound[-1] + 1))


def has_surrogates(text: str) -> bool:
    """Whether the text contains half of a surrogate pair, which UTF-8 cannot encode."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def word_set(text: str) -> frozenset[str]:
    """The words between the white space of a text."""
    return frozenset(text.split())


def short(text: str, limit: int) -> str:
    """The text in at most limit characters, with lone surrogates escaped."""
    text = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return text.encode("utf-8", "backslashreplace").decode()


def stream_safe(text: str) -> str:
    """The text without the combining marks that follow MAX_MARKS others. The text never grows, so limits hold."""
    if text.isascii() or not _PERHAPS_MARKS.search(text):
        return text
    perhaps, excess = _excess_marks()
    return perhaps.sub(lambda run: excess.sub(lambda marks: marks[0][:MAX_MARKS], run[0]), text)


def repaired(text: str) -> str:
    """Stream-safe text: surrogate pairs are joined, and lone surrogates replaced by U+FFFD."""
    if text.isascii():
        return text
    if has_surrogates(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return stream_safe(text)


def is_nested_deeply(value: Any, depth: int = MAX_JSON_DEPTH) -> bool:
    """Whether a JSON value is nested deeper than recursive code can follow."""
    level = [value]
    for _ in range(depth):
        outer = [each for each in level if each is not None and not isinstance(each, _SCALARS)]
        level = []
        for each in outer:
            if isinstance(each, list | Mapping):
                level += each.values() if isinstance(each, Mapping) else each
        if not level:
            return False
    return any(isinstance(each, list | Mapping) for each in level)


def repaired_json(value: Any) -> Any:
    """A JSON value with all its strings repaired, names of fields included."""
    if isinstance(value, str):
        return repaired(value)
    if value is None or isinstance(value, _SCALARS):
        return value
    if isinstance(value, Mapping):
        return {repaired(str(name)): repaired_json(each) for name, each in value.items()}
    return [repaired_json(each) for each in value] if isinstance(value, list) else value


def object_in(text: str) -> str:
    """The longest JSON object in a text. Without a complete one, the text between the outermost braces."""
    return max(objects_in(text), key=len, default="") or text[text.find("{") : text.rfind("}") + 1]


def objects_in(text: str) -> Iterator[str]:
    """The complete JSON objects in a text that are not part of others, in order. After many braces that begin none, the
    rest is not read, because reporting an error takes time linear in its position."""
    at, broken = text.find("{"), 0
    while at >= 0 and broken < _MOST_BROKEN:
        try:
            end = json.JSONDecoder().raw_decode(text, at)[1]
        except RecursionError:
            break
        except json.JSONDecodeError as error:
            end = max(error.pos, at + 1)  # what was read so far is part of the broken object
            broken += 1
        else:
            yield text[at:end]
        at = text.find("{", end)


def parse_object(text: str) -> dict[str, Any] | None:
    """The JSON object in a text, repaired. None if there is none or it is nested too deeply."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return dict(repaired_json(value)) if isinstance(value, Mapping) and not is_nested_deeply(value) else None


def normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Like unicodedata.normalize, of the stream-safe text. Pieces full of phrase ligatures, such as U+FDFA, are
    returned unchanged, as they would grow eighteenfold."""
    if text.isascii():
        return text
    return _normalized_again(form, text) if len(text) <= _REPEATED else _normalized(form, text)


def _normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    pieces: list[str] = []
    text, start = stream_safe(text), 0
    while start < len(text):
        end = start + _PIECE
        # No piece begins with a character that may join the previous one.
        while end < len(text) and text[end] >= _LEAST_MARK and text[end] in joining():
            end += 1
        piece, start = text[start:end], end
        made = unicodedata.normalize(form, piece)  # noqa: TID251 - of a bounded piece
        pieces.append(made if len(made) <= _MOST_GROWTH * len(piece) + _GROWTH_ALLOWED else piece)
    return "".join(pieces)


_normalized_again = lru_cache(maxsize=32)(_normalized)  # a turn normalises its question some thirty times


@cache
def _excess_marks() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns for runs of more marks than MAX_MARKS. The first also finds other runs and is forty times as fast: a
    class with few ranges beyond U+FFFF is a bitmap."""
    near = "".join(_ranges(char for char in combining() if char <= "\uffff")) + "\U00010000-\U0010ffff"
    perhaps, excess = (
        re.compile(f"[{members}][{members}]{{{MAX_MARKS - 1}}}[{members}]+")
        for members in (near, "".join(_ranges(combining())))
    )
    return perhaps, excess


def _ranges(chars: Iterable[str]) -> Iterator[str]:
    numbered = enumerate(sorted(map(ord, chars)))
    for _, run in groupby(numbered, key=lambda each: each[1] - each[0]):
        codes = [code for _, code in run]
        yield f"{chr(codes[0])}-{chr(codes[-1])}"


class IncomingText:
    """Repairs a text that arrives in pieces: half of a surrogate pair is held back until the other half arrives."""

    def __init__(self) -> None:
        self._held = ""
        self._marks = ""  # at the end of the text so far

    def feed(self, piece: str) -> str:
        if not self._held and not self._marks and piece.isascii():
            return piece
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
        seen = len(self._marks)
        whole = repaired(self._marks + text)
        end = len(whole)
        while end and whole[end - 1] in combining():
            end -= 1
        self._marks = whole[end:]
        return whole[seen:]
