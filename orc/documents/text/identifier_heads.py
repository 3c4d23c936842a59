"""Splits the identifiers that head the columns of a table into their words: RainDaysPerYear. Pure (D-501)."""

from collections.abc import Iterable
from itertools import islice

from orc.documents.text.fiscal_years import Spelling
from orc.documents.text.year_ranges import spelled_years
from orc.patterns import regex

_IDENTIFIER = regex(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*")
_HUMP = regex(r"[a-z][A-Z]")
_GAP = regex(r"(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=[A-Z])")
_WORD = regex(r"\w+")
_LONGEST, _LEAST, _MOST = 60, 2, 200


def compared_forms(question: str, texts: Iterable[tuple[str, str]]) -> dict[str, Spelling]:
    """By document, what writes its text in the form in which it is compared with the question: with the question's
    years, and with the words of the identifiers that head its tables, other than those that the question has. texts are
    parts of documents, with their keys."""
    known = [*texts]
    years = spelled_years(question, known)
    asked, heads = frozenset(_WORD.findall(question)), dict[str, set[str]]()
    for key, text in known:
        if found := identifier_heads(text) - asked:
            heads.setdefault(key, set()).update(found)

    def spelling(names: set[str], of_years: Spelling) -> Spelling:
        return lambda text: of_years(
            _WORD.sub(lambda word: _GAP.sub(" ", word[0]) if word[0] in names else word[0], text)
        )

    return years | {key: spelling(names, years.get(key, str)) for key, names in heads.items()}


def identifier_heads(text: str) -> set[str]:
    """The identifiers of several words in the rows of a text whose cells are all identifiers."""
    found = set[str]()
    for line in text.split("\n") if _HUMP.search(text) else ():
        if not ("|" in line or "," in line or "\t" in line) or _HUMP.search(line) is None:
            continue
        mark = "|" if "|" in line else "\t" if "\t" in line else ","
        cells = [cell.strip().strip('"') for cell in line.strip("| \t").split(mark)]
        are_names = all(len(cell) <= _LONGEST and _IDENTIFIER.fullmatch(cell) for cell in cells)
        humped = [cell for cell in cells if _HUMP.search(cell)] if are_names else []
        if len(humped) >= _LEAST:
            found.update(islice(humped, _MOST - len(found)))
    return found
