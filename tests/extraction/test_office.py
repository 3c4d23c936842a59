"""Word documents, presentations and workbooks: what is kept of them, and where it was."""

from datetime import date, datetime
from io import BytesIO

import openpyxl
import pytest

from orc.documents.text.chunks import chunk_text, page_at
from orc.domain import ExtractedText, Heading
from shared.extraction.extractor import SubprocessExtractor
from tests.support import files

PLAIN_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT_W = "http://purl.oclc.org/ooxml/wordprocessingml/main"


@pytest.fixture(scope="module")
def extractor() -> SubprocessExtractor:
    return SubprocessExtractor(timeout_seconds=30)


@pytest.mark.req("RG-01", "RG-03", "QA-09")
async def test_a_presentation_is_read_slide_by_slide(extractor: SubprocessExtractor) -> None:
    table = [["Region", "Revenue"], ["North", "12"]]
    slides = [
        files.Slide("Results", ["Revenue grew", "Costs fell"], notes="Thank the team."),
        files.Slide("Figures", table=table),
    ]
    document = await extractor.extract(files.make_pptx(slides, title="Annual review"), name="review.pptx")
    first = "Results\n\nRevenue grew\nCosts fell\n\nNotes: Thank the team."
    assert document == ExtractedText(
        f"{first}\n\nFigures\n\nRegion | Revenue\nNorth | 12",
        "Annual review",
        (0, len(first) + 2),
        ("Slide 1", "Slide 2"),
        (Heading(0, 1, "Results"), Heading(len(first) + 2, 1, "Figures")),
    )


@pytest.mark.req("RG-01", "RG-03", "QA-09")
async def test_a_workbook_is_read_sheet_by_sheet(extractor: SubprocessExtractor) -> None:
    rows: list[list[object]] = [
        ["Item", "Price", "Since"],
        ["Tea", 3.0, date(2024, 5, 1)],
        ["Rum", 0.1 + 0.2, datetime(2024, 5, 1, 9, 30)],  # noqa: DTZ001 - a workbook knows no time zones
    ]
    cities: list[list[object]] = [["Łódź", True], [None, None], ["東京", None]]
    data = files.make_xlsx({"Prices": rows, "Städte": cities}, title="Shop")
    document = await extractor.extract(data, name="shop.xlsx")
    first = "Prices\n\nItem | Price | Since\nTea | 3 | 2024-05-01\nRum | 0.3 | 2024-05-01 09:30:00"
    assert document.text == f"{first}\n\nStädte\n\nŁódź | TRUE\n\n東京 |"
    assert (document.title, document.page_labels) == ("Shop", ("Prices", "Städte"))
    assert page_at(document.page_starts, document.text.index("東京")) == 2


@pytest.mark.req("RG-01")
@pytest.mark.parametrize("place", ["A1048576", "AMJ2", "AMJ1048576", "XFD1048576"])
@pytest.mark.parametrize("blank", [" ", "\n", '=""'])
async def test_a_blank_cell_far_from_the_others_is_no_content(
    extractor: SubprocessExtractor, place: str, blank: str
) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook["Sheet"]
    sheet["A1"], sheet["B1"] = "Rent", 1375
    for row in range(2, 20):
        sheet[f"A{row}"] = f"Part {row}"
    sheet[place] = blank
    out = BytesIO()
    workbook.save(out)
    document = await extractor.extract(out.getvalue(), name="a.xlsx")
    parts = "\n".join(f"Part {row} | " for row in range(2, 20))
    assert document.text.strip() + " " == f"Sheet\n\nRent | 1375\n{parts}"


@pytest.mark.req("RG-01")
@pytest.mark.parametrize("kind", ["xlsx", "csv"])
async def test_every_passage_of_a_long_table_has_the_headings_of_its_columns(
    extractor: SubprocessExtractor, kind: str
) -> None:
    rows: list[list[object]] = [["Part", "Stock", "Place"], *([f"part {i}", i, f"shelf {i}"] for i in range(500))]
    text = "\n".join(",".join(str(cell) for cell in row) for row in rows).encode()
    document = await extractor.extract(files.make_xlsx({"Stock": rows}) if kind == "xlsx" else text, name=f"a.{kind}")
    *chunks, _the_rest = chunk_text(document, size=1200, overlap=200)
    assert len(chunks) > 10
    assert all("Part | Stock | Place" in chunk.headed_text for chunk in chunks)
    assert document.text.count("Part | Stock | Place") == 1
    assert all(document.text.count(f"\npart {i} | {i} | shelf {i}") == 1 for i in (0, 57, 499))


