"""Word documents: paragraphs, lists, tables, notes and text boxes in their order; headers and footers once, at the end.
Insertions of tracked changes are text, deletions are not."""

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from shared.extraction.formats.content import Content, Flow
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.xml import attribute, local, named

_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
# Properties, deletions of tracked changes, and the second copy of a text box for old readers.
_SKIPPED = {"pPr", "rPr", "sdtPr", "sectPr", "del", "moveFrom", "Fallback"}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_MOST_COLUMNS, _DIGITS = 63, 3  # of a table in Word
_MAX_STYLES_BELOW = 10


def read_docx(package: Package) -> Content:
    """The body with its headings, each note behind the paragraph that refers to it, then headers and footers."""
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
                        case "name", name if name.lower() == "title":
                            levels[own] = 1
                        case "outlineLvl", _:
                            levels.setdefault(own, _level(element))
                        case "basedOn", other:
                            based_on[own] = other
        for _ in range(_MAX_STYLES_BELOW):
            levels |= {own: levels[other] for own, other in based_on.items() if other in levels and own not in levels}
        self._levels = levels
        notes = {kind: _notes(package, main, kind) for kind in _NOTES.values()}
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
                text = _text(child).strip()
                is_item = text and (in_list or style.startswith("List")) and not level
                self.flow.add(f"- {text}" if is_item else text, level=level if "\n" not in text else 0)
                self._add_notes(child)
            elif name == "tbl":
                self.flow.add(table_text(_rows(child)))
                self._add_notes(child)
            elif name not in _SKIPPED:
                self.read(child)

    def _add_notes(self, element: etree._Element) -> None:
        for reference in named(element, *_NOTES) if self._notes else ():
            number = attribute(reference, "id")
            if note := self._notes[_NOTES[local(reference)]].get(number):
                self.flow.add(f"[{number}] {note}")


def _level(outline: etree._Element) -> int:
    """From 1; 0 for body text."""
    value = attribute(outline, "val")
    return int(value) + 1 if value in set("01234567") else 0


def _notes(package: Package, main: str, kind: str) -> Mapping[str, str]:
    """The texts of the footnotes or endnotes by id."""
    return {
        attribute(note, "id"): _plain(note)
        for part in package.related(main, kind)
        for note in named(package.xml(part), "footnote", "endnote")
    }


def _plain(element: etree._Element) -> str:
    return " ".join(_text(element).split())


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
            parts.append(_text(child))
    return "".join(parts)


def _rows(table: etree._Element) -> Iterator[list[str]]:
    for child in table:
        name = local(child)
        if name == "tr":
            yield list(_cells(child))
        elif name not in _SKIPPED:
            yield from _rows(child)


def _cells(row: etree._Element) -> Iterator[str]:
    """The cells' texts; a cell that spans several columns is followed by empty ones."""
    for child in row:
        name = local(child)
        if name == "tc":
            yield _plain(child)
            span = child.find("{*}tcPr/{*}gridSpan")
            columns = attribute(span, "val") if span is not None else ""
            if columns.isdecimal():
                yield from [""] * (min(int(columns[:_DIGITS]), _MOST_COLUMNS) - 1)
        elif name not in _SKIPPED:
            yield from _cells(child)
