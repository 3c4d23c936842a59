"""HTML: the visible text in blocks, by lxml. Nothing is fetched and no script runs."""

import re
from itertools import accumulate

from lxml import etree

from orc.documents.text.struck import as_struck, joined_struck
from shared.extraction.formats.charsets import declared_in, decode
from shared.extraction.formats.content import Content, Located, Unreadable, clean
from shared.extraction.formats.html_lists import ListMarks, after_term, with_mark
from shared.extraction.formats.rows import LONGEST_REPEATED, MOST_REPEATED
from shared.extraction.formats.text import check_text
from shared.extraction.formats.xml import parse_html

_MOST_COLUMNS = 100  # that a cell is written in
_DIGITS = 4  # of the number of rows or columns that a cell spans
_SPACES = re.compile(r"\s+")
_STRIKING = re.compile(r"text-decoration(?:-line)?\s{0,9}:[^;]{0,40}\bline-through", re.IGNORECASE)
_HIDING = re.compile(r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden", re.IGNORECASE)


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_UNSEEN = _tags("audio canvas head iframe nav noscript object script select style svg template textarea video")
_PARAGRAPHS = _tags(
    "address article aside blockquote body details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header"
    " hr main ol p pre section summary table ul"
)
_LINES = _tags("caption dd dt figcaption legend li tr")
_CELLS = _tags("td th")
_UNMARKED = _tags("h1 h2 h3 h4 h5 h6 pre table td th")  # a list's item that begins with one is no line of a list
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BESIDE_TITLES = _tags("author subtitle editor othercredit corpauthor byline date pubdate edition releaseinfo")
"""Classes of headings on a title page that no section is under, as DocBook and Pandoc name them."""
_STRUCK = _tags("del s strike")
_MARK = "\0"  # before a heading: no HTML contains it
_BLOCKS = _tags("dl h1 h2 h3 h4 h5 h6 ol pre table ul")


def read_html(data: bytes) -> Content:
    """The visible text with its title and headings. Raises Unreadable without any element."""
    text = decode(data, declared_in(data))
    check_text(data, text)
    root = parse_html(clean(text))
    if root is None:
        raise Unreadable("document_without_text")
    writer = _Writer(_with_blocks(root))
    walk = etree.iterwalk(root, events=("start", "end"))
    hidden: etree._Element | None = None
    for event, element in walk:
        if event == "start":
            style = element.get("style")
            if element.tag in _UNSEEN or element.get("hidden") is not None or (style and _HIDING.search(style)):
                hidden = element
                walk.skip_subtree()
            else:
                writer.open(element)
            continue
        if element is not hidden:
            writer.close(element)
        if tail := element.tail:
            writer.text(tail)
    visible, headings = writer.content()
    return Content(visible, root.findtext("./head/title") or "", headings=headings)


class _Writer:
    """Text with the line breaks of its blocks and the marks of the items of its lists. `pre` keeps its white space; a
    table cell stays on the line of its row unless it contains blocks, as in a layout table. A term and its description
    are one line. Text that is struck out has the marks of Markdown for it."""

    def __init__(self, with_blocks: set[etree._Element]) -> None:
        self._with_blocks = with_blocks
        self._parts: list[str] = []
        self._last = "\n"
        self._pre = 0
        self._struck: list[etree._Element] = []
        self._lists = ListMarks()
        self._mark = ""  # of an item, or after a term, before the first word
        self._cell: etree._Element | None = None
        self._begun = self._column = 0  # the part with which a cell begins, and its column
        self._spanning: dict[int, tuple[int, str]] = {}  # the rows left and the text of cells over several rows
        self._heads = dict[int, str]()  # the nearest heading over each column
        self._section: etree._Element | None = None
        self._left = MOST_REPEATED
        self._heading: etree._Element | None = None
        self._headed = 0  # the part with which the heading begins, 0 before its first word
        self._headings: list[tuple[int, str]] = []  # the level and text of each

    def open(self, element: etree._Element) -> None:
        if element.tag == "br":
            self._break_with("\n")
        elif element.tag in _CELLS and element not in self._with_blocks:
            self._mark = ""
            before = element.getprevious()
            if self._repeat() or (before is not None and before not in self._with_blocks):
                self._space()
                self._put("| ")
            self._cell, self._begun = element, len(self._parts)
        else:
            self._open_block(element)
            if element.tag == "tr":
                self._spanning = self._spanning if element.getparent() is self._section else {}
                self._section, self._column = element.getparent(), 0
            elif element.tag == "table":
                self._heads = {}
        self._pre += element.tag == "pre"
        if element.tag in _STRUCK or _STRIKING.search(element.get("style", "")):
            self._struck.append(element)
        if self._heading is None and element.tag in _HEADINGS and not _is_beside_title(element):
            self._heading, self._headed = element, 0
        if text := element.text:
            self.text(text)

    def _open_block(self, element: etree._Element) -> None:
        if self._mark and (element.tag in _UNMARKED or element.tag in ("li", "dt")):
            self._mark = ""
        is_nested = element.tag in ("ol", "ul") and self._lists.depth > 0
        if is_nested and self._last != "\n":
            self._break_with("\n")
        elif not is_nested:
            self._break(element)
        self._lists.open(element)
        if element.tag == "li" and self._cell is None:
            self._mark = self._lists.mark_of(element)

    def close(self, element: etree._Element) -> None:
        self._lists.close(element)
        if element.tag in ("dd", "dl", "li"):
            self._mark = ""
        self._pre -= element.tag == "pre"
        if self._struck and element is self._struck[-1]:
            self._struck.pop()
        if element is self._heading:
            if self._headed:
                self._headings.append((_HEADINGS[str(element.tag)], _lines("".join(self._parts[self._headed :]))))
            self._heading = None
        if element is self._cell:
            self._cell = None
            self._end_cell(element, "".join(self._parts[self._begun :]).strip())
        else:
            if element.tag == "tr" and self._column:
                self._repeat()
                below = {column: (rows - 1, text) for column, (rows, text) in self._spanning.items() if rows > 1}
                self._spanning = below
            self._close_block(element)

    def _close_block(self, element: etree._Element) -> None:
        following = element.getnext() if element.tag == "dt" else None
        if following is not None and following.tag == "dd" and self._last != "\n" and self._cell is None:
            self._mark = after_term(self._last)
        elif self._lists.depth and element.tag in _PARAGRAPHS and self._last != "\n":
            self._break_with("\n")
        elif not (self._lists.depth and element.tag in _PARAGRAPHS):
            self._break(element)

    def _end_cell(self, cell: etree._Element, text: str) -> None:
        """Notes the columns and rows that a cell spans. Beside others, it is followed by a blank one for each further
        column, or by its own text if the columns have headings of their own."""
        rows, columns = (
            int(span) if span.isdecimal() and len(span) < _DIGITS else 1
            for span in (cell.get("rowspan", "1"), cell.get("colspan", "1"))
        )
        spanned = range(self._column, self._column + min(max(columns, 1), _MOST_COLUMNS))
        if rows > 1 and len(text) <= LONGEST_REPEATED:
            self._spanning |= {column: (rows, text if column == spanned[0] else "") for column in spanned}
        heads = [self._heads.get(column, "") for column in spanned]
        if cell.tag == "th":
            self._heads |= {column: text if column == spanned[0] else "" for column in spanned}
        is_of_each = cell.tag == "td" and all(heads) and len({*heads}) > 1 and len(text) <= LONGEST_REPEATED
        if cell.getprevious() is not None or cell.getnext() is not None:
            for _ in spanned[1 : self._left + 1]:
                self._space()
                self._put(f"| {text if is_of_each else ''}")
                self._left -= 1
        self._column += max(columns, 1)

    def _repeat(self) -> bool:
        """Whether cells of rows above span the next columns of this row; then they are written."""
        first = self._column
        while self._column in self._spanning and self._left:
            if self._column:
                self._space()
                self._put("| ")
            self._put(self._spanning[self._column][1])
            self._column, self._left = self._column + 1, self._left - 1
        return self._column > first

    def text(self, text: str) -> None:
        if not self._pre:
            if not text.isprintable() or "  " in text:  # or else its white space is single spaces
                text = _SPACES.sub(" ", text)
            if self._last in " \n" or self._mark:
                text = text.lstrip(" ")
        self._put(as_struck(text) if self._struck else text)

    def content(self) -> tuple[str, tuple[Located, ...]]:
        """The text and the headings in it. It is cleaned again: entities can contain what clean has removed."""
        pieces = [joined_struck(clean(piece)) for piece in _lines("".join(self._parts)).split(_MARK)]
        text, starts = "".join(pieces), accumulate(map(len, pieces))
        located = (
            (at, level, joined_struck(clean(heading)).strip())
            for at, (level, heading) in zip(starts, self._headings, strict=False)
        )
        return text, tuple(each for each in located if each[2] and text.startswith(each[2], each[0]))

    def _break(self, element: etree._Element) -> None:
        if element.tag in _PARAGRAPHS or element.tag in _CELLS:
            self._break_with("\n\n")
        elif element.tag in _LINES and self._last != "\n":
            self._break_with("\n")

    def _break_with(self, mark: str) -> None:
        if self._cell is not None:
            self._space()
        elif not self._mark:
            self._put(mark)

    def _space(self) -> None:
        if self._last not in " \n":
            self._put(" ")

    def _put(self, text: str) -> None:
        if self._mark and text:
            mark, self._mark = self._mark, "" if text.strip() else self._mark
            text = with_mark(mark, text) if not self._mark else ""
        if text:
            if self._heading is not None and not self._headed and not text.isspace():
                self._parts.append(_MARK)
                self._headed = len(self._parts)
            self._parts.append(text)
            self._last = text[-1]


def _lines(text: str) -> str:
    """The text without white space at the ends of lines and more than one blank line between others."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")


def _is_beside_title(heading: etree._Element) -> bool:
    """Whether a heading is that of an author or the like on a title page."""
    return not _BESIDE_TITLES.isdisjoint((heading.get("class") or "").split())


def _with_blocks(root: etree._Element) -> set[etree._Element]:
    """The elements that contain blocks; each is visited once at any depth of nesting."""
    found: set[etree._Element] = set()
    for block in root.iter(*_BLOCKS):
        above = block.getparent()
        while above is not None and above not in found:
            found.add(above)
            above = above.getparent()
    return found
