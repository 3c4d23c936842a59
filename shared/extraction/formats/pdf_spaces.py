"""Spaces between the lines of a PDF's paragraph, in scripts that break lines within words."""

import re
from collections.abc import Sequence

_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""A letter of a script without spaces between words."""

_WORD = re.compile("[\uac00-\ud7af] ?\\Z")
_HANGUL = re.compile("[\uac00-\ud7af]")
_LEAST, _MOST = 0.12, 0.8  # of the lines with such a letter at the end: a program may write all spaces there, or none
_FEWEST = 5


def is_unspaced(above: str, line: str) -> bool:
    """Whether a line of a script without spaces between words ends or begins between the two lines."""
    return (_UNSPACED.match(line) or _UNSPACED.match(above[-1])) is not None


def breaks_words(lines: Sequence[str]) -> bool:
    """Whether lines of Korean end within words: as many of them as end a word by chance end in a space."""
    ends = [line.endswith(" ") for line in lines if _WORD.search(line)]
    return len(ends) >= _FEWEST and _LEAST * len(ends) < sum(ends) < _MOST * len(ends)


def space_between(above: str, line: str, *, is_broken: bool) -> str:
    """What stands between two lines of a paragraph: nothing within a word of Korean, if its lines break words."""
    is_within = is_broken and not above.endswith(" ") and _WORD.search(above) and _HANGUL.match(line)
    return "" if is_within else " "
