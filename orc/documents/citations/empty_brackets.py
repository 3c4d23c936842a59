"""Removes the parentheses around markers that were removed, from a stream."""

from collections.abc import Iterable, Iterator

from orc.documents.citations.notation import SEE
from orc.patterns import regex

_BLANK = "[ \t\xa0]"
_EMPTY = regex(rf"{_BLANK}?[(（]{_BLANK}{{0,9}}(?:{SEE}[:.]?)?(?:{_BLANK}|[,;，、]){{0,20}}[)）]")
_OPEN = regex(
    rf"{_BLANK}?(?:[(（]{_BLANK}{{0,9}}(?:[^\W\d_]{{1,10}}[ .:\xa0]{{0,2}}){{0,2}}(?:{_BLANK}|[,;，、]){{0,20}})?\Z"
)


class EmptyBrackets:
    """Takes the pieces of a text and, as None, the places where a marker was removed. Parentheses that such a place
    leaves empty, or with no more than "see", are removed with the space before them. All other text is kept."""

    def __init__(self) -> None:
        self._held = ""
        self._removed: list[int] = []  # places in what is held back

    def feed(self, pieces: Iterable[str | int | None]) -> Iterator[str | int]:
        """Returns what is decided."""
        for piece in pieces:
            if piece is None:
                self._removed.append(len(self._held))
            elif isinstance(piece, int):
                yield from self.flush()
                yield piece
            else:
                self._held += piece
                yield self._decided()

    def flush(self) -> Iterator[str]:
        """Returns what was held back, at the end of the text."""
        held, self._held, self._removed = self._held, "", []
        yield held

    def _decided(self) -> str:
        """The part of the held text in which no removed marker can leave parentheses empty any more."""
        text, at, decided = self._held, 0, ""
        for found in _EMPTY.finditer(text) if self._removed else ():
            if any(found.start() < place < found.end() for place in self._removed):
                decided += text[at : found.start()]
                at = found.end()
        tail = _OPEN.search(text, at)
        clear = tail.start() if tail else len(text)
        self._held = text[clear:]
        self._removed = [place - clear for place in self._removed if place >= clear]
        return decided + text[at:clear]
