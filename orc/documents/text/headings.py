"""Which of a document's headings a text is under. Pure."""

from bisect import bisect_left
from collections.abc import Sequence

from orc.domain import Heading
from orc.text import short

_LONGEST, _MOST = 60, 3
_BETWEEN = " › "


class Headings:
    """The headings of a document in the order of its text, without its title: a first one that has a level of its own
    above all others."""

    def __init__(self, headings: Sequence[Heading] = ()) -> None:
        is_titled = bool(headings) and all(heading.level > headings[0].level for heading in headings[1:])
        self._headings = headings[is_titled:]

    def over(self, offset: int, text: str) -> tuple[str, ...]:
        """The nearest headings over a text that begins at the offset, the outermost first: those of its chapter and
        section. A heading that the text begins with is not over it, nor are those that it closes."""
        at = bisect_left(self._headings, offset, key=lambda heading: heading.start)
        begins = self._headings[at : at + 1]
        opened = begins[0].level if begins and begins[0].start <= offset + len(text.partition("\n")[0]) else None
        path, level = list[str](), opened
        for heading in reversed(self._headings[:at]):
            if level is None or heading.level < level:
                path.append(short(" ".join(heading.text.split()), _LONGEST))
                level = heading.level
            if level == 1 or len(path) == _MOST:
                break
        return tuple(reversed(path))

    def longest_within(self, start: int, end: int) -> tuple[str, ...]:
        """The longest headings that a text may be under which begins within this span."""
        first, last = (
            bisect_left(self._headings, offset, key=lambda heading: heading.start) for offset in (start, end)
        )
        begins = (start, *(heading.start + 1 for heading in self._headings[first:last]))
        return max((self.over(begin, "") for begin in begins), key=lambda path: len(as_path(path)))


def as_path(headings: Sequence[str]) -> str:
    """The headings on one line, the outermost first."""
    return _BETWEEN.join(headings)
