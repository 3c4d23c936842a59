"""Real files, created when a test needs them: valid ones of every format, and hostile ones."""

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import docx
import openpyxl
import pptx
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MARGIN, _FONT_SIZE, _LEADING = 72, 11, 14


def make_pdf(pages: Sequence[str], *, title: str | None = None, password: str | None = None) -> bytes:
    """A PDF with each text on a page of its own, as large as its lines need; an empty text makes a blank page.

    The fonts have Latin and Chinese letters.
    """
    out = io.BytesIO()
    encryption = StandardEncryption(password, ownerPassword="owner", strength=128) if password else None
    canvas = Canvas(out, encrypt=encryption, invariant=1)
    if title is not None:
        canvas.setTitle(title)
    for page in pages:
        font, lines = _font_for(page), page.split("\n")
        longest = max(pdfmetrics.stringWidth(line, font, _FONT_SIZE) for line in lines)
        width, height = max(A4[0], longest + 2 * _MARGIN), max(A4[1], len(lines) * _LEADING + 2 * _MARGIN)
        canvas.setPageSize((width, height))
        text = canvas.beginText(_MARGIN, height - _MARGIN)
        text.setFont(font, _FONT_SIZE, leading=_LEADING)
        for line in lines:
            text.textLine(line)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def make_table_pdf(heading: str, rows: Sequence[Sequence[str]], *, rows_on_page: int = 45) -> bytes:
    """A line of text and a table below it, which continues over several pages. Figures are aligned right."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for first in range(0, len(rows), rows_on_page):
        canvas.setFont(_font_for(heading), _FONT_SIZE)
        if not first:
            canvas.drawString(_MARGIN, A4[1] - _MARGIN, heading)
        for line, row in enumerate(rows[first : first + rows_on_page], 1):
            canvas.drawString(_MARGIN, A4[1] - _MARGIN - line * _LEADING, row[0])
            for column, cell in enumerate(row[1:]):
                canvas.drawRightString(_MARGIN + 220 + column * 60, A4[1] - _MARGIN - line * _LEADING, cell)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def make_aligned_pdf(lines: Sequence[str]) -> bytes:
    """A page of prose whose words stand in columns, with gaps as wide as those of a table."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(2_000, A4[1]), invariant=1)
    canvas.setFont(_font_for("".join(lines)), _FONT_SIZE)
    for row, line in enumerate(lines, 1):
        for column, word in enumerate(line.split()):
            canvas.drawString(_MARGIN + 90 * column, A4[1] - _MARGIN - row * _LEADING, word)
    canvas.save()
    return out.getvalue()


