"""The development questions asked through the search of a turn, about files with names and titles.

`python -m shared.evaluate` gives identical results over HTTP (tests/evaluate). `python -m benchmarks.as_asked FOLDER`
writes the questions and their documents for that command."""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Collection, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.corpus import SETS, Asked, documents, questions
from benchmarks.tables import show
from orc.documents.contents import content_id_of
from orc.documents.records import Content, Document, ready
from orc.documents.registry import DocumentRegistry
from orc.documents.search.retriever import Retriever
from orc.documents.text.chunks import chunk_text
from orc.documents.text.metadata import describe
from orc.domain import Caller, Chunk, ExtractedText
from orc.ports import DocumentIndex
from shared.evaluate.scoring import RANKS, first_rank, recall, reciprocal_rank
from shared.extraction.extractor import SubprocessExtractor
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex

_OWNER = Caller("org", "user")
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_CHUNKS = {"size": 2000, "overlap": 200}


class Pageless(DocumentRegistry):
    """The part of the registry that a search needs."""

    def __init__(self) -> None:
        """Needs no store."""

    async def content(self, caller: Caller, document: Document) -> None:
        return None


def measure() -> None:
    """Prints how often the evidence is among the first passages, for each set and for all sets."""
    ranks = asyncio.run(ranks_as_asked(questions()))
    by_set = {of: [rank for rank, each in zip(ranks, questions(), strict=True) if each.set == of] for of in SETS}
    cells = ["/".join(f"{recall(found, least):.3f}" for least in RANKS) for found in (*by_set.values(), ranks)]
    title = "Passages of one to three documents, as a deployment is asked (recall at 1/5/10)"
    show(title, ("", *SETS, "all", "MRR"), [["Orc, 2000/200", *cells, f"{reciprocal_rank(ranks):.3f}"]])


async def ranks_as_asked(asked: Sequence[Asked]) -> list[int]:
    """The rank of the first passage with evidence, 0 for none, of each question."""
    names = dict.fromkeys(name for each in asked for name in each.documents)
    with tempfile.TemporaryDirectory() as directory:
        async with aclosing(SqliteDatabase(Path(directory) / "orc.db")) as database:
            index = SqliteDocumentIndex(database)
            known = await _registered(index, names)
            retriever, ranks = Retriever(index, Pageless()), list[int]()
            for each in asked:
                of = [known[name] for name in each.documents]
                found = await retriever.passages(_OWNER, each.question, of, top_k=RANKS[-1])
                ranks.append(first_rank(each.is_answered_by(p.file_id, p.chunk.start, p.chunk.end) for p in found))
            return ranks


async def _registered(index: DocumentIndex, names: Collection[str]) -> dict[str, Document]:
    """The documents as records of uploaded text files. Their ids are their names in the corpus."""
    known, extractor = {}, SubprocessExtractor()
    async with aclosing(extractor):
        for name in names:
            data, file = documents()[name].encode(), f"{name}.txt"
            extracted, content_id = await extractor.extract(data, name=file), content_id_of(data, file)
            chunks = chunk_text(extracted, **_CHUNKS)
            await index.add(_OWNER, content_id, chunks)
            queued = Document(name, "", file, "", len(data), "text/plain", "queued", "", "")
            known[name] = ready(queued, _content(content_id, extracted, chunks), _NOW)
    return known


def _content(content_id: str, extracted: ExtractedText, chunks: Sequence[Chunk]) -> Content:
    description = describe(extracted)
    return Content(
        content_id=content_id,
        processing="",
        title=extracted.title,
        characters=len(extracted.text),
        chunks=len(chunks),
        page_starts=extracted.page_starts,
        page_labels=extracted.page_labels,
        headings=extracted.headings,
        expires_at="",
        language=description.language,
        keywords=description.keywords,
        summary=description.summary,
        names=description.names,
        years=description.years,
        notes=extracted.notes,
    )


def export(folder: Path, asked: Sequence[Asked]) -> Path:
    """Writes the questions, with their documents as files, and returns the path of the questions."""
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    lines = []
    for each in asked:
        for name in each.documents:
            (folder / "documents" / f"{name}.txt").write_bytes(documents()[name].encode())
        text = documents()[each.document]
        gold = {"quotes": [text[start:end] for start, end in each.gold], "answers": [each.answer]}
        of = [f"documents/{name}.txt" for name in each.documents]
        line = {"id": each.id, "question": each.question, "documents": of, "gold": gold, "tags": [each.set]}
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    path = folder / "questions.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.as_asked", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth question alone")
    arguments = parser.parse_args()
    asked = questions()[:: arguments.every]
    print(export(arguments.folder, asked))
    ranks = asyncio.run(ranks_as_asked(asked))
    for least in RANKS:
        print(f"evidence_at_{least} here: {recall(ranks, least)!r}")


if __name__ == "__main__":
    main()
