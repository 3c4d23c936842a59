"""Reads a line that states one fact after its label: "Term: 48 months", "**Reception** 15:30, Barn at Loch End". Pure
(D-525)."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from orc.documents.text.sentences import is_row
from orc.patterns import regex

_FIELD = regex(
    r"\W{0,5}(?:(?P<label>[^\W\d_](?:[^\W\d_]|[ /'’.-]|\([^()\n]{1,20}\)){1,40}?)[*_ ]{0,3}:[*_]{0,3}\s{1,3}"
    r"|(?<=\*\*)(?P<bold>[^\W\d_](?:[^\W\d_]|[ /'’-]){1,40}?)\*\*\s{1,3}(?=[A-ZÀ-Þ\d]))"
    r"(?P<value>[^\s:].*)"
)
_STATES = regex(r"\W{0,6}[^\W_][^:\n]{0,40}:[*_\"]{0,3}[ \t]{1,3}[^\s{\[].*")
_MEMBER = regex(r"\"[^\"\n]{1,60}\"\s?:")
_NAMES_OBJECT = regex(r"\"\w{0,20}(?:name|title|label|sku)\"\s?:\s?\"[^\"\n]+\",?", re.IGNORECASE)


def is_member(line: str) -> bool:
    """Whether a line is a member of a JSON object."""
    return _MEMBER.match(line) is not None


def names_object(line: str) -> bool:
    """Whether a line is the member that names its JSON object, and no other."""
    return _NAMES_OBJECT.fullmatch(line) is not None


def fields_below_each_other(lines: Sequence[str], apart: Collection[int]) -> set[int]:
    """The lines that state something after a label, as the line before or after them does, without a blank one between
    them: they are no headings. apart are those after a blank line or on the line of the one before."""
    states = [_STATES.fullmatch(line) is not None and not is_row(line) for line in lines]
    pairs = [(a, b) for a, b in pairwise(range(len(lines))) if states[a] and states[b] and b not in apart]
    return {i for pair in pairs for i in pair}


def field_of(line: str) -> tuple[str, str] | None:
    """The label and the value of a line; None if it is none of that form."""
    found = _FIELD.match(line)
    return (found["label"] or found["bold"], found["value"]) if found else None