def make_drawn_pdf(lines: Sequence[Sequence[tuple[float, str]]]) -> bytes:
    """A page with the texts of each line at these distances from its left edge. A negative distance is that of the
    text's end."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setFont("Times-Roman", _FONT_SIZE)
    for number, line in enumerate(lines):
        for at, text in line:
            draw = canvas.drawString if at >= 0 else canvas.drawRightString
            draw(abs(at), A4[1] - _MARGIN - number * _LEADING, text)
    canvas.save()
    return out.getvalue()


def make_scanned_pdf(pages: int = 1) -> bytes:
    """Pages with shapes and no text."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for _ in range(pages):
        canvas.rect(100, 100, 200, 300, fill=1)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def make_damaged_pdf() -> bytes:
    whole = make_pdf(["A page that is cut off."])
    return whole[: len(whole) // 2]


def make_slow_pdf(pages: int = 2000) -> bytes:
    """A few kilobytes that take minutes to read in little memory: each page draws 4**8 copies of one word."""
    return _nested_pdf(depth=8, fan=4, pages=pages)


def make_greedy_pdf() -> bytes:
    """A few kilobytes that take gigabytes to read: a page that draws 8**10 copies of one word."""
    return _nested_pdf(depth=10, fan=8, pages=1)


def make_png() -> bytes:
    """One grey pixel."""

    def part(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    header = (1).to_bytes(4) * 2 + bytes([8, 0, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(b"\0\x80")) + part(b"IEND", b"")


def make_docx(
    paragraphs: Sequence[str],
    *,
    title: str = "",
    heading: str | None = None,
    table: Sequence[Sequence[str]] = (),
    header: str = "",
) -> bytes:
    """A Word document: heading, paragraphs, then the table; header is the running head of its pages."""
    document = docx.Document()
    document.core_properties.title = title
    document.sections[0].header.paragraphs[0].text = header
    if heading is not None:
        document.add_heading(heading, level=1)
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if table:
        grid = document.add_table(rows=len(table), cols=len(table[0]))
        for row, texts in zip(grid.rows, table, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def make_docx_with_body(body: str) -> bytes:
    """A Word document whose body is this WordprocessingML (prefixes w and mc are bound)."""
    compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    names = f'xmlns:w="{_WORD}" xmlns:mc="{compatibility}"'
    return replace_part(make_docx([]), "word/document.xml", f"<w:document {names}><w:body>{body}</w:body></w:document>")


def make_docx_of_many_parts(elements: int) -> bytes:
    """A small file whose document is a tree of this many elements."""
    return make_docx_with_body("<w:p/>" * elements)


def make_zip_bomb_docx(megabytes: int) -> bytes:
    """A small file that contains a document of this many megabytes."""
    return replace_part(make_docx([]), "word/document.xml", b" " * (megabytes << 20))


@dataclass(frozen=True)
class Slide:
    title: str
    points: Sequence[str] = ()
    notes: str = ""
    table: Sequence[Sequence[str]] = ()


def make_pptx(slides: Sequence[Slide], *, title: str = "") -> bytes:
    """A presentation of these slides, each with its points below its title, then its table."""
    presentation = pptx.Presentation()
    presentation.core_properties.title = title
    for made in slides:
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = made.title
        slide.placeholders[1].text_frame.text = "\n".join(made.points)
        if made.notes:
            slide.notes_slide.notes_text_frame.text = made.notes
        if made.table:
            size = (len(made.table), len(made.table[0]))
            grid = slide.shapes.add_table(*size, 0, 0, 5_000_000, 1_000_000).table
            for i, row in enumerate(made.table):
                for j, text in enumerate(row):
                    grid.cell(i, j).text = text
    out = io.BytesIO()
    presentation.save(out)
    return out.getvalue()


def make_xlsx(sheets: Mapping[str, Sequence[Sequence[object]]], *, title: str = "") -> bytes:
    """A workbook of these sheets, by name, each with its rows."""
    workbook = openpyxl.Workbook(write_only=True)
    workbook.properties.title = title or None
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def read_part(package: bytes, part: str) -> bytes:
    """One part of the zip package."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return archive.read(part)


def replace_part(package: bytes, part: str, content: bytes | str) -> bytes:
    """The zip package with one part replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, content if name == part else old.read(name))
    return out.getvalue()


def add_related_part(package: bytes, part: str, kind: str, content: str) -> bytes:
    """The zip package with another part, to which the given part has a relation of this kind."""
    folder, _, name = part.rpartition("/")
    rels = f"{folder}/_rels/{name}.rels"
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relation = f'<Relationship Id="added" Type="{kinds}/{kind}" Target="{kind}.xml"/></Relationships>'
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.namelist():
            data = old.read(entry)
            new.writestr(entry, data.replace(b"</Relationships>", relation.encode()) if entry == rels else data)
        new.writestr(f"{folder}/{kind}.xml", content)
    return out.getvalue()


def make_workbook_package() -> bytes:
    """The outer package of an Excel workbook."""
    content_type = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("[Content_Types].xml", b'<Types><Override ContentType="' + content_type + b'"/></Types>')
    return out.getvalue()


def make_encrypted_docx() -> bytes:
    """The outer file of a password-protected Word document: a compound file that contains an encrypted package."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(480)


def _font_for(text: str) -> str:
    if text.isascii() or all(ord(character) < 256 for character in text):
        return "Helvetica"
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    return "STSong-Light"


def _nested_pdf(*, depth: int, fan: int, pages: int) -> bytes:
    """Forms that each draw the next one fan times; the last draws a word."""
    kids = " ".join(["3 0 R"] * pages)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>".encode(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R"
        b" /Resources << /XObject << /X 6 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream(b"", b"/X Do"),
        *(_form(b"/XObject << /X %d 0 R >>" % (7 + level), b"/X Do " * fan) for level in range(depth)),
        _form(b"/Font << /F 4 0 R >>", b"BT /F 12 Tf 72 700 Td (boom) Tj ET"),
    ]
    return pdf_of_objects(objects)


def pdf_of_objects(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out = io.BytesIO(b"%PDF-1.7\n")
    out.seek(0, io.SEEK_END)
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, content))
    table = out.tell()
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out.write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, entries))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, table))
    return out.getvalue()


def _form(resources: bytes, content: bytes) -> bytes:
    return stream(b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << %b >> " % resources, content)


def stream(entries: bytes, content: bytes) -> bytes:
    """A stream object whose dictionary has these entries."""
    return b"<< %b/Length %d >>\nstream\n%b\nendstream" % (entries, len(content), content)
