"""Which rows of tables a question names: by a short name in capitals, by a time of day, or by a name that no row has.
Pure (D-406)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from types import MappingProxyType

from orc.documents.evidence.absent_rows import names_absent_row
from orc.documents.evidence.bounded_rows import bounded_cells
from orc.documents.evidence.changed_rows import lacks_change
from orc.documents.evidence.compared_rows import lacks_compared
from orc.documents.evidence.counted_rows import counts_rows
from orc.documents.evidence.passage_sentences import Sentence, read_sentences
from orc.documents.evidence.row_cells import asked_columns
from orc.documents.evidence.superlatives import extreme_asked
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.instructions import lists, questions_of_each
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.tables import Row, is_total
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.patterns import regex

_SHORT_NAME = regex(r"(?<![\w-])[A-ZÀ-ÖØ-Þ]{2,4}(?![\w-])")
_TIME = regex(
    r"(?<![\d.,:/])(?P<hour>[01]?\d|2[0-4])[:.h](?P<minute>[0-5]\d)(?![.,:/]?\d)(?P<later> ?p\.?m)?", re.IGNORECASE
)
_HOUR = regex(r"(?<!\d)\d\d?(?!\d)")
_CLOCK = frozenset(content_words("uhr h am pm clock kl"))
_TIME_ALONE = regex(rf"\W{{0,5}}{_TIME.pattern}(?: ?(?:uhr|h|[ap]\.?m\.?))?\W{{0,5}}", re.IGNORECASE)
# Before 9:30 and open at 9:30 are other times than those of a timetable.
_NOT_AT = regex(
    r"\b(?:before|after|between|from|until|till|by|since|around|about|vor|nach|zwischen|ab|bis|gegen|avant|après|entre|dès"
    r"|vers|antes|después|hasta|desde|prima|dopo|fino|dalle|depois|até|voor|na|tussen|vanaf|tot) (?:\w{1,6} )?\d"
    r"|\b(?:open\w*|close[sd]?|offen|geöffnet|ouvert\w*|abiert\w*|apert\w*|abert\w*|geopend)\b",
    re.IGNORECASE,
)
# They are asked of all rows.
_OF_ALL = LIGHT_WORDS | frozenset(
    content_words(
        "total sum overall average mean median gesamt summe alle insgesamt durchschnitt tous toutes moyenne todos "
        "todas suma media totale tutti tutte somma média totaal gemiddeld figure data overview zahlen übersicht"
    )
)
_WHICH = regex(
    r"(?:which|what|welche[nrsm]?|quel(?:le)?s?|cuál|qué|quale?|qual|che|welke?|vilken|vilket)", re.IGNORECASE
)
_WORD = regex(r"[^\W_][\w'’-]*")
_TOKEN = regex(r"[^\W_]+")
_CONTAINED = regex(  # how much salt is in a thing
    r"\W*(?:how much|wie ?viel|combien d[e'’]|cuánt[oa]|quant[oa]) ?([^\W\d_]{3,30})"
    r" (?:is|are|ist|sind|y a-t-il|hay|c'è|há)(?: there)? (?:in|im|dans|en|nel\w{0,2}|n[oa]s?)\b",
    re.IGNORECASE,
)
_SEVERAL = 3  # rows
_LONGEST_CODE = 3
_CODE = regex(r"(?P<kind>[^\W\d_]{2,30}) (?P<code>[A-Z]{1,3})(?!\w)")
_HOW_MANY = regex(
    r"\W*(?:how many|wie ?viele) ([^\W\d_][\w'’-]*) "
    r"(?:(?:are|were) (?:there|listed)|gibt es|sind es|(?:hat|haben|do|does)\b)",
    re.IGNORECASE,
)
_WHY = regex(
    r"\W*(?:why|how come|warum|weshalb|wieso|pourquoi|por qu[eéê]|perché|waarom|varför|hvorfor"
    r"|dlaczego|proč|почему|чому)\b",
    re.IGNORECASE,
)
_MOST, _MOST_WORDS = 8, 40
_BARE, _LONGEST_NAME = 6, 3


def without_rows_of_others(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without rows that the question is not about: those under the headings of a row that has its short
    name in capitals (IT, RH) as a cell, of a table of which another one has the title that the question names, unless
    the row's name has these words itself, and rows of a timetable without its time of day. Beside such rows, only prose
    with an hour remains."""
    titles = defaultdict[str, dict[str, None]](dict)
    titled = [(s, s.row.above[0]) for s in sentences if s.row and s.row.above and s.titles]
    for s, heads in titled:
        titles[heads][s.titles[-1]] = None
    asked_of = {heads: named_title(question, [*each]) for heads, each in titles.items() if 1 < len(each) <= _MOST}
    in_title = {heads: _naming_words(question, titles[heads]) for heads, title in asked_of.items() if title}
    unnamed = {
        id(s)
        for s, heads in titled
        if asked_of.get(heads) not in (None, s.titles[-1]) and not (in_title[heads] and in_title[heads] <= s.label)
    }
    sentences = [s for s in sentences if id(s) not in unnamed]
    parsed = Question(question)
    names = frozenset(() if question.isupper() or parsed.compares else islice(_SHORT_NAME.findall(question), _MOST))
    named = {id(s): s.row.above for s in sentences if s.row and not names.isdisjoint(s.row.cells)}
    tables = {*named.values()}
    kept = [s for s in sentences if s.row is None or id(s) in named or s.row.above not in tables]
    times = frozenset[tuple[int, str]]() if _NOT_AT.search(question) else _times(question)
    asked = frozenset(w for w in parsed.words if not (w[0].isdecimal() or w in _CLOCK))
    timetable = [
        s
        for s in kept
        if times
        and s.row
        and any(map(_TIME_ALONE.fullmatch, s.row.cells))
        and asked.isdisjoint(s.words)
        and not asked.isdisjoint(s.headings | s.scope)
    ]
    rows = {id(s) for s in timetable}
    others = {id(s) for s in timetable if times.isdisjoint(_times(s.text))}
    return [
        s
        for s in kept
        if not rows
        or (id(s) in rows - others)
        or (not s.is_title and _HOUR.search(s.text) and not asked.isdisjoint(s.words))
    ]


