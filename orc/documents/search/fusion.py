"""Fuses the rankings of several retrievers (D-092) and of several queries."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from orc.domain import Passage, ScoredChunk

# Words have more weight: with equal weights a weak embedding model is worse than words alone
# (docs/experiments/finding.md).
_MEANING_SHARE = 0.3
_RELATED_PLACES = (1, 3)

MOST_QUERIES = 3
"""Queries that may be searched for beside a question."""


def fuse(
    by_words: Sequence[ScoredChunk], by_meaning: Sequence[ScoredChunk], *, unseen: Collection[str] = ()
) -> list[ScoredChunk]:
    """All chunks that either retriever found, best first, with both sources where both found one. The score is the
    lexical score plus a weighted share of the square of the remainder to 1; the share is the position between the worst
    and the best cosine. So meaning decides where words say little and hardly counts where they match well. Contents
    without vectors get the average cosine of the other lexical results, so that a document does not rank lower because
    it has not been embedded yet."""
    cosines = [found.score for found in by_meaning]
    lowest, span = min(cosines, default=0.0), max(cosines, default=0.0) - min(cosines, default=0.0)
    meaning = {_key(found): (found.score - lowest) / span if span else 1.0 for found in by_meaning}
    words = {_key(found): found.score for found in by_words}
    seen = [meaning.get(key, 0.0) for key in words if key[0] not in unseen]
    assumed = sum(seen) / len(seen) if seen else 0.0
    every = {_key(found): found for found in [*by_meaning, *by_words]}
    fused = [
        replace(
            found,
            score=(by_word := words.get(key, 0.0))
            + _MEANING_SHARE * (assumed if key[0] in unseen else meaning.get(key, 0.0)) * max(0.0, 1 - by_word) ** 2,
            sources=(*(("bm25",) if key in words else ()), *(("embedding",) if key in meaning else ())),
        )
        for key, found in every.items()
    ]
    return sorted(fused, key=lambda found: (-found.score, found.content_id, found.chunk.start))


def with_related(found: Sequence[ScoredChunk], related: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    """The results of the question's own words, interleaved with those of related words: two of every five, so that the
    best three of five stay. A related chunk gets the score of the one before it, or half its own if there is none."""
    own, others = list(found), list(related)
    merged: dict[tuple[str, str], ScoredChunk] = {}
    while own or others:
        takes_related = bool(others) and (not own or len(merged) % 5 in _RELATED_PLACES)
        each = (others if takes_related else own).pop(0)
        if _key(each) in merged:
            continue
        if takes_related:
            before = next(reversed(merged.values()), None)
            each = replace(each, score=before.score if before else each.score / 2)
        merged[_key(each)] = each
    return list(merged.values())


def _key(found: ScoredChunk) -> tuple[str, str]:
    return found.content_id, found.chunk.chunk_id


async def search_each(
    search: Callable[[str], Awaitable[list[Passage]]], question: str, queries: Sequence[str], *, top_k: int
) -> list[Passage]:
    """At most top_k passages of the question and of further queries, each once, by its best rank: the first result of
    one query is not displaced by lower results of many. Scores of different queries are not comparable."""
    rankings = await asyncio.gather(
        *(search(each) for each in (question, *queries) if each == question or each.strip())
    )
    if len(rankings) == 1:
        return rankings[0][:top_k]
    found: dict[str, Passage] = {}
    ranks: dict[str, list[int]] = {}
    for ranking in rankings:
        for rank, passage in enumerate(ranking):
            known = found.setdefault(passage.source_id, passage)
            judged = [each for each in (known.confidence, passage.confidence) if each is not None]
            better = passage if passage.score > known.score else known
            found[passage.source_id] = replace(better, confidence=max(judged, default=None))
            ranks.setdefault(passage.source_id, []).append(rank)
    return sorted(found.values(), key=lambda p: (min(ranks[p.source_id]), -len(ranks[p.source_id])))[:top_k]
