"""Joins the quotes of an answer's sentences, with items below what introduces their lists."""

from collections.abc import Iterable, Sequence

from orc.documents.citations.markers import escaped
from orc.documents.evidence.list_items import ABOVE_PASSAGE
from orc.documents.evidence.neighbours import item_mark
from orc.documents.evidence.passage_sentences import Sentence


def joined_quotes(sentences: Sequence[Sentence], quotes: Iterable[str]) -> str:
    """The quotes of these sentences, in their order, as Markdown. An introduction that is above the passage precedes
    the first item of its list."""
    text, is_listed = "", False
    depth_of, above = dict[int, int](), set[str]()
    before = None
    for sentence, quote in zip(sentences, quotes, strict=True):
        if sentence.introduced_at == ABOVE_PASSAGE and sentence.introduction not in above:
            above.add(sentence.introduction)
            for line in sentence.introduction.split("\n"):
                text += f"{'\n\n' if is_listed else ' '}{escaped(line)} [{sentence.number}]"
        depth = depth_of.get(sentence.introduced_at, 0)
        mark = item_mark(sentence)
        is_heading = mark.startswith("#")
        depth_of[sentence.start] = depth + (bool(mark) and not is_heading)
        goes_on = before is not None and _is_on_its_line(before, sentence)
        begins_paragraph = is_heading or (is_listed and not (mark or goes_on))
        text += "\n\n" if begins_paragraph else f"\n{'  ' * depth}- " if mark else " "
        text += quote
        is_listed = bool(mark) or (is_listed and goes_on)
        before = sentence
    return text.strip()


def _is_on_its_line(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence of prose is on the line of another, as within an item."""
    is_next = sentence.start - before.end == 1 or (sentence.item and sentence.item in (before.text, before.item))
    return bool(is_next) and before.number == sentence.number and before.row is None and sentence.row is None
