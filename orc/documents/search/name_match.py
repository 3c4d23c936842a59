"""Scores how well a question names documents: by the words of file names, titles and the names on their first pages,
including other spellings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import log

from orc.documents.formats import extension_of
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, MAX_WORDS, years_in
from orc.documents.records import Document
from orc.documents.text.spelling import is_misspelt, join_neighbours, respelled
from orc.documents.text.tokens import content_words, spelled_words
from orc.patterns import regex

_GAP = regex(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_POSSESSIVE = regex(r"['’]s\b")
_WORD = regex(r"[^\W_]+")
_ABBREVIATION = regex(r"(?<![^\W_])[A-Z](?=[a-z]{0,6}[A-Z&.])(?:[^\W\d_]|&(?=[A-Z])|\.(?=[A-Z])){1,7}(?![^\W_])")
_SIGNED = regex(r"(?<![^\W_])[A-Z]\w?&[A-Z]\w?(?![^\W_])")
_SHORTEST_IN_GLUED = 4
_MOST_MISSPELT, _MOST_ABBREVIATIONS = 8, 8
# A lower-case word ("capital") may match a name by chance; so may some words of a long question.
_SMALL_LETTERS = 0.25
_BY_CHANCE = 0.5
_OTHER_YEAR = 0.5
# A year in a title or in the first sentences may be a coincidence; one in a name or on the first pages is not.
_NEXT_YEAR = (0.97, 0.9)
_ANOTHER_YEAR = (0.9, 0.75)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The distinctive words of a question by their form, and the reverse. names are the words with capitals,
    abbreviations those in capitals."""

    words: Mapping[str, str]
    forms: Mapping[str, str]
    names: frozenset[str]
    abbreviations: tuple[str, ...]
    years: frozenset[str]


type _Names = tuple[Set[str], ...]
type _Spelled = tuple[tuple[str, frozenset[str]], ...]


def name_matches(question: str, documents: Sequence[Document]) -> list[float]:
    """For each document, how well the question names it, up to 1: the share of a name that the question has, weighted
    by rarity among these documents and by capitals, or the share of the question that the names have."""
    text = _POSSESSIVE.sub("", question)
    abbreviations = tuple(dict.fromkeys(_ABBREVIATION.findall(text)))[:_MOST_ABBREVIATIONS]
    apart = _GAP.sub(" ", _SIGNED.sub(" ", text))
    stems = {stem: word for word in spelled_words(apart) for stem in content_words(word)}
    telling = (stem for stem in stems if stem not in LIGHT_WORDS and stem not in FUNCTION_WORDS)
    words = {stem: stems[stem] for stem in islice(telling, MAX_WORDS)}
    words |= {short.casefold(): short.casefold() for short in abbreviations}
    if not words:
        return [0.0] * len(documents)
    forms = {form: stem for stem, form in words.items()}
    capital = {stem for word in _WORD.findall(apart) if not word[0].islower() for stem in content_words(word)}
    capital.update(short.casefold() for short in abbreviations)
    asked = _Asked(words, forms, frozenset(capital), abbreviations, years_in(question))
    # Maps words of the names to words of the question that differ by one letter and are in no name.
    known = frozenset[str]().union(*(_plain_names(_name_texts(document)).words for document in documents))
    missing = [form for form, stem in forms.items() if stem in capital and form not in known][:_MOST_MISSPELT]
    like = [(word, form) for form in missing for word in known if word[0] == form[0] and is_misspelt(word, form)]
    misspelt = {word: forms[form] for word, form in like}
    joined = frozenset(join_neighbours(tuple(forms)))
    named = [_names_as_asked(document, asked, joined, misspelt) for document in documents]
    rarity = _Rarity(Counter(word for names in named for word in frozenset().union(*names)), len(documents))
    return [
        max(_score_name(asked, name, rarity, years_name=not place) for place, name in enumerate(names))
        for names in named
    ]


def has_in_name(document: Document, words: Set[str]) -> bool:
    """Whether the file name or the title of a document has all of these compared words."""
    words = words - {extension_of(document.blob_name)}
    return bool(words) and any(words <= name for name in _plain_names(_name_texts(document)).names[:2])


