"""Reads what a text excepts: "all boats except canoes" (D-519)."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.sentences import sentence_spans
from orc.documents.verification.denials import has_denial
from orc.documents.verification.negations import count_negations
from orc.documents.verification.restated import beginnings, repeats, restated_sentences
from orc.patterns import regex

_WORDS = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_EXCEPT = regex(
    rf"\b(?:{_WORDS['except']})\b(?! (?:{_WORDS['case']})\b)"
    rf"(?P<of>(?: (?:{_WORDS['of']})\b){{0,3}})\s?(?P<what>[^\W_][\w'’-]*)"
    rf"(?P<more>(?:,? (?:{_WORDS['and']})(?: (?:{_WORDS['of']})\b){{0,2}} [^\W_][\w'’-]*){{0,3}})",
    re.IGNORECASE,
)
_EXCEPT_WORDS = regex(rf"\b(?:{_WORDS['except']})\b(?! (?:{_WORDS['case']})\b)", re.IGNORECASE)
_OF_ALL = regex(rf"\b(?:{_WORDS['all']}|{_WORDS['none']})(?: [\w'’-]{{1,30}}){{0,4}},? ?\Z", re.IGNORECASE)
_ALL = regex(rf"\b(?:{_WORDS['all']})\b", re.IGNORECASE)
_NONE = regex(rf"\b(?:{_WORDS['none']})\b", re.IGNORECASE)
_OF_ALL_OR_NONE = regex(rf"\b(?:{_WORDS['all']}|{_WORDS['none']})\b", re.IGNORECASE)
_SHARE, _LONGEST = 0.8, 1_000


class _Exception(NamedTuple):
    """What a sentence excepts, and the sentence without this."""

    start: int
    end: int
    what: str
    rest: str


def with_plain_exceptions(passage: str, claim: str) -> str:
    """The passage with a plain denial for each sentence that excepts what the claim is about, or with what it allows
    to that alone. If the claim excepts something itself, the passage has its word for this.

    The passage says "All boats except canoes may be used" and the claim is about canoes: "not canoes may be used"."""
    if _EXCEPT.search(passage) is None:
        return passage
    if said := _EXCEPT_WORDS.search(claim):  # in this word for it
        return passage if repeats(passage, claim) else _EXCEPT_WORDS.sub(lambda _: said[0], passage)
    words, at, pieces = beginnings(claim), 0, list[str]()
    for start, end in sentence_spans(passage):
        if end - start > _LONGEST or (found := _exception_in(passage[start:end])) is None:
            continue
        sentence = passage[start:end]
        if words.isdisjoint(beginnings(found.what)):
            continue
        denied = count_negations(claim) or has_denial(claim)
        before = _OF_ALL.sub(" ", sentence[: found.start])
        behind = sentence[found.end :]
        if _NONE.search(sentence[: found.start]) or _NONE.search(behind):
            plain = f"{_NONE.sub(' ', before)} {found.what} {_NONE.sub(' ', behind)}"
        elif denied and len(words & beginnings(sentence)) >= _SHARE * len(words):
            plain = claim  # that what is excepted is not so
        else:
            denial = _WORDS["not"].get(language_by_function_words(passage), "not")
            plain = f"{before.lstrip(',')} {denial} {found.what} {_ALL.sub(' ', behind).lstrip(' ,')}"
        plain = " ".join(plain.split())
        pieces += (passage[at:start], f"{plain[:1].upper()}{plain[1:]}")
        at = end
    return "".join((*pieces, passage[at:]))


def exceptions_agree(passage: str, claim: str, question: str = "") -> bool:
    """Whether the claim says what is excepted where it repeats a sentence that excepts something. It may leave out what
    the question excepts. The claim may except only what the sentence excepts.

    The passage says "All boats except canoes may be used": "All boats may be used" does not agree."""
    if _EXCEPT.search(passage) is None:
        return True
    stated = _exception_in(claim)
    words, told = beginnings(claim), beginnings(claim) | beginnings(question)
    verdicts = list[bool]()
    sentences = restated_sentences(passage, claim)
    of_all = [each for each in sentences if _OF_ALL_OR_NONE.search(each)] if _OF_ALL_OR_NONE.search(claim) else []
    for sentence in of_all or sentences:
        found = _exception_in(sentence)
        if stated:
            what = beginnings(stated.what)
            verdicts.append(not (found and what) or not what.isdisjoint(beginnings(found.what)))
        else:
            repeats = (
                found and _OF_ALL_OR_NONE.search(claim) and len(words & beginnings(found.rest)) >= _SHARE * len(words)
            )
            verdicts.append(not (found and repeats) or not told.isdisjoint(beginnings(found.what)))
    return not verdicts or any(verdicts)


def _exception_in(sentence: str) -> _Exception | None:
    found = _EXCEPT.search(sentence)
    if found is None:
        return None
    what = f"{found['what']}{found['more'] or ''}"
    return _Exception(found.start(), found.end(), what, f"{sentence[: found.start()]} {sentence[found.end() :]}")
