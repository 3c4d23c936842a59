"""Whether a question names a row that its table lacks: Italian A2, beside Italian A1 and Spanish A2. Pure (D-439)."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from orc.documents.evidence.compared_rows import compares_things
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.row_cells import asked_column
from orc.documents.evidence.superlatives import extreme_asked
from orc.documents.questions.german import words_in_compounds
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.instructions import lists
from orc.documents.questions.question import LIGHT_WORDS, Question, is_year
from orc.documents.text.everyday import says
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_TOKEN = regex(r"\w[\w'’-]*%?")
# What follows one of these is a thing: spent on travel, yoga in the evening, die Nummer hat der Drucker.
_BEFORE_THING = regex(
    r"\b(?:on|for|of|in|at|by|from|with|under|für|von|vom|im|am|bei|mit|der|die|das|dem|den|des|eine?[nrms]?)"
    r"(?: (?:the|an?|my|our|der|die|das|dem|den|meine?[nrms]?))?\Z",
    re.IGNORECASE,
)
_ARTICLE = regex(
    r"\b(?:(?:the|an?|my|our|your|l[aeo]s?|el|il|gli|du|del(?:l[aeo])?|[dn][ao]s?|os?|as|het|een)\Z|(?:dell|l|d)['’]\Z)",
    re.IGNORECASE,
)
_SHARE = regex(r"(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|per ?cent\b|prozent\b)", re.IGNORECASE)
_BARE_NUMBER = regex(r"\d{1,3}(?:[.,]\d{1,2})?")
_RATE = regex(
    r"\b(?:per|each|a|pro) (day|night|week|month|year|hour|tag|nacht|woche|monat|jahr|stunde)\b", re.IGNORECASE
)
_LIMIT = regex(
    r"\b(?:(?P<under>under|below|younger than|unter)|over|above|older than|über) (?P<age>\d{1,3})\b", re.IGNORECASE
)
_RANGE = regex(r"(?<!\d)(?P<first>\d{1,3}) ?(?:to|[-–]|bis) ?(?P<last>\d{1,3})(?!\d)")
_MOST = 40  # words of a question
_FEWEST = 2  # rows


class _Neighbours(NamedTuple):
    """Two of a question's words, in compared form, of which only function words are between."""

    first: str
    second: str
    between: str
    is_name: bool  # the first one, by its capital


def names_absent_row(question: Question, best: Sequence[Sentence], sentences: Sequence[Sentence]) -> bool:
    """Whether the best sentences are rows, and the question names another one: by two words of different rows, by a
    word of a row beside one that no sentence has, by a thing that no sentence has and nothing that a row has, or by a
    percentage, a rate or an age that is not among those which name the rows or the columns."""
    rows = [s.row for s in best if s.row]
    if not rows or len(rows) < len(best) or compares_things(question) or lists(question.text):
        return False
    table = [s.row for s in sentences if s.row and s.row.above[:1] == rows[0].above[:1]]
    if len(table) < _FEWEST or not all(row.separated and not row.is_fact for row in rows):
        return False
    if _lacks_share(question.text, table) or _lacks_rate(question, rows) or _is_outside(question.text, rows):
        return True
    if extreme_asked(question.text)[0]:
        return False
    labels = [content_words(row.label) for row in table if not ends_section(row.label)]
    of_labels = frozenset(word for label in labels for word in label)
    known = frozenset[str]().union(*(s.words | s.headings | s.scope | s.context for s in sentences))
    own = [content_words(row.label) for row in rows]
    for pair in _neighbours(question):
        if not pair.between and {pair.first, pair.second} <= of_labels:
            if not any(_says_both(pair, label, question) for label in (*labels, *own)):
                return True
        elif pair.is_name and not pair.between and _is_unknown(pair.first, question, known):
            if any(pair.second in label[1:] and pair.first not in label for label in own):
                return True
        elif _is_unknown(pair.second, question, known):
            is_other_total = not pair.between and any(_totals_others(row.label, pair.first, question) for row in rows)
            is_before_thing = _BEFORE_THING.search(pair.between) and any(pair.first in label[:-1] for label in own)
            if is_other_total or is_before_thing:
                return True
            is_thing = _BEFORE_THING.search(pair.between) or _ARTICLE.search(pair.between)
            if is_thing and not any(
                are_forms(word, other) for word in question.words for row in best for other in row.words
            ):
                return True
    return False


