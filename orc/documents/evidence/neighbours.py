"""Which sentences an answer needs beside the one that answers: that to which it refers, that which introduces it as an
item of a list, the list, the section or the answer that it introduces itself, what limits or decides it, what has been
so since the year until which it was so, and the other half of a sentence that a page break divides. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.enumerations import introduces_list, is_bare_heading
from orc.documents.evidence.list_items import is_negating_heading, negates
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.past_terms import asks_for_present, follows
from orc.documents.evidence.qualifications import (
    announces,
    goes_on_from_list,
    is_claim,
    is_limit,
    is_reply,
    qualifies,
    tells_status,
)
from orc.documents.evidence.row_cells import asked_columns
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.list_marks import BULLET, ITEM, TICK
from orc.patterns import regex

_HEADING = regex(r"#{1,6} ")
_CONDITION = regex(
    r"(?:\b(?:if|provided(?: that)?|when|unless|wenn|falls|sofern|si|se|als|indien|jeśli|jeżeli|cuando|lorsque|quando)"
    r"|\ball (?:of )?the following\b[^:]{0,40})\W{0,4}\Z",
    re.IGNORECASE,
)
_AND_AT_END = regex(r"\b(?:and|und|et|y|e|en|och|og|oraz)\Z", re.IGNORECASE)
_SAYS_MORE = regex(r"[,:;\d]")  # than a heading
_LONGEST = 400
_BLANK_LINE = 2  # characters at least
_FEWEST_WORDS = 3  # of half a sentence
_ENDS = ".!?:;…。！？\"'”’)]"
_MOST_ITEMS, _MOST_QUALIFICATIONS, _WITHIN_LINE = 40, 2, 2
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
_SENTENCE = regex(r"\w[^|]{30,}[.!?]\W{0,2}\Z")  # the beginning of a text in a cell
_IS_QUESTION = regex(r"[?？]\Z|[\u3040-\u9fff](?:か|のは|額は|数は|由は|日は)[。．]?\Z")
_ASKS_WHY = regex(
    r"\W{0,5}(?:why|warum|wieso|weshalb|pourquoi|por qu[eéê]|perch[eé]|waarom|varför|hvorfor|dlaczego|proč"
    r"|почему|чому)\b",
    re.IGNORECASE,
)
_LABELLED = regex(r"\A(?:[-*+•]\s{1,3})?\*\*[^*\n]{2,60}(?::\*\*|\*\*:)\s")  # **To avoid:** July.


def with_neighbours(sentences: Sequence[Sentence], at: int, question: Question) -> Iterator[int]:
    """The places of the sentence at this place and of those that an answer with it needs, in their order."""
    sentence = sentences[at]
    is_heading = is_bare_heading(sentence, question) or _HEADING.match(sentence.text) is not None
    asks = is_heading or _IS_QUESTION.search(sentence.text.rstrip("*_ ")) is not None
    is_step = question.wants_steps and item_mark(sentence) == "0. "
    introduces = asks or is_step or introduces_list(sentence.text, question) or _goes_on_in_items(sentences, at)
    following = _introduced(sentences, at, is_heading=is_heading) if introduces else _further(sentences, at, question)
    yield from _above(sentences, at)
    before = sentences[at - 1] if at else sentence
    is_of_list = before.introduced_at in (-1, sentence.introduced_at)
    leans_back = sentence.leans_back and not before.is_title
    if (leans_back or _is_said_before(before, sentence)) and is_of_list and before.adjoins(sentence):
        yield at - 1
    if at and (_is_divided(sentences[at - 1], sentence) or follows(sentences[at - 1], sentence)):
        yield at - 1
    if joined := _joined_conditions(sentences, at):
        following = joined
    elif not (asks and following) or is_negating_heading(sentence.text) or is_reply(sentences[following[0]].text):
        yield at
    after = sentences[at + 1] if not following and at + 1 < len(sentences) else sentence
    if _is_divided(sentence, after) or (follows(sentence, after) and asks_for_present(question.text)):
        yield at + 1
    yield from following or _qualifications(sentences, at)
    yield from _after_list(sentences, at)


def _joined_conditions(sentences: Sequence[Sentence], at: int) -> list[int]:
    """The places of all items of the list of the sentence at this place, if "if" introduces it and "and" joins them, so
    that all of it has to be so."""
    sentence = sentences[at]
    if not _CONDITION.search(sentence.introduction):
        return []
    near = range(max(at - _MOST_ITEMS, 0), min(at + _MOST_ITEMS, len(sentences)))
    items = [i for i in near if sentences[i].introduced_at == sentence.introduced_at]
    return items if any(_AND_AT_END.search(sentences[i].text) for i in items) else []


def _goes_on_in_items(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether the sentence at this place has no end mark and goes on in the items after it."""
    is_last = at + 1 == len(sentences)
    return not is_last and sentences[at].text[-1].isalnum() and sentences[at + 1].is_introduced_by(sentences[at])


