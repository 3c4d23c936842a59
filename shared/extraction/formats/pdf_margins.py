"""Page numbers, running heads and feet of a PDF that stand within a sentence which goes over a page break (D-498)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from shared.extraction.formats.pdf_lines import SAID, Box, height_of
from shared.extraction.formats.pdf_paragraphs import ENDED, ITEM

type Line = Sequence[Box]
type Kind = tuple[str, int, int]
"""What lines of several pages have in common: their words, and about where they stand."""

_MOST_LINES = 4  # of a margin
_LONGEST = 120  # characters
_LEAST_PAGES = 3  # that have the same line there
_NEAR = 6.0  # points
_SPACE = 1.0  # of a line's height: between a margin and the text
_LEAST_WORDS = 3  # of a line that is part of a sentence
_NUMBER = re.compile(r"\d{1,4}")
_ALONE = re.compile(r"\W{0,3}\d{1,4}\W{0,3}")
_ROW = re.compile(r" \| |(?:[.…·_] ?){4}")


class Edge(NamedTuple):
    """A line near the top or the bottom of a page: its number in the page's text, how high it is on the page, and
    whether a space divides it from the next line inside."""

    number: int
    text: str
    top: float
    is_apart: bool


class Page(NamedTuple):
    """The text of a page, and the first and last lines of it that are also at its edges, from outside to inside."""

    text: str
    head: Sequence[Edge] = ()
    foot: Sequence[Edge] = ()


def edges_of(lines: Sequence[Line], text_in: Callable[[Box], str]) -> dict[str, tuple[float, bool]]:
    """The highest and lowest lines of a page without their spaces, as far as a space divides one from the next line
    inside: how high they are, and whether it does."""
    by_height = sorted(lines, key=lambda line: -line[0][3])
    count = min(_MOST_LINES, len(by_height) // 2)
    found = dict[str, tuple[float, bool]]()
    for outside in (by_height[: count + 1], by_height[: -count - 2 : -1]):
        spaces = [max(one[0][1], other[0][1]) - min(one[0][3], other[0][3]) for one, other in pairwise(outside)]
        apart = [space > _SPACE * height_of(line) for space, line in zip(spaces, outside, strict=False)]
        while apart and not apart[-1]:
            apart.pop()
        for line, is_apart in zip(outside, apart, strict=False):
            found["".join(SAID.findall("".join(map(text_in, line))))] = line[0][3], is_apart
    return found


def page_of(text: str, known: Mapping[str, tuple[float, bool]]) -> Page:
    """The page with this text, whose highest and lowest lines are known."""
    if not known:
        return Page(text)
    written = text.split("\n")
    filled = [number for number, line in enumerate(written) if line]

    def edges(numbers: Sequence[int]) -> Iterator[Edge]:
        for number in numbers:
            found = known.get("".join(SAID.findall(written[number]))) if len(written[number]) <= _LONGEST else None
            if found is None:
                break
            yield Edge(number, written[number].strip(), *found)

    return Page(text, [*edges(filled[:_MOST_LINES])], [*edges(filled[: -_MOST_LINES - 1 : -1])])


def without_margins_in_sentences(pages: Sequence[Page], first: int, *, is_end: bool) -> list[str]:
    """The texts of consecutive pages, of which the first has this number, without the heads and feet that several of
    them have at the same place, or with the number of the page, where a sentence goes over a page break. The first page
    that has such a line keeps it, unless it is only a number. If is_end, the last page has none after it."""
    kinds = Counter[Kind]()
    for number, page in enumerate(pages, first):
        for edges in (page.head, page.foot):
            kinds.update({kind for edge in edges for kind in _kinds(edge, number)})
    if max(kinds.values(), default=0) < _LEAST_PAGES:
        return [page.text for page in pages]
    seen, said = set[Kind](), set[str]()
    texts: list[str] = []
    is_open = False  # the page before ends within a sentence
    for number, page in enumerate(pages, first):
        written = page.text.split("\n")
        start, end = 0, len(written)
        margins = []
        for edges in (page.head, page.foot):
            common = [{kind for kind in _kinds(edge, number) if kinds[kind] >= _LEAST_PAGES} for edge in edges]
            margin = [edge for edge, _ in takewhile(itemgetter(1), zip(edges, common, strict=True))]
            while margin and not margin[-1].is_apart:
                margin.pop()
            known = common[: len(margin)]
            is_known = all(_ALONE.fullmatch(edge.text) or each & seen for edge, each in zip(margin, known, strict=True))
            seen.update(*known)
            margins.append((margin, is_known))
        (head, is_head_known), (foot, is_foot_known) = margins
        body_start, body_end = head[-1].number + 1 if head else 0, foot[-1].number if foot else len(written)
        body = [line.strip() for line in written[body_start:body_end] if line.strip()]
        if is_open and is_head_known and body and not ITEM.match(body[0]):
            is_repeated = all(_ALONE.fullmatch(edge.text) or edge.text in said for edge in head)
            if is_repeated or body[0][0].islower():  # otherwise it may be the title of a step or a week with its number
                start = body_start
        said.update(edge.text for edge in head)
        is_open = bool(body) and _is_open(body[-1])
        if is_open and is_foot_known and not (is_end and number == first + len(pages) - 1):
            end = body_end
        texts.append("\n".join(written[start:end]).strip("\n"))
    return texts


def _kinds(edge: Edge, page: int) -> Iterator[Kind]:
    """What the line has in common with that of other pages, at about the same height: its words, and how far its number
    is from that of the page."""
    words = {edge.text, *(edge.text.replace(n, f"#{int(n) - page}", 1) for n in _NUMBER.findall(edge.text))}
    for each in words:
        yield each, int(edge.top / _NEAR), 0
        yield each, int(edge.top / _NEAR + 0.5), 1


def _is_open(line: str) -> bool:
    """Whether the last line of a page is part of a sentence that goes on."""
    return len(line.split()) >= _LEAST_WORDS and not ENDED.search(line) and not _ROW.search(line)
