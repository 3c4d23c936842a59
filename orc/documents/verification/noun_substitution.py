"""Detects a statement that repeats a sentence of its source with one noun replaced."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.everyday import base_forms, other_words, says
from orc.documents.text.figures import in_digits, unit_names
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_TOKEN = regex(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_ARTICLE = regex(
    r"the|an?|this|that|these|those|its|their|our|his|her|your|der|die|das|den|dem|des|eine?[nm]?|einer", re.IGNORECASE
)
_BEFORE_A_VERB = regex(
    r"to|must|may|can|cannot|could|should|shall|will|would|might|not|never|be|been|being|is|are|was|were|has|have|had|get"
    r"|gets|got|it|they|he|she|we|you|i|who|which|also|then"
)
_NO_NOUN = regex(r"\d|(?:ed|ing|ly)\Z")
_NO_WORDS = LIGHT_WORDS | set(content_words(f"{' '.join(unit_names())} cannot"))
_MOST_WORDS, _MOST_SENTENCES = 60, 20
_LEAST_ALIKE = 2
_SHARE = 0.5
_LONGEST = 2  # adjacent words that may be replaced together
_SAME = 5  # length of the common prefix of related words
_BREAK = ";"


@dataclass(frozen=True, slots=True)
class _Word:
    """before and behind are the adjacent words, without articles, or _BREAK."""

    form: str
    written: str
    before: str
    behind: str

    def is_noun(self, *, german: bool) -> bool:
        """Guesses from capitals, ending and neighbours whether the word is a noun."""
        if in_digits(self.before)[0].isdecimal():  # counted nouns are checked with their figure
            return False
        if german:
            return self.written[0].isupper() and not function_words(self.written)
        if _BEFORE_A_VERB.fullmatch(self.before) or self.form in _NO_WORDS or _NO_NOUN.search(self.written):
            return False
        is_name = self.before != _BREAK and self.written[0].isupper()
        return not is_name and not function_words(self.written)


def has_substituted_noun(passage: str, claim: str) -> bool:
    """Whether the claim repeats the passage with another noun: each sentence that shares most of its words has, between
    the same words, a noun that the claim lacks and that is no synonym of the claim's noun there.

    The passage says "The tenant cleans the stairs": "The tenant cleans the windows" has a substituted noun."""
    claim_words = _words(claim)[:_MOST_WORDS]
    forms = {word.form for word in claim_words}
    best, most_shared = list[str](), 0
    for start, end in sentence_spans(passage):
        sentence = passage[start:end]
        shared = len(forms.intersection(base_forms(content_words(sentence))))
        if shared >= max(most_shared, 1):
            best = [*(best if shared == most_shared else ()), sentence]
            most_shared = shared
    if most_shared < max(_LEAST_ALIKE, _SHARE * len(forms)):
        return False
    german = language_by_function_words(passage) == "de"
    return all(
        not is_row(sentence) and _has_other_noun(_words(sentence), claim_words, german=german)
        for sentence in best[:_MOST_SENTENCES]
    )


def _words(text: str) -> list[_Word]:
    tokens = [token for token in _TOKEN.findall(text) if not _ARTICLE.fullmatch(token)]
    words = list[_Word]()
    for at, token in enumerate(tokens):
        if token[0].isalnum() and (forms := list(base_forms(content_words(token)))):
            around = (tokens[i].lower() if 0 <= i < len(tokens) else _BREAK for i in (at - 1, at + 1))
            words.append(_Word(forms[0], token, *(each if each[0].isalnum() else _BREAK for each in around)))
    return words


def _has_other_noun(sentence_words: Sequence[_Word], claim_words: Sequence[_Word], *, german: bool) -> bool:
    """Whether the claim has, between the same words, a noun that is neither in the sentence nor a synonym of the noun
    that it replaces."""
    claim_forms, sentence_forms = [word.form for word in claim_words], [word.form for word in sentence_words]
    steps = SequenceMatcher(None, claim_forms, sentence_forms, autojunk=False).get_opcodes()
    for step, i, j, a, b in steps:
        if step != "replace":
            continue
        new, old = list(claim_words[i:j]), list(sentence_words[a:b])
        if i == 0:  # of the text before the first common word, only the last phrase
            old = old[max((at for at, word in enumerate(old) if word.before == _BREAK), default=0) :]
        if j == len(claim_words):
            old = old[: next((at + 1 for at, word in enumerate(old) if word.behind == _BREAK), len(old))]
        if max(len(new), len(old)) > _LONGEST or not old:
            continue
        if not (_is_same(new[0].before, old[0].before) and _is_same(new[-1].behind, old[-1].behind)):
            continue
        if not all(word.is_noun(german=german) for word in (*new, *old)):
            continue
        new_forms, old_forms = [word.form for word in new], [word.form for word in old]
        if not {*new_forms}.isdisjoint(sentence_forms) or not {*old_forms}.isdisjoint(claim_forms):
            continue
        if any(a[:_SAME] == b[:_SAME] or a in b or b in a for a in new_forms for b in old_forms):
            continue
        synonyms = (
            (frozenset(replaced_by), phrases)
            for words, replaced_by in ((new, sentence_forms), (old, new_forms))
            for text in [" ".join(word.written for word in words)]
            for phrases in other_words(content_words(text), text, loose=True).values()
        )
        if not any(says(replaced_by, phrases) for replaced_by, phrases in synonyms):
            return True
    return False


def _is_same(one: str, other: str) -> bool:
    return one == other or (one != _BREAK != other and content_words(one) == content_words(other))
