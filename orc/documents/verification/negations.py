"""Compares what a claim and a passage negate: not, without, prohibited, impossible."""

import json
import re
from collections.abc import Sequence, Set
from itertools import pairwise
from pathlib import Path

from orc.documents.text.everyday import base_forms
from orc.documents.text.figures import figure_words, in_digits
from orc.documents.text.function_words import function_words
from orc.documents.text.opposites import with_plain_bounds
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.denials import denials_agree, has_denial
from orc.documents.verification.word_overlap import LIGHT_WORDS, significant_words
from orc.patterns import regex

_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_PROHIBITED = regex(
    r"(?P<not>(?:\b(?:not|nicht|pas|no|non|não)|n['’]t)\s"  # two denials that cancel each other out
    r"(?:(?:be|been|\w{2,20}ly|ausdrücklich|grundsätzlich|está|están|es|son|è|sono|é|são)\s)?)?"
    rf"\b(?:{_WORDS['prohibited']})\b",
    re.IGNORECASE,
)
_PERMITTED = regex(rf"\b(?:{_WORDS['permitted']})\b", re.IGNORECASE)
_EXCLUDED = regex(r"\b(?:exclud\w+|ausgeschlossen)\b", re.IGNORECASE)
_TWICE = regex(rf"\b((?:no|non|não)\s[^.;,\n]{{1,40}}?)\s(?:{_WORDS['again']})\b", re.IGNORECASE)
_DENIAL = regex(
    rf"(?P<denial>\b(?:{_WORDS['denial']})\b|n['’]t\b)|(?P<end>[;:,.]\s|\n|\b(?:{_WORDS['clause_end']})\b)",
    re.IGNORECASE,
)
_CONDITION = regex(
    r"\b(?:with|only|if|when|after|unless|except|provided|requir\w*|need\w*|must|mit|nur|wenn|sofern)\b", re.IGNORECASE
)
_AIM = regex(
    r"\bhypothes[ei]s\b|\A(?:\W|[A-Z]{4,})*(?:the \w+ was )?to (?:assess|determine|evaluate|test)\b", re.IGNORECASE
)
_LEFT_OPEN = regex(r"\b(?:whether|ob)\b", re.IGNORECASE)
_MAY_OR_MAY_NOT = regex(r"\b(may|might|can) or \1 not\b", re.IGNORECASE)
_EXAMPLES = regex(r"\b(?:such as|including|wie) \w+(?:, \w+){0,4},? (?:and|or|und|oder) \w", re.IGNORECASE)
_TWO_SUBJECTS = regex(
    r"\A(\W*\w+) (?:and|or|und|oder)(?= \w+ (?:is|are|was|were|may|must|can|do|does|will|shall|sind|dürfen|können"
    r"|werden)\b)",
    re.IGNORECASE,
)
_JOIN = regex(r",|\b(?:and|or|und|oder)\b", re.IGNORECASE)
_LACK = regex(r"\b(?:without|unless|except|until|ohne|sans|sin|senza|sem)\b", re.IGNORECASE)
_WITHOUT = regex(r"\b(?:without|ohne|sans|sin|senza|sem)\b", re.IGNORECASE)
_POSSIBLE = regex(
    r"\b(?:can|may|able|allowed|permitted|possible|kann|können|darf|dürfen|möglich|erlaubt|gestattet|zulässig"
    r"|peut|peuvent|pouvez|permise?s?|autorisée?s?|puede[ns]?|posible|permitid[oa]s?|può|puoi|possono|consentit[oaie]"
    r"|permess[oaie]|pode[ms]?|kan|kunnen|mag|mogen|toegestaan|można|może|wolno)\b",
    re.IGNORECASE,
)
_NEGATIVE_PREFIXES = tuple(  # a word may have two of them: onödig, ongeldig
    regex(rf"{prefix}(?=(?P<rest>\w+))", re.IGNORECASE)
    for prefix in (r"un(?!less)(?=\w{4})", r"(?:in|im|il|ir|on|nie|ne|не)(?=\w{5})", r"[ou](?=\w{5})")
)
_PREFIXED = regex(r"\b(?=[inouн])(?:un|in|im|il|ir|o|u|ne|nie|не)\w{4,}", re.IGNORECASE)
_ONLY = regex(r"\b(?:only|nur)\b", re.IGNORECASE)
_PLACE = r"\b(?:in|on|at|auf|im|am)\s(?:(?:the|our|its|an?|der|dem|den)\s)?[^\W\d][\w-]{2,30}"
_IN_A_PLACE = regex(_PLACE, re.IGNORECASE)
_TWO_PLACES = regex(rf"({_PLACE}) (?:and|und) ({_PLACE})", re.IGNORECASE)
_CONTRAST = regex(r",? \b(?:but|whereas|aber|sondern|mais|pero|mas|maar|ale|lecz|men)\b ", re.IGNORECASE)
_VERB = regex(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|may|must|will|shall|not|ist|sind|war|waren|hat|haben|darf|dürfen"
    r"|kann|können|muss|müssen|wird|werden|nicht|est|sont|ne|es|son|está|están|no|è|sono|non)\b",
    re.IGNORECASE,
)
_MOST_PARTS = 6
_NAME = r"(?-i:[A-ZÀ-Þ])[\w'’.-]{0,30}(?: (?-i:[A-ZÀ-Þ])[\w'’.-]{1,30}){0,3}"
_BOTH = regex(
    rf"\W*(?:both|sowohl|zowel|tanto|sia|aussi bien) ({_NAME}) (?:and|als auch|als|como|che|que) ({_NAME})"
    r"(?= [a-zà-ÿ])",
    re.IGNORECASE,
)
_LONGEST_CONDITION = 60
_SCOPE = 3  # words that a negation applies to
# A negation of these verbs applies to the words before them.
_OF_SUBJECT = LIGHT_WORDS | set(content_words("allowed permitted"))
# A negation of these applies to the words before and after them.
_OF_BOTH = frozenset(content_words("allowed included"))
_RESTATED = 0.5  # of a claim's words: a sentence with fewer does not restate the claim, so no negations are compared
_REPEATED = 0.75  # of a claim's words: a sentence with as many repeats the claim, so it must negate the same words


