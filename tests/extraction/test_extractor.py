"""What becomes of good files, and of files that cannot be read: each through a real child process."""

import json

import pytest

from orc.documents.formats import REASONS, SUPPORTED_TYPES, extension_of
from orc.documents.text.chunks import page_at
from orc.domain import ExtractedText, Heading
from orc.errors import DocumentFailure
from shared.extraction.extractor import SubprocessExtractor
from tests.support import files, hostile


@pytest.fixture(scope="module")
def extractor() -> SubprocessExtractor:
    return SubprocessExtractor(timeout_seconds=30)


async def failure_of(extractor: SubprocessExtractor, data: bytes, name: str) -> str:
    with pytest.raises(DocumentFailure) as failure:
        await extractor.extract(data, name=name)
    assert failure.value.message == REASONS[failure.value.code]
    return failure.value.code


async def test_a_pdf_is_read_page_by_page(extractor: SubprocessExtractor) -> None:
    data = files.make_pdf(["First page.\nIts second line.", "", "中文内容。"], title="  Annual \n Report ")
    document = await extractor.extract(data, name="report.PDF")
    assert document == ExtractedText("First page.\nIts second line.\n\n\n\n中文内容。", "Annual Report", (0, 30, 32))
    assert document.text[document.page_starts[2] :] == "中文内容。"
    assert page_at(document.page_starts, document.text.index("内容")) == 3


@pytest.mark.parametrize(
    "pages",
    [
        ["The only page."],
        ["One.", "Two.", "Three.", "Four.", "Five."],
        ["One.", "", "", "Four."],
        ["", "", "Three.", "Four."],
        ["One.", "Two.", "", ""],
        [f"Page {number}\n{number} apples and {number} pears." for number in range(113)],
    ],
)
async def test_a_pdf_extracted_in_parts_equals_one_extracted_whole(
    extractor: SubprocessExtractor, pages: list[str]
) -> None:
    data = files.make_pdf(pages)
    in_parts = await extractor.extract(padded(data), name="long.pdf")
    assert in_parts == await extractor.extract(data, name="short.pdf")
    assert len(in_parts.page_starts) == len(pages)


def padded(pdf: bytes) -> bytes:
    """The same document in so many bytes that it could have many pages."""
    return pdf.replace(b"\n", b"\n%" + b"x" * 100_000 + b"\n", 1)


async def test_the_cells_of_a_pdfs_table_keep_their_columns(extractor: SubprocessExtractor) -> None:
    data = files.make_table_pdf(
        "Sales by region, in thousands",
        [
            ["Region", "Q1", "Q2", "Q3", "Q4"],
            ["North", "100", "", "140", "160"],
            ["West of the river", "120", "150", "165", "175"],
            ["Total", "", "$ 150", "", "(335)"],
        ],
    )
    text = (await extractor.extract(data, name="a.pdf")).text
    assert text.split("\n") == [
        "Sales by region, in thousands",
        "Region | Q1 | Q2 | Q3 | Q4",
        "North | 100 |  | 140 | 160",
        "West of the river | 120 | 150 | 165 | 175",
        "Total |  | $ 150 |  | (335)",
    ]


async def test_the_currencys_sign_is_in_one_cell_with_its_figure(extractor: SubprocessExtractor) -> None:
    rows = [["", "", "2022", "", "2021"], ["Sales", "$", "1,200", "$", "1,100"], ["Costs", "", "(80", ")", "70"]]
    text = (await extractor.extract(files.make_table_pdf("Results", rows), name="a.pdf")).text
    assert text == "Results\n| 2022 | 2021\nSales | $ 1,200 | $ 1,100\nCosts | (80) | 70"


async def test_a_list_in_a_pdf_is_no_table(extractor: SubprocessExtractor) -> None:
    rows = [["1.", "Open the valve."], ["2.", "Wait for 2 minutes."], ["3.", "Close it."]]
    text = (await extractor.extract(files.make_table_pdf("Steps", rows), name="a.pdf")).text
    assert text == "Steps\n1. Open the valve.\n2. Wait for 2 minutes.\n3. Close it."


