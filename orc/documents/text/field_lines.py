"""Reads a line that states one fact after its label: "Term: 48 months", "**Reception** 15:30, Barn at Loch End". Pure
(D-525)."""

from orc.patterns import regex

_FIELD = regex(
    r"\W{0,5}(?:(?P<label>[^\W\d_](?:[^\W\d_]|[ /'’.-]|\([^()\n]{1,20}\)){1,40}?)[*_ ]{0,3}:[*_]{0,3}\s{1,3}"
    r"|(?<=\*\*)(?P<bold>[^\W\d_](?:[^\W\d_]|[ /'’-]){1,40}?)\*\*\s{1,3}(?=[A-ZÀ-Þ\d]))"
    r"(?P<value>[^\s:].*)"
)


def field_of(line: str) -> tuple[str, str] | None:
    """The label and the value of a line; None if it is none of that form."""
    found = _FIELD.match(line)
    return (found["label"] or found["bold"], found["value"]) if found else None
