"""Tells answerable from unanswerable questions: FTS5 by the score of its best passage, commit 02e2408, and Orc by the
search of a turn."""

import asyncio
from collections.abc import Sequence

from benchmarks import small_documents
from benchmarks.before import beside_before
from benchmarks.searches import OWNER, Chunks, fts5_scores, searching
from benchmarks.tables import show
from benchmarks.unanswerable import Case, cases_of, collected
from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import overall_confidence
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText
from shared.evaluate.scoring import auroc

LARGE = "Questions put to documents that answer them, and to others"
SMALL = "Small documents, everyday questions"
_FTS5 = "SQLite FTS5, porter"
_TOP_K = 8
_OF_ALL, _OF_NAMED, _UNNAMED = "all", "all but tatqa", "tatqa"


def measure() -> None:
    _measure_large_sets()
    _measure_small_documents()


def _measure_large_sets() -> None:
    texts, sets, asked = collected()
    chunks = _chunked(texts)
    cases = list(cases_of(sets, asked, texts))
    confidences = asyncio.run(_confidences(cases, chunks))
    with fts5_scores(chunks) as score:
        scores = [score(case.question, set(case.documents)) for case in cases]
    rows = []
    for name in (*dict.fromkeys(case.set for case in cases), _OF_ALL, _OF_NAMED):
        of_set = [i for i, case in enumerate(cases) if _is_of(case, name)]
        own = [i for i in of_set if cases[i].kind == "own"]
        others = [i for i in of_set if cases[i].kind in ("same", "other")]
        rows.append([f"{name}, {_FTS5}", str(len(own)), str(len(others)), _area(scores, own, others), "", ""])
        refused = (sum(confidences[i] < ANSWERED for i in part) / len(part) for part in (own, others))
        shares = (_area(confidences, own, others), *(f"{share:.3f}" for share in refused))
        rows.append([name, str(len(own)), str(len(others)), *shares])
    header = ("", "answerable", "unanswerable", "AUROC", "refused though there", "refused")
    show(LARGE, header, beside_before(LARGE, rows))


async def _confidences(cases: Sequence[Case], chunks: Chunks) -> list[float]:
    """How sure the search of a turn is, of files whose names say nothing, that they answer."""
    async with searching(chunks) as (retriever, document):
        found = [
            await retriever.passages(OWNER, case.question, [document(name) for name in case.documents], top_k=_TOP_K)
            for case in cases
        ]
    return [overall_confidence(passages) or 0.0 for passages in found]


def _measure_small_documents() -> None:
    rows = []
    for name, documents in small_documents.sets().items():
        chunks = _chunked({each["document"]: each["text"] for each in documents})
        with fts5_scores(chunks) as score:
            scored = [
                (bool(question["answer"]), score(question["question"], {each["document"]}))
                for each in documents
                for question in each["questions"]
            ]
        area = auroc([value for there, value in scored if there], [value for there, value in scored if not there])
        row = small_documents.row_of(name, asyncio.run(small_documents.ask(documents)))
        rows += [[f"{name}, {_FTS5}", *row[1:3], f"{area:.3f}", "", "", ""], row]
    show(SMALL, small_documents.HEADER, beside_before(SMALL, rows))


def _chunked(texts: dict[str, str]) -> Chunks:
    return {name: chunk_text(ExtractedText(text, name), size=2000, overlap=200) for name, text in texts.items()}


def _is_of(case: Case, name: str) -> bool:
    return name in (case.set, _OF_ALL) or (name == _OF_NAMED and case.set != _UNNAMED)


def _area(values: Sequence[float], own: Sequence[int], others: Sequence[int]) -> str:
    return f"{auroc([values[i] for i in own], [values[i] for i in others]):.3f}"
