"""Removes the targets of markers that are written as links, [1](#source-1), from a stream."""

from collections.abc import Iterable, Iterator

from orc.patterns import regex

_KINDS = r"#|https?:|file:|mailto:|\.{0,2}/|(?i:sources?|src|ref|cite|citation|chunk|doc|document|quelle|file)[-_:/#.]"
_FILE = r"[^()\s]{1,200}\.[A-Za-z]\w{1,4}(?=[)#?])"
_ADDRESS = r"(?:[^()\s]|\([^()\s]{0,100}\)){0,400}"
_TARGET = regex(rf"\((?:{_KINDS}|{_FILE}){_ADDRESS}\)")
_PERHAPS = regex(rf"\({_ADDRESS}(?:\([^()\s]{{0,100}})?\Z|\({_ADDRESS}\)?\Z")


class LinkTargets:
    """Takes the pieces of a text, with a number after each marker and None where one was removed, and removes link
    targets directly after them."""

    def __init__(self) -> None:
        self._held = ""
        self._follows = False  # what is held, or comes next, stands directly after a marker

    def feed(self, pieces: Iterable[str | int | None]) -> Iterator[str | int | None]:
        """Returns what is decided."""
        for piece in pieces:
            if not isinstance(piece, str):
                yield from self.flush()
                self._follows = True
                yield piece
            elif piece and self._follows:
                self._held += piece
                if not _PERHAPS.match(self._held):
                    yield from self.flush()
            else:
                yield piece

    def flush(self) -> Iterator[str]:
        """Returns what was held back, at the end of the text."""
        held, self._held, self._follows = self._held, "", False
        target = _TARGET.match(held)
        yield held[target.end() :] if target else held