@pytest.mark.req("AN-06")
async def test_a_spanning_heading_in_a_word_table_keeps_columns_aligned(
    extractor: SubprocessExtractor,
) -> None:
    def cell(text: str, columns: int = 1) -> str:
        return f'<w:tc><w:tcPr><w:gridSpan w:val="{columns}"/></w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>'

    rows = [
        cell("") + cell("First half", 2) + cell("Second half", 2),
        "".join(map(cell, ("", "Q1", "Q2", "Q3", "Q4"))),
        "".join(map(cell, ("West", "120", "150", "160", "175"))),
    ]
    table = f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"
    document = await extractor.extract(files.make_docx_with_body(table), name="a.docx")
    assert document.text.split("\n") == [
        "| First half |  | Second half | ",
        " | Q1 | Q2 | Q3 | Q4",
        "West | 120 | 150 | 160 | 175",
    ]


async def test_the_headings_of_a_word_document_are_located(extractor: SubprocessExtractor) -> None:
    data = files.make_docx(["First.", "Second."], heading="On cranes")
    document = await extractor.extract(data, name="a.docx")
    assert document.headings == (Heading(0, 1, "On cranes"),)
    assert document.title == "On cranes"


async def test_lists_and_notes_of_a_word_document_are_kept(extractor: SubprocessExtractor) -> None:
    notes = (
        f'<w:footnotes xmlns:w="{PLAIN_W}"><w:footnote w:id="2"><w:p><w:r><w:t>See the annex.</w:t></w:r></w:p>'
        "</w:footnote></w:footnotes>"
    )
    body = (
        "<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>An item</w:t></w:r></w:p>"
        '<w:p><w:r><w:t>A claim</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    )
    data = files.add_related_part(files.make_docx_with_body(body), "word/document.xml", "footnotes", notes)
    document = await extractor.extract(data, name="a.docx")
    assert document.text == "- An item\n\nA claim [2]\n\n[2] See the annex."


async def test_the_strict_variant_of_the_format_is_read(extractor: SubprocessExtractor) -> None:
    body = (
        f'<w:document xmlns:w="{STRICT_W}"><w:body><w:p><w:r><w:t>Strict text</w:t></w:r></w:p></w:body></w:document>'
    )
    data = files.replace_part(files.make_docx([]), "word/document.xml", body)
    assert (await extractor.extract(data, name="a.docx")).text == "Strict text"


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx", "a.pdf", "a.txt"])
async def test_a_file_is_read_as_what_it_is_whatever_it_is_called(extractor: SubprocessExtractor, name: str) -> None:
    for data in (
        files.make_pdf(["Same text"]),
        files.make_docx(["Same text"]),
        files.make_pptx([files.Slide("Same text")]),
        files.make_xlsx({"Sheet": [["Same text"]]}),
    ):
        assert "Same text" in (await extractor.extract(data, name=name)).text


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Microsoft Word - The lease", "The lease"),
        ("report_final.docx", "First line"),
        ("Untitled", "First line"),
        ("PowerPoint Presentation", "First line"),
    ],
)
@pytest.mark.req("RG-03")
async def test_a_title_that_says_nothing_is_not_taken(
    extractor: SubprocessExtractor, title: str, expected: str
) -> None:
    assert (await extractor.extract(files.make_pdf(["First line\nmore"], title=title), name="a.pdf")).title == expected
    assert (await extractor.extract(files.make_docx(["First line"], title=title), name="a.docx")).title == expected


@pytest.mark.req("RG-03")
async def test_the_title_of_a_pdf_comes_from_its_metadata_packet(extractor: SubprocessExtractor) -> None:
    packet = "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Cranes &amp; quays</rdf:li></rdf:Alt></dc:title>"
    data = files.make_pdf(["First line"], title="") + packet.encode()
    assert (await extractor.extract(data, name="a.pdf")).title == "Cranes & quays"


@pytest.mark.req("AN-04")
async def test_entries_of_a_word_documents_contents_have_dots_before_their_page(
    extractor: SubprocessExtractor,
) -> None:
    entry = '<w:p><w:pPr><w:pStyle w:val="Verzeichnis1"/></w:pPr><w:r><w:t>{}</w:t><w:tab/><w:t>{}</w:t></w:r></w:p>'
    rate = "<w:p><w:r><w:t>Rate</w:t><w:ptab/><w:t>7</w:t></w:r></w:p>"
    style = '<w:style w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>'
    styles = f'<w:styles xmlns:w="{PLAIN_W}">{style}</w:styles>'
    data = files.make_docx_with_body(entry.format("Fees", "3") + entry.format("Rules", "A-12") + rate)
    data = files.replace_part(data, "word/styles.xml", styles)
    document = await extractor.extract(data, name="a.docx")
    assert document.text.split("\n\n") == ["Fees ........ 3", "Rules ........ A-12", "Rate\t7"]
