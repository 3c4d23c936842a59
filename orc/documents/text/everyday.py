"""Other words for everyday words of a question: units for sizes, amounts for costs; forms of irregular words. Pure.

Those of `everyday_small.json`, `everyday_german.json` and `everyday_fields.json` are looser, and count in small
documents alone (D-229, D-245)."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path

from orc.documents.text.tokens import content_words

type Phrases = tuple[frozenset[str], ...]

_LONGEST = 3
_GAP = "0"
_WORD = re.compile(r"\w+")
_WITHOUT_UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U", "ß": "ss"})


def other_words(words: Sequence[str], text: str = "", *, loose: bool = False) -> dict[str, Phrases]:
    """For the words of a question, in their order and compared form, the words of each phrase that may stand in their
    place. What a term of several words stands for stands for each of them. Loose ones too, if they are asked for: terms
    with common words in them, such as "go up", are found in the text."""
    lexicon = _lexicon(loose)
    found: dict[str, Phrases] = {}
    for term in terms_in(text) if loose else ():
        found |= dict.fromkeys(content_words(term), _forms(tuple(_loose()[term])))
    for at in range(len(words)):
        spans = (tuple(words[at : at + length]) for length in range(_LONGEST, 0, -1))
        span = next((span for span in spans if span in lexicon), ())
        for each in span:
            found.setdefault(each, _forms(lexicon[span]))
    return found


def terms_in(text: str) -> list[str]:
    """The loose terms with common words in them that the text has, longer ones first, also with words in between."""
    words = frozenset(_WORD.findall(text.lower()))
    return [term for term, needed, pattern in _patterns() if needed <= words and pattern.search(text)]


def says(words: frozenset[str], phrases: Phrases) -> bool:
    """Whether one of the phrases is among these words."""
    return any(phrase <= words for phrase in phrases)


def _read(name: str) -> Mapping[str, Sequence[str]]:
    terms: dict[str, list[str]] = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return terms


@cache
def _forms(phrases: Sequence[str]) -> Phrases:
    return tuple(form for phrase in phrases if (form := frozenset(content_words(phrase))))


def base_forms(words: Iterable[str]) -> Iterator[str]:
    """The words, in compared form, with the forms of an irregular word as one."""
    base = _bases()
    return (base.get(word, word) for word in words)


@cache
def _bases() -> Mapping[str, str]:
    groups = json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8"))
    forms = [content_words(" ".join(group)) for group in groups]
    return {word: group[0] for group in forms for word in group}


@cache
def _loose() -> Mapping[str, Sequence[str]]:
    """Of the fields' words, those of a line stand for each other."""
    loose: dict[str, list[str]] = defaultdict(list)
    for term, phrases in (*_read("everyday_small.json").items(), *_read("everyday_german.json").items()):
        loose[term] += phrases
    for line in chain.from_iterable(_read("everyday_fields.json").values()):
        terms = line.split(", ")
        for term in terms:
            loose[term] += (other for other in terms if other != term)
    return loose


@cache
def _by_form() -> Mapping[str, tuple[str, ...]]:
    """The words of each loose term. All are read at once and without umlauts, which takes a tenth of the time."""
    words = iter(content_words(f" {_GAP} ".join((*_loose(), "")).translate(_WITHOUT_UMLAUTS)))
    return {term: tuple(iter(partial(next, words), _GAP)) for term in _loose()}


@cache
def _patterns() -> Sequence[tuple[str, frozenset[str], re.Pattern[str]]]:
    """Terms with common words in them, such as a verb and its particle, with up to four words between them: get my
    deposit back. Each has the words that a text without which need not be searched."""
    written = (term for term, words in _by_form().items() if len(words) < len(term.split()))
    return [
        (
            term,
            frozenset(_WORD.findall(term.lower())),
            re.compile(rf"\b{r' (?:[\w-]+ ){0,4}?'.join(map(re.escape, term.split()))}\b", re.IGNORECASE),
        )
        for term in sorted(written, key=len, reverse=True)
    ]


@cache
def _lexicon(loose: bool) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    lexicon = {tuple(content_words(term)): tuple(phrases) for term, phrases in _read("everyday.json").items()}
    for group in json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8")):
        forms = content_words(" ".join(group))
        for word in forms:
            lexicon[word,] = (*lexicon.get((word,), ()), *(other for other in group if content_words(other) != [word]))
    for term, words in _by_form().items() if loose else ():
        if words and len(words) >= len(term.split()):
            lexicon[words] = (*lexicon.get(words, ()), *_loose()[term])
    return lexicon
