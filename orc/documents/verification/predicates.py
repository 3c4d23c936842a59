"""Checks that a short statement says nothing of its subject that the passage does not: "The landlord is rich" (D-457).
Statements with figures are checked by these instead."""

import re
from collections.abc import Iterator, Sequence

from orc.documents.text.everyday import base_forms, other_words
from orc.documents.text.figures import figure_words, in_digits
from orc.documents.text.function_words import function_words
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_figures import UNIT_WORDS
from orc.documents.verification.places import Place, says_together
from orc.documents.verification.roles import roles_of
from orc.documents.verification.word_overlap import LIGHT_WORDS
from orc.patterns import regex

_COPULA = regex(
    r"\b(?:is|are|was|were|seems?|looks?|remains?|becomes?|ist|sind|war|waren|est|sont|était|étaient|está|están|è|sono"
    r"|zijn)\b(?P<predicate>[^.,;:()]{0,80})[.!]?\s{0,9}\Z",
    re.IGNORECASE,
)
_COMPARES = regex(r"\b(?:most|least|more|less|than|am|\w{3,}(?:er|est|ste[nr]?))\b", re.IGNORECASE)  # of a table
_VERB = regex(
    r"\b(?:is|are|was|were|may|must|can|cannot|shall|will|has|have|ist|sind|war|waren|darf|dürfen|kann|können|muss|müssen"
    r"|hat|haben)\b",
    re.IGNORECASE,
)
_MAY = regex(r"may|can|darf|dürfen|kann|können", re.IGNORECASE)
_INDEFINITE = regex(
    r"\b(?:an?|another) (?P<noun>(?:[^\W\d_][\w'’-]*[ ]){0,2}?[^\W\d_][\w'’-]*)"
    r"(?=\W*\Z|[,.;:)]|\s(?:of|in|on|at|for|to|with|by|from|and|or|during|before|after|that|which|who|when|if|per|each)\b)"
)
_PRONOUN = regex(r"\W*(?:because )?(?:he|she|they|it|we|i|you)\b", re.IGNORECASE)
_ALLOWED = frozenset(  # negations compares these
    base_forms(
        content_words(
            "allow allowed permit permitted prohibit prohibited forbidden banned possible impossible required "
            "mandatory erlaubt verboten gestattet untersagt möglich nötig autorisé interdit permitido prohibido "
            "permesso vietato toegestaan verboden"
        )
    )
)
_SEVERAL = regex(r"[,;:]|\b(?:and|or|but)\b")
_MOST_WORDS = 6
_FEWEST = 2


def predicate_agrees(passage: str, claim: str) -> bool:
    """Whether the passage has what a short claim says of its subject, in these words or others: the single word after
    "is", a thing with "a" before it, at least one word of what "he" or "they" did. Those of the claim's words that the
    passage has must stand together there.

    The passage says "The landlord pays the gas. The tenants are liable for damage.": "The landlord is rich", "The
    tenants have a garden" and "The tenants use gas" do not agree."""
    words = _significant(claim)
    if not 0 < len(words) <= _MOST_WORDS:
        return True
    whole = Place(frozenset(base_forms((*content_words(passage), *figure_words(passage)))))
    synonyms = other_words(content_words(claim), claim, loose=True)
    found = [word for word in words if whole.has(word, synonyms.get(word, ()))]
    if not found and _PRONOUN.match(claim):
        return False
    subject = _significant(claim[: verb.start()]) if (verb := _VERB.search(claim)) else ()
    if subject and not any(word in found for word in subject):
        return False
    if any(word in words and word not in found for word in _named_things(claim)):
        return False
    if verb and _MAY.fullmatch(verb[0]):  # a permission may not say whose it is
        found = [word for word in found if word not in subject]
    of_roles = frozenset(base_forms(name for _, names in roles_of(passage) for name in names))
    found = [word for word in found if word not in of_roles]  # sentences have the role instead
    is_single = claim.lstrip()[:1].isupper() and (_COPULA.search(claim) or not _SEVERAL.search(claim))
    return not (is_single and len(found) >= _FEWEST) or says_together(
        passage, {w: synonyms.get(w, ()) for w in found}, claim
    )


def _significant(text: str) -> Sequence[str]:
    words = dict.fromkeys(base_forms(content_words(in_digits(text))))
    left_out = LIGHT_WORDS | UNIT_WORDS | _ALLOWED
    return [w for w in words if len(w) > 1 and w not in left_out and not w[0].isdecimal() and not function_words(w)]


def _named_things(claim: str) -> Iterator[str]:
    """The single word that the claim says its subject is, and the things with "a" before them."""
    copula = _COPULA.search(claim)
    if copula is not None and not _COMPARES.search(copula["predicate"]):
        predicate = [word for word in copula["predicate"].split() if word[:1].islower()]
        words = _significant(copula["predicate"])
        if len(words) == 1 and len(predicate) == len(copula["predicate"].split()):
            yield words[0]
    for thing in _INDEFINITE.finditer(claim):
        yield from list(base_forms(content_words(thing["noun"])))[-1:]
