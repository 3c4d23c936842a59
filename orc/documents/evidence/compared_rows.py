"""Lists the rows of a table that a question compares: books and DVDs, by their cells. Pure (D-434)."""

from collections import defaultdict
from collections.abc import Sequence

from orc.documents.evidence.fitting_rows import ListedCell
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.everyday import says
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words

COMPARING = frozenset(
    content_words(
        "compare comparison comparing contrast differ difference differences vergleiche vergleichen vergleich "
        "unterschied unterschiede unterscheiden unterscheidet comparez comparer compara comparar confronta confrontare "
        "vergelijk vergelijken jämför jämföra"
    )
)


def compared_cells(question: Question, sentences: Sequence[Sentence]) -> list[ListedCell]:
    """For each row that the question compares with another of its table, the cells under the headings that it names, or
    all of them. Empty if the question names fewer than two rows, or anything else that neither a heading nor the title
    over the table has."""
    asked = frozenset(question.words) if question.compares else frozenset[str]()
    tables = defaultdict[tuple[str, ...], list[tuple[Sentence, Row]]](list)
    for s in sentences:
        if s.row and s.row.separated and not ends_section(s.row.label) and asked.issuperset(label := _words(s.row)):
            tables[s.row.above] += [(s, s.row)] if label else []
    for rows in tables.values():
        if len({row.label for _, row in rows}) < 2 or not all(heading for heading, _ in rows[0][1].columns):
            continue
        first, top = rows[0]
        left = asked - COMPARING - LIGHT_WORDS - frozenset[str]().union(*(_words(row) for _, row in rows))
        heads = {heading: left & frozenset(content_words(heading)) for heading, _ in top.columns}
        left -= frozenset[str]().union(*heads.values(), first.scope, first.titled, content_words(top.kind))
        if not left:
            named = {heading for heading, words in heads.items() if words} or heads.keys()
            return [_of_row(s, row, [each for each in row.columns if each[0] in named]) for s, row in rows]
    return []


def lacks_compared(question: Question, best: Sequence[Sentence], sentences: Sequence[Sentence]) -> bool:
    """Whether the best sentences are rows, and the question compares what no sentence says: the cameras of two phones
    in a table without cameras."""
    if not question.compares or not best or any(s.row is None for s in best):
        return False
    known = frozenset[str]().union(*(s.words | s.headings | s.scope | s.titled for s in sentences))
    asked = (word for word in question.words if word not in COMPARING | LIGHT_WORDS)
    return any(word not in known and not says(known, question.loose_words.get(word, ())) for word in asked)


def _words(row: Row) -> frozenset[str]:
    return frozenset(content_words(row.label))


def _of_row(sentence: Sentence, row: Row, cells: Sequence[tuple[str, str]]) -> ListedCell:
    """The row's name with these cells, or the cell alone with the row's name. Each comes before its heading."""
    if len(cells) == 1:
        heading, value = cells[0]
        return ListedCell(sentence.number, value, (row.label, heading))
    return ListedCell(sentence.number, row.label, tuple(part for heading, value in cells for part in (value, heading)))
