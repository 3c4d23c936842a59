"""Quotations in an answer, and whether the words in them stand in a text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orc.text import normalized

_QUOTE = re.compile(
    r"[“„](?P<a>[^“”„\n]{5,}?)[”“]|«(?P<b>[^«»\n]{5,})»|»(?P<c>[^«»\n]{5,})«|[「『](?P<d>[^「」『』\n]{5,})[」』]"
    r"|(?<![^\s(\[*_—–-])\"(?P<e>[^\s\"](?:[^\"\n]{3,}[^\s\"])?)\"(?!\w)"
)
_CODE = re.compile(r"(?s)```.*?(?:```|\Z)|`[^`\n]*`")
_GAP = re.compile(r"\.{3,}|…|\[[^\[\]]*\]|\((?:…|\.{3})\)")
_LETTERS = re.compile(r"[^\W_]+(?:(?<=\d)[.,](?=\d)|[^\W_])*")
_LEAST_WORDS = 3
_LEAST_UNSPACED = 8
_PART, _LONGEST_WORD = 10_000, 200


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words between quotation marks; start and end are those of the words in the answer."""

    start: int
    end: int
    words: str


class Wording:
    """A text as quotations are compared with it: by its letters and figures alone, so that case, white space, hyphens,
    punctuation and the shape of quotation marks make no difference."""

    def __init__(self, text: str) -> None:
        self._letters = "".join(map(_letters, _parts(text)))

    def has(self, quoted: str) -> bool:
        """Whether the words stand there; what an ellipsis or an insertion in brackets parts, one after another."""
        at = 0
        for piece in filter(None, map(_letters, _GAP.split(quoted))):
            found = self._letters.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        return True


def _parts(text: str) -> Iterator[str]:
    """Cut so that no part holds up what else runs while a long text is read in a thread, between words where it can."""
    start = 0
    while start < len(text):
        end = start + _PART
        space = text.find(" ", end, end + _LONGEST_WORD)
        end = space if space >= 0 else end
        yield text[start:end]
        start = end


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(normalized("NFKC", text).casefold()))


def quotations(answer: str) -> Iterator[Quotation]:
    """The quotations long enough to be taken at their word: three words or more, outside of code."""
    text = _CODE.sub(lambda code: " " * len(code[0]), answer)
    for match in _QUOTE.finditer(text):
        group = str(match.lastgroup)
        words = match[group]
        count = len(words.split())
        if count >= _LEAST_WORDS or (count == 1 and not words.isascii() and len(words) >= _LEAST_UNSPACED):
            yield Quotation(match.start(group), match.end(group), words)


def unfound(quoted: Sequence[Quotation], texts: Sequence[str]) -> list[Quotation]:
    """The quotations that stand in none of the texts. For a thread, where the texts may be whole documents."""
    wordings = [Wording(text) for text in texts] if quoted else []
    return [quote for quote in quoted if not any(wording.has(quote.words) for wording in wordings)]


def quotes_hold(claim: str, sources: Sequence[str]) -> bool:
    """Whether each quotation in the claim stands in one of the sources."""
    return not unfound(list(quotations(claim)), sources)
