"""How well a question names documents: by the words of titles and file names, glued and cased ones taken apart."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from math import log

from orc.documents.document import Document
from orc.documents.questions import FUNCTION_WORDS, LIGHT_WORDS, MAX_WORDS, years_in
from orc.documents.words import content_words, plain_words

_GAP = re.compile(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"[^\W_]+")
_SHORTEST_IN_GLUED = 4
# A word in small letters ("capital") may be in a name by chance; so may some words of a long question.
_SMALL_LETTERS = 0.25
_BY_CHANCE = 0.5
_OTHER_YEAR = 0.5


@dataclass(frozen=True, slots=True)
class _Asked:
    """The telling words of a question, each with a form that is looked for inside glued names; names are those that
    are not written in small letters."""

    words: dict[str, str]
    names: frozenset[str]
    years: frozenset[str]


def name_matches(question: str, documents: Sequence[Document]) -> list[float]:
    """For each document how well the question names it, up to 1: how much of a name it says, as far as that is rare
    among these documents and written like a name, or how much of the question the names have."""
    asked = _asked(question)
    if not asked.words:
        return [0.0] * len(documents)
    named = [_names_of(document, asked.words) for document in documents]
    rarity = _Rarity(Counter(word for names in named for word in frozenset().union(*names)), len(documents))
    return [
        max(_match(asked, file_name, rarity), _match(asked, title, rarity, years_name=False))
        for file_name, title in named
    ]


def is_of_other_year(question: str, document: Document) -> bool:
    """Whether the question asks about years and the document, by its name, title or first sentences, is of others."""
    asked = years_in(question)
    if not asked:
        return False
    name = _GAP.sub(" ", document.blob_name.rsplit("/", 1)[-1])
    years = years_in(f"{name} {document.title or ''}") or years_in(document.summary or "")
    return bool(years) and not years & asked


@dataclass(frozen=True, slots=True)
class _Rarity:
    spread: Counter[str]
    documents: int

    def of(self, word: str) -> float:
        return self._of(self.spread[word])

    def total(self, words: Iterable[str]) -> float:
        return sum(map(self.of, words))

    @property
    def of_one(self) -> float:
        """That of a word which is in one document's name only."""
        return self._of(1)

    def _of(self, having: int) -> float:
        return log(1 + (self.documents - having + 0.5) / (having + 0.5))


def _match(asked: _Asked, name: Set[str], rarity: _Rarity, *, years_name: bool = True) -> float:
    """Years name a file, but no document by its title: that may be the heading of a table."""
    said = asked.words.keys() & name
    if not said:
        return 0.0
    weight = rarity.total(said)
    telling = said if years_name else {word for word in said if not word.isdecimal()}
    as_name = rarity.total(telling) - (1 - _SMALL_LETTERS) * rarity.total(telling - asked.names)
    named = weight / rarity.total(name) * min(1.0, as_name / rarity.of_one)
    if asked.years and (years := years_in(" ".join(name))) and not years & asked.years:
        named *= _OTHER_YEAR
    return max(named, _BY_CHANCE * weight / rarity.total(asked.words))


def _asked(question: str) -> _Asked:
    text = _GAP.sub(" ", _POSSESSIVE.sub("", question))
    forms = {stem: word for word in plain_words(text) for stem in content_words(word)}
    telling = (stem for stem in forms if stem not in LIGHT_WORDS and stem not in FUNCTION_WORDS)
    words = {stem: forms[stem] for stem in islice(telling, MAX_WORDS)}
    names = frozenset(stem for word in _WORD.findall(text) if not word[0].islower() for stem in content_words(word))
    return _Asked(words, names, years_in(question))


def _names_of(document: Document, asked: Mapping[str, str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the file name, in which asked ones may be glued to others, and those of the title."""
    file_name = document.blob_name.rsplit("/", 1)[-1]
    stem = file_name.rpartition(".")[0] or file_name
    words = frozenset(content_words(_GAP.sub(" ", stem)))
    glued = "".join(plain_words(stem))
    inside = {word: form for word, form in asked.items() if len(form) >= _SHORTEST_IN_GLUED and form in glued}
    others = {word for word in words - inside.keys() if not any(form in word for form in inside.values())}
    return frozenset(inside) | others, frozenset(content_words(_GAP.sub(" ", document.title or "")))
