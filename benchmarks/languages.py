"""Which passage is found first for questions in fifteen languages, among short texts about the same six things in
each."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from benchmarks.tables import show
from orc.documents.search.bm25 import best, scorable
from orc.documents.search.query import Query
from orc.domain import Chunk

DATA = Path(__file__).parent / "data" / "languages.json"

type Texts = dict[str, list[tuple[str, str]]]


def measure(_rounds: int, _turns: int) -> None:
    texts: Texts = json.loads(DATA.read_text(encoding="utf-8"))
    ours, fts5 = _with_orc(texts), _with_fts5(texts)
    rows = [
        (language, f"{ours[language]} of {len(of)}", f"{fts5[language]} of {len(of)}") for language, of in texts.items()
    ]
    whole = sum(map(len, texts.values()))
    rows.append(("all", f"{sum(ours.values()) / whole:.3f}", f"{sum(fts5.values()) / whole:.3f}"))
    show("The right passage first", ("", "orc", "SQLite FTS5, porter"), rows)


def passage_name(language: str, place: int) -> str:
    return f"{language}-{place}"


def _with_orc(texts: Texts) -> dict[str, int]:
    at_hand = [
        scorable(passage_name(language, i), [Chunk("chunk_0", 0, len(passage), passage)])
        for language, pairs in texts.items()
        for i, (passage, _) in enumerate(pairs)
    ]
    firsts: dict[str, int] = {}
    for language, pairs in texts.items():
        found = [best(Query(question), at_hand, top_k=1) for _, question in pairs]
        firsts[language] = sum(bool(f) and f[0].content_id == passage_name(language, i) for i, f in enumerate(found))
    return firsts


def _with_fts5(texts: Texts) -> dict[str, int]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(name UNINDEXED, text, tokenize='porter unicode61')")
        for language, pairs in texts.items():
            rows = [(passage_name(language, i), passage) for i, (passage, _) in enumerate(pairs)]
            connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
        firsts: dict[str, int] = {}
        for language, pairs in texts.items():
            found = []
            for _, question in pairs:
                match = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
                found.append(
                    connection.execute("SELECT name FROM t WHERE t MATCH ? ORDER BY rank", (match,)).fetchone()
                )
            firsts[language] = sum(f == (passage_name(language, i),) for i, f in enumerate(found))
        return firsts
