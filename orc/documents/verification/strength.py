"""Compares how strong a claim is: what must be done is not what may be done, and most are not all (D-519)."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path

from orc.documents.text.function_words import language_by_function_words
from orc.documents.verification.negations import denies
from orc.documents.verification.restated import beginnings, restated_sentences
from orc.patterns import regex

_WORDS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_DUTIES, _SHARES = ("must", "should", "may"), ("all", "most", "half", "some", "few")
_TOO_MUCH = {  # what a claim may not make of each
    "must": {"may"},
    "should": {"must"},
    "may": {"must", "should"},
    "all": {"few"},
    "most": {"all", "few"},
    "half": {"all", "most", "few"},
    "some": {"all", "most", "half"},
    "few": {"all", "most", "half"},
}
_ONLY = regex(
    r"\b(?:only|nur|lediglich|seul\w*|ne|sólo|solo|solamente|soltanto|só|somente|alleen|slechts|tylko|bara|endast)\b",
    re.IGNORECASE,
)
_COUNTED = regex(r"[^\W_][\w'’-]*")
_COUNTED_WITHIN = 5  # words
_MOST_WORDS = 4


def strength_agrees(passage: str, claim: str) -> bool:
    """Whether a sentence that the claim restates demands or permits what the claim does, and of as many.

    The passage says "Most boats may be used": "All boats may be used" and "Most boats must be used" do not agree."""
    language = language_by_function_words(passage) or "en"
    if language not in _WORDS or not any(pattern.search(claim) for pattern in _patterns(language).values()):
        return True
    sentences = restated_sentences(passage, claim)
    return not sentences or any(
        _duty_agrees(sentence, claim, language) and _shares_agree(sentence, claim, language) for sentence in sentences
    )


def _duty_agrees(sentence: str, claim: str, language: str) -> bool:
    patterns = _patterns(language)
    stated, there = ([kind for kind in _DUTIES if patterns[kind].search(text)] for text in (claim, sentence))
    if len(stated) != 1 or len(there) != 1 or stated[0] not in _TOO_MUCH[there[0]]:
        return True
    following, others = (_words_after(patterns[kind[0]], text) for kind, text in ((stated, claim), (there, sentence)))
    if following and others and following.isdisjoint(others):  # it is about something else
        return True
    return any(_ONLY.search(text) or denies(text) for text in (claim, sentence))


def _words_after(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    """The first words after each match of a pattern in a text."""
    found = islice(pattern.finditer(text), _MOST_WORDS)
    return frozenset().union(*(beginnings(_following(text, each.end())) for each in found))


def _following(text: str, at: int) -> str:
    return " ".join(word[0] for word in islice(_COUNTED.finditer(text, at), _COUNTED_WITHIN))


def _shares_agree(sentence: str, claim: str, language: str) -> bool:
    """Whether the claim speaks of as many of the same things."""
    there = list(_shares(sentence, language))
    return not any(
        stated in _TOO_MUCH[kind] and not things.isdisjoint(others)
        for stated, things in _shares(claim, language)
        for kind, others in there
        if not any(other == stated and not things.isdisjoint(same) for other, same in there)
    )


def _shares(text: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The words such as "most" in a text, each with the words after it."""
    for kind in _SHARES:
        for found in islice(_patterns(language)[kind].finditer(text), _MOST_WORDS):
            yield kind, beginnings(_following(text, found.end()))


@cache
def _patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    return {kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in _WORDS[language].items()}
