"""Files made to break what reads them, or to hide what they are."""

import io
import json
import zipfile

from tests.support import files
from tests.support.files import pdf_of_objects

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def billion_laughs_docx() -> bytes:
    """Entities that would grow to gigabytes."""
    entities = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(10))
    return _with_document(f'<!DOCTYPE d [<!ENTITY e0 "ha">{entities}]><w:document {_W}>&e10;</w:document>')


def outside_entity_docx(path: str) -> bytes:
    """An entity that names a file of the host."""
    body = "<w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body>"
    return _with_document(f'<!DOCTYPE d [<!ENTITY x SYSTEM "file://{path}">]><w:document {_W}>{body}</w:document>')


def zip_of_many_entries(count: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for number in range(count):
            package.writestr(f"{number}", b"")
    return out.getvalue()


def xlsx_bomb(megabytes: int) -> bytes:
    return files.replace_part(files.make_xlsx({"S": [["x"]]}), "xl/worksheets/sheet1.xml", b" " * (megabytes << 20))


def sparse_xlsx() -> bytes:
    """Two cells as far apart as a sheet allows: sixteen thousand million cells as a grid."""
    cells = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<worksheet xmlns="{name}"><sheetData>{cells}</sheetData></worksheet>'
    return files.replace_part(files.make_xlsx({"S": [["x"]]}), "xl/worksheets/sheet1.xml", sheet)


def pptx_with_a_slide_that_is_not_there() -> bytes:
    relations = (
        f'<Relationships><Relationship Id="rId7" Type="{_OFFICE}/slide" Target="slides/none.xml"/></Relationships>'
    )
    return files.replace_part(files.make_pptx([files.Slide("x")]), "ppt/_rels/presentation.xml.rels", relations)


def docx_with_a_path_upwards() -> bytes:
    """A main part that is said to lie outside of the package."""
    relation = f'<Relationship Id="r" Type="{_OFFICE}/officeDocument" Target="../../../../etc/passwd"/>'
    return files.replace_part(files.make_docx(["x"]), "_rels/.rels", f"<Relationships>{relation}</Relationships>")


def odt() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", "<office/>")
    return out.getvalue()


def locked_zip() -> bytes:
    """An archive whose entries say that they are encrypted."""
    data = bytearray(files.make_docx(["x"]))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


def pdf_with_a_loop_of_pages() -> bytes:
    """A page tree whose node is its own child."""
    return pdf_of_objects([_CATALOG, b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"])


def pdf_with_a_loop_of_forms() -> bytes:
    """A page that draws a form that draws itself."""
    return pdf_of_objects(
        [
            _CATALOG,
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
            b" /Resources << /XObject << /X 5 0 R >> >> >>",
            b"<< /Length 5 >>\nstream\n/X Do\nendstream",
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X 5 0 R >> >>"
            b" /Length 5 >>\nstream\n/X Do\nendstream",
        ]
    )


def pdf_that_claims(pages: int) -> bytes:
    """A page tree that says it has so many pages, and has none."""
    return pdf_of_objects([_CATALOG, b"<< /Type /Pages /Kids [] /Count %d >>" % pages])


def pdf_with_pages(kids: bytes, *, count: int) -> bytes:
    """A page tree whose root, 2, has these kids: 3 is a page, 6 a node that has that page and the root."""
    content = b"BT /F 12 Tf 72 700 Td (A word on a page) Tj ET"
    return pdf_of_objects(
        [
            _CATALOG,
            b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, count),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
            b" /Resources << /Font << /F 5 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Type /Pages /Parent 2 0 R /Kids [3 0 R 2 0 R] /Count 4 >>",
        ]
    )


def pdf_with_a_huge_page(side: int) -> bytes:
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
    )
    content = b"BT /F 12 Tf 72 700 Td (A word on a field) Tj ET"
    return pdf_of_objects(
        [
            _CATALOG,
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page % (side, side),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )


def deep_json(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def json_with_a_huge_number() -> bytes:
    return json.dumps({"title": "Big", "n": 1}).encode().replace(b"1}", b"1" * 50_000 + b"}")


def _with_document(document: str) -> bytes:
    return files.replace_part(files.make_docx([]), "word/document.xml", document)


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
