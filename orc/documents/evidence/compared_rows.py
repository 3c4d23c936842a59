"""Lists the rows of a table that a question compares: books and DVDs, by their cells. Pure (D-434)."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from orc.documents.evidence.fitting_rows import ListedCell
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.row_cells import cells_with_headings
from orc.documents.questions.answer_kind import COLUMN_HEADS, is_headed
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.everyday import says
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words
from orc.patterns import regex

COMPARING = frozenset(
    content_words(
        "compare comparison comparing contrast differ difference differences vergleiche vergleichen vergleich "
        "unterschied unterschiede unterscheiden unterscheidet zwischen comparez comparer compara comparar confronta "
        "confrontare vergelijk vergelijken jämför jämföra"
    )
)
_MOST = 20  # rows, and headings

# A comparative between two things, by the kind of figure that decides it.
_EITHER = regex(
    r"\b((?P<weight>heavier|lighter|schwerer|leichter)|(?P<depth>deeper|shallower|tiefer|flacher)"
    r"|(?P<width>wider|narrower|breiter|schmaler)|(?P<height>higher|taller|höher)|(?P<age>older|younger|älter|jünger)"
    r"|(?P<money>cheaper|dearer|(?:more|less) expensive|billiger"
    r"|günstiger|teurer|(?:plus|moins) ch(?:er|ère)s?|(?:más|menos|più|meno) car[oa]s?)|[a-z]{3,20}er|more|less|mehr"
    r"|weniger|plus|moins|más|menos|più|meno)\b(?! (?:or|oder|ou|o)\b).{0,60}?\b(?:or|than|oder|als|ou|que|o|che)\b",
    re.IGNORECASE,
)


def compares_things(question: Question) -> bool:
    """Whether a question compares things, or asks which of two is heavier, cheaper or the like."""
    return question.compares or _EITHER.search(question.text) is not None


def compared_cells(question: Question, sentences: Sequence[Sentence]) -> list[ListedCell]:
    """For each row that the question compares with another of its table, the cells under the headings that it names or
    that a comparative means, or all of them. Empty if the question names fewer than two rows, or anything else that
    neither a heading nor the title over the table has."""
    asked = frozenset(question.words) if compares_things(question) else frozenset[str]()
    comparative, kind = _comparative(question)
    tables = defaultdict[tuple[str, ...], list[tuple[Sentence, Row]]](list)
    for s in sentences:
        if s.row and s.row.separated and not ends_section(s.row.label) and asked.issuperset(label := _words(s.row)):
            tables[s.row.above] += [(s, s.row)] if label else []
    for rows in tables.values():
        if len({row.label for _, row in rows}) < 2 or not all(heading for heading, _ in rows[0][1].columns):
            continue
        first, top = rows[0]
        left = asked - COMPARING - comparative - LIGHT_WORDS - frozenset[str]().union(*(_words(row) for _, row in rows))
        words = {heading: frozenset(content_words(heading)) for heading, _ in top.columns}
        heads = {h: {w for w in left if any(are_forms(w, other) for other in its)} for h, its in words.items()}
        left -= frozenset[str]().union(*heads.values(), first.scope, first.titled, content_words(top.kind))
        if not left:
            of_kind = {h for h, its in words.items() if kind and is_headed(its, COLUMN_HEADS[kind])}
            named = _named_best(heads, words)
            named = named or of_kind
            if not (named or question.compares):
                return []  # no column decides between them
            named = named or set(heads)
            compared = _named_apart(question.text, rows[:_MOST])
            return [
                _of_row(s, row, [i for i, each in enumerate(row.columns) if each[0] in named]) for s, row in compared
            ]
    return []


def lacks_compared(question: Question, best: Sequence[Sentence], sentences: Sequence[Sentence]) -> bool:
    """Whether the best sentences are rows, and the question compares what no sentence says: the cameras of two phones
    in a table without cameras."""
    if not compares_things(question) or not best or any(s.row is None for s in best):
        return False
    comparative, kind = _comparative(question)
    known = frozenset[str]().union(*(s.words | s.headings | s.scope | s.titled for s in sentences))
    decisive = question.words if question.compares else () if kind else comparative
    asked = (word for word in decisive if word not in COMPARING | LIGHT_WORDS)
    return any(
        not (word in known or word[0].isdecimal() or says(known, question.loose_words.get(word, ())))
        and not any(are_forms(word, other) or other.endswith(word) for other in known)
        for word in asked
    )


def _comparative(question: Question) -> tuple[frozenset[str], str]:
    """The words of the comparative in a question, and the kind of figure that decides it; empty without one."""
    found = _EITHER.search(question.text)
    kinds = found.groupdict().items() if found else ()
    return frozenset(content_words(found[1] if found else "")), next((name for name, said in kinds if said), "")


def _named_apart(question: str, rows: Sequence[tuple[Sentence, Row]]) -> list[tuple[Sentence, Row]]:
    """The rows without those whose name is only part of that of another one: Lumo 5 in Lumo 5 Pro."""
    rest, kept = question.casefold(), list[str]()
    for label in sorted({row.label for _, row in rows}, key=lambda each: (-len(each), each)):
        is_part = any(frozenset(content_words(label)) <= frozenset(content_words(other)) for other in kept)
        if label.casefold() in rest or not is_part:
            kept.append(label)
        rest = rest.replace(label.casefold(), " ", 1)
    return [(s, row) for s, row in rows if row.label in kept]


def _named_best(asked: Mapping[str, Set[str]], words: Mapping[str, Set[str]]) -> set[str]:
    """The headings that the question names, without those that have fewer of the asked words than another one, or the
    same and more of their own. words are those of each heading."""
    named = [heading for heading, its in asked.items() if its]
    if len(named) > _MOST:
        return {*named}
    named = [h for h in named if not any(asked[h] < asked[other] for other in named)]
    return {h for h in named if not any(asked[o] == asked[h] and words[o] < words[h] for o in named)}


def _words(row: Row) -> frozenset[str]:
    return frozenset(content_words(row.label))


def _of_row(sentence: Sentence, row: Row, columns: Sequence[int]) -> ListedCell:
    """The row's name with its cells in these columns, or the cell alone with the row's name. Each comes before its
    headings."""
    if len(columns) == 1:
        return ListedCell(sentence.number, row.columns[columns[0]][1], (row.label, *row.headings[columns[0]]))
    return ListedCell(sentence.number, row.label, cells_with_headings(row, columns))
