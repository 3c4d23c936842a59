"""Kinds of documents, such as invoices, leases and minutes, as words, file names and titles name them. Pure (D-550)."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from unicodedata import combining

from orc.documents.text.tokens import content_words, plain_words
from orc.patterns import regex
from orc.text import normalized

_GAP = regex(r"[\W_]+|(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_EXTENSION = regex(r"\.\w{1,5}\Z")
_ABOUT = regex(  # what follows is what it is about: reply to your offer
    r"(?<=\w) (?:to|about|on|for|regarding|re|zum?|zur|für|über|auf|sur|pour|sobre|para|su|per|over|voor) .*",
    re.IGNORECASE,
)
_LETTER = regex(
    r"^\W{0,3}(?:dear|sehr geehrte|liebe|cher|chère|madame|monsieur|estimad[oa]|querid[oa]|gentile|egregi[oa]"
    r"|prezad[oa]|geachte|beste) ",
    re.IGNORECASE | re.MULTILINE,
)
_EMAIL = regex(
    r"^\W{0,3}(?:from|von|de|da|van|från) ?: .*\n(?:.*\n){0,3}?\W{0,3}(?:to|an|à|para|a|aan|till|subject|betreff|objet"
    r"|asunto|oggetto|assunto|onderwerp) ?: ",
    re.IGNORECASE | re.MULTILINE,
)
_MOST_WORDS, _OPENING = 40, 600
_LEAST_BEFORE_END, _LONGEST_END, _LEAST_PART = 3, 16, 4  # letters


def _folded(text: str) -> str:
    return "".join(each for each in normalized("NFKD", text.casefold()) if not combining(each))


_KINDS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def _by_word(forms: str) -> dict[str, str]:
    return {_folded(word): kind for kind, words in _KINDS.items() for word in words.get(forms, "").split()}


_ONE, _MANY, _ENDS, _GLUED = map(_by_word, ("one", "many", "ends", "glued"))
_WIDER = {kind: words["also"] for kind, words in _KINDS.items() if "also" in words}  # a lease is a contract


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document that a word names, and what precedes it in a compound: "strom", for "Stromrechnung"."""

    name: str
    of: str = ""
    is_plural: bool = False


@lru_cache(maxsize=4_096)
def kind_of(word: str) -> Kind | None:
    """The kind of document that a word names; None if it names none."""
    word = _folded(word)
    for words in (_ONE, _MANY):
        if word in words:
            return Kind(words[word], "", words is _MANY)
    for start in range(max(_LEAST_BEFORE_END, len(word) - _LONGEST_END), len(word)):
        if (end := word[start:]) in _ENDS:
            return Kind(_ENDS[end], word[:start], end in _MANY)
    return next((Kind(_GLUED[end], word.removesuffix(end)) for end in _GLUED if word.endswith(end)), None)


@dataclass(frozen=True)
class DocumentHead:
    """What tells what a document is: its file name, its title, and the beginning of its text as far as it is known."""

    file_name: str
    title: str = ""
    opening: str = ""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The file name without its extension, and the title, as they are spoken."""
        stem = _EXTENSION.sub("", self.file_name.rsplit("/", 1)[-1])
        return tuple(_GAP.sub(" ", name).strip() for name in (stem, self.title) if name)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of its names, in compared form."""
        return frozenset(content_words(" ".join(self.names)))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds that it is of by its names or, if they name none, as a letter or an e-mail by its form."""
        words = [word for name in self.names for word in islice(plain_words(_ABOUT.sub("", name)), _MOST_WORDS)]
        named = {kind.name for word in words if (kind := kind_of(word))}
        named |= {_WIDER[name] for name in named if name in _WIDER}
        if not named:
            opening = self.opening[:_OPENING]
            named = {"email"} if _EMAIL.search(opening) else {"letter"} if _LETTER.search(opening) else set()
        return frozenset(named)

    @cached_property
    def lists(self) -> frozenset[str]:
        """The kinds of which its names have the plural: it lists several."""
        words = [word for name in self.names for word in islice(plain_words(name), _MOST_WORDS)]
        return frozenset(kind.name for word in words if (kind := kind_of(word)) and kind.is_plural)

    def says(self, words: Sequence[str]) -> bool:
        """Whether its names have all of these words, in compared form or as parts of compounds."""
        spelled = _folded(" ".join(self.names))
        return all(
            word in self.words or ((len(word) >= _LEAST_PART or not word.isascii()) and _folded(word) in spelled)
            for word in words
        )

    def begins_with(self, words: Sequence[str]) -> bool:
        """Whether the names and the beginning of its text have all of these words."""
        known = self.words.union(content_words(self.opening[:_OPENING]))
        return all(word in known for word in words)
