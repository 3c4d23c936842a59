"""Which sentences an answer needs beside the one that answers: that to which it refers, that which introduces it as an
item of a list, the list, the section or the answer that it introduces itself, and the other half of a sentence that a
page break divides. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.enumerations import introduces_list, is_bare_heading
from orc.documents.evidence.list_items import is_negating_heading, negates
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.permissions import asks_permission
from orc.documents.evidence.row_cells import asked_columns
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.list_marks import BULLET, ITEM
from orc.patterns import regex

_HEADING = regex(r"#{1,6} ")
_SAYS_MORE = regex(r"[,:;\d]")  # than a heading
_LONGEST = 400
_BLANK_LINE = 2  # characters at least
_FEWEST_WORDS = 3  # of half a sentence
_ENDS = ".!?:;…。！？\"'”’)]"
_MOST_ITEMS, _WITHIN_LINE = 40, 2
_LABELS = regex(r":\s?\S")
_ASKS_DEED = regex(
    r"\bwhat (?:do|should|must|can) (?:i|we|you|one) do\b|\bwas (?:soll|muss|kann) (?:ich|man|wir) (?:da )?tun\b",
    re.IGNORECASE,
)
_IN_CASE = regex(r"\W*(?:if|in case|in the event|when|wenn|falls|sollten?)\b", re.IGNORECASE)
_CASE_ALONE = regex(  # the account may be lost, but not: click the link
    r"\W*(?:if|in case|in the event|when|wenn|falls)\b[^,]{3,120}, (?:(?:then|so) )?(?:the|an?|your|our|my|this|that"
    r"|these|those|it|they|he|she|we|there|some|kann|könn\w+|ist|wird|wurden?|hat)\b",
    re.IGNORECASE,
)
_EXCEPTS = regex(
    r"\W*(?:however|but|except|unless|only if|otherwise|the exceptions?|exceptions?|jedoch|aber|ausgenommen|außer)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"\w[^|]{30,}[.!?]\W{0,2}\Z")  # the beginning of a text in a cell


def with_neighbours(sentences: Sequence[Sentence], at: int, question: Question) -> Iterator[int]:
    """The places of the sentence at this place and of those that an answer with it needs, in their order."""
    sentence = sentences[at]
    is_heading = is_bare_heading(sentence, question) or _HEADING.match(sentence.text) is not None
    asks = is_heading or sentence.text.endswith(("?", "？"))
    following: list[int] = []  # a list, a section, or the next sentence, if it is not too long
    if asks or introduces_list(sentence.text, question) or (question.wants_steps and item_mark(sentence) == "0. "):
        kind = item_mark(sentences[at + 1]) if at + 1 < len(sentences) else ""
        is_introduced = bool(kind) and sentences[at + 1].is_introduced_by(sentence)
        whole = f"{sentence.introduction} {sentence.text}".strip()
        length = 0
        for i in range(at + 1, len(sentences)):
            length += len(sentences[i].text)
            is_next = sentences[i - 1].adjoins(sentences[i]) and item_mark(sentences[i]) == kind
            is_own = sentences[i].introduction.startswith(whole) if is_introduced else is_next
            if length > _LONGEST or not is_own:
                break
            if is_heading and following and sentences[i].is_title and not _SAYS_MORE.search(sentences[i].text):
                break  # the next section
            following.append(i)
            if not (kind or is_heading):
                following += _items_below(sentences, i, _LONGEST - length)
                break
    elif _is_over_list(sentence, question):
        following = _items_below(sentences, at, _LONGEST)
    elif _goes_on(sentences, at, question):
        following = [at + 1]
    elif sentence.row is not None and asked_kind(question.text) is None:
        following = _rest_of_cell(sentences, at, question)
    yield from _above(sentences, at)
    before = sentences[at - 1] if at else sentence
    is_of_list = before.introduced_at in (-1, sentence.introduced_at)
    if sentence.leans_back and is_of_list and not before.is_title and before.adjoins(sentence):
        yield at - 1
    if at and _is_divided(sentences[at - 1], sentence):
        yield at - 1
    if not (asks and following) or is_negating_heading(sentence.text):
        yield at
    if not following and at + 1 < len(sentences) and _is_divided(sentence, sentences[at + 1]):
        yield at + 1
    yield from following


def _items_below(sentences: Sequence[Sentence], at: int, longest: int) -> list[int]:
    """The places of the items of the list directly below a sentence that is none, as many as are this long."""
    found = list[int]()
    kind = item_mark(sentences[at + 1]) if at + 1 < len(sentences) and not item_mark(sentences[at]) else ""
    for i in range(at + 1, len(sentences) if kind not in ("", "|") else 0):
        longest -= len(sentences[i].text)
        if longest < 0 or item_mark(sentences[i]) != kind or not sentences[i - 1].adjoins(sentences[i]):
            break
        found.append(i)
    return found


def _is_over_list(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence is a heading within a document that may stand over a list and has no answer itself."""
    is_heading = sentence.is_title and sentence.start > 0 and not _LABELS.search(sentence.text)
    return is_heading and not (question.wants_one_fact and question.expects(sentence.text))


