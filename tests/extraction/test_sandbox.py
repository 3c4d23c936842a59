"""A child that a file has taken over has its own memory and the socket to the host, and gets at nothing else."""

import ast
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from orc.errors import DocumentFailure
from orc.ports import DOCUMENT_ITEMS
from shared import bootstrap
from shared.extraction import child, sandbox
from shared.extraction.extractor import SubprocessExtractor
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.support.forked import ROOT

pytestmark = [pytest.mark.req("SE-16"), pytest.mark.skipif(sys.platform != "linux", reason="what Linux has")]

_BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from tests.support import hostile_reader"
_SECRET = "a key that is nobody's business"
_FILES = sandbox.LANDLOCK, "limits"


@dataclass(frozen=True)
class Attempt:
    """What a child tries, and which mechanisms, besides seccomp, refuse it alone; all do together."""

    expression: str
    refused_by: tuple[str, ...] = ()


ATTEMPTS = {
    "the host's environment": Attempt("read('/proc/{host}/environ')", _FILES),
    "the host's memory": Attempt("os.close(os.open('/proc/{host}/mem', os.O_RDONLY))", _FILES),
    "the host's open files": Attempt("os.listdir('/proc/{host}/fd')", _FILES),
    "the fork server's environment": Attempt("read('/proc/{fork_server}/environ')", _FILES),
    "the database": Attempt("read('{place}/orc.db')", _FILES),
    "a list of another caller's files": Attempt("os.listdir('{place}/blobs')", _FILES),
    "another caller's file": Attempt("read('{place}/blobs/a.txt')", _FILES),
    "facts of another caller's file": Attempt("os.stat('{place}/blobs/a.txt')"),
    "a file of the system": Attempt("read('/etc/passwd')", _FILES),
    "to write a file": Attempt("write('{place}/new')", _FILES),
    "to empty a file": Attempt("os.truncate('{place}/blobs/empty', 0)", (sandbox.LANDLOCK,)),
    "to rename a file": Attempt("os.rename('{place}/blobs/empty', '{place}/blobs/b')", (sandbox.LANDLOCK,)),
    "to remove a file": Attempt("os.unlink('{place}/blobs/spare')", (sandbox.LANDLOCK,)),
    "TCP": Attempt("connect(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', {tcp}))", _FILES),
    "UDP": Attempt("connect(socket.AF_INET, socket.SOCK_DGRAM, ('127.0.0.1', {udp}))", ("limits",)),
    "a Unix socket": Attempt("connect(socket.AF_UNIX, socket.SOCK_STREAM, '{place}/socket')", ("limits",)),
    "a Unix socket without a file": Attempt("connect(socket.AF_UNIX, socket.SOCK_STREAM, '\\0{place}')", _FILES),
    "to fork": Attempt("forked()"),
    "to start a program": Attempt("started('/bin/true')", (sandbox.LANDLOCK,)),
    "to signal the host": Attempt("os.kill({host}, signal.SIGURG)", (sandbox.LANDLOCK,)),
    "to trace the host": Attempt("traced({host})", (sandbox.LANDLOCK,)),
    "a piece of the host's memory": Attempt("peeked({host})", (sandbox.LANDLOCK,)),
    "the host's limits": Attempt("resource.prlimit({host}, resource.RLIMIT_CORE)"),
    "another file descriptor": Attempt("os.dup(0)", ("limits",)),
    "its own limits": Attempt("resource.setrlimit(resource.RLIMIT_CORE, (0, 0))"),
    "to leave its group": Attempt("os.setpgid(0, {fork_server})"),
}

_YAMA = Path("/proc/sys/kernel/yama/ptrace_scope")  # with it, a process traces those alone that it has started
_REFUSED_TO_ALL = {  # shut in or not
    *({"the fork server's environment"} if os.getuid() else ()),  # it hides, which root does not mind
    *(
        {"the host's memory", "to trace the host", "a piece of the host's memory"}
        if _YAMA.exists() and _YAMA.read_text().strip() != "0"
        else ()
    ),
}


