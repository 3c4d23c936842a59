"""Financial statements: which ones answer a question about figures, and how much a passage looks like one."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from orc.documents.search.synonyms import Synonyms
from orc.documents.text.tokens import content_words

_LABEL_CHARACTERS = 120
_LEAST_ROWS = 4
_TITLE_WEIGHT = 2
_ASKED_WEIGHT = 3


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with its titles and the captions of its rows, as Regulation S-X (5-02, 5-03, 9-03, 9-04) and ASC 230
    prescribe them."""

    titles: tuple[str, ...]
    captions: tuple[str, ...]

    @property
    def query(self) -> str:
        return "; ".join((self.titles[0], *self.captions))

    def likeness(self, text: str, asked: Sequence[str] = ()) -> int:
        """The number of the statement's captions that begin a line of the text; requested ones count more. 0 if there
        are too few for a part of the statement."""
        lines = _line_beginnings(text)
        rows = _count_begun(lines, _compared_phrases(self.captions))
        if rows < _LEAST_ROWS:
            return 0
        titled = min(1, _count_begun(lines, _compared_phrases(self.titles)))
        return rows + _TITLE_WEIGHT * titled + _ASKED_WEIGHT * _count_begun(lines, _compared_phrases(tuple(asked)))


def statements_for(question: str) -> list[Statement]:
    """The statements that contain the figure that the question asks for, or the figures that it is computed from."""
    terms, statements = _terms_and_statements()
    return [statements[name] for name in terms.of(question)]


def _count_begun(lines: str, captions: Collection[str]) -> int:
    return sum(f"\n{caption}" in lines for caption in captions)


@lru_cache(maxsize=256)
def _line_beginnings(text: str) -> str:
    """The first words of each line, one line each, for comparing several statements with a text."""
    cut = (" ".join(content_words(line[:_LABEL_CHARACTERS])) for line in text.splitlines())
    return "".join(f"\n{line} " for line in cut)


@lru_cache(maxsize=64)
def _compared_phrases(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(f"{' '.join(content_words(phrase))} " for phrase in phrases)


@cache
def _terms_and_statements() -> tuple[Synonyms, dict[str, Statement]]:
    """The names of the statements for each term, and the statements by name."""
    lexicon: dict[str, dict[str, list[str]]] = json.loads(
        Path(__file__).with_name("statements.json").read_text(encoding="utf-8")
    )
    asked = sorted({term for each in lexicon.values() for term in each["asked"]})
    terms = {term: [name for name, each in lexicon.items() if term in each["asked"]] for term in asked}
    statements = {name: Statement(tuple(each["titles"]), tuple(each["captions"])) for name, each in lexicon.items()}
    return Synonyms(terms), statements
