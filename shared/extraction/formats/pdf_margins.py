"""Page numbers, running heads and feet of a PDF that stand within a sentence which goes over a page break (D-498,
D-507)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from orc.documents.text.line_ends import leads_on
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
_FULL = 45  # characters: a line of a list, an address or a verse is shorter
_INDENT = 3.0  # of a line's height: lines of one column begin no further from each other
_LEAST_BESIDE = 3  # lines of a column that show how wide it is
_WIDE = 1.25  # of the average width of letters: those of one word
_FARTHEST = 999  # pages that a number is ahead of that of its page; years are further
_NUMBER = re.compile(r"\d{1,4}")
_ALONE = re.compile(r"\W{0,3}\d{1,4}\W{0,3}")
_BEGINS_WITHIN = re.compile(r"\d[\d.,]{2,12}\S? (?=[a-zà-ÿ])")  # 12,000 euros; the number of a section is shorter
_ROW = re.compile(r" \| |(?:[.…·_] ?){4}")
_AMOUNT = re.compile(
    r"[$€£¥₹]|\d ?%|\d ?(?:EUR|USD|GBP|CHF|SEK|DKK|NOK|PLN|CZK|JPY|INR|euros?|dollars?|pounds?|francs?|kr|zł|Kč)(?!\w)"
)
_WORD = (
    r"(?<![^\W\d_])(?:pages?|pp?|pg|seiten?|s|página|pág|pagina|pag|side|sida|sidan|sivu|strona|str|strana|oldal|стр"
    r"|страница|σελ|σελίδα|sayfa|blz|bladzijde)\.?\W{0,3}"
)
_PAGE_WORD = re.compile(rf"{_WORD}\Z", re.IGNORECASE)
_PAGE = re.compile(rf"{_WORD}\d{{1,4}}(?!\d)|\A\W{{0,3}}\d{{1,4}} ?/ ?\d{{1,4}}\W{{0,3}}\Z", re.IGNORECASE)


class Edge(NamedTuple):
    """A line near the top or the bottom of a page: its number in the page's text, how high it is on the page, and
    whether a space divides it from the next line inside."""

    number: int
    text: str
    top: float
    is_apart: bool


class Edges(NamedTuple):
    """The highest and lowest lines of a page without their spaces. places are those that a space divides from the text:
    how high they are, and whether it is the next line inside that is far. rooms are the lowest lines, the lowest one
    first, with the number of characters that would fit after each."""

    places: Mapping[str, tuple[float, bool]]
    rooms: Sequence[tuple[str, float]] = ()


class Page(NamedTuple):
    """The text of a page, the first and last lines of it that are also at its edges, from outside to inside, and its
    lowest lines with their room."""

    text: str
    head: Sequence[Edge] = ()
    foot: Sequence[Edge] = ()
    rooms: Sequence[tuple[str, float]] = ()


def edges_of(lines: Sequence[Line], text_in: Callable[[Box], str]) -> Edges:
    """The highest and lowest lines of a page, as far as a space divides one from the next line inside."""
    by_height = sorted(lines, key=lambda line: -line[0][3])
    count = min(_MOST_LINES, len(by_height) // 2)
    found = dict[str, tuple[float, bool]]()
    for outside in (by_height[: count + 1], by_height[: -count - 2 : -1]):
        spaces = [max(one[0][1], other[0][1]) - min(one[0][3], other[0][3]) for one, other in pairwise(outside)]
        apart = [space > _SPACE * height_of(line) for space, line in zip(spaces, outside, strict=False)]
        while apart and not apart[-1]:
            apart.pop()
        for line, is_apart in zip(outside, apart, strict=False):
            found[_said("".join(map(text_in, line)))] = line[0][3], is_apart
    lowest = [(line, "".join(map(text_in, line))) for line in by_height[: -count - 2 : -1]] if found else []
    return Edges(found, [(_said(text), _room_after(line, len(text), lines)) for line, text in lowest])


def _room_after(line: Line, length: int, lines: Sequence[Line]) -> float:
    """How many characters would fit after a line with so many, before the right edge of those above and below it."""
    left, right, indent = line[0][0], line[-1][2], _INDENT * height_of(line)
    beside = [other[-1][2] for other in lines if abs(other[0][0] - left) <= indent]
    if len(beside) < _LEAST_BESIDE:
        beside = [other[-1][2] for other in lines if other[0][0] < right and left < other[-1][2]]
    return (max(beside) - right) * length / max(right - left, 1.0)


def page_of(text: str, edges: Edges) -> Page:
    """The page with this text, whose highest and lowest lines are known."""
    if not edges.places:
        return Page(text, rooms=edges.rooms)
    written = text.split("\n")
    filled = [number for number, line in enumerate(written) if line]

    def at_edge(numbers: Sequence[int]) -> Iterator[Edge]:
        for number in numbers:
            found = edges.places.get(_said(written[number])) if len(written[number]) <= _LONGEST else None
            if found is None:
                break
            yield Edge(number, written[number].strip(), *found)

    return Page(text, [*at_edge(filled[:_MOST_LINES])], [*at_edge(filled[: -_MOST_LINES - 1 : -1])], edges.rooms)


class _Margins(NamedTuple):
    """The head, the body and the foot of a page. The head and the foot are known if lines that are alike are on a page
    before, or if they are only a number."""

    head: Sequence[Edge]
    foot: Sequence[Edge]
    is_head_known: bool
    is_foot_known: bool
    body: Sequence[str]
    room: float
    """How many characters would fit after the body's last line."""


