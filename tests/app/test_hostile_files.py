"""A folder of files, good ones and hostile ones, goes through the upload route of one app with small limits: each has
the outcome that it should, and the app goes on."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import app_host, client
from tests.support import files, hostile
from tests.support.app import Api, checked, problem
from tests.support.hosts import RunningHost

MAX_UPLOAD_BYTES = 8 << 20
MAX_GROWTH = 64 << 20
LIMITS = {
    "MAX_UPLOAD_BYTES": str(MAX_UPLOAD_BYTES),
    "MAX_UPLOAD_FILES": "3",
    "EXTRACTION_TIMEOUT_SECONDS": "5",
    "EXTRACTION_MEMORY_MB": "320",
}
PASSAGE = "The crane on the quay is inspected every two weeks."

type Make = Callable[[], bytes]

READY: dict[str, Callable[[str], bytes]] = {
    "report.pdf": lambda text: files.make_pdf([text, "Second page."]),
    "thousand pages.pdf": lambda text: files.make_pdf([f"{text} {page}" for page in range(1000)]),
    "huge page.pdf": lambda _: hostile.pdf_with_a_huge_page(10**9),
    "some blank pages.pdf": lambda text: files.make_pdf(["", text, ""]),
    "bytes before.pdf": lambda text: b"\r\n\r\n" + files.make_pdf([text]),
    "bytes after.pdf": lambda text: files.make_pdf([text]) + b"\0" * 5000,
    "SHOUTED.PDF": lambda text: files.make_pdf([text]),
    "letter.docx": lambda text: files.make_docx([text], heading="Cranes", table=[["Item", "Price"], ["Tea", "3"]]),
    "is a pdf.docx": lambda text: files.make_pdf([text]),
    "is a docx.pdf": lambda text: files.make_docx([text]),
    "is a deck.xlsx": lambda text: files.make_pptx([files.Slide(text)]),
    "deck.pptx": lambda text: files.make_pptx([files.Slide("Cranes", [text], notes="Smile.")]),
    "stock.xlsx": lambda text: files.make_xlsx({"Stock": [["Item", "Price"], [text, 3]]}),
    "many sheets.xlsx": lambda text: files.make_xlsx({f"Sheet {i}": [[text, i]] for i in range(100)}),
    "note.md": lambda text: f"# Cranes\n\n{text}\n".encode(),
    "note.txt": lambda text: text.encode(),
    "utf-8 with mark.txt": lambda text: text.encode("utf-8-sig"),
    "utf-16.txt": lambda text: text.encode("utf-16"),
    "utf-32.txt": lambda text: text.encode("utf-32"),
    "utf-16 without mark.txt": lambda text: text.encode("utf-16-le"),
    "shift-jis.txt": lambda text: f"クレーンのブレーキは二週間ごとに検査する。{text}".encode("shift_jis"),
    "koi8.csv": lambda text: f"Кран;Тормоз\nпроверяется;{text}".encode("koi8_r"),
    "deep lines.json": lambda text: b'{"a":' + hostile.deep_json(100_000) + f"}}\n{text}\n".encode() * 2,
    "same page twice.pdf": lambda _: hostile.pdf_with_pages(b"3 0 R 3 0 R", count=2),
    "utf-16 big-endian.csv": lambda text: b"\xfe\xff" + f"Item;Note\nCrane;{text}".encode("utf-16-be"),
    "latin-1.txt": lambda text: f"Prüfung: {text}".encode("latin-1"),
    "table.csv": lambda text: f"Item,Note\nCrane,{text}\n".encode(),
    "quote without end.csv": lambda text: f'Item,Note\nCrane,"{text}\n'.encode(),
    "settings.json": lambda text: f'{{"title": "Cranes", "text": "{text}"}}'.encode(),
    "broken.json": lambda text: f'{{"text": "{text}"'.encode(),
    "huge number.json": lambda _: hostile.json_with_a_huge_number(),
    "deep.json": lambda _: hostile.deep_json(50_000),
    "server.log": lambda text: f"\x1b[31mERROR\x1b[0m {text}\n".encode() * 2000,
    "one long line.log": lambda _: b"x" * (4 << 20),
    "page.html": lambda text: f"<html><script>steal()</script><nav>Home</nav><p>{text}</p></html>".encode(),
    "page.htm": lambda text: f'<?xml version="1.0" encoding="iso-8859-1"?><html><p>Prüfung {text}'.encode("latin-1"),
    "unclosed.html": lambda text: b"<div><table><tr><td>" + text.encode(),
    "договір оренди.txt": lambda text: text.encode(),
    "契約書 第二版.md": lambda text: text.encode(),
    "عقد الإيجار.txt": lambda text: text.encode(),
    "สัญญาเช่า.txt": lambda text: text.encode(),
    "σύμβαση 🏗️.txt": lambda text: text.encode(),
}
FAILED: dict[str, tuple[Make, str]] = {
    "scan.pdf": (lambda: files.make_scanned_pdf(3), "document_without_text"),
    "blank.docx": (lambda: files.make_docx([]), "document_without_text"),
    "blank.xlsx": (lambda: files.make_xlsx({"Nothing": []}), "document_without_text"),
    "blank.pptx": (lambda: files.make_pptx([]), "document_without_text"),
    "only scripts.html": (lambda: b"<html><script>steal()</script></html>", "document_without_text"),
    "blank.txt": (lambda: b" \r\n\t\n", "document_empty"),
    "locked.pdf": (lambda: files.make_pdf([PASSAGE], password="key"), "document_encrypted"),
    "locked.docx": (files.make_encrypted_docx, "document_encrypted"),
    "locked.xlsx": (files.make_encrypted_docx, "document_encrypted"),
    "locked archive.docx": (hostile.locked_zip, "document_encrypted"),
    "cut.pdf": (files.make_damaged_pdf, "document_damaged"),
    "cut.docx": (lambda: files.make_docx([PASSAGE])[:8000], "document_damaged"),
    "cut.pptx": (lambda: files.make_pptx([files.Slide("x")])[:9000], "document_damaged"),
    "cut.xlsx": (lambda: files.make_xlsx({"S": [["x"]]})[:3000], "document_damaged"),
    "header only.pdf": (lambda: b"%PDF-1.7\n", "document_damaged"),
    "loop of pages.pdf": (hostile.pdf_with_a_loop_of_pages, "document_damaged"),
    "page and loop.pdf": (lambda: hostile.pdf_with_pages(b"3 0 R 2 0 R", count=2), "document_damaged"),
    "loop of fifty thousand.pdf": (lambda: hostile.pdf_with_pages(b"3 0 R 2 0 R", count=50_000), "document_damaged"),
    "loop of nodes.pdf": (lambda: hostile.pdf_with_pages(b"3 0 R 6 0 R", count=9), "document_damaged"),
    "no pages.pdf": (lambda: hostile.pdf_with_pages(b"", count=0), "document_damaged"),
    "loop of forms.pdf": (hostile.pdf_with_a_loop_of_forms, "document_without_text"),
    "claims pages.pdf": (lambda: hostile.pdf_that_claims(2**31 - 1), "document_damaged"),
    "lost slide.pptx": (hostile.pptx_with_a_slide_that_is_not_there, "document_damaged"),
    "path upwards.docx": (hostile.docx_with_a_path_upwards, "document_damaged"),
    "laughs.docx": (hostile.billion_laughs_docx, "document_too_complex"),
    "reads the host.docx": (lambda: hostile.outside_entity_docx("/etc/passwd"), "document_damaged"),
    "bomb.docx": (lambda: files.make_zip_bomb_docx(40), "document_too_complex"),
    "bomb.xlsx": (lambda: hostile.xlsx_bomb(40), "document_too_complex"),
    "sparse.xlsx": (hostile.sparse_xlsx, "document_too_complex"),
    "many entries.docx": (lambda: hostile.zip_of_many_entries(21_000), "document_too_complex"),
    "many elements.docx": (lambda: files.make_docx_of_many_parts(3_500_000), "document_too_complex"),
    "deep.docx": (lambda: files.make_docx_with_body("<w:p>" * 5000 + "</w:p>" * 5000), "document_too_complex"),
    "deep.html": (lambda: b"<div>" * 100_000 + b"deep", "document_too_complex"),
    "greedy.pdf": (files.make_greedy_pdf, "document_too_complex"),
    "slow.pdf": (files.make_slow_pdf, "document_too_complex"),
    "picture.pdf": (files.make_png, "document_type_mismatch"),
    "picture.docx": (files.make_png, "document_type_mismatch"),
    "picture.txt": (files.make_png, "document_type_mismatch"),
    "program.txt": (lambda: bytes(range(256)) * 64, "document_type_mismatch"),
    "old word.docx": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "document_type_mismatch"),
    "text.pdf": (lambda: b"Text that no other file has.", "document_type_mismatch"),
    "open document.docx": (hostile.odt, "document_type_mismatch"),
}
REFUSED: dict[str, tuple[Make, int, str]] = {
    "empty.pdf": (lambda: b"", 422, "document_empty"),
    "empty.txt": (lambda: b"", 422, "document_empty"),
    "large.txt": (lambda: b"x" * (MAX_UPLOAD_BYTES + 1), 413, "file_too_large"),
    "program.exe": (lambda: b"MZ", 415, "unsupported_document_type"),
    "archive.zip": (hostile.odt, 415, "unsupported_document_type"),
    "picture.png": (files.make_png, 415, "unsupported_document_type"),
    "no extension": (lambda: PASSAGE.encode(), 415, "unsupported_document_type"),
    "hidden.pdf.exe": (lambda: PASSAGE.encode(), 415, "unsupported_document_type"),
}


@pytest.fixture(scope="module")
def small_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with app_host(tmp_path_factory.mktemp("hostile"), LIMITS) as host:
        yield host


@pytest.fixture
def small(small_host: RunningHost) -> Iterator[Api]:
    with client(small_host) as api:
        yield api


@pytest.mark.req("SE-04", "RG-01")
def test_every_hostile_file_is_ready_or_failed_and_the_app_stays_up(small: Api, small_host: RunningHost) -> None:
    read(small, {"first.pdf": files.make_pdf([PASSAGE]), "first.docx": files.make_docx([PASSAGE])})
    before = resident_bytes(small_host)
    made = {name: make(f"{PASSAGE} {number}") for number, (name, make) in enumerate(READY.items())}
    assert len(set(made.values())) == len(made)  # or one would be known for the other
    made |= {name: make() for name, (make, _) in FAILED.items()}
    outcomes: dict[str, str] = {}
    for name, data in made.items():
        document = read(small, {name: data})[name]
        outcomes[name] = document["error"]["code"] if document["status"] == "failed" else document["status"]
        assert document["error"] is None or document["error"]["message"]
        notes = ["json_nested_deeply"] if name.startswith("deep") and name.endswith(".json") else []
        assert [note["code"] for note in document["notes"]] == notes, name
        assert ("refers back to itself" in str(document["error"])) is ("loop" in name and "forms" not in name), name
        assert checked(small.http.get("/api/health")).json()["status"]
    assert outcomes == {**dict.fromkeys(READY, "ready"), **{name: code for name, (_, code) in FAILED.items()}}
    assert len(made) + len(REFUSED) >= 80
    assert resident_bytes(small_host) - before < MAX_GROWTH


@pytest.mark.req("RG-01")
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_a_document_is_refused_on_upload(small: Api, name: str) -> None:
    make, status, code = REFUSED[name]
    conversation = small.create()
    found, body = problem(small.post_files(conversation, [(name, make())]))
    assert (found, body["code"]) == (status, code)
    assert small.documents(conversation) == {}


def read(api: Api, uploads: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    conversation = api.create()
    api.upload(conversation, uploads)
    return api.until_read(conversation)


def resident_bytes(host: RunningHost) -> int:
    """The memory that the host holds itself; the processes that read files come and go."""
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) << 10
