"""Reports of a run and of a comparison, as JSON, Markdown and one HTML page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orc.documents.markdown.sanitizer import inert
from shared.evaluate.html_report import page
from shared.evaluate.judge import PROMPT
from shared.evaluate.measures import MEASURES, Values, summary
from shared.evaluate.results import Scored
from shared.evaluate.significance import Difference

_OF_TAGS = (
    "evidence_at_5",
    "evidence_cited",
    "citations_supporting",
    "verified",
    "answer_said",
    "false_not_found",
    "unanswerable_answered",
    "judged_correct",
    "judged_grounded",
    "failed",
    "time_p50",
)
_OF_CHANGES = ("judged_correct", "evidence_cited", "answer_said", "false_not_found", "unanswerable_answered")
_KEPT = ("status", "reason", "answer", "citations", "gold", "confidence", "time", "conversation_id")
_SHOWN_PASSAGES = 5


@dataclass(frozen=True, slots=True)
class Table:
    """A table. Its first column is left-aligned, the others right-aligned."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


def outcome(values: Values) -> str:
    """A question's result in a word or two."""
    if values["failed"]:
        return "failed"
    if values.get("false_not_found") or values.get("unanswerable_answered") or values.get("judged_correct", 1) < 1:
        return "to look at"
    if "judged_correct" in values or "unanswerable_answered" in values:
        return "right"
    checks = [values[name] for name in ("evidence_cited", "answer_said") if name in values]
    return "not scored" if not checks else "right" if any(checks) else "to look at"


def run_report(run: Scored, *, left_out: int, missed: Sequence[str]) -> dict[str, Any]:
    """The full report of a run, as JSON values."""
    judgements = [run.judgements.get(each["question"]["id"], {}) for each in run.records]
    judges = {each["model"]: 0 for each in judgements if "correct" in each}
    models = {each["model"]: 0 for each in run.records if each["status"] == "completed" and each["model"]}
    by_tag = {
        tag: {"questions": len(places), "measures": summary([run.values[place] for place in places])}
        for tag, places in run.tags().items()
    }
    results = [
        {
            **record["question"],
            **{name: record[name] for name in _KEPT if name in record},
            "passages": list(record.get("passages", ()))[:_SHOWN_PASSAGES],
            "outcome": outcome(values),
            "values": values,
            "reasons": reasons,
        }
        for record, values, reasons in zip(run.records, run.values, run.reasons, strict=True)
    ]
    return {
        "target": run.head.get("target"),
        "questions_file": run.head.get("questions"),
        "models": list(models),
        "questions": len(run.records),
        "unconfirmed_left_out": left_out,
        "missed": list(missed),
        "measures": summary(run.values),
        "by_tag": by_tag,
        "judge": {"models": list(judges), "prompt": PROMPT} if judges else None,
        "results": results,
    }


def run_tables(report: Mapping[str, Any]) -> list[Table]:
    """The measures over all questions, and over those with each tag."""
    measures: Mapping[str, Any] = report["measures"]
    rows = [
        [MEASURES[name].label, name, MEASURES[name].shown(each["value"]), str(each["questions"])]
        for name, each in measures.items()
    ]
    tables = [Table("Measures", ("", "name", "value", "questions"), rows)]
    if report["by_tag"]:
        shown = [name for name in _OF_TAGS if name in measures]
        rows = [
            [tag, str(each["questions"]), *(MEASURES[n].shown(each["measures"].get(n, {}).get("value")) for n in shown)]
            for tag, each in report["by_tag"].items()
        ]
        tables.append(Table("By tag", ("tag", "questions", *shown), rows))
    return tables


def run_notes(report: Mapping[str, Any]) -> list[str]:
    """Sentences about the run that its figures do not show."""
    notes = [f"Questions of {report['questions_file']}: {report['questions']}, asked of {report['target']}."]
    if report["models"]:
        notes.append(f"Answered by {', '.join(report['models'])}.")
    if count := report["unconfirmed_left_out"]:
        notes.append(f"Left out because nobody has confirmed them (--unconfirmed asks them too): {count}.")
    if failed := sum(each["status"] == "failed" for each in report["results"]):
        notes.append(f"Failed, so that no other measure counts them: {failed}.")
    lost = [each["id"] for each in report["results"] if each["values"].get("quotes_missing")]
    if lost:
        notes.append(
            f"A quote stands in no document as it was read, so that it counts as not found: {', '.join(lost)}."
        )
    if report["judge"]:
        notes.append(f"Judged by {', '.join(report['judge']['models'])}; the prompt is at the end.")
    return [*notes, *(f"Failed: {each}" for each in report["missed"])]


