"""Finds the headings in a text whose format does not mark them, such as a PDF without bookmarks. Pure, linear in the
length of the text."""

import re
from collections import Counter

from orc.documents.text.sentences import is_row
from orc.domain import Heading
from orc.patterns import regex

_LONGEST = 100
_LARGE = 0.6  # of the length of the next line: a heading directly above it is shorter
_REPEATED = 2  # a line that stands more often is one of the pages' own
_BLANK_LINES = 3
_UNNUMBERED = 9  # a level below all numbered ones
_NUMBER = regex(r"(?:§ ?)?\d{1,2}(?:\.\d{1,2}){0,4}[.)]? {1,9}(?=[^\W\d_])|[IVX]{1,5}\. {1,9}(?=[^\W\d_])")
_PART = regex(
    r"(?:chapter|section|article|part|annex|appendix|schedule|kapitel|abschnitt|artikel|teil|anhang|anlage|chapitre"
    r"|partie|annexe|capítulo|sección|artículo|parte|anexo|capitolo|sezione|articolo|allegato|seção|hoofdstuk"
    r"|deel|bijlage|§) ?(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])(?![\w,])",
    re.IGNORECASE,
)
_ENDS_SENTENCE = tuple(".!?;:,…。！？；，")
_PAGE = regex(r"(?:page|seite|página|pagina|p\.|s\.) ?\d", re.IGNORECASE)
_DOTS = regex(r"\. ?\.")  # that lead to a page
_DIGITS = regex(r"\d+")


def heading_lines(text: str) -> tuple[Heading, ...]:
    """The headings: short lines between blank ones that end no sentence, before a longer line. A numbered one may be
    directly between the end of a sentence and a longer line, and that of a chapter directly before that of its first
    section. Lines that pages repeat are none."""
    lines = text.split("\n")
    found, at, above = list[tuple[Heading, bool]](), 0, ""
    for number, line in enumerate(lines):
        words = line.strip()
        level = _level(words) if 0 < len(words) <= _LONGEST and not words.endswith(_ENDS_SENTENCE) else None
        is_free = not above or (level and level < _UNNUMBERED and above.endswith(_ENDS_SENTENCE))
        if level and (is_free or _is_above(above, words)):
            below = lines[number + 1 : number + 2 + _BLANK_LINES]
            following = next((each.strip() for each in below if each.strip()), "")
            is_next = bool(below and below[0].strip())
            is_heading = level < _UNNUMBERED if is_next else words[0].isupper() or level < _UNNUMBERED
            room = len(following) * (_LARGE if is_next else 1)
            if (
                is_heading
                and (len(words) < room or _is_above(words, following))
                and not _PAGE.match(words)
                and not is_row(words)
                and not _DOTS.search(words)
            ):
                found.append((Heading(at + line.index(words[0]), level, words), _PART.match(words) is not None))
        at += len(line) + 1
        above = words
    counts = Counter(_as_repeated(heading) for heading, _ in found)
    return tuple(heading for heading, is_part in found if is_part or counts[_as_repeated(heading)] <= _REPEATED)


def _is_above(line: str, following: str) -> bool:
    """Whether the lines have the numbers of a chapter, 4 or 4.2, and of a section in it. Lines of contents, which end
    with a page, have none."""
    outer, inner = _NUMBER.match(line), _NUMBER.match(following)
    if outer is None or inner is None or line[-1].isdecimal() or following[-1].isdecimal():
        return False
    return inner[0].startswith(f"{outer[0].rstrip(' .)')}.")


def _as_repeated(heading: Heading) -> str:
    """The heading as pages repeat it: with any number of a page, but the same number of a section."""
    text = heading.text.casefold()
    return text if 1 < heading.level < _UNNUMBERED else _DIGITS.sub("", text)


def _level(line: str) -> int:
    """The level that a number at the beginning of the line shows."""
    if _PART.match(line):
        return 1
    number = _NUMBER.match(line)
    return _UNNUMBERED if number is None else number[0].rstrip(" .)").count(".") + 1