def questions_by_row(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The question for each of several rows whose names it lists: sales in the North and the West."""
    asked = f" {question.casefold()} "
    rows = (s.row for s in read_sentences(passages) if s.row) if lists(question) else ()
    labels = dict.fromkeys(row.label for row in rows if row.label and row.label.casefold() in asked)
    names = sorted(islice((label for label in labels if _WORD.match(label)), _MOST), key=len, reverse=True)
    return questions_of_each(question, "|".join(map(re.escape, names))) if len(names) > 1 else ()


def named_title(question: str, titles: Sequence[str]) -> str | None:
    """The title that the question names by words which only it has, or if the titles differ only in words such as under
    and from, by one of these with the word behind it."""
    words = [frozenset(content_words(title)) for title in titles]
    if asked := _naming_words(question, titles):
        shared = [len(asked & each) - len(asked - each) for each in words]
        best = max(shared)
        return titles[shared.index(best)] if best > 0 and shared.count(best) == 1 else None
    tokens = [_TOKEN.findall(text.casefold()) for text in (question, *titles)]
    own = [frozenset(each) for each in tokens[1:]]
    common = frozenset[str].intersection(*own)
    pairs = [frozenset((one, two) for one, two in pairwise(each) if one not in common) for each in tokens]
    said = pairs[0].intersection(*[frozenset[tuple[str, str]]().union(*pairs[1:])])
    if said:
        fits = [title for title, each in zip(titles, pairs[1:], strict=True) if each & said]
    else:  # residents, and not non-residents
        behind = {two for each in pairs[1:] for _, two in each} & {*tokens[0]}
        fits = [title for title, each in zip(titles, pairs[1:], strict=True) if behind and not each]
    return fits[0] if len(fits) == 1 else None


def _naming_words(question: str, titles: Iterable[str]) -> frozenset[str]:
    """The words of the question that some of the titles have and others lack."""
    words = [frozenset(content_words(title)) for title in titles]
    differing = frozenset[str]().union(*words) - frozenset[str].intersection(*words)
    return differing.intersection(content_words(question))


def total_alone(question: Question, best: list[Sentence]) -> list[Sentence]:
    """The sentences without the rows that a total among them adds up, if the question names neither one of these rows
    nor what they are: the revenue is the total of the segments."""
    total = next((s.row for s in best if s.row and is_total(s.row.label)), None)
    asked = frozenset(question.words)
    if total is None or not asked.isdisjoint(content_words(total.kind)):
        return best
    return [
        s
        for s in best
        if s.row is None
        or s.row.above != total.above
        or is_total(s.row.label)
        or not asked.isdisjoint(content_words(s.row.label))
    ]


def with_code(question: Question, best: Sequence[Sentence], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The best sentences; of rows that letters name, those with the letters that the question has behind the heading
    over the names ("in zone B"), none if these are other rows."""
    rows = [s.row for s in best if s.row]
    found = _CODE.search(question.text) if rows and len(rows) == len(best) else None
    if found is None or frozenset(content_words(found["kind"])).isdisjoint(content_words(rows[0].kind)):
        return [*best]
    code, labels = found["code"], {s.row.label for s in sentences if s.row}
    if code not in labels or not any(row.label.isupper() and len(row.label) <= _LONGEST_CODE for row in rows):
        return [*best]
    return [s for s in best if s.row and s.row.label == code]


def _are_below_others(question: Question, best: Sequence[Sentence]) -> bool:
    """Whether all these are rows of tables whose titles have other numbers than the question."""
    titles = [s.table_title if s.row else "" for s in best]
    numbers = AskedNumbers(question.text) if all(titles) else None
    return bool(titles) and numbers is not None and all(map(numbers.are_others_in, titles))


def lacks_row(
    question: Question,
    best: Sequence[Sentence],
    sentences: Sequence[Sentence],
    terms: Mapping[str, Phrases] = MappingProxyType({}),
) -> bool:
    """Whether the best sentences are rows, or the title over rows, and the question names a row that the table lacks:
    with a word of no sentence beside a word of several names or of the heading over them (the red room), or beside
    words of headings alone (Legal budget). Or whether it counts the rows themselves, asks which of them changed or are
    within bounds that none is in, or compares them by what the table lacks. terms maps words of the question to the
    phrases that can replace a word, as in the names of the best rows: purchases of property, for capital expenditure.
    """
    counted = _HOW_MANY.match(question.text)
    if counted and len(best) > 1 and all(b.row and {*content_words(counted[1])}.isdisjoint(b.words) for b in best):
        return True
    if _WHY.match(question.text) and best and all(s.row and _is_of_figures(s.row) for s in best):
        return True  # no figure says why
    if counts_rows(question, best) or lacks_change(question, best) or lacks_compared(question, best, sentences):
        return True
    if names_absent_row(question, best, sentences) or _are_below_others(question, best):
        return True
    if any(b.row for b in best) and bounded_cells(question, sentences) == []:
        return True
    over = [s for s in sentences if s.row and any(b.text in s.titles for b in best if b.row is None)]
    if not all(b.row or any(b.text in s.titles for s in over) for b in best) or extreme_asked(question.text)[0]:
        return False
    first = next((s.row for s in (*best, *over) if s.row), None)
    if first is None:
        return False
    rows = [s.row for s in sentences if s.row and s.row.above[:1] == first.above[:1]]
    labels = [content_words(next((cell for cell in row.cells if any(map(str.isalpha, cell))), "")) for row in rows]
    counts = Counter(word for each in labels if len(each) <= _LONGEST_NAME for word in {*each[:1], *each[-1:]})
    shared = frozenset(content_words(first.kind)).union(word for word, count in counts.items() if count > 1)
    in_names = Counter(word for each in labels for word in {*each})
    shared |= {word for word, count in in_names.items() if len(rows) >= _SEVERAL and 2 * count > len(rows)}
    known = frozenset[str]().union(*(s.words | s.headings | s.scope for s in sentences), shared)
    tokens = [*islice(_WORD.finditer(question.text), _MOST_WORDS)]
    words = [content_words(token[0]) for token in tokens]
    asked = [word for each in words for word in each if word in question.words]
    unknown = _unknown(asked, known, best, question, terms)
    heads = frozenset(content_words(" ".join(heading for heading, _ in first.columns)))
    own = [word for word in asked if word not in unknown | shared | heads]
    contained = _CONTAINED.match(question.text)
    if contained and unknown.issuperset(content_words(contained[1]) or ("",)):
        return all(b.row and len(b.row.headings) > 1 and not asked_columns(b.row, question) for b in best)
    named = any(are_forms(word, other) for word in own for b in best if b.row for other in b.words - shared)
    if not unknown or named:
        return False
    for (_, its), (other, others) in pairwise(zip(tokens, words, strict=True)):
        if unknown.intersection(its) and shared.intersection(others):
            return True
        is_name = other[0][0].isupper() or other is tokens[-1]
        if shared.intersection(its) and unknown.intersection(others) and is_name and not _WHICH.match(question.text):
            return True
    return len(tokens) <= _BARE and not question.text.rstrip().endswith("?") and len(asked) > len(unknown)


def _unknown(
    asked: Sequence[str],
    known: frozenset[str],
    best: Sequence[Sentence],
    question: Question,
    terms: Mapping[str, Phrases],
) -> set[str]:
    """The words of the question that are unknown, in any form and by any synonym, and that no term in the names of all
    the best rows stands for."""
    named_so = {word for word, phrases in terms.items() if all(b.row and says(b.label, phrases) for b in best)}
    return {
        word
        for word in asked
        if not (word in FUNCTION_WORDS | _OF_ALL | named_so or word[0].isdecimal())
        and not (says(known, question.loose_words.get(word, ())) or any(are_forms(word, other) for other in known))
    }


def _is_of_figures(row: Row) -> bool:
    """Whether all filled cells of a row but its name are figures or marks."""
    return bool(row.columns) and not any(map(str.isalpha, "".join(value for _, value in row.columns)))


def _times(text: str) -> frozenset[tuple[int, str]]:
    """The times of day in a text; one in the afternoon counts as both hours."""
    found = [(int(each["hour"]), each["minute"], each["later"]) for each in _TIME.finditer(text)]
    return frozenset((hour + more, minute) for hour, minute, later in found for more in ((0, 12) if later else (0,)))
