"""Finds quotations in an answer and checks that their words are in a text (D-120)."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

from orc.patterns import regex
from orc.text import normalized

_QUOTE = regex(
    r"[“„](?P<a>[^“”„\n]{5,}?)[”“]|«(?P<b>[^«»\n]{5,})»|»(?P<c>[^«»\n]{5,})«|[「『](?P<d>[^「」『』\n]{5,})[」』]"
    r"|(?<![^\s(\[*_—–-])\"(?P<e>[^\s\"](?:[^\"\n]{3,}[^\s\"])?)\"(?!\w)"
)
_CODE = regex(r"(?s)```.*?(?:```|\Z)|`[^`\n]*`")
_JSON = regex(r"^[ \t]*+(?=[\[{]\s*+(?:\{\s*+)?\")", re.MULTILINE)
_GAP = regex(r"\.{3,}|…|\[[^\[\]]*\]|\((?:…|\.{3})\)")
_FIGURE = regex(r"\d+(?:[.,']\d+)*")
_TOKENS = regex(
    r"[^\W_]+(?:(?<=\d)[.,'](?=\d)|[^\W_])*|[\0$€£¥%<>≤≥±]|(?<![\w.,)\0])-(?=[$€£¥]?\0)"  # \0 is around a figure
)
_ALIKE = str.maketrans("–−’", "--'", "\0")
_SPACED = r"[0-9A-Za-z\u00c0-\u052f]"  # scripts that separate words by spaces
_WITHIN_WORD = regex(rf"(?<={_SPACED})(?={_SPACED})|(?<=\d[.,])(?=\d)|(?<=\d)(?=[.,]\d)")
_LEAST_WORDS = 3
_LEAST_UNSPACED = 8
_PART, _LONGEST_WORD = 10_000, 200
_MOST_SOUGHT, _MOST_NAMED = 500, 20
_MOST_JSON = 20


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words between quotation marks; start and end are their offsets in the answer."""

    start: int
    end: int
    words: str


class Wording:
    """A text normalised for comparing quotations: letters and figures only. Case, white space, hyphens, punctuation and
    the form of quotation marks are ignored. Figures are compared whole, with their signs."""

    def __init__(self, text: str) -> None:
        letters, start = list[str](), 0
        while start < len(text):  # in parts, so that a long text in a thread does not block other threads
            end = start + _PART
            space = text.find(" ", end, end + _LONGEST_WORD)
            end = space if space >= 0 else end
            letters.append(_letters(text[start:end]))
            start = end
        self._letters = "".join(letters)

    def has(self, quoted: str) -> bool:
        """Whether the words occur. Parts separated by an ellipsis or by an insertion in brackets must follow one
        another."""
        at = 0
        for piece in filter(None, map(_letters, _GAP.split(quoted))):
            found = self._letters.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        return True


def occurs_verbatim(text: str, words: str) -> bool:
    """Whether the words occur verbatim in a text, except for white space."""
    return next(verbatim_places(text, words), None) is not None


def _letters(text: str) -> str:
    """The letters and figures of a text in a row, in lower case; each figure between two null characters."""
    plain = normalized("NFKC", text).casefold().translate(_ALIKE)
    return "".join(_TOKENS.findall(_FIGURE.sub("\0\\g<0>\0", plain)))


def verbatim_places(text: str, words: str) -> Iterator[tuple[int, int]]:
    """The places where the words occur verbatim in a text, except for white space, at word and figure boundaries."""
    wanted = " ".join(words.split())
    if not wanted:
        return
    tokens = list(re.finditer(r"\S+", text))
    starts = list(accumulate((len(token[0]) + 1 for token in tokens), initial=0))
    squeezed = " ".join(token[0] for token in tokens)

    def place(at: int) -> int:
        token = bisect_right(starts, at) - 1
        return tokens[token].start() + at - starts[token]

    at = squeezed.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (_WITHIN_WORD.match(squeezed, at) or _WITHIN_WORD.match(squeezed, end)):
            yield place(at), place(end - 1) + 1
        at = squeezed.find(wanted, end)


def quotations(answer: str) -> Iterator[Quotation]:
    """The quotations that are long enough to be checked: three words or more, outside code and JSON."""
    text = _without_json(_CODE.sub(lambda code: " " * len(code[0]), answer))
    for match in _QUOTE.finditer(text):
        group = str(match.lastgroup)
        words = match[group]
        count = len(words.split())
        if count >= _LEAST_WORDS or (count == 1 and not words.isascii() and len(words) >= _LEAST_UNSPACED):
            yield Quotation(match.start(group), match.end(group), words)


def _without_json(text: str) -> str:
    """The text with spaces for the JSON in it, whose marks of quotation quote nobody."""
    decoder, end = json.JSONDecoder(), 0
    for begin in islice(_JSON.finditer(text), _MOST_JSON):
        if begin.end() >= end:
            try:
                _, end = decoder.raw_decode(text, begin.end())
            except (ValueError, RecursionError):
                continue
            text = f"{text[: begin.end()]}{' ' * (end - begin.end())}{text[end:]}"
    return text


def missing_quotations(quoted: Sequence[Quotation], texts: Sequence[str]) -> list[Quotation]:
    """The quotations that occur in none of the texts. Only the first 500 different ones are looked for, so all others
    are returned (D-380). Runs in a thread, as the texts may be whole documents."""
    wordings = [Wording(text) for text in texts] if quoted else []
    sought = list(dict.fromkeys(quote.words for quote in quoted))[:_MOST_SOUGHT]
    found = {words for words in sought if any(wording.has(words) for wording in wordings)}
    return [quote for quote in quoted if quote.words not in found]


def words_to_name(quoted: Sequence[Quotation]) -> list[str]:
    """The words of the first 20 different quotations: the notices about them must not outgrow an answer."""
    return list(dict.fromkeys(quote.words for quote in quoted))[:_MOST_NAMED]


def quotations_match(claim: str, sources: Sequence[str]) -> bool:
    """Whether each quotation of the claim occurs in one of the sources."""
    return not missing_quotations(list(quotations(claim)), sources)