async def test_a_long_pdf_without_text_says_so(extractor: SubprocessExtractor) -> None:
    data = padded(files.make_pdf([""] * 3))
    assert await failure_of(extractor, data, "scan.pdf") == "document_without_text"


async def test_the_pages_of_a_long_pdf_are_counted_while_it_is_read(extractor: SubprocessExtractor) -> None:
    counted: list[tuple[int, int]] = []
    data = padded(files.make_pdf([f"Page {number}" for number in range(240)]))
    whole = await extractor.extract(data, name="a.pdf", pages_read=lambda read, of: counted.append((read, of)))
    assert len(whole.page_starts) == 240
    assert counted == sorted(counted)
    assert counted[-1] == (200, 240)  # each half is counted by 50 pages


async def test_a_word_broken_over_two_lines_is_one_word(extractor: SubprocessExtractor) -> None:
    document = await extractor.extract(files.make_pdf(["An exam-\nple of an E-\nMail"]), name="a.pdf")
    assert document.text == "An example of an E-Mail"


async def test_a_pdf_without_a_title_is_titled_by_its_first_line(
    extractor: SubprocessExtractor,
) -> None:
    document = await extractor.extract(files.make_pdf(["", "***\nFindings of the year " + "x" * 200]), name="a.pdf")
    assert document.title == "Findings of the year " + "x" * 99


async def test_a_word_document_gives_headings_paragraphs_and_table_rows_in_order(
    extractor: SubprocessExtractor,
) -> None:
    data = files.make_docx(
        ["One paragraph.", "Tab\there."],
        title="The Title",
        heading="A heading",
        table=[["Item", "Price"], ["Tea", "3"], ["", ""]],
        header="Running head",
    )
    document = await extractor.extract(data, name="a.docx")
    text = "A heading\n\nOne paragraph.\n\nTab\there.\n\nItem | Price\nTea | 3\n\nRunning head"
    assert document == ExtractedText(text, "The Title", headings=(Heading(0, 1, "A heading"),))


async def test_text_in_content_controls_insertions_and_boxes_is_read_once(extractor: SubprocessExtractor) -> None:
    def run(text: str) -> str:
        return f"<w:r><w:t>{text}</w:t></w:r>"

    box = f"<w:txbxContent><w:p>{run('Boxed')}</w:p></w:txbxContent>"
    body = (
        f"<w:sdt><w:sdtPr/><w:sdtContent><w:p>{run('Controlled')}</w:p></w:sdtContent></w:sdt>"
        f"<w:p>{run('Kept ')}<w:ins>{run('added')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        f"<w:moveFrom>{run('moved')}</w:moveFrom></w:p>"
        f"<w:p><mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:p>"
    )
    document = await extractor.extract(files.make_docx_with_body(body), name="a.docx")
    assert document.text == "Controlled\n\nKept added\n\nBoxed"


async def test_html_gives_what_a_reader_sees(extractor: SubprocessExtractor) -> None:
    page = """<!doctype html><html><head><title>Price &amp; list</title><style>p {}</style></head><body>
      <script>alert(1)</script><p hidden>hidden</p><div style="display: none">unseen</div>
      <h1>Prices</h1><p>All in <b>E</b>uro.<br>Without&nbsp;tax.</p><!-- comment -->
      <table><tr><th>Item</th><th>Price</th></tr><tr><td><p>Tea</p></td><td>3</td></tr><tr><td></td><td>4</td></tr></table>
      <ul><li>one</li><li>two</li></ul><pre>  kept
    as is</pre></body></html>"""
    document = await extractor.extract(page.encode(), name="a.html")
    assert document.title == "Price & list"
    assert document.text == (
        "Prices\n\nAll in Euro.\nWithout tax.\n\nItem | Price\nTea | 3\n| 4\n\n- one\n- two\n\n  kept\n    as is"
    )


