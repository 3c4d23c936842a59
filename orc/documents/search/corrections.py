"""Corrects misspelt words of a question: to words of the documents, or to common words of its language (D-369)."""

import gzip
import json
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from spellchecker import SpellChecker
from stopwordsiso import stopwords

from orc.documents.questions.inflections import inflects, with_names_of_tables
from orc.documents.questions.question_language import question_languages
from orc.documents.search.synonyms import Synonyms
from orc.documents.text.everyday import other_words
from orc.documents.text.tokens import content_words, shared_beginning, words_of
from orc.patterns import regex

# Languages whose dictionaries have nearly all words of texts (D-369).
_DICTIONARIES = frozenset(("de", "en", "fr", "nl", "pt"))
_LACKING = frozenset(("welchem", "uptime"))  # common words that the dictionaries lack
_LATIN = "A-Za-zÀ-ÖØ-öø-ž"
_WORD = regex(rf"(?<![\w.@/'’-])[{_LATIN}]{{4,24}}(?!['’]?[\w@/-]|\.\w)")
_SHORT, _LONG = 4, 9
_MOST_WORDS, _MOST_UNKNOWN = 40, 4
_SWAPPED, _DOUBLED, _LATER, _FIRST = 3, 2, 1, 0
_LINKS = ("", "s", "es", "n", "en", "er", "e")
_LEAST_PART = 3
_AMERICAN = (
    *(("our", "or"), ("ise", "ize"), ("isa", "iza"), ("isi", "izi"), ("yse", "yze")),
    *(("ll", "l"), ("tre", "ter"), ("ogue", "og"), ("ence", "ense")),
)


class Spelling:
    """The spelling of a question. A question without signs of its language is assumed to be in one of these languages.
    Texts are compared before dictionaries, whose first use takes a fifth of a second, or more in German."""

    def __init__(self, question: str, languages: Iterable[str], synonyms: Synonyms) -> None:
        self._question, self._synonyms = question, synonyms
        self._languages = sorted((question_languages(question) or frozenset(languages)) & _DICTIONARIES)
        words = [*_WORD.finditer(question)][:_MOST_WORDS] if self._languages else []
        self._first = words[0].start() if words else 0
        self._words = [word for word in words if word[0][1:].islower()]

    def may_differ_from(self, texts: Iterable[str]) -> bool:
        """Whether words of the question may have another form in documents that have these texts with its words."""
        return inflects(self._question) or bool(self._unknown_to(texts))

    def _unknown_to(self, texts: Iterable[str]) -> list[re.Match[str]]:
        """The words that are not in the texts, nor in the dictionaries of the question's language and English, nor
        among the terms that have synonyms."""
        said, known = frozenset[str]().union(*map(words_of, texts)), sorted({*self._languages, "en"})
        return [
            word
            for word in self._words
            if not said.issuperset(forms := content_words(word[0]))
            and not (other_words(forms, loose=True) or self._synonyms.of(word[0]))
            and not any(_is_known(word[0].lower(), language) for language in known)
        ]

    def corrected(self, texts: Iterable[str]) -> str:
        """The question with likely words for those that are unknown: words that differ by one letter, which is added,
        missing, replaced or swapped with its neighbour. Words of the texts come first. More than four unknown words are
        technical terms or another language, and stay. In a language that inflects names, those of rows and columns get
        the form that their table has."""
        known = list(texts)
        if inflects(self._question):
            return with_names_of_tables(self._question, known)
        unknown = self._unknown_to(known)
        if not unknown or len(unknown) > _MOST_UNKNOWN:
            return self._question
        own = SpellChecker(language=None, distance=1)
        own.word_frequency.load_words([word[0].lower() for text in known for word in _WORD.finditer(text)])
        pieces, at = list[str](), 0
        for word in unknown:
            *_, better = max(self._candidates(word, own), default=(word[0],))
            pieces += [self._question[at : word.start()], better.capitalize() if word[0][0].isupper() else better]
            at = word.end()
        return "".join((*pieces, self._question[at:]))

    def _candidates(self, match: re.Match[str], own: SpellChecker) -> Iterator[tuple[bool, int, int, str]]:
        """Whether each candidate is a word of the texts, how likely the mistake is, and how frequent the word. A name
        becomes only a word of the texts, and not by a replaced letter, which makes another name."""
        word, is_capital = match[0].lower(), match[0][0].isupper()
        is_name = is_capital and match.start() > self._first and "de" not in self._languages
        american = [word.replace(*each) for each in _AMERICAN if each[0] in word]
        is_spelt = is_name or any(each in _frequencies("en") for each in american)
        for vocabulary in (own, *(() if is_spelt else map(_dictionary, self._languages))):
            for other in vocabulary.known(vocabulary.edit_distance_1(word)):
                likelihood = _likelihood_of_mistake(word, other)
                may_be_other = is_name or (is_capital and vocabulary is not own)
                is_ordinary = len(word) >= _LONG or any(_is_known(other, each) for each in self._languages)
                if len(word) == len(other) and likelihood < _SWAPPED and (may_be_other or not is_ordinary):
                    continue
                if likelihood >= (_SWAPPED if len(word) == _SHORT else _FIRST if vocabulary is own else _LATER):
                    yield vocabulary is own, likelihood, vocabulary.word_frequency[other], other


def _likelihood_of_mistake(word: str, other: str) -> int:
    """How likely it is to write one of two words for the other: swapped neighbours and doubled letters are common
    mistakes, a wrong first letter is rare."""
    if len(word) == len(other) and sorted(word) == sorted(other):
        return _SWAPPED
    short, long = sorted((word, other), key=len)
    at = shared_beginning(short, long)
    if len(short) < len(long) and at and long[at] == long[at - 1]:
        return _DOUBLED
    return _LATER if at else _FIRST


@cache
def _frequencies(language: str) -> Mapping[str, int]:
    """The words of a dictionary of the spellchecker package, which are in lower case, with their frequencies."""
    packed = pkgutil.get_data("spellchecker", f"resources/{language}.json.gz")
    words: dict[str, int] = json.loads(gzip.decompress(packed or b""))
    return words


@cache
def _dictionary(language: str) -> SpellChecker:
    """The dictionary for corrections. The package's own reading of it lowers each word once more."""
    dictionary = SpellChecker(language=None, distance=1, case_sensitive=True)
    dictionary.word_frequency.load_json(dict(_frequencies(language)))
    return dictionary


def _is_known(word: str, language: str) -> bool:
    """Whether the word is in a dictionary or, in German, consists of two words that are."""
    known = _frequencies(language)
    if word in known or word in _LACKING or word in stopwords(language):
        return True
    parts = range(_LEAST_PART + 1, len(word) - _LEAST_PART) if language == "de" else ()
    return any(
        word[:at] in known and any(rest in known for each in _LINKS if len(rest := word[at:].removeprefix(each)) >= 3)
        for at in parts
    )
