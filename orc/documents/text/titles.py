"""Follows the headings over the lines of a text. Pure (D-374)."""

from collections.abc import Iterable

from orc.documents.text.tokens import content_words

_MOST_ABOVE = 4
_OF_DOCUMENT = 1


class Titles:
    """above are the headings over the next line, the nearest one last: those of higher levels, if marks show levels, or
    those that directly precede the nearest one. words are those of the nearest heading and of the marked ones: one
    without a mark may belong to the text before. within are those of the marked ones below a document's title."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self.above = tuple(lines)
        self._adjoins = True
        self._note_words()

    def read(self, line: str, *, is_heading: bool) -> None:
        """Reads the next line."""
        if is_heading:
            level = _level(line)
            if level:
                higher = [each for each in self.above if 0 < _level(each) < level]
            else:
                higher = [each for each in self.above if self._adjoins or _level(each)]
            self.above = (*higher[-_MOST_ABOVE:], line)
            self._note_words()
        self._adjoins = is_heading

    def _note_words(self) -> None:
        sure = (line for line in self.above if _level(line) or line is self.above[-1])
        self.words = frozenset(content_words(" ".join(sure)))
        within = (line for line in self.above if _level(line) > _OF_DOCUMENT)
        self.within = frozenset(content_words(" ".join(within)))


def _level(line: str) -> int:
    """The number of marks of a Markdown heading, 0 for another one."""
    return len(line) - len(line.lstrip("#"))
