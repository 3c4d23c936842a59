"""The child process: gives up all but its memory and its socket, reads one file from it, answers and ends.

It is sent a line of JSON, the Job, and then the file. It answers a line of JSON, {"title", "page_starts",
"page_labels", "headings", "notes"} or {"failure", "detail"?, "cause"?}, and then the text in UTF-8.
"""

import json
import os
import sys
from contextlib import suppress
from socket import SHUT_WR, socket
from types import TracebackType
from typing import NoReturn

from shared.extraction import sandbox
from shared.extraction.formats.content import Content, Unreadable
from shared.extraction.formats.reader import read_file
from shared.extraction.job import Job


def work(host: socket) -> NoReturn:
    """Never returns, whatever the file does: it shares its memory's past with the process that forked it."""
    with host.makefile("rb") as incoming:
        job: Job = json.loads(incoming.readline())
        sandbox.enter(job)
        sys.excepthook = lambda kind, error, trace: _report_damage(host, kind, trace)
        try:
            data = incoming.read(job["length"])
            if len(data) < job["length"]:  # the host is gone
                os._exit(1)
            content = _read(data, job)
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
            content.text,
        )


def _read(data: bytes, job: Job) -> Content:
    part, parts, most = job["part"], job["parts"], job["max_characters"]
    content = read_file(data, job["extension"], max_characters=most, part=part, parts=parts)
    if len(content.text) > most:
        raise Unreadable("document_too_large")
    if not content.text.strip() and (content.page_starts or not part):
        raise Unreadable("document_without_text")
    return content


def _report_damage(host: socket, kind: type[BaseException], trace: TracebackType | None) -> NoReturn:
    """Whatever else a library throws at a file means that the file is not as its format wants it. The cause names the
    exception and the place, never its message: that may quote the document."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    _send(host, {"failure": "document_damaged", "cause": kind.__name__ + place})


def _send(host: socket, header: dict[str, object], text: str = "") -> NoReturn:
    with suppress(OSError):  # the host no longer wants to know
        host.sendall(json.dumps(header).encode() + b"\n")
        host.sendall(text.encode())
        host.shutdown(SHUT_WR)
    os._exit(0)  # without taking the libraries down one by one
