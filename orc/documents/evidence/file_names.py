"""Names of files in questions, which are no words that a text must have. Pure."""

import re
from collections.abc import Iterable
from itertools import islice

from orc.patterns import regex

_BEFORE = (
    r"(?:\b(?:in|from|under|of|within|per|according to|laut|gemäß|aus|dans|selon|en|según|nel|secondo|em|segundo"
    r"|i|w|v|в)"
    r" (?:(?:the|der|die|das|le|la|el|il|o|a) )?(?:(?:file|document|datei|fichier|archivo|documento) )?)"
)
_MOST = 50
_GLUED = regex(r"[^\W\d_]\d|\d[^\W\d_]|_")
_EDGES = " ,;:-–"


def without_file_names(question: str, names: Iterable[str]) -> str:
    """The question without the name of the one of these files that it names: with its extension ("in lease2.md"), or
    without it if that is no word ("in lease2"). Where the name is the subject, it is "the document"."""
    rest, changed = question, 0
    for name in islice(names, _MOST):
        whole = name.rsplit("/", 1)[-1]
        stem, dot, _ = whole.rpartition(".")
        forms = [whole, stem] if dot and _GLUED.search(stem) else [whole] if dot else []
        if any(form.casefold() in question.casefold() for form in forms):
            one = rf"(?<![\w.-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])"
            rest = re.sub(rf"{_BEFORE}{one}", "", rest, flags=re.IGNORECASE)
            rest = re.sub(one, "the document", rest, flags=re.IGNORECASE)
            changed += 1
    rest = " ".join(rest.split()).strip(_EDGES).replace(" ?", "?")
    return rest if changed == 1 and len(rest.split()) > 2 else question
