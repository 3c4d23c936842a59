"""All items of the list that a question asks for: "What are the ingredients?", "Which documents do I need?", "List the
house rules", "How do I apply?". Pure (D-548)."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from orc.documents.evidence.list_items import is_negating_heading, negates
from orc.documents.evidence.neighbours import item_mark
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.everyday import says
from orc.documents.text.list_marks import introduces
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_THINGS = regex(  # what are the; which documents do I need; list the; what must I bring
    r"\W{0,5}(?:(?:please|bitte|can you|could you) )?"
    r"(?:(?:what|which) (?:are|were)\b|(?:list|name|enumerate|give me|show me|tell me|read me)\b"
    r"|(?:what|which) (?:[\w-]{2,30} ){0,3}(?:do|does|must|should|shall|can|may|have|need|needs|will|is|are)\b"
    r"|(?:nenne?|liste|zähle?|zeige?|gib)\b|(?:was|welche[nrs]?) (?:[\w-]{2,30} ){0,3}(?:sind|ist|brauch\w*|benötig\w*"
    r"|muss|müssen|soll\w*|gehör\w*|gelten|darf|dürfen|werden|hat|haben)\b|wie lauten\b"
    r"|(?:donne|énumère|liste|cite)\w*\b|(?:que|quoi|quel(?:le)?s?|qu['’]est-ce qu[e'’])\b"
    r"|(?:enumera|lista|dime|dame)\b|(?:qué|cuáles|que)\b|(?:elenca|dammi)\b|(?:quali|che|cosa)\b|(?:quais|o que)\b"
    r"|(?:noem|geef)\b|(?:welke|wat)\b)",
    re.IGNORECASE,
)
_STATE = regex(  # what is included, what is in the box: of one thing or of many
    r"\W{0,5}(?:what is (?:not )?(?:in|on|included|covered|excluded|required|needed|provided|allowed|permitted"
    r"|forbidden|prohibited)\b|was ist (?:\w+ ){0,5}(?:enthalten|inbegriffen|versichert|abgedeckt|ausgeschlossen|nötig"
    r"|erforderlich|erlaubt|verboten)\W*\Z"
    r"|qu['’]est-ce qui (?:n['’])?est (?:pas )?(?:inclus|compris|couvert|exclu|requis|nécessaire|permis|interdit))",
    re.IGNORECASE,
)
_DEED = regex(  # in a question, and in the heading of its answer: how to apply
    r"[\W\d]{0,8}(?:how (?:do|does|can|should|to|would)|wie (?!viele?|hoch|lang|alt|gro|lauten)|comment|cómo|come|como"
    r"|hoe (?!veel|lang|oud|groot|hoog))\b",
    re.IGNORECASE,
)
_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_NEEDED, _STEPS, _FORM = (frozenset(content_words(_WORDS[kind])) for kind in ("needed", "steps", "form"))
_KNOWN = _FORM | _NEEDED | _STEPS
_STEP = regex(r"(?:step|schritt|étape|paso|passo|stap) \d{1,2}\b", re.IGNORECASE)
_LONGEST_LINE, _LONGEST_ITEM, _LONGEST_TITLE = 80, 300, 120
_FEWEST, _FEWEST_LINES = 2, 3
_NEXT_LINE, _NEAR = 1, 8
_OF_TITLE, _OF_KIND, _WHOLE = 1, 2, 3


@dataclass(frozen=True, slots=True)
class _List:
    """A list with the sentence that introduces it and the headings over it, without the document's title. is_near means
    that one of these is directly over it, is_marked that its items have marks, are_steps that these are numbers."""

    items: tuple[Sentence, ...]
    lead: Sentence | None
    titles: tuple[str, ...]
    is_near: bool
    is_marked: bool
    are_steps: bool

    @property
    def over(self) -> str:
        """The nearest heading and the introduction."""
        return " ".join((*self.titles[-1:], self.shown))

    @property
    def shown(self) -> str:
        """What an answer shows over the items: the introduction, or a heading without which they say the opposite."""
        return self.lead.text if self.lead else ""

    @property
    def tells_steps(self) -> bool:
        """Whether its items are called steps, or its heading tells how to do something."""
        is_how = any(_DEED.match(title) for title in self.titles[-1:])
        return self.are_steps and (is_how or _STEP.match(self.items[0].text) is not None)


def may_ask_for_list(question: str) -> bool:
    """Whether a message may ask for all items of a list, or for the steps of a deed."""
    return _THINGS.match(question) is not None or _DEED.match(question) is not None


def asks_for_list_alone(question: Question) -> bool:
    """Whether a message asks for a list by words that no text need have, such as what the steps are."""
    return may_ask_for_list(question.text) and not _Asked(question).decisive


def items_asked(question: Question, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The items of the only list whose heading or introduction says what the question asks for, or of several below one
    heading, each after its introduction; from the sentences of one document. Empty if there is none, or if the question
    asks for one fact."""
    text = question.text
    is_one_fact = question.wants_one_fact and _STATE.match(text) is None
    if is_one_fact or not sentences or not may_ask_for_list(text):
        return []
    asked = _Asked(question)
    in_order = sorted(sentences, key=lambda s: s.start)
    first = in_order[0]
    is_titled = first.start == 0 and len(first.text) <= _LONGEST_TITLE
    title = first.named | (first.words if is_titled else frozenset[str]())
    known = [each for each in _lists(in_order) if negates(each.over) == negates(text) == negates(each.shown)]
    fits = [((fit, each.is_near), each) for each in known if (fit := asked.fit(each, title))]
    best = max((fit for fit, _ in fits), default=None)
    found = [each for fit, each in fits if fit == best]
    if len({(each.titles or each.items) for each in found}) != 1:
        return []
    return [s for each in found for s in ((each.lead, *each.items) if each.lead else each.items)]


