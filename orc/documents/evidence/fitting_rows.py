"""Finds the rows of a table that fit a question for things or persons: the rooms with a projector, those who live in
Bonn. Pure (D-425)."""

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from typing import NamedTuple

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.persons import FULL_NAME
from orc.documents.questions.answer_kind import COLUMN_HEADS, is_headed
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import Question
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words
from orc.documents.text.yes_no import DENIES, yes_or_no
from orc.patterns import regex

_ASKS = regex(
    r"\W*(?:(?:in|on|at|for|bei|für|an|auf|zu) )?(?:(?P<who>who|wer)|(?P<where>where|wo)"
    r"|(?:which|(?P<number>how many|wie ?viele)|welche[nrsm]?) (?P<thing>[^\W\d_][\w'’-]*))\b",
    re.IGNORECASE,
)
_LIVE = frozenset(content_words("live lives living reside resides wohnt wohnen wohne lebt leben lebe"))
_PLAY = frozenset(
    content_words(
        "play plays practise practises work works spielt spielen treibt treiben macht machen arbeitet arbeiten"
    )
)
# They say no more than that a row has a cell.
HAVE = frozenset(
    content_words(
        "have has get gets receive receives offer offers include includes contain contains belong belongs lack lacks "
        "come comes hat haben bekommt bekommen erhält erhalten bietet bieten enthält enthalten gehört gehören verfügt "
        "verfügen kommt kommen stammt stammen gibt kein keine keinen keiner nicht ohne findet finden statt "
        "take takes place many viel viele"
    )
)
_HOME = frozenset(
    content_words("town city village address residence home ort wohnort wohnsitz stadt gemeinde dorf adresse anschrift")
)
NAMES = frozenset(content_words("name vorname nachname familienname forename surname person"))
# Rows with other cells than the named ones fit.
_COMPARES = regex(
    r"\b(?:before|after|until|since|over|under|above|below|more|less|fewer|than|at least|at most|between|except|vor"
    r"|nach|bis|seit|über|unter|mehr|weniger|als|mindestens|höchstens|zwischen|außer)\b",
    re.IGNORECASE,
)
_WAYS = frozenset(("from", "to", "departure", "arrival", "origin", "destination", "von", "nach", "ab", "an", "ziel"))
_PART = regex(r"[^,;/]+")
_LEAST = 4


class ListedCell(NamedTuple):
    """A cell that a question lists, with the cells that name its row and the headings over it."""

    number: int
    value: str
    names: tuple[str, ...]


def asks_for_rows(question: Question) -> bool:
    """Whether a question asks for things or persons, or for a person's home, in a form that rows can answer."""
    found = _ASKS.match(question.text)
    is_plain = found is not None and _COMPARES.search(question.text) is None
    return is_plain and not (found and found["where"] and _LIVE.isdisjoint(question.words))


def fitting_cells(question: Question, sentences: Sequence[Sentence]) -> list[ListedCell]:
    """The names of the rows that have all that the question asks of them, each with its cells that say so: those that
    the question names, and those with yes under a heading that it names, or with no if it denies. Empty if the question
    has a word of which the table tells nothing."""
    tables = defaultdict[tuple[str, ...], list[tuple[Sentence, Row]]](list)
    for s in sentences if asks_for_rows(question) else ():
        if s.row and s.row.separated and s.row.kind and not ends_section(s.row.label):
            tables[s.row.above].append((s, s.row))
    return next((cells for rows in tables.values() if (cells := _Table(rows).cells(question))), [])


