"""Whether the table rows that match a question best cannot answer it. Pure (D-360, D-375)."""

from orc.documents.search.passage_sentences import Sentence, read_sentences
from orc.documents.text.kinds import Kind
from orc.documents.text.row_numbers import AskedNumbers
from orc.documents.text.sentences import is_row
from orc.domain import Chunk, Passage


def has_rows_without_kind(kind: Kind, asked: frozenset[str], text: str) -> bool:
    """Whether the sentences of a text with most of the asked words are table rows without this kind of answer."""
    sentences = _sentences_of_tables(text)
    most = max((len(asked & s.words) for s in sentences), default=0)
    best = [s for s in sentences if len(asked & s.words) == most] if most else []
    return bool(best) and not any(
        s.row is None or kind.is_in_row(s.row, s.text, s.words | s.headings | s.scope, asked) for s in best
    )


def has_rows_of_others(numbers: AskedNumbers, asked: frozenset[str], text: str) -> bool:
    """Whether the sentences of a text with most of the asked words, there or in headings over them, are table rows
    about things with other numbers."""
    lowered = text.lower() if numbers.by_word else ""
    if not any(word in lowered for word, _ in numbers.by_word):
        return False
    sentences = [s for s in _sentences_of_tables(text) if not s.is_title]
    rows = [(id(s), s.row) for s in sentences if s.row]
    are_others = numbers.others_among([row for _, row in rows])
    others = {key for (key, _), is_other in zip(rows, are_others, strict=True) if is_other}
    most = max((len(asked & (s.words | s.headings)) for s in sentences), default=0)
    best = [s for s in sentences if len(asked & (s.words | s.headings)) == most] if most else []
    return bool(best) and all(id(s) in others for s in best)


def _sentences_of_tables(text: str) -> list[Sentence]:
    """The sentences of a text with tables; none of another one."""
    if not any(map(is_row, text.split("\n"))):
        return []
    return read_sentences([Passage("", "", Chunk("", 1, len(text) + 1, text), 0.0, ())])
