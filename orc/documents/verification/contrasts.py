"""Compares a claim with sentences that say opposite things of two things: one request was approved, and the other
rejected (D-431)."""

import re
from itertools import islice

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.opposites import sides_of
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.verification.pairings import on_one_line, part_end_in
from orc.documents.verification.word_overlap import base_forms_of
from orc.patterns import regex

_RANGE = regex(  # from its beginning to its end: open from 8 to 10
    r"\b(?:from|von|de|del?|dalle|das|van|od) \d[\d.:]*(?: ?[ap]\.?m\.?| uhr)? (?:to|until|bis|à|a|alle|tot|do) \d"
    r"|\d ?[–-] ?\d",
    re.IGNORECASE,
)
_MOST_PARTS, _MOST_SENTENCES, _MOST_WORDS = 8, 200, 12


def contrasts_agree(passage: str, claim: str) -> bool:
    """Whether a claim with one of two opposite words has a word of the part of a sentence that has this word too, and
    not only words of the part that has the opposite. True if no sentence has both opposites, or if another sentence
    says the claim.

    The passage says "Helmets are compulsory in kayaks and optional in canoes": "Helmets are optional in kayaks" does
    not agree."""
    claim_words = frozenset(_words(claim))
    stated = {pair: sides for pair, sides in sides_of(claim_words).items() if len(sides) == 1}
    if not stated or len(claim_words) > _MOST_WORDS or _RANGE.search(claim):
        return True
    part_end = part_end_in(passage)
    is_exchanged = False
    lines = (line for line in passage.split("\n") if not is_row(line))
    spans = ((line, span) for line in lines for span in sentence_spans(line))
    for line, (start, end) in islice(spans, _MOST_SENTENCES):
        sentence = on_one_line(line[start:end])
        words = frozenset(_words(sentence))
        pairs = [pair for pair, sides in sides_of(words).items() if pair in stated and len(sides) > 1]
        if not pairs and claim_words <= words:
            return True
        parts = [_words(part) for part in part_end.split(sentence, _MOST_PARTS) if part]
        for pair in pairs:
            sided = [(part, sides) for part in parts if (sides := sides_of(set(part)).get(pair))]
            if len(sided) < 2 or any(len(sides) > 1 for _, sides in sided):
                continue
            (first, first_side), *later = sided
            if all(pair in sides_of({part[0]}) for part, _ in later):  # what precedes the first side belongs to all
                first = first[next(i for i, word in enumerate(first) if pair in sides_of({word})) :]
                sided[0] = first, first_side
            same_side = {word for part, side in sided if side == stated[pair] for word in part}
            other_side = {word for part, side in sided if side != stated[pair] for word in part}
            both = (same_side & other_side) | {word for word in same_side | other_side if pair in sides_of({word})}
            is_exchanged |= bool(claim_words & other_side - both) and not claim_words & same_side - both
    return not is_exchanged


def _words(text: str) -> list[str]:
    """The compared words of a text that tell something, in order."""
    return [word for word in base_forms_of(text) if word not in LIGHT_WORDS]
