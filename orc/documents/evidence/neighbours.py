"""Which sentences an answer needs beside the one that answers: that to which it refers, that which introduces it as an
item of a list, and the list, the section or the answer that it introduces itself. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.enumerations import introduces_list, is_bare_heading
from orc.documents.evidence.list_items import BULLET
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question
from orc.patterns import regex

_HEADING = regex(r"#{1,6} ")
_SAYS_MORE = regex(r"[,:;\d]")  # than a heading
_LONGEST = 400
_MOST_ITEMS = 40


def with_neighbours(sentences: Sequence[Sentence], at: int, question: Question) -> Iterator[int]:
    """The places of the sentence at this place and of those that an answer with it needs, in their order."""
    sentence = sentences[at]
    is_heading = is_bare_heading(sentence, question) or _HEADING.match(sentence.text) is not None
    asks = is_heading or sentence.text.endswith(("?", "？"))
    following: list[int] = []  # a list, a section, or the next sentence, if it is not too long
    if asks or introduces_list(sentence.text, question) or (question.wants_steps and item_mark(sentence) == "0. "):
        kind = item_mark(sentences[at + 1]) if at + 1 < len(sentences) else ""
        length = 0
        for i in range(at + 1, len(sentences)):
            length += len(sentences[i].text)
            if length > _LONGEST or not sentences[i - 1].adjoins(sentences[i]) or item_mark(sentences[i]) != kind:
                break
            if is_heading and following and sentences[i].is_title and not _SAYS_MORE.search(sentences[i].text):
                break  # the next section
            following.append(i)
            if not (kind or is_heading):
                break
    if sentence.introduced_at >= 0:
        before = range(at - 1, max(at - _MOST_ITEMS, 0) - 1, -1)
        yield from islice((i for i in before if sentence.is_introduced_by(sentences[i])), 1)
    if sentence.leans_back and at and not sentences[at - 1].is_title and sentences[at - 1].adjoins(sentence):
        yield at - 1
    if not (asks and following):
        yield at
    yield from following


def item_mark(sentence: Sentence) -> str:
    """The mark of a list item, with 0 for numbers: `-`, `0.` or `a)`; `|` for a table row; "" for other sentences."""
    bullet = BULLET.match(sentence.text)
    return "|" if sentence.row else re.sub(r"\d+", "0", bullet[0]) if bullet else ""
