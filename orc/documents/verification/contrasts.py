"""Compares a claim with sentences that say opposite things of two things: one request was approved, and the other
rejected (D-431)."""

from collections.abc import Sequence, Set
from itertools import islice

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.everyday import base_forms
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.opposites import sides_of
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.pairings import PART_END, on_one_line

_MOST_PARTS, _MOST_SENTENCES, _MOST_WORDS = 8, 200, 12


def contrasts_agree(passage: str, claim: str) -> bool:
    """Whether a claim with one of two opposite words has the words of the part of a sentence with this word, not only
    those of the part with the opposite. True if no sentence has both, or if another sentence says the claim."""
    claim_words = frozenset(_words(claim))
    stated = {pair: sides for pair, sides in sides_of(claim_words).items() if len(sides) == 1}
    if not stated or len(claim_words) > _MOST_WORDS:
        return True
    pattern = PART_END.get(language_by_function_words(passage) or "", PART_END[""])
    exchanged = False
    lines = (line for line in passage.split("\n") if not is_row(line))
    spans = ((line, span) for line in lines for span in sentence_spans(line))
    for line, (start, end) in islice(spans, _MOST_SENTENCES):
        sentence = on_one_line(line[start:end])
        words = frozenset(_words(sentence))
        pairs = [pair for pair, sides in sides_of(words).items() if pair in stated and len(sides) > 1]
        if not pairs and claim_words <= words:
            return True
        parts = [_words(part) for part in pattern.split(sentence, _MOST_PARTS) if part]
        exchanged |= any(_is_exchanged(parts, claim_words, pair, stated[pair]) for pair in pairs)
    return not exchanged


def _is_exchanged(parts: Sequence[Sequence[str]], claim: Set[str], pair: int, side: Set[int]) -> bool:
    """Whether the claim has words of the part with the other side of the pair, and none of the part with its own. What
    precedes the first side belongs to both if the other part begins with its side."""
    marked = [(part, sides_of(set(part)).get(pair, set[int]())) for part in parts]
    marked = [(part, sides) for part, sides in marked if sides]
    if len(marked) < 2 or any(len(sides) > 1 for _, sides in marked):
        return False
    (first, _), *later = marked
    begins = [pair in sides_of({part[0]}) for part, _ in later]
    at = next(i for i, word in enumerate(first) if pair in sides_of({word}))
    marked[0] = (first[at:] if all(begins) else first, marked[0][1])
    own = {word for part, sides in marked if sides == side for word in part}
    other = {word for part, sides in marked if sides != side for word in part}
    sided = {word for word in own | other if pair in sides_of({word})}
    return bool(claim & (other - own - sided)) and not claim & (own - other - sided)


def _words(text: str) -> list[str]:
    """The compared words of a text that tell something, in order."""
    words = (word for word in text.split() if not function_words(word))
    return [word for word in base_forms(content_words(" ".join(words))) if word not in LIGHT_WORDS]
