"""Excel workbooks: a page for each sheet, its name first, then its rows, its text boxes and diagrams, and its comments.
Cells have their last calculated values, without number formats; dates are ISO 8601."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from shared.extraction.formats.content import Content, Flow, Unreadable
from shared.extraction.formats.drawings import comment_text, shape_text
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.xml import attribute, named

type Value = int | float | str | bool | time | date | datetime | timedelta


def read_xlsx(package: Package, data: bytes) -> Content:
    """The visible and hidden worksheets. Raises Unreadable when all are empty."""
    flow, has_text = Flow(), False
    parts = _parts_by_sheet(package)
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(data))
        for sheet in workbook.sheets_metadata:
            if sheet.typ != SheetTypeEnum.WorkSheet or sheet.visible == SheetVisibleEnum.VeryHidden:
                continue
            flow.page(sheet.name)
            flow.add(" ".join(sheet.name.split()), level=1)
            cells = workbook.get_sheet_by_name(sheet.name).iter_rows()
            rows = table_text([_cell_text(value) for value in row] for row in cells)
            for block in (rows, *_beside_cells(package, parts.get(sheet.name, ""))):
                has_text = has_text or bool(block)
                flow.add(block)
    except PasswordError as error:
        raise Unreadable("document_encrypted") from error
    except CalamineError as error:
        raise Unreadable("document_damaged") from error
    if not has_text:
        raise Unreadable("document_without_text")
    return flow.content(package.title())


def _parts_by_sheet(package: Package) -> dict[str, str]:
    """The names of the worksheets' parts; empty if the package names its parts in another way than usual."""
    if not package.relations(""):
        return {}
    main = package.main()
    relations = package.relations(main)
    sheets = named(package.xml(main), "sheet")
    found = ((attribute(sheet, "name"), relations.get(attribute(sheet, "id"))) for sheet in sheets)
    return {name: relation.target for name, relation in found if relation is not None}


def _beside_cells(package: Package, part: str) -> Iterator[str]:
    """The texts of the shapes and diagrams over a sheet, and of its comments."""
    for drawing in package.related(part, "drawing"):
        for kind in (drawing, *package.related(drawing, "diagramData")):
            yield shape_text(package.xml(kind))
    for comments in package.related(part, "comments"):
        for comment in named(package.xml(comments), "comment"):
            text = " ".join("".join(each.text or "" for each in named(comment, "t")).split())
            yield comment_text(attribute(comment, "ref"), text) if text else ""


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
