"""Word documents: paragraphs, lists, tables, notes, comments, text boxes, charts and diagrams in their order; headers
and footers once, at the end. Insertions of tracked changes are text, deletions are not; what the author struck out has
marks of Markdown."""

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from orc.documents.text.struck import as_struck, joined_struck
from shared.extraction.formats.content import Content, Flow
from shared.extraction.formats.drawings import chart_blocks, comment_text, shape_text
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import LONGEST_REPEATED, table_text
from shared.extraction.formats.xml import attribute, local, named

_MARKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
# Properties, deletions of tracked changes, and the second copy of a text box for old readers.
_SKIPPED = {"pPr", "rPr", "sdtPr", "sectPr", "del", "moveFrom", "Fallback"}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_COMMENTS = {"commentReference": "comments"}
_DRAWINGS = {"chart": "id", "relIds": "dm"}  # the attribute that refers to the part
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(r"toc [1-9]", re.IGNORECASE)
_PAGE_OF_ENTRY = re.compile(r"\t(?=[\w-]{1,8}\Z)")
_STRIKES, _OFF = ("strike", "dstrike"), ("0", "false", "off")
_MOST_COLUMNS, _DIGITS = 63, 3  # of a table in Word
_MAX_STYLES_BELOW = 10


def read_docx(package: Package) -> Content:
    """The body with its headings, each note, comment, chart and diagram behind the paragraph that refers to it, then
    headers and footers."""
    main = package.main()
    reader = _Reader(package, main)
    for element in package.xml(main):
        if local(element) == "body":
            reader.read(element)
    furniture = [_plain(package.xml(part)) for part in package.related(main, "header", "footer")]
    for text in dict.fromkeys(furniture):
        if not text.isdigit():  # a page number
            reader.flow.add(text)
    return reader.flow.content(package.title())


class _Reader:
    def __init__(self, package: Package, main: str) -> None:
        self.flow = Flow()
        # The outline level of each heading style, its own or inherited from the style that it is based on.
        levels: dict[str, int] = {}
        self._contents = set[str]()  # the styles of entries of a table of contents
        based_on: dict[str, str] = {}
        for part in package.related(main, "styles"):
            for style in named(package.xml(part), "style"):
                own = attribute(style, "styleId")
                for element in (
                    *style,
                    *(inner for properties in style if local(properties) == "pPr" for inner in properties),
                ):
                    match local(element), attribute(element, "val"):
                        case "name", name if found := _HEADING.fullmatch(name):
                            levels[own] = int(found[1])
                        case "name", name if _CONTENTS.fullmatch(name):
                            self._contents.add(own)
                        case "name", name if name.lower() == "title":
                            levels[own] = 1
                        case "outlineLvl", _:
                            levels.setdefault(own, _level(element))
                        case "basedOn", other:
                            based_on[own] = other
        for _ in range(_MAX_STYLES_BELOW):
            levels |= {own: levels[other] for own, other in based_on.items() if other in levels and own not in levels}
        self._levels = levels
        self._package = package
        self._relations = package.relations(main)
        notes = {kind: _notes(package, main, kind) for kind in (_NOTES | _COMMENTS).values()}
        self._notes = notes if any(notes.values()) else {}

    def read(self, container: etree._Element) -> None:
        """Adds the paragraphs and tables under the container, at any depth."""
        for child in container:
            name = local(child)
            if name == "p":
                style, outline, in_list = "", 0, False
                for element in (each for properties in child if local(properties) == "pPr" for each in properties):
                    match local(element):
                        case "pStyle":
                            style = attribute(element, "val")
                        case "outlineLvl":
                            outline = _level(element)
                        case "numPr":
                            in_list = True
                level = outline or self._levels.get(style, 0)
                text = joined_struck(_text(child)).strip()
                if style in self._contents:  # as it is shown
                    text = _PAGE_OF_ENTRY.sub(" ........ ", text)
                is_item = text and (in_list or style.startswith("List")) and not level
                self.flow.add(f"- {text}" if is_item else text, level=level if "\n" not in text else 0)
                self._add_referred(child)
            elif name == "tbl":
                self.flow.add(table_text(_rows(child)))
                self._add_referred(child)
            elif name not in _SKIPPED:
                self.read(child)

    def _add_referred(self, element: etree._Element) -> None:
        """Adds the notes, comments, charts and diagrams that an element refers to."""
        for reference in named(element, *_NOTES, *_COMMENTS) if self._notes else ():
            number, name = attribute(reference, "id"), local(reference)
            if note := self._notes[(_NOTES | _COMMENTS)[name]].get(number):
                self.flow.add(note if name in _COMMENTS else f"[{number}] {note}")
        for drawing in named(element, *_DRAWINGS):
            relation = self._relations.get(attribute(drawing, _DRAWINGS[local(drawing)]))
            if relation is not None and relation.target in self._package.names:
                part = self._package.xml(relation.target)
                for block in chart_blocks(part) if local(drawing) == "chart" else [shape_text(part)]:
                    self.flow.add(block)


