"""Blank cells far from a sheet's content. python-calamine lays out the rectangle around all cells that have a value,
and a space is one: such a cell in the last row takes more memory than a reader may have."""

import re
from collections.abc import Iterable
from functools import reduce

from lxml import etree

from shared.extraction.formats.package import Package
from shared.extraction.formats.xml import attribute, named

_MOST_CELLS, _LEAST_SHARE = 10_000, 0.1  # a smaller or fuller rectangle is laid out as it is
_LAST_ROW = re.compile(rb' r="[A-Z]{0,3}(\d{1,7})"')
_REFERENCE = re.compile(rb' r="([A-Z]{1,3})(\d{1,7})"')


def without_far_blanks(package: Package, sheets: Iterable[str], strings: str, data: bytes) -> bytes:
    """The workbook's bytes. If a sheet is an almost empty rectangle, its blank cells have no value in the result.
    strings is the part of the shared strings, "" without one."""
    changed: dict[str, bytes] = {}
    blank_strings: set[str] | None = None
    for sheet in sheets:
        if sheet not in package.names or not _is_almost_empty(package.read(sheet)):
            continue
        if blank_strings is None:
            items = named(package.xml(strings), "si") if strings else ()
            blank_strings = {str(i) for i, item in enumerate(items) if not _text(item).strip()}
        root = package.xml(sheet)
        for cell in named(root, "c"):
            value = "".join(_text(each) for each in named(cell, "v", "t"))
            if value in blank_strings if attribute(cell, "t") == "s" else not value.strip():
                del cell[:]
        changed[sheet] = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return package.with_parts(changed) if changed else data


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _is_almost_empty(sheet: bytes) -> bool:
    """Whether the rectangle around a sheet's cells is large and few of them are there."""
    last = _LAST_ROW.match(sheet, max(sheet.rfind(b' r="'), 0))
    longest = next((n for n in (3, 2) if re.search(rb'"[A-Z]{%d}\d' % n, sheet)), 1)
    if last is None or int(last[1]) * 26**longest <= _MOST_CELLS:
        return False
    cells, names = 0, set[bytes]()
    for reference in _REFERENCE.finditer(sheet):
        cells += 1
        names.add(reference[1])
    columns = [reduce(lambda number, letter: number * 26 + letter - 64, name, 0) for name in names]
    first = _REFERENCE.search(sheet)
    area = (int(last[1]) - int(first[2]) + 1) * (max(columns) - min(columns) + 1) if first else 0
    return area > _MOST_CELLS and cells < area * _LEAST_SHARE
