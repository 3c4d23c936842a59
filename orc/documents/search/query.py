"""Turns texts and questions into the words that lexical search compares. Pure; the same for every store."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice, pairwise

from orc.documents.questions.german import is_german
from orc.documents.questions.instructions import without_instructions
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS
from orc.documents.text.row_labels import AskedLabels
from orc.documents.text.tokens import content_words, plain_words
from orc.text import word_set

BLOCK = 20
_BEGINNING = 5
_LIGHT_WEIGHT = 0.3
_FUNCTION_WEIGHT = 0.2
_PAIR_WEIGHT = 0.5
_BEGINNING_WEIGHT, _FOREIGN_BEGINNING_WEIGHT = 0.3, 0.5
_FOREIGN = 0.75
_MAX_WORDS = _MAX_PAIRS = 60
# Common English words that say what is allowed or likely, and when, where and how much something is.
_HINTS = word_set(
    "can could may might must shall should will would if about after again against all any before between both during "
    "each further from into more most no not off once only out over own same too under until up very while within "
    "without through"
)

type Pair = tuple[str, str]


class Query:
    """A question as weighted features: its words, its pairs of adjacent words, and the prefixes of long words, which
    match their other forms. hints are its common English words that tell similar passages apart."""

    def __init__(self, question: str) -> None:
        text = without_instructions(question)
        found = content_words(text) or plain_words(text)
        words = list(dict.fromkeys(found))[:_MAX_WORDS]
        self.plain = not content_words(text)
        # Few words of it are common in English, so it is in a language with few stemming rules.
        self.foreign = len(found) > _FOREIGN * len(plain_words(text)) or is_german(text)
        self.words: Mapping[str, float] = {
            word: _FUNCTION_WEIGHT if word in FUNCTION_WORDS else _LIGHT_WEIGHT if word in LIGHT_WORDS else 1.0
            for word in words
        }
        self.hints: Sequence[str] = (
            () if self.plain or self.foreign else tuple(dict.fromkeys(w for w in plain_words(text) if w in _HINTS))
        )
        self._in_order = found[:_MAX_WORDS]
        known = self.words.keys()
        self.pairs: Mapping[Pair, float] = {
            (a, b): _PAIR_WEIGHT * min(self.words[a], self.words[b])
            for a, b in islice(((a, b) for a, b in pairwise(found) if a in known and b in known and a != b), _MAX_PAIRS)
        }
        weight, least = (_FOREIGN_BEGINNING_WEIGHT, 0) if self.foreign else (_BEGINNING_WEIGHT, _BEGINNING + 1)
        self.beginnings: Mapping[str, float] = {
            beginning: weight for word in words if len(word) >= least and (beginning := beginning_of(word))
        }

    @cached_property
    def labels(self) -> AskedLabels:
        """The rows that the question may name."""
        return AskedLabels(self._in_order, self.words)


@lru_cache(maxsize=64)
def parsed(question: str) -> Query:
    """The question as a query, cached, as a turn searches for it in several places."""
    return Query(question)


def beginning_of(word: str) -> str:
    """The prefix that the forms of a long word share; "" for a short one."""
    return word[:_BEGINNING] if len(word) >= _BEGINNING and not word[0].isdecimal() else ""


class Places:
    """The positions of words in some chunks: positions by word, in blocks of BLOCK words that each belong to one chunk.
    An empty block follows the last block of each chunk, so that no window crosses into the next. first_blocks has the
    first block of each chunk, then the number of all blocks."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self.by_word: dict[str, array[int]] = {}
        self.chunk_of_block: list[int] = []
        self.first_blocks = [0]
        self.lengths: list[int] = []
        by_word = self.by_word
        for words in texts:
            for place, word in enumerate(words, self._begin(len(words))):
                if word in by_word:
                    by_word[word].append(place)
                else:
                    by_word[word] = array("I", (place,))

    @classmethod
    def asked(cls, texts: Sequence[str], query: Query) -> "Places":
        """The positions that matter to the query, for texts whose words are separated by single spaces. Searching a
        text for a few words is several times as fast as looking at each of its words."""
        found = cls(())
        begins = [found._begin(text.count(" ") + 1 if text else 0) for text in texts]
        starts = list(accumulate((len(text) + 2 for text in texts), initial=1))
        whole = f" {'  '.join(texts)} "

        def add(word: str, at: int) -> None:
            chunk = bisect_right(starts, at) - 1
            place = begins[chunk] + whole.count(" ", starts[chunk], at)
            if word in found.by_word:
                found.by_word[word].append(place)
            else:
                found.by_word[word] = array("I", (place,))

        for beginning in query.beginnings:
            before = whole.find(f" {beginning}")
            while before >= 0:
                end = whole.index(" ", before + 1)
                add(whole[before + 1 : end], before + 1)
                before = whole.find(f" {beginning}", end)
        for word in query.words:
            if word[:_BEGINNING] not in query.beginnings:
                before = whole.find(f" {word} ")
                while before >= 0:
                    add(word, before + 1)
                    before = whole.find(f" {word} ", before + 1)
        return found

    def _begin(self, words: int) -> int:
        """Starts a chunk of this many words and returns the position of its first word."""
        first = len(self.chunk_of_block) * BLOCK
        blocks = (words + BLOCK - 1) // BLOCK + 1
        self.chunk_of_block += [len(self.lengths)] * blocks
        self.first_blocks.append(len(self.chunk_of_block))
        self.lengths.append(words)
        return first

    @cached_property
    def _words_by_beginning(self) -> Mapping[str, Sequence[str]]:
        """The long words by the prefix that their forms share."""
        words: dict[str, list[str]] = {}
        for word in self.by_word:
            if beginning := beginning_of(word):
                words.setdefault(beginning, []).append(word)
        return words

    def of(self, feature: str | Pair, *, beginning: bool = False) -> Sequence[int]:
        """The positions of a word, a prefix, or the first word of a pair."""
        if beginning:
            words = self._words_by_beginning.get(str(feature), ())
            return self.by_word[words[0]] if len(words) == 1 else [p for word in words for p in self.by_word[word]]
        if isinstance(feature, str):
            return self.by_word.get(feature, ())
        here, following = (self.by_word.get(word, ()) for word in feature)
        behind = set(following if here else ())
        return [place for place in here if place + 1 in behind] if behind else ()
