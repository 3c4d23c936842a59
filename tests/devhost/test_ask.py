"""The `ask` command, as a process whose output is no terminal."""

import json
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.forked import fork, kill_group
from tests.support.hosts import RunningHost, running_host

APP = Path(__file__).parent / "ask_app"


@pytest.fixture(scope="module")
def answering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with running_host(APP, tmp_path_factory.mktemp("ask")) as host:
        yield host


@dataclass(frozen=True)
class Ran:
    returncode: int
    stdout: str
    stderr: str


def ask(*arguments: str, **env: str) -> Ran:
    with TemporaryDirectory() as directory:
        stdout, stderr = Path(directory) / "stdout", Path(directory) / "stderr"
        process = fork("shared.devhost.cli", ["ask", *arguments], {**os.environ, **env}, stdout, stderr)
        try:
            return Ran(process.wait(60), stdout.read_text(), stderr.read_text())
        finally:
            kill_group(process)


def file(directory: Path, name: str) -> str:
    path = directory / name
    path.write_text("text")
    return str(path)


def test_files_are_uploaded_and_the_answer_is_shown_with_its_sources(answering: RunningHost, tmp_path: Path) -> None:
    files = [file(tmp_path, "report.pdf"), file(tmp_path, "notes.txt")]

    ran = ask("How were sales?", *files, "--url", answering.url)

    assert ran.returncode == 0, ran.stderr
    assert json.loads((answering.data_dir / "turn.json").read_text()) == {
        "question": "How were sales?",
        "blob_names": ["report.pdf", "notes.txt"],
        "conversation_id": "c-1",
    }
    answer, *_, first, second = ran.stdout.splitlines()
    assert answer == "Sales rose [1]."
    assert first.startswith("[1] report.pdf, page 3: “Net sales rose[31m much")
    assert first.endswith("…”")
    assert second == "[2] notes.txt: “short”"
    assert ran.stderr.splitlines() == [
        *[f"{name}: {status}" for status in ("processing", "ready") for name in ("report.pdf", "notes.txt")],
        "conversation c-1",
        "planning: Looking",
        "step 1: document_chat",
        "recovered from a restart",
    ]


def test_output_that_is_no_terminal_is_plain(answering: RunningHost) -> None:
    ran = ask("How were sales?", "--url", answering.url)

    assert "\x1b" not in ran.stdout + ran.stderr
    assert "\x07" not in ran.stdout


def test_a_conversation_is_continued(answering: RunningHost) -> None:
    assert ask("And then?", "--conversation", "c-9", "--url", answering.url).returncode == 0
    assert json.loads((answering.data_dir / "turn.json").read_text())["conversation_id"] == "c-9"


def test_a_problem_names_its_fields(answering: RunningHost) -> None:
    ran = ask("", "--url", answering.url)

    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "The turn is not valid.\n  question: is empty\n"


def test_an_unreadable_document_is_reported(answering: RunningHost, tmp_path: Path) -> None:
    ran = ask("What is in it?", file(tmp_path, "bad.pdf"), "--url", answering.url)

    assert ran.returncode == 1
    assert ran.stderr.endswith("bad.pdf: failed. it is password-protected\nNo document could be read.\n")


def test_the_documents_that_can_be_read_are_asked_about(answering: RunningHost, tmp_path: Path) -> None:
    ran = ask("What?", file(tmp_path, "bad.pdf"), file(tmp_path, "good.txt"), "--url", answering.url)

    assert ran.returncode == 0
    assert "bad.pdf: failed. it is password-protected" in ran.stderr
    assert json.loads((answering.data_dir / "turn.json").read_text())["blob_names"] == ["good.txt"]


@pytest.mark.parametrize(
    ("question", "told"), [("fail", "The model is away.\nThe turn failed.\n"), ("cut", "The answer was interrupted.\n")]
)
def test_a_turn_that_does_not_complete_is_reported(answering: RunningHost, question: str, told: str) -> None:
    ran = ask(question, "--url", answering.url)

    assert ran.returncode == 1
    assert ran.stderr.endswith(told)


def test_files_that_cannot_be_uploaded_are_reported_before_startup(tmp_path: Path) -> None:
    good, directory = file(tmp_path, "good.txt"), str(tmp_path)
    nowhere = tmp_path / "no-app"

    ran = ask("What is in it?", good, "missing.pdf", directory, "--app", str(nowhere), ORC_DATA_DIR=str(tmp_path / "d"))

    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"There is no file missing.pdf.\n{directory} is not a file.\n"


def test_a_question_of_bytes_that_are_no_text_is_refused() -> None:
    ran = ask("fee\udcff?")
    assert ran.returncode == 2
    assert "argument question: it contains bytes that are no text in this terminal's encoding" in ran.stderr


def test_an_unresponsive_server_is_reported_by_name() -> None:
    ran = ask("Anyone?", "--url", "http://127.0.0.1:9")

    assert (ran.returncode, ran.stderr) == (1, "No server answers at http://127.0.0.1:9.\n")


def test_without_a_server_one_runs_for_the_question_only(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    ran = ask("How were sales?", "--app", str(APP), ORC_PORT=str(port), ORC_DATA_DIR=str(tmp_path))

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Sales rose [1].")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def test_a_server_that_cannot_start_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    ran = ask("Anyone?", "--app", str(tmp_path), ORC_PORT=str(port), ORC_DATA_DIR=str(tmp_path))

    assert ran.returncode == 1
    assert ran.stderr == f"There is no function_app.py in {tmp_path}.\n"
