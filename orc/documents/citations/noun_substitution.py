"""Detects a statement that repeats a sentence of its source with one noun replaced."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from orc.documents.text.everyday import base_forms, other_words, says
from orc.documents.text.figures import in_digits, unit_names
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.questions import LIGHT_WORDS
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_ARTICLE = re.compile(
    r"the|an?|this|that|these|those|its|their|our|his|her|your|der|die|das|den|dem|des|eine?[nm]?|einer", re.IGNORECASE
)
_BEFORE_A_VERB = re.compile(
    r"to|must|may|can|cannot|could|should|shall|will|would|might|not|never|be|been|being|is|are|was|were|has|have|had|get"
    r"|gets|got|it|they|he|she|we|you|i|who|which|also|then"
)
_NO_NOUN = re.compile(r"\d|(?:ed|ing|ly)\Z")
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
    """Whether, in every passage sentence that best matches the claim, the claim has another noun between the same
    words. The noun must not occur in that sentence or mean the same as the one that it replaces."""
    said = _words(claim)[:_MOST_WORDS]
    forms = {word.form for word in said}
    best, most = list[str](), 0
    for start, end in sentence_spans(passage):
        sentence = passage[start:end]
        shared = len(forms.intersection(base_forms(content_words(sentence))))
        if shared >= max(most, 1):
            best = [*(best if shared == most else ()), sentence]
            most = shared
    if most < max(_LEAST_ALIKE, _SHARE * len(forms)):
        return False
    german = language_by_function_words(passage) == "de"
    return all(
        not is_row(sentence) and _differs(_words(sentence), said, german=german) for sentence in best[:_MOST_SENTENCES]
    )


def _words(text: str) -> list[_Word]:
    tokens = [token for token in _TOKEN.findall(text) if not _ARTICLE.fullmatch(token)]
    words = list[_Word]()
    for at, token in enumerate(tokens):
        if token[0].isalnum() and (forms := list(base_forms(content_words(token)))):
            around = (tokens[i].lower() if 0 <= i < len(tokens) else _BREAK for i in (at - 1, at + 1))
            words.append(_Word(forms[0], token, *(each if each[0].isalnum() else _BREAK for each in around)))
    return words


def _differs(known: Sequence[_Word], said: Sequence[_Word], *, german: bool) -> bool:
    ours, theirs = [word.form for word in said], [word.form for word in known]
    steps = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    for step, i, j, a, b in steps:
        if step != "replace":
            continue
        one, other = list(said[i:j]), list(known[a:b])
        if i == 0:  # of the text before the first common word, only the last phrase
            other = other[max((at for at, word in enumerate(other) if word.before == _BREAK), default=0) :]
        if j == len(said):
            other = other[: next((at + 1 for at, word in enumerate(other) if word.behind == _BREAK), len(other))]
        if max(len(one), len(other)) > _LONGEST or not other or not _stand_alike(one, other):
            continue
        if not all(word.is_noun(german=german) for word in (*one, *other)):
            continue
        is_new = not {word.form for word in one} & {*theirs} and not {word.form for word in other} & {*ours}
        if is_new and not _mean_alike(one, other, theirs):
            return True
    return False


def _stand_alike(one: Sequence[_Word], other: Sequence[_Word]) -> bool:
    """Whether both have the same word before them and the same word after them."""
    return _is_same(one[0].before, other[0].before) and _is_same(one[-1].behind, other[-1].behind)


def _is_same(one: str, other: str) -> bool:
    return one == other or (one != _BREAK != other and content_words(one) == content_words(other))


def _mean_alike(one: Sequence[_Word], other: Sequence[_Word], sentence: Sequence[str]) -> bool:
    ours, theirs = [word.form for word in one], [word.form for word in other]
    if any(a[:_SAME] == b[:_SAME] or a in b or b in a for a in ours for b in theirs):
        return True
    for words, within in ((one, frozenset(sentence)), (other, frozenset(ours))):
        text = " ".join(word.written for word in words)
        if any(says(within, phrases) for phrases in other_words(content_words(text), text, loose=True).values()):
            return True
    return False
