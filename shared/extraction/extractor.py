"""Extracts text from files, each in a child process with limits, so that a hostile file cannot break the host."""

import asyncio
import json
import logging
import math
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any

from orc.documents.formats import NOTES, SENT_MARKDOWN, SENT_TEXT, SUPPORTED_TYPES, document_failure, extension_of
from orc.domain import ExtractedText, Heading, PageLayout
from orc.errors import OrcError
from orc.ports import PagesRead
from shared.extraction.child import ForkServer, TooMuchOutput
from shared.extraction.formats.reader import is_pdf
from shared.extraction.job import Job, PageJob

logger = logging.getLogger(__name__)

_MAX_HEADER_BYTES = 16 << 20
_MAX_BYTES_PER_CHARACTER = 4
_MANY_PAGES_BYTES = 64 << 10
_PARTS = 2
_OF_A_PART = {"document_without_text", "document_damaged"}  # failures that single pages may cause
_BASE_SECONDS = 10.0
_SECONDS_PER_MIB = 10.0
_SECONDS_PER_CPU_SECOND = 2  # processors are shared with other work
_PAGE_BREAK = "\n\n"


class SubprocessExtractor:
    """Extracts each file in a separate child process, and a long PDF in two; reads pages of PDFs in the same way. Calls
    run concurrently.

    A child has memory_bytes of address space and returns at most max_characters. It has 10 s of processor time, and 10
    more for each MiB of its file, and twice that in wall-clock time; neither exceeds timeout_seconds.
    Cancelling an extraction ends its child. aclose() ends the process that the children are forked from.
    """

    def __init__(
        self,
        *,
        timeout_seconds: float = 120,
        memory_bytes: int = 1 << 30,
        max_characters: int = 20_000_000,
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._memory_bytes = memory_bytes
        self._max_characters = max_characters
        self._fork_server = ForkServer()

    async def extract(
        self,
        data: bytes,
        *,
        name: str,
        read: Callable[[], None] = lambda: None,
        pages_read: PagesRead = lambda _, __: None,
    ) -> ExtractedText:
        """The text of the file. A file without readable text raises DocumentFailure with a code of REASONS."""
        extension = extension_of(name)
        try:
            if extension not in SUPPORTED_TYPES and extension not in (SENT_TEXT, SENT_MARKDOWN):
                raise document_failure("unsupported_document_type")
            if not data:
                raise document_failure("document_empty")
            if not (len(data) >= _MANY_PAGES_BYTES and extension in SUPPORTED_TYPES and is_pdf(data, extension)):
                return await self._extract_part(data, extension)
            read_of_part = [0] * _PARTS

            def note(part: int, count: int, of: int) -> None:
                read_of_part[part] = max(count, read_of_part[part])
                pages_read(min(sum(read_of_part), of), of)

            reading = (self._extract_part(data, extension, part, _PARTS, partial(note, part)) for part in range(_PARTS))
            read_parts = await asyncio.gather(*reading, return_exceptions=True)
            failures = [each for each in read_parts if isinstance(each, BaseException)]
            if failures:  # when only some of the parts are unreadable on their own, the file is read whole
                serious = [each for each in failures if not (isinstance(each, OrcError) and each.code in _OF_A_PART)]
                if serious or len(failures) == _PARTS:
                    raise [*serious, *failures][0]
                return await self._extract_part(data, extension)
            parts = [each for each in read_parts if isinstance(each, ExtractedText) and each.page_starts]
            text = _PAGE_BREAK.join(part.text for part in parts)
            if len(text) > self._max_characters:
                raise document_failure("document_too_large")
            begins = [*accumulate((len(part.text) + len(_PAGE_BREAK) for part in parts), initial=0)][: len(parts)]
            placed = [*zip(begins, parts, strict=True)]
            starts = tuple(begin + start for begin, part in placed for start in part.page_starts)
            headings = tuple(
                replace(each, start=begin + each.start) for begin, part in placed for each in part.headings
            )
            return ExtractedText(text, parts[0].title, starts, headings=headings)
        finally:
            read()

    async def layout(self, data: bytes, page: int, text: str) -> PageLayout:
        """See PageReader."""
        sent = text.encode()
        asked = PageJob(number=page - 1, width=0, text_bytes=len(sent))

        def parse(header: Any, _: bytes) -> PageLayout:
            layout = PageLayout.of(header)
            if len(layout.boxes) != len(text):
                raise ValueError("a box for each character")
            return layout

        return await self._run("pdf", data, parse, page=asked, text=sent)

    async def image(self, data: bytes, page: int, width: int) -> bytes:
        """See PageReader."""
        asked = PageJob(number=page - 1, width=width, text_bytes=0)
        return await self._run("pdf", data, lambda _, body: body, page=asked)

    async def _extract_part(
        self, data: bytes, extension: str, part: int = 0, parts: int = 1, pages_read: PagesRead | None = None
    ) -> ExtractedText:
        return await self._run(
            extension,
            data,
            lambda header, body: ExtractedText(
                body.decode(),
                header["title"],
                tuple(header["page_starts"]),
                tuple(header["page_labels"]),
                tuple(Heading(*heading) for heading in header["headings"]),
                tuple(note for note in NOTES if note in header["notes"]),
            ),
            part=part,
            parts=parts,
            pages_read=pages_read,
        )

    async def _run[Answer](
        self,
        extension: str,
        data: bytes,
        parse: Callable[[Any, bytes], Answer],
        *,
        part: int = 0,
        parts: int = 1,
        page: PageJob | None = None,
        text: bytes = b"",
        pages_read: PagesRead | None = None,
    ) -> Answer:
        """The result of parse for the child's header and the bytes after it."""
        # Bounded by the size of the file: a small file occupies a processor only briefly.
        cpu_seconds = min(self._timeout_seconds, _BASE_SECONDS + _SECONDS_PER_MIB * len(data) / (1 << 20))
        job = Job(
            page=page,
            extension=extension,
            length=len(data),
            part=part,
            parts=parts,
            memory_bytes=self._memory_bytes,
            cpu_seconds=math.ceil(cpu_seconds),
            max_characters=self._max_characters,
        )
        max_output = self._max_characters * _MAX_BYTES_PER_CHARACTER + _MAX_HEADER_BYTES
        try:
            async with asyncio.timeout(min(self._timeout_seconds, _SECONDS_PER_CPU_SECOND * cpu_seconds)):
                status, output = await self._fork_server.run(
                    job, data + text, max_output=max_output, pages_read=pages_read
                )
        except TimeoutError:
            raise document_failure("document_too_complex") from None
        except TooMuchOutput:
            raise document_failure("document_too_large") from None
        if status or not output:  # a signal means an exceeded limit or a crash of a library
            logger.warning("the extraction of a %s file ended with status %s", extension, status)
            if status in {-signal.SIGSEGV, -signal.SIGBUS}:
                raise document_failure("document_damaged")
            if status < 0:
                raise document_failure("document_too_complex")
            raise OrcError("The text extraction did not start.")
        head, _, body = output.partition(b"\n")
        try:
            header = json.loads(head)
            if code := header.get("failure"):
                if cause := header.get("cause"):
                    logger.warning("a %s file could not be read: %s", extension, cause)
                raise document_failure(code, str(header.get("detail", "")))
            return parse(header, body)
        except (
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
        ) as error:  # the file has taken control of the worker
            raise document_failure("document_damaged") from error

    async def aclose(self) -> None:
        """Ends the process that the children are forked from."""
        await asyncio.to_thread(self._fork_server.close)
