"""Finds the roles that a text gives to names: landlord, treasurer, seller, the one who succeeds another."""

import re
from collections import defaultdict
from collections.abc import Iterator

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.everyday import base_forms
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.labels import LABELS
from orc.documents.text.opposites import sides_of
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_TITLE = r"(?:Mrs?|Ms|Dr|Prof|Herrn?|Frau|de heer|mevrouw|monsieur|madame|señora?|pana?|pani|suor|don|herra|fru)\.?"
_NAME = (
    rf"(?:{_TITLE} )?(?:[A-Z{LABELS}]\. ?){{0,3}}(?:(?:de|van|von) )?[A-ZÄÖÜ][\w'’-]{{1,30}}"
    r"(?: (?:(?:of|de|van|von|&) )?[A-ZÄÖÜ][\w'’-]{0,30}){0,4}"
)
_ROLE = r"(?:[a-z][\w-]{2,30} ){0,2}[^\W\d_][\w-]{2,30}"
_ARTICLE = r"(?:the|our|its|their|der|die|das|de|het|le|la|il|lo|el)"
_IS = r"(?:is|was|ist|war|heißt|è|est|es|är|er|jest)"
_OF = r"(?:of|des|der|vom|von) (?:[\w-]{1,30} ){0,2}[\w-]{1,30}"
_END = r"(?=\s*(?:[.,;:)]|$|\b(?:and|und|of|des|der|while|but|aber|for|in)\b))"
_DEFINED = rf"\((?:[a-z]{{2,20}} ){{0,2}}?(?:(?i:{_ARTICLE}) )?[\"“„'](?:{_ARTICLE} )?(?P<role>{_ROLE})[\"”“']"
_PATTERNS = tuple(
    regex(pattern, re.MULTILINE)
    for pattern in (
        rf"(?:(?i:\b{_ARTICLE}) |(?:^|[.,;] )(?i:{_ARTICLE} )?)"
        rf"(?P<role>{_ROLE})(?: {_OF})? {_IS} (?P<name>{_NAME}){_END}",
        rf"\b(?P<name>{_NAME}),? (?:{_IS} )?{_ARTICLE} (?P<role>{_ROLE}){_END}",
        rf"\b(?P<name>{_NAME}),? {_DEFINED}",
        rf"\b(?P<name>{_NAME}), [^()\n]{{1,80}}? "
        rf"{_DEFINED}",
        rf"\b(?:between|by|and) (?P<name>{_NAME}) of [^()\n;]{{1,80}}? "
        rf"{_DEFINED}",
        rf"(?:^[ \t>*_#•-]{{0,8}}|[.;,/|] )(?:\d{{1,2}}[.)] )?(?:The )?"
        rf"(?P<role>{_ROLE}):[*_]{{0,2}}[ \t]+(?P<name>{_NAME})",
        rf"(?i:\b{_ARTICLE}) (?P<role>{_ROLE}), (?P<name>{_NAME}){_END}",
        rf"(?:^|[,;] )(?P<role>[^\W\d_]{{3,30}}) (?P<name>{_TITLE} {_NAME}){_END}",
        rf"(?i:\b{_ARTICLE}) (?P<role>[^\W\d_]{{3,30}}) (?P<name>{_NAME}) [a-z]",
    )
)
_ACTS = {
    "seller": "sells|sold|verkauft|verkaufte",
    "buyer": "buys|bought|kauft|kaufte",
    "lender": "lends|lent",
    "borrower": "borrows|borrowed",
    "landlord": "lets|vermietet|vermietete",
    "tenant": "mietet|mietete",
}
_ACT = regex(rf"(?P<name>{_NAME}) (?:{'|'.join(f'(?P<{who}>{verbs})' for who, verbs in _ACTS.items())})\b")
_THE = r"(?:(?:[Tt]he|[Aa]n?|[Dd]er|[Dd]ie|[Dd]as|[Dd]en|[Dd]em) )?"
_DEEDS = (  # of one name to another, which some verbs do not tell apart
    regex(
        rf"(?P<doer>{_NAME}) (?P<deed>(?!meets|marri|fac|match|resembl)[a-z]{{3,20}}(?:s|ed)) {_THE}(?P<other>{_NAME})"
    ),
    regex(
        rf"(?P<other>{_NAME}),? (?:[^.;:\n]{{1,40}}? and )?(?:is|was) (?P<deed>(?!fac|match)[a-z]{{3,20}}ed) by "
        rf"{_THE}(?P<doer>{_NAME})"
    ),
    regex(
        rf"(?P<doer>{_NAME}) (?:is|was|are|were|ist|war|sind|waren) (?P<deed>(?:more |less )?[a-zäöü]{{3,20}}) "
        rf"(?:than|als) {_THE}(?P<other>{_NAME})"
    ),
)
_FEMININE = regex(r"(?<=\w{4}er)in\Z|(?<=\w{3}end)e[rn]?\Z")
_TITLES = frozenset(
    content_words(
        "mr mrs ms dr prof herr herrn frau heer mevrouw de monsieur madame señor señora pan "
        "pana pani suor don the our its their der die das ltd gmbh inc"
    )
)
_MOST_ROLES = 6

