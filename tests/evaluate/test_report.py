"""The reports: whole, self-contained, and safe to open whatever an answer says."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from shared.evaluate import report
from shared.evaluate.results import Scored, read_run
from tests.evaluate.questions import cited, found, result, write_results

pytestmark = pytest.mark.req("BX-17")
_HOSTILE = '<img src=x onerror="alert(1)"></blockquote><script>alert(2)</script>'


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def written(run: Scored, folder: Path) -> dict[str, str]:
    told = report.run_report(run, left_out=2, missed=["verified is 0.500, under the threshold of 0.900."])
    report.write(folder, "report", "Evaluation", report.run_notes(told), report.run_tables(told), told)
    return {suffix: (folder / f"report.{suffix}").read_text(encoding="utf-8") for suffix in ("html", "md", "json")}


def hostile(folder: Path) -> dict[str, str]:
    names = {"question": _HOSTILE, "documents": [_HOSTILE], "tags": [_HOSTILE], "answers": [_HOSTILE]}
    lines = [result(_HOSTILE, question=names, answer=_HOSTILE, citations=[cited(0, 12, snippet=_HOSTILE)])]
    return written(read_run(write_results(folder, lines)), folder)


def test_the_page_shows_every_text_as_text(tmp_path: Path) -> None:
    page = hostile(tmp_path)["html"]

    assert {"script", "img"}.isdisjoint(Tags(page).tags)
    assert page.count("&lt;script&gt;") >= 6


def test_the_page_loads_nothing_and_its_policy_forbids_it(tmp_path: Path) -> None:
    page = hostile(tmp_path)["html"]
    found = Tags(page)

    assert {"link", "script", "img", "iframe", "a", "form"}.isdisjoint(found.tags)
    assert {"src", "href", "style"}.isdisjoint(name for name, _ in found.attributes)
    [policy] = [value for name, value in found.attributes if name == "content" and value and "default-src" in value]
    assert "default-src 'none'" in policy
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in policy


def test_the_markdown_runs_nothing_of_an_answer(tmp_path: Path) -> None:
    text = hostile(tmp_path)["md"]

    assert "<script" not in text.replace("\\<", "")
    assert "<img" not in text.replace("\\<", "")


def test_every_question_is_listed_with_its_reason(tmp_path: Path) -> None:
    lines = [
        result("good"),
        result("missed", citations=[], answer="I do not know."),
        {**result("lost"), "status": "failed", "reason": "No answer within 300 s."},
    ]

    files = written(read_run(write_results(tmp_path, lines)), tmp_path)

    for text in (files["html"], files["md"]):
        assert "Answerable, but counted as not found: it cites nothing." in text
        assert "Failed: No answer within 300 s." in text
        assert "Left out because nobody has confirmed them" in text
        assert "verified is 0.500, under the threshold of 0.900." in text
    assert [tag for tag in Tags(files["html"]).tags if tag == "details"] == ["details"] * 3
    assert "## missed: to look at" in files["md"]
    assert "## lost: failed" in files["md"]


def test_only_passages_that_are_cut_end_with_an_ellipsis(tmp_path: Path) -> None:
    passages = [found(0, 12) | {"text": "whole, as is"}, found(0, 100) | {"text": "the beginning"}]

    page = written(read_run(write_results(tmp_path, [result("q", passages=passages)])), tmp_path)["html"]

    assert "<blockquote>whole, as is</blockquote>" in page
    assert "<blockquote>the beginning…</blockquote>" in page


def test_measures_are_listed_by_tag(tmp_path: Path) -> None:
    lines = [
        result("a", question={"tags": ["table"]}),
        result("b", question={"tags": ["table", "german"]}, citations=[cited(50, 60)]),
        result("c"),
    ]

    told = report.run_report(read_run(write_results(tmp_path, lines)), left_out=0, missed=[])

    assert told["measures"]["evidence_cited"] == {"value": pytest.approx(2 / 3), "questions": 3}
    assert told["by_tag"]["table"]["measures"]["evidence_cited"] == {"value": 0.5, "questions": 2}
    assert told["by_tag"]["german"]["questions"] == 1


def test_a_line_that_was_torn_is_dropped_and_others_stay(tmp_path: Path) -> None:
    folder = write_results(tmp_path, [result("whole"), result("torn")])
    path = folder / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-40])

    assert [each["question"]["id"] for each in read_run(folder).records] == ["whole"]