def _goes_on(sentences: Sequence[Sentence], at: int, question: Question) -> bool:
    """Whether the next sentence says what is to be done in the case that the question and this one name, or what is
    excepted from a rule that the question asks for."""
    following = sentences[at + 1] if at + 1 < len(sentences) else None
    if following is None or following.row or following.is_title or not sentences[at].adjoins(following):
        return False
    if len(following.text) > _LONGEST or item_mark(following):
        return False
    if _ASKS_DEED.search(question.text):
        return _CASE_ALONE.match(sentences[at].text) is not None and _IN_CASE.match(following.text) is None
    return asks_permission(question.text) and _EXCEPTS.match(following.text) is not None


def _rest_of_cell(sentences: Sequence[Sentence], at: int, question: Question) -> list[int]:
    """The places of the sentences that go on in the last cell of a row, to the last one that has a word of the question
    and is not too far. None if the question asks for another cell."""
    row, found, length, last = sentences[at].row, list[int](), 0, 0
    if row is None or _SENTENCE.search(row.cells[-1]) is None or asked_columns(row, question):
        return found
    asked = frozenset(question.words) - LIGHT_WORDS
    for i in range(at + 1, len(sentences)):
        length += len(sentences[i].text)
        if length > _LONGEST or sentences[i].row or not 0 <= sentences[i].start - sentences[i - 1].end <= _WITHIN_LINE:
            break
        found.append(i)
        last = last if asked.isdisjoint(sentences[i].words) else len(found)
    return found[:last]


def _above(sentences: Sequence[Sentence], at: int) -> list[int]:
    """The places of the sentences that introduce the list of which a sentence is an item, the outermost first; before
    them that of its heading, if only this says that the item or the phrase below it is not so."""
    sentence = sentences[at]
    found: list[int] = []
    item = sentence
    for i in range(at - 1, max(at - _MOST_ITEMS, 0) - 1, -1):
        if item.is_introduced_by(sentences[i]):
            item = sentences[i]
            found.append(i)
    is_phrase = bool(item_mark(sentence)) or sentence.text[-1] not in ".!?"
    heading = sentence.titles[-1] if sentence.titles and sentence.row is None and is_phrase else ""
    if is_negating_heading(heading) and not negates(f"{sentence.introduction} {sentence.text}"):
        before = range(at - 1, max(at - _MOST_ITEMS, 1) - 1, -1)
        found += islice((i for i in before if sentences[i].text == heading and sentences[i].is_title), 1)
    return found[::-1]


def _is_divided(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences are the halves of one that a blank line divides, as where a page ends: "The bank shall not"
    and "be liable for losses"."""
    if one.row or other.row or not one.adjoins(other) or other.start - one.end < _BLANK_LINE:
        return False
    if one.text[-1] in _ENDS or not (other.text[0].islower() and one.text[0].isupper()):
        return False
    is_long = one.text.count(" ") + 1 >= _FEWEST_WORDS and other.text[-1] in _ENDS
    return is_long and not (item_mark(one) or item_mark(other))


def item_mark(sentence: Sentence) -> str:
    """The mark of a list item, with 0 for numbers: `-`, `0.` or `a)`; `|` for a table row; "" for other sentences."""
    bullet = (ITEM if sentence.introduction else BULLET).match(sentence.text)
    return "|" if sentence.row else re.sub(r"\d+", "0", bullet[0]) if bullet else ""
