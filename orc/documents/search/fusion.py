"""Puts the rankings of several retrievers together."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from orc.domain import Passage, ScoredChunk

# Words are trusted more: a weak embedding model with an equal vote finds less than words alone (docs/quality.md).
_MEANING_SHARE = 0.3
_RELATED_PLACES = (1, 3)


def fuse(
    by_words: Sequence[ScoredChunk], by_meaning: Sequence[ScoredChunk], *, unseen: Collection[str] = ()
) -> list[ScoredChunk]:
    """All that either found, best first, with both as sources where both found it.

    A score is that by words and, of what this leaves open to 1, squared, a share: that of the way up from the worst to
    the best cosine, weighted. So meaning decides where words say little, and hardly where they say nearly all.

    Unseen contents have no vectors: what words found in them counts as near as the others that words found, on average,
    so that a document is not behind because it was not embedded yet.
    """
    meaning = _between_worst_and_best(by_meaning)
    words = {_key(found): found.score for found in by_words}
    assumed = _average(meaning.get(key, 0.0) for key in words if key[0] not in unseen)
    every = {_key(found): found for found in [*by_meaning, *by_words]}
    fused = [
        replace(
            found,
            score=_fused(words.get(key, 0.0), assumed if key[0] in unseen else meaning.get(key, 0.0)),
            sources=(*(("bm25",) if key in words else ()), *(("embedding",) if key in meaning else ())),
        )
        for key, found in every.items()
    ]
    return sorted(fused, key=lambda found: (-found.score, found.content_id, found.chunk.start))


def with_related(found: Sequence[ScoredChunk], related: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    """What the question's own words found, and between it what related words did: two of every five, so that the best
    three of five stay. A related chunk has the score of the one before it, or half its own where there is none."""
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


def _fused(words: float, meaning: float) -> float:
    return words + _MEANING_SHARE * meaning * max(0.0, 1 - words) ** 2


def _average(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known) if known else 0.0


def _key(found: ScoredChunk) -> tuple[str, str]:
    return found.content_id, found.chunk.chunk_id


def _between_worst_and_best(found: Sequence[ScoredChunk]) -> dict[tuple[str, str], float]:
    scores = [each.score for each in found]
    lowest, span = min(scores, default=0.0), max(scores, default=0.0) - min(scores, default=0.0)
    return {_key(each): (each.score - lowest) / span if span else 1.0 for each in found}


def fuse_rankings(rankings: Sequence[Sequence[Passage]]) -> list[Passage]:
    """The passages of several queries, each once, by their best rank: what one query has first is not displaced by what
    many put further down. Scores of different queries do not compare."""
    found: dict[str, Passage] = {}
    ranks: dict[str, list[int]] = {}
    for ranking in rankings:
        for rank, passage in enumerate(ranking):
            known = found.setdefault(passage.source_id, passage)
            judged = [each for each in (known.confidence, passage.confidence) if each is not None]
            better = passage if passage.score > known.score else known
            found[passage.source_id] = replace(better, confidence=max(judged, default=None))
            ranks.setdefault(passage.source_id, []).append(rank)
    return sorted(found.values(), key=lambda p: (min(ranks[p.source_id]), -len(ranks[p.source_id])))
