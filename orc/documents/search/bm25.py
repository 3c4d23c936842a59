"""Ranks chunks by the words of a question: BM25 over chunks, over windows within them and over their documents, for
every store (D-080)."""

import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log

from orc.documents.search.asked_rows import READ, with_asked_rows
from orc.documents.search.query import BLOCK, Places, Query
from orc.documents.search.variants import similar_words
from orc.documents.text.tokens import index_words, plain_words
from orc.domain import Chunk, ScoredChunk

EXACT_LIMIT = 4_000
# Tuned on questions with known evidence (docs/experiments/finding.md); near these values little changes.
_K1, _B = 0.9, 0.5
_WINDOW_K1 = 0.9
_WINDOW_SHARE = 1.5
_DOCUMENT_K1, _DOCUMENT_B = 1.2, 0.5
_DOCUMENT_SHARE = 1.4
_CHOSEN, _LEAST_SHARE, _ONLY_SHARE = 3, 0.05, 1.2
_KIN_WEIGHT = 0.5
_HEAD_SHARE, _HEAD_POWER = 1.0, 24
_HINT_WEIGHT, _HINTED = 0.05, 50
_SATURATED = [count * (_WINDOW_K1 + 1) / (count + _WINDOW_K1) for count in range(2 * BLOCK + 1)]
_NOWHERE: Mapping[int, int] = {}

SOURCES = ("bm25",)
"""The source of chunks that were found by their words."""


@dataclass(frozen=True, slots=True)
class Scorable:
    """Chunks with the positions of their own words and of their table heads, ready to be scored. content_ids and
    positions have one entry per chunk."""

    content_ids: Sequence[str]
    chunks: Sequence[Chunk]
    positions: Sequence[int]
    places: Places
    heads: Places = field(default_factory=lambda: Places(()))

    @property
    def characters(self) -> int:
        return sum(len(chunk.headed_text) for chunk in self.chunks)


def scorable(content_id: str, chunks: Sequence[Chunk], terms: Iterable[Sequence[str]] | None = None) -> Scorable:
    """All chunks of a content. terms are the words of each chunk, table head first, if they are known."""
    words = [index_words(chunk.headed_text) for chunk in chunks] if terms is None else terms
    heads = [index_words(chunk.table_head) for chunk in chunks]
    own = (both[len(head) :] for both, head in zip(words, heads, strict=True))
    return Scorable([content_id] * len(chunks), chunks, range(len(chunks)), Places(own), Places(heads))


@dataclass(frozen=True, slots=True)
class Spread:
    """Document frequencies: in how many of how many chunks each word and prefix occurs, and the average length in
    words."""

    chunks: int
    average: float
    words: Mapping[str, int]
    beginnings: Mapping[str, int]


def best(query: Query, searched: Sequence[Scorable], *, top_k: int, spread: Spread | None = None) -> list[ScoredChunk]:
    """The chunks that contain words of the query, best first; ties are ordered by content and position. See ranked."""
    found = [
        ScoredChunk(searched[i].content_ids[n], searched[i].chunks[n], score, SOURCES)
        for score, i, n in ranked(query, searched, top_k=max(top_k, READ), spread=spread)
    ]
    return with_asked_rows(query, found)[: max(top_k, 0)]


def ranked(
    query: Query, searched: Sequence[Scorable], *, top_k: int, spread: Spread | None = None
) -> list[tuple[float, int, int]]:
    """The scores of the chunks that contain words of the query, best first, each with the index of its Scorable and its
    own index there. Only a plain query needs the chunks' texts. Rarity is counted over the searched chunks unless the
    spread of a larger set is given. A score is the share of the highest possible score, that of a chunk with every
    feature many times over."""
    if query.plain:  # a question of only common words, which are not counted otherwise
        searched = [
            replace(
                each,
                places=Places(plain_words(chunk.text) for chunk in each.chunks),
                heads=Places(plain_words(chunk.table_head) for chunk in each.chunks),
            )
            for each in searched
        ]
        spread = None
    words = dict(query.words)
    if query.foreign and not query.plain and not spread:  # possible forms of words that no text contains
        found = similar_words(query.words, [each.places.by_word for each in searched])
        words = {word: _KIN_WEIGHT * share for word, share in found.items()} | words
    scores = _Scores(searched, spread)
    for word, weight in words.items():
        scores.add(word, weight, spread.words.get(word, 0) if spread else None)
    for beginning, weight in query.beginnings.items():
        scores.add(beginning, weight, spread.beginnings.get(beginning, 0) if spread else None, beginning=True)
    for pair, weight in query.pairs.items():
        scores.add(pair, weight, None)
    return scores.ranked(max(top_k, 0), () if spread else query.hints)


