"""Turns files into text, each in a child process with limits: what a hostile file can break is not the host."""

import asyncio
import json
import logging
import math
import os
import signal
import sys
import sysconfig
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import cast

from orc.documents.extraction.job import Job
from orc.domain import ExtractedText
from orc.errors import DocumentFailure, OrcError

logger = logging.getLogger(__name__)

SUPPORTED_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "pdf": "application/pdf",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "md": "text/markdown",
        "txt": "text/plain",
        "csv": "text/csv",
        "json": "application/json",
        "log": "text/plain",
        "html": "text/html",
        "htm": "text/html",
    }
)
"""The MIME type of each file name extension that can be read."""

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "document_empty": "The file is empty.",
        "document_encrypted": "The file is protected with a password.",
        "document_damaged": "The file is damaged or incomplete.",
        "document_without_text": "The file contains no text. If it is a scan, it needs text recognition first.",
        "document_type_mismatch": "The content of the file is not what its name says.",
        "document_too_large": "The file contains more text than can be taken.",
        "document_too_complex": "Reading the file takes more time or memory than is allowed.",
        "unsupported_document_type": f"Files of this type cannot be read. Supported: {', '.join(SUPPORTED_TYPES)}.",
    }
)
"""What the user is told, by the code of the failure."""

_BOOT = "import json, sys; p, j = map(json.loads, sys.argv[1:]); sys.path[:] = p; from {0} import main; main(j)"
_COMMAND = ("-I", "-S", "-X", "utf8", "-c", _BOOT.format("orc.documents.extraction.worker"))
_MAX_HEADER_BYTES = 16 << 20
_MAX_BYTES_PER_CHARACTER = 4
_READ_SIZE = 1 << 18


def extension_of(name: str) -> str:
    """The file name extension in lower case, without its dot; empty when there is none."""
    return PurePosixPath(name).suffix[1:].lower()


def document_failure(code: str) -> DocumentFailure:
    return DocumentFailure(REASONS[code], code=code)


class SubprocessExtractor:
    """Extracts each file in a fresh child process, at most concurrency of them at a time.

    The child has memory_bytes of address space and timeout_seconds of time, and returns at most max_characters.
    Cancelling an extraction ends its child.
    """

    def __init__(
        self,
        *,
        timeout_seconds: float = 120,
        memory_bytes: int = 1 << 30,
        max_characters: int = 20_000_000,
        concurrency: int = 2,
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._memory_bytes = memory_bytes
        self._max_characters = max_characters
        self._slots = asyncio.Semaphore(concurrency)

    async def extract(self, data: bytes, *, name: str) -> ExtractedText:
        """The text of the file; DocumentFailure, with a code of REASONS, says why there is none."""
        extension = extension_of(name)
        if extension not in SUPPORTED_TYPES:
            raise document_failure("unsupported_document_type")
        if not data:
            raise document_failure("document_empty")
        job = Job(
            extension=extension,
            length=len(data),
            memory_bytes=self._memory_bytes,
            cpu_seconds=math.ceil(self._timeout_seconds),
            max_characters=self._max_characters,
        )
        async with self._slots:
            returncode, output = await self._run(job, data)
        return _outcome(extension, returncode, output)

    async def _run(self, job: Job, data: bytes) -> tuple[int, bytes]:
        arguments = (*_COMMAND, json.dumps(_search_path()), json.dumps(job))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            stdin=PIPE,
            stdout=PIPE,
            limit=_READ_SIZE,
            env=_environment(),
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(self._timeout_seconds):
                output = await self._converse(process, data)
                return await process.wait(), output
        except TimeoutError:
            raise document_failure("document_too_complex") from None
        finally:
            await asyncio.shield(_end(process))

    async def _converse(self, process: Process, data: bytes) -> bytes:
        stdin, stdout = _pipes(process)
        stdin.write(data)
        stdin.close()  # once all is written
        room = self._max_characters * _MAX_BYTES_PER_CHARACTER + _MAX_HEADER_BYTES
        parts: list[bytes] = []
        while part := await stdout.read(_READ_SIZE):
            parts.append(part)
            room -= len(part)
            if room < 0:
                raise document_failure("document_too_large")
        return b"".join(parts)


def _search_path() -> list[str]:
    """Where this process finds its modules; the child, which reads no site configuration, is to find the same."""
    return [str(Path(entry).absolute()) for entry in sys.path]


def _environment() -> dict[str, str]:
    """Nothing of this process's own; a Python built as a shared library may need to be told where that is."""
    return {"LD_LIBRARY_PATH": sysconfig.get_config_var("LIBDIR") or ""}


def _pipes(process: Process) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
    return cast(asyncio.StreamWriter, process.stdin), cast(asyncio.StreamReader, process.stdout)


async def _end(process: Process) -> None:
    """Leaves no process of the child's group, and no pipe to one."""
    _, stdout = _pipes(process)
    if process.returncode is None or not stdout.at_eof():
        with suppress(ProcessLookupError, PermissionError):  # gone, or (on macOS) only to be waited for
            os.killpg(process.pid, signal.SIGKILL)
    while await stdout.read(_READ_SIZE):
        pass
    await process.wait()


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
        raise document_failure(code)
    return ExtractedText(body.decode(), header["title"], tuple(header["page_starts"]))


def _crash(extension: str, returncode: int) -> OrcError:
    """A child that a signal ended came up against a limit, or its library crashed. Any other end is our own mistake."""
    logger.warning("the extraction of a %s file ended with status %s", extension, returncode)
    if returncode in {-signal.SIGSEGV, -signal.SIGBUS}:
        return document_failure("document_damaged")
    if returncode < 0:
        return document_failure("document_too_complex")
    return OrcError("The text extraction did not start.")