def negations_agree(passage: str, claim: str, *, is_translated: bool) -> bool:
    """Whether one of the sentences with most of the claim's words negates the same words as the claim, and no others. A
    sentence with fewer than three quarters of the words need only negate something if the claim does. True if no
    sentence has half of the words, or if the claim has several sentences. For a translation only the words that both
    texts have are compared, such as figures and names.

    The passage says "Dogs are not allowed in the garden": "Dogs are allowed in the garden" does not agree, and "Dogs
    are prohibited in the garden" does."""
    if not denials_agree(passage, claim, count_negations, is_translated=is_translated):
        return False
    if len(sentence_spans(claim)) > 1:
        return True
    claim_words = set(content_words(claim))
    words_of_claim, claim_denied = _words_and_negated(claim, set(content_words(passage)))
    if is_translated:
        words_of_claim &= _words_and_negated(passage, claim_words)[0]
    significant = {word for word in words_of_claim - LIGHT_WORDS if not function_words(word)} or words_of_claim
    if not claim_denied and _POSSIBLE.search(claim) and _is_denied_only(passage, significant - _OF_BOTH):
        return False
    places = set(content_words(" ".join(_IN_A_PLACE.findall(claim)))) & significant
    is_contrast = _CONTRAST.search(claim) is not None
    best_share, best = (False, 1, 1), list[tuple[str, set[str], list[set[str]]]]()
    for start, end in sentence_spans(passage):
        sentence = passage[start:end]
        shared = significant.intersection(content_words(sentence))  # a semicolon may part them from a denial
        holding = (part for part in sentence.split("; ") if shared.issubset(content_words(part)))
        sentence = next(holding, sentence) if shared else sentence
        sentence = sentence if is_contrast else _contrasted(sentence, shared)
        words, denied_there = _words_and_negated(sentence, claim_words)
        common = len(significant & words)
        is_there = places <= words and common >= _RESTATED * len(significant)
        share = is_there, common, len(words_of_claim & words)
        if share >= best_share:
            best = [*(best if share == best_share else ()), (sentence, words, denied_there)]
            best_share = share
    if not best or best_share[1] < _RESTATED * len(significant):
        return True
    is_repeated = best_share[1] >= _REPEATED * len(significant)
    for sentence, words, denied_there in best:
        claim_groups = [group & words for group in claim_denied if group & words]
        sentence_groups = [group & words_of_claim for group in denied_there if group & words_of_claim]
        if is_repeated:
            agrees = all(any(map(group.intersection, sentence_groups)) for group in claim_groups) and all(
                any(map(group.intersection, claim_groups)) for group in sentence_groups
            )
        else:
            agrees = bool(claim_groups) is bool(sentence_groups) or _LEFT_OPEN.search(sentence) is not None
        if (
            agrees
            or _AIM.search(sentence)
            or (len(claim_denied) > 1 and _ONLY.search(sentence))
            or (not claim_denied and _may_require(sentence, denied_there, of=claim))
            or (not denied_there and _may_require(claim, claim_denied, of=sentence))
        ):
            return True
    return False


def _is_denied_only(passage: str, words: Set[str]) -> bool:
    """Whether one of these words stands only where the passage denies something of it, without a condition."""
    stated, denied = set[str](), set[str]()
    for start, end in sentence_spans(passage):
        there, groups = _words_and_negated(passage[start:end], words)
        groups = [] if _LACK.search(passage, start, end) else groups
        denied.update(*groups)
        stated |= there.difference(*groups)
    return not words.isdisjoint(denied - stated)


