"""Which sentences an answer needs beside the one that answers: that to which it refers, that which introduces it as an
item of a list, the list, the section or the answer that it introduces itself, and the other half of a sentence that a
page break divides. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.enumerations import introduces_list, is_bare_heading
from orc.documents.evidence.list_items import is_negating_heading, negates
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question
from orc.documents.text.list_marks import BULLET, ITEM, TICK
from orc.patterns import regex

_HEADING = regex(r"#{1,6} ")
_SAYS_MORE = regex(r"[,:;\d]")  # than a heading
_LONGEST = 400
_BLANK_LINE = 2  # characters at least
_FEWEST_WORDS = 3  # of half a sentence
_ENDS = ".!?:;…。！？\"'”’)]"
_MOST_ITEMS = 40


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
                break
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
    return "|" if sentence.row else TICK.sub("☐", re.sub(r"\d+", "0", bullet[0])) if bullet else ""
