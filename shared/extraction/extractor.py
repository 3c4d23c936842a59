"""Turns files into text, each in a child process with limits: what a hostile file can break is not the host."""

import asyncio
import json
import logging
import math
import signal
from collections.abc import Callable, Sequence
from itertools import accumulate

from orc.documents.formats import NOTES, SENT_MARKDOWN, SENT_TEXT, SUPPORTED_TYPES, document_failure, extension_of
from orc.domain import ExtractedText, Heading
from orc.errors import OrcError
from shared.extraction.child import ForkServer, TooMuchOutput
from shared.extraction.formats.reader import is_pdf
from shared.extraction.job import Job

logger = logging.getLogger(__name__)


_MAX_HEADER_BYTES = 16 << 20
_MAX_BYTES_PER_CHARACTER = 4
_MANY_PAGES_BYTES = 64 << 10
_PARTS = 2
_OF_A_PART = {"document_without_text", "document_damaged"}  # what may be so of some pages only
_BASE_SECONDS = 10.0
_SECONDS_PER_MIB = 10.0
_SECONDS_PER_CPU_SECOND = 2  # processors are shared
_PAGE_BREAK = "\n\n"


class SubprocessExtractor:
    """Extracts each file in a child process of its own, a long PDF in two, as many at a time as it is asked for.

    A child has memory_bytes of address space and returns at most max_characters. It has 10 s of processor time, and 10
    more for each MiB of its file, and twice that in all; neither is more than timeout_seconds.
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

    async def extract(self, data: bytes, *, name: str, read: Callable[[], None] = lambda: None) -> ExtractedText:
        """The text of the file; DocumentFailure, with a code of REASONS, says why there is none."""
        try:
            return await self._extract(data, extension_of(name))
        finally:
            read()

    async def _extract(self, data: bytes, extension: str) -> ExtractedText:
        if extension not in SUPPORTED_TYPES and extension not in (SENT_TEXT, SENT_MARKDOWN):
            raise document_failure("unsupported_document_type")
        if not data:
            raise document_failure("document_empty")
        if len(data) >= _MANY_PAGES_BYTES and extension in SUPPORTED_TYPES and is_pdf(data, extension):
            return await self._extract_in_parts(data, extension)
        return await self._extract_part(data, extension)

    async def _extract_in_parts(self, data: bytes, extension: str) -> ExtractedText:
        """Reads the parts side by side. When only some of them cannot be read by themselves, the file is read whole."""
        reading = (self._extract_part(data, extension, part, _PARTS) for part in range(_PARTS))
        read = await asyncio.gather(*reading, return_exceptions=True)
        failures = [each for each in read if isinstance(each, BaseException)]
        if not failures:
            return self._joined([each for each in read if isinstance(each, ExtractedText) and each.page_starts])
        serious = [each for each in failures if not (isinstance(each, OrcError) and each.code in _OF_A_PART)]
        if serious or len(failures) == _PARTS:
            raise [*serious, *failures][0]
        return await self._extract_part(data, extension)

    def _joined(self, parts: Sequence[ExtractedText]) -> ExtractedText:
        text = _PAGE_BREAK.join(part.text for part in parts)
        if len(text) > self._max_characters:
            raise document_failure("document_too_large")
        begins = accumulate((len(part.text) + len(_PAGE_BREAK) for part in parts), initial=0)
        starts = [begin + start for begin, part in zip(begins, parts, strict=False) for start in part.page_starts]
        return ExtractedText(text, parts[0].title, tuple(starts))

    async def _extract_part(self, data: bytes, extension: str, part: int = 0, parts: int = 1) -> ExtractedText:
        job = Job(
            extension=extension,
            length=len(data),
            part=part,
            parts=parts,
            memory_bytes=self._memory_bytes,
            cpu_seconds=math.ceil(self._seconds_for(data)),
            max_characters=self._max_characters,
        )
        returncode, output = await self._run(job, data)
        return _outcome(extension, returncode, output)

    async def _run(self, job: Job, data: bytes) -> tuple[int, bytes]:
        room = self._max_characters * _MAX_BYTES_PER_CHARACTER + _MAX_HEADER_BYTES
        try:
            async with asyncio.timeout(min(self._timeout_seconds, _SECONDS_PER_CPU_SECOND * self._seconds_for(data))):
                return await self._fork_server.run(job, data, max_output=room)
        except TimeoutError:
            raise document_failure("document_too_complex") from None
        except TooMuchOutput:
            raise document_failure("document_too_large") from None

    def _seconds_for(self, data: bytes) -> float:
        """Of processor time. What a file can take is bounded by its size: a small one holds nobody up for long."""
        return min(self._timeout_seconds, _BASE_SECONDS + _SECONDS_PER_MIB * len(data) / (1 << 20))

    async def aclose(self) -> None:
        await asyncio.to_thread(self._fork_server.close)


def _outcome(extension: str, returncode: int, output: bytes) -> ExtractedText:
    if returncode or not output:
        raise _crash(extension, returncode)
    try:
        return _parsed(extension, output)
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # no longer the worker that we started
        raise document_failure("document_damaged") from error


def _parsed(extension: str, output: bytes) -> ExtractedText:
    head, _, body = output.partition(b"\n")
    header = json.loads(head)
    if code := header.get("failure"):
        if cause := header.get("cause"):
            logger.warning("a %s file could not be read: %s", extension, cause)
        raise document_failure(code, str(header.get("detail", "")))
    return ExtractedText(
        body.decode(),
        header["title"],
        tuple(header["page_starts"]),
        tuple(header["page_labels"]),
        tuple(Heading(*heading) for heading in header["headings"]),
        tuple(note for note in NOTES if note in header["notes"]),
    )


def _crash(extension: str, returncode: int) -> OrcError:
    """A child that a signal ended came up against a limit, or its library crashed. Any other end is our own mistake."""
    logger.warning("the extraction of a %s file ended with status %s", extension, returncode)
    if returncode in {-signal.SIGSEGV, -signal.SIGBUS}:
        return document_failure("document_damaged")
    if returncode < 0:
        return document_failure("document_too_complex")
    return OrcError("The text extraction did not start.")