async def test_a_table_made_for_layout_keeps_the_blocks_in_its_cells(extractor: SubprocessExtractor) -> None:
    page = b"<table><tr><td><h1>Menu</h1><p>Home</p></td><td><h1>News</h1><p>Today</p></td></tr></table>"
    document = await extractor.extract(page, name="a.htm")
    assert document.text == "Menu\n\nHome\n\nNews\n\nToday"


@pytest.mark.parametrize(
    ("declared", "encoding"), [("windows-1251", "cp1251"), ("Shift_JIS", "shift_jis"), ("iso-8859-1", "cp1252")]
)
async def test_html_is_read_in_the_encoding_that_it_declares(
    extractor: SubprocessExtractor, declared: str, encoding: str
) -> None:
    word = {"cp1251": "Привет", "shift_jis": "日本語", "cp1252": "“Grüße”"}[encoding]
    page = f'<html><head><meta charset="{declared}"></head><body>{word}</body></html>'.encode(encoding)
    assert (await extractor.extract(page, name="a.html")).text == word


@pytest.mark.parametrize(
    "data",
    [
        "Grüße, 世界".encode(),
        "Grüße, 世界".encode("utf-8-sig"),
        "Grüße, 世界".encode("utf-16"),
        b"\xfe\xff" + "Grüße, 世界".encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16", "utf-16 big-endian"],
)
async def test_text_is_read_in_unicode_encodings(extractor: SubprocessExtractor, data: bytes) -> None:
    assert (await extractor.extract(data, name="a.txt")).text == "Grüße, 世界"


async def test_text_that_is_no_unicode_is_latin_1(extractor: SubprocessExtractor) -> None:
    assert (await extractor.extract("Grüße für 5 €".encode("cp1252"), name="a.txt")).text == "Grüße für 5 €"


async def test_line_breaks_are_newlines_and_control_characters_are_gone(extractor: SubprocessExtractor) -> None:
    data = "one\r\ntwo\rthree\x0cfour soft\u00adhyphen, a\x00nul\n\x1b[31mred\x1b[0m and enough text around it".encode()
    document = await extractor.extract(data, name="a.log")
    assert document.text == "one\ntwo\nthree\nfour softhyphen, anul\nred and enough text around it"


async def test_markdown_keeps_its_text_and_is_titled_by_its_heading(extractor: SubprocessExtractor) -> None:
    data = b"Draft.\n---\n\n```\n# no heading\n```\n## The plan ##\n\nText.\n\nResults\n=======\n"
    headings = (Heading(0, 2, "Draft."), Heading(36, 2, "The plan"), Heading(56, 1, "Results"))
    assert await extractor.extract(data, name="a.md") == ExtractedText(data.decode(), "Draft.", headings=headings)


@pytest.mark.req("RG-03")
async def test_the_title_of_markdown_comes_from_its_front_matter(extractor: SubprocessExtractor) -> None:
    data = b'---\nauthor: A. Writer\ntitle: "Notes on cranes"\n---\n# First\n'
    assert (await extractor.extract(data, name="a.md")).title == "Notes on cranes"


async def test_the_front_matter_of_markdown_has_no_heading(extractor: SubprocessExtractor) -> None:
    text = "---\ntitle: 'Rules'\ndescription: Of the club\n---\n\n# Boats\n\nThey float.\n\nThe crew\n---\n\nIt rows.\n"
    extracted = await extractor.extract(text.encode(), name="a.md")
    assert (extracted.text, extracted.title) == (text, "Rules")
    assert [(heading.text, text[heading.start :][:3]) for heading in extracted.headings] == [
        ("Boats", "Boa"),
        ("The crew", "The"),
    ]


async def test_the_headings_of_a_page_are_not_those_of_its_table_of_contents(extractor: SubprocessExtractor) -> None:
    page = """<h1 class="title">Boats</h1><h2 class="subtitle">A manual</h2><h3 class="author">Ann Lee</h3>
      <dl><dt>1. Oars</dt><dd>1.1. Wood</dd></dl><p>Preface.</p>
      <h1>1. Oars</h1><p>They float.</p><h2>1.1. <i>Wood</i></h2><p>It is light.</p>
      <h2>Of oak<br>and ash</h2><h2 hidden>Gone</h2><h2> </h2><p>Trees.</p>"""
    extracted = await extractor.extract(page.encode(), name="a.html")
    text = extracted.text
    assert [(heading.start, heading.level, heading.text) for heading in extracted.headings] == [
        (0, 1, "Boats"),
        (text.rindex("1. Oars\n\nThey"), 1, "1. Oars"),
        (text.rindex("1.1. Wood"), 2, "1.1. Wood"),
        (text.index("Of oak"), 2, "Of oak\nand ash"),
    ]
    assert text.endswith("1. Oars\n\nThey float.\n\n1.1. Wood\n\nIt is light.\n\nOf oak\nand ash\n\nTrees.")


@pytest.mark.parametrize(("delimiter", "encoding"), [(",", "utf-8"), (";", "cp1252"), ("\t", "utf-16"), ("|", "utf-8")])
async def test_csv_gives_a_line_for_each_row(extractor: SubprocessExtractor, delimiter: str, encoding: str) -> None:
    rows = [["Städte", "Zahl"], ['"a, b; c"', "1"], ["", ""], ['"two\nlines"', ""]]
    data = "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)
    assert (await extractor.extract(data, name="a.csv")).text == "Städte | Zahl\na, b; c | 1\ntwo lines | "


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Käse;4,20\nBrot;2,10\n", "Käse | 4,20\nBrot | 2,10"),
        ("Käse\t4,20\nBrot\t2,10\n", "Käse | 4,20\nBrot | 2,10"),
        (
            "Preisliste, Stand Mai\nName;Preis, netto\nKäse;4,20",
            "Preisliste, Stand Mai\nName | Preis, netto\nKäse | 4,20",
        ),
        ("Meier, Anna;12\nKurz, Eva;15", "Meier, Anna | 12\nKurz, Eva | 15"),
        ("1,2,3\n4,5,6", "1 | 2 | 3\n4 | 5 | 6"),
        ("a, b, c\n1, 2, 3", "a | b | c\n1 | 2 | 3"),
        ("1,red;blue,3\n2,green;red,4", "1 | red;blue | 3\n2 | green;red | 4"),
    ],
)
async def test_the_delimiter_of_a_csv_is_the_one_of_all_rows(
    extractor: SubprocessExtractor, written: str, read: str
) -> None:
    assert (await extractor.extract(written.encode(), name="a.csv")).text == read


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("written", ["sep=;\r\n", "SEP=;\n", '"sep=;"\r\n', "sep=|\r\n", "sep=\t\n", "sep=\\t\n"])
async def test_the_line_of_a_csv_that_names_its_delimiter_is_no_row(
    extractor: SubprocessExtractor, written: str, encoding: str
) -> None:
    delimiter = next(mark for mark in (";", "|", "\t") if mark in written.replace(r"\t", "\t"))
    rows = [["Größe", "Preis, netto"], ["Käse", "3,20"], ["Brot, rund", "2,10"]]
    data = (written + "\r\n".join(map(delimiter.join, rows))).encode(encoding)
    assert (await extractor.extract(data, name="a.csv")).text == "\n".join(map(" | ".join, rows))


