"""What stands beside the text of office documents: charts, diagrams, text boxes and comments."""

import io

import openpyxl
import pptx
import pytest
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE

from shared.extraction.extractor import SubprocessExtractor
from tests.support import files

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CHART = (
    f'<c:chartSpace xmlns:c="{C}" xmlns:a="{A}"><c:chart><c:title><a:p><a:r><a:t>Rainfall</a:t></a:r></a:p></c:title>'
    "<c:ser><c:tx><c:v>Coast</c:v></c:tx><c:cat><c:pt><c:v>May</c:v></c:pt><c:pt><c:v>June</c:v></c:pt></c:cat>"
    "<c:val><c:pt><c:v>31</c:v></c:pt><c:pt><c:v>12</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>"
)
DIAGRAM = (
    f'<d:model xmlns:d="d" xmlns:a="{A}"><a:p><a:r><a:t>Order</a:t></a:r></a:p><a:p><a:t>Ship</a:t></a:p></d:model>'
)


@pytest.fixture(scope="module")
def extractor() -> SubprocessExtractor:
    return SubprocessExtractor(timeout_seconds=30)


@pytest.mark.req("RG-01")
async def test_a_presentation_with_sections_is_read_once(extractor: SubprocessExtractor) -> None:
    slides = [files.Slide("Results", ["Revenue grew"]), files.Slide("Outlook", ["Costs fall"])]
    sections = (
        '<p:extLst><p:ext uri="x"><s:sectionLst xmlns:s="http://schemas.microsoft.com/office/powerpoint/2010/main">'
        '<s:section name="All"><s:sldIdLst><s:sldId id="256"/><s:sldId id="257"/></s:sldIdLst></s:section>'
        "</s:sectionLst></p:ext></p:extLst></p:presentation>"
    )
    data = files.make_pptx(slides)
    main = files.read_part(data, "ppt/presentation.xml").replace(b"</p:presentation>", sections.encode())
    document = await extractor.extract(files.replace_part(data, "ppt/presentation.xml", main), name="a.pptx")
    assert document.text == "Results\n\nRevenue grew\n\nOutlook\n\nCosts fall"


@pytest.mark.req("RG-01")
@pytest.mark.parametrize("kind", ["presentation", "slideshow"])
async def test_a_presentation_with_macros_is_read(extractor: SubprocessExtractor, kind: str) -> None:
    data = files.make_pptx([files.Slide("Results")])
    plain = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    types = files.read_part(data, "[Content_Types].xml")
    with_macros = types.replace(plain, f"application/vnd.ms-powerpoint.{kind}.macroEnabled.main+xml".encode())
    document = await extractor.extract(files.replace_part(data, "[Content_Types].xml", with_macros), name="a.pptx")
    assert document.text == "Results"


@pytest.mark.req("RG-01")
async def test_the_figures_of_a_chart_on_a_slide_are_a_table(extractor: SubprocessExtractor) -> None:
    presentation = pptx.Presentation()
    figures = CategoryChartData()
    figures.categories = ["May", "June"]
    figures.add_series("Coast", (31, 12))
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 3_000_000, 2_000_000, figures)
    presentation.save(out := io.BytesIO())
    document = await extractor.extract(out.getvalue(), name="a.pptx")
    assert document.text.split("\n") == ["| Coast", "May | 31", "June | 12"]


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    ("kind", "part", "reference", "text"),
    [
        ("chart", CHART, f'<c:chart xmlns:c="{C}" r:id="added"/>', "Rainfall\n\n| Coast\nMay | 31\nJune | 12"),
        ("diagramData", DIAGRAM, '<d:relIds xmlns:d="d" r:dm="added"/>', "Order\nShip"),
    ],
)
async def test_a_drawing_in_a_word_document_is_read_where_it_is(
    extractor: SubprocessExtractor, kind: str, part: str, reference: str, text: str
) -> None:
    body = (
        "<w:p><w:r><w:t>Before</w:t></w:r></w:p>"
        f'<w:p><w:r><w:drawing xmlns:r="{R}">{reference}</w:drawing></w:r></w:p>'
        "<w:p><w:r><w:t>After</w:t></w:r></w:p>"
    )
    data = files.add_related_part(files.make_docx_with_body(body), "word/document.xml", kind, part)
    assert (await extractor.extract(data, name="a.docx")).text == f"Before\n\n{text}\n\nAfter"


@pytest.mark.req("RG-01")
async def test_a_comment_in_a_word_document_follows_its_paragraph(extractor: SubprocessExtractor) -> None:
    comments = (
        f'<w:comments xmlns:w="{W}"><w:comment w:id="0" w:author="Ada Byrne"><w:p><w:r><w:t>Too high.</w:t></w:r></w:p>'
        "</w:comment></w:comments>"
    )
    body = (
        '<w:p><w:r><w:t>The rent is 900 euros.</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>'
        "<w:p><w:r><w:t>It is due monthly.</w:t></w:r></w:p>"
    )
    data = files.add_related_part(files.make_docx_with_body(body), "word/document.xml", "comments", comments)
    document = await extractor.extract(data, name="a.docx")
    assert document.text == "The rent is 900 euros.\n\nComment (Ada Byrne): Too high.\n\nIt is due monthly."


@pytest.mark.req("RG-01")
async def test_comments_and_text_boxes_of_a_workbook_follow_the_rows_of_their_sheet(
    extractor: SubprocessExtractor,
) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "Costs"
    sheet.append(["Tea", 3])
    sheet["B1"].comment = Comment("Ask for\na discount", "Ada")
    workbook.create_sheet("Later").append(["Rum", 9])
    workbook.save(out := io.BytesIO())
    box = f'<x:wsDr xmlns:x="x" xmlns:a="{A}"><x:sp><a:p><a:r><a:t>Prices of May</a:t></a:r></a:p></x:sp></x:wsDr>'
    data = files.add_related_part(out.getvalue(), "xl/worksheets/sheet1.xml", "drawing", box)
    document = await extractor.extract(data, name="a.xlsx")
    assert document.text == (
        "Costs\n\nTea | 3\n\nPrices of May\n\nComment (B1): Ask for a discount\n\nLater\n\nRum | 9"
    )
