"""The headings of a PDF that its bookmarks name."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pypdfium2

from shared.extraction.formats.content import Located, clean

_MOST = 1_000
_LONGEST = 200
_MOST_OF_NUMBER = 2  # words of the number of a heading: "Chapter 2"
_NUMBER = re.compile(r"[(§]?(?:\d[\d.]{0,9}|[IVXLC]{1,6}|[A-Z])[.):]?")


def bookmarks_of(document: pypdfium2.PdfDocument) -> Mapping[int, Sequence[tuple[int, str]]]:
    """The levels, from 1, and titles of the bookmarks by the page, from 0, that they point to, in their order."""
    found = defaultdict[int, list[tuple[int, str]]](list)
    for bookmark in islice(document.get_toc(), _MOST):
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        try:
            title = " ".join(clean(bookmark.get_title()[: 4 * _LONGEST]).split())
        except UnicodeDecodeError:
            continue
        if page is not None and 0 < len(title) <= _LONGEST:
            found[page].append((bookmark.level + 1, title))
    return found


def headings_on(page: str, start: int, bookmarks: Sequence[tuple[int, str]]) -> Iterator[Located]:
    """The lines of a page, which begins at start, that these bookmarks name, in the order of the page. A bookmark may
    lack the number of its line. One that is printed in other words is a heading where the page begins."""
    if not (bookmarks and page.strip()):
        return
    lines, numbered = dict[str, tuple[int, str]](), dict[str, tuple[int, str]]()
    at = start
    for printed in page.split("\n"):
        words = printed.split() if len(printed) <= 2 * _LONGEST else []
        if words:
            place = at + printed.index(words[0]), printed.strip()
            lines.setdefault(_key(words), place)
            for count in range(1, min(_MOST_OF_NUMBER + 1, len(words))):
                if _NUMBER.fullmatch(words[count - 1]):
                    numbered.setdefault(_key(words[count:]), place)
        at += len(printed) + 1
    located = dict[int, Located]()
    for level, title in bookmarks:
        key = _key(title.split())
        at, line = lines.get(key) or numbered.get(key) or (start, title)
        located.setdefault(at, (at, level, line))
    yield from (located[place] for place in sorted(located))


def _key(words: Sequence[str]) -> str:
    return " ".join(words).casefold().rstrip(" .:…")
