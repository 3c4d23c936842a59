"""Files of questions: what is taken, and how mistakes are told."""

import asyncio
import os
from pathlib import Path

import pytest

from shared.evaluate.cli import main
from tests.evaluate.questions import RENT, write_questions
from tests.support.forked import fork
from tests.support.loopback import LoopbackServer, Received, send_json

pytestmark = pytest.mark.req("BX-17")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{nonsense", "column 2: not JSON (Expecting property name enclosed in double quotes)"),
        ("[]", "the line must be a JSON object"),
        ({"id": "a"}, "question: missing"),
        (RENT | {"question": " "}, "question: String should have at least 1 character"),
        (RENT | {"anser": "x"}, "anser: unknown field; the fields are id, question, documents, gold, history"),
        (RENT | {"gold": {"quote": "x"}}, "gold.quote: unknown field; the fields are quotes, answers, answerable"),
        (RENT | {"gold": "1,250 euros"}, "gold: must be a JSON object"),
        (RENT | {"gold": {"answerable": "no"}}, "gold.answerable: Input should be a valid boolean"),
        (RENT | {"gold": {"answerable": False, "quotes": ["x"]}}, "gold: answerable is false, but there are quotes"),
        (RENT | {"documents": ["leese.md"]}, "documents.0: "),
        (RENT | {"documents": ["."]}, "documents.0: . is a folder"),
        (RENT | {"documents": ["lease.md", "./lease.md"]}, "documents: the same document is named twice"),
    ],
)
def test_an_invalid_line_is_reported_with_file_line_and_field(
    line: object, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_questions(tmp_path, RENT | {"id": "sound"}, line)  # type: ignore[arg-type]

    assert main(["run", str(path)]) == 2

    assert f"{path}:2: {told}" in capsys.readouterr().err
    assert not (tmp_path / "evaluation").exists()


def test_all_invalid_lines_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_questions(tmp_path, RENT, RENT, "", {"id": "b", "question": "?", "documents": ["none.pdf"]}, "{")

    assert main(["run", str(path)]) == 2

    told = capsys.readouterr().err
    assert f"{path}:2: id: 'rent' is also used in line 1" in told
    assert f"{path}:4: documents.0: " in told
    assert f"{path}:5: column 2" in told


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.jsonl").write_bytes('{"id": "é"}'.encode("latin-1"))
    (tmp_path / "empty.jsonl").write_text("\n")

    for name, told in (
        ("none.jsonl", "cannot be read: No such file"),
        ("latin.jsonl", "is not UTF-8 (byte 8)"),
        ("empty.jsonl", "has no questions"),
    ):
        assert main(["run", str(tmp_path / name)]) == 2
        assert f"{tmp_path / name} {told}" in capsys.readouterr().err


def test_only_unconfirmed_questions_are_a_mistake_that_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_questions(tmp_path, RENT | {"confirmed": False}))]) == 2

    assert "has no confirmed questions; --unconfirmed asks the others too." in capsys.readouterr().err


def test_an_unknown_measure_is_refused_with_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_questions(tmp_path, RENT)

    assert main(["run", str(path), "--fail-under", "recall=0.8"]) == 2

    told = capsys.readouterr().err
    assert "there is no measure 'recall'. Measures: evidence_at_1, evidence_at_5," in told
    assert "time_p95" in told


@pytest.mark.parametrize("value", ["high", "", "nan", "inf"])
def test_a_threshold_that_is_no_number_is_refused(
    value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_questions(tmp_path, RENT)), "--fail-under", f"verified={value}"]) == 2

    assert f"'verified={value}' is not verified=NUMBER." in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1", "soon"])
def test_a_limit_that_is_no_time_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], seconds: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["run", str(write_questions(tmp_path, RENT)), "--timeout", seconds])

    assert refused.value.code == 2
    assert f"argument --timeout: {seconds} is not a number of seconds" in capsys.readouterr().err


def test_a_token_comes_from_the_variable_that_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_questions(tmp_path, RENT)

    assert main(["run", str(path), "--url", "http://127.0.0.1:1", "--token-env", "NO_SUCH_TOKEN"]) == 2

    assert "The environment variable NO_SUCH_TOKEN is not set." in capsys.readouterr().err


def test_a_token_is_not_sent_over_http_to_another_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_TOKEN", "secret")
    path = write_questions(tmp_path, RENT)

    assert main(["run", str(path), "--url", "http://orc.example", "--token-env", "A_TOKEN"]) == 2

    told = capsys.readouterr().err
    assert "a token is not sent over http to orc.example" in told
    assert "secret" not in told


def test_an_unwritable_folder_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_questions(tmp_path, RENT)

    assert main(["run", str(path), "--out", str(tmp_path / "lease.md" / "out")]) == 2

    assert f"{tmp_path / 'lease.md' / 'out'}: Not a directory." in capsys.readouterr().err


async def test_a_token_goes_with_every_request_and_into_no_file(tmp_path: Path) -> None:
    path = write_questions(tmp_path, RENT)
    async with Guarded() as deployment:
        process = await asyncio.to_thread(
            fork,
            "shared.evaluate.cli",
            ["run", str(path), "--url", deployment.address, "--token-env", "A_TOKEN"],
            {**os.environ, "A_TOKEN": "sesame"},
            tmp_path / "stdout",
            tmp_path / "stderr",
        )
        assert await asyncio.to_thread(process.wait, 60) == 2

    assert [each.headers["authorization"] for each in deployment.requests] == ["Bearer sesame"] * 2
    assert "401 Unauthorized (unauthenticated): Sign in." in (tmp_path / "stderr").read_text()
    assert [name for name, data in all_files(tmp_path).items() if b"sesame" in data] == []
    assert len(all_files(tmp_path)) > 4


def all_files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Guarded(LoopbackServer):
    """A deployment that lets nobody in."""

    async def respond(self, received: Received, writer: asyncio.StreamWriter) -> None:
        if received.path == "/api/health":
            await send_json(writer, {"status": "ok"})
        else:
            await send_json(writer, {"code": "unauthenticated", "detail": "Sign in."}, status=401)
