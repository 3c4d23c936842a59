"""The effect of an embedding model: the questions of the other benchmarks, found by words alone and by words and
vectors. The model is the configured one (OPENAI_EMBEDDING_MODEL and its server); without one nothing is measured."""

import asyncio
import json
import tempfile
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

from benchmarks.corpus import SETS, Asked, documents, questions
from benchmarks.languages import DATA, Texts, passage_name
from benchmarks.quality import Ranks, ranks_of
from benchmarks.searches import OWNER, SEARCHED, Found
from benchmarks.tables import show
from orc.documents.text.chunks import chunk_text
from orc.domain import Chunk, ExtractedText
from orc.ports import DocumentIndex
from orc.watch.watcher import Watcher
from shared.adapters import document_index
from shared.settings import Settings
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex

_TITLES = ("Passages of one to three documents", "Passages of all of a set", "The right document among all")


def measure(_rounds: int, _turns: int) -> None:
    settings = Settings.from_environ()
    if settings.openai_embedding_model:
        asyncio.run(_compare(settings))
    else:
        print("\nBy meaning too: not measured, for OPENAI_EMBEDDING_MODEL is not set")


async def _compare(settings: Settings) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with aclosing(SqliteDatabase(Path(directory) / "orc.db")) as database:
            words = SqliteDocumentIndex(database)
            both, aclose = document_index(settings, words, Watcher())
            try:
                named = {"words": words, f"and {settings.openai_embedding_model}": both}
                await _show_quality(named, both)
                await _show_languages(named, both)
            finally:
                await aclose()


async def _show_quality(named: dict[str, DocumentIndex], filled: DocumentIndex) -> None:
    for name, text in documents().items():
        await filled.add(OWNER, name, chunk_text(ExtractedText(text, name), size=2000, overlap=200))
    found = {label: await _ranks(index, questions()) for label, index in named.items()}
    for number, title in enumerate(_TITLES):
        rows = [ranks[number].row(label) for label, ranks in found.items()]
        show(f"{title} (recall at 1/5/10; {len(questions())} questions)", ("", *SETS, "MRR"), rows)


async def _ranks(index: DocumentIndex, asked: Sequence[Asked]) -> list[Ranks]:
    async def search(question: str, names: Sequence[str]) -> Found:
        found = await index.search(OWNER, question, content_ids=names, top_k=SEARCHED)
        return [(each.content_id, each.chunk) for each in found]

    ranks, _ = await ranks_of(search, asked)
    return ranks


async def _show_languages(named: dict[str, DocumentIndex], filled: DocumentIndex) -> None:
    texts: Texts = json.loads(DATA.read_text(encoding="utf-8"))
    for language, pairs in texts.items():
        for place, (passage, _) in enumerate(pairs):
            await filled.add(OWNER, passage_name(language, place), [Chunk("chunk_0", 0, len(passage), passage)])
    following = dict(zip(texts, [*list(texts)[1:], next(iter(texts))], strict=True))
    rows = [
        [label, *[await _firsts(index, texts, of) for of in ({each: each for each in texts}, following)]]
        for label, index in named.items()
    ]
    title = f"The right passage first, of those of one language ({len(texts)} languages)"
    show(title, ("", "the question's", "another"), rows)


async def _firsts(index: DocumentIndex, texts: Texts, language_of: dict[str, str]) -> str:
    """The share of questions for which the passage on the same thing, in the given language, is found first."""
    right = []
    for language, pairs in texts.items():
        names = [passage_name(language_of[language], place) for place in range(len(pairs))]
        for place, (_, question) in enumerate(pairs):
            found = await index.search(OWNER, question, content_ids=names, top_k=1)
            right.append(bool(found) and found[0].content_id == names[place])
    return f"{sum(right) / len(right):.3f}"