def _totals_others(label: str, first: str, question: Question) -> bool:
    """Whether a row of this name, which begins with this word, is the total of other things than the question's: total
    operating expenses, for total advertising expenses."""
    words = content_words(label)
    return ends_section(label) and words[:1] == [first] and not frozenset(words) <= frozenset(question.words)


def _says_both(pair: _Neighbours, label: Sequence[str], question: Question) -> bool:
    """Whether a row's name has both words or, for one of them, a synonym: personnel expenses, for personnel costs."""
    said = frozenset(label)
    known = [word in said or says(said, question.loose_words.get(word, ())) for word in (pair.first, pair.second)]
    return all(known) and not said.isdisjoint((pair.first, pair.second))


def _neighbours(question: Question) -> Iterator[_Neighbours]:
    text, said = question.text, frozenset(question.words)
    tokens = [(found, content_words(found[0])) for found in islice(_TOKEN.finditer(text), _MOST)]
    meant = [(found, words) for found, words in tokens if not said.isdisjoint(words)]
    for (one, first), (other, second) in pairwise(meant):
        is_name = one.start() > 0 and one[0][0].isupper()
        yield _Neighbours(first[-1], second[0], text[one.end() : other.start()].strip(), is_name)


def _is_unknown(word: str, question: Question, known: frozenset[str]) -> bool:
    """Whether no sentence has this word of the question, another form of it or a synonym."""
    if word not in question.words or word in LIGHT_WORDS or word[0].isdecimal() or is_year(word):
        return False
    endings = {word: question.endings[word]} if word in question.endings else {}
    if says(known, question.loose_words.get(word, ())) or words_in_compounds(endings, known):
        return False
    return not any(are_forms(word, other) for other in known)


def _lacks_share(text: str, table: Sequence[Row]) -> bool:
    """Whether the text names one percentage, and the rows have the names of others: 3%, beside 0, 1, 2 and 4 under a
    heading with a percent sign."""
    asked = [share.replace(",", ".") for share in _SHARE.findall(text)]
    named = [row.label.strip(" %").replace(",", ".") for row in table]
    are_shares = all(_BARE_NUMBER.fullmatch(name) for name in named) and any("%" in f"{r.kind}{r.label}" for r in table)
    return len(asked) == 1 and are_shares and float(asked[0]) not in map(float, named)


def _lacks_rate(question: Question, rows: Sequence[Row]) -> bool:
    """Whether the question names one rate, and the heading of the column that it asks for another: per week, beside per
    day."""
    asked = {rate.lower() for rate in _RATE.findall(question.text)}
    columns = ((row, asked_column(row, question)) for row in rows)
    headings = [f"{row.columns[at][0]} {row.label}" for row, at in columns if at is not None]
    stated = [{rate.lower() for rate in _RATE.findall(heading)} for heading in headings]
    return len(asked) == 1 and bool(stated) and all(rates and asked.isdisjoint(rates) for rates in stated)


def _is_outside(text: str, rows: Sequence[Row]) -> bool:
    """Whether the text asks below or above an age, and the rows' names are of ranges beyond it: under 6, of 6 to 11."""
    limit, ranges = _LIMIT.search(text), [_RANGE.search(row.label) for row in rows]
    if limit is None or not ranges or None in ranges:
        return False
    age = int(limit["age"])
    spans = [(int(found["first"]), int(found["last"])) for found in ranges if found]
    return all(first >= age for first, _ in spans) if limit["under"] else all(last <= age for _, last in spans)