def _introduced(sentences: Sequence[Sentence], at: int, *, is_heading: bool) -> list[int]:
    """The places of the list, the section, or the next sentence that the one at this place introduces, if these are not
    too long."""
    sentence, following, length = sentences[at], list[int](), 0
    first = _first_below(sentences, at) if is_heading else at + 1
    kind = item_mark(sentences[first]) if first < len(sentences) else ""
    is_introduced = bool(kind) and sentences[first].is_introduced_by(sentence)
    whole = f"{sentence.introduction} {sentence.text}".strip()
    for i in range(first, len(sentences)):
        length += len(sentences[i].text)
        is_next = sentences[i - 1].adjoins(sentences[i]) and item_mark(sentences[i]) == kind
        is_own = sentences[i].introduction.startswith(whole) if is_introduced else is_next
        if length > _LONGEST or not is_own:
            break
        if is_heading and following and sentences[i].is_title and not _SAYS_MORE.search(sentences[i].text):
            break  # the next section
        following.append(i)
        if not (kind or is_heading or is_reply(sentences[i].text)):
            following += _items_below(sentences, i, _LONGEST - length)
            break
    return [*range(at + 1, first), *following] if following else following


def _first_below(sentences: Sequence[Sentence], at: int) -> int:
    """The place of the first sentence below a heading that is none itself, where the headings between are directly
    below one another; of the next sentence if there is no such one."""
    for i in range(at + 1, len(sentences)):
        if not sentences[i - 1].adjoins(sentences[i]):
            break
        if not (sentences[i].is_title and _HEADING.match(sentences[i].text)):
            return i
    return at + 1


def _further(sentences: Sequence[Sentence], at: int, question: Question) -> list[int]:
    """The places of what an answer with a sentence that introduces nothing needs after it: the list below a heading,
    what is to be done in its case, or the rest of a text in a cell."""
    sentence = sentences[at]
    if _is_over_list(sentence, question):
        return _items_below(sentences, at, _LONGEST)
    if _goes_on(sentences, at, question):
        return [at + 1]
    in_cell = sentence.row is not None and asked_kind(question.text) is None
    return _rest_of_cell(sentences, at, question) if in_cell else []


def _after_list(sentences: Sequence[Sentence], at: int) -> Iterator[int]:
    """The place of the line after a list that goes on from each of its items: "unless a ranger is with you."."""
    sentence = sentences[at]
    for i in range(at + 1, min(at + _MOST_ITEMS, len(sentences)) if sentence.introduction else 0):
        if sentences[i].introduced_at != sentence.introduced_at:
            text = sentences[i].text
            if text[0].islower() and not item_mark(sentences[i]) and goes_on_from_list(text):
                yield i
            return