def _level(outline: etree._Element) -> int:
    """From 1; 0 for body text."""
    value = attribute(outline, "val")
    return int(value) + 1 if value in set("01234567") else 0


def _notes(package: Package, main: str, kind: str) -> Mapping[str, str]:
    """The texts of the footnotes, endnotes or comments by id; a comment begins with its author."""
    return {
        attribute(note, "id"): comment_text(attribute(note, "author"), text) if kind == "comments" else text
        for part in package.related(main, kind)
        for note in named(package.xml(part), "footnote", "endnote", "comment")
        if (text := _plain(note))
    }


def _plain(element: etree._Element) -> str:
    return " ".join(joined_struck(_text(element)).split())


def _text(element: etree._Element) -> str:
    parts = []
    for child in element:
        name = local(child)
        if name == "t":
            parts.append(child.text or "")
        elif name in _MARKS:
            parts.append(_MARKS[name])
        elif name == "p":
            parts.append(f"\n{_text(child)}\n")
        elif name in _NOTES:
            parts.append(f" [{attribute(child, 'id')}]")
        elif name not in _SKIPPED:
            text = _text(child)
            parts.append(as_struck(text) if name == "r" and _is_struck(child) else text)
    return "".join(parts)


def _is_struck(run: etree._Element) -> bool:
    """Whether a run of text is struck out."""
    properties = run.find("{*}rPr")
    marks = (properties.find(f"{{*}}{name}") for name in _STRIKES) if properties is not None else ()
    return any(mark is not None and attribute(mark, "val") not in _OFF for mark in marks)


def _rows(table: etree._Element) -> Iterator[list[str]]:
    """The cells' texts by row. A short text of a cell that spans several rows is in each of them that has others."""
    above: list[str] = []
    for row in _within(table, "tr"):
        cells, repeated = list[str](), list[str]()
        for cell in _within(row, "tc"):
            span, merged = (cell.find(f"{{*}}tcPr/{{*}}{name}") for name in ("gridSpan", "vMerge"))
            before = "".join(above[len(cells) : len(cells) + 1]) if merged is not None else ""
            is_repeated = (
                merged is not None and attribute(merged, "val") != "restart" and len(before) <= LONGEST_REPEATED
            )
            cells.append(_plain(cell))
            repeated.append(cells[-1] or (before if is_repeated else ""))
            columns = attribute(span, "val") if span is not None else ""  # followed by empty ones
            blank = [""] * (min(int(columns[:_DIGITS]), _MOST_COLUMNS) - 1) if columns.isdecimal() else []
            cells += blank
            repeated += blank
        above = repeated
        yield repeated if any(cells) else cells


def _within(container: etree._Element, wanted: str) -> Iterator[etree._Element]:
    """The rows of a table, or the cells of a row, also those within other elements."""
    for child in container:
        name = local(child)
        if name == wanted:
            yield child
        elif name not in _SKIPPED:
            yield from _within(child, wanted)