def comparison_report(
    a: Scored, b: Scored, found: Sequence[Difference], missed: Sequence[str], *, seed: int, resamples: int
) -> dict[str, Any]:
    """Two runs compared on the questions that both have unchanged."""
    changes = []
    for record, before, after in zip(a.records, a.values, b.values, strict=True):
        changed = [n for n in _OF_CHANGES if n in before and n in after and before[n] != after[n]]
        differences = [f"{n} {before[n]:g} → {after[n]:g}" for n in changed]
        if differences or before["failed"] != after["failed"]:
            differences += [f"failed {before['failed']:g} → {after['failed']:g}"] * (
                before["failed"] != after["failed"]
            )
            question = record["question"]
            changes.append({"id": question["id"], "question": question["question"], "changes": differences})
    return {
        "a": {"path": str(a.path), "target": a.head.get("target")},
        "b": {"path": str(b.path), "target": b.head.get("target")},
        "questions": len(a.records),
        "seed": seed,
        "resamples": resamples,
        "missed": list(missed),
        "measures": [
            {
                "name": each.measure.name,
                "a": each.before,
                "b": each.after,
                "difference": each.after - each.before,
                "interval": [each.low, each.high],
                "questions": each.questions,
                "changed": each.changed,
                "verdict": each.verdict,
            }
            for each in found
        ],
        "changes": changes,
    }


def comparison_tables(report: Mapping[str, Any]) -> list[Table]:
    """The measures side by side, and the questions whose outcome changed."""
    rows = []
    for each in report["measures"]:
        shown = MEASURES[each["name"]].shown
        low, high = each["interval"]
        interval = f"{shown(low)} to {shown(high)}"
        figures = (shown(each["a"]), shown(each["b"]), shown(each["difference"]), interval)
        rows.append([each["name"], *figures, str(each["questions"]), str(each["changed"]), each["verdict"]])
    header = ("", "A", "B", "B - A", "95 % interval", "questions", "changed", "")
    tables = [Table("Measures", header, rows)]
    if report["changes"]:
        rows = [[each["id"], each["question"], "; ".join(each["changes"])] for each in report["changes"]]
        tables.append(Table("Questions that changed", ("id", "question", "A → B"), rows))
    return tables


def comparison_notes(report: Mapping[str, Any]) -> list[str]:
    """What is compared, and how to read the intervals."""
    notes = [
        f"A: {report['a']['path']} ({report['a']['target']}). B: {report['b']['path']} ({report['b']['target']}).",
        f"Questions that both runs have: {report['questions']}. The interval holds 95 % of the differences when the "
        f"questions are drawn anew, {report['resamples']:,} times (seed {report['seed']}). “Better” and "
        "“worse” are said of differences beyond chance: the interval leaves out 0, and six questions or more changed. "
        "Of twenty measures that do not differ, one may look as if it did.",
    ]
    return [*notes, *(f"Failed: {each}" for each in report["missed"])]


def markdown(title: str, notes: Sequence[str], tables: Sequence[Table], report: Mapping[str, Any]) -> str:
    """The report as Markdown that loads and runs nothing."""
    parts = [f"# {title}", *(f"- {_cell(note)}" for note in notes)]
    for table in tables:
        head = f"| {' | '.join(table.header)} |\n|---|{'---:|' * (len(table.header) - 1)}"
        parts.append(f"\n## {table.title}\n\n{head}")
        parts += [f"| {' | '.join(map(_cell, row))} |" for row in table.rows]
    for each in report.get("results", ()):
        parts.append(f"\n## {_cell(each['id'])}: {each['outcome']}\n\n{_cell(each['question'])}\n")
        if each["status"] == "completed":
            parts.append(f"> {_cell(each['answer'])}\n")
        parts += [
            f"- [{_cell(c['number'])}] {_cell(c['document'])}{f', page {c["page"]}' if c['page'] else ''}: "
            f"“{_cell(c['snippet'])}”"
            for c in each.get("citations", ())
        ]
        parts += [f"- {_cell(reason)}" for reason in each["reasons"]]
    if judge := report.get("judge"):
        parts.append(f"\n## The judge's prompt\n\n```\n{judge['prompt']}\n```")
    return "\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return inert(" ".join(text.split())).replace("|", "\\|")


def write(folder: Path, name: str, title: str, notes: Sequence[str], tables: Sequence[Table], report: Any) -> None:
    """Writes name.json, name.md and name.html."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "json": json.dumps(report, ensure_ascii=False, indent=1) + "\n",
        "md": markdown(title, notes, tables, report),
        "html": page(title, notes, [(table.title, table.header, table.rows) for table in tables], report),
    }
    for suffix, text in files.items():
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