def year_factors(question: str, documents: Sequence[Document]) -> list[float]:
    """A factor for each document by its years: 1 if it is of the last year that the question asks about or has no year;
    less for another of the question's years or the year after, in which a fiscal year may end; least for any other. The
    years of a document are those of its name and of the period on its first pages, else of its title, else of its first
    sentences."""
    asked = years_in(question)
    last = max(map(int, asked), default=0)
    factors = [1.0] * len(documents)
    for place, document in enumerate(documents if asked else ()):
        stated = years_in(_GAP.sub(" ", document.blob_name.rsplit("/", 1)[-1])).union(document.years)
        document_years = stated or years_in(document.title or "") or years_in(document.summary or "")
        if document_years and str(last) not in document_years:
            close = bool(document_years & asked) or str(last + 1) in document_years
            factors[place] = (_NEXT_YEAR if close else _ANOTHER_YEAR)[bool(stated)]
    return factors


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
        """The rarity of a word that occurs in one document's name only."""
        return self._of(1)

    def _of(self, having: int) -> float:
        return log(1 + (self.documents - having + 0.5) / (having + 0.5))


def _score_name(asked: _Asked, name: Set[str], rarity: _Rarity, *, years_name: bool) -> float:
    """How well one document is named. Years identify a file by its name, but not by its title, which may be the heading
    of a table."""
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


def _names_as_asked(document: Document, asked: _Asked, apart: Set[str], misspelt: Mapping[str, str]) -> _Names:
    """The words of the file name, in which words of the question may be joined to others, of the title and of each name
    on the first pages, in the question's spelling. apart are the question's adjacent words, joined."""
    texts = _name_texts(document)
    plain = _plain_names(texts)
    inside = {
        stem: form for stem, form in asked.words.items() if len(form) >= _SHORTEST_IN_GLUED and form in plain.glued
    }
    if plain.is_as_asked(asked, apart, misspelt) and not inside:
        return plain.names
    names: list[Set[str]] = []
    for name in map(_spelled_and_compared, texts):
        otherwise = respelled([word for word, _ in name], asked.forms, asked.abbreviations)
        otherwise |= {word: frozenset({misspelt[word]}) for word, _ in name if word in misspelt}
        names.append(frozenset().union(*(otherwise.get(word, stems) for word, stems in name)))
    file_name, *others = names
    rest = {word for word in file_name - inside.keys() if not any(form in word for form in inside.values())}
    return frozenset(inside) | rest, *others


@dataclass(frozen=True, slots=True)
class _PlainNames:
    """The names of a document independent of any question: compared words, spelled words, joined adjacent words, and
    the whole file name."""

    names: _Names
    words: frozenset[str]
    joined: frozenset[str]
    glued: str

    def is_as_asked(self, asked: _Asked, apart: Set[str], misspelt: Mapping[str, str]) -> bool:
        """Whether no word of the question may be another spelling of one of these."""
        return (
            not asked.abbreviations
            and self.words.isdisjoint(apart)
            and self.joined.isdisjoint(asked.forms)
            and self.words.isdisjoint(misspelt)
        )


@lru_cache(maxsize=2_048)
def _plain_names(texts: tuple[str, ...]) -> _PlainNames:
    """What _PlainNames has, of the file name, the title and the further names of a document."""
    read = [_spelled_and_compared(text) for text in texts]
    spelled = [tuple(word for word, _ in name) for name in read]
    return _PlainNames(
        tuple(frozenset[str]().union(*(stems for _, stems in name)) for name in read),
        frozenset(word for name in spelled for word in name),
        frozenset(whole for name in spelled for whole in join_neighbours(name)),
        "".join(spelled[0]),
    )


def _name_texts(document: Document) -> tuple[str, ...]:
    file_name = document.blob_name.rsplit("/", 1)[-1]
    return file_name.rpartition(".")[0] or file_name, document.title or "", *document.names


@lru_cache(maxsize=32_768)
def _spelled_and_compared(name: str) -> _Spelled:
    """The words of a name in order, with their compared forms."""
    words = spelled_words(_GAP.sub(" ", _POSSESSIVE.sub("", name)))
    return tuple((word, frozenset(content_words(word))) for word in words)
