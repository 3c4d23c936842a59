"""PowerPoint presentations: a page for each slide, with its title first, then text, tables, diagrams and charts in
their order, then the speaker's notes."""

from collections.abc import Iterator

from lxml import etree

from shared.extraction.formats.content import Content, Flow, Unreadable
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.xml import attribute, local, named

_TITLES = {"title", "ctrTitle"}
_FURNITURE = {"sldNum", "dt", "ftr", "hdr", "sldImg"}
_MARKS = {"tab": "\t", "br": "\n"}


def read_pptx(package: Package) -> Content:
    main = package.main()
    relations = package.relations(main)
    flow = Flow()
    for number, slide in enumerate(named(package.xml(main), "sldId"), 1):
        flow.page(f"Slide {number}")
        relation = relations.get(_relation_id(slide))
        if relation is None:
            raise Unreadable("document_damaged")
        _add_slide(flow, package, relation.target)
    return flow.content(package.title())


def _add_slide(flow: Flow, package: Package, part: str) -> None:
    shapes = list(_shapes(package.xml(part)))
    for kind, shape in shapes:
        if kind in _TITLES:
            flow.add(_on_a_line(shape), level=1)
    for kind, shape in shapes:
        if local(shape) == "tbl":
            flow.add(table_text(_rows(shape)))
        elif kind not in _TITLES:
            flow.add(_text(shape))
    for diagram in package.related(part, "diagramData"):
        flow.add(_text(package.xml(diagram)))
    for chart in package.related(part, "chart"):
        _add_chart(flow, package.xml(chart))
    for notes in package.related(part, "notesSlide"):
        said = "\n".join(_text(shape) for _, shape in _shapes(package.xml(notes))).strip()
        flow.add(f"Notes: {said}" if said else "")


def _shapes(container: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """Shapes with text, each with its role on the slide, and tables; without dates, page numbers and running feet."""
    for child in container:
        name = local(child)
        if name == "sp":
            role = next((attribute(holder, "type") or "body" for holder in named(child, "ph")), "")
            if role not in _FURNITURE:
                yield role, child
        elif name == "tbl":
            yield "", child
        elif name != "Fallback":
            yield from _shapes(child)


def _text(element: etree._Element) -> str:
    """The paragraphs of it, one a line."""
    lines = ("".join(_pieces(paragraph)).strip() for paragraph in named(element, "p"))
    return "\n".join(line for line in lines if line)


def _pieces(paragraph: etree._Element) -> Iterator[str]:
    for element in paragraph.iter():
        name = local(element)
        if name == "t":
            yield element.text or ""
        elif name in _MARKS:
            yield _MARKS[name]


def _on_a_line(element: etree._Element) -> str:
    return " ".join(_text(element).split())


def _rows(table: etree._Element) -> Iterator[list[str]]:
    for row in named(table, "tr"):
        yield [_on_a_line(cell) for cell in row if local(cell) == "tc"]


def _add_chart(flow: Flow, chart: etree._Element) -> None:
    """The title of a chart, and its figures as a table: a row for each category, a column for each series."""
    for title in named(chart, "title"):
        flow.add(_on_a_line(title))
        break
    series = list(named(chart, "ser"))
    columns = [_points(part, "val", "yVal") for part in series]
    categories = next(filter(None, (_points(part, "cat", "xVal") for part in series)), [])
    heads = ["", *(" ".join(_points(part, "tx")) for part in series)]
    body = [[category, *(_at(column, i) for column in columns)] for i, category in enumerate(categories)]
    if body:
        flow.add(table_text([heads, *body]))


def _points(series: etree._Element, *names: str) -> list[str]:
    """The values that a part of a series was last seen with."""
    return [value.text or "" for part in series if local(part) in names for value in named(part, "v")]


def _at(column: list[str], i: int) -> str:
    return column[i] if i < len(column) else ""


def _relation_id(element: etree._Element) -> str:
    """`r:id`, which is not the element's own `id`."""
    return next((str(value) for key, value in element.attrib.items() if str(key).endswith("}id")), "")
