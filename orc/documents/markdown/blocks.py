"""The block structure of a Markdown text, line by line, after CommonMark's reference algorithm."""

from dataclasses import dataclass, replace
from typing import Literal

from orc.patterns import regex

type Leaf = Literal["", "paragraph", "code", "fence"]

MAX_DEPTH = 8  # beyond some depth renderers stop parsing or drop text

_BULLET = regex(r"[*+-]|\d{1,9}[.)]")
_BREAK = regex(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\Z")
_HEADING = regex(r"#{1,6}(?:[ \t]|\Z)")
_UNDERLINE = regex(r"(?:=+|-+)[ \t]*\Z")
_FENCE = regex(r"`{3,}(?=[^`]*\Z)|~{3,}")
_TAB = 4
_CODE_INDENT = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A classified line. Its own text begins at text, after the markers of quotations and list items; depth counts
    these. opens: it begins a fence; closes: it ends one; continues: its text continues the paragraph of the previous
    line; begins: it has a marker itself; cuts_fence: it ends the container of a fence, and so the fence; deepest:
    another marker would exceed the nesting limit."""

    leaf: Leaf
    text: int
    depth: int
    opens: bool = False
    closes: bool = False
    continues: bool = False
    begins: bool = False
    cuts_fence: bool = False
    deepest: bool = False


class _Cursor:
    """A position in a line, with its column. Tab stops are four columns apart; part of a tab may remain."""

    def __init__(self, line: str) -> None:
        self.line, self.at, self.column, self._spare = line, 0, 0, 0

    def indent(self) -> int:
        """The columns of white space from here."""
        columns, at, column = self._spare, self.at, self.column + self._spare
        while at < len(self.line) and (char := self.line[at]) in " \t":
            step = _TAB - column % _TAB if char == "\t" else 1
            columns, column, at = columns + step, column + step, at + 1
        return columns

    def rest(self) -> str:
        return self.line[self.start() :]

    def start(self) -> int:
        """Where the white space from here ends."""
        at = self.at
        while at < len(self.line) and self.line[at] in " \t":
            at += 1
        return at

    def skip(self, columns: int) -> None:
        """Skips this many columns of white space, or all that there is."""
        while columns > 0 and (self._spare or self.line[self.at : self.at + 1] in (" ", "\t")):
            if not self._spare:
                self._spare = _TAB - self.column % _TAB if self.line[self.at] == "\t" else 1
                self.at += 1
            step = min(columns, self._spare)
            self._spare, self.column, columns = self._spare - step, self.column + step, columns - step

    def past(self, characters: int) -> None:
        """Skips the white space and this many characters."""
        self.skip(len(self.line) * _TAB)
        self.at += characters
        self.column += characters


class Blocks:
    """Finds the block that each line belongs to. The text has no raw HTML and no link definitions."""

    def __init__(self) -> None:
        self._items: tuple[int, ...] = ()  # the open containers: the columns of a list item's indent, 0 for a quotation
        self._leaf: Leaf = ""
        self._fence = ""
        self._empty_item = self._begins = False

    def read(self, line: str) -> Line:
        """Reads the next line, without its line end. The beginning of a line is enough if it ends in a character that
        no block marker has and begins no fence."""
        cursor, matched = _Cursor(line), 0  # the number of open quotations and list items that the line continues
        for width in self._items:
            blank, indent = not cursor.rest(), cursor.indent()
            if not width:
                if indent >= _CODE_INDENT or not cursor.rest().startswith(">"):
                    break
                cursor.past(1)
                cursor.skip(1)
            elif blank:
                if self._empty_item and matched == len(self._items) - 1:
                    break
            elif indent >= width:
                cursor.skip(width)
            else:
                break
            matched += 1
        if matched == len(self._items) and self._leaf == "fence":
            rest = cursor.rest().rstrip(" \t")
            closes = cursor.indent() < _CODE_INDENT and len(rest) >= len(self._fence) and not rest.strip(self._fence[0])
            self._leaf = "" if closes else "fence"
            return Line("fence", cursor.at, matched, closes=closes)
        cuts_fence, self._begins = self._leaf == "fence", False
        return replace(self._begin(cursor, matched), begins=self._begins, cuts_fence=cuts_fence)

    @property
    def open_fence(self) -> str:
        """The text that closes the open fence outside quotations and lists; "" if there is none."""
        return self._fence if self._leaf == "fence" and not self._items else ""

    @property
    def in_quotation(self) -> bool:
        return 0 in self._items

    @property
    def in_paragraph(self) -> bool:
        return self._leaf == "paragraph"

    def _begin(self, cursor: _Cursor, matched: int) -> Line:
        paragraph = self._leaf == "paragraph"
        goes_on = paragraph and matched == len(self._items)  # a marker would interrupt this paragraph
        began = False
        depth = matched
        while rest := cursor.rest():
            if cursor.indent() >= _CODE_INDENT:
                if paragraph and not began:
                    break
                self._close(depth, began)
                self._leaf = "code"
                return Line("code", cursor.at, depth)
            mark = self._mark(cursor, rest, interrupts=goes_on and not began)
            if mark is None:
                break
            if depth >= MAX_DEPTH:
                self._close(depth, began)
                self._leaf = "paragraph"
                return Line("paragraph", cursor.start(), depth, deepest=True)
            self._close(depth, began)
            began = self._begins = True
            self._items = (*self._items, mark)
            depth += 1
        if not rest:
            code = self._leaf == "code" and depth == len(self._items) and not began
            self._close(depth, began)
            self._empty_item = began and bool(self._items) and self._items[-1] > 0
            self._leaf = "code" if code else ""
            return Line(self._leaf, cursor.start(), depth)
        continues = paragraph and not began
        fence = _FENCE.match(rest)
        heading = _HEADING.match(rest) or _BREAK.match(rest) or (goes_on and not began and _UNDERLINE.match(rest))
        if cursor.indent() < _CODE_INDENT and (fence or heading):
            self._close(depth, began)
            self._leaf, self._fence = ("fence", fence[0]) if fence else ("", self._fence)
            return Line(self._leaf, cursor.start(), depth, opens=bool(fence), continues=bool(fence) and continues)
        if not continues:
            self._close(depth, began)
        self._leaf = "paragraph"
        return Line("paragraph", cursor.start(), depth, continues=continues)

    def _close(self, depth: int, began: bool) -> None:
        if not began:
            self._items = self._items[:depth]
            self._leaf = ""
        self._empty_item = False

    def _mark(self, cursor: _Cursor, rest: str, *, interrupts: bool) -> int | None:
        """Skips the marker of a quotation (returns 0) or a list item (returns the columns of its indent)."""
        if rest[0] == ">":
            cursor.past(1)
            cursor.skip(1)
            return 0
        if _BREAK.match(rest) or (interrupts and _UNDERLINE.match(rest)):
            return None
        bullet = _BULLET.match(rest)
        if not bullet or rest[bullet.end() : bullet.end() + 1] not in ("", " ", "\t"):
            return None
        empty = not rest[bullet.end() :].strip(" \t")
        if interrupts and (empty or (bullet[0][0].isdigit() and int(bullet[0][:-1]) != 1)):
            return None
        width = cursor.indent() + bullet.end()
        cursor.past(bullet.end())
        spaces = 1 if empty or cursor.indent() > _CODE_INDENT else cursor.indent()
        cursor.skip(spaces)
        return width + spaces
