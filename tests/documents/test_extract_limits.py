"""Hostile files and impatient callers: the limits hold, the host goes on, and nothing of the child stays behind."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from orc.documents.extract import SubprocessExtractor
from orc.errors import DocumentFailure, OrcError
from tests.support import files

SMALL_MEMORY = 256 << 20


class Children:
    """The child processes that were started, in order, with the environment that each was given."""

    def __init__(self) -> None:
        self.pids: list[int] = []
        self.environments: list[Mapping[str, str]] = []
        self._started = asyncio.Condition()

    async def record(self, process: asyncio.subprocess.Process, environment: Mapping[str, str]) -> None:
        self.pids.append(process.pid)
        self.environments.append(environment)
        async with self._started:
            self._started.notify_all()

    async def started(self, count: int) -> None:
        async with asyncio.timeout(10), self._started:
            await self._started.wait_for(lambda: len(self.pids) >= count)

    def all_gone(self) -> bool:
        return bool(self.pids) and not any(is_there(pid) for pid in self.pids)


def is_there(pid: int) -> bool:
    """Also true of a child that ended and was not waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def open_files() -> set[Path]:
    return set(Path("/dev/fd").iterdir())


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> Children:
    children = Children()
    start: Callable[..., Any] = asyncio.create_subprocess_exec

    async def record(*arguments: str, **options: Any) -> asyncio.subprocess.Process:
        process: asyncio.subprocess.Process = await start(*arguments, **options)
        await children.record(process, options["env"])
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", record)
    return children


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
    "deep json": (lambda: b"[" * 100_000, "a.json"),
}


@pytest.mark.req("SE-04")
@pytest.mark.parametrize("case", GREEDY)
async def test_a_file_that_takes_too_much_to_read_is_given_up(children: Children, case: str) -> None:
    make, name = GREEDY[case]
    extractor = SubprocessExtractor(timeout_seconds=60, memory_bytes=SMALL_MEMORY)
    assert await failure_of(extractor, make(), name) == "document_too_complex"
    assert children.all_gone()


@pytest.mark.req("SE-04")
async def test_a_file_that_takes_too_long_to_read_is_given_up(children: Children) -> None:
    extractor = SubprocessExtractor(timeout_seconds=0.5)
    assert await failure_of(extractor, files.make_slow_pdf(), "a.pdf") == "document_too_complex"
    assert children.all_gone()


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
async def test_the_host_goes_on_while_a_hostile_file_is_read(children: Children) -> None:
    extractor = SubprocessExtractor()
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(1)
    assert (await extractor.extract(b"quick", name="quick.txt")).text == "quick"
    assert not slow.done()
    await stop(slow)


@pytest.mark.req("SE-04")
async def test_a_cancelled_extraction_leaves_no_child(children: Children) -> None:
    slow = asyncio.create_task(SubprocessExtractor().extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(1)
    await stop(slow)
    assert children.all_gone()


@pytest.mark.req("SE-04")
async def test_a_cancelled_extraction_of_a_large_file_leaves_no_child(children: Children) -> None:
    large = files.make_slow_pdf() + b"\n" * (20 << 20)
    slow = asyncio.create_task(SubprocessExtractor().extract(large, name="slow.pdf"))
    await children.started(1)
    await stop(slow)
    assert children.all_gone()


@pytest.mark.req("SE-04")
async def test_no_more_children_run_than_there_are_slots(children: Children) -> None:
    extractor = SubprocessExtractor(concurrency=1)
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(1)
    waiting = asyncio.create_task(extractor.extract(b"text", name="a.txt"))
    await SubprocessExtractor().extract(b"another extractor has slots of its own", name="b.txt")
    assert len(children.pids) == 2
    assert not waiting.done()
    await stop(slow)
    assert (await waiting).text == "text"


@pytest.mark.req("SE-04")
async def test_no_file_stays_open_however_an_extraction_ends(children: Children) -> None:
    extractor = SubprocessExtractor(timeout_seconds=0.5)
    await extractor.extract(b"text", name="a.txt")
    before = open_files()
    await extractor.extract(b"text", name="a.txt")
    await failure_of(extractor, b"[", "a.json")
    await failure_of(extractor, files.make_slow_pdf(), "slow.pdf")
    slow = asyncio.create_task(extractor.extract(files.make_slow_pdf(), name="slow.pdf"))
    await children.started(5)
    await stop(slow)
    assert open_files() == before


@pytest.mark.req("SE-04", "SE-08")
async def test_the_child_gets_nothing_of_the_environment(children: Children, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    await SubprocessExtractor().extract(b"text", name="a.txt")
    [environment] = children.environments
    assert set(environment) <= {"LD_LIBRARY_PATH"}


@pytest.mark.req("SE-08")
async def test_what_is_logged_of_a_damaged_file_quotes_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    relations = "<confidential/>"
    data = files.replace_part(files.make_docx(["confidential"]), "_rels/.rels", relations)
    assert await failure_of(SubprocessExtractor(), data, "confidential.docx") == "document_damaged"
    assert "docx file could not be read" in caplog.text
    assert "confidential" not in caplog.text


async def test_a_child_that_cannot_start_is_no_fault_of_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])
    with pytest.raises(OrcError) as failure:
        await SubprocessExtractor().extract(b"text", name="a.txt")
    assert not isinstance(failure.value, DocumentFailure)


@pytest.mark.req("SE-04")
@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("yes", "document_too_large"),
        ("echo nonsense", "document_damaged"),
        ("echo '[]'", "document_damaged"),
        ("""echo '{"failure": "made_up"}'""", "document_damaged"),
        ("kill -SEGV $$", "document_damaged"),
        ("kill -KILL $$", "document_too_complex"),
        ("exec >&-; exec sleep 60", "document_too_complex"),
    ],
)
async def test_the_host_bears_with_a_child_that_a_file_has_taken_over(
    children: Children, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, code: str
) -> None:
    child = tmp_path / "child"
    child.write_text(f"#!/bin/sh\nPATH=/bin:/usr/bin\n{script}\n")
    child.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(child))
    extractor = SubprocessExtractor(timeout_seconds=5 if "sleep" not in script else 0.5, max_characters=1000)
    assert await failure_of(extractor, b"x" * (1 << 20), "a.txt") == code
    assert children.all_gone()