class _Asked:
    """What a question asks to have listed: words are those that what is over the list says, of which the decisive ones
    are needed."""

    def __init__(self, question: Question) -> None:
        self._question = question
        said = frozenset(content_words(question.text))
        self._needs = not said.isdisjoint(_NEEDED)
        self._asks_steps = _DEED.match(question.text) is not None or not said.isdisjoint(_STEPS)
        self.words = frozenset(word for word in question.words if word not in _KNOWN)
        self.decisive = self.words - LIGHT_WORDS

    def fit(self, one: _List, title: Collection[str]) -> int:
        """How well a list fits, 0 if it does not. title has the words of the document's title."""
        over = frozenset(content_words(one.over))
        here = frozenset(word for word in self.words if self._has(word, over))
        says_more = self._says_more(over, title)
        if not one.is_marked and says_more:
            return 0
        if here and here >= self.decisive:
            return _WHOLE
        if not (one.is_near and all(word in here or self._has(word, title) for word in self.decisive)):
            return 0
        if self._asks_steps and not self.words and one.tells_steps:
            return _OF_KIND
        if says_more:
            return 0
        has_kind = (self._needs and not over.isdisjoint(_NEEDED)) or (self._asks_steps and not over.isdisjoint(_STEPS))
        return _OF_KIND if has_kind else _OF_TITLE if here else 0

    def _has(self, word: str, words: Collection[str]) -> bool:
        is_form = word in words or any(are_forms(word, other) for other in words)
        return is_form or says(frozenset(words), self._question.loose_words.get(word, ()))

    def _says_more(self, over: Collection[str], title: Collection[str]) -> bool:
        """Whether what is over a list names something that neither the question nor the title does."""
        others = (w for w in over if w not in _KNOWN and w not in LIGHT_WORDS and not w[0].isdecimal())
        return any(word not in title and not any(are_forms(word, own) for own in self.words) for word in others)


def _lists(sentences: Sequence[Sentence]) -> Iterator[_List]:
    """The lists of short items of a document: with marks or as numbered steps, each with the rest of its line, and
    short lines below each other under a heading."""
    at = 0
    while at < len(sentences):
        end, before = _end_of_list(sentences, at), sentences[at - 1] if at else None
        items = tuple(sentences[at:end])
        begins = [s.start for s in items if _mark(s)]
        lead = before if before and items and _leads(before, items[0]) else None
        is_near = lead is not None or (before is not None and before.start > 0 and before.is_title)
        titles = (lead or items[0]).titles if items else ()
        if items and not (begins or is_near):  # the first line is the heading of the others
            titles, items, is_near = (items[0].text,), items[1:], True
        lengths = [b - a for a, b in pairwise((*begins, *(s.end for s in items[-1:])))] if begins else [0]
        is_list = len(begins) >= _FEWEST or (not begins and len(items) >= _FEWEST_LINES)
        if is_list and max(lengths) <= _LONGEST_ITEM:
            titles = tuple(title for title in titles if title != sentences[0].text)
            are_steps = bool(begins) and all("0" in mark for mark in map(_mark, items) if mark)
            yield _List(items, lead, titles, is_near, bool(begins), are_steps)
        at = max(end, at + 1)


def _end_of_list(sentences: Sequence[Sentence], at: int) -> int:
    """Where the list ends that begins at this place; the place itself if none does."""
    is_marked = bool(_mark(sentences[at]))
    if not (is_marked or _is_line(sentences[at])):
        return at
    for end in range(at + 1, len(sentences)):
        each, gap = sentences[end], sentences[end].start - sentences[end - 1].end
        is_rest = gap == _NEXT_LINE and not (each.is_title or each.row)
        is_item = 0 <= gap <= _NEAR and (_mark(each) or is_rest) if is_marked else gap == _NEXT_LINE and _is_line(each)
        if not is_item:
            return end
    return len(sentences)


def _mark(sentence: Sentence) -> str:
    """The mark of an item, "0." also for a step with a number; empty for headings, rows and other sentences."""
    mark = item_mark(sentence)
    return "0." if _STEP.match(sentence.text) else "" if mark[:1] in ("#", "|") else mark


def _is_line(sentence: Sentence) -> bool:
    is_short = sentence.row is None and len(sentence.text) <= _LONGEST_LINE and not _mark(sentence)
    return is_short and sentence.text[-1] not in ".!?:;,…" and sentence.text[0] not in "#|"


def _leads(sentence: Sentence, item: Sentence) -> bool:
    """Whether a sentence introduces the list that begins with this item, or is a heading that says it is not so."""
    is_near = 0 <= item.start - sentence.end <= _NEAR and not sentence.row
    is_needed = sentence.is_title and sentence.start > 0 and is_negating_heading(sentence.text)
    return is_near and (is_needed or introduces(sentence.text) or item.is_introduced_by(sentence))
