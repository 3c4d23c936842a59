"""Synonyms of terms in questions: the lines of a statement that a ratio is computed from, the wording of policies, and
a deployer's own terms."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from orc.documents.text.everyday import Phrases
from orc.documents.text.tokens import content_words, words_of
from orc.patterns import regex

_LONGEST = 4
# Captions prescribed by Regulation S-X (rules 5-02 and 5-03) and ASC 230, by the ratios computed from them.
_ACCOUNTING = "accounting.json"
# Phrases of policies, by the words of questions, which are as common as "kept", "account" and "share".
_POLICIES = "privacy.json"
_SPEAKS_AS_POLICY = regex(
    r"\b(?:privacy (?:policy|notice|statement)|(?:your|personal(?:ly[ -]identifiable)?) (?:information|data)|cookies"
    r"|third[- ]part(?:y|ies))\b",
    re.IGNORECASE,
)
_CHARACTERS_A_MARK = 1_200
_SALES = frozenset(("net sales", "total revenues", "net revenue"))
_FEW_TEXTS = 20


class Synonyms:
    """Maps terms in questions to phrases in texts. A term matches in any form of its words; one with a special
    character ("R&D"), or of almost only common words ("where I am"), matches as written."""

    def __init__(
        self, phrases: Mapping[str, Sequence[str]], of_policies: Self | None = None, built_in: Self | None = None
    ) -> None:
        self._of_policies = of_policies
        self._built_in = built_in
        self._by_words: dict[tuple[str, ...], list[str]] = {}
        self._as_written: dict[str, Sequence[str]] = {}
        for term, others in phrases.items():
            words = tuple(content_words(term))
            if "&" in term or len(words) < min(2, len(term.split())):
                self._as_written[term.casefold()] = others
            else:
                self._by_words.setdefault(words, []).extend(others)

    @classmethod
    def with_built_in(cls, own: Mapping[str, Sequence[str]] | None = None) -> Self:
        """The built-in synonyms of accounting and of policies, with a deployer's own."""
        phrases = {term: [*others] for term, others in _read(_ACCOUNTING).items()}
        for term, others in (own or {}).items():
            phrases.setdefault(term, []).extend(others)
        return cls(phrases, cls(_read(_POLICIES)), cls.with_built_in() if own else None)

    def of(self, question: str, texts: Iterable[str] | None = None) -> list[str]:
        """The phrases for all terms in the question, each once. A longer term replaces those within it. Synonyms of
        policies apply only if the texts, where there are any, are those of policies. Sales, by which many figures are
        divided, do not stand for one whose other parts a few texts lack."""
        known = None if texts is None else list(texts)
        found = [phrase for _, others in self._terms(question, known or ()) for phrase in others]
        if self._of_policies is not None and (known is None or is_privacy_policy(known)):
            found += self._of_policies.of(question)
        return list(dict.fromkeys(found))

    def alternatives(self, question: str) -> tuple[Self, ...]:
        """These synonyms and, where a deployer's own apply to the question, the built-in ones alone, by which a
        question is judged too: own synonyms add to what is found, and displace nothing."""
        own = self._built_in is not None and self._built_in.of(question) != self.of(question)
        return (self, self._built_in) if self._built_in is not None and own else (self,)

    def by_word(self, question: str, texts: Iterable[str] = ()) -> dict[str, Phrases]:
        """For each word of a term in the question, the words of each phrase, as in of. Synonyms of policies are left
        out, as they do not replace single words."""
        found: dict[str, Phrases] = {}
        for term, others in self._terms(question, list(texts)):
            found |= dict.fromkeys(term, tuple(form for phrase in others if (form := frozenset(content_words(phrase)))))
        return found

    def _terms(self, question: str, texts: Sequence[str] = ()) -> list[tuple[Sequence[str], Sequence[str]]]:
        """The words of each term in the question, with its phrases; of one that is computed from sales, without these
        if the texts lack its name and its other parts."""
        words = content_words(question)
        found: list[tuple[Sequence[str], Sequence[str]]] = [
            (content_words(term), others)
            for term, others in self._as_written.items()
            if re.search(rf"(?<!\w){re.escape(term)}(?!\w)", question.casefold())
        ]
        at = 0
        while at < len(words):
            spans = (tuple(words[at : at + length]) for length in range(_LONGEST, 0, -1))
            term = next((span for span in spans if span in self._by_words), ())
            found.append((term, self._by_words.get(term, ())))
            at += len(term) or 1
        if not 0 < len(texts) <= _FEW_TEXTS:
            return found
        parts = {tuple(term): [p for p in others if p not in _SALES] for term, others in found if _SALES & {*others}}
        lacking = {
            term
            for term, own in parts.items()
            if own and not any(has_phrase(text, (" ".join(term), *own)) for text in texts)
        }
        return [(term, parts[tuple(term)] if tuple(term) in lacking else others) for term, others in found]


def is_privacy_policy(texts: Iterable[str]) -> bool:
    """Whether the words of these texts are typical of a privacy policy."""
    known = list(texts)
    marks = sum(len(_SPEAKS_AS_POLICY.findall(text)) for text in known)
    return marks > 1 and marks * _CHARACTERS_A_MARK > sum(map(len, known))


def has_phrase(text: str, phrases: Iterable[str]) -> bool:
    """Whether one of the phrases occurs in the text, in any form of its words."""
    said = f" {' '.join(words_of(text))} "
    return any(_compared_phrase(phrase) in said for phrase in phrases)


@lru_cache(maxsize=512)
def _compared_phrase(phrase: str) -> str:
    return f" {' '.join(content_words(phrase))} "


@cache
def _read(name: str) -> dict[str, list[str]]:
    terms: dict[str, list[str]] = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return terms