@pytest.mark.parametrize("encoding", ["koi8-r", "cp1251"])
async def test_a_text_in_capitals_is_read_in_a_closed_process(extractor: SubprocessExtractor, encoding: str) -> None:
    text = "РАСПИСАНИЕ БОГОСЛУЖЕНИЙ\nСУББОТА 17:00\nВОСКРЕСЕНЬЕ 9:30"
    assert (await extractor.extract(text.encode(encoding), name="a.txt")).text == text


async def test_json_is_unchanged_and_titled_by_its_title_field(extractor: SubprocessExtractor) -> None:
    data = json.dumps({"title": "Settings", "values": [1, 2.5, None]}, indent=2).encode()
    assert await extractor.extract(data, name="a.json") == ExtractedText(data.decode(), "Settings")


async def test_json_with_a_very_long_number_is_read(extractor: SubprocessExtractor) -> None:
    data = b'["pi without its point", 3' + b"1415926535" * 1000 + b"]"
    assert (await extractor.extract(data, name="a.json")).text == data.decode()


def test_every_supported_type_has_a_mime_type_by_lower_case_extension() -> None:
    assert set(SUPPORTED_TYPES) == {"pdf", "docx", "pptx", "xlsx", "md", "txt", "csv", "json", "log", "html", "htm"}
    assert extension_of("Report.v2.PDF") == "pdf"
    assert extension_of("README") == ""


