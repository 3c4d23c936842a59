"""How well a question names documents: by the words of titles and file names, glued and cased ones taken apart."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from orc.documents.document import Document
from orc.documents.questions import FUNCTION_WORDS, LIGHT_WORDS
from orc.documents.words import content_words, plain_words

_GAP = re.compile(r"[\W_]+|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SHORTEST_IN_GLUED = 4


def name_matches(question: str, documents: Sequence[Document]) -> list[float]:
    """For each document the share, by rarity among these documents, of the question's words that its names have."""
    asked = _telling_words(question)
    if not asked:
        return [0.0] * len(documents)
    named = [frozenset(asked) & _words_of(document, asked) for document in documents]
    spread = Counter(word for words in named for word in words)
    rarity = {word: log(1 + (len(documents) - spread[word] + 0.5) / (spread[word] + 0.5)) for word in asked}
    whole = sum(rarity.values())
    return [sum(rarity[word] for word in words) / whole for words in named]


def _telling_words(question: str) -> dict[str, str]:
    """The words that may name something, each with a form that is looked for inside glued names."""
    forms = {stem: word for word in plain_words(_GAP.sub(" ", question)) for stem in content_words(word)}
    return {stem: word for stem, word in forms.items() if stem not in LIGHT_WORDS | FUNCTION_WORDS}


def _words_of(document: Document, asked: dict[str, str]) -> frozenset[str]:
    file_name = document.blob_name.rsplit("/", 1)[-1]
    stem = file_name.rpartition(".")[0] or file_name
    words = frozenset(content_words(_GAP.sub(" ", f"{stem} {document.title or ''}")))
    glued = "".join(plain_words(stem))
    inside = {word for word, form in asked.items() if len(form) >= _SHORTEST_IN_GLUED and form in glued}
    return words | inside