type Role = frozenset[str] | tuple[int, int]
"""The words of a role or, for a party to a contract, its pair and its side."""


def roles_agree(passage: str, claim: str) -> bool:
    """Whether the passage gives the claim's roles to the same names. A role that the passage gives to nobody agrees.

    The passage says "The landlord is Ann Lee": "The landlord is Bob Ray" does not agree if it names Bob Ray too."""
    claim_roles = list(roles_of(claim))[:_MOST_ROLES]
    if not claim_roles:
        return True
    names_by_role = defaultdict[Role, set[str]](set)
    for role, name in roles_of(passage):
        names_by_role[role] |= name
    named = set[str]().union(*names_by_role.values())
    if language_by_function_words(claim) != "de":  # German nouns look like names
        named |= set(content_words(passage))
    for role, _ in claim_roles:
        if role not in names_by_role and isinstance(
            role, frozenset
        ):  # the passage may describe the role in more detail
            names_by_role[role] = set[str]().union(
                *(names for longer, names in names_by_role.items() if isinstance(longer, frozenset) and role < longer)
            )
    return not any(
        names_by_role.get(role) and name & named and name.isdisjoint(names_by_role[role]) for role, name in claim_roles
    )


def only_gives_role(passage: str, claim: str) -> bool:
    """Whether the claim only says who has a role, and the passage gives that role to the same name."""
    claim_roles = list(roles_of(claim))[:_MOST_ROLES]
    for role, name in claim_roles:
        rest = {
            word
            for word in base_forms(content_words(claim))
            if word not in name and not has_role(frozenset((word,)), role)
        }
        if rest <= {*role} | LIGHT_WORDS | _TITLES:
            return any(role == other and name & whose for other, whose in roles_of(passage))
    return False


def roles_of(text: str) -> Iterator[tuple[Role, frozenset[str]]]:
    """The roles in a text, each with the words of the name that has it."""
    lines = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    texts = (lines, " ".join(lines.split()))
    for pattern in _PATTERNS:
        for each in texts if "\n" in lines else texts[:1]:
            for found in pattern.finditer(each):
                role = _role(found["role"])
                name = _words_of(found["name"])
                if role and name and name.isdisjoint(content_words(found["role"])):
                    yield role, name
    for found in _ACT.finditer(texts[-1]):
        if role := _role(str(found.lastgroup)):
            yield role, _words_of(found["name"])
    for pattern in _DEEDS:
        for found in pattern.finditer(texts[-1]):
            for who in ("doer", "other"):
                yield frozenset((f"{who} {content_words(found['deed'])}",)), _words_of(found[who])


def has_role(words: frozenset[str], role: Role) -> bool:
    """Whether compared words contain the words of a role or, for a party to a contract, a word for its side."""
    if isinstance(role, frozenset):
        return role <= words
    pair, side = role
    return side in sides_of(set(words)).get(pair, ())


def _words_of(name: str) -> frozenset[str]:
    """The words of a name without titles and initials; one with digits stays whole: HX-55."""
    parts = name.split()
    whole = {part.lower() for part in parts if any(map(str.isdecimal, part))}
    words = content_words(" ".join(part for part in parts if part.lower() not in whole))
    return frozenset((*whole, *(word for word in words if len(word) > 1))) - _TITLES


def _role(words: str) -> Role | None:
    """The role in a noun phrase; None for any other phrase."""
    if function_words(words):
        return None
    own = frozenset(base_forms(content_words(" ".join(_FEMININE.sub("", word) for word in words.split()))))
    sides = [(pair, side) for pair, of_pair in sides_of(set(own)).items() for side in of_pair]
    return sides[0] if len(own) == 1 and len(sides) == 1 else own or None