class World:
    """What there is to get at; running expressions in a child."""

    def __init__(self, place: Path, opened: ExitStack) -> None:
        self.place = place
        (place / "blobs").mkdir()
        for name in ("a.txt", "empty", "spare"):
            (place / "blobs" / name).write_text(_SECRET if name == "a.txt" else "")
        self.extractor = SubprocessExtractor(timeout_seconds=30)
        sockets = [socket.socket(socket.AF_INET, kind) for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        named, abstract = (socket.socket(socket.AF_UNIX) for _ in range(2))
        named.bind(str(place / "socket"))
        abstract.bind(f"\0{place}")
        for each in (sockets[0], named, abstract):
            each.listen()
        for each in (*sockets, named, abstract):
            opened.enter_context(each)
        self.tcp, self.udp = (each.getsockname()[1] for each in sockets)

    async def run(self, *expressions: str) -> dict[str, tuple[str | None, str]]:
        """By each expression: the error that it met, or None, and its value."""
        text = (await self.extractor.extract(json.dumps(expressions).encode(), name="a.txt")).text
        return {expression: (error, value) for expression, (error, value) in json.loads(text).items()}

    async def value(self, expression: str) -> object:
        [(error, value)] = (await self.run(expression)).values()
        assert error is None
        return ast.literal_eval(value)

    async def got(self) -> set[str]:
        """What a child has come by of all that it tried."""
        await self.run()  # so that there is a fork server
        fork_server = self.extractor._fork_server._processes[-1].popen.pid
        facts = {"place": self.place, "host": os.getpid(), "fork_server": fork_server, "tcp": self.tcp, "udp": self.udp}
        expressions = {name: attempt.expression.format(**facts) for name, attempt in ATTEMPTS.items()}
        results = await self.run(*expressions.values())
        return {name for name, expression in expressions.items() if results[expression][0] is None}


@pytest.fixture
async def world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[World]:
    mechanism = getattr(request, "param", "all")
    if mechanism in sandbox.missing():
        pytest.skip(f"this system has no {mechanism}")
    monkeypatch.setenv("OPENAI_API_KEY", _SECRET)
    monkeypatch.setattr(child, "_COMMAND", (*child._COMMAND[:-1], f"{_BOOT}; hostile_reader.main('{mechanism}')"))
    database = SqliteDatabase(tmp_path / "orc.db")
    await SqliteItemStore(database, DOCUMENT_ITEMS).ping()
    with ExitStack() as opened:
        made = World(tmp_path, opened)
        yield made
        await made.extractor.aclose()
    await database.aclose()


@pytest.mark.parametrize("world", ["all", "seccomp"], indirect=True)
async def test_a_child_that_was_taken_over_gets_at_nothing(world: World) -> None:
    assert await world.got() == set()


@pytest.mark.parametrize("world", ["nothing"], indirect=True)
async def test_a_child_that_is_not_shut_in_gets_at_everything(world: World) -> None:
    """So the attempts are attempts."""
    assert await world.got() == set(ATTEMPTS) - _REFUSED_TO_ALL


@pytest.mark.parametrize("world", ["Landlock", "limits"], indirect=True)
async def test_each_sandbox_mechanism_works_alone(world: World, request: pytest.FixtureRequest) -> None:
    mechanism = request.node.callspec.params["world"]
    refused = {name for name, attempt in ATTEMPTS.items() if mechanism in attempt.refused_by}
    assert not await world.got() & refused


@pytest.mark.req("SE-04", "SE-08")
async def test_a_child_has_no_secret_and_no_file_to_begin_with(world: World) -> None:
    variables = await world.value("dict(os.environ)")
    assert isinstance(variables, dict)
    assert {name for name in variables if not name.startswith("MALLOC_")} <= {"LC_CTYPE", "LD_LIBRARY_PATH"}
    assert _SECRET not in str(variables)
    assert await world.value("open_files()") == [1, 2]  # which lead nowhere
    assert await world.value("os.write(1, b'x') + os.write(2, b'x')") == 2


@pytest.mark.skipif(sandbox.SECCOMP in sandbox.missing(), reason="this system has no seccomp")
async def test_a_child_makes_none_of_all_other_system_calls(world: World) -> None:
    assert await world.value("calls_not_refused()") == []


async def test_a_child_starts_no_program_in_its_own_place(world: World) -> None:
    [(error, _)] = (await world.run("os.execv('/bin/true', ['true'])")).values()
    assert error == "EPERM"


async def test_a_child_can_abort_itself(world: World) -> None:
    """As C libraries do that run out of memory; it is told from damage by the signal."""
    with pytest.raises(DocumentFailure) as failure:
        await world.run("os.abort()")
    assert failure.value.code == "document_too_complex"


def test_another_process_of_the_user_cannot_look_into_one_that_hides() -> None:
    """Nobody is root here: root may look anywhere."""
    script = """
import os
from shared.extraction import sandbox
if not os.getuid():
    os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
sandbox._prctl(sandbox._PR_SET_DUMPABLE, 1)  # as is usual for a process that changes no user
def seen():
    if not (other := os.fork()):
        count = 0
        for name in ("environ", "fd/0"):
            try:
                os.open(f"/proc/{os.getppid()}/{name}", os.O_RDONLY)
                count += 1
            except PermissionError:
                pass
        os._exit(count)
    return os.waitstatus_to_exitcode(os.waitpid(other, 0)[1])
before = seen()
sandbox.hide()
print(before, seen())
"""
    assert _output_of(script) == "2 0"


def test_the_app_hides_before_its_services_are_used(tmp_path: Path) -> None:
    script = """
import asyncio, ctypes
from shared.bootstrap import close_services, get_services
async def main():
    await get_services()
    print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))  # PR_GET_DUMPABLE
    await close_services()
asyncio.run(main())
"""
    assert _output_of(script, ORC_DATA_DIR=str(tmp_path)) == "0"


@pytest.mark.parametrize("lacking", [[], ["Landlock", "seccomp"]], ids=["nothing", "all"])
async def test_missing_system_features_are_logged_once_at_startup(
    lacking: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ORC_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(sandbox, "missing", lambda: lacking)
    monkeypatch.setattr(sandbox, "hide", lambda: None)
    monkeypatch.setattr(bootstrap, "before_sigterm", lambda _: None)
    for _ in range(2):
        await bootstrap.get_services()
    await bootstrap.close_services()
    said = [record.getMessage() for record in caplog.records if "Landlock" in record.getMessage()]
    assert len(said) == bool(lacking)


def _output_of(script: str, **variables: str) -> str:
    command = [sys.executable, "-c", script]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return done.stdout.strip()