type _Found = tuple[float, str, int, int, int]
"""The negative score of a chunk, its content and position, and its indices."""


class _Scores:
    """Sums features by chunk, by window of two blocks, of which each chunk's best counts, and by document."""

    def __init__(self, searched: Sequence[Scorable], spread: Spread | None) -> None:
        self._searched = searched
        lengths = [length for each in searched for length in each.places.lengths]
        self._count = spread.chunks if spread else len(lengths)
        average = (spread.average if spread else sum(lengths) / max(len(lengths), 1)) or 1.0
        self._damping = [
            [_K1 * (1 - _B + _B * length / average) for length in each.places.lengths] for each in searched
        ]
        self._chunks = [[0.0] * len(each.places.lengths) for each in searched]
        self._windows = [[0.0] * len(each.places.chunk_of_block) for each in searched]
        self._documents = _Documents(searched)
        self._heads = _Heads(searched)
        self._most = 0.0

    def add(
        self, feature: str | tuple[str, str], weight: float, known_spread: int | None, *, beginning: bool = False
    ) -> None:
        blocks: list[Mapping[int, int]] = []
        chunks: list[Mapping[int, int]] = []
        for each in self._searched:
            places = each.places.of(feature, beginning=beginning)
            if not places:  # most contents of a catalogue have it
                blocks.append(_NOWHERE)
                chunks.append(_NOWHERE)
                continue
            having_blocks = [place // BLOCK for place in places]
            blocks.append(Counter(having_blocks))
            chunks.append(Counter(map(each.places.chunk_of_block.__getitem__, having_blocks)))
        having = max(known_spread or 0, sum(map(len, chunks)))
        value = weight * _rarity(having, self._count)
        in_documents = self._documents.add(chunks, weight)
        if isinstance(feature, str):
            self._most += value * (_K1 + 1 + _WINDOW_SHARE * (_WINDOW_K1 + 1)) + in_documents
            self._heads.add(feature, chunks, value, beginning)
        for i, own in enumerate(blocks):
            if not own:
                continue
            scores, damping = self._chunks[i], self._damping[i]
            for chunk, count in chunks[i].items():
                scores[chunk] += value * count * (_K1 + 1) / (count + damping[chunk])
            # A window is a block and the next one. The window of a chunk's last block, which is empty, is not used.
            windows = self._windows[i]
            for block, count in own.items():
                windows[block] += _SATURATED[count + own.get(block + 1, 0)] * value
                if block - 1 not in own:
                    windows[block - 1] += _SATURATED[count] * value

    def ranked(self, top_k: int, hints: Sequence[str]) -> list[tuple[float, int, int]]:
        found: list[_Found] = []
        of_document = self._documents.scores
        for i, (each, scores, windows) in enumerate(zip(self._searched, self._chunks, self._windows, strict=True)):
            headed = dict(self._heads.scores(i))
            for n, score in headed.items():
                scores[n] += score
            first_blocks = each.places.first_blocks
            for n, score in enumerate(scores):
                if score or n in headed:
                    own = windows[first_blocks[n] : first_blocks[n + 1] - 1]
                    total = score + _WINDOW_SHARE * max(own, default=0.0) + of_document.get(each.content_ids[n], 0.0)
                    found.append((-total, each.content_ids[n], each.positions[n], i, n))
        found.sort()
        if hints:  # the hints in a chunk's text decide between chunks that are almost equally good
            pattern, first = re.compile(rf"\b(?:{'|'.join(hints)})\b"), found[:_HINTED]
            counts = [Counter(pattern.findall(self._searched[i].chunks[n].text.casefold())) for *_, i, n in first]
            rarity = {hint: _rarity(sum(hint in each for each in counts), len(counts)) for hint in hints}
            for at, (of_chunk, (score, content_id, position, i, n)) in enumerate(zip(counts, first, strict=True)):
                added = sum(
                    _HINT_WEIGHT * rarity[hint] * (_K1 + 1) * count / (count + self._damping[i][n])
                    for hint, count in of_chunk.items()
                )
                first[at] = (score - added, content_id, position, i, n)
            found = sorted(first) + found[_HINTED:]
        return [(min(-score / self._most, 1.0), i, n) for score, _, _, i, n in found[:top_k]]


class _Documents:
    """The scores of whole documents, by content: the context of a passage shows whether it is about the right subject.
    If somebody has chosen a few documents, all are likely relevant, so the share of these scores grows with their
    number. A feature that only one of several documents has counts nearly fully: it names that document."""

    def __init__(self, searched: Sequence[Scorable]) -> None:
        self.scores: dict[str, float] = {}
        self._searched = searched
        self._contents = [frozenset(each.content_ids) for each in searched]
        lengths: Counter[str] = Counter()
        for each in searched:
            for content_id, length in zip(each.content_ids, each.places.lengths, strict=True):
                lengths[content_id] += length
        average = lengths.total() / max(len(lengths), 1) or 1.0
        self._share = _DOCUMENT_SHARE * max(_LEAST_SHARE, 1 - (_CHOSEN / max(len(lengths), 1)) ** 2)
        self._damping = {
            content_id: _DOCUMENT_K1 * (1 - _DOCUMENT_B + _DOCUMENT_B * length / average)
            for content_id, length in lengths.items()
        }

    def add(self, chunks: Sequence[Mapping[int, int]], weight: float) -> float:
        """Adds a feature's counts in each chunk and returns the most that it can add to a score."""
        counts: dict[str, int] = {}
        for each, contents, in_chunks in zip(self._searched, self._contents, chunks, strict=True):
            if in_chunks and len(contents) == 1:
                (content_id,) = contents
                counts[content_id] = counts.get(content_id, 0) + sum(in_chunks.values())
                continue
            for chunk, count in in_chunks.items():
                content_id = each.content_ids[chunk]
                counts[content_id] = counts.get(content_id, 0) + count
        share = max(self._share, _ONLY_SHARE) if len(counts) == 1 < len(self._damping) else self._share
        most = share * weight * _rarity(len(counts), len(self._damping)) * (_DOCUMENT_K1 + 1)
        for content_id, count in counts.items():
            self.scores[content_id] = self.scores.get(content_id, 0.0) + most * count / (
                count + self._damping[content_id]
            )
        return most


class _Heads:
    """The scores that table heads add for words that the chunks lack. They grow with the share of the question that a
    chunk and its head contain together, so a head raises the requested row and no other."""

    def __init__(self, searched: Sequence[Scorable]) -> None:
        self._heads = [each.heads for each in searched]
        self._under = [frozenset(n for n, length in enumerate(heads.lengths) if length) for heads in self._heads]
        self._said: list[dict[int, float]] = [{} for _ in searched]
        self._lacking: list[dict[int, float]] = [{} for _ in searched]
        self._asked = 0.0

    def add(self, feature: str, chunks: Sequence[Mapping[int, int]], value: float, beginning: bool) -> None:
        contents = zip(self._heads, self._under, self._said, self._lacking, chunks, strict=True)
        for heads, under, said, lacking, own in contents:
            if not heads.by_word:
                continue
            headed = {heads.chunk_of_block[place // BLOCK] for place in heads.of(feature, beginning=beginning)}
            for chunk in under.intersection(own):
                said[chunk] = said.get(chunk, 0.0) + value
            for chunk in headed.difference(own):
                lacking[chunk] = lacking.get(chunk, 0.0) + value
        self._asked += value if any(chunks) else 0.0

    def scores(self, i: int) -> Iterator[tuple[int, float]]:
        said, asked = self._said[i], self._asked or 1.0
        for chunk, value in self._lacking[i].items():
            yield chunk, _HEAD_SHARE * value * min(1.0, (value + said.get(chunk, 0.0)) / asked) ** _HEAD_POWER


def _rarity(having: int, count: int) -> float:
    return log(1 + (max(count, having) - having + 0.5) / (having + 0.5))


class BoundedCache[K: Hashable, V]:
    """A cache that drops what was used least recently. weigh returns the weight of a key and its value against the
    limit."""

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

    def discard_all(self, matches: Callable[[K], bool]) -> None:
        """Discards the values of all keys that match."""
        for key in [each for each in self._values if matches(each)]:
            self.discard(key)
