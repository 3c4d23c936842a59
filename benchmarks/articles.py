"""Articles of an encyclopedia in twelve languages: their own questions, and those of the article after next, which they
do not answer, through the product's search and the model that quotes. Every second article is held out; of these only
totals were seen while rules were made."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.small_documents import ask, row_of
from benchmarks.tables import show

_DATA = Path(__file__).parent / "data" / "xquad.jsonl.gz"


def measure() -> None:
    by_language: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(_DATA, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            by_language.setdefault(row["language"], []).append(row)
    header = ("", "answerable", "unanswerable", "AUROC", "refused though there", "answered rightly", "refused")
    for title, first in (("tuned", 0), ("held out", 1)):
        rows = [
            row_of(language, asyncio.run(ask(_with_foreign_questions(articles)[first::2])))
            for language, articles in by_language.items()
        ]
        show(f"Articles of an encyclopedia, {title}", header, rows)


def _with_foreign_questions(articles: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each article with its own questions and those of the article after next, without their answers."""
    return [
        each
        | {
            "questions": [
                *each["questions"],
                *({"question": q["question"], "answer": None} for q in articles[(n + 2) % len(articles)]["questions"]),
            ]
        }
        for n, each in enumerate(articles)
    ]
