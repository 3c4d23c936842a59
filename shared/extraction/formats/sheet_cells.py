"""What the cells of an Excel sheet show beyond their values: percentages, currencies, merged cells, and tables that are
beside each other (D-415)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby, pairwise
from typing import NamedTuple

from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import LONGEST_REPEATED, MOST_REPEATED
from shared.extraction.formats.xml import attribute, local, named

_CELL = re.compile(
    rb'<c (?=[^>]{0,200}?\bs="(?P<style>\d{1,5})")[^>]{0,200}?\br="(?P<column>[A-Z]{1,3})(?P<row>\d{1,7})"'
)
_TEXT = re.compile(r'"[^"]{0,60}"|\\.|_.|\*.|\[(?!\$)[^\]]{0,60}\]')
_CURRENCY = re.compile(
    r'\[\$(?P<sign>[^\]-]{1,4})[^\]]{0,20}\]|(?P<bare>[$€£¥])|"\s?(?P<text>[$€£¥]|[A-Z]{3}|zł|Kč|kr)\s?"'
)
_FIGURE = re.compile(r"[0#?]")
_DECIMALS = re.compile(r"\.(0{1,15})")
_BUILT_IN = {"9": "0%", "10": "0.00%"}
_OFF = ("0", "false")
_MOST_CELLS, _LEAST_ROWS = 50_000, 3

type Range = tuple[tuple[int, int], tuple[int, int]]
"""The first and last row and column of merged cells."""


class Format(NamedTuple):
    """How a cell shows a number: its decimals, what is before and after it, and whether it is a percentage."""

    decimals: int
    before: str
    after: str

    def shown(self, value: float) -> str:
        """A percentage as Excel rounds it; a sum of money with all its decimals."""
        if self.after == "%":
            return f"{100 * value:.{self.decimals}f}%"
        figure = f"{abs(value):.{self.decimals}f}"
        figure = figure if float(figure) == abs(value) else f"{abs(value):.15g}"
        return f"{'-' if value < 0 else ''}{self.before}{figure}{self.after}"


def formats_of(package: Package, main: str) -> Mapping[str, Format]:
    """The formats of percentages and currencies by the number of the style."""
    found = dict[str, Format]()
    for part in package.related(main, "styles"):
        root = package.xml(part)
        codes = {attribute(each, "numFmtId"): attribute(each, "formatCode") for each in named(root, "numFmt")}
        styles = (xf for xfs in root if local(xfs) == "cellXfs" for xf in xfs)
        for style, xf in enumerate(styles):
            number = attribute(xf, "numFmtId")
            code = codes.get(number, _BUILT_IN.get(number, ""))[:200].partition(";")[0]
            currency, figure = _CURRENCY.search(code), _FIGURE.search(code)
            point = _DECIMALS.search(_TEXT.sub("", code))
            decimals = len(point[1]) if point else 0
            if figure and "%" in _TEXT.sub("", code):
                found[str(style)] = Format(decimals, "", "%")
            elif figure and currency:
                sign = currency["sign"] or currency["bare"] or currency["text"]
                is_before = currency.start() < figure.start()
                space = " " if sign.isalpha() else ""
                found[str(style)] = Format(
                    decimals, f"{sign}{space}" if is_before else "", "" if is_before else f" {sign}"
                )
    return found


def struck_styles(package: Package, main: str) -> Mapping[str, bool]:
    """The numbers of the styles that strike out."""
    struck = dict[str, bool]()
    for part in package.related(main, "styles"):
        root = package.xml(part)
        fonts = [font for each in root if local(each) == "fonts" for font in each]
        marks = [next((mark for mark in font if local(mark) == "strike"), None) for font in fonts]
        numbers = {str(i) for i, mark in enumerate(marks) if mark is not None and attribute(mark, "val") not in _OFF}
        styles = (xf for xfs in root if local(xfs) == "cellXfs" for xf in xfs)
        struck |= {str(style): True for style, xf in enumerate(styles) if attribute(xf, "fontId") in numbers}
    return struck


def formatted_cells[T](sheet: bytes, formats: Mapping[str, T]) -> Iterator[tuple[int, int, T]]:
    """The rows and columns of the cells with these formats, from 0, in the order of the sheet."""
    for cell in _CELL.finditer(sheet):
        if (shown := formats.get(cell["style"].decode())) is not None:
            column = reduce(lambda number, letter: number * 26 + letter - 64, cell["column"], 0)
            yield int(cell["row"]) - 1, column - 1, shown


def repeat_merged(rows: Sequence[list[str]], merged: Sequence[Range], first_column: int) -> None:
    """Writes the text of cells that are merged over several rows into each of these rows that has other cells."""
    left = MOST_REPEATED
    for (top, column), (bottom, _) in merged:
        at = column - first_column
        if not (top < bottom and top < len(rows) and 0 <= at < len(rows[top])):
            continue
        text = rows[top][at]
        for row in rows[top + 1 : bottom + 1] if 0 < len(text) <= LONGEST_REPEATED else ():
            if left and not row[at] and any(row):
                row[at], left = text, left - 1


def tables_beside(rows: Sequence[Sequence[str]]) -> list[Sequence[Sequence[str]]]:
    """The tables of a sheet that blank columns divide, from the left, each after its title. What follows a blank column
    is a table of its own if each of its rows has a name, and it has a title or begins or ends at another row than the
    one before."""
    width = max(map(len, rows), default=0)
    if len(rows) * width > _MOST_CELLS:
        return [rows]
    filled = [any(cell.strip() for cell in column) for column in zip(*rows, strict=False)]
    starts = [next(group)[0] for is_filled, group in groupby(enumerate(filled), key=lambda each: each[1]) if is_filled]
    edges = starts[:1]
    for start in starts[1:]:
        end = next((at for at in range(start, width) if not filled[at]), width)
        left = _extent(rows, edges[-1], start)
        right = _extent(rows, start, end)
        body = [row[start] for row in rows[right.start : right.stop]]
        named_rows = sum(any(map(str.isalpha, cell)) for cell in body[1:])
        has_title = not any(rows[right.start][start + 1 : end]) if right else False
        is_table = end - start > 1 and len(right) >= _LEAST_ROWS and all(body) and named_rows == len(body) - 1
        if is_table and (has_title or left != right):
            edges.append(start)
    if len(edges) < 2:
        return [rows]
    tables = list[Sequence[Sequence[str]]]()
    for start, following in pairwise([*edges, width]):
        end = max(at for at in range(start, following) if filled[at]) + 1
        table = [row[start:end] for row in rows]
        top = _extent(rows, start, end).start
        is_titled = not any(table[top][1:])
        tables += [[table[top][:1]], table[top + 1 :]] if is_titled else [table]
    return tables


def _extent(rows: Sequence[Sequence[str]], start: int, end: int) -> range:
    """The rows from the first to the last with text in these columns."""
    numbers = [number for number, row in enumerate(rows) if any(row[start:end])]
    return range(numbers[0], numbers[-1] + 1) if numbers else range(0)