class _Table:
    """The rows under the same headings."""

    def __init__(self, rows: Sequence[tuple[Sentence, Row]]) -> None:
        self._rows = [(s, row, {row.kind: row.label, **dict(row.columns)}) for s, row in rows]
        (first, top), *_ = rows
        self._kind = top.kind
        heads = dict.fromkeys(heading for *_, cells in self._rows for heading in cells)
        self._words = {heading: frozenset(content_words(heading)) for heading in heads}
        self._about = {*self._words[self._kind], *first.scope, *first.titled}
        self._names = [h for h, words in self._words.items() if not words.isdisjoint(NAMES)]
        self._homes = [h for h, words in self._words.items() if not words.isdisjoint(_HOME)]
        answers = {h: {yes_or_no(cells[h]) for *_, cells in self._rows if cells.get(h)} for h in heads}
        # An empty cell says no in a column of marks, and nothing beside cells that say it.
        self._empty = {h: None if False in found else False for h, found in answers.items() if None not in found}
        self._empty.pop(self._kind, None)

    def cells(self, question: Question) -> list[ListedCell]:
        """The cells that the question lists."""
        form, asked = _ASKS.match(question.text), frozenset(question.words)
        if not form or (form["who"] and not self._names) or (form["where"] and not self._homes):
            return []
        if form["number"] and any(is_headed(words, COLUMN_HEADS["stock"]) for words in self._words.values()):
            return []  # a column says how many
        thing, targets = frozenset(content_words(form["thing"] or "")), self._homes if form["where"] else []
        is_kind = any(are_forms(w, o) or (len(w) >= _LEAST and o.startswith(w)) for w in thing for o in self._about)
        is_number = self._names and (form["thing"] or "").casefold() == self._kind.casefold()
        lives, plays = not asked.isdisjoint(_LIVE), not asked.isdisjoint(_PLAY)
        if thing and not is_kind:
            targets = [h for h, words in self._words.items() if thing <= words]
        if is_number or (targets and not lives):
            return []  # it asks for the cell of a row
        asked -= HAVE | _LIVE | _PLAY | (thing if is_kind or targets else frozenset())
        # The columns of yes and no that the question names, and what it names of each row, by heading.
        yes_no = {h: {w for w in asked for o in self._words[h] if are_forms(w, o)} for h in self._empty}
        yes_no = {h: words for h, words in yes_no.items() if words and not any(words < o for o in yes_no.values())}
        asked = asked.difference(*yes_no.values())
        by_row = [
            {h: words for h, cell in cells.items() if h not in targets and (words := self._named_in(h, cell, asked))}
            for *_, cells in self._rows
        ]
        named = frozenset(h for in_row in by_row for h in in_row)
        over = [other for heading in named for other in self._words[heading]]
        heads = {w for w in asked for o in over if o == w or (len(w) >= _LEAST and o.startswith(w))}  # in section B
        left = asked - heads
        places = [h for word in left for h in {h for in_row in by_row for h, words in in_row.items() if word in words}]
        denies = DENIES.search(question.text) is not None
        if len(places) > len(left) or (denies and len(yes_no or named) != 1):
            return []  # it may be meant in either column, or be denied of one of several
        homes, others = {*named, *targets} & {*self._homes}, {*named, *yes_no} - {*self._homes}
        if (lives and not homes) or (plays and not others) or any(h.casefold() in _WAYS for h in named):
            return []
        of_one = {*self._names, *([self._kind] if form["number"] else ())}
        if not targets and not yes_no and named <= of_one:
            return []  # that of a person whom the question names, or a number in the row that it names
        fitting = [bool(in_row or yes_no) and asked <= heads.union(*in_row.values()) for in_row in by_row]
        if denies and not yes_no:
            rest = [not fits and not in_row for fits, in_row in zip(fitting, by_row, strict=True)]
            fitting = rest if any(fitting) else []
        listed = dict[tuple[str, ...], ListedCell]()
        for (s, row, cells), fits in zip(self._rows, fitting, strict=False):
            has_name = row.label and (not targets or any(cells.get(h) for h in targets))
            answers = [yes_or_no(cells[h]) if cells.get(h) else self._empty[h] for h in yes_no]
            if fits and has_name and all(answer is (not denies) for answer in answers):
                value, *names = self._shown(row, {*named, *yes_no}, targets)
                listed.setdefault((value, *names), ListedCell(s.number, value, tuple(dict.fromkeys(names))))
        return [*listed.values()]

    def _named_in(self, heading: str, cell: str, asked: Set[str]) -> frozenset[str]:
        """The asked words that are the whole of a cell, or of a part of it, or the last name in one."""
        parts = [frozenset(content_words(part)) for part in (cell, *_PART.findall(cell))]
        whole = frozenset[str]().union(*(words for words in parts if words <= asked))
        is_person = heading in self._names and FULL_NAME.fullmatch(cell)
        return whole or (parts[0] & asked if is_person and {*content_words(cell)[-1:]} <= asked else frozenset())

    def _shown(self, row: Row, asked: Set[str], targets: Sequence[str]) -> list[str]:
        """The name of the row, or the cell under a target heading, then the cells under the headings that are asked
        about, with these."""
        columns: list[tuple[tuple[str, ...], str, str]] = [((row.kind,), row.kind, row.label)]
        columns += [(over, h, value) for over, (h, value) in zip(row.headings, row.columns, strict=True)]
        named = [value for _, h, value in columns if h in self._names] or [row.label]
        shown = [part for over, h, value in columns for part in (value, *over) if h in asked and value not in named]
        if not targets:
            return [*named, *shown]
        aim = next(((value, over) for over, h, value in columns if h in targets), ("", ()))
        return [aim[0], *(value for _, h, value in columns if h in asked), *aim[1]]
