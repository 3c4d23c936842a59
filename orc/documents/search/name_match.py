"""How well a question names documents: by the words of file names, titles, and names that they have in their first
pages, in other spellings too."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import log

from orc.documents.records import Document
from orc.documents.search.spelling import is_misspelt, said_otherwise
from orc.documents.text.questions import FUNCTION_WORDS, LIGHT_WORDS, MAX_WORDS, years_in
from orc.documents.text.tokens import content_words, spelled_words

_GAP = re.compile(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"[^\W_]+")
_ABBREVIATION = re.compile(r"(?<![^\W_])[A-Z](?=[a-z]{0,6}[A-Z&.])(?:[^\W\d_]|&(?=[A-Z])|\.(?=[A-Z])){1,7}(?![^\W_])")
_SIGNED = re.compile(r"(?<![^\W_])[A-Z]\w?&[A-Z]\w?(?![^\W_])")
_SHORTEST_IN_GLUED = 4
_MOST_MISSPELT, _MOST_ABBREVIATIONS = 8, 8
# A word in small letters ("capital") may be in a name by chance; so may some words of a long question.
_SMALL_LETTERS = 0.25
_BY_CHANCE = 0.5
_OTHER_YEAR = 0.5
# Where a title or first sentences happen to have a year, and where a name or the first pages state one.
_NEXT_YEAR = (0.97, 0.9)
_ANOTHER_YEAR = (0.9, 0.75)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The telling words of a question with the forms that they have in it, and the other way round; names are those not
    written in small letters, abbreviations those of capitals."""

    words: Mapping[str, str]
    forms: Mapping[str, str]
    names: frozenset[str]
    abbreviations: tuple[str, ...]
    years: frozenset[str]


type _Names = tuple[Set[str], ...]
type _Spelled = tuple[tuple[str, frozenset[str]], ...]


def name_matches(question: str, documents: Sequence[Document]) -> list[float]:
    """For each document how well the question names it, up to 1: how much of a name it says, as far as that is rare
    among these documents and written like a name, or how much of the question the names have."""
    asked = _asked(question)
    if not asked.words:
        return [0.0] * len(documents)
    misspelt = _misspelt(asked, documents)
    named = [_names_of(document, asked, misspelt) for document in documents]
    rarity = _Rarity(Counter(word for names in named for word in frozenset().union(*names)), len(documents))
    return [
        max(_match(asked, name, rarity, years_name=not place) for place, name in enumerate(names)) for names in named
    ]


def year_factor(question: str, document: Document) -> float:
    """1 where the document is of the last year that the question asks about, or tells none; less for another one that
    it asks about, or the next: a fiscal year may end in it; least for years that it does not ask about.

    A document is of the years of its name and of the period that its first pages name; else of those of its title, or
    of its first sentences.
    """
    asked = years_in(question)
    if not asked:
        return 1.0
    name = years_in(_GAP.sub(" ", document.blob_name.rsplit("/", 1)[-1]))
    stated = name.union(document.years)
    told = stated or years_in(document.title or "") or years_in(document.summary or "")
    last = max(map(int, asked))
    if not told or str(last) in told:
        return 1.0
    close = bool(told & asked) or str(last + 1) in told
    return (_NEXT_YEAR if close else _ANOTHER_YEAR)[bool(stated)]


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


def _match(asked: _Asked, name: Set[str], rarity: _Rarity, *, years_name: bool) -> float:
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
    text = _POSSESSIVE.sub("", question)
    abbreviations = tuple(dict.fromkeys(_ABBREVIATION.findall(text)))[:_MOST_ABBREVIATIONS]
    apart = _GAP.sub(" ", _SIGNED.sub(" ", text))
    stems = {stem: word for word in spelled_words(apart) for stem in content_words(word)}
    telling = (stem for stem in stems if stem not in LIGHT_WORDS and stem not in FUNCTION_WORDS)
    words = {stem: stems[stem] for stem in islice(telling, MAX_WORDS)}
    words |= {short.casefold(): short.casefold() for short in abbreviations}
    names = {stem for word in _WORD.findall(apart) if not word[0].islower() for stem in content_words(word)}
    return _Asked(
        words,
        {form: stem for stem, form in words.items()},
        frozenset(names.union(short.casefold() for short in abbreviations)),
        abbreviations,
        years_in(question),
    )


def _misspelt(asked: _Asked, documents: Sequence[Document]) -> dict[str, str]:
    """By words of the documents' names, those of the question that differ from one by a letter and are in no name."""
    known = {word for document in documents for text in _texts_of(document) for word, _ in _read(text)}
    missing = [form for form, stem in asked.forms.items() if stem in asked.names and form not in known]
    return {
        word: asked.forms[form]
        for form in missing[:_MOST_MISSPELT]
        for word in known
        if word[0] == form[0] and is_misspelt(word, form)
    }


def _names_of(document: Document, asked: _Asked, misspelt: Mapping[str, str]) -> _Names:
    """The words of the file name, in which asked ones may be glued to others, those of the title and of each name of
    the first pages: where the question has them in another spelling, as it has them."""
    texts = _texts_of(document)
    names: list[Set[str]] = []
    for name in map(_read, texts):
        otherwise = said_otherwise([word for word, _ in name], asked.forms, asked.abbreviations)
        otherwise |= {word: frozenset({misspelt[word]}) for word, _ in name if word in misspelt}
        names.append(frozenset().union(*(otherwise.get(word, stems) for word, stems in name)))
    file_name, *others = names
    glued = "".join(word for word, _ in _read(texts[0]))
    inside = {stem: form for stem, form in asked.words.items() if len(form) >= _SHORTEST_IN_GLUED and form in glued}
    rest = {word for word in file_name - inside.keys() if not any(form in word for form in inside.values())}
    return frozenset(inside) | rest, *others


def _texts_of(document: Document) -> tuple[str, ...]:
    file_name = document.blob_name.rsplit("/", 1)[-1]
    return file_name.rpartition(".")[0] or file_name, document.title or "", *document.names


@lru_cache(maxsize=32_768)
def _read(name: str) -> _Spelled:
    """The words of a name, in order, with what they are compared by."""
    words = spelled_words(_GAP.sub(" ", _POSSESSIVE.sub("", name)))
    return tuple((word, frozenset(content_words(word))) for word in words)