def count_negations(text: str) -> int:
    """How many negations a text has, prohibitions and exclusions among them."""
    return len(_words_and_negated(text, frozenset())[1])


def denies(text: str) -> bool:
    """Whether a text has a word such as "not", in one of the languages covered here or in denials."""
    return any(found["denial"] for found in _DENIAL.finditer(text)) or has_denial(text)


def of_each(claim: str) -> list[str]:
    """The claim for each of two names of which it says that it is true of both. Empty if there are none."""
    found = _BOTH.match(claim)
    return [f"{name}{claim[found.end() :]}" for name in found.groups()] if found else []


def in_each_place(claim: str) -> list[str]:
    """The claim for each of two places that it names together, as what holds in both holds in each: "No smoking in the
    hall and in the yard". The claim as it is if it names no two places."""
    two = _TWO_PLACES.search(claim)
    return [f"{claim[: two.start()]}{place}{claim[two.end() :]}" for place in two.groups()] if two else [claim]


def _contrasted(sentence: str, shared: Set[str]) -> str:
    """The subject of a sentence and, of its parts around a "but", the only one that has all other shared words."""
    parts = _CONTRAST.split(sentence, _MOST_PARTS)
    if len(parts) == 1 or (end := _VERB.search(parts[0])) is None:
        return sentence
    subject = parts[0][: end.start()]
    told = shared - set(content_words(subject))
    holding = [part for part in parts if told and told <= set(content_words(part))]
    if len(holding) != 1:
        return sentence
    return holding[0] if holding[0] is parts[0] else f"{subject} {holding[0]}"


def _has_condition(text: str, denied: Sequence[Set[str]]) -> bool:
    """Whether a text states a condition: "only", "if", or "with" before what another text denies."""
    return any(
        found[0].lower() not in {"with", "mit"}
        or any(not group.isdisjoint(content_words(text[found.end() :][:_LONGEST_CONDITION])) for group in denied)
        for found in _CONDITION.finditer(text)
    )


def _may_require(text: str, denied: Sequence[Set[str]], *, of: str) -> bool:
    """Whether "without" and the like in a text can state the condition of another text: "not ... without consent", or
    "void without consent", but not "allowed without consent" for "allowed only with consent", nor "possible without
    consent" for "requires consent"."""
    forms = set(base_forms(content_words(of)))
    is_allowed = (
        len(denied) == 1
        and _WITHOUT.search(text)
        and (_POSSIBLE.search(text) or set(base_forms(significant_words(_WITHOUT.sub(" ", text)))) <= forms)
    )
    return bool(_LACK.search(text)) and not is_allowed and _has_condition(of, denied)


def _words_and_negated(text: str, others: Set[str]) -> tuple[set[str], list[set[str]]]:
    """The words and figures of a text, and for each negation the words after it in its clause, or else those before it.
    A word with a prefix such as un- is the negation of the word without it, if the others have only that."""

    def without_prefix(found: re.Match[str]) -> str:
        if others.isdisjoint(content_words(word := found[0])):
            for prefix in filter(None, (each.match(word) for each in _NEGATIVE_PREFIXES)):
                if (rest := set(content_words(prefix["rest"]))) and others >= rest:
                    return f"not {prefix['rest']}"
        return word

    text = _PREFIXED.sub(without_prefix, text)
    text = _TWO_SUBJECTS.sub(r"\1", _EXAMPLES.sub(lambda examples: _JOIN.sub(" ", examples[0]), text))
    text = with_plain_bounds(text)
    text = _EXCLUDED.sub("not included", _MAY_OR_MAY_NOT.sub(r"\1", text))
    text = _PERMITTED.sub("allowed", _PROHIBITED.sub(lambda found: "allowed" if found["not"] else "not allowed", text))
    text = re.sub(r"(?i)\b(?:non|nicht)-", "not ", _TWICE.sub(r"\1", in_digits(text)))
    words: set[str] = set()
    denied: list[set[str]] = []
    parts: list[list[str]] = []  # the parts of a clause between its negations
    at = 0
    for match in [*_DENIAL.finditer(text), None]:
        part = text[at : match.start() if match else len(text)]
        parts.append([*content_words(part), *figure_words(part)])
        at = match.end() if match else at
        if match is None or match["end"]:
            words.update(*parts)
            for before, after in pairwise(parts):
                scope = after[:_SCOPE]
                is_of_subject = _OF_SUBJECT.issuperset(scope) or not _OF_BOTH.isdisjoint(scope[:1])
                denied.append({*scope, *(before[-_SCOPE:] if is_of_subject else ())})
            parts = []
    return words, denied
