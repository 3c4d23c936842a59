"""Excel workbooks: a page for each sheet, its name first, then its rows, its text boxes and diagrams, and its comments.
A cell of white space has no content. Cells have their last calculated values, percentages and sums of money as they
are shown; dates are ISO 8601. Cells that are struck out have marks of Markdown."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from orc.documents.text.struck import as_struck
from shared.extraction.formats.content import Content, Flow, Unreadable
from shared.extraction.formats.drawings import sheet_blocks
from shared.extraction.formats.far_cells import without_far_blanks
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.sheet_cells import (
    formats_of,
    formatted_cells,
    repeat_merged,
    struck_styles,
    tables_beside,
)
from shared.extraction.formats.xml import attribute, named

type Value = int | float | str | bool | time | date | datetime | timedelta


def read_xlsx(package: Package, data: bytes) -> Content:
    """The visible and hidden worksheets. Raises Unreadable when all are empty."""
    flow, has_text = Flow(), False
    main = package.main() if package.relations("") else ""  # some packages name their parts in another way
    relations = package.relations(main)
    parts = {
        attribute(sheet, "name"): relation.target
        for sheet in (named(package.xml(main), "sheet") if main else ())
        if (relation := relations.get(attribute(sheet, "id"))) is not None
    }
    try:
        strings = next(iter(package.related(main, "sharedStrings")), "")
        data = without_far_blanks(package, parts.values(), strings, data)
        workbook = CalamineWorkbook.from_filelike(BytesIO(data))
        formats = formats_of(package, main) if main else {}
        struck = struck_styles(package, main) if main else {}
        for sheet in workbook.sheets_metadata:
            if sheet.typ != SheetTypeEnum.WorkSheet or sheet.visible == SheetVisibleEnum.VeryHidden:
                continue
            flow.page(sheet.name)
            flow.add(" ".join(sheet.name.split()), level=1)
            cells, part = workbook.get_sheet_by_name(sheet.name), parts.get(sheet.name, "")
            first = (cells.start or (0, 0))[1]
            shown = formatted_cells(package.read(part), formats) if formats and part in package.names else iter(())
            styled, rows = next(shown, None), list[list[str]]()
            for number, row in enumerate(cells.iter_rows()):
                rows.append([_cell_text(value) for value in row])
                while styled is not None and styled[0] <= number:
                    at = styled[1] - first
                    if styled[0] == number and 0 <= at < len(row) and isinstance(value := row[at], float):
                        rows[-1][at] = styled[2].shown(value)
                    styled = next(shown, None)
            _strike(rows, package.read(part) if struck and part in package.names else b"", struck, first)
            repeat_merged(rows, cells.merged_cell_ranges or (), first)
            tables = map(table_text, tables_beside(rows))
            for block in (*tables, *sheet_blocks(package, part)):
                has_text = has_text or bool(block)
                flow.add(block)
    except PasswordError as error:
        raise Unreadable("document_encrypted") from error
    except CalamineError as error:
        raise Unreadable("document_damaged") from error
    if not has_text:
        raise Unreadable("document_without_text")
    return flow.content(package.title())


def _strike(rows: Sequence[list[str]], sheet: bytes, struck: Mapping[str, bool], first_column: int) -> None:
    """Marks the cells that are struck out."""
    for row, column, _ in formatted_cells(sheet, struck) if sheet else ():
        if row < len(rows) and 0 <= (at := column - first_column) < len(rows[row]):
            rows[row][at] = as_struck(rows[row][at])


def _cell_text(value: Value) -> str:
    match value:
        case str():
            return value
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"  # the precision of Excel
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(" ", "seconds")
        case _:
            return str(value)
