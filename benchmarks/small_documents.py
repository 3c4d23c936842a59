"""Everyday questions about documents of one page, half of which have no answer there, through the product's search and
the extractive model. The documents of tuned sets were visible while rules were made; answers about the others were
not."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.quality import OWNER, searching
from benchmarks.tables import show
from orc.documents.grounding import grounded_request
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.search.judging import confidence_of
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText
from orc.ports import TextDelta
from shared.evaluate.scoring import auroc
from shared.models.extractive import ExtractiveChatModel

DATA = Path(__file__).parent / "data"
_FILES = ("small_documents.json", "near_misses.json")
_TOP_K = 8


@dataclass(frozen=True)
class Asked:
    """A question, the words of its answer in the document (one of them is enough; none if there is no answer), and the
    result."""

    question: str
    answers: tuple[str, ...]
    confidence: float
    text: str

    @property
    def is_refused(self) -> bool:
        return NOT_IN_DOCUMENTS.begins(self.text)

    @property
    def is_right(self) -> bool:
        return any(answer in self.text for answer in self.answers)


def measure() -> None:
    sets: dict[str, list[dict[str, Any]]] = {}
    for name in _FILES:
        sets |= json.loads((DATA / name).read_text(encoding="utf-8"))
    rows = [row_of(name, asyncio.run(ask(documents))) for name, documents in sets.items()]
    header = ("", "answerable", "unanswerable", "AUROC", "refused though there", "answered rightly", "refused")
    show("Small documents, everyday questions", header, rows)


async def ask(documents: Sequence[dict[str, Any]]) -> list[Asked]:
    """Asks all questions of these documents, each about its own document."""
    chunks = {
        each["document"]: chunk_text(ExtractedText(each["text"], each["document"]), size=2000, overlap=200)
        for each in documents
    }
    async with searching(chunks) as (retriever, document):
        asked = []
        for each in documents:
            for question in each["questions"]:
                name, text = each["document"], question["question"]
                found = tuple(await retriever.passages(OWNER, text, [document(name)], top_k=_TOP_K))
                request = grounded_request(text, found, (name,))
                pieces = [piece async for piece in ExtractiveChatModel().stream(request)]
                answer = "".join(piece.text for piece in pieces if isinstance(piece, TextDelta))
                answers = tuple((question["answer"] or "").split("|")) if question["answer"] else ()
                asked.append(Asked(text, answers, confidence_of(text, found) if found else 0.0, answer))
        return asked


def row_of(name: str, asked: Sequence[Asked]) -> list[str]:
    """A table row: the number of questions, and their shares."""
    there = [each for each in asked if each.answers]
    missing = [each for each in asked if not each.answers]
    shares = (
        auroc([each.confidence for each in there], [each.confidence for each in missing]),
        sum(each.is_refused for each in there) / len(there),
        sum(each.is_right for each in there) / len(there),
        sum(each.is_refused for each in missing) / len(missing),
    )
    return [name, str(len(there)), str(len(missing)), *(f"{share:.3f}" for share in shares)]
