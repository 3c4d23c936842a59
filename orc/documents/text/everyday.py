"""Other words for everyday words of a question: units for sizes, amounts for costs; forms of irregular words. Pure."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from orc.documents.text.tokens import content_words

type Phrases = tuple[frozenset[str], ...]

_LONGEST = 3


def other_words(words: Sequence[str]) -> dict[str, Phrases]:
    """For the words of a question, in their order and compared form, the words of each phrase that may stand in their
    place. What a term of several words stands for stands for each of them."""
    lexicon = _lexicon()
    found: dict[str, Phrases] = {}
    for at in range(len(words)):
        spans = (tuple(words[at : at + length]) for length in range(_LONGEST, 0, -1))
        span = next((span for span in spans if span in lexicon), ())
        for each in span:
            found.setdefault(each, lexicon[span])
    return found


def says(words: frozenset[str], phrases: Phrases) -> bool:
    """Whether one of the phrases is among these words."""
    return any(phrase <= words for phrase in phrases)


@cache
def _lexicon() -> Mapping[tuple[str, ...], Phrases]:
    terms = json.loads(Path(__file__).with_name("everyday.json").read_text(encoding="utf-8"))
    lexicon: dict[tuple[str, ...], Phrases] = {}
    for term, phrases in terms.items():
        forms = tuple(frozenset(content_words(phrase)) for phrase in phrases)
        lexicon[tuple(content_words(term))] = tuple(form for form in forms if form)
    for group in json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8")):
        words = content_words(" ".join(group))
        for word in words:
            others = tuple(frozenset((other,)) for other in words if other != word)
            lexicon[word,] = (*lexicon.get((word,), ()), *others)
    return lexicon
