"""Two runs side by side: what differs by more than chance, and what fails."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.evaluate.cli import main
from shared.evaluate.scoring import score
from shared.evaluate.significance import differences
from tests.evaluate.questions import cited, result, write_results

pytestmark = pytest.mark.req("BX-17")
_MISSED = [cited(50, 60)]


def runs(folder: Path, count: int, worse: int) -> list[str]:
    """Two runs of so many questions, of which the second misses so many more."""
    a = [result(f"q{n}") for n in range(count)]
    b = [result(f"q{n}", citations=_MISSED) if n < worse else result(f"q{n}") for n in range(count)]
    return [str(write_results(folder / "a", a)), str(write_results(folder / "b", b))]


def compared(folder: Path, paths: list[str], *arguments: str) -> dict[str, dict[str, Any]]:
    main(["compare", *paths, "--out", str(folder / "c"), *arguments])
    report = json.loads((folder / "c/comparison.json").read_text(encoding="utf-8"))
    return {each["name"]: each for each in report["measures"]}


def test_a_difference_beyond_chance_is_called_one(tmp_path: Path) -> None:
    of = compared(tmp_path, runs(tmp_path, 40, 12))

    assert of["evidence_cited"]["difference"] == pytest.approx(-0.3)
    assert of["evidence_cited"]["verdict"] == "worse"
    low, high = of["evidence_cited"]["interval"]
    assert -0.5 < low < -0.3 < high < -0.1
    assert of["evidence_at_5"]["verdict"] == "same"


def test_a_few_questions_that_changed_are_within_chance(tmp_path: Path) -> None:
    of = compared(tmp_path, runs(tmp_path, 5, 5))

    assert of["evidence_cited"]["interval"] == [-1, -1]
    assert of["evidence_cited"]["verdict"] == "within chance"


def test_the_same_seed_draws_the_same() -> None:
    a, b = ([score(result("q", tokens=n * factor % 17))[0] for n in range(30)] for factor in (3, 5))

    first, again, other = (differences(a, b, seed=seed, resamples=500) for seed in (3, 3, 4))

    assert first == again
    assert first != other


def test_a_lower_is_better_measure_worsens_when_it_rises(tmp_path: Path) -> None:
    a = write_results(tmp_path / "a", [result(f"q{n}", tokens=100) for n in range(10)])
    b = write_results(tmp_path / "b", [result(f"q{n}", tokens=150) for n in range(10)])

    assert compared(tmp_path, [str(a), str(b)])["tokens"]["verdict"] == "worse"


def test_a_drop_beyond_the_threshold_ends_with_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = runs(tmp_path, 20, 2)

    assert main(["compare", *paths, "--fail-under", "evidence_cited=0.1"]) == 0
    assert main(["compare", *paths, "--fail-under", "evidence_cited=0.05", "--fail-under", "judged_correct=0.1"]) == 1

    told = capsys.readouterr().err
    assert "evidence_cited went from 1.000 to 0.900: worse by 0.100, more than 0.050 (within what chance does)" in told
    assert "judged_correct cannot be compared: the two runs do not both have it." in told


def test_questions_that_changed_or_stand_alone_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = write_results(tmp_path / "a", [result("same"), result("changed"), result("gone")])
    b = write_results(tmp_path / "b", [result("changed", digest="other"), result("same", citations=_MISSED)])

    assert main(["compare", str(a), str(b)]) == 0

    captured = capsys.readouterr()
    assert "Questions left out because they changed, or only one run has them: 2." in captured.err
    assert "Questions that both runs have: 1." in captured.out
    assert "evidence_cited 1 → 0" in captured.out


def test_runs_without_a_common_question_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = (write_results(tmp_path / name, [result(name)]) for name in "ab")

    assert main(["compare", str(a), str(b)]) == 2
    assert main(["compare", str(a), str(tmp_path / "none")]) == 2

    told = capsys.readouterr().err
    assert "The two runs have no question in common." in told
    assert "There are no results at" in told
