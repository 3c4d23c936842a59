"""What stands beside the text of office documents: shapes, diagrams, charts and comments."""

from collections.abc import Iterator

from lxml import etree

from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.xml import attribute, local, named

_MARKS = {"tab": "\t", "br": "\n"}


def shape_text(element: etree._Element) -> str:
    """The paragraphs of a shape, a diagram or any other container that are not blank, one a line, without the copies
    for old readers."""
    lines = []
    for paragraph in named(element, "p"):
        if next(paragraph.iterancestors("{*}Fallback"), None) is not None:
            continue
        parts = [(each.text or "") if local(each) == "t" else _MARKS.get(local(each), "") for each in paragraph.iter()]
        lines.append("".join(parts).strip())
    return "\n".join(filter(None, lines))


def on_a_line(element: etree._Element) -> str:
    """The element's text without line breaks."""
    return " ".join(shape_text(element).split())


def chart_blocks(chart: etree._Element) -> list[str]:
    """The title of a chart, and its figures as a table: a row for each category, a column for each series."""
    title = next(named(chart, "title"), None)
    series = list(named(chart, "ser"))
    columns = [_points(each, "val", "yVal") for each in series]
    categories = next(filter(None, (_points(each, "cat", "xVal") for each in series)), [])
    heads = ["", *(" ".join(_points(each, "tx")) for each in series)]
    body = [
        [category, *(column[i] if i < len(column) else "" for column in columns)]
        for i, category in enumerate(categories)
    ]
    return [on_a_line(title) if title is not None else "", table_text([heads, *body]) if body else ""]


def sheet_blocks(package: Package, part: str) -> Iterator[str]:
    """The texts of the shapes and diagrams over the worksheet in this part, and of its comments."""
    for drawing in package.related(part, "drawing"):
        for kind in (drawing, *package.related(drawing, "diagramData")):
            yield shape_text(package.xml(kind))
    for comments in package.related(part, "comments"):
        for comment in named(package.xml(comments), "comment"):
            text = " ".join("".join(each.text or "" for each in named(comment, "t")).split())
            yield comment_text(attribute(comment, "ref"), text) if text else ""


def comment_text(author: str, text: str) -> str:
    """A comment as a block of the text."""
    return f"Comment ({author}): {text}" if author else f"Comment: {text}"


def _points(series: etree._Element, *names: str) -> list[str]:
    """The cached values of one part of a series."""
    return [value.text or "" for part in series if local(part) in names for value in named(part, "v")]
