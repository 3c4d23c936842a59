"""What an author struck out has the marks of Markdown for it."""

from io import BytesIO

import openpyxl
import pytest
from openpyxl.styles import Font

from shared.extraction.extractor import SubprocessExtractor
from shared.extraction.formats.html import read_html
from shared.extraction.formats.text import read_markdown, read_text
from tests.support import files

pytestmark = pytest.mark.req("AN-04")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Rent: <s>700</s> 740 euros</p>", "Rent: ~~700~~ 740 euros"),
        ("<p>Rent: <strike> 700 </strike>740 euros</p>", "Rent: ~~700~~ 740 euros"),
        ("<p><del>Dogs <b>may</b> stay.</del> Cats may.</p>", "~~Dogs may stay.~~ Cats may."),
        (
            "<del><p>Dogs stay.</p><p>Cats stay.</p></del><p>Birds stay.</p>",
            "~~Dogs stay.~~\n\n~~Cats stay.~~\n\nBirds stay.",
        ),
        ("<p><span style='color:red; text-decoration: line-through'>Dogs</span> Cats</p>", "~~Dogs~~ Cats"),
        ("<p><u style='text-decoration: underline'>Dogs</u> a <s> </s></p>", "Dogs a"),
        ("<ul><li><s>Dogs</s></li><li>Cats</li></ul>", "- ~~Dogs~~\n- Cats"),
        ("<table><tr><td><s>Dogs</s></td><td>9</td></tr></table>", "~~Dogs~~ | 9"),
        ("<h2><s>Dogs</s></h2><p>x</p>", "~~Dogs~~\n\nx"),
    ],
)
def test_struck_text_of_html_is_marked(html: str, text: str) -> None:
    assert read_html(html.encode()).text == text


def test_a_struck_heading_is_located() -> None:
    assert read_html(b"<p>a</p><h2><s>Dogs</s> <s>and cats</s></h2><p>x</p>").headings == ((3, 2, "~~Dogs and cats~~"),)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("<del>Dogs stay.</del> Cats stay.", "~~Dogs stay.~~ Cats stay."),
        ("<s>Dogs\nstay.</s>", "~~Dogs~~\n~~stay.~~"),
        ("~~Dogs\nstay.~~ Cats", "~~Dogs~~\n~~stay.~~ Cats"),
        ("```\n<s>x</s>\n```\n<s>y</s>", "```\n<s>x</s>\n```\n~~y~~"),
        ("<s>Dogs\n\nstay.</s>", "<s>Dogs\n\nstay.</s>"),
    ],
)
def test_struck_text_of_markdown_is_marked_on_each_line(markdown: str, text: str) -> None:
    assert read_markdown(markdown.encode()).text == text


def test_plain_text_is_unchanged() -> None:
    assert read_text(b"<del>Dogs stay.</del>").text == "<del>Dogs stay.</del>"


async def test_struck_text_of_word_is_marked() -> None:
    def run(text: str, properties: str = "") -> str:
        return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'

    body = (
        f"<w:p>{run('Rent: ')}{run('7', '<w:strike/>')}{run('00', '<w:strike/><w:b/>')}{run(' 740')}</w:p>"
        f"<w:p>{run('Dogs stay.', '<w:dstrike/>')}{run(' Cats stay.', '<w:strike w:val="0"/>')}</w:p>"
    )
    document = await SubprocessExtractor(timeout_seconds=30).extract(files.make_docx_with_body(body), name="a.docx")
    assert document.text == "Rent: ~~700~~ 740\n\n~~Dogs stay.~~ Cats stay."


async def test_struck_cells_of_a_sheet_are_marked() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook["Sheet"]
    for row in (["Item", "Fee"], ["Old", 70], ["New", 74.5]):
        sheet.append(row)
    sheet["A2"].font = sheet["B2"].font = Font(strike=True)
    sheet["A3"].font = Font(bold=True)
    out = BytesIO()
    workbook.save(out)
    document = await SubprocessExtractor(timeout_seconds=30).extract(out.getvalue(), name="a.xlsx")
    assert document.text == "Sheet\n\nItem | Fee\n~~Old~~ | ~~70~~\nNew | 74.5"
