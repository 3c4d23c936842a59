"""Excel workbooks: a page for each sheet, its name first, then its rows. Cells have their last calculated values,
without number formats; dates are ISO 8601."""

from datetime import date, datetime, time, timedelta
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from shared.extraction.formats.content import Content, Flow, Unreadable
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text

type Value = int | float | str | bool | time | date | datetime | timedelta


def read_xlsx(package: Package, data: bytes) -> Content:
    """The visible and hidden worksheets. Raises Unreadable when all are empty."""
    flow, has_rows = Flow(), False
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(data))
        for sheet in workbook.sheets_metadata:
            if sheet.typ != SheetTypeEnum.WorkSheet or sheet.visible == SheetVisibleEnum.VeryHidden:
                continue
            flow.page(sheet.name)
            flow.add(" ".join(sheet.name.split()), level=1)
            cells = workbook.get_sheet_by_name(sheet.name).iter_rows()
            rows = table_text([_cell_text(value) for value in row] for row in cells)
            has_rows = has_rows or bool(rows)
            flow.add(rows)
    except PasswordError as error:
        raise Unreadable("document_encrypted") from error
    except CalamineError as error:
        raise Unreadable("document_damaged") from error
    if not has_rows:
        raise Unreadable("document_without_text")
    return flow.content(package.title())


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
