"""Which rows a question counts that asks how many things a table has. Pure (D-502)."""

import re
from collections.abc import Sequence

from orc.documents.evidence.fitting_rows import ListedCell
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.superlatives import sums_up, table_around
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.patterns import regex

_HOW_MANY = regex(
    r"\W*(?:how many|wie ?viele|combien de|cuánt[ao]s|quant[ei]|quant[ao]s|hoeveel|hur många|hvor mange"
    r"|ile|kolik|сколько|скільки) (?P<thing>[^\W\d_][\w'’-]*)",
    re.IGNORECASE,
)
_OF_TABLE = (
    FUNCTION_WORDS
    | LIGHT_WORDS
    | frozenset(
        content_words(
            "table list listed sheet spreadsheet file csv row rows entry entries total altogether tabelle liste datei "
            "zeilen einträge insgesamt tableau fichier lignes tabla lista archivo filas tabella elenco righe tabela "
            "arquivo linhas tabel lijst bestand rijen tabell fil rader gibt existen hay sono há zijn finns"
        )
    )
)
_SHOWN, _LEAST = 10, 2


def counted_rows(
    question: Question, sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> tuple[list[ListedCell], int]:
    """The names of the first rows of the table that the question counts, and the number of further ones: the heading
    over the names says what they are, and the question says nothing else of them. Totals are none of them. None if rows
    of the table are not at hand."""
    first = next(iter(rows_of_kind(question, sentences)), None)
    rows, is_whole = table_around(first, sentences, passages) if first else ([], False)
    named = [s for s in rows if s.row and s.row.label and not sums_up(s.row.label)]
    if not is_whole or len(named) < _LEAST:
        return [], 0
    cells = [ListedCell(s.number, s.row.label, ()) for s in named[:_SHOWN] if s.row]
    return cells, len(named) - len(cells)


def counts_things(question: Question) -> bool:
    """Whether a question asks how many there are of something."""
    return _HOW_MANY.match(question.text) is not None


def rows_of_kind(question: Question, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The rows whose names are the things that the question counts, if it says nothing else of them."""
    asked = _HOW_MANY.match(question.text)
    things = content_words(asked["thing"]) if asked else []
    if not things or any(word not in _OF_TABLE and word not in things for word in question.words):
        return []
    return [s for s in sentences if s.row and s.row.separated and _is_kind(s.row.kind, things)]


def counts_rows(question: Question, best: Sequence[Sentence]) -> bool:
    """Whether the question counts the things that the heading over the names of the best sentences, which are rows of a
    table, says that they are: no row says how many there are."""
    asked = _HOW_MANY.match(question.text)
    things = content_words(asked["thing"]) if asked else []
    return len(best) > 1 and bool(things) and all(s.row is not None and _is_kind(s.row.kind, things) for s in best)


def _is_kind(kind: str, things: Sequence[str]) -> bool:
    """Whether the heading over the names of a table's rows says no more than that they are such things."""
    words = content_words(kind)
    return 0 < len(words) <= len(things) and all(any(are_forms(w, other) for other in things) for w in words)