def _is_said_before(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence of prose misleads without the one before: a yes or a no, what it is an exception from, or how
    it is meant."""
    if sentence.row or before.row or before is sentence or (before.is_title and before.text[-1] != "."):
        return False
    is_exception = is_limit(sentence.text) and not item_mark(sentence)
    return is_exception or is_reply(before.text) or announces(before.text)


def with_qualifications(chosen: Sequence[Sentence], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The chosen ones of a document's sentences, each with those directly after it that limit, refute or decide it, and
    below the introductions and headings without which it can say the opposite."""
    starts = {s.start for s in chosen}
    places = [i for i, sentence in enumerate(sentences) if sentence.start in starts]
    needed = (j for i in places for j in (*_above(sentences, i), *_qualifications(sentences, i)))
    added = {sentences[j].start: sentences[j] for j in needed}
    return sorted([*chosen, *(s for start, s in added.items() if start not in starts)], key=lambda s: s.start)


def _qualifications(sentences: Sequence[Sentence], at: int) -> Iterator[int]:
    """The places of the sentences of prose directly after one that limit, refute or decide it."""
    for i in range(at + 1, min(at + 1 + _MOST_QUALIFICATIONS, len(sentences))):
        one, other = sentences[i - 1], sentences[i]
        if one.row or other.row or not one.adjoins(other) or other.titles != one.titles:
            return
        is_item = bool(item_mark(other))  # an item that begins with "only" limits nothing else
        is_told = i == at + 1 and other.start - one.end == 1 and is_claim(one.text)
        is_told = is_told or is_reply(other.text) or qualifies(other.text, one.text)
        if not is_told or (is_item and is_limit(other.text)):
            return
        yield i


def _items_below(sentences: Sequence[Sentence], at: int, longest: int) -> list[int]:
    """The places of the items of the list directly below a sentence that is none, as many as are this long."""
    found = list[int]()
    kind = item_mark(sentences[at + 1]) if at + 1 < len(sentences) and not item_mark(sentences[at]) else ""
    for i in range(at + 1, len(sentences) if kind not in ("", "|") and kind[0] != "#" else 0):
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
    """Whether the next sentence says what is to be done in the case that the question and this one name or, after a
    label, why it is so."""
    following = sentences[at + 1] if at + 1 < len(sentences) else None
    if following is None or following.row or following.is_title or not sentences[at].adjoins(following):
        return False
    if len(following.text) > _LONGEST or item_mark(following):
        return False
    sentence = sentences[at]
    if _LABELLED.match(sentence.text) and following.start - sentence.end < _BLANK_LINE and not sentence.row:
        return _ASKS_WHY.match(question.text) is not None
    is_case = _ASKS_DEED.search(question.text) is not None and _CASE_ALONE.match(sentence.text) is not None
    return is_case and _IN_CASE.match(following.text) is None


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
    """The places of the sentences that introduce the list of which a sentence is an item, the outermost first, and of
    the first one of a line that names what it is about; before them those of the headings that alone say that the item
    or the phrase below is not so, or what its status is."""
    sentence = sentences[at]
    found: list[int] = []
    if sentence.item:
        before = range(at - 1, max(at - _MOST_ITEMS, 0) - 1, -1)
        found += islice((i for i in before if sentences[i].text == sentence.item), 1)
    item = sentence
    for i in range(at - 1, max(at - _MOST_ITEMS, 0) - 1, -1):
        if item.is_introduced_by(sentences[i]):
            item = sentences[i]
            found.append(i)
    is_phrase = bool(item_mark(sentence)) or sentence.text[-1] not in ".!?" or len(sentence.words) <= _FEWEST_WORDS
    is_positive = is_phrase and not negates(f"{sentence.introduction} {sentence.text}")
    titles = sentence.titles if sentence.row is None else ()
    for heading in (title for title in reversed(titles) if title == titles[-1] or title[0] == "#"):
        if tells_status(heading) or (is_positive and is_negating_heading(heading)):
            before = range(at - 1, max(at - _MOST_ITEMS, 0) - 1, -1)
            found += islice((i for i in before if sentences[i].text == heading and sentences[i].start), 1)
    return found[::-1]


def with_telling_headings(sentences: Sequence[Sentence], places: Sequence[int]) -> Iterator[int]:
    """These places, each after that of its heading if two of the sentences differ only in a figure or a negation, and
    stand under different headings: "Teeth are not covered." under Dogs and "Teeth are covered." under Cats."""
    under = {i: sentences[i].titles[-1] for i in places if sentences[i].titles and sentences[i].row is None}
    telling = {i for i in under for j in under if under[i] != under[j] and sentences[i].contradicts(sentences[j])}
    for i in places:
        if i in telling:
            before = range(i - 1, max(i - _MOST_ITEMS, 0) - 1, -1)
            yield from islice((j for j in before if sentences[j].text == under[i]), 1)
        yield i


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
