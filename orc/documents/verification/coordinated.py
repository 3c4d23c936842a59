"""Compares a claim with a sentence that says the same of two subjects: who manages one office does not manage the other
(D-532)."""

from collections.abc import Sequence

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.verification.pairings import on_one_line, part_end_in
from orc.documents.verification.restated import restated_sentences
from orc.documents.verification.word_overlap import base_forms_of

_MOST_PARTS, _LONGEST_SUBJECT = 8, 3


def coordinated_agree(passage: str, claim: str) -> bool:
    """Whether the claim does not join the subject of one part of a sentence with words that only another part has,
    without the subject of that.

    The passage says "Alice manages the Berlin office and Bob manages the Paris office": "Bob manages the Berlin office"
    does not agree."""
    words, verdicts = frozenset(_words(claim)), list[bool]()
    if len([part for part in part_end_in(claim).split(on_one_line(claim), 1) if _words(part)]) > 1:
        return True
    for sentence in restated_sentences(passage, claim):
        parts = [_words(part) for part in part_end_in(sentence).split(on_one_line(sentence), _MOST_PARTS) if part]
        pairs = ((own, other) for own in parts for other in parts if own is not other)
        verdicts.append(not any(_is_exchanged(words, own, other) for own, other in pairs))
    return not verdicts or any(verdicts)


def _is_exchanged(claim: frozenset[str], own: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the claim has the first word of its own part, but behind that only words of the other one. Both have the
    same word behind their subjects, which are as long."""
    length = next((n for n in range(1, _LONGEST_SUBJECT) if own[n : n + 1] == other[n : n + 1] != []), None)
    if length is None or own[0] in other or other[0] in own:
        return False
    of_own, of_other = ({*one[length:]} - {*another} for one, another in ((own, other), (other, own)))
    is_of_own = own[0] in claim and other[0] not in claim
    return is_of_own and bool(of_own) and claim.isdisjoint(of_own) and not claim.isdisjoint(of_other)


def _words(text: str) -> list[str]:
    """The compared words of a text that tell something, in order."""
    return [word for word in base_forms_of(text) if word not in LIGHT_WORDS]
