"""The child process: restricts itself to its memory and its socket, reads one file from the socket, answers and exits.

It receives a line of JSON, the Job, and then the file. It sends a line of JSON, {"title", "page_starts",
"page_labels", "headings", "notes"} or {"failure", "detail"?, "cause"?}, and then the text in UTF-8. Asked for the
layout of a page it sends {"width", "height", "boxes"}, asked for its image {} and then the PNG. While it reads a long
PDF it sends lines before all that: + and how many pages of its part are read, / and how many the document has.
"""

import json
import os
import sys
from contextlib import suppress
from socket import SHUT_WR, socket
from types import TracebackType
from typing import NoReturn

from shared.extraction import sandbox
from shared.extraction.formats.content import Unreadable
from shared.extraction.formats.reader import read_file
from shared.extraction.job import PROGRESS, Job


def work(host: socket) -> NoReturn:
    """Executes the host's one job and ends the process, even if the file crashes a library."""
    with host.makefile("rb") as incoming:
        job: Job = json.loads(incoming.readline())
        part, max_characters = job["part"], job["max_characters"]
        sandbox.enter(job)
        sys.excepthook = lambda kind, _, trace: _report_damage(host, kind, trace)
        try:
            data = incoming.read(job["length"])
            if len(data) < job["length"]:  # the host has ended
                os._exit(1)
            if page := job["page"]:
                from shared.extraction.formats import pdf_page

                if page["width"]:
                    _send(host, {}, pdf_page.draw(data, page["number"], page["width"]))
                text = incoming.read(page["text_bytes"]).decode()
                width, height, boxes = pdf_page.lay_out(data, page["number"], text)
                _send(host, {"width": width, "height": height, "boxes": boxes})

            def pages_read(count: int, of: int) -> None:
                with suppress(OSError):  # the host cancelled the extraction, and ends this process
                    host.sendall(b"%s%d/%d\n" % (PROGRESS, count, of))

            content = read_file(
                data,
                job["extension"],
                max_characters=max_characters,
                part=part,
                parts=job["parts"],
                pages_read=pages_read,
            )
            if len(content.text) > max_characters:
                _send(host, {"failure": "document_too_large"})
            if not content.text.strip() and (content.page_starts or not part):
                _send(host, {"failure": "document_without_text"})
        except Unreadable as reason:
            _send(host, {"failure": reason.code, "detail": reason.detail})
        except (MemoryError, RecursionError):
            _send(host, {"failure": "document_too_complex"})
        _send(
            host,
            {
                "title": content.title,
                "page_starts": content.page_starts,
                "page_labels": content.page_labels,
                "headings": content.headings,
                "notes": content.notes,
            },
            content.text.encode(),
        )


def _report_damage(host: socket, kind: type[BaseException], trace: TracebackType | None) -> NoReturn:
    """Any other exception means that the file violates its format. The cause names the exception and its line, never
    the message, which may quote the document."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    _send(host, {"failure": "document_damaged", "cause": kind.__name__ + place})


def _send(host: socket, header: dict[str, object], body: bytes = b"") -> NoReturn:
    with suppress(OSError):  # the host cancelled the extraction
        host.sendall(json.dumps(header).encode() + b"\n")
        host.sendall(body)
        host.shutdown(SHUT_WR)
    os._exit(0)  # skips the libraries' own clean-up