UNREADABLE = {
    "zero bytes": (b"", "a.pdf", "document_empty"),
    "blank text": (b" \n\t\r\n ", "a.txt", "document_empty"),
    "scan": (files.make_scanned_pdf(), "a.pdf", "document_without_text"),
    "blank pages": (files.make_pdf(["", ""]), "a.pdf", "document_without_text"),
    "empty docx": (files.make_docx([""]), "a.docx", "document_without_text"),
    "html without text": (b"<html><script>x()</script></html>", "a.html", "document_without_text"),
    "html comment": (b"<!-- nothing -->", "a.html", "document_without_text"),
    "locked pdf": (files.make_pdf(["secret"], password="pw"), "a.pdf", "document_encrypted"),
    "locked docx": (files.make_encrypted_docx(), "a.docx", "document_encrypted"),
    "cut pdf": (files.make_damaged_pdf(), "a.pdf", "document_damaged"),
    "only a pdf header": (b"%PDF-1.7\n", "a.pdf", "document_damaged"),
    "cut docx": (files.make_docx(["text"])[:9000], "a.docx", "document_damaged"),
    "broken part": (files.replace_part(files.make_docx([]), "word/document.xml", "<w:p"), "a.docx", "document_damaged"),
    "no relations": (files.replace_part(files.make_docx([]), "_rels/.rels", "<x/>"), "a.docx", "document_damaged"),
    "png named pdf": (files.make_png(), "a.pdf", "document_type_mismatch"),
    "text named pdf": (b"Just text.", "a.pdf", "document_type_mismatch"),
    "png named docx": (files.make_png(), "a.docx", "document_type_mismatch"),
    "only the outside of a workbook": (files.make_workbook_package(), "a.xlsx", "document_damaged"),
    "png named html": (files.make_png(), "a.html", "document_type_mismatch"),
    "bytes named csv": (bytes(range(256)) * 8, "a.csv", "document_type_mismatch"),
    "program": (b"MZ", "a.exe", "unsupported_document_type"),
    "no extension": (b"text", "README", "unsupported_document_type"),
}


@pytest.mark.parametrize("case", UNREADABLE)
async def test_a_file_that_cannot_be_read_says_why(extractor: SubprocessExtractor, case: str) -> None:
    data, name, code = UNREADABLE[case]
    assert await failure_of(extractor, data, name) == code


async def test_a_refused_type_declaration_is_named(extractor: SubprocessExtractor) -> None:
    with pytest.raises(DocumentFailure) as failure:
        await extractor.extract(hostile.outside_entity_docx("/etc/passwd"), name="contract.docx")
    assert failure.value.code == "document_damaged"
    assert failure.value.message.endswith("Its XML has a document type declaration, which no office file has.")
