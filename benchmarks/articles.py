"""Articles of an encyclopedia in twelve languages: their own questions, and those of the article after next, which they
do not answer, through the product's search and the model that quotes. Every second article is held out; of these only
totals were seen while rules were made."""

import asyncio
from collections.abc import Sequence
from typing import Any

from benchmarks.corpus import articles
from benchmarks.small_documents import ask, row_of
from benchmarks.tables import show


def measure() -> None:
    header = ("", "answerable", "unanswerable", "AUROC", "refused though there", "answered rightly", "refused")
    for title, first in (("tuned", 0), ("held out", 1)):
        rows = [row_of(language, asyncio.run(ask(every[first::2]))) for language, every in by_language().items()]
        show(f"Articles of an encyclopedia, {title}", header, rows)


def by_language() -> dict[str, list[dict[str, Any]]]:
    """The articles of each language, each with its own questions and those of another one. Every second one is held
    out, from the second on."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in articles():
        found.setdefault(row["language"], []).append(row)
    return {language: _with_foreign_questions(every) for language, every in found.items()}


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
