"""Rectangles around the spans and words of a page's text."""

from collections.abc import Iterator
from dataclasses import dataclass

from orc.domain import Box, PageLayout

_DIGITS = 5
_WIDEST_GAP = 1.0  # as a share of a character's height; a wider gap separates cells or columns
_SAME_LINE = 0.4  # as a share of the height of the lower character


@dataclass(frozen=True, slots=True)
class Rect:
    """Fractions of a page's width and height, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or the part of it on one line; start and end are its offsets."""

    text: str
    start: int
    end: int
    rect: Rect


def rects_of(text: str, layout: PageLayout, start: int, end: int) -> tuple[Rect, ...]:
    """The rectangles around text[start:end] of the page's text: one for each line, and for each table cell."""
    return tuple(_around(line, layout) for line in _pieces(text, layout, start, end))


def words_of(text: str, layout: PageLayout, *, offset: int) -> tuple[Word, ...]:
    """The words on the page, in text order; offset is where the page's text begins in the document's."""
    words: list[Word] = []
    at = 0
    for word in text.split():
        at = text.index(word, at)
        for piece in _pieces(text, layout, at, at + len(word)):
            start, end = piece[0], piece[-1] + 1
            words.append(Word(text[start:end], offset + start, offset + end, _around(piece, layout)))
        at += len(word)
    return tuple(words)


def _pieces(text: str, layout: PageLayout, start: int, end: int) -> Iterator[list[int]]:
    """The offsets of adjacent characters on one line, which may run across or up the page."""
    piece: list[int] = []
    before: Box | None = None
    for place in range(start, end):
        box = layout.boxes[place]
        if text[place] == "\n":
            before = None
        if box is None:
            continue
        follows = False
        if before is not None:
            across = _shared(before, box, 0) * layout.width, _shared(before, box, 1) * layout.height
            follows = any(
                shared >= _SAME_LINE * thickness and -apart <= _WIDEST_GAP * thickness
                for shared, apart, thickness in (
                    (across[1], across[0], layout.height * min(before[3] - before[1], box[3] - box[1])),
                    (across[0], across[1], layout.width * min(before[2] - before[0], box[2] - box[0])),
                )
            )
        if piece and not follows:
            yield piece
            piece = []
        piece.append(place)
        before = box
    if piece:
        yield piece


def _shared(before: Box, box: Box, axis: int) -> float:
    """The overlap along an axis; negative if there is a gap."""
    return min(before[axis + 2], box[axis + 2]) - max(before[axis], box[axis])


def _around(piece: list[int], layout: PageLayout) -> Rect:
    boxes = [box for place in piece if (box := layout.boxes[place]) is not None]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return Rect(left, top, round(right - left, _DIGITS), round(bottom - top, _DIGITS))
