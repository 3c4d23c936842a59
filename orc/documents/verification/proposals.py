"""Keeps what was proposed or rejected apart from what was done (D-519)."""

import json
import re
from pathlib import Path

from orc.documents.text.function_words import language_by_function_words
from orc.documents.verification.negations import denies
from orc.documents.verification.restated import beginnings, repeats, restated_sentences
from orc.patterns import regex

_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_REJECTED, _SAYS_SO, _PROPOSED, _ACCEPTED = (
    regex(rf"\b(?:{_WORDS[kind]})\b", re.IGNORECASE) for kind in ("rejected", "says so", "proposed", "accepted")
)
_REJECTED_LAST = regex(rf"[^.;!?\n]{{0,300}}\b(?:{_WORDS['rejected']})\.", re.IGNORECASE)
_DENIAL = {"de": "nicht", "nl": "niet", "pl": "nie", "cs": "není", "sv": "inte", "da": "ikke"}
_SCOPE_END = regex(r"[;:]\s|\b(?:but|aber|sondern|mais|pero|ma|maar|ale|men)\b", re.IGNORECASE)
_SHARE = 0.5


def with_plain_rejections(passage: str, claim: str) -> str:
    """The passage with a denial for each word such as "rejected", unless the claim has such a word. What is rejected is
    not done."""
    if _REJECTED.search(passage) is None or _SAYS_SO.search(claim):
        return passage
    if said := _REJECTED.search(claim):  # in this word for it
        return passage if repeats(passage, claim) else _REJECTED.sub(lambda _: said[0], passage)
    denial = _DENIAL.get(language_by_function_words(passage) or "", "not")
    plain = _REJECTED_LAST.sub(
        lambda found: f"{found[0].replace(',', '')}", passage
    )  # a comma would end what it denies
    return _REJECTED.sub(denial, plain)


def proposals_agree(passage: str, claim: str) -> bool:
    """Whether the claim does not state as done what a sentence only says to be proposed, asked for or open.

    The passage says "Ann proposed to sell the van": "Ann sold the van" does not agree."""
    if _PROPOSED.search(passage) is None or _PROPOSED.search(claim) or denies(claim):
        return True
    sentences = restated_sentences(passage, claim)
    words = beginnings(claim)
    return not sentences or not all(_is_proposed(sentence, words) for sentence in sentences)


def _is_proposed(sentence: str, words: frozenset[str]) -> bool:
    """Whether a sentence has most of these words where it says what is proposed."""
    found = _PROPOSED.search(sentence)
    if found is None or _ACCEPTED.search(sentence):
        return False
    end = _SCOPE_END.search(sentence, found.end())
    scope = beginnings(sentence[found.end() : end.start() if end else len(sentence)])
    return len(words & scope) >= _SHARE * len(words)
