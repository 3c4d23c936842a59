"""Compares the condition of a claim with that of the sentence that it restates (D-519)."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from orc.documents.text.opposites import sides_of
from orc.documents.verification.denials import has_denial
from orc.documents.verification.negations import count_negations
from orc.documents.verification.restated import beginnings, restated_sentences
from orc.documents.verification.word_overlap import base_forms_of
from orc.patterns import regex

_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_MARKER = regex(rf"\b(?:(?P<unless>{_WORDS['unless']})|(?:{_WORDS['if']}))(?:(?<=['’])|(?!\w))", re.IGNORECASE)
_CASES = regex(rf"\b(?:{_WORDS['cases']})\b", re.IGNORECASE)
_WISH = regex(rf"\b(?:{_WORDS['wish']})\b", re.IGNORECASE)
_BEGINS = regex(r"\W*(?:(?:and|but|so|only|und|aber|nur|et|mais|y|pero|e|ma|en|maar|i|ale)\W+)?", re.IGNORECASE)
_END = regex(
    r"[,;:](?:\s|\Z)|\sthen\s|\sdann\s|\salors\s|\sentonces\s|\sallora\s|\sdan\s|\swtedy\s|\.\Z", re.IGNORECASE
)
_ALIKE, _COVERED, _REPEATED, _LONGEST = 0.5, 0.7, 0.8, 1_000


class _Conditional(NamedTuple):
    """A sentence that holds in a case. turned means that it holds in all other cases: unless."""

    main: str
    case: str
    turned: bool


def conditions_agree(passage: str, claim: str, question: str = "") -> bool | None:
    """Whether the claim holds in the case that the sentence names which it restates. None if nothing tells, as when the
    question or the claim names the case in other words.

    The passage says "If it rains, the race is postponed": "The race is postponed", "It rains" and "Unless it rains, the
    race is postponed" do not agree."""
    if _MARKER.search(passage) is None:
        return None
    stated, told = _conditional(claim), beginnings(question)
    verdicts = list[bool | None]()
    for sentence in restated_sentences(passage, claim):
        if (found := _conditional(sentence)) is None:
            verdicts.append(None)
        elif stated is None:
            verdicts.append(_without_case(claim, found, told))
        else:
            verdicts.append(_same_case(stated, found))
    if any(verdicts):
        return True
    return None if not verdicts or None in verdicts else False


def without_condition(text: str) -> str:
    """What a sentence says to hold in a case. The whole sentence if it names none."""
    found = _conditional(text)
    return found.main if found else text


def _conditional(sentence: str) -> _Conditional | None:
    marker = _MARKER.search(sentence[:_LONGEST])
    if marker is None:
        return None
    before, behind = sentence[: marker.start()], sentence[marker.end() :]
    end = _END.search(behind)
    case, rest = (behind[: end.start()], behind[end.end() :]) if end else (behind, "")
    main = rest if _BEGINS.fullmatch(before) else f"{before.rstrip(' ,')} {rest}"
    if not (main.strip(" .,") and beginnings(case)) or _WISH.search(case):
        return None
    return _Conditional(main, case, marker["unless"] is not None)


def _without_case(claim: str, found: _Conditional, told: frozenset[str]) -> bool | None:
    """False if a claim that names no case repeats what holds only in a case, or the case itself."""
    words, main, case = beginnings(claim), beginnings(found.main), beginnings(found.case)
    if len(words & case) >= _REPEATED * len(words) > len(words & main):
        return False
    if not case.isdisjoint(words | told) or (_CASES.search(claim) and words - main):
        return None
    is_repeated = len(words & main) >= max(_REPEATED * len(words), _COVERED * len(main))
    return False if is_repeated else None


def _same_case(claim: _Conditional, found: _Conditional) -> bool | None:
    """Whether a claim says of the same case what the sentence says. "Unless" and a denial turn it around."""
    if _are_alike(claim.main, found.main) and _are_alike(claim.case, found.case):
        turns = claim.turned + found.turned
        are_same = beginnings(claim.main) <= beginnings(found.main)
        for one, other in ((claim.main, found.main), (claim.case, found.case)):
            turns += count_negations(one) + count_negations(other) + has_denial(one) + has_denial(other)
            turns += (opposites := _opposites(one, other))
            are_same |= opposites > 0
        return turns % 2 == 0 or (False if are_same else None)
    return False if _are_alike(claim.main, found.case) and _are_alike(claim.case, found.main) else None


def _are_alike(one: str, other: str) -> bool:
    words = beginnings(one)
    return bool(words) and len(words & beginnings(other)) >= _ALIKE * len(words)


def _opposites(one: str, other: str) -> int:
    """How many pairs of opposites two texts have from different sides."""
    ours, theirs = (sides_of(set(base_forms_of(text))) for text in (one, other))
    return sum(pair in theirs and sides.isdisjoint(theirs[pair]) for pair, sides in ours.items())
