"""Questions with known evidence, and their documents (benchmarks/data/README.md)."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shared.evaluate.scoring import holds

_DATA = Path(__file__).parent / "data"
SETS = ("fairytaleqa", "tatqa", "pubmedqa")


@dataclass(frozen=True)
class Asked:
    """A question of a set. documents are the names of the documents that it is asked about; document contains the
    evidence, at the spans in gold. answer is the answer that people wrote."""

    id: str
    set: str
    question: str
    documents: tuple[str, ...]
    document: str
    gold: tuple[tuple[int, int], ...]
    answer: str

    @property
    def is_of_other_half(self) -> bool:
        """Assigns each question to one of two halves by a hash of its id. The halves are reported separately, because
        an improvement in only one of them is chance."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 2 == 1

    def is_answered_by(self, document: str, start: int, end: int) -> bool:
        """Whether a passage contains evidence: it overlaps a gold span by at least half of the shorter one."""
        return document == self.document and holds(start, end, self.gold)


@cache
def documents() -> dict[str, str]:
    return {row["document"]: row["text"] for row in _rows("documents.jsonl.gz")}


@cache
def set_of_document() -> dict[str, str]:
    return {row["document"]: row["source"] for row in _rows("documents.jsonl.gz")}


@cache
def articles() -> tuple[dict[str, Any], ...]:
    """Articles of an encyclopedia in twelve languages, each with its language, text and questions."""
    return tuple(_rows("xquad.jsonl.gz"))


@cache
def questions() -> tuple[Asked, ...]:
    return tuple(
        Asked(
            row["id"],
            row["set"],
            row["question"],
            tuple(row["documents"]),
            row["document"],
            tuple((a, b) for a, b in row["gold"]),
            row["answer"],
        )
        for row in _rows("questions.jsonl.gz")
    )


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(_DATA / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
