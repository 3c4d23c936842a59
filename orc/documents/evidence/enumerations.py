"""Finds the list that a sentence introduces, and the one member of an enumeration of labels and
values that a question asks for: the treasurer in "Chair: Ann Lee; Treasurer: Bo Roe", or in "Ann Lee (chair), Bo Roe
(treasurer)". Pure."""

import re
from itertools import islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.persons import names_someone
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.text.sentences import Span
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_NEXT = regex(r"(?:[;,]|,? (?:and|und|et|y|e)) {1,3}(?=(?:\d{1,2}\. ?)?[^\W\d_][^:;,.|\n]{0,40}:\s)")
_BRACKET = regex(r"\([^()\"“”„‘]{2,40}\)")
_BETWEEN = regex(r"(?:[;,]|,? (?:and|und|et|y|e)) {1,3}")
_NAME_BEFORE = regex(r"(?<!\d )(?<![\w'’.-])(?:[A-ZÀ-Þ][\w'’.-]{0,30} ){1,4}\Z")
_ASKS_PERSON = regex(r"\W*(?:who|wer|wie heißt|qui|qui[eé]n|chi|quem|vem|hvem|kto|kdo|кто|хто)\b", re.IGNORECASE)
_ASKS_WHAT = regex(
    r"\W*(?:what|which|was|welche[nrsm]?|quel(?:le)?s?|qué|cuál(?:es)?|quali?|che|quais|wat|welke|vad|vilka|hvad?|hvilke"
    r"|jakie|jaké|какие|які)\b",
    re.IGNORECASE,
)
_MOST, _LONGEST, _LONGEST_MEMBER = 60, 2_000, 120
_ROOT = 6


def introduces_list(text: str, question: Question) -> bool:
    """Whether an answer needs the list that a sentence introduces: not if one person is asked for whom the sentence
    names."""
    asks_person = question.wants_one_fact and _ASKS_PERSON.match(question.text) is not None
    return text.endswith((":", "：")) and not (asks_person and names_someone(text, frozenset(question.words)))


def is_bare_heading(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence is a heading within a document that only repeats what the question asks for."""
    said = {word for word in sentence.words if not word[0].isdecimal()}
    is_heading = sentence.is_title and sentence.start > 0 and sentence.text[-1] not in ".!"
    others = (word for phrases in question.loose_words.values() for phrase in phrases for word in phrase)
    return (
        is_heading and said <= {*question.words, *LIGHT_WORDS, *others} and _ASKS_WHAT.match(question.text) is not None
    )


def heads_answer(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence is a heading within a document that says all that a question asks for, and nothing else."""
    return is_bare_heading(sentence, question) and sentence.words.issuperset(question.words)


def asked_member(text: str, question: Question) -> Span:
    """The offsets of the member with most of the question's words; among several, the one whose label says least else.
    The whole text if it enumerates nothing, or if no member or more than one can be meant."""
    marks = list(islice(_NEXT.finditer(text[:_LONGEST]), _MOST))
    if marks and ": " in (first := text[: marks[0].start()]):
        introduction, colon, _ = first.rpartition(": ")[0].rpartition(": ")
        begins = [len(introduction + colon), *(mark.end() for mark in marks)]
        spans = list(zip(begins, [*(mark.start() for mark in marks), len(text)], strict=True))
    else:
        spans = _labelled_in_brackets(text)
    if len(spans) < 2:
        return 0, len(text)
    known = []
    roots = tuple(word[:_ROOT] for word in question.words if len(word) >= _ROOT)  # Schriftführer, Schriftführerin
    for start, end in spans:
        label, _, value = text[start:end].partition(": ")
        words = content_words(label if value else label.partition("(")[2])
        said = [word for word in content_words(text[start:end]) if word in question.words or word.startswith(roots)]
        named = sum(word in question.names for word in said)  # box 5: Novak, for the box of Novak
        known.append((len(said) + named, sum(word in said for word in words) / (len(words) or 1)))
    most = max(known)
    return spans[known.index(most)] if most[0] and known.count(most) == 1 else (0, len(text))


def _labelled_in_brackets(text: str) -> list[Span]:
    """The offsets of the members that a label in brackets follows: each is what stands between the marks that divide
    them, of the first and of those within a sentence the name before the bracket. None if a clause follows the last."""
    spans = list[Span]()
    end = 0
    for found in islice(_BRACKET.finditer(text[:_LONGEST]), _MOST):
        before = text[end : found.start()]
        divided = _BETWEEN.match(before) if spans else None
        name = None if divided else _NAME_BEFORE.search(before[-_LONGEST_MEMBER:])
        if divided is None and name is None and spans:
            continue
        introduction, colon, _ = before.rpartition(": ")
        start = divided.end() if divided else len(before) - len(name[0]) if name else len(introduction + colon)
        spans.append((end + start, found.end()))
        end = found.end()
    following = text[divided.end() :].split() if (divided := _BETWEEN.match(text, end)) else []
    has_clause = any(word[0].islower() for word in following)  # and no further name
    return [] if has_clause or any(b - a > _LONGEST_MEMBER for a, b in spans) else spans
