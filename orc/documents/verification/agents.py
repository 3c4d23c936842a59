"""Compares who does something with whom it is done to: "the board may exclude members" (D-519)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from orc.documents.text.figures import in_digits
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.verification.restated import beginnings, restated_sentences
from orc.patterns import regex

_LANGUAGES = frozenset(("en", "fr", "es", "it", "pt"))  # those in which the order of words tells
_MODAL = regex(
    r"(?:may|must|can|shall|will|should|could|would|might|does|do|did|peu(?:t|vent)|doi(?:t|vent)|puede[n]?|deben?|pu[òo]|possono"
    r"|dev(?:e|ono|em)|pode[m]?)",
    re.IGNORECASE,
)
_DETERMINER = regex(
    r"(?:the|an?|all|any|every|each|its|their|his|her|our|le|la|les|un[ea]?|des|el|los|las|il|lo|gli|os?|as|tous|todos"
    r"|tutti|al|au|aux|ao|\d+|(?-i:[A-Z])[\w.]+)",
    re.IGNORECASE,
)
_SYMMETRIC = regex(
    r"(?:meet|met|marr|resembl|equal|fac|border|adjoin|match|join|contact|contain|includ|require|need|rencontr|épous"
    r"|conoc|incontr)\w*",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W_][\w'’-]*|[^\w\s]")
_PUNCTUATION = regex(r"[^\w\s]")
_MOST_WORDS, _LEAST_SHARE = 60, 0.7


class _Deed(NamedTuple):
    """A verb, the head of its subject, and the words of its subject and after it."""

    verb: str
    doer: str
    subject: frozenset[str]
    others: frozenset[str]


def agents_agree(passage: str, claim: str) -> bool:
    """Whether no sentence that the claim restates has its subject as the object, and its object as the subject.

    The passage says "The board may exclude members": "Members may exclude the board" does not agree."""
    language = language_by_function_words(passage) or "en"
    stated = list(_deeds(claim)) if language in _LANGUAGES else []
    if not stated:
        return True
    words = beginnings(claim)
    sentences = [
        sentence
        for sentence in restated_sentences(passage, claim)
        if len(words & beginnings(sentence)) >= _LEAST_SHARE * len(words)
    ]
    return not sentences or not all(
        any(_are_exchanged(own, other) for own in stated for other in deeds) and not {*stated} & {*deeds}
        for deeds in map(list, map(_deeds, sentences))
    )


def _are_exchanged(own: _Deed, other: _Deed) -> bool:
    return (
        own.verb == other.verb and own.doer in other.others - other.subject and other.doer in own.others - own.subject
    )


def _deeds(text: str) -> Iterator[_Deed]:
    """The verbs of a text that follow a modal verb, or stand between a noun and a determiner."""
    words = _WORD.findall(in_digits(text))[:_MOST_WORDS]
    for at in range(1, len(words) - 1):
        word, before = words[at], words[at - 1]
        modal = next((i for i in (at - 1, at - 2) if i > 0 and _MODAL.fullmatch(words[i])), None)
        if modal is not None:
            is_verb = at - modal == 1 or before in {"not", "ne", "no", "non", "pas"}
            end = modal
        else:
            is_verb = (
                not function_words(before) and before[0].isalpha() and _DETERMINER.fullmatch(words[at + 1]) is not None
            )
            end = at
        verbs = beginnings(word)
        if not is_verb or len(verbs) != 1 or not word[0].islower() or _SYMMETRIC.fullmatch(word):
            continue
        start = next((i + 1 for i in range(end - 1, -1, -1) if _PUNCTUATION.fullmatch(words[i])), 0)
        subject = words[start:end]
        heads = [head for each in reversed(subject) for head in beginnings(each)]
        if heads:
            yield _Deed(
                next(iter(verbs)), heads[0], beginnings(" ".join(subject)), beginnings(" ".join(words[at + 1 :]))
            )
