"""Compares what a list says in brackets after each of its names: "Monetra (payments), Cloudvelt (hosting)" (D-464)."""

from orc.documents.text.everyday import base_forms
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_NAMED = regex(
    r"(?P<name>\b[A-ZÄÖÜ][\w'’&.-]{1,30}(?: [A-ZÄÖÜ][\w'’&.-]{0,30}){0,3}) \((?P<aside>[a-zäöü][^()\n]{2,80})\)(?=\W)"
)
_FEWEST = 2


def bracketed_words_agree(passage: str, claim: str) -> bool:
    """Whether a claim with one of the names to which a passage adds words in brackets has no word of another name's
    brackets, or a word of its own.

    The passage says "Monetra (payments) and Cloudvelt (hosting)": "Cloudvelt handles payments" does not agree."""
    found = [(_forms(each["name"]), _forms(each["aside"])) for each in _NAMED.finditer(passage)]
    if len(found) < _FEWEST:
        return True
    words = _forms(claim)
    own = frozenset[str]().union(*(aside for name, aside in found if name <= words))
    others = frozenset[str]().union(*(aside for name, aside in found if not name <= words))
    if not own or own & words:
        return True
    names = frozenset[str]().union(*(name for name, _ in found))
    return not words & (others - own - names)


def _forms(text: str) -> frozenset[str]:
    return frozenset(base_forms(content_words(text)))