def without_margins_in_sentences(pages: Sequence[Page], first: int) -> list[str]:
    """The texts of consecutive pages, of which the first has this number, without the heads and feet that several of
    them have at the same place, or with the number of the page, where a sentence surely goes over a page break. The
    first page that has such a line keeps it, unless it is only a number."""
    kinds = Counter[Kind]()
    for number, page in enumerate(pages, first):
        for edges in (page.head, page.foot):
            kinds.update({kind for edge in edges for kind in _kinds(edge, number)})
    if max(kinds.values(), default=0) < _LEAST_PAGES:
        return [page.text for page in pages]
    seen = set[Kind]()
    read = [_margins_of(page, number, kinds, seen) for number, page in enumerate(pages, first)]
    said = set[str]()
    texts: list[str] = []
    for at, (page, its) in enumerate(zip(pages, read, strict=True)):
        written = page.text.split("\n")
        start, end = 0, len(written)
        if its.head and at and its.is_head_known and _goes_on(read[at - 1], its, its.head):
            is_repeated = all(_ALONE.fullmatch(edge.text) or edge.text in said for edge in its.head)
            if is_repeated or its.body[0][0].islower():  # or else it may be the title of a step or a week
                start = its.head[-1].number + 1
        said.update(edge.text for edge in its.head)
        is_followed = its.foot and its.is_foot_known and at + 1 < len(pages)
        if is_followed and _goes_on(its, read[at + 1], its.foot):
            end = its.foot[-1].number
        for place in _glued(its):
            if written[place] and written[place - 1]:  # no blank line divides them
                written[place] = f"\n{written[place]}"
        texts.append("\n".join(written[start:end]).strip("\n"))
    return texts


def _glued(page: _Margins) -> Iterator[int]:
    """The line after a head, and the first one of a foot, that would be part of the same sentence as the body."""
    if page.head and page.body and page.body[0][0].islower():
        yield page.head[-1].number + 1
    if page.foot and _may_go_on(page):
        yield page.foot[-1].number


def _margins_of(page: Page, number: int, kinds: Mapping[Kind, int], seen: set[Kind]) -> _Margins:
    """The margins of the page with this number. Their kinds are added to those seen on pages before."""
    found = list[tuple[Sequence[Edge], bool]]()
    for edges in (page.head, page.foot):
        common = [{kind for kind in _kinds(edge, number) if kinds[kind] >= _LEAST_PAGES} for edge in edges]
        margin = [edge for edge, _ in takewhile(itemgetter(1), zip(edges, common, strict=True))]
        while margin and not margin[-1].is_apart:
            margin.pop()
        known = common[: len(margin)]
        is_known = all(_ALONE.fullmatch(edge.text) or each & seen for edge, each in zip(margin, known, strict=True))
        seen.update(*known)
        found.append((margin, is_known))
    (head, is_head_known), (foot, is_foot_known) = found
    written = page.text.split("\n")
    start, end = head[-1].number + 1 if head else 0, foot[-1].number if foot else len(written)
    body = [line.strip() for line in written[start:end] if line.strip()]
    beside = {_said(edge.text) for edge in (*head, *foot)}
    said, room = next((each for each in page.rooms if each[0] not in beside), ("", 0.0))
    is_last = bool(said and body) and _said(body[-1]).endswith(said) and len(said) >= _LEAST_WORDS
    return _Margins(head, foot, is_head_known, is_foot_known, body, room if is_last else float("inf"))


def _kinds(edge: Edge, page: int) -> Iterator[Kind]:
    """What the line has in common with that of other pages, at about the same height: its words, and how far its number
    is from that of the page, which counts from 0. An amount is no margin. A number after words is that of the page only
    if it is not greater, or if a word says so: the lots of an auction may have one page each."""
    if _AMOUNT.search(edge.text):
        return
    words = {edge.text}
    is_alone = _ALONE.fullmatch(edge.text) is not None
    for number in _NUMBER.finditer(edge.text):
        ahead = int(number[0]) - page
        named = is_alone or _PAGE_WORD.search(edge.text, 0, number.start()) is not None
        if ahead <= (_FARTHEST if named else 1):
            words.add(f"{edge.text[: number.start()]}#{ahead}{edge.text[number.end() :]}")
    for each in words:
        yield each, int(edge.top / _NEAR), 0
        yield each, int(edge.top / _NEAR + 0.5), 1


def _may_go_on(page: _Margins) -> bool:
    """Whether the last line of a page is part of a sentence that goes on."""
    last = page.body[-1] if page.body else ""
    return len(last.split()) >= _LEAST_WORDS and not ENDED.search(last) and not _ROW.search(last)


def _goes_on(page: _Margins, following: _Margins, margin: Sequence[Edge]) -> bool:
    """Whether a sentence goes over the break between two pages: with a small letter, or a figure before one, after a
    full line or after a word that another one follows, or with any letter after both. A margin that tells its page, as
    "Page 3 of 7", may also stand after a shorter line."""
    if not (_may_go_on(page) and following.body) or ITEM.match(following.body[0]):
        return False
    last, begin = page.body[-1], following.body[0]
    is_sure = all(_PAGE.search(edge.text) for edge in margin)
    is_full = len(last) >= _FULL and (is_sure or page.room <= _WIDE * len(begin.partition(" ")[0]) + 1)
    return is_full + leads_on(last) + (begin[0].islower() or _BEGINS_WITHIN.match(begin) is not None) > 1


def _said(text: str) -> str:
    return "".join(SAID.findall(text))
