"""Hostile files and impatient callers: the limits hold, the host goes on, and nothing of the child stays behind."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from orc.errors import DocumentFailure, OrcError
from shared.extraction import child
from shared.extraction.extractor import SubprocessExtractor
from tests.support import files
from tests.support.waiting import until

SMALL_MEMORY = 256 << 20


class Children:
    """The child processes of extractors, as the system has them."""

    def __init__(self) -> None:
        self._extractors: list[SubprocessExtractor] = []

    def of(self, extractor: SubprocessExtractor) -> SubprocessExtractor:
        self._extractors.append(extractor)
        return extractor

    @property
    def fork_servers(self) -> list[int]:
        return [process.popen.pid for extractor in self._extractors for process in extractor._fork_server._processes]

    def pids(self) -> list[int]:
        """Also of those that ended and were not waited for."""
        fork_servers = set(self.fork_servers)
        return [pid for pid, parent in parents().items() if parent in fork_servers]

    async def started(self, count: int) -> None:
        """Returns once so many read a file; a spare one for each extractor may wait for the next."""
        await until(lambda: len(self.pids()) - self._spares == count)

    @property
    def _spares(self) -> int:
        return sum(spare.waits for extractor in self._extractors for spare in extractor._fork_server._spares)

    async def aclose(self) -> None:
        for extractor in self._extractors:
            await extractor.aclose()


def parents() -> dict[int, int]:
    """The parent of each process there is."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            found[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    return found


