"""Other words for everyday words of a question: units for sizes, amounts for costs, leave for holidays. Pure."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from orc.documents.text.tokens import content_words

type Phrases = tuple[frozenset[str], ...]

_LONGEST = 3


def other_words(words: Sequence[str]) -> dict[str, Phrases]:
    """For the words of a question, in their order and compared form, the words of each phrase that may stand in their
    place. A term of several words stands for the first of them."""
    lexicon = _lexicon()
    found: dict[str, Phrases] = {}
    for at, word in enumerate(words):
        spans = (tuple(words[at : at + length]) for length in range(_LONGEST, 0, -1))
        phrases = next((lexicon[span] for span in spans if span in lexicon), None)
        if phrases and word not in found:
            found[word] = phrases
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
    return lexicon
