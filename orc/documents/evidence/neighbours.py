"""Which sentences an answer needs beside the one that answers: that to which it refers, that which introduces it as an
item of a list, the list, the section or the answer that it introduces itself, the reason or the exception that follows
it, and the other half of a sentence that a page break divides. Pure (D-514)."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.enumerations import introduces_list, is_bare_heading
from orc.documents.evidence.list_items import is_negating_heading, negates
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question
from orc.documents.text.list_marks import BULLET, ITEM
from orc.patterns import regex

_HEADING = regex(r"#{1,6} ")
_SAYS_MORE = regex(r"[,:;\d]")  # than a heading
_LONGEST = 400
_BLANK_LINE = 2  # characters at least
_FEWEST_WORDS = 3  # of half a sentence
_ENDS = ".!?:;…。！？\"'”’)]"
_MOST_ITEMS = 40
_TAKES_BACK = regex(  # "But" and its like go on more often than they take back
    r"[\W_]{0,5}(?:however|nevertheless|nonetheless|jedoch|allerdings|dennoch|trotzdem|cependant|toutefois|néanmoins"
    r"|pourtant|no obstante|sin embargo|no entanto|contudo|todavia|porém|tuttavia|ciononostante|echter|niettemin"
    r"|desondanks|jednakże|jednak|však|přesto|emellertid|imidlertid|likevel|однако|тем не менее|проте|однак)\b"
    r"|[\W_]{0,5}(?:ただし|しかし|但し|但是|然而|不过)",
    re.IGNORECASE,
)
_IS_QUESTION = regex(r"[?？]\Z|[\u3040-\u9fff](?:か|のは|額は|数は|由は|日は)[。．]?\Z")
_ASKS_WHY = regex(
    r"\W{0,5}(?:why|warum|wieso|weshalb|pourquoi|por qu[eéê]|perch[eé]|waarom|varför|hvorfor|dlaczego|proč"
    r"|почему|чому)\b",
    re.IGNORECASE,
)
_LABELS = regex(r"\A(?:[-*+•]\s{1,3})?\*\*[^*\n]{2,60}(?::\*\*|\*\*:)\s")  # **To avoid:** July.


def with_neighbours(sentences: Sequence[Sentence], at: int, question: Question) -> Iterator[int]:
    """The places of the sentence at this place and of those that an answer with it needs, in their order."""
    sentence = sentences[at]
    is_heading = is_bare_heading(sentence, question) or _HEADING.match(sentence.text) is not None
    asks = is_heading or _IS_QUESTION.search(sentence.text) is not None
    following: list[int] = []  # a list, a section, or the next sentence, if it is not too long
    if asks or introduces_list(sentence.text, question) or (question.wants_steps and item_mark(sentence) == "0. "):
        first = _first_below(sentences, at) if is_heading else at + 1
        kind = item_mark(sentences[first]) if first < len(sentences) else ""
        is_introduced = bool(kind) and sentences[first].is_introduced_by(sentence)
        whole = f"{sentence.introduction} {sentence.text}".strip()
        length = 0
        for i in range(first, len(sentences)):
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
        following = [*range(at + 1, first), *following] if following else following
    yield from _above(sentences, at)
    before = sentences[at - 1] if at else sentence
    is_of_list = before.introduced_at in (-1, sentence.introduced_at)
    if sentence.leans_back and is_of_list and not before.is_title and before.adjoins(sentence):
        yield at - 1
    if at and _is_divided(sentences[at - 1], sentence):
        yield at - 1
    if not (asks and following) or is_negating_heading(sentence.text):
        yield at
    if not following and at + 1 < len(sentences) and _goes_on(sentence, sentences[at + 1], question):
        yield at + 1
    yield from following


def _first_below(sentences: Sequence[Sentence], at: int) -> int:
    """The place of the first sentence below a heading that is none itself, where the headings between are directly
    below one another; of the next sentence if there is no such one."""
    for i in range(at + 1, len(sentences)):
        if not sentences[i - 1].adjoins(sentences[i]):
            break
        if not (sentences[i].is_title and _HEADING.match(sentences[i].text)):
            return i
    return at + 1


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


def _goes_on(sentence: Sentence, following: Sentence, question: Question) -> bool:
    """Whether the next sentence is the other half of one, takes it back or, in a paragraph with a label, says why it is
    so."""
    if _is_divided(sentence, following):
        return True
    is_prose = sentence.row is None and following.row is None and not (sentence.is_title or following.is_title)
    if not is_prose or not sentence.adjoins(following) or item_mark(following):
        return False
    if _TAKES_BACK.match(following.text):
        return True
    is_labelled = _LABELS.match(sentence.text) is not None and following.start - sentence.end < _BLANK_LINE
    return is_labelled and _ASKS_WHY.match(question.text) is not None


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
