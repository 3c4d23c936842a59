"""Everyday questions about documents of one page, half of which have no answer there, through the product's search and
the extractive model. The documents of tuned sets were visible while rules were made; answers about the others were
not."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.searches import OWNER, searching
from benchmarks.tables import show
from orc.documents.evidence.confidence import bounded_confidence
from orc.documents.evidence.judging import confidence_of
from orc.documents.grounding import grounded_request
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage
from orc.ports import TextDelta
from shared.evaluate.scoring import auroc
from shared.models.extractive import ExtractiveChatModel

DATA = Path(__file__).parent / "data"
_FILES = (
    *("small_documents.json", "other_author.json", "near_misses.json", "ordinary_user.json", "second_user.json"),
    *("third_user.json", "fourth_user.json", "fifth_user.json", "sixth_user.json", "seventh_user.json"),
)
_TOP_K = 8
_JOINED = 8
HEADER = ("", "answerable", "unanswerable", "AUROC", "refused though there", "answered rightly", "refused")


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
    rows = [row_of(name, asyncio.run(ask(documents))) for name, documents in sets().items()]
    show("Small documents, everyday questions", HEADER, rows)
    rows = [row_of(name, asyncio.run(ask(_with_mistakes(documents)))) for name, documents in sets().items()]
    show("The same, with a mistake in the longest word of each question", HEADER, rows)
    joined = {name: _joined(documents) for name, documents in sets().items() if len(documents) >= _JOINED}
    rows = [row_of(name, asyncio.run(ask(documents))) for name, documents in joined.items()]
    show("The same, eight documents as one", HEADER, rows)


def sets() -> dict[str, list[dict[str, Any]]]:
    """The documents of each set, with their questions. Two sets of a file may be about the same documents."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in _FILES:
        of_file: dict[str, list[dict[str, Any]]] = json.loads((DATA / name).read_text(encoding="utf-8"))
        texts = {each["document"]: each["text"] for of_set in of_file.values() for each in of_set if "text" in each}
        found |= {
            title: [{"text": texts[each["document"]], **each} for each in of_set] for title, of_set in of_file.items()
        }
    return found


def _with_mistakes(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The documents with those of their questions that have a word of six letters or more after the first, misspelt by
    one letter. The same questions get the same mistakes."""
    return [
        each | {"questions": [q | {"question": text} for q in each["questions"] if (text := _misspelt(q["question"]))]}
        for each in documents
    ]


def _joined(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Long documents: the texts of eight documents each, with all their questions."""
    return [
        {
            "document": f"all {first}.txt",
            "text": "\n\n".join(each["text"] for each in documents[first : first + _JOINED]),
            "questions": [q for each in documents[first : first + _JOINED] for q in each["questions"]],
        }
        for first in range(0, len(documents), _JOINED)
    ]


def _misspelt(question: str) -> str | None:
    words = [word for word in re.finditer(r"[^\W\d_]{6,}", question) if word.start()]
    if not words:
        return None
    random = Random(question)
    word = max(words, key=lambda word: len(word[0]))
    at = word.start() + random.randrange(1, len(word[0]) - 1)
    here, following = question[at], question[at + 1]
    mistakes = ("", f"{following}{here}", random.choice("aeiourstn"), 2 * here)
    mistake = random.choice([each for each in mistakes if each not in (here, here + following)])
    return question[:at] + mistake + question[at + (2 if len(mistake) == 2 and mistake != 2 * here else 1) :]


async def found_for(
    documents: Sequence[dict[str, Any]],
) -> AsyncGenerator[tuple[str, dict[str, Any], tuple[Passage, ...]]]:
    """Each document's name, with each of its questions and the passages that the product finds for it."""
    chunks = {
        each["document"]: chunk_text(ExtractedText(each["text"], each["document"]), size=2000, overlap=200)
        for each in documents
    }
    async with searching(chunks) as (retriever, document):
        for each in documents:
            for question in each["questions"]:
                name, text = each["document"], question["question"]
                yield name, question, tuple(await retriever.passages(OWNER, text, [document(name)], top_k=_TOP_K))


async def ask(documents: Sequence[dict[str, Any]]) -> list[Asked]:
    """Asks all questions of these documents, each about its own document."""
    asked = []
    async with aclosing(found_for(documents)) as every:
        async for name, question, found in every:
            text = question["question"]
            request = grounded_request(text, found, (name,))
            pieces = [piece async for piece in ExtractiveChatModel().stream(request)]
            answer = "".join(piece.text for piece in pieces if isinstance(piece, TextDelta))
            answers = tuple((question["answer"] or "").split("|")) if question["answer"] else ()
            confidence = confidence_of(text, found) if found else 0.0
            if NOT_IN_DOCUMENTS.begins(answer):  # as in the answer's metadata
                confidence = bounded_confidence(confidence, lacks=True, holds=False)
            asked.append(Asked(text, answers, confidence, answer))
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
