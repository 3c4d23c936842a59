"""PowerPoint presentations: a page for each slide, with its title first, then text and tables in their order, then
diagrams, charts and the speaker's notes."""

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
    """The slides in the order of the presentation. Raises Unreadable when one is missing."""
    main = package.main()
    relations = package.relations(main)
    flow = Flow()
    for number, slide in enumerate(named(package.xml(main), "sldId"), 1):
        flow.page(f"Slide {number}")
        identifiers = (str(value) for key, value in slide.attrib.items() if str(key).endswith("}id"))  # r:id, not id
        relation = relations.get(next(identifiers, ""))
        if relation is None:
            raise Unreadable("document_damaged")
        shapes = list(_shapes(package.xml(relation.target)))
        for kind, shape in shapes:
            if kind in _TITLES:
                flow.add(_on_a_line(shape), level=1)
        for kind, shape in shapes:
            if local(shape) == "tbl":
                flow.add(
                    table_text([_on_a_line(cell) for cell in row if local(cell) == "tc"] for row in named(shape, "tr"))
                )
            elif kind not in _TITLES:
                flow.add(_text(shape))
        for diagram in package.related(relation.target, "diagramData"):
            flow.add(_text(package.xml(diagram)))
        for related in package.related(relation.target, "chart"):  # a row for each category, a column for each series
            chart = package.xml(related)
            title = next(named(chart, "title"), None)
            flow.add(_on_a_line(title) if title is not None else "")
            series = list(named(chart, "ser"))
            columns = [_points(each, "val", "yVal") for each in series]
            categories = next(filter(None, (_points(each, "cat", "xVal") for each in series)), [])
            heads = ["", *(" ".join(_points(each, "tx")) for each in series)]
            body = [
                [category, *(column[i] if i < len(column) else "" for column in columns)]
                for i, category in enumerate(categories)
            ]
            flow.add(table_text([heads, *body]) if body else "")
        for notes in package.related(relation.target, "notesSlide"):
            text = "\n".join(_text(shape) for _, shape in _shapes(package.xml(notes))).strip()
            flow.add(f"Notes: {text}" if text else "")
    return flow.content(package.title())


def _shapes(container: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """Shapes with text, each with its role on the slide, and tables; without dates, page numbers, headers, footers."""
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
    """The element's paragraphs that are not blank, one a line."""
    lines = []
    for paragraph in named(element, "p"):
        parts = [(each.text or "") if local(each) == "t" else _MARKS.get(local(each), "") for each in paragraph.iter()]
        lines.append("".join(parts).strip())
    return "\n".join(filter(None, lines))


def _on_a_line(element: etree._Element) -> str:
    return " ".join(_text(element).split())


def _points(series: etree._Element, *names: str) -> list[str]:
    """The cached values of one part of a series."""
    return [value.text or "" for part in series if local(part) in names for value in named(part, "v")]
