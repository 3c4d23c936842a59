"""PowerPoint presentations: a page for each slide, with its title first, then text and tables in their order, then
diagrams, charts and the speaker's notes."""

from collections.abc import Iterator

from lxml import etree

from shared.extraction.formats.content import Content, Flow, Unreadable
from shared.extraction.formats.drawings import chart_blocks, on_a_line, shape_text
from shared.extraction.formats.package import Package
from shared.extraction.formats.rows import table_text
from shared.extraction.formats.xml import attribute, local, named

_TITLES = {"title", "ctrTitle"}
_FURNITURE = {"sldNum", "dt", "ftr", "hdr", "sldImg"}


def read_pptx(package: Package) -> Content:
    """The slides in the order of the presentation. Raises Unreadable when one is missing."""
    main = package.main()
    relations = package.relations(main)
    flow = Flow()
    # The sections of a presentation list its slides again, deeper and without their relations.
    lists = (child for child in package.xml(main) if local(child) == "sldIdLst")
    for number, slide in enumerate(next(lists, ()), 1):
        flow.page(f"Slide {number}")
        identifiers = (str(value) for key, value in slide.attrib.items() if str(key).endswith("}id"))  # r:id, not id
        relation = relations.get(next(identifiers, ""))
        if relation is None:
            raise Unreadable("document_damaged")
        shapes = list(_shapes(package.xml(relation.target)))
        for kind, shape in shapes:
            if kind in _TITLES:
                flow.add(on_a_line(shape), level=1)
        for kind, shape in shapes:
            if local(shape) == "tbl":
                flow.add(
                    table_text([on_a_line(cell) for cell in row if local(cell) == "tc"] for row in named(shape, "tr"))
                )
            elif kind not in _TITLES:
                flow.add(shape_text(shape))
        for diagram in package.related(relation.target, "diagramData"):
            flow.add(shape_text(package.xml(diagram)))
        for related in package.related(relation.target, "chart"):
            for block in chart_blocks(package.xml(related)):
                flow.add(block)
        for notes in package.related(relation.target, "notesSlide"):
            text = "\n".join(shape_text(shape) for _, shape in _shapes(package.xml(notes))).strip()
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