def is_running(pid: int) -> bool:
    """Not so of one that ended and was not waited for."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def open_files() -> set[Path]:
    return set(Path("/dev/fd").iterdir())


@pytest.fixture
async def children() -> AsyncIterator[Children]:
    children = Children()
    yield children
    await children.aclose()


async def failure_of(extractor: SubprocessExtractor, data: bytes, name: str) -> str:
    with pytest.raises(DocumentFailure) as failure:
        await extractor.extract(data, name=name)
    return failure.value.code


async def stop(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


GREEDY: dict[str, tuple[Callable[[], bytes], str]] = {
    "pdf of forms": (files.make_greedy_pdf, "a.pdf"),
    "zip bomb": (lambda: files.make_zip_bomb_docx(260), "a.docx"),
    "docx of elements": (lambda: files.make_docx_of_many_parts(3_000_000), "a.docx"),
    "deep docx": (lambda: files.make_docx_with_body("<w:p>" * 5000 + "</w:p>" * 5000), "a.docx"),
    "wide html": (lambda: b"<p>x</p>" * 2_000_000, "a.html"),
    "deep html": (lambda: b"<div>" * 100_000 + b"deep", "a.html"),
}


@pytest.mark.req("SE-04")
@pytest.mark.parametrize("case", GREEDY)
async def test_a_file_that_takes_too_much_to_read_is_given_up(children: Children, case: str) -> None:
    make, name = GREEDY[case]
    extractor = children.of(SubprocessExtractor(timeout_seconds=60, memory_bytes=SMALL_MEMORY))
    assert await failure_of(extractor, make(), name) == "document_too_complex"
    await children.started(0)


@pytest.mark.req("SE-04")
async def test_a_file_that_takes_too_long_to_read_is_given_up(children: Children) -> None:
    extractor = children.of(SubprocessExtractor(timeout_seconds=1))
    assert await failure_of(extractor, files.make_slow_pdf(), "a.pdf") == "document_too_complex"
    await children.started(0)


@pytest.mark.req("SE-04")
@pytest.mark.parametrize(
    ("data", "name"),
    [(b"x" * 1001, "a.txt"), (files.make_pdf(["x" * 90] * 40), "a.pdf"), (files.make_docx(["x" * 1001]), "a.docx")],
    ids=["txt", "pdf", "docx"],
)
async def test_more_text_than_the_bound_is_too_large(data: bytes, name: str) -> None:
    assert await failure_of(SubprocessExtractor(max_characters=1000), data, name) == "document_too_large"


@pytest.mark.req("SE-04")
async def test_text_of_just_the_bound_is_taken() -> None:
    extractor = SubprocessExtractor(max_characters=1000)
    assert len((await extractor.extract(b"x" * 1000, name="a.txt")).text) == 1000
    assert len((await extractor.extract(files.make_pdf(["x" * 499] * 2), name="a.pdf")).text) == 1000


async def test_a_document_of_megabytes_comes_through_whole() -> None:
    text = "".join(f"Line {number} of a long log.\n" for number in range(200_000))
    assert (await SubprocessExtractor().extract(text.encode(), name="a.log")).text == text


@pytest.mark.req("SE-04")
async def test_other_files_are_extracted_during_a_hostile_one(children: Children) -> None:
    extractor = children.of(SubprocessExtractor())
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(1)
    assert (await extractor.extract(b"quick", name="quick.txt")).text == "quick"
    assert not slow.done()
    await stop(slow)


@pytest.mark.req("SE-04")
@pytest.mark.parametrize("padding", [0, 20 << 20], ids=["small", "large"])
async def test_a_cancelled_extraction_leaves_no_child(children: Children, padding: int) -> None:
    extractor = children.of(SubprocessExtractor())
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf() + b"\n" * padding, name="slow.pdf"))
    await children.started(2 if padding else 1)
    await stop(slow)
    await children.started(0)


def processor_seconds(pid: int) -> int:
    """As the system allows them to a process."""
    [line] = [line for line in Path(f"/proc/{pid}/limits").read_text().splitlines() if line.startswith("Max cpu time")]
    limit = line.split()[3]
    return int(limit) if limit.isdecimal() else 0


@pytest.mark.req("SE-04", "SE-14")
@pytest.mark.parametrize(("mebibytes", "most", "allowed"), [(0, 120, 11), (4, 120, 51), (40, 120, 120), (4, 20, 20)])
async def test_the_time_that_a_file_may_take_grows_with_its_size(
    children: Children, mebibytes: int, most: int, allowed: int
) -> None:
    extractor = children.of(SubprocessExtractor(timeout_seconds=most))
    file = files.make_slow_pdf() + b" " * (mebibytes << 20)
    slow = asyncio.create_task(extractor.extract(file, name="slow.pdf"))
    await until(lambda: {processor_seconds(pid) for pid in children.pids()} == {allowed})
    await stop(slow)


@pytest.mark.req("SE-04")
async def test_no_file_stays_open_however_an_extraction_ends(children: Children) -> None:
    extractor = children.of(SubprocessExtractor(timeout_seconds=3))
    await extractor.extract(b"text", name="a.txt")
    before = open_files()
    await extractor.extract(b"text", name="a.txt")
    await failure_of(extractor, b"\0", "a.json")
    await failure_of(extractor, files.make_slow_pdf(), "slow.pdf")
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(1)
    await stop(slow)
    await extractor.extract(b"text", name="a.txt")
    assert len(open_files()) == len(before)


@pytest.mark.req("SE-08")
async def test_logs_about_a_damaged_file_quote_none_of_it(caplog: pytest.LogCaptureFixture) -> None:
    slides = files.replace_part(
        files.make_pptx([files.Slide("confidential")]), "ppt/_rels/presentation.xml.rels", "<confidential/>"
    )
    assert await failure_of(SubprocessExtractor(), slides, "confidential.pptx") == "document_damaged"
    assert "confidential" not in caplog.text


async def test_a_spare_child_that_was_killed_is_not_used(children: Children) -> None:
    extractor = children.of(SubprocessExtractor())
    await extractor.extract(b"text", name="a.txt")
    await until(lambda: len(children.pids()) == 1)
    [spare] = children.pids()
    os.kill(spare, signal.SIGKILL)
    await until(lambda: not children.pids())
    assert (await extractor.extract(b"again", name="a.txt")).text == "again"


@pytest.mark.req("SE-04")
async def test_no_child_reads_a_second_file(children: Children) -> None:
    extractor = children.of(SubprocessExtractor())
    await extractor.extract(b"text", name="a.txt")
    await until(lambda: len(children.pids()) == 1)
    [spare] = children.pids()
    await extractor.extract(b"text", name="a.txt")
    await until(lambda: len(children.pids()) == 1)
    assert children.pids() != [spare]


@pytest.mark.req("SE-04")
async def test_a_failed_child_ends_its_fork_server(children: Children) -> None:
    extractor = children.of(SubprocessExtractor(memory_bytes=SMALL_MEMORY))
    await failure_of(extractor, files.make_zip_bomb_docx(20), "a.docx")
    await extractor.extract(b"text", name="a.txt")
    [first] = children.fork_servers
    assert await failure_of(extractor, files.make_greedy_pdf(), "a.pdf") == "document_too_complex"
    assert (await extractor.extract(b"text", name="a.txt")).text == "text"
    assert children.fork_servers[-1] != first
    await until(lambda: not is_running(first))


async def test_a_process_that_was_killed_is_started_again(children: Children) -> None:
    extractor = children.of(SubprocessExtractor())
    await extractor.extract(b"text", name="a.txt")
    [pid] = children.fork_servers
    os.kill(pid, signal.SIGKILL)
    await until(lambda: not is_running(pid))
    assert (await extractor.extract(b"again", name="a.txt")).text == "again"


async def test_an_extractor_that_is_closed_or_forgotten_leaves_no_process(children: Children) -> None:
    closed, forgotten = children.of(SubprocessExtractor()), SubprocessExtractor()
    for extractor in (closed, forgotten):
        await extractor.extract(b"text", name="a.txt")
    pids = {*children.fork_servers, *(process.popen.pid for process in forgotten._fork_server._processes)}
    assert len(pids) == 2
    await closed.aclose()
    del forgotten, extractor
    assert not pids & set(parents())


async def test_a_child_ends_with_the_process_that_forked_it(children: Children) -> None:
    extractor = children.of(SubprocessExtractor())
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(1)
    [child], [fork_server] = children.pids(), children.fork_servers
    await until(lambda: processor_seconds(child))  # it reads
    os.kill(fork_server, signal.SIGKILL)
    await until(lambda: not is_running(child))
    with pytest.raises(OrcError):
        await slow


async def test_a_child_that_cannot_start_is_no_fault_of_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])
    with pytest.raises(OrcError) as failure:
        await SubprocessExtractor().extract(b"text", name="a.txt")
    assert not isinstance(failure.value, DocumentFailure)


@pytest.mark.req("SE-04")
@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        ("endless", "document_too_large"),
        ("counting", "document_too_large"),
        ("nonsense", "document_damaged"),
        ("empty_list", "document_damaged"),
        ("made_up_failure", "document_damaged"),
        ("segmentation_fault", "document_damaged"),
        ("killed", "document_too_complex"),
        ("silent", "document_too_complex"),
    ],
)
async def test_the_host_bears_with_a_child_that_a_file_has_taken_over(
    children: Children, monkeypatch: pytest.MonkeyPatch, behaviour: str, code: str
) -> None:
    boot = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from tests.support import taken_over"
    monkeypatch.setattr(child, "_COMMAND", ("-I", "-S", "-c", f"{boot}; taken_over.main('{behaviour}')"))
    seconds = 1 if behaviour == "silent" else 10
    extractor = children.of(SubprocessExtractor(timeout_seconds=seconds, max_characters=1000))
    assert await failure_of(extractor, b"x" * (1 << 20), "a.txt") == code
    await children.started(0)
