"""The rows from which a figure is calculated that the documents do not state, such as free cash flow. Pure (D-539)."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question
from orc.documents.text.tokens import content_words, plain_words
from orc.domain import Passage

_FEWEST = 2

type _Inputs = tuple[tuple[str, ...], ...]


def calculated_rows(
    question: Question, best: list[Sentence], sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> list[Sentence]:
    """The rows of the figures from which the one asked for is calculated, in the year of the question, if at least two
    are in the document of the best sentences: one alone reads as the answer. Otherwise the best sentences, as for a
    figure that is not calculated, and if one of them names it."""
    term, inputs = _asked_term(question)
    if not best or not inputs or any(term <= s.words | s.headings for s in best):
        return best
    file, years = passages[best[0].number - 1].file_id, question.years
    of_file = (s for s in sentences if passages[s.number - 1].file_id == file and (not years or years & s.years))
    rows = [(s, f"{' '.join(plain_words(s.row.label))} ") for s in of_file if s.row]
    found = dict[int, Sentence]()
    for names in inputs:
        fitting = [(names.index(name), len(label), s) for s, label in rows for name in names if label.startswith(name)]
        if fitting:
            row = min(fitting, key=lambda each: each[:2])[2]
            found[id(row)] = row
    return [*found.values()] if len(found) >= _FEWEST else best


def _asked_term(question: Question) -> tuple[frozenset[str], _Inputs]:
    """The words of the longest term in the question that is calculated, with the beginnings of its inputs' names."""
    said = f" {' '.join(content_words(question.text))} "
    known = [(words, inputs) for words, inputs in _terms() if f" {words} " in said]
    words, inputs = max(known, key=lambda each: len(each[0]), default=("", ()))
    return frozenset(words.split()), inputs


@cache
def _terms() -> tuple[tuple[str, _Inputs], ...]:
    """The compared words of each term that is calculated, with the names of each of its inputs, the best first."""
    known: dict[str, dict[str, list[str]]] = json.loads(
        Path(__file__).with_name("calculated_rows.json").read_text(encoding="utf-8")
    )
    inputs = {each: tuple(f"{name} " for name in names) for each, names in known["inputs"].items()}
    return tuple(
        (" ".join(content_words(term)), tuple(inputs[each] for each in of)) for term, of in known["terms"].items()
    )
