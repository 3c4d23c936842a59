"""Ranks chunks by the words of a question: BM25 over exactly the chunks at hand, whatever store they came from."""

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from orc.documents.sentences import content_words
from orc.domain import Chunk, ScoredChunk

_K1 = 1.2
_B = 0.75
_MAX_TERMS = 100
_ANY_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that can be scored: its place among the chunks of its content, its words with their counts, and how many
    words it has."""

    content_id: str
    place: int
    chunk: Chunk
    words: Mapping[str, int]
    length: int


def candidates(content_id: str, chunks: Iterable[Chunk]) -> list[Candidate]:
    """The chunks of one content, in the order of the text, ready to be scored. Takes about 1 ms a chunk."""
    return [_candidate(content_id, place, chunk, count_words(chunk.text)) for place, chunk in enumerate(chunks)]


def count_words(text: str) -> Counter[str]:
    return Counter(content_words(text))


def _candidate(content_id: str, place: int, chunk: Chunk, words: Counter[str]) -> Candidate:
    return Candidate(content_id, place, chunk, words, words.total())


def best(query: str, chunks: Sequence[Candidate], *, top_k: int) -> list[ScoredChunk]:
    """The chunks that have words of the query, best first; equally good ones by content and place."""
    words = content_words(query)
    if not words:  # nothing but common words, which are not counted otherwise
        words = _any_words(query)
        chunks = [_with_any_words(candidate) for candidate in chunks]
    scores = _bm25(list(dict.fromkeys(words))[:_MAX_TERMS], chunks)
    order = sorted(scores, key=lambda n: (-scores[n], chunks[n].content_id, chunks[n].place))
    return [ScoredChunk(chunks[n].content_id, chunks[n].chunk, scores[n], ("bm25",)) for n in order[: max(top_k, 0)]]


def _bm25(words: Sequence[str], chunks: Sequence[Candidate]) -> dict[int, float]:
    """The scores above zero by index of the chunk."""
    average = sum(candidate.length for candidate in chunks) / max(len(chunks), 1)
    scores: dict[int, float] = {}
    for word in words:
        having = [n for n, candidate in enumerate(chunks) if word in candidate.words]
        rarity = log(1 + (len(chunks) - len(having) + 0.5) / (len(having) + 0.5))
        for n in having:
            count = chunks[n].words[word]
            length = 1 - _B + _B * chunks[n].length / average
            scores[n] = scores.get(n, 0.0) + rarity * count * (_K1 + 1) / (count + _K1 * length)
    return scores


def _any_words(text: str) -> list[str]:
    return _ANY_WORD.findall(text.casefold())


def _with_any_words(c: Candidate) -> Candidate:
    return _candidate(c.content_id, c.place, c.chunk, Counter(_any_words(c.chunk.text)))


class BoundedCache[K: Hashable, V]:
    """What was used last, as much of it as fits: weigh tells what a key and its value count against the limit."""

    def __init__(self, limit: int, weigh: Callable[[K, V], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        self.discard(key)
        self._values[key] = value
        self._weight += self._weigh(key, value)
        while self._weight > self._limit:
            self._weight -= self._weigh(*self._values.popitem(last=False))

    def discard(self, key: K) -> None:
        value = self._values.pop(key, None)
        if value is not None:
            self._weight -= self._weigh(key, value)


class WordCounter:
    """Makes candidates, and remembers the words of the texts that it saw last, limit characters in all."""

    def __init__(self, limit: int = 4_000_000) -> None:
        self._known: BoundedCache[str, Counter[str]] = BoundedCache(limit, lambda text, _: len(text))

    async def candidates(self, chunks: Sequence[tuple[str, int, Chunk]]) -> list[Candidate]:
        """Of chunks, each with its content and its place in it."""
        texts = {chunk.text for _, _, chunk in chunks}
        words = {text: known for text in texts if (known := self._known.get(text)) is not None}
        new = await asyncio.to_thread(lambda: {text: count_words(text) for text in texts - words.keys()})
        for text, counted in new.items():
            self._known.put(text, counted)
        words |= new
        return [_candidate(content_id, place, chunk, words[chunk.text]) for content_id, place, chunk in chunks]
