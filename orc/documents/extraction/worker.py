"""The child process: takes limits on itself, reads one file from stdin, writes the outcome to stdout and ends.

The outcome is one line of JSON, {"title", "page_starts"} or {"failure", "cause"?}, and after it the text in UTF-8.
"""

import gc
import json
import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import NoReturn

from orc.documents.extraction.content import Content, Unreadable
from orc.documents.extraction.job import Job


def main(job: Job) -> NoReturn:
    gc.disable()  # the process ends before it would pay
    read = _reader(job)
    _take_limits(job)
    data = sys.stdin.buffer.read(job["length"])
    if len(data) < job["length"]:  # the host is gone
        os._exit(1)
    sys.excepthook = _report_damage
    try:
        content = _checked(read(data), job["max_characters"])
    except Unreadable as reason:
        _send({"failure": reason.code})
    except (MemoryError, RecursionError):
        _send({"failure": "document_too_complex"})
    _send({"title": content.title, "page_starts": content.page_starts}, content.text)


def _checked(content: Content, max_characters: int) -> Content:
    if len(content.text) > max_characters:
        raise Unreadable("document_too_large")
    if not content.text.strip():
        raise Unreadable("document_without_text")
    return content


def _reader(job: Job) -> Callable[[bytes], Content]:
    """The reader of the format, and with it the one library that it needs."""
    match job["extension"]:
        case "pdf":
            from orc.documents.extraction.pdf import read_pdf

            return partial(read_pdf, max_characters=job["max_characters"])
        case "docx":
            from orc.documents.extraction.word import read_docx

            return read_docx
        case "html" | "htm":
            from orc.documents.extraction.html import read_html

            return read_html
        case extension:
            from orc.documents.extraction import text

            return {"csv": text.read_csv, "json": text.read_json}.get(extension, text.read_text)


def _take_limits(job: Job) -> None:
    """What the system can bound, it bounds: memory, time, files, processes. And the host's work goes first."""
    limits = {
        resource.RLIMIT_AS: job["memory_bytes"],
        resource.RLIMIT_CPU: job["cpu_seconds"],
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_CORE: 0,
    }
    for kind, value in limits.items():
        with suppress(ValueError, OSError):  # a system without this limit, or with a tighter one
            resource.setrlimit(kind, (value, value))
    os.nice(5)


def _report_damage(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> NoReturn:
    """Whatever else a library throws at a file means that the file is not as its format wants it. The cause names the
    exception and the place, never its message: that may quote the document."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    _send({"failure": "document_damaged", "cause": kind.__name__ + place})


def _send(header: dict[str, object], text: str = "") -> NoReturn:
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + text.encode())
    sys.stdout.buffer.flush()
    os._exit(0)  # without taking the libraries down one by one
