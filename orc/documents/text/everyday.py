"""Synonyms of everyday words in questions: units for sizes, amounts for costs, forms of irregular words. Pure. The
synonyms in `everyday_small.json`, `everyday_german.json` and `everyday_fields.json` are looser and apply to small
documents only (D-229, D-245)."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path

from orc.documents.text.tokens import content_words
from orc.patterns import regex

type Phrases = tuple[frozenset[str], ...]

_FIELDS = "everyday_fields.json"
_FURTHER = ("everyday_languages.json", "further_languages.json")
_LONGEST = 3
_GAP = "0"
_WORD = regex(r"\w+")
_MONTHS = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
)
_WITHOUT_UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U", "ß": "ss"})


def other_words(
    words: Sequence[str], text: str = "", *, loose: bool = False, further: bool = False
) -> dict[str, Phrases]:
    """For each word of the question in its compared form, the phrases that can replace it. Synonyms of a term of
    several words apply to each of its words. With loose, terms that contain common words, such as "go up", are looked
    up in the text; with further, the lexicons of further languages count too."""
    lexicon = _synonyms_by_words(loose, further)
    found: dict[str, Phrases] = {}
    for term in terms_in(text, further=further) if loose else ():
        found |= dict.fromkeys(content_words(term), _forms(tuple(_loose_synonyms(further)[term])))
    for at in range(len(words)):
        spans = (tuple(words[at : at + length]) for length in range(_LONGEST, 0, -1))
        span = next((span for span in spans if span in lexicon), ())
        for each in span:
            found.setdefault(each, _forms(lexicon[span]))
    for word in found.keys() & _irregular_forms().keys():  # what "paid for" means does not replace "pay"
        found[word] = tuple(dict.fromkeys((*found[word], *_irregular_forms()[word])))
    return found


def terms_in(text: str, *, further: bool = False) -> list[str]:
    """The loose terms with common words that occur in the text, longest first. Other words may stand in between."""
    words = frozenset(_WORD.findall(text.lower()))
    return [term for term, needed, pattern in _patterns_of_terms(further) if needed <= words and pattern.search(text)]


def says(words: frozenset[str], phrases: Phrases) -> bool:
    """Whether the words include all words of one of the phrases."""
    return any(phrase <= words for phrase in phrases)


@cache
def decisive_synonyms() -> Mapping[str, frozenset[str]]:
    """The words of Romance and further languages without which a sentence says something else, each with its synonyms
    and itself."""
    lexicons = map(_read, ("romance.json", *_FURTHER))
    lines = [frozenset(content_words(line)) for lexicon in lexicons for each in lexicon.values() for line in each]
    return {word: frozenset().union(*(line for line in lines if word in line)) for line in lines for word in line}


def _read(name: str) -> Mapping[str, Sequence[str]]:
    terms: dict[str, list[str]] = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return terms


@cache
def _forms(phrases: Sequence[str]) -> Phrases:
    return tuple(form for phrase in phrases if (form := frozenset(content_words(phrase))))


def base_forms(words: Iterable[str]) -> Iterator[str]:
    """The words in compared form, with the forms of an irregular word reduced to one."""
    base = _base_by_form()
    return (base.get(word, word) for word in words)


@cache
def _base_by_form() -> Mapping[str, str]:
    groups = json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8"))
    forms = [content_words(" ".join(group)) for group in groups]
    return {word: group[0] for group in forms for word in group}


@cache
def _irregular_forms() -> Mapping[str, Phrases]:
    """The other forms of each irregular word, in compared form."""
    groups = json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8"))
    forms = [content_words(" ".join(group)) for group in groups]
    return {word: tuple(frozenset((o,)) for o in group if o != word) for group in forms for word in group}


@cache
def _loose_synonyms(further: bool) -> Mapping[str, Sequence[str]]:
    """The loose synonyms of each term: those of small documents and of German, periods for the months in them, and the
    other words of its line in the lexicons by field."""
    loose: dict[str, list[str]] = defaultdict(list)
    for term, phrases in (*_read("everyday_small.json").items(), *_read("everyday_german.json").items()):
        loose[term] += phrases
    for months in map(str.split, _MONTHS):  # those of up to eight months that include it: January, November to March
        for i, month in enumerate(months):
            periods = ((i - before, i + after) for before in range(7) for after in range(7) if 0 < before + after < 8)
            loose[month] += (f"{months[first % 12]} {months[last % 12]}" for first, last in periods)
    names = (_FIELDS, *_FURTHER) if further else (_FIELDS,)
    for line in chain.from_iterable(chain.from_iterable(_read(name).values() for name in names)):
        terms = line.split(", ")
        for term in terms:
            loose[term] += (other for other in terms if other != term)
    return loose


@cache
def _words_by_loose_term(further: bool) -> Mapping[str, tuple[str, ...]]:
    """The words of each loose term. All are read at once and without umlauts, which takes a tenth of the time."""
    words = iter(content_words(f" {_GAP} ".join((*_loose_synonyms(further), "")).translate(_WITHOUT_UMLAUTS)))
    return {term: tuple(iter(partial(next, words), _GAP)) for term in _loose_synonyms(further)}


@cache
def _patterns_of_terms(further: bool) -> Sequence[tuple[str, frozenset[str], re.Pattern[str]]]:
    """Patterns of terms that contain common words, such as a verb and its particle, with up to four words in between:
    get my deposit back. Each comes with words without which a text need not be searched."""
    written = (term for term, words in _words_by_loose_term(further).items() if len(words) < len(term.split()))
    return [
        (
            term,
            frozenset(_WORD.findall(term.lower())),
            re.compile(rf"\b{r' (?:[\w-]+ ){0,4}?'.join(map(re.escape, term.split()))}\b", re.IGNORECASE),
        )
        for term in sorted(written, key=len, reverse=True)
    ]


@cache
def _synonyms_by_words(loose: bool, further: bool) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The synonyms of each term by its words in compared form: of everyday words, irregular words and, if loose, loose
    terms without common words."""
    lexicon = {tuple(content_words(term)): tuple(phrases) for term, phrases in _read("everyday.json").items()}
    for group in json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8")):
        forms = content_words(" ".join(group))
        for word in forms:
            lexicon[word,] = (*lexicon.get((word,), ()), *(other for other in group if content_words(other) != [word]))
    for term, words in _words_by_loose_term(further).items() if loose else ():
        if words and len(words) >= len(term.split()):
            lexicon[words] = (*lexicon.get(words, ()), *_loose_synonyms(further)[term])
    return lexicon
