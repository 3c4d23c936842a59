"""Questions that are drafted from documents: by a model, and without one."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.evaluate.cli import main
from shared.evaluate.questions import read_questions
from tests.evaluate.questions import LEASE, POLICY, RENT, write_questions
from tests.support.app import StubProcess
from tests.support.openai_stub import Reply

pytestmark = pytest.mark.req("BX-17")


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def model(stub_process: StubProcess, monkeypatch: pytest.MonkeyPatch) -> StubProcess:
    monkeypatch.setenv("OPENAI_BASE_URL", stub_process.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    return stub_process


def test_without_a_model_sentences_under_headings_are_asked_about(tmp_path: Path) -> None:
    write_questions(tmp_path, RENT)
    out = tmp_path / "drafts" / "questions.jsonl"

    assert main(["draft", str(tmp_path / "lease.md"), "--out", str(out)]) == 0

    line, notice = lines_of(out)
    assert line["question"] == "What does “Lease of 12 Mill Lane” say about “Rent”?"
    assert notice["question"] == "What does “Lease of 12 Mill Lane” say about “Notice”?"
    assert line["gold"] == {"quotes": ["The monthly rent is 1,250 euros and is due on the third working day."]}
    assert line["confirmed"] is False
    assert line["documents"] == ["../lease.md"]


def test_drafted_questions_can_be_run(tmp_path: Path) -> None:
    path = write_questions(tmp_path, RENT)

    assert main(["draft", str(tmp_path / "lease.md"), str(tmp_path / "policy.txt"), "--out", str(path)]) == 0

    told = [each.fields for each in read_questions(path, remote=False)]
    assert [each.confirmed for each in told] == [True] + [False] * (len(told) - 1)
    assert len(told) >= 3
    assert len({each.id for each in told}) == len(told)


def test_a_model_drafts_in_one_call_a_document(model: StubProcess, tmp_path: Path) -> None:
    write_questions(tmp_path, RENT)
    good = {"question": "What is paid each month?", "answer": "1,250 euros", "quote": "The monthly rent is 1,250 euros"}
    made_up = {"question": "What is the deposit?", "answer": "3,000", "quote": "The deposit is 3,000 euros"}
    twice = {"question": "What is it?", "answer": "a lease", "quote": "ease"}
    model.script(
        Reply(json_value={"questions": [good, made_up, twice], "unanswerable": ["May the tenant keep a dog?"]}),
        Reply(text="no JSON"),
    )
    out = tmp_path / "drafted.jsonl"

    assert main(["draft", str(tmp_path / "lease.md"), str(tmp_path / "policy.txt"), "--out", str(out)]) == 0

    first, second = lines_of(out)
    assert (first["id"], first["question"]) == ("lease", "What is paid each month?")
    assert first["gold"] == {"quotes": ["The monthly rent is 1,250 euros"], "answers": ["1,250 euros"]}
    assert second["gold"] == {"answerable": False}
    assert [json.loads(each["messages"][1]["content"])["text"] for each in model.requests()] == [LEASE, POLICY]
    model.reset()


def test_an_unreadable_document_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"no pdf")
    out = tmp_path / "drafted.jsonl"

    assert main(["draft", str(tmp_path / "broken.pdf"), "--out", str(out)]) == 0
    assert "broken.pdf: " in capsys.readouterr().err
    assert lines_of(out) == []

    assert main(["draft", str(tmp_path / "none.pdf"), "--out", str(out)]) == 2
    assert "none.pdf cannot be read: No such file" in capsys.readouterr().err


def test_nothing_is_added_to_a_file_that_holds_no_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_questions(tmp_path, RENT)

    assert main(["draft", str(tmp_path / "lease.md"), "--out", str(tmp_path / "policy.txt")]) == 2

    assert "policy.txt is not a file of questions; nothing was added to it." in capsys.readouterr().err
    assert (tmp_path / "policy.txt").read_text(encoding="utf-8") == POLICY


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["draft"], "name documents, or use --from-feedback with --url"),
        (["draft", "--from-feedback"], "--from-feedback needs --url."),
    ],
)
def test_a_draft_of_nothing_is_refused(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert told in capsys.readouterr().err


def test_prompts_are_shown_without_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "none.jsonl", "--show-prompt"]) == main(["draft", "--show-prompt"]) == 0

    told = capsys.readouterr().out
    assert "You judge an answer to a question about documents." in told
    assert "questions: 5 objects" in told
